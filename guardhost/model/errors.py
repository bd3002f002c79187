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
