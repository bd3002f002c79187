"""Where a guardhost was installed from, as the words that install it again."""

from __future__ import annotations

import json
import os
import shlex
from urllib.parse import unquote, urlsplit

RECORD = "direct_url.json"


def own() -> str:
    """Return the origin of the guardhost that runs, as `of_record` gives it."""
    from importlib.metadata import distributions

    try:
        records = [one.read_text(RECORD) or "" for one in distributions(name="guardhost")]
    except (OSError, ValueError):
        return ""
    return next(filter(None, map(of_record, records)), "")


def of_record(text: str) -> str:
    """Return what to give to `pip install`, quoted for a shell, from what an installer wrote down (`direct_url.json`).

    "" when nothing is known of it, or when it was a path that is gone by now.
    """
    try:
        found = json.loads(text)
        url = str(found["url"])
        vcs = found.get("vcs_info") or {}
        if vcs:
            at = vcs.get("requested_revision") or vcs.get("commit_id") or ""
            return shlex.quote(f"{vcs['vcs']}+{url}" + (f"@{at}" if at else ""))
        parts = urlsplit(url)
        path = unquote(parts.path) if parts.scheme == "file" else ""
        if parts.scheme != "file":
            return shlex.quote(url)
        editable = "-e " if (found.get("dir_info") or {}).get("editable") else ""
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""
    return editable + shlex.quote(path) if os.path.exists(path) else ""
