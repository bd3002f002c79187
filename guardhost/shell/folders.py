"""The folders that a `cd` may go to: a pattern is looked up on the disk, a relative name also under `CDPATH`."""

from __future__ import annotations

from guardhost.model.glob import matches
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Word
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

MOST_FOLDERS = 8
_MARKS = "*?[\\"


def moved_to(run: Run, scope: Scope, word: Word, search: str | None = "") -> tuple[str, ...]:
    """Return the folders, absolute, that a word may name where the line stands; () where that cannot be told.

    `search` is the value of `CDPATH`, "" where it is not set, None where it is not known.
    """
    if not word.known or not word or search is None:
        return ()
    bases: list[str | None] = [scope.cwd] if scope.cwd else list(scope.folders)
    if search and word.partition("/")[0] not in ("", ".", ".."):
        bases = [*(against(part or ".", base) for part in search.split(":") for base in bases), *bases]
    paths = [path for base in bases or [None] if (path := against(word, base))]
    found = [path for one in paths for path in (_matching(run, one) if word.pattern else (one,))]
    made = tuple(dict.fromkeys(found))
    return made if len(made) <= MOST_FOLDERS else ()


def within(run: Run, scope: Scope, program: Program, folder: Word) -> Program:
    """Return a program as it runs in a folder that a wrapper moves to (`env -C`)."""
    found = moved_to(run, scope, folder)
    return program.replace(elsewhere=True, cwd=found[0] if len(found) == 1 else None, folders=found)


def below(run: Run, scope: Scope, program: Program, words: tuple[Word, ...]) -> Program:
    """Return what `-execdir` starts: in the folder of what is found, which lies in or below where the search starts."""
    starts = [word for word in words[1:2] if word.known and word[:1] not in ("-", "(", "!")]
    if not starts:
        return program.replace(elsewhere=True, cwd=None)
    return program.replace(elsewhere=True, cwd=None, folders=moved_to(run, scope, starts[0]))


def _matching(run: Run, pattern: str) -> list[str]:
    """Return what a pattern fits on the disk; only a written dot meets a name's first dot."""
    names = run.lent.names
    if names is None:
        return []
    found = [""]
    for part in pattern.strip("/").split("/"):
        if not any(mark in part for mark in _MARKS):
            found = [f"{folder}/{part}" for folder in found]
            continue
        found = [
            f"{folder}/{name}"
            for folder in found
            for name in names(folder or "/")
            if (not name.startswith(".") or part.lstrip("\\").startswith(".")) and matches(name, part)
        ][: MOST_FOLDERS * 8]
    return found
