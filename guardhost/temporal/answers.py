"""From what a call is to what that is worth: answers, counts, and the marks of a new failure."""

from __future__ import annotations

from guardhost.temporal.leaves import compare
from guardhost.temporal.values import BAD, DOUBTFUL, GOOD, MAYBE, SURE, WAIT, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The marks of a value at the call that brought it: 1 it fails by a maybe, 2 for certain, 4 an obligation is not met.
BORN = (2, 1, 4, 0, 0, 0)


def told(answer: int, negated: bool) -> int:
    """Return the value of an answer: what only may match counts against the formula, whichever way that is."""
    if answer == MAYBE:
        return DOUBTFUL
    return SURE if (answer == YES) != negated else BAD


def tallied(kept: tuple[int, int], node: tuple[Any, ...]) -> int:
    """Return the value of a count from how often it certainly was, and how often it may have been."""
    found = {compare(node[3], count, node[4]) for count in range(kept[0], kept[1] + 1)}
    return SURE if found == {True} else BAD if found == {False} else DOUBTFUL


def counted(kept: tuple[int, int], node: tuple[Any, ...], certain: int, opposite: int) -> tuple[int, int]:
    """Return a count after a call, from the values of what is counted and of its opposite; it stops where it is decided."""
    most = max(node[4], 0) + 1
    return min(kept[0] + (certain >= GOOD), most), min(kept[1] + (opposite < WAIT), most)
