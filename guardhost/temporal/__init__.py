"""Rules that connect calls: formulas, what they are worth on a run that goes on or is over, and how they are enforced.

Everything is loaded when it is first named.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.temporal.checking import Checked as Checked
    from guardhost.temporal.checking import check as check
    from guardhost.temporal.classify import AMBIGUOUS as AMBIGUOUS
    from guardhost.temporal.classify import INERT as INERT
    from guardhost.temporal.classify import SAFE as SAFE
    from guardhost.temporal.classify import UNSAFE as UNSAFE
    from guardhost.temporal.classify import classify as classify
    from guardhost.temporal.enforcing import BLOCK_AND_WARN as BLOCK_AND_WARN
    from guardhost.temporal.enforcing import CONSECUTIVE as CONSECUTIVE
    from guardhost.temporal.enforcing import CUMULATIVE as CUMULATIVE
    from guardhost.temporal.enforcing import HARD_STOP as HARD_STOP
    from guardhost.temporal.enforcing import HYBRID as HYBRID
    from guardhost.temporal.enforcing import PERSISTENT_BLOCK as PERSISTENT_BLOCK
    from guardhost.temporal.enforcing import SOFT_BLOCK as SOFT_BLOCK
    from guardhost.temporal.enforcing import TOLERATE as TOLERATE
    from guardhost.temporal.enforcing import Enforcer as Enforcer
    from guardhost.temporal.enforcing import Judged as Judged
    from guardhost.temporal.enforcing import Policy as Policy
    from guardhost.temporal.finished import Constraint as Constraint
    from guardhost.temporal.finished import Scored as Scored
    from guardhost.temporal.finished import satisfied as satisfied
    from guardhost.temporal.finished import score as score
    from guardhost.temporal.formula import FALSE as FALSE
    from guardhost.temporal.formula import TRUE as TRUE
    from guardhost.temporal.formula import F as F
    from guardhost.temporal.formula import Formula as Formula
    from guardhost.temporal.formula import G as G
    from guardhost.temporal.formula import H as H
    from guardhost.temporal.formula import O as O
    from guardhost.temporal.formula import X as X
    from guardhost.temporal.formula import Y as Y
    from guardhost.temporal.formula import after as after
    from guardhost.temporal.formula import all_before as all_before
    from guardhost.temporal.formula import at as at
    from guardhost.temporal.formula import before as before
    from guardhost.temporal.formula import both as both
    from guardhost.temporal.formula import branch_called as branch_called
    from guardhost.temporal.formula import called as called
    from guardhost.temporal.formula import called_n as called_n
    from guardhost.temporal.formula import called_with as called_with
    from guardhost.temporal.formula import count_before as count_before
    from guardhost.temporal.formula import each as each
    from guardhost.temporal.formula import either as either
    from guardhost.temporal.formula import implies as implies
    from guardhost.temporal.formula import in_order as in_order
    from guardhost.temporal.formula import instance_before as instance_before
    from guardhost.temporal.formula import no as no
    from guardhost.temporal.formula import now as now
    from guardhost.temporal.formula import release as release
    from guardhost.temporal.formula import since as since
    from guardhost.temporal.formula import some as some
    from guardhost.temporal.formula import until as until
    from guardhost.temporal.formula import weak as weak
    from guardhost.temporal.formula import within_steps as within_steps
    from guardhost.temporal.printing import show as show
    from guardhost.temporal.structured import from_data as from_data
    from guardhost.temporal.text import parse as parse
    from guardhost.temporal.watching import Monitor as Monitor

_WHERE = {
    "guardhost.temporal.formula": (
        "F", "FALSE", "Formula", "G", "H", "O", "TRUE", "X", "Y", "after", "all_before", "at", "before", "both",
        "branch_called", "called", "called_n", "called_with", "count_before", "each", "either", "implies", "in_order",
        "instance_before", "no", "now", "release", "since", "some", "until", "weak", "within_steps",
    ),
    "guardhost.temporal.text": ("parse",),
    "guardhost.temporal.printing": ("show",),
    "guardhost.temporal.structured": ("from_data",),
    "guardhost.temporal.classify": ("AMBIGUOUS", "INERT", "SAFE", "UNSAFE", "classify"),
    "guardhost.temporal.checking": ("Checked", "check"),
    "guardhost.temporal.watching": ("Monitor",),
    "guardhost.temporal.finished": ("Constraint", "Scored", "satisfied", "score"),
    "guardhost.temporal.enforcing": (
        "BLOCK_AND_WARN", "CONSECUTIVE", "CUMULATIVE", "Enforcer", "HARD_STOP", "HYBRID", "Judged", "PERSISTENT_BLOCK",
        "Policy", "SOFT_BLOCK", "TOLERATE",
    ),
}  # fmt: skip

__all__ = sorted(name for names in _WHERE.values() for name in names)  # noqa: PLE0605 - one table says where each name lives


def __getattr__(name: str) -> object:
    for room, names in _WHERE.items():
        if name in names:
            globals()[name] = value = getattr(__import__(room, fromlist=(name,)), name)
            return value
    raise AttributeError(f"module `guardhost.temporal` has no name `{name}`; it has: {', '.join(__all__)}")


def __dir__() -> list[str]:
    return list(__all__)
