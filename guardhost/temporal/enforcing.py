"""Constraints enforced on calls as they are proposed, for programs with a loop of their own: severities and escalation.

PERSISTENT_BLOCK   refused every time
BLOCK_AND_WARN     refused once; the very next call, if exactly the same, passes this constraint
SOFT_BLOCK         refused, and handed to a person when the escalation policy says so
HARD_STOP          refused, and every later call until `resume`
TOLERATE           let through and told
"""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.model.record import Record
from guardhost.temporal import monitor
from guardhost.temporal.cells import Cells
from guardhost.temporal.classify import INERT, UNSAFE, classify
from guardhost.temporal.compiling import compile as compiled
from guardhost.temporal.compiling import targets
from guardhost.temporal.finished import Constraint
from guardhost.temporal.matching import binder, matcher
from guardhost.temporal.printing import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from guardhost.temporal.matching import Call

PERSISTENT_BLOCK, BLOCK_AND_WARN, SOFT_BLOCK = "PERSISTENT_BLOCK", "BLOCK_AND_WARN", "SOFT_BLOCK"
HARD_STOP, TOLERATE = "HARD_STOP", "TOLERATE"
STRENGTH = (HARD_STOP, PERSISTENT_BLOCK, SOFT_BLOCK, BLOCK_AND_WARN, TOLERATE)  # strongest first
MODES = {
    "block": PERSISTENT_BLOCK,
    "ask": PERSISTENT_BLOCK,
    "warn": BLOCK_AND_WARN,
    "retry": SOFT_BLOCK,
    "stop": HARD_STOP,
    "log": TOLERATE,
}
BLOCKING = (HARD_STOP, PERSISTENT_BLOCK, SOFT_BLOCK, BLOCK_AND_WARN)
CUMULATIVE, CONSECUTIVE, HYBRID = "cumulative", "consecutive", "hybrid"
ALLOW, REFUSE, ESCALATE, STOP = "allow", "refuse", "escalate", "stop"


class Policy(Record):
    """When SOFT_BLOCK hands a constraint to a person.

    `cumulative`: at its refusal number `limit` in all; `consecutive`: number `consecutive_limit` with no allowed call
    between; `hybrid`: whichever comes first. After that it counts anew.
    """

    counting: str = CUMULATIVE
    limit: int = 3
    consecutive_limit: int = 3

    def _ready(self) -> None:
        if self.counting not in (CUMULATIVE, CONSECUTIVE, HYBRID):
            raise GuardError("GH1701", f"`{self.counting}` is no way to count", fix="use cumulative, consecutive or hybrid")

    def due(self, whole: int, running: int) -> bool:
        """Return whether so many refusals in all, or without an allowed call between, are enough."""
        enough = self.counting != CONSECUTIVE and whole >= self.limit
        return enough or (self.counting != CUMULATIVE and running >= self.consecutive_limit)


class Judged(Record):
    """What becomes of a proposed call: `decision` is allow, refuse, escalate (ask a person) or stop.

    `broken` are the constraints that it breaks, the deciding one first; those that tolerate it are in `told`.
    """

    decision: str
    broken: tuple[Constraint, ...] = ()
    told: tuple[Constraint, ...] = ()


class Enforcer:
    """Constraints over one run. `propose` judges a call, `record` says that it ran; a call that did not run is no step.

    A constraint that blocks and is UNSAFE or INERT is warned about (`warnings`), for it refuses all or nothing.
    """

    def __init__(self, constraints: Sequence[Constraint], policy: Policy | None = None) -> None:
        self.policy = policy or Policy()
        self.stopped = False
        self._watched = [_Watched(one) for one in constraints]
        self._pointer: tuple[Any, frozenset[str]] | None = None

    def propose(self, call: Call) -> Judged:
        """Judge a call that is to run. Refusals count; what is kept of the run changes with `record` alone."""
        if self.stopped:
            return Judged(decision=STOP)
        key = (call[0], repr(sorted(call[1].items())))
        passes = self._pointer[1] if self._pointer is not None and self._pointer[0] == key else frozenset()
        self._pointer = None
        broken = [one for one in self._watched if one.broken_by(call) and one.constraint.name not in passes]
        told = tuple(one.constraint for one in broken if one.constraint.severity == TOLERATE)
        against = sorted(
            (one for one in broken if one.constraint.severity != TOLERATE),
            key=lambda one: STRENGTH.index(one.constraint.severity),
        )
        if not against:
            for one in self._watched:
                one.running = 0
            return Judged(decision=ALLOW, told=told)
        names = tuple(one.constraint for one in against)
        return Judged(decision=self._decided(against, key, passes), broken=names, told=told)

    def _decided(self, against: list[_Watched], key: Any, passes: frozenset[str]) -> str:
        strongest = against[0].constraint.severity
        if strongest == HARD_STOP:
            self.stopped = True
            return STOP
        if strongest == BLOCK_AND_WARN:
            self._pointer = key, passes | {one.constraint.name for one in against}
        due = False
        for one in against:
            if one.constraint.severity == SOFT_BLOCK == strongest:
                due = one.counted(self.policy) or due
        return ESCALATE if due else REFUSE

    def record(self, call: Call) -> None:
        """Take a call into the run: it ran."""
        for one in self._watched:
            one.take(call)

    def resume(self) -> None:
        """Let calls be judged again after a stop."""
        self.stopped = False


class _Watched:
    """One constraint on the run so far."""

    def __init__(self, constraint: Constraint) -> None:
        if constraint.severity not in STRENGTH:
            raise GuardError("GH1701", f"`{constraint.severity}` is no severity", fix=f"use one of {', '.join(STRENGTH)}")
        self.constraint = constraint
        self.whole = self.running = 0
        self._spec = compiled(constraint.formula)
        self._targets = targets(self._spec)
        self._state = monitor.start(self._spec)
        self._cells = Cells()
        kind = classify(constraint.formula)
        if constraint.severity in BLOCKING and kind in (UNSAFE, INERT):
            _warn(constraint, kind)

    def broken_by(self, call: Call) -> bool:
        """Return whether the call would newly break it."""
        return self._step(call, self._cells.overlay()).violated

    def take(self, call: Call) -> None:
        """Take a call that ran."""
        self._state = self._step(call, self._cells).state

    def counted(self, policy: Policy) -> bool:
        """Count a refusal and return whether a person is due."""
        self.whole += 1
        self.running += 1
        if policy.due(self.whole, self.running):
            self.whole = self.running = 0
            return True
        return False

    def _step(self, call: Call, cells: Any) -> monitor.Step:
        return monitor.step(self._spec, self._state, matcher(self._targets, call), binder(self._targets, call), cells)


def _warn(constraint: Constraint, kind: str) -> None:
    import warnings

    does = "refuses every call until it is met" if kind == UNSAFE else "never refuses anything"
    text = f"constraint `{constraint.name}` ({show(constraint.formula)}) is {kind}: with {constraint.severity} it {does}"
    warnings.warn(text, UserWarning, stacklevel=4)
