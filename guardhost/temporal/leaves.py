"""Atoms about the whole run, such as `before(a, b)`: one small automaton each, stepped once a call.

A leaf is `(kind, targets, numbers)`. Its state is the tuple of all states that the run may have brought it to: a call
that only may have matched leads to both.
"""

from __future__ import annotations

from guardhost.temporal.values import BAD, DONE, DOUBTFUL, HOLDS, INNER, MAYBE, OPEN, PENDING, UNMET, VIOLATED, WAIT, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Leaf = tuple[str, tuple[int, ...], tuple[Any, ...]]
    Worlds = tuple[Any, ...]

WON, LOST = -1, -2
# The target whose calls count as new failures each time; the others fail once.
COUNTED = {"called": 0, "called_n": 0, "branch_called": 1}
_FIRST: dict[str, Any] = {"instance_before": (0, 0)}


def begin(leaf: Leaf) -> Worlds:
    """Return the state before the first call."""
    return (_FIRST.get(leaf[0], 0),)


def advance(leaf: Leaf, worlds: Worlds, match: Callable[[int], int]) -> Worlds:
    """Return the state after a call; `match` answers for a target."""
    kind, targets, numbers = leaf
    ways: list[tuple[bool, ...]] = [()]
    for target in targets:
        answer = match(target)
        hits = (False, True) if answer == MAYBE else (answer == YES,)
        ways = [(*way, hit) for way in ways for hit in hits]
    return tuple(sorted({_move(kind, numbers, world, way) for world in worlds for way in ways}, key=repr))


def _move(kind: str, numbers: tuple[Any, ...], at: Any, hits: tuple[bool, ...]) -> Any:
    if kind == "called":
        return int(at or hits[0])
    if kind == "called_n":
        return min(at + hits[0], numbers[1] + 1) if hits[0] else at
    if kind == "branch_called":
        return 2 if at == 2 or hits[1:] == (True,) else 1 if at or hits[0] else 0
    if at in (WON, LOST):
        return at
    if kind == "within_steps":
        return _within(numbers[0], at, hits)
    if kind == "in_order":
        following = at + hits[at]
        return WON if following == len(hits) else following
    if kind == "instance_before":
        return _instances(numbers, at, hits)
    return _ordered(kind, at, hits)


def _ordered(kind: str, at: int, hits: tuple[bool, ...]) -> int:
    if kind == "after":
        if at:
            return WON if hits[0] else at
        return LOST if hits[0] else int(hits[1])
    seen = at
    for place, hit in enumerate(hits[:-1]):
        seen |= hit << place
    if not hits[-1]:
        return seen
    return WON if at == (1 << (len(hits) - 1)) - 1 else LOST


def _within(steps: int, at: int, hits: tuple[bool, ...]) -> int:
    """`at` is 0 before the trigger, then how many calls ago it was plus one."""
    if not at:
        return 0 if not hits[0] else 1 if steps > 0 else LOST
    if hits[1]:
        return WON
    return at + 1 if at < steps else LOST


def _instances(numbers: tuple[Any, ...], at: tuple[int, int], hits: tuple[bool, ...]) -> Any:
    nth, mth = numbers
    ones, others = at
    if hits[1] and others + 1 >= mth:
        return WON if ones >= nth else LOST
    return min(ones + hits[0], nth), others + hits[1]


def value(leaf: Leaf, worlds: Worlds, negated: bool) -> int:
    """Return the inner value: the worst that the run may have, a doubtful one where it need not have it."""
    kind, targets, numbers = leaf
    found = {_value(kind, len(targets), numbers, at) for at in worlds}
    worst = DONE - max(found) if negated else min(found)
    return DOUBTFUL if worst == VIOLATED and len(found) > 1 else INNER[worst]


def _value(kind: str, size: int, numbers: tuple[Any, ...], at: Any) -> int:
    if kind == "called":
        return DONE if at else UNMET
    if kind == "called_n":
        return _counted(numbers[0], at, numbers[1])
    if kind == "branch_called":
        return VIOLATED if at == 2 else PENDING if not at else HOLDS if size == 2 else DONE
    if at == WON:
        return DONE
    if at == LOST:
        return VIOLATED
    return UNMET if kind == "after" else PENDING


def _counted(op: str, count: int, n: int) -> int:
    if op in ("<=", "<"):
        return HOLDS if compare(op, count, n) else VIOLATED
    if op in (">=", ">"):
        return DONE if compare(op, count, n) else UNMET
    return VIOLATED if count > n else HOLDS if count == n else UNMET


def compare(op: str, left: int, right: int) -> bool:
    """Return whether the comparison holds."""
    if op in ("<", ">="):
        return (left < right) == (op == "<")
    if op in (">", "<="):
        return (left > right) == (op == ">")
    return (left == right) == (op == "==")  # the rest is `!=`, the opposite of what a formula says


def ended(leaf: Leaf, worlds: Worlds, negated: bool) -> bool:
    """Return whether it certainly holds (or, `negated`, does not) on a run that ends here."""
    kind, _, numbers = leaf
    return all(_ended(kind, numbers, at) != negated for at in worlds)


def _ended(kind: str, numbers: tuple[Any, ...], at: Any) -> bool:
    if kind == "called":
        return bool(at)
    if kind == "called_n":
        return compare(numbers[0], at, numbers[1])
    if kind == "branch_called":
        return bool(at == 1)
    return at == WON or (kind == "within_steps" and at == 0)


def marks(leaf: Leaf, was: int, is_now: int, match: Callable[[int], int]) -> int:
    """Return which failures the call brought: bit 1 a doubtful one, bit 2 a certain one, bit 4 an obligation not met.

    `was` and `is_now` are the inner values before and after it.
    """
    if is_now >= WAIT:
        return 0
    if is_now == OPEN:
        return 4
    place = COUNTED.get(leaf[0])
    answer = match(leaf[1][min(place, len(leaf[1]) - 1)]) if place is not None else 0
    if is_now != was or answer:
        return 2 if is_now == BAD and answer != MAYBE else 1
    return 0
