"""How the stub runs the hook's modules out of the one file that `startup.py` makes. It imports only what is built in.

A file whose sources have changed, or that another interpreter made, is refused with `ValueError`; the stub then imports
as usual, and the hook makes the file anew once it has answered.
"""

from __future__ import annotations

import gc
import marshal
import posix
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    Sources = tuple[tuple[str, int, int], ...]  # file, when it changed (ns), size in bytes
    Index = dict[str, tuple[bool, str, int, int, int, int] | tuple[int, int]]
    # Host adapters (as in `Index`, with their code instead of a place), and the files of modules in C.
    Near = dict[str, tuple[str, int, int, bytes] | str]
    Plain = tuple[tuple[str, bool, str, bytes], ...]  # name, whether it is a package, its file, its code


def run(home: str, tag: str, sources: Sources, plain: Plain, near: Near) -> None:
    """Run the modules that every call needs, and stand ready for the others."""
    if tag != f"1 {sys.implementation.cache_tag} {sys.hexversion:x} {home}":
        raise ValueError("made for another interpreter or another place")
    gc.disable()  # a call lives a few milliseconds and makes no garbage worth looking for
    _together(sources, plain)
    vars(sys.modules["guardhost"])["__bundled__"] = True
    sys.meta_path.insert(0, _Finder(home, tag, near))  # type: ignore[arg-type] # has what the import system asks for


def _together(sources: Sources, plain: Plain) -> None:
    """Run several modules in the order in which they import each other."""
    for source in sources:
        if _changed(*source):
            raise ValueError("its sources have changed")
    new = type(sys)
    modules = sys.modules
    for name, package, file, code in plain:
        if name in modules:
            continue
        module = modules[name] = new(name)
        module.__file__ = file
        if package:
            module.__path__ = [file.rpartition("/")[0]]
        module.__package__ = name if package else name.rpartition(".")[0]
        exec(marshal.loads(code), module.__dict__)  # noqa: S102 - the code of our own module
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(modules[parent], last, module)


def _changed(file: str, changed: int, size: int) -> bool:
    found = posix.stat(file)
    return found.st_mtime_ns != changed or found.st_size != size


class _Finder:
    """Finds the modules that only some calls need, each in its place in the second file.

    The file is opened for each look: a judge's child closes what it inherits. Once another file stands in its place the
    index is of the old one, and what is still to be imported comes from its source.
    """

    __slots__ = ("_file", "_index", "_near", "_opened", "_tag")

    def __init__(self, home: str, tag: str, near: Near) -> None:
        self._file = f"{home}/__pycache__/hook.{sys.implementation.cache_tag}.later"
        self._tag = tag
        self._near = near
        self._index: Index | None = None
        self._opened: tuple[int, int] | None = None  # inode and time of change (ns) of the file that the index is of

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:  # noqa: ARG002 - the import system's words
        """Return how a module of ours is loaded; None for any other, and for one whose source has changed."""
        near = self._near.get(name)
        if near is not None:
            return self._at_hand(name, near)
        if not name.startswith("guardhost."):
            return None
        found = self._found().get(name)
        if found is None:
            return None
        import _frozen_importlib

        if len(found) == 2:
            return _frozen_importlib.ModuleSpec(name, self) if self._group(*found) else None  # type: ignore[arg-type] # has what it needs
        code = self._code(*found)
        if code is None:
            return None
        spec = _frozen_importlib.ModuleSpec(name, self, origin=found[1], loader_state=code, is_package=found[0])  # type: ignore[arg-type] # has what it needs
        if found[0]:
            spec.submodule_search_locations = [found[1].rpartition("/")[0]]
        spec.has_location = True
        return spec

    def _at_hand(self, name: str, near: tuple[str, int, int, bytes] | str) -> object:
        import _frozen_importlib

        if isinstance(near, str):
            from _frozen_importlib_external import ExtensionFileLoader

            return _frozen_importlib.ModuleSpec(name, ExtensionFileLoader(name, near), origin=near)
        if _changed(*near[:3]):
            return None
        return _frozen_importlib.ModuleSpec(name, self, origin=near[0], loader_state=near[3])  # type: ignore[arg-type] # has what it needs

    def _read(self, width: int, at: int) -> bytes:
        fd = posix.open(self._file, posix.O_RDONLY | posix.O_CLOEXEC)
        try:
            there = posix.fstat(fd)
            opened = there.st_ino, there.st_mtime_ns
            if opened != (self._opened or opened):
                raise OSError("the file was made anew")
            self._opened = opened
            return posix.pread(fd, width, at)
        finally:
            posix.close(fd)

    def _code(self, package: bool, file: str, changed: int, size: int, at: int, width: int) -> bytes | None:  # noqa: ARG002 - a row of the index
        """Return the code of a row of the index, None when its source or the file itself has changed."""
        try:
            return None if _changed(file, changed, size) else self._read(width, at)
        except OSError:
            return None

    def _found(self) -> Index:
        if self._index is None:
            try:
                tag, self._index = marshal.loads(self._read(int.from_bytes(self._read(8, 0), "big"), 8))
                if tag != self._tag:
                    self._index = {}
            except (OSError, ValueError, EOFError, TypeError):
                self._index = {}
        return self._index

    def _group(self, at: int, width: int) -> bool:
        """Run the modules that belong together; False when one of their sources has changed."""
        try:
            _together(*marshal.loads(self._read(width, at)))
        except (OSError, ValueError, EOFError, TypeError):
            return False
        return True

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module when its group has run; else leave it to the import system to make one."""
        return sys.modules.get(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code, unless its group has."""
        code = module.__spec__.loader_state if module.__spec__ is not None else None
        if code is not None:
            exec(marshal.loads(code), module.__dict__)  # noqa: S102 - the code of our own module
