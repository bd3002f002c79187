"""The environment as the verbs that show paths are lent it."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def tidied(env: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with its folders in their plain form: `/home//me/` would be shown with both slashes."""
    return {
        name: _plain(value) if name == "HOME" or name.endswith(("_HOME", "_CONFIG_DIR")) else value
        for name, value in env.items()
    }


def _plain(path: str) -> str:
    if not path.startswith("/"):
        return path
    shown = f"/{os.path.normpath(path).lstrip('/')}"  # two slashes in front are the same folder on our systems
    return shown if ".." not in path.split("/") else path  # behind a link, `..` leads elsewhere
