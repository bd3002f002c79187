"""Git's objects through pygit2, for where there is no git program or where it cannot read a repository."""

from __future__ import annotations

from guardhost.world.object_ids import hashed
from guardhost.world.objects import SUBMODULE, Entry, UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.world.repository import Place


class Objects:
    """The objects of one repository, with the methods of `objects.Objects`; every blob is hashed again."""

    __slots__ = ("_repository",)

    def __init__(self, place: Place) -> None:
        import pygit2

        pygit2.option(pygit2.enums.Option.SET_OWNER_VALIDATION, 0)  # the repository is read, nothing of it is run
        try:
            self._repository: Any = pygit2.Repository(place.git_dir)
        except pygit2.GitError as error:
            raise _unreadable("the repository", error) from None

    def close(self) -> None:
        """Let go of the repository."""
        self._repository = None

    def reach(self, commit: str, path: str) -> tuple[str, Entry | None]:
        """Return (how far down the path leads, what is there): the path itself, or a submodule on the way to it."""
        import pygit2

        try:
            tree = self._repository[commit].tree  # of anything but a commit there is none
            parts = path.split("/")
            for at, name in enumerate(parts, 1):
                if name not in tree:
                    return path, None
                found = tree[name]
                entry = Entry(mode=f"{int(found.filemode):o}", id=str(found.id))
                if at == len(parts) or entry.mode == SUBMODULE:
                    return "/".join(parts[:at]), entry
                if not isinstance(found, pygit2.Tree):
                    return path, None
                tree = found
        except (KeyError, ValueError, AttributeError, pygit2.GitError) as error:
            raise _unreadable(f"the commit {commit[:12]}", error) from None
        return path, None

    def blob(self, oid: str) -> bytes:
        """Return a file's bytes; `UnreadableError` when it is missing, damaged or no file."""
        import pygit2

        try:
            data: bytes = self._repository[oid].data
        except (KeyError, ValueError, AttributeError, pygit2.GitError) as error:
            raise _unreadable(f"the object {oid[:12]}", error) from None
        if hashed("blob", data, len(oid)) != oid:
            raise UnreadableError("GH1001", f"the object {oid[:12]} is not what its id says", fix="run `git fsck`")
        return data


def _unreadable(what: str, error: Exception) -> UnreadableError:
    return UnreadableError("GH1001", f"{what} cannot be read ({error})", fix="run `git fsck`")
