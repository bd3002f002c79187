"""The files of one side of a policy, and what of them a load read or looked for and did not find."""

from __future__ import annotations

import posix

from guardhost.model.errors import PolicyError
from guardhost.world.files import is_link, read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Source(Protocol):
        """Where one side's files come from; paths are relative to the root, with slashes."""

        @property
        def root(self) -> str:
            """The root of the repository, an absolute path."""

        def read(self, relative: str) -> bytes | None:
            """Return a file's bytes, None when it is absent; `PolicyError` for what is no readable regular file."""

        def is_dir(self, relative: str) -> bool:
            """Return whether a folder is there; `PolicyError` for a link in its place."""

        def name(self, relative: str) -> str:
            """Return the file name that tracebacks show; no two sides share one."""


MOST_BYTES = 1024 * 1024  # of one policy file
_KIND, _FOLDER, _LINK = 0o170000, 0o040000, 0o120000


class WorkTree:
    """The working tree's files as they are on the disk. A symbolic link in a file's or a folder's place is an error."""

    __slots__ = ("root",)

    def __init__(self, root: str) -> None:
        self.root = root.rstrip("/") or "/"

    def read(self, relative: str) -> bytes | None:
        """Return a file's bytes, None when it is absent; `PolicyError` GH1001 for what is no readable regular file."""
        path = self.name(relative)
        if is_link(path):
            raise _link(path)
        return read_regular(path, MOST_BYTES)

    def is_dir(self, relative: str) -> bool:
        """Return whether a folder is there."""
        path = self.name(relative)
        try:
            kind = posix.lstat(path).st_mode & _KIND
        except (OSError, ValueError):
            return False
        if kind == _LINK:
            raise _link(path)
        return kind == _FOLDER

    def name(self, relative: str) -> str:
        """Return the absolute path."""
        return f"{self.root}/{relative}"


class Snapshot(WorkTree):
    """The working tree with the bytes that were already read, so that what was compared is what runs."""

    __slots__ = ("_read",)

    def __init__(self, root: str, read: dict[str, bytes | None]) -> None:
        super().__init__(root)
        self._read = read

    @property
    def known(self) -> tuple[str, ...]:
        """What was already read."""
        return tuple(self._read)

    def read(self, relative: str) -> bytes | None:
        """Return a file's bytes as they were read, or read them now."""
        return self._read[relative] if relative in self._read else super().read(relative)


def _link(path: str) -> PolicyError:
    what = "a symbolic link stands where a file or a folder of the policy belongs"
    return PolicyError("GH1001", what, where=path, fix="put the file itself there")


def read_form(source: Source, form: str) -> bytes | None:
    """Return the bytes of a file that may lie in a folder, None where there is none; `PolicyError` as `Source.read` says."""
    folder, _, _ = form.rpartition("/")
    if folder:
        try:
            if not source.is_dir(folder):
                return None
        except PolicyError:
            return source.read(form)
    return source.read(form)
