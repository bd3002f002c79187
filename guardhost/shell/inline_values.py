"""What the values of Python code are worth to us: texts and paths as words, lists of them, names of modules, functions."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Value: TypeAlias = "Word | tuple[Any, ...] | Named | Made | Many | None"

MOST_TEXT = 65536


class Named:
    """A module, or something in one: `os.path.join`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Made:
    """A function that the code makes: its parameters and its body."""

    __slots__ = ("body", "called", "defaults", "names")

    def __init__(self, names: tuple[str, ...], body: list[Any], defaults: dict[str, Any]) -> None:
        self.names = names
        self.body = body
        self.defaults = defaults
        self.called = False


class Many:
    """Several things of which only this is known: each fits the word."""

    __slots__ = ("word",)

    def __init__(self, word: Word | None) -> None:
        self.word = word


class Walk(Many):
    """What `os.walk` gives: a folder below the word, and names in it."""

    __slots__ = ()


def joined(*values: Value) -> Word:
    """Return texts put together; what is not known stays a hole."""
    parts: list[str | None] = []
    pattern = False
    for value in values:
        if not isinstance(value, Word):
            parts.append(None)
            continue
        pattern = pattern or value.pattern
        parts.extend([str(value)] if value.known else value.parts or (None,))
    return _of(parts, pattern=pattern)


def _of(parts: list[str | None], *, pattern: bool = False) -> Word:
    text = "".join(part or "" for part in parts)
    if len(text) > MOST_TEXT:
        return unknown()
    if None not in parts:
        return Word(text, pattern=pattern)
    merged: list[str | None] = []
    for part in parts:
        if part == "":
            continue
        if merged and part is not None and merged[-1] is not None:
            merged[-1] += part
        elif part is not None or not merged or merged[-1] is not None:
            merged.append(part)
    return Word(known=False, raw=text, parts=tuple(merged))


def below(folder: Value, name: Value = None) -> Word:
    """Return a path below a folder, as `os.path.join` makes it."""
    if isinstance(name, Word) and ((name.known and name.startswith("/")) or (name.parts and str(name.parts[0])[:1] == "/")):
        return name
    if isinstance(folder, Word) and folder.known and folder in ("", ".") and isinstance(name, Word):
        return name
    if isinstance(folder, Word) and (str(folder.parts[-1]) if folder.parts else "").endswith("/"):
        return joined(folder, name)
    return joined(folder, Word("/"), name)


def parent(path: Value) -> Word:
    """Return the folder of a path."""
    if not isinstance(path, Word):
        return unknown()
    if path.known:
        return Word(path.rstrip("/").rpartition("/")[0] or ("/" if path.startswith("/") else "."), pattern=path.pattern)
    last = path.parts[-1] if path.parts else None
    if last is not None and "/" in last:
        return _of([*path.parts[:-1], last.rpartition("/")[0]])
    return unknown()


def home_in(path: Value, home: str) -> Value:
    """Return a path with a leading `~` replaced."""
    if isinstance(path, Word) and path.known and (path == "~" or path.startswith("~/")):
        return Word(home + path[1:], pattern=path.pattern) if home else joined(None, Word(path[1:]))
    return path


def found_in(folder: Value, pattern: Value, *, deep: bool = False) -> Many:
    """Return what a glob in a folder finds."""
    if not isinstance(folder, Word) or not isinstance(pattern, Word) or not pattern.known or not folder.known:
        return Many(below(folder, None) if isinstance(folder, Word) else None)
    start = "" if folder in ("", ".") else folder.rstrip("/") + "/"
    return Many(Word(f"{start}{'**/' if deep else ''}{pattern}", pattern=True))


def texts(value: Value) -> tuple[Value, ...] | None:
    """Return the members of a list that is known, None for any other value."""
    return value if isinstance(value, tuple) else None


def is_in(name: str, modules: frozenset[str] | tuple[str, ...]) -> bool:
    """Return whether a dotted name is one of the modules or lies in one."""
    while name:
        if name in modules:
            return True
        name = name.rpartition(".")[0]
    return False
