"""Mistakes of whoever calls: a payload that cannot be read, a command line that cannot be followed, a word near another."""

from __future__ import annotations

from guardhost.model.errors import GuardError

SHORTEST = 3  # letters that may stand for a longer name


class PayloadError(GuardError):
    """A payload that cannot be read. The adapter answers it in the host's dialect.

    `dialect` is the host whose dialect the payload has where it is not the wired one, else "".
    """

    dialect = ""


class UsageError(GuardError):
    """A command line that cannot be followed; exit status 2."""


def suggest(word: str, known: tuple[str, ...] | list[str]) -> str:
    """Return the nearest of `known` to `word` (at most two edits, three for long words), or ""."""
    limit = 3 if len(word) >= 8 else 2
    best, found = limit + 1, ""
    for candidate in known:
        distance = _distance(word, candidate, limit)
        if distance < best:
            best, found = distance, candidate
    return found


def _distance(left: str, right: str, limit: int) -> int:
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(right, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def whole_of(word: str, known: tuple[str, ...] | list[str]) -> str:
    """Return the nearest of `known`, else the only one that begins with `word` or has it between hyphens, or ""."""
    found = [one for one in known if len(word) >= SHORTEST and (one.startswith(word) or word in one.split("-"))]
    return suggest(word, known) or (found[0] if len(found) == 1 else "")
