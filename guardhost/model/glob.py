"""The globs of changes and of built-in rules: `*`, `?`, `[..]`, `{a,b}` and `**`. Rule files have those of `model.pattern`.

`*` and `?` stop at a slash, `**` does not; a pattern without a slash fits the last name of a path as well; a leading
`./` counts for nothing. No regular expression, so matching costs no import and its time is bounded.
"""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Part: TypeAlias = tuple[str, Callable[[str], bool], str, bool]

MOST_ALTERNATIVES = 64


def matches(path: str, pattern: str) -> bool:
    """Return whether `path` fits `pattern`."""
    path = _plain(path)
    for one in _alternatives(_plain(pattern)):
        if _fits(path, one) or ("/" not in one and _fits(path.rsplit("/", 1)[-1], one)):
            return True
    return False


def _plain(text: str) -> str:
    while text.startswith("./"):
        text = text[2:]
    return text


def _alternatives(pattern: str) -> list[str]:
    """Return the pattern with its first-level `{a,b}` groups written out, at most `MOST_ALTERNATIVES`."""
    done: list[str] = []
    todo = [pattern]
    while todo and len(done) + len(todo) <= MOST_ALTERNATIVES:
        text = todo.pop()
        group = _group(text)
        if group is None:
            done.append(text)
            continue
        start, end, choices = group
        todo.extend(text[:start] + choice + text[end:] for choice in choices)
    return done + todo


def _group(text: str) -> tuple[int, int, list[str]] | None:
    start = text.find("{")
    while start >= 0:
        depth, cuts = 0, [start]
        for at in range(start, len(text)):
            depth += (text[at] == "{") - (text[at] == "}")
            if text[at] == "," and depth == 1:
                cuts.append(at)
            if depth == 0:
                if len(cuts) == 1:
                    break
                cuts.append(at)
                return start, at + 1, [text[a + 1 : b] for a, b in pairwise(cuts)]
        start = text.find("{", start + 1)
    return None


def _fits(path: str, pattern: str) -> bool:
    """Match with the classic two-cursor walk: on a mismatch go back to the last star and let it take one more."""
    reach = {0}
    at = 0
    while at < len(pattern) and reach:
        char = pattern[at]
        if pattern.startswith("**", at):
            at += 2
            first = min(reach)
            if pattern.startswith("/", at):
                at += 1
                reach = {i for i in range(first, len(path) + 1) if i in reach or (i > 0 and path[i - 1] == "/")}
            else:
                reach = set(range(first, len(path) + 1))
            continue
        if char == "*":
            at += 1
            reach = _star(path, reach)
            continue
        width, test = _single(pattern, at)
        at += width
        reach = {i + 1 for i in reach if i < len(path) and test(path[i])}
    return len(path) in reach


def _star(path: str, reach: set[int]) -> set[int]:
    grown: set[int] = set()
    for start in reach:
        end = path.find("/", start)
        end = len(path) if end < 0 else end
        grown.update(range(start, end + 1))
    return grown


def _single(pattern: str, at: int) -> tuple[int, Callable[[str], bool]]:
    char = pattern[at]
    if char == "?":
        return 1, lambda c: c != "/"
    if char == "\\" and at + 1 < len(pattern):
        wanted = pattern[at + 1]
        return 2, lambda c: c == wanted
    close = pattern.find("]", at + 2) if char == "[" else -1
    if close > 0:
        body = pattern[at + 1 : close]
        negate = body[:1] in ("!", "^")
        return close + 1 - at, _class(body[1:] if negate else body, negate)
    return 1, lambda c: c == char


def _class(body: str, negate: bool) -> Callable[[str], bool]:
    taken = ranges(body)
    return lambda c: c != "/" and (any(low <= c <= high for low, high in taken) != negate)


def ranges(body: str) -> list[tuple[str, str]]:
    """Return what stands in the brackets of a set, as (first, last) of each range; one character is a range of itself."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(body):
        wide = at + 2 < len(body) and body[at + 1] == "-"
        found.append((body[at], body[at + 2] if wide else body[at]))
        at += 3 if wide else 1
    return found


def literal(path: str) -> str:
    """Return the pattern that fits `path` alone."""
    return "".join("\\" + char if char in "*?[]\\{}" else char for char in path)


def covers(folder: str, pattern: str, root: str = "") -> bool:
    """Return whether some file below `folder` could fit `pattern`, which is relative to `root` where that is given.

    The folder is taken letter by letter; `.` is the one that relative patterns start from.
    """
    start = _plain(folder.rstrip("/") + "/")
    return _meets([*map(_letter, start), _deep()], pattern, root)


def overlaps(expanded: str, pattern: str, root: str = "", *, below: bool = False) -> bool:
    """Return whether a path that the shell could expand a glob to, or one `below` it, could fit `pattern`."""
    given = _parts(_plain(expanded), hidden=False)
    return _meets(given, pattern, root) or (below and _meets([*given, _letter("/"), _deep()], pattern, root))


def _meets(given: list[Part], pattern: str, root: str) -> bool:
    """Return whether one path fits both; of a pattern without a slash the last name of the path is enough."""
    base = [*map(_letter, root.rstrip("/") + "/")] if root else []
    for one in _alternatives(_plain(pattern)):
        if _share(given, _parts(one) if one.startswith("/") else base + _parts(one)):
            return True
        if one and "/" not in one and _share(given, base + _parts("**/" + one)):
            return True
    return False


def _letter(char: str) -> Part:
    return "one", lambda c: c == char, char, True


def _deep(kind: str = "deep") -> Part:
    return kind, lambda _c: True, "x/", True


def _parts(pattern: str, *, hidden: bool = True) -> list[Part]:
    """Return the parts of a pattern: (kind, what it takes, what is worth trying, whether it takes a leading dot).

    A "one" takes one character, a "star" those of a name, "deep" any; a "gate" may leave out the "run" behind it, which
    takes folders. With `hidden` False only a dot itself meets a leading dot, as in a shell.
    """
    parts: list[Part] = []
    at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            parts.extend((_deep("gate"), _deep("run")))
            at += 3
        elif pattern.startswith("**", at):
            parts.append(_deep())
            at += 2
        elif pattern[at] == "*":
            parts.append(("star", lambda c: c != "/", "x", hidden))
            at += 1
        else:
            width, test = _single(pattern, at)
            wild = pattern[at] == "?" or (pattern[at] == "[" and width > 1)
            parts.append(("one", test, _tried(pattern[at : at + width], wild), hidden or not wild))
            at += width
    return parts


def _tried(text: str, wild: bool) -> str:
    """Return characters to try: of a set its own, their neighbours, which ranges and negations leave, and any other."""
    if not wild:
        return text[-1]
    return "x" + "".join(chr(code) for c in text[1:-1] for code in (ord(c), ord(c) + 1, ord(c) - 1) if 0 < code < 0xD800)


def _share(given: list[Part], wanted: list[Part]) -> bool:
    """Return whether some path fits both rows of parts: walks them side by side, a character at a time.

    What stands for anything in `given` makes real paths only: no empty name, no slash at an end.
    """
    todo = [(i, j, "") for i in _open(given, 0) for j in _open(wanted, 0)]
    seen = set(todo)
    while todo:
        i, j, before = todo.pop()
        if i == len(given) or j == len(wanted):
            if i == len(given) and j == len(wanted) and before not in ("", "/"):
                return True
            continue
        for char in given[i][2] + wanted[j][2]:
            if not (_takes(given[i], char, before) and wanted[j][1](char)):
                continue
            now = "/" if char == "/" else "x"
            for state in [(a, b, now) for a in _after(given, i, char) for b in _after(wanted, j, char)]:
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
    return False


def _takes(part: Part, char: str, before: str) -> bool:
    kind, test, _, hidden = part
    if char == "/" and kind != "one" and before in ("", "/"):
        return False
    return test(char) and (hidden or char != "." or before == "x")


def _open(parts: list[Part], at: int) -> list[int]:
    """Return where a walk may stand that has come to `at`: a star may take nothing, a gate lead past its run."""
    stands: list[int] = []
    while at < len(parts) and parts[at][0] not in ("one", "run"):
        stands.append(at + (parts[at][0] == "gate"))
        at += 1 + (parts[at][0] == "gate")
    return [*stands, at]


def _after(parts: list[Part], at: int, char: str) -> list[int]:
    kind = parts[at][0]
    if kind == "run":
        return [at, *(_open(parts, at + 1) if char == "/" else ())]
    return _open(parts, at + 1) if kind == "one" else _open(parts, at)
