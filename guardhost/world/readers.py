"""Who reads git's objects: the git program, and pygit2 where there is none or where it cannot read a repository."""

from __future__ import annotations

from guardhost.model.errors import PolicyError
from guardhost.world.objects import Objects as ByProgram
from guardhost.world.objects import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.world.objects import Entry
    from guardhost.world.objects_pygit2 import Objects as ByLibrary
    from guardhost.world.repository import Place


class Objects:
    """Git's objects of one repository, by whichever reader answers first; from then on by that one alone.

    `seconds` is the limit for each answer. `PolicyError` GH1001 when there is no reader, `UnreadableError` or `OSError`
    when neither can read an object.
    """

    __slots__ = ("_left", "_place", "_reader")

    def __init__(self, git: str, place: Place, seconds: float) -> None:
        self._place = place
        self._left = True  # whether the other reader may still be tried
        self._reader: ByProgram | ByLibrary
        try:
            self._reader = ByProgram(git, place, seconds) if git else self._library()
        except OSError:  # the program that was recorded is gone
            self._reader = self._library()

    def close(self) -> None:
        """Be done."""
        self._reader.close()

    def reach(self, commit: str, path: str) -> tuple[str, Entry | None]:
        """Return (how far down the path leads, what is there): the path itself, or a submodule on the way to it."""
        try:
            found = self._reader.reach(commit, path)
        except TimeoutError:
            raise
        except (OSError, UnreadableError):
            if not self._left:
                raise
            try:
                other = self._library()
                found = other.reach(commit, path)
            except PolicyError:
                other = None
            if other is None:
                raise
            self._reader.close()
            self._reader = other
        self._left = False
        return found

    def blob(self, oid: str) -> bytes:
        """Return a file's bytes; `UnreadableError` when it is missing, damaged or no file."""
        return self._reader.blob(oid)

    def _library(self) -> ByLibrary:
        self._left = False
        try:
            from guardhost.world.objects_pygit2 import Objects as ByLibrary

            return ByLibrary(self._place)
        except ImportError:
            raise PolicyError("GH1001", "there is no git program and no pygit2", fix="install git") from None
