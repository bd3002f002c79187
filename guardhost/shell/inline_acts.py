"""What a call in Python code does: by the rows of `inline_calls`."""

from __future__ import annotations

from guardhost.model.effects import APPEND, DELETE, MOVE, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.inline import Start
from guardhost.shell.inline_calls import BUILTINS, CALLS, HARMLESS, METHODS, NETWORK, PURE, TAME
from guardhost.shell.inline_values import Made, Many, Named, Walk, below, home_in, is_in, joined, parent, texts
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guardhost.shell.inline_python import Code
    from guardhost.shell.inline_values import Value

# In these modules a function without a row may do anything.
_STRICT = (
    "os", "shutil", "subprocess", "asyncio", "pathlib", "importlib", "pickle", "marshal", "runpy", "code", "pty", "sqlite3",
    "shelve", "dbm", "commands", "sys", "zipfile", "tarfile", "signal", "builtins",
)  # fmt: skip
_PATHS = ("pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath", "os.fspath", "builtins.str")
_SAME = ("os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath", "os.path.normcase")


class Given:
    """The arguments of one call, by place and by name."""

    def __init__(self, code: Code, node: Any) -> None:
        self.values = [code.value(one) for one in node.args]
        self.names = {one.arg: code.value(one.value) for one in node.keywords if one.arg}
        self.literal = {one.arg: getattr(one.value, "value", None) for one in node.keywords if one.arg}
        self.spread = any(type(one).__name__ == "Starred" for one in node.args) or any(not one.arg for one in node.keywords)
        self.nodes = node.args

    def has(self, at: int, name: str) -> bool:
        """Return whether an argument is given."""
        return name in self.names or at < len(self.values)

    def get(self, at: int, name: str) -> Value:
        """Return the argument of this place or name, None when it is not given or not known."""
        return self.names[name] if name in self.names else self.values[at] if at < len(self.values) else None


def called(code: Code, node: Any) -> Value:
    """Return what a call is worth, noting what it does."""
    function = node.func
    owner: Value = None
    if type(function).__name__ == "Attribute":
        owner = code.value(function.value)
        target: Value = Named(f"{owner.name}.{function.attr}") if isinstance(owner, Named) else None
    else:
        target = code.value(function)
    given = Given(code, node)
    if isinstance(target, Made):
        return code.call(target, tuple(given.values), given.names)
    if isinstance(target, Named):
        return _named(code, target.name.removeprefix("builtins.builtins."), given)
    for made in (*given.values, *given.names.values()):
        if isinstance(made, Made):
            _passed(code, made)
    if type(function).__name__ == "Attribute":
        return _method(code, owner, function.attr, given)
    code.unknown = True
    return None


def _passed(code: Code, made: Made) -> None:
    sure, code.sure = code.sure, False
    code.call(made, (), {})
    code.sure = sure


def _named(code: Code, name: str, given: Given) -> Value:
    for made in (*given.values, *given.names.values()):
        if isinstance(made, Made):
            _passed(code, made)
    value = _worth(code, name, given)
    if value is not None:
        return value
    method = name.rpartition(".")[2]
    if name.startswith("pathlib.Path.") and method in METHODS and given.values:
        given.values, first = given.values[1:], given.values[0]
        return _method(code, first, method, given)
    row = CALLS.get(name)
    if row is not None:
        return _ACTS[row[0]](code, given, row[1].split())
    if name in HARMLESS or (name.startswith("builtins.") and name[9:] in BUILTINS):
        return _of_builtin(name[9:], given) if name.startswith("builtins.") else None
    if is_in(name, NETWORK):
        code.network = True
    elif not is_in(name, PURE) or name.partition(".")[0] in _STRICT:
        code.unknown = code.unknown or not name.startswith(("os.path.", "pathlib.", "sys.std", "sys.get"))
    return Many(None) if method in ("open", "ZipFile") else None


def _of_builtin(name: str, given: Given) -> Value:
    if name in ("list", "tuple", "sorted", "set", "iter", "reversed") and given.values:
        return given.values[0] if isinstance(given.values[0], tuple | Many) else None
    return None


def _worth(code: Code, name: str, given: Given) -> Value:
    """Return what a call is worth that makes a path or a text, None for any other."""
    if name in _PATHS and not given.spread:
        value = given.values[0] if given.values else Word(".")
        for more in given.values[1:]:
            value = below(value, more)
        return value if isinstance(value, Word) else unknown() if given.values else Word(".")
    if name == "os.path.join" and given.values and not given.spread:
        value = given.values[0]
        for more in given.values[1:]:
            value = below(value, more)
        return value if isinstance(value, Word) else joined(value)
    if name in ("os.path.expanduser", "os.path.expandvars"):
        value = given.get(0, "path")
        return home_in(_expanded(value, code.home) if name.endswith("vars") else value, code.home) or unknown()
    if name in _SAME:
        return given.get(0, "path") or unknown()
    if name == "os.path.dirname":
        return parent(given.get(0, "p"))
    if name == "pathlib.Path.home":
        return Word(code.home) if code.home else unknown()
    if name in ("pathlib.Path.cwd", "os.getcwd"):
        return code.here()
    if name in ("os.getenv", "os.environ.get"):
        key = given.get(0, "key")
        return Word(code.home) if key == "HOME" and code.home else unknown()
    return _listed(code, name, given)


def _listed(code: Code, name: str, given: Given) -> Value:
    """Return what a call is worth that lists files."""
    first = given.values[0] if given.values else None
    if name in ("glob.glob", "glob.iglob") and isinstance(first, Word):
        root = given.names.get("root_dir")
        return code.globbed(root if isinstance(root, Word) else Word(""), first) if first.known else Many(first)
    if name in ("os.walk", "os.fwalk"):
        return Many(None) if not isinstance(first, Word) else Walk(joined(first, Word("/"), None))
    if name in ("os.scandir", "os.listdir"):
        folder = first if isinstance(first, Word) else Word(".")
        return Many(joined(folder, Word("/"), None)) if name == "os.scandir" else Many(unknown())
    return None


def _expanded(value: Value, home: str) -> Value:
    if isinstance(value, Word) and value.known and "$" in value:
        rest = value.replace("${HOME}", "$HOME")
        head, home_at, tail = rest.partition("$HOME")
        return joined(Word(head), Word(home), Word(tail)) if home_at and home and "$" not in head + tail else unknown()
    return value


def _method(code: Code, owner: Value, name: str, given: Given) -> Value:
    """A method of something: of a path as a rule, where it is one that a path has."""
    if name == "replace" and len(given.values) == 1 and not given.names:
        return _ACTS["move"](code, _with(owner, given), ["self", "target"])
    if name == "replace" and isinstance(owner, Word) and owner.known and len(given.values) == 2:
        old, new = given.values
        if isinstance(old, Word) and isinstance(new, Word) and old.known and new.known and old:
            return Word(owner.replace(old, new))
        return unknown()
    if name in ("glob", "rglob", "iterdir") and isinstance(owner, Word | Many | None):
        folder = owner if isinstance(owner, Word) else None
        return code.globbed(folder, given.get(0, "pattern") if name != "iterdir" else Word("*"), deep=name == "rglob")
    value = _text_method(code, owner, name, given)
    if value is not None:
        return value
    row = METHODS.get(name)
    if row is not None:
        return _ACTS[row[0]](code, _with(owner, given), row[1].split())
    code.unknown = code.unknown or (name not in TAME and name != "replace")
    if name == "append" and isinstance(owner, tuple):
        code.names = {key: (None if value is owner else value) for key, value in code.names.items()}
    return None


def _with(owner: Value, given: Given) -> Given:
    given.values = [owner, *given.values]
    given.nodes = [None, *given.nodes]
    return given


def _text_method(code: Code, owner: Value, name: str, given: Given) -> Value:
    if name in ("resolve", "absolute", "as_posix", "strip", "__str__", "decode", "encode"):
        return owner if isinstance(owner, Word) else None
    if name == "expanduser":
        return home_in(owner, code.home)
    if name == "joinpath":
        for more in given.values:
            owner = below(owner, more)
        return owner
    if not isinstance(owner, Word) or not owner.known:
        return None
    if name == "split" and not given.names and all(isinstance(one, Word) and one.known for one in given.values):
        return tuple(
            Word(one) for one in (owner.split(str(given.values[0])) if given.values and given.values[0] else owner.split())
        )
    if name == "join" and given.values and (members := texts(given.values[0])) is not None:
        pieces = [piece for member in members for piece in (owner, member)][1:]
        return joined(*pieces) if pieces else Word("")
    if name == "format":
        return joined(Word(owner.partition("{")[0]), None) if "{" in owner else owner
    return None


# What calls do.


def _delete(code: Code, given: Given, names: list[str]) -> Value:
    if given.has(0, names[0]):
        code.touch(DELETE, given.get(0, names[0]), **_dir_fd(given))
    return None


def _tree(code: Code, given: Given, names: list[str]) -> Value:
    code.touch(DELETE, given.get(0, names[0]), recursive=True)
    return None


def _dir_fd(given: Given) -> dict[str, object]:
    return {"certain": False} if "dir_fd" in given.names else {}


def _moving(*, into: bool) -> Callable[[Code, Given, list[str]], Value]:
    def act(code: Code, given: Given, names: list[str]) -> Value:
        source, target = given.get(0, names[0]), given.get(1, names[1])
        code.touch(MOVE, source, to=_path(code, target))
        code.touch(WRITE, target, overwrites=True, tree=True, source=_path(code, source), into=into)
        return target if isinstance(target, Word) else None

    return act


def _copying(*, into: bool, tree: bool = False) -> Callable[[Code, Given, list[str]], Value]:
    def act(code: Code, given: Given, names: list[str]) -> Value:
        source, target = given.get(0, names[0]), given.get(1, names[1])
        code.touch(READ, source, recursive=tree)
        code.touch(WRITE, target, overwrites=True, recursive=tree, source=_path(code, source), into=into)
        return target if isinstance(target, Word) else None

    return act


def _path(code: Code, value: Value) -> Word:
    return code.place(value) if isinstance(value, Word) else unknown()


def _on(kind: str, **more: object) -> Callable[[Code, Given, list[str]], Value]:
    """Return an act that does one thing to the last of its named arguments."""

    def act(code: Code, given: Given, names: list[str]) -> Value:
        code.touch(kind, given.get(len(names) - 1, names[-1]), **more)
        return None

    return act


def _first(kind: str, **more: object) -> Callable[[Code, Given, list[str]], Value]:
    """Return an act that does one thing to the first of its named arguments."""

    def act(code: Code, given: Given, names: list[str]) -> Value:
        code.touch(kind, given.get(0, names[0]), **more)
        return None

    return act


def _link(code: Code, given: Given, names: list[str]) -> Value:
    source, target = given.get(names.index(names[0]), names[0]), given.get(1, names[1])
    if "self" in names and names[-1] == "self":
        source, target = given.get(1, "target"), given.get(0, "self")
    code.touch(WRITE, target, link=True, to=_path(code, source))
    return None


def _open(code: Code, given: Given, names: list[str]) -> Value:
    path, mode = given.get(0, names[0]), given.get(1, names[1])
    if names[0] == "self" and not isinstance(path, Word | Many) and not isinstance(mode, Word):
        code.unknown = True  # something with an `open` of its own
        return None
    if isinstance(path, Word) and path.known and path.isdigit():
        return None  # a descriptor
    if not given.has(1, names[1]):
        code.touch(READ, path)
    elif not isinstance(mode, Word) or not mode.known:
        code.touch(WRITE, path, certain=False)
    elif mode[:1] in ("w", "x"):
        code.touch(WRITE, path, overwrites=True)
    elif mode[:1] == "a" or "a" in mode:
        code.touch(APPEND, path)
    elif "+" in mode or "w" in mode:
        code.touch(WRITE, path, overwrites="w" in mode)
    else:
        code.touch(READ, path)
    return Many(None)


def _unpack(code: Code, given: Given, names: list[str]) -> Value:
    code.touch(READ, given.get(0, names[0]))
    folder = given.get(1, names[1]) if given.has(1, names[1]) else Word(".")
    code.touch(WRITE, folder, recursive=True, overwrites=True)
    return None


def _extract(code: Code, given: Given, names: list[str]) -> Value:
    at = len(names) - 1
    folder = given.get(at, names[at]) if given.has(at, names[at]) else Word(".")
    code.touch(WRITE, folder, recursive=True, overwrites=True)
    return None


def _below(code: Code, given: Given, names: list[str]) -> Value:
    base = given.get(0, names[0])
    word = Word(base + "*", pattern=True) if isinstance(base, Word) and base.known else base
    code.touch(WRITE, word, overwrites=True, certain=False)
    return None


def _in_place(code: Code, given: Given, names: list[str]) -> Value:
    files = given.get(0, names[0])
    kind = WRITE if given.has(1, names[1]) else READ
    members = texts(files)
    for one in members if members is not None else (files,):
        code.touch(kind, one)
    return None


def _fetch(code: Code, given: Given, names: list[str]) -> Value:
    code.network = True
    if given.has(1, names[1]):
        code.touch(WRITE, given.get(1, names[1]), overwrites=True)
    return None


def _chdir(code: Code, given: Given, names: list[str]) -> Value:
    path = given.get(0, names[0])
    code.cwd = code.place(path) if isinstance(path, Word) and code.sure else unknown()
    return None


def _lost(code: Code, _given: Given, _names: list[str]) -> Value:
    code.cwd, code.unknown = unknown(), True
    return None


def _env(code: Code, _given: Given, _names: list[str]) -> Value:
    code.changes_env = True
    return None


def _pure(_code: Code, _given: Given, _names: list[str]) -> Value:
    return None


def _unknown(code: Code, _given: Given, _names: list[str]) -> Value:
    code.unknown = True
    return None


def _network(code: Code, _given: Given, _names: list[str]) -> Value:
    code.network = True
    return None


def _leave(code: Code, _given: Given, _names: list[str]) -> Value:
    code.sure = False
    return None


def _start(code: Code, given: Given, words: tuple[Word, ...], text: Word | None = None) -> None:
    cwd = given.names.get("cwd")
    moved = (
        cwd if isinstance(cwd, Word) else unknown() if "cwd" in given.names and given.literal.get("cwd", "") != "" else None
    )
    stdin = given.names.get("input")
    code.starts.append(
        Start(
            words=words,
            text=text,
            cwd=code.place(moved) if moved is not None else code.cwd,
            stdin=str(stdin) if isinstance(stdin, Word) and stdin.known else None,
            certain=code.sure,
        )
    )


def _shell(code: Code, given: Given, names: list[str]) -> Value:
    value = given.get(0, names[0])
    _start(code, given, (), value if isinstance(value, Word) else unknown())
    return None


def _words_of(value: Value) -> tuple[Word, ...]:
    if isinstance(value, tuple):
        return tuple(one if isinstance(one, Word) else unknown() for one in value)
    return (value,) if isinstance(value, Word) else (unknown(),)


def _process(code: Code, given: Given, names: list[str]) -> Value:
    value = given.get(0, names[0])
    shell = given.literal.get("shell", False)
    if shell is False or ("shell" in given.names and shell is None and "shell" not in given.literal):
        executable = given.names.get("executable")
        words = _words_of(value)
        _start(code, given, (executable, *words[1:]) if isinstance(executable, Word) else words)
    else:
        first = _words_of(value)[0]
        _start(code, given, (), first)
    return None


def _spread(code: Code, given: Given, names: list[str]) -> Value:
    skip = int(names[0])
    words = _words_of(tuple(given.values[skip:]))
    _start(code, given, words[:1] + words[2:] if words else (unknown(),))
    return None


def _asyncio(code: Code, given: Given, _names: list[str]) -> Value:
    _start(code, given, _words_of(tuple(given.values)))
    return None


def _argv(code: Code, given: Given, names: list[str]) -> Value:
    at = len(names) - 2
    program, args = given.get(at, names[at]), _words_of(given.get(at + 1, names[at + 1]))
    _start(code, given, (program if isinstance(program, Word) else unknown(), *args[1:]))
    return None


def _code(code: Code, given: Given, names: list[str]) -> Value:
    value = given.get(0, names[0])
    if not isinstance(value, Word) or not value.known or code.depth > 2:
        code.unknown = True
        code.starts.append(Start(certain=False))
        return None
    from guardhost.shell.inline_python import parsed

    tree = parsed(value)
    code.depth += 1
    if tree is None:
        code.unknown = True
    else:
        code.block(tree.body)
    code.depth -= 1
    return None


def _import(code: Code, given: Given, names: list[str]) -> Value:
    value = given.get(0, names[0])
    if not isinstance(value, Word) or not value.known:
        code.unknown = True
        return None
    code.unknown = code.unknown or not (is_in(value, PURE) or is_in(value, NETWORK))
    return Named(str(value))


def _getattr(code: Code, given: Given, _names: list[str]) -> Value:
    owner, name = given.get(0, "object"), given.get(1, "name")
    if isinstance(owner, Named) and isinstance(name, Word) and name.known:
        return Named(f"{owner.name}.{name}")
    code.unknown = True
    return None


_ACTS: dict[str, Callable[[Code, Given, list[str]], Value]] = {
    "delete": _delete, "tree": _tree, "move": _moving(into=False), "move_into": _moving(into=True),
    "copy": _copying(into=False), "copy_into": _copying(into=True), "copytree": _copying(into=False, tree=True),
    "make": _on(WRITE), "write": _on(WRITE), "fill": _first(WRITE, overwrites=True),
    "clear": _first(WRITE, overwrites=True), "append": _on(APPEND), "read": _on(READ), "maybe": _first(WRITE, certain=False),
    "link": _link, "open": _open, "unpack": _unpack, "extract": _extract, "below": _below, "in_place": _in_place,
    "fetch": _fetch, "chdir": _chdir, "lost": _lost, "env": _env, "pure": _pure, "unknown": _unknown,
    "network": _network, "leave": _leave, "shell": _shell, "process": _process, "words": _asyncio, "listed": _argv,
    "spread": _spread, "code": _code, "import": _import, "getattr": _getattr,
}  # fmt: skip
