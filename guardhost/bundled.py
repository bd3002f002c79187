"""How the stub runs the hook's modules out of the one file that `startup.py` makes. It imports only what is built in.

A file whose sources have changed, or that another interpreter made, is refused with `ValueError`; the stub then imports
as usual, and the hook makes the file anew once it has answered.

Functions that an ordinary call never runs are left out of their modules: a bound method of `_Finder.run_late` stands in
for each, and its code is read when it is first called.
"""

from __future__ import annotations

import marshal
import posix
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
    from typing import Any

    Sources = tuple[tuple[str, int, int], ...]  # file, when it changed (ns), size in bytes
    # Name, whether it is a package, its file, its code, its late functions with the place and width of each.
    Group = tuple[tuple[str, bool, str, CodeType, tuple[tuple[str, int, int], ...]], ...]
    Pieces = tuple[tuple[int, int], ...]  # place and width
    Index = dict[str, tuple[bool, str, int, int, int, int] | tuple[int, int]]
    Near = dict[str, tuple[int, int] | str]  # place and width of a host's adapter, the file of a module in C


def run(
    home: str, file: int, width: int, tag: str, sources: Sources, plain: Pieces, near: Near, index: tuple[int, int]
) -> None:
    """Run the modules that every call needs, and stand ready for the others: the open `file` has them from `width` on."""
    if tag != f"3 {sys.implementation.cache_tag} {sys.hexversion:x} {home}":
        raise ValueError("made for another interpreter or another place")
    found = posix.fstat(file)
    if found.st_size != width + sum(index):  # its index is the last of it
        raise ValueError("cut, or longer than it was made")
    finder = _Finder(home, file, width, near, index, _identity(found))
    finder.check(sources)
    for at, size in plain:
        finder.together(marshal.loads(posix.pread(file, size, width + at)))
    vars(sys.modules["guardhost"])["__bundled__"] = True
    sys.meta_path.insert(0, finder)  # type: ignore[arg-type] # has what the import system asks for


def _changed(file: str, changed: int, size: int) -> bool:
    found = posix.stat(file)
    return found.st_mtime_ns != changed or found.st_size != size


class _Finder:
    """Finds the modules and functions that only some calls need, each in its place in the far part of the file.

    The file stays open, so that one that takes its place meanwhile is never read by this one's places. A forked child,
    which closes what it inherits, opens it again, and imports from the sources when it is another one by then.
    """

    __slots__ = ("_base", "_file", "_index", "_name", "_near", "_pid", "_place", "_seen")

    def __init__(
        self, home: str, file: int, base: int, near: Near, index: tuple[int, int], identity: tuple[int, int]
    ) -> None:
        self._name = f"{home}/__pycache__/hook.{sys.implementation.cache_tag}.bundle"
        self._file = file
        self._base = base
        self._near = near
        self._place = index
        self._index: Index | None = None
        self._pid = posix.getpid()
        self._seen = identity

    def check(self, sources: Sources) -> None:
        """Raise `ValueError` when one of the sources has changed."""
        for source in sources:
            if _changed(*source):
                raise ValueError("its sources have changed")

    def together(self, group: Group) -> None:
        """Run several modules in the order in which they import each other."""
        new = type(sys)
        modules = sys.modules
        late = self.run_late
        bound: Any = type(late)
        for name, package, file, code, functions in group:
            if name in modules:
                continue
            module = modules[name] = new(name)
            space = module.__dict__
            space["__file__"] = file
            if package:
                space["__path__"] = [file.rpartition("/")[0]]
                space["__package__"] = name
            else:
                space["__package__"] = name.rpartition(".")[0]
            for function in functions:
                space[function[0]] = bound(late, (space, *function))
            exec(code, space)  # noqa: S102 - the code of our own module
            parent, _, last = name.rpartition(".")
            if parent:
                setattr(modules[parent], last, module)

    def run_late(self, key: tuple[dict[str, Any], str, int, int], *args: Any, **given: Any) -> Any:
        """Call a function whose code is read when it is first called; it then stands in its module itself."""
        space, name, at, width = key
        function = space[name]
        if getattr(function, "__self__", None) is key:
            try:
                code = marshal.loads(self._read(at, width))
            except Exception:  # noqa: BLE001 - whatever is wrong with a cache
                from guardhost.startup import function_code

                code = function_code(space["__file__"], name)
            exec(code, space)  # noqa: S102 - the code of our own module
            function = space[name]
        return function(*args, **given)

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:  # noqa: ARG002 - the import system's words
        """Return how a module of ours is loaded; None for any other, and for one whose source has changed."""
        near = self._near.get(name)
        if isinstance(near, str):
            return self._in_c(name, near)
        found = near or (self._found().get(name) if name.startswith("guardhost.") else None)
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

    def _in_c(self, name: str, file: str) -> object:
        import _frozen_importlib
        from _frozen_importlib_external import ExtensionFileLoader

        return _frozen_importlib.ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)

    def _read(self, at: int, width: int) -> bytes:
        if posix.getpid() == self._pid:
            return posix.pread(self._file, width, self._base + at)
        file = posix.open(self._name, posix.O_RDONLY | posix.O_CLOEXEC)
        try:
            if _identity(posix.fstat(file)) != self._seen:
                raise OSError("the file was made anew")
            return posix.pread(file, width, self._base + at)
        finally:
            posix.close(file)

    def _code(self, package: bool, file: str, changed: int, size: int, at: int, width: int) -> bytes | None:  # noqa: ARG002 - a row of the index
        """Return the code of a row of the index, None when its source or the file itself has changed."""
        try:
            return None if _changed(file, changed, size) else self._read(at, width)
        except OSError:
            return None

    def _found(self) -> Index:
        if self._index is None:
            try:
                self._index = marshal.loads(self._read(*self._place))
            except Exception:  # noqa: BLE001 - whatever is wrong with a cache
                self._index = {}
        return self._index

    def _group(self, at: int, width: int) -> bool:
        """Run the modules that belong together; False when one of their sources has changed."""
        try:
            sources, group = marshal.loads(self._read(at, width))
            self.check(sources)
            self.together(group)
        except Exception:  # noqa: BLE001 - whatever is wrong with a cache
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


def _identity(found: posix.stat_result) -> tuple[int, int]:
    return found.st_ino, found.st_mtime_ns
