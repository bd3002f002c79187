"""The hook's modules, compiled, in one file: what the stub runs instead of thirty look-ups in folders.

The import system costs a quarter of a millisecond a module, on every call of an agent. The file is a cache like `.pyc`
files: it names every source with its time and size, and one that is stale, foreign or broken is not used but made
anew once the answer is given. `PLAIN` is also the allow-list of what a plain line may load.
"""

from __future__ import annotations

import posix
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from types import CodeType

    Sources = tuple[tuple[str, int, int], ...]
    Modules = tuple[tuple[str, bool, str, bytes], ...]

ANNOTATIONS = 0x1000000  # the compiler's flag for `from __future__ import annotations`, whose import costs 0.2 ms

# What every call of a plain line runs, in the order in which they import each other.
PLAIN = (
    "guardhost",
    "guardhost.model",
    "guardhost.model.record",
    "guardhost.model.event",
    "guardhost.model.jsontext",
    "guardhost.model.line",
    "guardhost.model.outcome",
    "guardhost.world",
    "guardhost.world.clock",
    "guardhost.world.files",
    "guardhost.world.state",
    "guardhost.world.repository",
    "guardhost.world.marks",
    "guardhost.world.trail",
    "guardhost.shell",
    "guardhost.shell.scope",
    "guardhost.shell.wrappers",
    "guardhost.shell.programs",
    "guardhost.shell.reader_plain",
    "guardhost.shell.reading",
    "guardhost.shell.vcs",
    "guardhost.shell.readonly_table",
    "guardhost.shell.readonly",
    "guardhost.judgement",
    "guardhost.judgement.loaded",
    "guardhost.judgement.scene",
    "guardhost.judgement.flow",
    "guardhost.judgement.recording",
    "guardhost.hosts",
    "guardhost.hosts.reply",
    "guardhost.hook",
)

# What makes and runs the file itself: it is stale when they have changed.
OWN = ("guardhost.bundled", "guardhost.startup")

# What a call needs beside that once it is judged by a policy: run in one go when the first of them is imported.
JUDGING = (
    "guardhost.model.errors",
    "guardhost.model.verdict",
    "guardhost.model.request",
    "guardhost.judges",
    "guardhost.judges.frames",
    "guardhost.judges.offspring",
    "guardhost.judges.shelf",
    "guardhost.judges.source",
    "guardhost.judges.caller",
    "guardhost.judges.importer",
    "guardhost.judges.registry",
    "guardhost.judges.child",
    "guardhost.judgement.facts",
    "guardhost.judgement.deadline",
    "guardhost.judgement.requests",
    "guardhost.judgement.policies",
    "guardhost.judgement.sides",
    "guardhost.judgement.asking",
)

# What a line that is not proven to only read needs beside `PLAIN`.
TOUCHING = (
    "guardhost.model.effects",
    "guardhost.shell.programs_table",
    "guardhost.shell.effects",
    "guardhost.world.build",
    "guardhost.model.glob",
    "guardhost.builtin",
    "guardhost.builtin.matter",
    "guardhost.builtin.paths",
    "guardhost.builtin.asking",
    "guardhost.judgement.guarding",
)
# What a line with shell syntax needs once its reader's process is started.
PARSING = (
    "guardhost.shell.tree",
    "guardhost.shell.ansi",
    "guardhost.shell.reader_shfmt",
    "guardhost.shell.words",
    "guardhost.shell.numbers",
    "guardhost.shell.internal",
    "guardhost.shell.peel",
    "guardhost.shell.walk",
    "guardhost.shell.parse",
)
# The module whose import runs its group; the others of a group are also there one by one.
GROUPS = {
    "guardhost.judgement.policies": JUDGING,
    "guardhost.shell.effects": TOUCHING,
    "guardhost.shell.parse": PARSING,
}

# Host adapters, of which a call needs one, and modules in C whose files are then not looked for: both lie in the first file.
HOSTS = "guardhost.hosts."
IN_C = ("_json", "_blake2", "_sha1", "select", "fcntl")

# Rooms whose modules are in the file too, and run when something imports them.
LATER = ("builtin", "calls", "hosts", "judgement", "judges", "model", "shell", "world")


def tag(package: str) -> str:
    """Return what a file must have been made for: this layout, this interpreter's code, this place."""
    return f"1 {sys.implementation.cache_tag} {sys.hexversion:x} {package}"


def path(package: str, kind: str = "bundle") -> str:
    """Return where a file of the package lies, beside its `.pyc` files: "bundle" (every call) or "later" (the rest)."""
    return f"{package}/__pycache__/hook.{sys.implementation.cache_tag}.{kind}"


def build(package: str) -> bool:
    """Make both files of the package in that folder; False when they cannot be written. Sources are compiled, not run."""
    from guardhost.world.files import write_atomic

    root = package.rpartition("/")[0]
    try:
        write_atomic(path(package, "later"), _later(root, package), 0o644)
        write_atomic(path(package), _plain(root, package), 0o644)
    except OSError:
        return False
    return True


def current(package: str) -> bool:
    """Return whether both files are there, made by this interpreter for that folder, of sources that have not changed."""
    from marshal import loads

    try:
        with open(path(package), "rb") as file:
            _, made, sources, _, near = loads(file.read())
        with open(path(package, "later"), "rb") as file:
            made_later, index = loads(file.read(int.from_bytes(file.read(8), "big")))
        stamps = [*sources, *(one[:3] for one in near.values() if isinstance(one, tuple))]
        stamps += [one[1:4] for one in index.values() if len(one) > 2]
        found = [(posix.stat(file), changed, size) for file, changed, size in stamps]
    except (OSError, ValueError, EOFError, TypeError):
        return False
    fresh = all(one.st_mtime_ns == changed and one.st_size == size for one, changed, size in found)
    return fresh and made == made_later == tag(package)


def _plain(root: str, package: str) -> bytes:
    from importlib.util import find_spec
    from marshal import dumps

    sources, modules = _together(root, PLAIN)
    own = tuple((file, changed, size) for _, file, changed, size, _ in (_compiled(root, name) for name in OWN))
    near: dict[str, object] = {name: _compiled(root, name)[1:] for name in _names(package) if name.startswith(HOSTS)}
    for name in IN_C:
        found = find_spec(name)
        if found is not None and found.origin is not None and found.origin.startswith("/"):
            near[name] = found.origin
    return dumps((_code(f"{package}/bundled.py"), tag(package), sources + own, modules, near))


def _together(root: str, names: tuple[str, ...]) -> tuple[Sources, Modules]:
    """Return (the sources, the modules) that are run in one go."""
    found = [(name, *_compiled(root, name)) for name in names]
    sources = tuple((file, changed, size) for _, _, file, changed, size, _ in found)
    return sources, tuple((name, package, file, code) for name, package, file, _, _, code in found)


def _later(root: str, package: str) -> bytes:
    from marshal import dumps

    names = [name for name in _names(package) if name not in PLAIN and name not in GROUPS]
    found = {name: _compiled(root, name) for name in names}
    parts: list[tuple[str, tuple[object, ...], bytes]] = [
        (name, (), dumps(_together(root, group))) for name, group in GROUPS.items()
    ]
    parts += [(name, one[:4], one[4]) for name, one in found.items()]
    index: dict[str, tuple[object, ...]] = {name: (*told, 0, 0) for name, told, _ in parts}
    start = 8 + len(dumps((tag(package), index))) + 64 * len(index)  # numbers grow; what is left between is never read
    at = start
    for name, told, data in parts:
        index[name] = (*told, at, len(data))
        at += len(data)
    head = dumps((tag(package), index))
    return len(head).to_bytes(8, "big") + head.ljust(start - 8, b"\0") + b"".join(data for _, _, data in parts)


def _names(package: str) -> list[str]:
    names: list[str] = []
    for room in LATER:
        names.extend(f"guardhost.{room}.{entry}".removesuffix(".__init__") for entry in _modules(f"{package}/{room}"))
    names.extend(f"guardhost.calls.specs.{entry}" for entry in _modules(f"{package}/calls/specs") if entry != "__init__")
    return names


def _modules(folder: str) -> list[str]:
    return sorted(entry[:-3] for entry in posix.listdir(folder) if entry.endswith(".py"))


def _compiled(root: str, name: str) -> tuple[bool, str, int, int, bytes]:
    """Return (whether it is a package, its file, when that changed, its size, its code) of one module."""
    from marshal import dumps

    base = f"{root}/{name.replace('.', '/')}"
    file, package = f"{base}.py", False
    try:
        found = posix.stat(file)
    except FileNotFoundError:
        file, package = f"{base}/__init__.py", True
        found = posix.stat(file)
    return package, file, found.st_mtime_ns, found.st_size, dumps(_code(file))


def _code(file: str) -> CodeType:
    """Return a source's code without what only people and type checkers read: docstrings, annotations, their imports."""
    import ast

    with open(file, "rb") as source:
        tree = _slim(ast.parse(source.read(), file))
    code: CodeType = compile(tree, file, "exec", flags=ANNOTATIONS, dont_inherit=True, optimize=2)
    return code


def _slim(tree: ast.Module) -> ast.Module:
    """Take annotations off functions (not off classes: a record's fields are its annotations) and typing's blocks out."""
    import ast

    tree.body = [node for node in tree.body if not _for_typing(node)]
    for node in ast.walk(tree):
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


def _for_typing(node: ast.stmt) -> bool:
    import ast

    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return (
        isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" and not node.orelse
    )


def renew(package: str) -> None:
    """Make both files anew in a process of its own that nobody waits for; nothing where the folder cannot be written.

    Of several calls that find the files stale at once, one makes them.
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
