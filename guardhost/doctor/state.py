"""The state folder: can it be written, who can read it, what crashed, and is the clock sane."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from guardhost.doctor import INVALID, PROBLEM, VERIFIED, Found
from guardhost.doctor.launched import state
from guardhost.world.files import write_atomic
from guardhost.world.state import State, locate
from guardhost.world.unfinished import left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here

DAY = 86_400.0
_NOTHING = "nothing is remembered or recorded"


def _mend(kept: State) -> str:
    if not kept.folder:
        return "set HOME, then guardhost install"
    return f"make {kept.folder} a folder of yours that you may write (chown, chmod u+rwx), then guardhost install"


def state_folder(here: Here) -> Iterator[Found]:
    """Give whether the folder of the wired command, or the usual one, can be used; and whether another one is meant now."""
    kept = state(here)
    if not kept.usable:
        yield Found(INVALID, f"{_NOTHING}: {kept.folder or 'no folder'}, {kept.why}", _mend(kept))
        return
    probe = f"{kept.folder}/.doctor"
    try:
        write_atomic(probe, b"")
        os.unlink(probe)
    except OSError as error:
        yield Found(INVALID, f"{_NOTHING}: {kept.folder} cannot be written ({error.strerror})", _mend(kept))
        return
    usual = locate(here.env).folder
    if os.path.realpath(usual) != os.path.realpath(kept.folder):
        yield Found(PROBLEM, f"what is wired remembers in {kept.folder}, this environment in {usual}", "guardhost install")
        return
    yield Found(VERIFIED, kept.folder)


def crashes(here: Here) -> Iterator[Found]:
    """Give whether there are crash reports, with the newest one."""
    kept = state(here)
    if not kept.usable:
        return  # `state_folder` tells
    reports = sorted(Path(kept.folder, "crashes").glob("*.txt"))
    if reports:
        yield Found(PROBLEM, f"guardhost failed {len(reports)} times; the newest report is {reports[-1]}")
    else:
        yield Found(VERIFIED, "no crash report")


def unfinished(here: Here) -> Iterator[Found]:
    """Give how many judgements a host gave up on, or died with, and nobody was told of yet."""
    kept = state(here)
    if not kept.usable:
        return
    marks = left(kept, here.now())
    if marks:
        newest = max(marks, key=lambda mark: mark.time)
        last = f"; the last one was of a {newest.seam} call" if newest.seam else ""
        yield Found(PROBLEM, f"judgements that began and never finished: {len(marks)}{last}")
    else:
        yield Found(VERIFIED, "none is left unfinished")


def clock(here: Here) -> Iterator[Found]:
    """Give whether the clock runs behind the newest thing that was written."""
    kept = state(here)
    if not kept.usable:
        return
    folder = Path(kept.folder)
    newest = max((path.stat().st_mtime for path in folder.iterdir()), default=0.0) if folder.is_dir() else 0.0
    if newest > here.now() + DAY:
        yield Found(PROBLEM, f"the clock is {(newest - here.now()) / DAY:.0f} days behind what was recorded in {folder}")
    else:
        yield Found(VERIFIED, "it is not behind what was recorded")
