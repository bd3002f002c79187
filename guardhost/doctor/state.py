"""The state folder: can it be written, who can read it, what crashed, and is the clock sane."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from guardhost.doctor import INVALID, PROBLEM, VERIFIED, Found
from guardhost.doctor.launched import launched
from guardhost.world.files import write_atomic
from guardhost.world.state import State, locate
from guardhost.world.unfinished import left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here

DAY = 86_400.0


def _state(here: Here) -> State:
    wired = launched(here)
    return locate(here.env, wired.state if wired else "")


def state_folder(here: Here) -> Iterator[Found]:
    """Give whether the folder of the wired command, or the usual one, can be used; and whether another one is meant now."""
    state = _state(here)
    if not state.usable:
        yield Found(INVALID, f"{state.folder}: {state.why}", f"mend {state.folder}, then guardhost install")
        return
    probe = f"{state.folder}/.doctor"
    try:
        write_atomic(probe, b"")
        os.unlink(probe)
    except OSError as error:
        yield Found(INVALID, f"{state.folder} cannot be written: {error.strerror}", f"chmod u+rwx {state.folder}")
        return
    usual = locate(here.env).folder
    if os.path.realpath(usual) != os.path.realpath(state.folder):
        yield Found(PROBLEM, f"what is wired remembers in {state.folder}, this environment in {usual}", "guardhost install")
        return
    yield Found(VERIFIED, state.folder)


def crashes(here: Here) -> Iterator[Found]:
    """Give whether there are crash reports, with the newest one."""
    reports = sorted(Path(_state(here).folder, "crashes").glob("*.txt"))
    if reports:
        yield Found(PROBLEM, f"guardhost failed {len(reports)} times; the newest report is {reports[-1]}")
    else:
        yield Found(VERIFIED, "no crash report")


def unfinished(here: Here) -> Iterator[Found]:
    """Give how many judgements a host gave up on, or died with, and nobody was told of yet."""
    marks = left(_state(here), here.now())
    if marks:
        newest = max(marks, key=lambda mark: mark.time)
        last = f"; the last one was of a {newest.seam} call" if newest.seam else ""
        yield Found(PROBLEM, f"judgements that began and never finished: {len(marks)}{last}")
    else:
        yield Found(VERIFIED, "none is left unfinished")


def clock(here: Here) -> Iterator[Found]:
    """Give whether the clock runs behind the newest thing that was written."""
    folder = Path(_state(here).folder)
    newest = max((path.stat().st_mtime for path in folder.iterdir()), default=0.0) if folder.is_dir() else 0.0
    if newest > here.now() + DAY:
        yield Found(PROBLEM, f"the clock is {(newest - here.now()) / DAY:.0f} days behind what was recorded in {folder}")
    else:
        yield Found(VERIFIED, "it is not behind what was recorded")
