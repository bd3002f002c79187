"""Imports of a policy: from its repository alone, as the host process serves it.

One root, the repository, so that a file has one name: `policy/gh.py` is `policy.gh` everywhere, and inside `policy/`
relative imports mean the same. Names of the standard library and of guardhost itself never come from the repository;
every other name is asked there first, then among the packages that are installed beside guardhost. No byte code is
written into the repository.
"""

from __future__ import annotations

import sys
from _frozen_importlib import ModuleSpec

from guardhost.judges.shelf import ABSENT, NAMESPACE, PACKAGE
from guardhost.model.errors import PolicyError
from guardhost.world.files import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, ModuleType
    from typing import Any

    Served = list[bytes]


class Importer:
    """Finder and loader in one; `ask` asks the host process, `names` gives the file name of a relative path."""

    __slots__ = ("_ask", "_held", "_names", "_ours", "_packages", "shown")

    def __init__(
        self, ask: Callable[..., Served], names: Callable[[str], str], held: dict[str, Served], shown: dict[str, str]
    ) -> None:
        self._ask = ask
        self._names = names
        self._held = held  # modules that were served ahead
        self._ours: dict[str, Served] = {}
        self._packages: set[str] = set()
        self.shown = shown

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002 - the protocol's signature
        """Return how to load a module of the repository, None for a module that is not of the repository."""
        parent, _, _ = fullname.rpartition(".")
        if parent and parent not in self._packages:
            return None
        if not parent and (fullname in sys.stdlib_module_names or fullname == "guardhost"):
            return None
        served = self._held.get(fullname) or self._asked(fullname)
        if served[0] == ABSENT:
            return None
        self._ours[fullname] = served
        relative = served[1].decode("utf-8", "surrogateescape")
        name = self._names(relative)
        self.shown[name] = relative
        package = served[0] in (PACKAGE, NAMESPACE)
        loader: Any = self
        spec = ModuleSpec(fullname, loader, origin=name, is_package=package)
        if served[0] != NAMESPACE:
            spec.has_location = True
        if package:
            self._packages.add(fullname)
        return spec

    def _asked(self, fullname: str) -> Served:
        served = self._ask("find", fullname)
        if served[0] == b"error":
            code, what, where, fix = (field.decode("utf-8", "replace") for field in served[1:])
            raise PolicyError(code, what, where=where, fix=fix)
        return served

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code."""
        code = self.get_code(module.__name__)
        if code is not None:
            exec(code, vars(module))  # noqa: S102 - this is what a loader is for; it runs in the child alone

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of one of our modules, None for a package without a file."""
        kind, path, form, data = self._ours[fullname]
        if kind == NAMESPACE:
            return None
        name = self._names(path.decode("utf-8", "surrogateescape"))
        if form == b"source":
            code: CodeType = compile(data, name, "exec", dont_inherit=True)
            return code
        from _imp import _fix_co_filename  # type: ignore[attr-defined] # what the import system itself uses; not in the stub
        from marshal import loads

        code = loads(data)  # noqa: S302 - from our own cache, checked by our own parent
        if code.co_filename != name:
            _fix_co_filename(code, name)
        return code

    def get_source(self, fullname: str) -> str:
        """Return the source, so that tracebacks and `inspect` show the lines."""
        served = self._ours[fullname]
        data = served[3] if served[2] == b"source" else self._ask("source", served[1])[0]
        encoding = "utf-8"
        if b"coding" in data[:400]:
            from tokenize import detect_encoding

            encoding, _ = detect_encoding(iter(data.splitlines(keepends=True)).__next__)
        text = data.decode(encoding, "replace").removeprefix("\ufeff")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def is_package(self, fullname: str) -> bool:
        """Return whether one of our modules is a package."""
        return fullname in self._packages


def only_ours(root: str) -> None:
    """Take the repository off the interpreter's own path, and forget what was imported from it, or another, that way."""
    folders = {"", ".", root, f"{root}/policy"}
    sys.path[:] = [place for place in sys.path if isinstance(place, str) and place.rstrip("/") not in folders]
    if sys.flags.no_site:
        return  # a hook's process, which imports nothing of any repository and processes no `.pth` file
    own = __file__.rsplit("/", 3)[0]
    kept = (sys.prefix + "/lib", sys.base_prefix + "/lib")
    sys.path[:] = [place for place in sys.path if place == own or (place.startswith(kept) and _of_python(place))]
    start = root.rstrip("/") + "/"
    installed = (sys.prefix + "/", sys.base_prefix + "/")
    taken: dict[str, bool] = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        top = name.partition(".")[0]
        if not file or top == "guardhost":
            continue
        if "/site-packages/" in file:
            if top not in taken:
                taken[top] = exists(f"{start}{top}.py") or exists(start + top)
            if taken[top]:  # the repository's own module of that name comes first
                del sys.modules[name]
        elif file.startswith(start) or not file.startswith(installed):
            del sys.modules[name]


def _of_python(place: str) -> bool:
    """Whether a place is where Python itself looks, not one that a `.pth` file named."""
    last = place.rstrip("/").rpartition("/")[2]
    return last in ("site-packages", "dist-packages", "lib-dynload") or last.startswith("python")
