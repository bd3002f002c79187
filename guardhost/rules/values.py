"""A value of a call in every form that a rule may name it by: as written, absolute, below the root, links resolved."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.pattern import ANY, NAME, below, is_plain, letters, one_fits, share, tokens
from guardhost.shell.scope import against, normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guardhost.model.pattern import Token

NO, MAYBE, YES = 0, 1, 2
MOST_FOUND = 1000  # paths that a glob on the line is expanded to


class Ground:
    """Where a rule is judged: the root of its relative paths, the home folder, and what may be asked of the disk.

    `exists` and `real_path` are those of `world.files`; `glob` expands an absolute pattern.
    """

    __slots__ = ("exists", "glob", "home", "real", "real_path", "root")

    def __init__(
        self,
        root: str,
        home: str,
        exists: Callable[[str], bool],
        real_path: Callable[[str], str],
        glob: Callable[[str, int], list[str]],
    ) -> None:
        self.root = root.rstrip("/")
        self.home = home.rstrip("/")
        self.exists = exists
        self.real_path = real_path
        self.glob = glob
        self.real = real_path(self.root) if self.root else ""

    def absolute(self, text: str, cwd: str | None) -> str:
        """Return a path as rules compare it, "" when it depends on a folder that is not known."""
        for start in ("~", "$HOME", "${HOME}"):
            if text == start or text.startswith(start + "/"):
                text = self.home + text[len(start) :]
                break
        return against(text, cwd) or ""

    def expected(self, text: str) -> str:
        """Return a pattern or a path of a rule with the home folder in place, without a leading `./`."""
        for start in ("~/", "$HOME/", "${HOME}/"):
            if text.startswith(start):
                return f"{self.home}/{text[len(start) :]}"
        return text.removeprefix("./")


def forms(ground: Ground, text: str, cwd: str | None, *, path: bool) -> tuple[str, ...]:
    """Return every form of a known value, as it is written first."""
    if is_plain(text):
        return (text,)
    return tuple(dict.fromkeys((text, *named(ground, text, cwd, path=path))))


def named(ground: Ground, text: str, cwd: str | None, *, path: bool = True) -> tuple[str, ...]:
    """Return the forms of what a path names, absolute and below the root; none where its folder is not known."""
    spelled = ground.absolute(text, cwd) if path else (normal(text) if text.startswith("/") else "")
    if not spelled:
        return ()
    resolved = ground.real_path(spelled)
    found: list[str] = []
    for one in dict.fromkeys((spelled, resolved)):
        found.append(one)
        inside = [name for root in (ground.root, ground.real) if (name := below(one, root))]
        found.extend(inside or [_above(one, ground.root)])
    return tuple(dict.fromkeys(found))


def _above(path: str, root: str) -> str:
    """Return a path outside of the root as it is called from there."""
    here, there = root.split("/"), path.split("/")
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])


def canonical(ground: Ground, text: str, cwd: str | None, *, path: bool) -> str:
    """Return the one form in which two calls' values are compared, "" when it is not known."""
    if not path or is_plain(text):
        return text
    spelled = ground.absolute(text, cwd)
    return ground.real_path(spelled) if spelled else ""


def any_fits(names: tuple[str, ...], patterns: list[str], ground: Ground) -> bool:
    """Return whether one form of a value fits one of the patterns."""
    return any(one_fits(names, ground.expected(pattern)) for pattern in patterns)


def open_tokens(word: Word, cwd: str | None, ground: Ground, *, path: bool) -> list[list[Token]]:
    """Return what a word that is not known may become, as tokens: as it stands, absolute, and below the root."""
    if word.known:
        row = tokens(str(word), of_line=True) if word.pattern else letters(str(word))
        start = str(word)[:1]
    else:
        row = []
        for part in word.parts or (None,):
            row.extend([ANY] if part is None else letters(part))
        start = (word.parts[0] or "")[:1] if word.parts else ""
    rows = [row]
    if not path:
        return rows
    if start == "/":
        return [row, *_without(row, ground)]
    if start:
        base = letters((cwd or "").rstrip("/") + "/") if cwd else [ANY]
        whole = [*base, *row]
        return [row, whole, *(_without(whole, ground) if cwd else ())]
    return rows


def _without(row: list[Token], ground: Ground) -> list[list[Token]]:
    root = letters(ground.root + "/") if ground.root else []
    return [row[len(root) :]] if root and row[: len(root)] == root else []


def may_fit(rows: list[list[Token]], pattern: str, ground: Ground) -> bool:
    """Return whether something that `rows` stand for could fit a pattern."""
    wanted = ground.expected(pattern)
    row = tokens(wanted)
    rowed = [row] if "/" in wanted else [row, [ANY, *letters("/"), *row]]
    return any(share(one, other) for one in rows for other in rowed)


def text_of(value: Any) -> str | None:
    """Return a scalar as text, None for what is none."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return str(value)
    return str(value) if isinstance(value, int | float) else None


def elements(value: Any) -> list[Any]:
    """Return the elements of a value: those of a list, nested ones too, else the value itself."""
    if isinstance(value, tuple | list):
        return [one for part in value for one in elements(part)]
    return [value]


__all__ = [
    "MAYBE",
    "NAME",
    "NO",
    "YES",
    "Ground",
    "any_fits",
    "canonical",
    "elements",
    "forms",
    "is_plain",
    "may_fit",
    "named",
    "open_tokens",
]
