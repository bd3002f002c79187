"""The globs of rule files and of `guard.glob`: case counts, the whole value must fit, `*` and `?` also cross a slash,
`[..]` is a set, a pattern without a slash also fits the last name of a path.

No regular expression: matching costs no import and its time is bounded by the product of both lengths.
"""

from __future__ import annotations

from guardhost.model.glob import ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    # Any text ("*"), any character but a slash, zero or more ("-"), one of some characters ("1": those, negated).
    Token: TypeAlias = tuple[str, tuple[tuple[str, str], ...], bool]

ANY: Token = ("*", (), False)
NAME: Token = ("-", (), False)


def tokens(pattern: str, *, of_line: bool = False) -> list[Token]:
    """Return the tokens of a pattern; with `of_line` it is one on a line, whose `*` and `?` stop at a slash."""
    found: list[Token] = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        at += 1
        if char == "*":
            if found[-1:] != [NAME if of_line else ANY]:
                found.append(NAME if of_line else ANY)
        elif char == "?":
            found.append(("1", (("/", "/"),) if of_line else (), True))
        elif char == "[" and (end := _end(pattern, at)) > 0:
            found.append(_set(pattern[at:end]))
            at = end + 1
        else:
            found.append(("1", ((char, char),), False))
    return found


def letters(text: str) -> list[Token]:
    """Return the tokens of a text that stands for itself."""
    return [("1", ((char, char),), False) for char in text]


def _end(pattern: str, at: int) -> int:
    start = at + (pattern[at : at + 1] in ("!", "^"))
    return pattern.find("]", start + 1)


def _set(body: str) -> Token:
    negated = body[:1] in ("!", "^")
    return ("1", tuple(ranges(body[1:] if negated else body)), negated)


def _takes(token: Token, char: str) -> bool:
    return any(low <= char <= high for low, high in token[1]) != token[2]


_read: dict[str, list[Token]] = {}  # a cache: the tokens of the patterns seen so far


def fits(text: str, pattern: str) -> bool:
    """Return whether the whole of `text` fits `pattern`."""
    if pattern == "*":
        return True
    if not any(char in pattern for char in "*?["):
        return text == pattern
    row = _read.get(pattern)
    if row is None:
        row = _read[pattern] = tokens(pattern)
    return _walk(text, row)


def is_plain(text: str) -> bool:
    """Return whether a value stands for nothing but itself: an option, an address."""
    return not text or text.startswith("-") or "://" in text or len(text) > 4096 or "\n" in text or "\0" in text


def below(path: str, root: str) -> str:
    """Return an absolute path as it is called from `root`, "." for that itself, "" where it lies elsewhere."""
    if not root or not (path == root or path.startswith(root + "/")):
        return ""
    return path[len(root) + 1 :] or "."


def one_fits(names: Iterable[str], pattern: str) -> bool:
    """Return whether one form of a value fits `pattern`, or its last name where the pattern has no slash."""
    last = "/" not in pattern
    return any(
        fits(name, pattern)
        or (last and "/" in name and not is_plain(name) and fits(name.rstrip("/").rsplit("/", 1)[-1], pattern))
        for name in names
    )


def _walk(text: str, row: list[Token]) -> bool:
    """Match with two cursors: on a mismatch go back to the last star and let it take one more."""
    at = spot = 0
    star = mark = -1
    while at < len(text):
        if spot < len(row) and row[spot] == ANY:
            star, mark = spot, at
            spot += 1
        elif spot < len(row) and _takes(row[spot], text[at]):
            at += 1
            spot += 1
        elif star >= 0:
            mark += 1
            at, spot = mark, star + 1
        else:
            return False
    return all(token == ANY for token in row[spot:])


def share(left: list[Token], right: list[Token]) -> bool:
    """Return whether some text fits both rows of tokens."""
    todo = [(0, 0)]
    seen = {(0, 0)}
    while todo:
        i, j = todo.pop()
        if i == len(left) and j == len(right):
            return True
        for state in _steps(left, right, i, j):
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return False


def _steps(left: list[Token], right: list[Token], i: int, j: int) -> list[tuple[int, int]]:
    one = left[i] if i < len(left) else None
    other = right[j] if j < len(right) else None
    found: list[tuple[int, int]] = []
    if one is not None and one[0] != "1":
        found.append((i + 1, j))
        if other is not None and (other[0] != "1" or _met(other, one)):
            found.append((i, j + 1))
    if other is not None and other[0] != "1":
        found.append((i, j + 1))
        if one is not None and (one[0] != "1" or _met(one, other)):
            found.append((i + 1, j))
    if one is not None and other is not None and one[0] == other[0] == "1" and _common(one, other):
        found.append((i + 1, j + 1))
    return found


def _met(one: Token, star: Token) -> bool:
    """Return whether a star may take a character of `one`."""
    return star == ANY or one[2] or any((low, high) != ("/", "/") for low, high in one[1])


def _common(one: Token, other: Token) -> bool:
    tried = "x" + "".join(
        chr(code)
        for token in (one, other)
        for low, high in token[1]
        for code in (ord(low), ord(high), ord(low) - 1, ord(high) + 1)
        if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    )
    return any(_takes(one, char) and _takes(other, char) for char in tried)
