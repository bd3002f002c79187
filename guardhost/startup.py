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
    from types import CodeType

# What every call of a plain line runs, in the order in which they import each other.
PLAIN = (
    "guardhost",
    "guardhost.model",
    "guardhost.model.record",
    "guardhost.model.errors",
    "guardhost.model.verdict",
    "guardhost.model.event",
    "guardhost.model.jsontext",
    "guardhost.model.line",
    "guardhost.world",
    "guardhost.world.process",
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
    "guardhost.judgement.deadline",
    "guardhost.judgement.scene",
    "guardhost.judgement.flow",
    "guardhost.judgement.recording",
    "guardhost.hosts",
    "guardhost.hosts.reply",
    "guardhost.hook",
)

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


def _plain(root: str, package: str) -> bytes:
    from marshal import dumps

    found = [(name, *_compiled(root, name)) for name in PLAIN]
    sources = tuple((file, changed, size) for _, _, file, changed, size, _ in found)
    modules = tuple((name, is_package, file, code) for name, is_package, file, _, _, code in found)
    return dumps((_code(f"{package}/bundled.py"), tag(package), sources, modules))


def _later(root: str, package: str) -> bytes:
    from marshal import dumps

    found = {name: _compiled(root, name) for name in _names(package) if name not in PLAIN}
    index = {name: (*one[:4], 0, 0) for name, one in found.items()}
    start = 8 + len(dumps((tag(package), index))) + 64 * len(index)  # numbers grow; what is left between is never read
    at = start
    for name, one in found.items():
        index[name] = (*one[:4], at, len(one[4]))
        at += len(one[4])
    head = dumps((tag(package), index))
    return len(head).to_bytes(8, "big") + head.ljust(start - 8, b"\0") + b"".join(one[4] for one in found.values())


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
    with open(file, "rb") as source:
        code: CodeType = compile(source.read(), file, "exec", dont_inherit=True, optimize=2)
    return code


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
