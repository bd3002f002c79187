"""The one matcher of globs, for policies, rule files and built-in rules: `*`, `?`, `[..]`, `{a,b}` and `**`.

`*` and `?` stop at a slash, `**` does not; a pattern without a slash fits the last name of a path as well; a leading
`./` counts for nothing. No regular expression, so matching costs no import and its time is bounded.
"""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
    singles: set[str] = set()
    ranges: list[tuple[str, str]] = []
    at = 0
    while at < len(body):
        if at + 2 < len(body) and body[at + 1] == "-":
            ranges.append((body[at], body[at + 2]))
            at += 3
        else:
            singles.add(body[at])
            at += 1
    return lambda c: c != "/" and ((c in singles or any(a <= c <= b for a, b in ranges)) != negate)
