"""A formula that shall refuse calls, checked before it does: its class, what it would never or always do, a way out."""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.model.record import Record
from guardhost.temporal import formula as build
from guardhost.temporal.classify import AMBIGUOUS, INERT, SAFE, UNSAFE, classify
from guardhost.temporal.compiling import compile as compiled
from guardhost.temporal.exploring import ALWAYS, NEVER, UNKNOWN, explore
from guardhost.temporal.formula import Formula, parts, remade
from guardhost.temporal.printing import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

BACK = ("Y", "O", "H", "S", "count_before", "each", "some")
AHEAD = ("G", "F", "X", "U", "W", "R", "at")
BOOLEAN = ("not", "and", "or", "implies")
STEPS = 3  # how far a bounded "soon" looks
WHY = {
    UNSAFE: "it can fail while it can still be met, so every call would be refused until then",
    INERT: "nothing that is called can break it before the run ends, so it would never refuse anything",
}


class Checked(Record):
    """A formula that was checked: the one to watch, its class, and what a person should know of it."""

    formula: Formula
    kind: str
    lints: tuple[str, ...] = ()


def check(formula: Formula, *, blocking: bool = True) -> Checked:
    """Return the formula as it is to be watched.

    One that only looks back is read as `G(...)`. With `blocking` it must be able to refuse a call for what that call
    broke: `GuardError` GH1702 when it is UNSAFE or INERT, with a formula that is accepted; GH1703 when it would refuse
    nothing or everything; GH1704 when it cannot be watched.
    """
    whole, lints = _everywhere(formula)
    kind = classify(whole)
    spec = compiled(whole)
    if not blocking:
        return Checked(formula=whole, kind=kind, lints=tuple(lints))
    found = explore(spec) if kind in (SAFE, AMBIGUOUS) or classify(formula) == SAFE else UNKNOWN
    if found == ALWAYS:
        raise GuardError("GH1703", f"`{show(whole)}` refuses every first call, so nothing can run", fix=_reason(formula))
    if kind in WHY:
        raise GuardError("GH1702", f"`{show(formula)}` is {kind}: {WHY[kind]}", fix=_way_out(formula))
    if found == NEVER:
        raise GuardError("GH1703", f"`{show(whole)}` can never be broken, so it refuses nothing", fix=_reason(formula))
    if not _has(whole, (*AHEAD, *BACK)) and _has(whole, ("now",)):
        lints.append("it is about the first call alone; write `G(...)` to judge each call")
    return Checked(formula=whole, kind=kind, lints=tuple(lints))


def _reason(formula: Formula) -> str:
    if _has(formula, ("Y",)):
        return "`Y` is false at the first call; say `O(...)` for anywhere before, or `trigger -> Y(...)`"
    return f"see what it says at each call; a rule that holds is of the shape `{show(_example('first', 'then'))}`"


def _example(first: Any, then: Any) -> Formula:
    return build.G(build.implies(build.now(then), build.Y(build.O(build.now(first)))))


def _has(formula: Formula, operators: tuple[str, ...]) -> bool:
    return formula[0] in operators or any(_has(part, operators) for part in parts(formula))


def _everywhere(formula: Formula) -> tuple[Formula, list[str]]:
    """Return the formula with each conjunct that only looks back inside `G(...)`, and a lint where there was one."""
    conjuncts = formula[1:] if formula[0] == "and" else (formula,)
    found = [build.G(one) if _outermost(one) == {"back"} else one for one in conjuncts]
    if tuple(found) == tuple(conjuncts):
        return formula, []
    whole = build.both(*found)
    return whole, [f"it looks back from the first call alone, so it is read as `{show(whole)}`; write that"]


def _outermost(formula: Formula) -> set[str]:
    op = formula[0]
    if op in BACK:
        return {"back"}
    if op in AHEAD:
        return {"ahead"}
    return set().union(*(_outermost(part) for part in parts(formula))) if op in BOOLEAN else set()


def _way_out(formula: Formula) -> str:
    """Return what to write instead: the first of several that is itself accepted."""
    for other in _instead(formula):
        try:
            if other != formula and classify(other) == SAFE and explore(compiled(other)) not in (ALWAYS, NEVER):
                return f"write `{show(other)}`, which is accepted, or use `finally` for what must happen before the end"
        except GuardError:
            continue
    return "use `finally` for what must happen before the end"


def _instead(formula: Formula) -> Iterator[Formula]:
    op = formula[0]
    named = _targets(formula)
    if op == "G" and formula[1][0] == "implies" and formula[1][1][0] == "now" and len(named) > 1:
        yield build.G(build.implies(formula[1][1], build.Y(build.O(build.now(build.thaw(named[1]))))))
    if op == "after":
        yield Formula(("before", formula[2], formula[1]))
    if op == "in_order" and len(formula[1]) > 2:
        yield build.both(*(Formula(("before", *pair)) for pair in zip(formula[1][1:], formula[1][2:], strict=False)))
    if op == "called_n" and formula[2] == "==":
        yield Formula(("called_n", formula[1], "<=", formula[3]))
    if op in ("called", "called_with", "called_n", "F") and named:
        yield Formula(("before", named[0], "git_push" if named[0] != "git_push" else "deploy"))
    yield _everywhere(_bounded(formula, negated=False))[0]
    for one in named:
        yield Formula(("before", one, "git_push" if one != "git_push" else "deploy"))
    yield build.before("first", "then")


def _targets(formula: Formula) -> list[Any]:
    """Return the targets of a formula that bind nothing, each once."""
    found: list[Any] = []
    op = formula[0]
    if op == "called_with":
        found.append(("map", ("tool", formula[1]), ("with", formula[2])))
    elif op in ("in_order", "all_before"):
        found += [*formula[1][1:], *formula[2:]]
    elif op in ("now", "called", "called_n"):
        found.append(formula[1])
    elif op in ("before", "after", "within_steps", "branch_called", "instance_before"):
        found += [part for part in formula[1:] if part is not None and not isinstance(part, int)]
    for part in parts(formula):
        found += _targets(part)
    return [one for one in dict.fromkeys(found) if not build.variables(one)]


def _bounded(formula: Formula, *, negated: bool) -> Formula:
    """Return the formula with what may come at any time replaced by what came before, or comes within a few calls."""
    op = formula[0]
    if op == "not":
        return build.no(_bounded(formula[1], negated=not negated))
    if op == "implies":
        return build.implies(_bounded(formula[1], negated=not negated), _bounded(formula[2], negated=negated))
    if not negated and op in ("called", "called_with", "called_n"):
        target = build.thaw(_targets(formula)[0])
        if op != "called_n":
            return build.O(build.now(target))
        return formula if formula[2] in ("<", "<=") else build.called_n(target, "<=", formula[3])
    inner = tuple(_bounded(part, negated=negated) for part in parts(formula))
    if op == ("G" if negated else "F"):
        found = [inner[0]]
        for _ in range(STEPS):
            found.append(build.X(found[-1]))
        return build.both(*found) if negated else build.either(*found)
    return remade(formula, inner)
