"""Rules that connect calls: formulas, what they are worth on a run that goes on or is over, and how they are enforced.

Everything is loaded when it is first named.
"""

from __future__ import annotations

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
