"""The hook's modules, compiled, in one file: what the stub runs instead of thirty look-ups in folders.

The import system costs a quarter of a millisecond a module, on every call of an agent. The file is a cache like `.pyc`
files: it names every source with its time and size, and one that is stale, foreign or broken is not used but made
anew once the answer is given. What is run together is in `groups.py`.
"""

from __future__ import annotations

import posix
import sys

from guardhost.cold import COLD
from guardhost.groups import GROUPS, PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence
    from types import CodeType

    Sources = tuple[tuple[str, int, int], ...]
    Row = tuple[str, bool, str, CodeType, tuple[tuple[str, int, int], ...]]
    Rows = tuple[Row, ...]

ANNOTATIONS = 0x1000000  # the compiler's flag for `from __future__ import annotations`, whose import costs 0.2 ms

# What makes and runs the file itself: it is stale when they have changed.
OWN = ("guardhost.bundled", "guardhost.startup", "guardhost.groups", "guardhost.cold")

# Host adapters, of which a call needs one, what several share, and modules in C whose files are then not looked for:
# found without the index.
HOSTS = "guardhost.hosts."
SHARED = ("guardhost.hosts.family",)
IN_C = ("_json", "_blake2", "_sha1", "_sqlite3", "select", "fcntl", "zlib")

# Rooms whose modules are in the file too, and run when something imports them.
LATER = (
    "builtin", "calls", "calls/specs", "hosts", "judgement", "judges", "model", "rules", "rules/kinds", "shell", "temporal",
    "world",
)  # fmt: skip


MOST_PIECE = 108 * 1024  # bytes of code that are read at once


def tag(package: str) -> str:
    """Return what a file must have been made for: this layout, this interpreter's code, this place."""
    return f"3 {sys.implementation.cache_tag} {sys.hexversion:x} {package}"


def path(package: str) -> str:
    """Return where the file of the package lies: beside its `.pyc` files."""
    return f"{package}/__pycache__/hook.{sys.implementation.cache_tag}.bundle"


def build(package: str) -> bool:
    """Make the file of the package in that folder; False when it cannot be written. Sources are compiled, not run."""
    from guardhost.world.files import write_atomic

    try:
        write_atomic(path(package), _whole(package.rpartition("/")[0], package), 0o644)
    except OSError:
        return False
    return True


def current(package: str) -> bool:
    """Return whether the file is there, made by this interpreter for that folder, of sources that have not changed."""
    from marshal import loads

    try:
        with open(path(package), "rb") as file:
            near = file.read(int.from_bytes(file.read(8), "big"))
            far = file.read()
        _, made, sources, _, adapters, (at, width) = loads(near)
        index = loads(far[at : at + width])
        groups = [one for one in (*adapters.values(), *index.values()) if isinstance(one, tuple) and len(one) == 2]
        stamps = [*sources, *(source for at, width in groups for source in loads(far[at : at + width])[0])]
        stamps += [one[1:4] for one in index.values() if len(one) > 2]
        found = [(posix.stat(file), changed, size) for file, changed, size in stamps]
    except Exception:  # noqa: BLE001 - whatever is wrong with a cache, it is made anew
        return False
    return made == tag(package) and all(one.st_mtime_ns == changed and one.st_size == size for one, changed, size in found)


class _Far:
    """The part of the file that is read piece by piece, as some call needs it."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.rows: dict[str, Row] = {}

    def put(self, piece: bytes) -> tuple[int, int]:
        """Add a piece; return its place and width."""
        self.data += piece
        return len(self.data) - len(piece), len(piece)


def _whole(root: str, package: str) -> bytes:
    """Return the file: the width of its near part, the near part (what every call reads first), the far part."""
    from marshal import dumps

    far = _Far()
    sources, rows = _together(root, PLAIN, far)
    sources += tuple(_stamp(root, name) for name in OWN)
    plain = _pieces(rows, far)
    near = dumps(
        (_code(f"{package}/bundled.py"), tag(package), sources, plain, _near(root, package, far), _index(root, package, far))
    )
    return len(near).to_bytes(8, "big") + near + far.data


def _pieces(rows: Rows, far: _Far) -> tuple[tuple[int, int], ...]:
    """Put rows into the far part, in pieces that are read one after the other into the same memory; return their places.

    A longer buffer is mapped from the system for itself, and each of its pages costs a fault.
    """
    from marshal import dumps

    pieces = []
    first, size = 0, 0
    for at, row in enumerate(rows):
        size += len(dumps(row))
        if size > MOST_PIECE or at == len(rows) - 1:
            pieces.append(far.put(dumps(rows[first : at + 1])))
            first, size = at + 1, 0
    return tuple(pieces)


def _near(root: str, package: str, far: _Far) -> dict[str, object]:
    """Return what is found without the index: host adapters, each a group of its own, and the files of modules in C."""
    from importlib.util import find_spec
    from marshal import dumps

    near: dict[str, object] = {
        name: far.put(dumps(_together(root, (*_shared(root, name), name), far)))
        for name in _names(package)
        if name.startswith(HOSTS) and name not in PLAIN
    }
    for name in IN_C:
        found = find_spec(name)
        if found is not None and found.origin is not None and found.origin.startswith("/"):
            near[name] = found.origin
    return near


def _shared(root: str, name: str) -> tuple[str, ...]:
    """Return what an adapter has in common with others and imports when it is loaded: it is read in one go with it."""
    import ast

    body = _tree(_found(root, name)[1]).body
    return tuple(one.module for one in body if isinstance(one, ast.ImportFrom) and one.module in SHARED)


def _index(root: str, package: str, far: _Far) -> tuple[int, int]:
    """Put the groups, the single modules and their index into the far part; return where the index is."""
    from marshal import dumps

    index: dict[str, tuple[object, ...]] = {}
    for name, group in GROUPS.items():
        index[name] = far.put(dumps(_together(root, group, far)))
    for name in _names(package):
        if name not in PLAIN and name not in GROUPS and not name.startswith(HOSTS):
            *told, code = _compiled(root, name)
            index[name] = (*told, *far.put(code))
    return far.put(dumps(index))


def _together(root: str, names: tuple[str, ...], far: _Far) -> tuple[Sources, Rows]:
    """Return (the sources, the rows) of modules that are run in one go. Written as one they share their names."""
    return tuple(_stamp(root, name) for name in names), tuple(_row(root, name, far) for name in names)


def _row(root: str, name: str, far: _Far) -> Row:
    """Return a module of a group; one that several groups have is compiled once."""
    from marshal import dumps

    if name not in far.rows:
        package, file, *_ = _found(root, name)
        tree, late = _parted(_tree(file), COLD.get(name, ()))
        functions = tuple((one.name, *far.put(dumps(_compile([one], file)))) for one in late)
        far.rows[name] = (name, package, file, _compile(tree.body, file), functions)
    return far.rows[name]


def _parted(tree: ast.Module, cold: Sequence[str]) -> tuple[ast.Module, list[ast.FunctionDef]]:
    """Take the functions out of a module that ordinary calls never run; one that is bound twice or decorated stays."""
    import ast

    late = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and node.name in cold
        and not node.decorator_list
        and _bound(tree, node.name) == 1
    ]
    tree.body = [node for node in tree.body if node not in late]
    return tree, late


def _bound(tree: ast.Module, name: str) -> int:
    """Return how often a module binds a name at its top level, at least."""
    import ast

    found = 0
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found += node.name == name
        else:
            found += any(
                isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store) for one in ast.walk(node)
            )
    return found


def function_code(file: str, name: str) -> CodeType:
    """Return the code that defines one function of a source file at its top level."""
    import ast

    found = [node for node in _tree(file).body if isinstance(node, ast.FunctionDef) and node.name == name]
    if not found:
        raise ImportError(f"{file} has no function `{name}` any more; it has changed while a call was judged")
    return _compile([found[-1]], file)


def _names(package: str) -> list[str]:
    names: list[str] = []
    for room in LATER:
        dotted = room.replace("/", ".")
        names.extend(f"guardhost.{dotted}.{entry}".removesuffix(".__init__") for entry in _modules(f"{package}/{room}"))
    return names


def _modules(folder: str) -> list[str]:
    return sorted(entry[:-3] for entry in posix.listdir(folder) if entry.endswith(".py"))


def _found(root: str, name: str) -> tuple[bool, str, int, int]:
    """Return (whether it is a package, its file, when that changed, its size) of one module."""
    base = f"{root}/{name.replace('.', '/')}"
    file, package = f"{base}.py", False
    try:
        found = posix.stat(file)
    except FileNotFoundError:
        file, package = f"{base}/__init__.py", True
        found = posix.stat(file)
    return package, file, found.st_mtime_ns, found.st_size


def _stamp(root: str, name: str) -> tuple[str, int, int]:
    return _found(root, name)[1:]


def _compiled(root: str, name: str) -> tuple[bool, str, int, int, bytes]:
    """Return what `_found` returns, and the module's code."""
    from marshal import dumps

    found = _found(root, name)
    return (*found, dumps(_code(found[1])))


def _code(file: str) -> CodeType:
    return _compile(_tree(file).body, file)


def _tree(file: str) -> ast.Module:
    """Return a source without what only people and type checkers read: annotations and their imports."""
    import ast

    with open(file, "rb") as source:
        return _slim(ast.parse(source.read(), file))


def _compile(body: Sequence[ast.stmt], file: str) -> CodeType:
    import ast

    tree = ast.Module(list(body), [])
    code: CodeType = compile(tree, file, "exec", flags=ANNOTATIONS, dont_inherit=True, optimize=2)
    return code


def _slim(tree: ast.Module) -> ast.Module:
    """Take annotations off functions (not off classes: a record's fields are its annotations) and typing's blocks out."""
    import ast

    tree.body = [node for node in tree.body if not _for_typing(node)]
    for node in _statements(tree.body):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in (
                *node.args.posonlyargs,
                *node.args.args,
                *node.args.kwonlyargs,
                node.args.vararg,
                node.args.kwarg,
            ):
                if argument is not None:
                    argument.annotation = None
    return tree


def _statements(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Give every statement, also those within others; no expression has an annotation, and they are most of a tree."""
    for node in body:
        yield node
        for inner in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(node, inner, ()))


def _for_typing(node: ast.stmt) -> bool:
    import ast

    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return (
        isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" and not node.orelse
    )


def renew(package: str) -> None:
    """Make the file anew in a process of its own that nobody waits for; nothing where the folder cannot be written.

    Of several calls that find it stale at once, one makes them.
    """
    folder = f"{package}/__pycache__"
    if not posix.access(folder, posix.W_OK):
        return
    lock = posix.open(
        f"{folder}/hook.{sys.implementation.cache_tag}.lock", posix.O_RDWR | posix.O_CREAT | posix.O_CLOEXEC, 0o644
    )
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(lock, LOCK_EX | LOCK_NB)
    except OSError:
        return
    if posix.fork():
        return
    status = 1
    try:
        posix.setsid()
        nowhere = posix.open("/dev/null", posix.O_RDWR)
        for fd in (0, 1, 2):
            posix.dup2(nowhere, fd)
        status = 0 if build(package) else 1
    finally:
        posix._exit(status)  # noqa: SLF001 - the documented name; whatever happened, this process must not answer
