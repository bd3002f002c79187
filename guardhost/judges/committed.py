"""The committed side's files: what a commit holds, read from git's objects and never from the working tree."""

from __future__ import annotations

from guardhost.judges.source import MOST_BYTES
from guardhost.model.errors import PolicyError
from guardhost.world.files import read_own, write_atomic
from guardhost.world.object_ids import hashed
from guardhost.world.objects import FOLDER, LINK, SUBMODULE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from guardhost.world.objects import Entry
    from guardhost.world.repository import Place

    class Objects(Protocol):
        """Git's objects of one repository, whoever reads them."""

        def reach(self, commit: str, path: str) -> tuple[str, Entry | None]:
            """Return how far down a path leads in a commit, and what is there."""

        def blob(self, oid: str) -> bytes:
            """Return a file's bytes."""

        def close(self) -> None:
            """Be done."""


ABSENT, DIRECTORY, NO_FILE = "", "/", "!"
MOST_SUBMODULES = 8


class Committed:
    """The files of one commit. `looked` says what every path is that was asked for: an object's id, `ABSENT`, `DIRECTORY`
    or `NO_FILE` (a link). It may begin with what an earlier judgement of the same commit found; git is asked for the rest.

    `store` is a folder that keeps the bytes of every file that was read, named by their ids, "" for none.
    """

    __slots__ = ("_objects", "_open", "_place", "_store", "commit", "looked", "root")

    def __init__(
        self, place: Place, commit: str, looked: dict[str, str], store: str, opener: Callable[[Place], Objects]
    ) -> None:
        self.root = place.root
        self.commit = commit
        self.looked = looked
        self._place = place
        self._store = store
        self._open = opener
        self._objects: dict[str, Objects] = {}

    def read(self, relative: str) -> bytes | None:
        """Return a file's bytes, None when the commit has none there; `PolicyError` GH1001 for a link or what is damaged."""
        found = self._look(relative)
        if found == NO_FILE:
            what = "a symbolic link stands where a file of the policy belongs"
            raise PolicyError("GH1001", what, where=self.name(relative), fix="commit the file itself there")
        if found in (ABSENT, DIRECTORY):
            return None
        data = self._kept(found)
        if data is None:
            data = self._from_git(relative).blob(found)
            self._keep(found, data)
        if len(data) > MOST_BYTES:
            what = f"the file has {len(data)} bytes, more than the {MOST_BYTES} that are read"
            raise PolicyError("GH1001", what, where=self.name(relative), fix="split it")
        return data

    def is_dir(self, relative: str) -> bool:
        """Return whether the commit has a folder there."""
        return self._look(relative) == DIRECTORY

    def name(self, relative: str) -> str:
        """Return the file name that tracebacks show."""
        return f"HEAD:{relative}"

    def close(self) -> None:
        """End the processes that read objects."""
        for objects in self._objects.values():
            objects.close()
        self._objects.clear()

    def _look(self, relative: str) -> str:
        if relative not in self.looked:
            self.looked[relative] = _what(self._reach(relative)[1])
        return self.looked[relative]

    def _from_git(self, relative: str) -> Objects:
        return self._reach(relative)[0]

    def _reach(self, relative: str) -> tuple[Objects, Entry | None]:
        """Follow a path through the commits that the gitlinks on it name."""
        place, commit, rest = self._place, self.commit, relative
        for _ in range(MOST_SUBMODULES):
            objects = self._at(place)
            reached, entry = objects.reach(commit, rest)
            if entry is None or entry.mode != SUBMODULE or reached == rest:
                return objects, entry
            place, commit, rest = _submodule(f"{place.root}/{reached}"), entry.id, rest[len(reached) + 1 :]
        raise PolicyError("GH1001", "submodules nest too deep", where=self.name(relative), fix="flatten them")

    def _at(self, place: Place) -> Objects:
        if place.git_dir not in self._objects:
            self._objects[place.git_dir] = self._open(place)
        return self._objects[place.git_dir]

    def _kept(self, oid: str) -> bytes | None:
        data = read_own(f"{self._store}/{oid}", MOST_BYTES) if self._store else None
        return data if data is not None and hashed("blob", data, len(oid)) == oid else None

    def _keep(self, oid: str, data: bytes) -> None:
        if not self._store or len(data) > MOST_BYTES:
            return
        try:
            write_atomic(f"{self._store}/{oid}", data)
        except OSError:
            return  # a copy that cannot be kept costs time, not the judgement


def _what(entry: Entry | None) -> str:
    if entry is None:
        return ABSENT
    if entry.mode in (FOLDER, SUBMODULE):
        return DIRECTORY
    return NO_FILE if entry.mode == LINK else entry.id


def _submodule(root: str) -> Place:
    from guardhost.world.repository import find

    place = find(root)
    if place is None or place.root != root:
        raise PolicyError("GH1001", "the submodule is not checked out", where=root, fix="run `git submodule update --init`")
    return place


def same(committed: Committed, working: Callable[[str], bytes | None], is_dir: Callable[[str], bool]) -> bool:
    """Return whether the working tree has, at every path that was looked at, what the commit has.

    Line ends do not count: git may turn them on their way into the tree, and Python reads both alike.
    """
    for relative, found in committed.looked.items():
        if found == DIRECTORY:
            if not is_dir(relative):
                return False
            continue
        there = working(relative)
        if found == ABSENT:
            if there is not None or is_dir(relative):
                return False
        elif there is None or found == NO_FILE or not alike(there, committed.read(relative) or b""):
            return False
    return True


def alike(one: bytes, other: bytes) -> bool:
    """Return whether two files are the same but for their line ends."""
    return one == other or one.replace(b"\r\n", b"\n") == other.replace(b"\r\n", b"\n")


class Closed(dict[str, str]):
    """What was looked at when there still was a commit; nothing else was there."""

    def __contains__(self, relative: object) -> bool:
        return True

    def __missing__(self, relative: str) -> str:
        return ""


def nothing(place: Place) -> Objects:
    """Refuse to read git's objects: there is no commit any more."""
    raise PolicyError("GH1001", "the kept copy lacks a file", where=place.root, fix="commit the policy again")
