"""Errors for the person or agent who reads them: what happened, where, what to do."""

from __future__ import annotations


class GuardError(Exception):
    """An error with a stable code, a place and a fix.

    `code` is one of `codes.CODES`; `where` is `file:line:column` or as much of it as is known, "" when nothing is;
    `fix` says in one sentence what to do.
    """

    def __init__(self, code: str, what: str, *, where: str = "", fix: str = "") -> None:
        super().__init__(what)
        self.code = code
        self.what = what
        self.where = where
        self.fix = fix

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        fix = f"; {self.fix}" if self.fix else ""
        return f"{place}{self.code}: {self.what}{fix}"

    def __reduce__(self) -> tuple[object, ...]:
        return (_remake, (type(self), self.code, self.what, self.where, self.fix))


def _remake(kind: type[GuardError], code: str, what: str, where: str, fix: str) -> GuardError:
    return kind(code, what, where=where, fix=fix)


class PolicyError(GuardError):
    """A policy that cannot be loaded or a judge that cannot be believed."""


class PayloadError(GuardError):
    """A payload that cannot be read. The adapter answers it in the host's dialect."""


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
