"""A crash of a verb: a report in the state folder, with what a bug report needs and nothing of the person's."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from datetime import UTC, datetime

import guardhost

FOLDER = "crashes"


def report(error: Exception, verb: str) -> str:
    """Write the report and return a clause that says where it is, or why it is nowhere. Never raises."""
    try:
        path = _write(_text(error, verb))
    except Exception as problem:  # noqa: BLE001 - whatever stops the report must not hide the crash
        return f"no report could be written ({problem})"
    return f"the report is {path}"


def _text(error: Exception, verb: str) -> str:
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    facts = f"guardhost {guardhost.__version__}, python {platform.python_version()}, {platform.platform()}"
    return f"{moment}\n{facts}\n{sys.executable}\nverb: {verb}\n\n{''.join(traceback.format_exception(error))}"


def _write(text: str) -> str:
    from guardhost.world.state import locate

    folder = os.path.join(locate(os.environ).folder, FOLDER)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.txt")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    return path
