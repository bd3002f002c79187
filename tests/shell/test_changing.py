"""Bash runs lines that change files: what changed on the disk is among our effects, and what we say is certain changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from guardhost.shell.effects import effects

from . import changing
from .disk import changed, covers, lay_anew
from .reader import LENT, reading

ENVIRONMENT = {
    "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
}


@pytest.mark.parametrize("line", changing.CERTAIN)
def test_what_changes_on_the_disk_is_among_the_effects(tmp_path: Path, line: str) -> None:
    folder = tmp_path.resolve() / "w" / "a"
    folder.mkdir(parents=True)
    real = changed(folder, line, {**ENVIRONMENT, "HOME": str(folder)})
    lay_anew(folder)
    lent = LENT.replace(cwd=str(folder), home=str(folder), file=_text)
    found = effects(reading(line, cwd=str(folder), home=str(folder), file=_text), lent)
    missed = {path for path in real if not any(covers(touch, path) for touch in found.touches)}
    assert missed == set(), [(t.kind, t.path) for t in found.touches]


@pytest.mark.parametrize("line", changing.UNKNOWN)
def test_what_cannot_be_named_is_said_to_be_unknown(tmp_path: Path, line: str) -> None:
    folder = tmp_path.resolve()
    changed(folder, line, {**ENVIRONMENT, "HOME": str(folder)})
    found = effects(reading(line, cwd=str(folder), home=str(folder)), LENT)
    assert found.unknown


def _text(path: str) -> str | None:
    return Path(path).read_text() if Path(path).is_file() else ""
