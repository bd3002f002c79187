"""A run that is over, judged with the ordinary two values, and scored."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.temporal import monitor
from guardhost.temporal.cells import Cells
from guardhost.temporal.compiling import compile as compiled
from guardhost.temporal.compiling import targets
from guardhost.temporal.matching import binder, matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guardhost.temporal.formula import Formula
    from guardhost.temporal.matching import Call


class Constraint(Record):
    """A formula with a name, what it weighs in a score, and its severity."""

    name: str
    formula: Formula
    weight: float = 1.0
    severity: str = "PERSISTENT_BLOCK"
    why: str = ""


class Scored(Record):
    """What a finished run is worth: `compliance` from 0 to 1, and the constraints that hold and that do not."""

    compliance: float
    satisfied: tuple[Constraint, ...]
    violated: tuple[Constraint, ...]


def satisfied(formula: Formula, calls: Iterable[Call]) -> bool:
    """Return whether a finished run satisfies a formula: X is false at its end, F and U must be met, G and W hold on."""
    spec = compiled(formula)
    asked = targets(spec)
    state, cells = monitor.start(spec), Cells()
    for call in calls:
        state = monitor.step(spec, state, matcher(asked, call), binder(asked, call), cells).state
    return monitor.ended(spec, state)


def score(constraints: Sequence[Constraint], calls: Sequence[Call]) -> Scored:
    """Return what a finished run is worth: 1 - (weight of what it violates) / (weight of all); 1 where nothing weighs."""
    held = tuple(one for one in constraints if satisfied(one.formula, calls))
    broken = tuple(one for one in constraints if one not in held)
    whole = sum(one.weight for one in constraints)
    lost = sum(one.weight for one in broken)
    return Scored(compliance=1.0 - lost / whole if whole else 1.0, satisfied=held, violated=broken)
