"""Programs: which guardhost answers on PATH and whether another shadows it, git, the reader of compound lines."""

from __future__ import annotations

import importlib.util
import os
import shutil
from typing import TYPE_CHECKING

from guardhost import __version__
from guardhost.doctor import INVALID, PROBLEM, VERIFIED, Found
from guardhost.doctor.launched import launched
from guardhost.hosts.wiring.found import SECONDS
from guardhost.judgement.scene import FORMS
from guardhost.judgement.sides import head_of
from guardhost.model.errors import GuardError
from guardhost.world.objects import Objects
from guardhost.world.repository import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here


def guardhost_on_path(here: Here) -> Iterator[Found]:
    """Give whether PATH has one guardhost, of this version."""
    there = _all("guardhost", here)
    if not there:
        yield Found(
            PROBLEM, "there is no guardhost on PATH, so agents and people cannot run `guardhost explain`", "put it on PATH"
        )
        return
    said = here.ask([there[0], "--version"], SECONDS).strip()
    if said != f"guardhost {__version__}":
        told = f"says `{said}`" if said else "does not answer"
        yield Found(
            PROBLEM, f"{there[0]} on PATH {told}, and this is guardhost {__version__}", "remove or upgrade the older one"
        )
    elif len(there) > 1:
        yield Found(PROBLEM, f"{there[0]} shadows {', '.join(there[1:])} on PATH", "uninstall all but one")
    else:
        yield Found(VERIFIED, f"{there[0]}, {said}")


def _all(program: str, here: Here) -> list[str]:
    found: dict[str, str] = {}
    for folder in here.env.get("PATH", "").split(os.pathsep):
        path = shutil.which(program, path=folder) if folder.startswith("/") else None
        if path:
            found.setdefault(os.path.realpath(path), path)
    return list(found.values())


def startup(here: Here) -> Iterator[Found]:
    """Give whether the files that a hook starts from are current, or what it costs that they are not."""
    from guardhost.startup import current
    from guardhost.world.build import package

    wired, folder = launched(here), package()
    if wired is not None and os.path.realpath(wired.stub) != os.path.realpath(f"{folder}/stub.py"):
        return  # another build is wired: `host` tells
    cost = "so each call finds its modules one by one, which takes about 5 ms more"
    if current(folder):
        yield Found(VERIFIED, f"the start-up files of {folder} are current")
    elif os.access(f"{folder}/__pycache__", os.W_OK):
        yield Found(PROBLEM, f"the start-up files of {folder} are missing or stale, {cost}")
    else:
        fix = "run guardhost install as someone who may write there"
        yield Found(PROBLEM, f"{folder}/__pycache__ cannot be written, {cost}", fix)


def git(here: Here) -> Iterator[Found]:
    """Give whether the git that was there at the last `install`, or the one on PATH, answers."""
    wired = launched(here)
    path = (wired.git if wired else "") or shutil.which("git", path=here.env.get("PATH")) or ""
    said = here.ask([path, "--version"], SECONDS).strip() if path else ""
    library = importlib.util.find_spec("pygit2") is not None
    instead = ", so pygit2 alone reads what is committed" if library else ": what is committed cannot be read"
    if not path:
        yield Found(PROBLEM, f"there is no git on PATH{instead}")
        return
    if not said:
        yield Found(PROBLEM, f"{path} does not answer{instead}", "guardhost install")
        return
    unread = _unread(path, here)
    if unread:
        yield Found(PROBLEM, f"{path} cannot read the commit at HEAD{instead}: {unread}", "git fsck says what is wrong")
    else:
        yield Found(VERIFIED, f"{path}, {said}" + (", and pygit2 where it cannot" if library else ""))


def _unread(git: str, here: Here) -> str:
    """Return why that git cannot read HEAD of the repository here, "" when it can or there is nothing to read."""
    place = find(here.cwd)
    head = head_of(place, lambda: git, SECONDS) if place is not None else ""
    if place is None or not head:
        return ""
    try:
        objects = Objects(git, place, SECONDS)
        try:
            objects.reach(head, FORMS[0])
        finally:
            objects.close()
    except (OSError, GuardError) as error:
        return str(error)
    return ""


def shfmt(here: Here) -> Iterator[Found]:
    """Give whether the reader of compound lines that belongs to this guardhost answers."""
    from guardhost.world.build import shfmt as program

    path = program()
    said = here.ask([path, "--version"], SECONDS).strip() if path else ""
    if said:
        yield Found(VERIFIED, f"{path}, {said}")
    else:
        yield Found(
            INVALID, "no shfmt beside this guardhost: every line with a pipe, a loop or a substitution is unreadable"
        )
