"""What is left of a formula after some calls: terms, kept small without losing which call brought which failure.

int                       a value that is settled
("n", node, end)          the node at the next position; `end` is what it counts as when the run ends before
("l", leaf, negated)      an atom about the whole run
("k", end)                pending for good, with what it counts as at the end
("&", term, ...)          all of them
("|", term, ...)          one of them
"""

from __future__ import annotations

from guardhost.temporal.values import BAD, SURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Term = Any


def conj(parts: list[Term]) -> Term:
    """Return the term for all of them. A failed one beside others stays, so that these go on being watched."""
    settled = SURE
    others: dict[Term, None] = {}
    for part in _flat("&", parts):
        if isinstance(part, int):
            settled = min(settled, part)
        else:
            others[part] = None
    return _built("&", settled, SURE, list(others))


def disj(parts: list[Term]) -> Term:
    """Return the term for one of them. One alone stays marked as such: what it lacks for now is no open obligation of the
    whole while its alternatives have failed."""
    settled = BAD
    others: dict[Term, None] = {}
    for part in _flat("|", parts):
        if isinstance(part, int):
            settled = max(settled, part)
        else:
            others[_bare(part)] = None
    if settled == SURE:
        return SURE
    if len(others) > 1:
        others = _without_repeats(others)
    if len(others) == 1 and settled == BAD:
        only = next(iter(others))
        return only if only[0] == "l" else ("|", only)
    return _built("|", settled, BAD, list(others))


def _bare(term: Term) -> Term:
    """Drop the marks of single alternatives within a part of an alternative, which marks them all."""
    if term[0] != "&":
        return term
    return conj([_bare_one(part) for part in term[1:]])


def _flat(op: str, parts: list[Term]) -> list[Term]:
    found: list[Term] = []
    for part in parts:
        if isinstance(part, tuple) and part[0] == op:
            found.extend(part[1:])
        else:
            found.append(part)
    return found


def _built(op: str, settled: int, neutral: int, others: list[Term]) -> Term:
    if not others:
        return settled
    if len(others) == 1 and settled == neutral:
        return others[0]
    others.sort(key=repr)  # one order for equal sets, so that equal terms are equal
    return (op, *others) if settled == neutral else (op, settled, *others)


def _without_repeats(others: dict[Term, None]) -> dict[Term, None]:
    """Drop from within the parts what stands beside them: `a | (b & (a | c))` is `a | (b & c)`.

    Where the whole has failed, `a` has, and its failures are seen beside; so nothing is lost. This is what keeps the terms
    of nested untils from growing with the run.
    """
    found: dict[Term, None] = {}
    for part in others:
        if part[0] == "&":
            left = _stripped(part, [one for one in others if one != part])
            if not isinstance(left, int):  # else nothing stands there that is not beside
                found[left] = None
        else:
            found[part] = None
    return found


def _stripped(term: Term, beside: list[Term]) -> Term:
    inner: list[Term] = []
    for part in term[1:]:
        if isinstance(part, tuple) and part[0] == "|":
            kept = [one for one in part[1:] if one not in beside]
            inner.append(_bare_one(disj([_stripped(one, beside) if _is_all(one) else one for one in kept])))
        else:
            inner.append(part)
    return conj(inner)


def _bare_one(term: Term) -> Term:
    return term[1] if isinstance(term, tuple) and term[0] == "|" and len(term) == 2 else term


def _is_all(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "&"
