"""What a child is served of its side's files: source or compiled code, and the record of what was looked for."""

from __future__ import annotations

from _frozen_importlib_external import MAGIC_NUMBER
from _imp import source_hash

from guardhost.judges.frames import MOST_SERVED, pack, unpack
from guardhost.world.files import names, read_own, unlink, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judges.caller import Side

MODULE, PACKAGE, NAMESPACE, ABSENT = b"module", b"package", b"namespace", b"absent"
MOST_KEPT = 500  # compiled files of one side
_KEY = int.from_bytes(MAGIC_NUMBER, "little")


class Shelf:
    """The files of one side, each read once: what was hashed is what runs.

    `files` are those that were read, `absent` those that were looked for and are not there, relative to the root.
    """

    __slots__ = ("_compile", "_side", "absent", "files")

    def __init__(
        self, side: Side, compile_later: Callable[[bytes, str, Callable[[bytes], None]], None] | None = None
    ) -> None:
        self._side = side
        self._compile = compile_later
        self.files: dict[str, bytes] = {}
        self.absent: dict[str, None] = {}

    def opened(self) -> list[list[bytes]]:
        """Return what loading begins with: the root policy file, after the package that it lies in.

        `PolicyError` when one of them is no readable regular file; an absent root file is an empty list.
        """
        form = self._side.form
        folder, _, _ = form.rpartition("/")
        parent = [self.module(folder)] if folder else []
        data = self._read(form)
        return [*parent, self._served(MODULE, form, data)] if data is not None else []

    def module(self, dotted: str) -> list[bytes]:
        """Return how a module is served: (kind, relative path, "code" or "source", bytes); `PolicyError` as above."""
        path = dotted.replace(".", "/")
        folder = self._side.source.is_dir(path)
        if folder:
            data = self._read(f"{path}/__init__.py")
            if data is not None:
                return self._served(PACKAGE, f"{path}/__init__.py", data)
        else:
            self.absent[f"{path}/__init__.py"] = None
        data = self._read(f"{path}.py")
        if data is not None:
            return self._served(MODULE, f"{path}.py", data)
        return [NAMESPACE, path.encode(), b"source", b""] if folder else [ABSENT]

    def _read(self, relative: str) -> bytes | None:
        data = self._side.source.read(relative)
        if data is None:
            self.absent[relative] = None
        else:
            self.files[relative] = data
        return data

    def _served(self, kind: bytes, relative: str, data: bytes) -> list[bytes]:
        code = self._code(relative, data)
        name = relative.encode("utf-8", "surrogateescape")
        return [kind, name, b"source", data] if code is None else [kind, name, b"code", code]

    def _code(self, relative: str, data: bytes) -> bytes | None:
        """Return the compiled file from the cache; on a miss have it compiled apart, where no policy runs, and kept."""
        if not self._side.cache:
            return None
        path = self._place(data)
        code = _kept(path, data)
        if code is None and self._compile is not None:
            self._compile(data, self._side.source.name(relative), lambda made: _keep(path, data, made))
        return code

    def _place(self, data: bytes) -> str:
        # Sides share no code. The name is a fast hash; that it is the same source is seen in the file itself.
        import sys

        level = sys.flags.optimize
        return f"{self._side.cache}/{self._side.name}/{source_hash(_KEY, data).hex()}.{MAGIC_NUMBER[:2].hex()}{level}"


def _kept(path: str, data: bytes) -> bytes | None:
    whole = read_own(path, MOST_SERVED)
    try:
        fields = unpack(bytearray(whole), MOST_SERVED) if whole else None
    except ValueError:  # torn, or not ours: it is rebuilt
        return None
    if not fields or len(fields) != 3:
        return None
    source, code, check = fields
    return code if source == data and check == source_hash(_KEY, code) else None


def _keep(path: str, data: bytes, code: bytes) -> None:
    folder = path.rpartition("/")[0]
    there = names(folder)
    for name in there if len(there) >= MOST_KEPT else ():
        unlink(f"{folder}/{name}")
    try:
        write_atomic(path, pack(data, code, source_hash(_KEY, code)))
    except OSError:
        return  # a cache that cannot be written costs time, not the judgement
