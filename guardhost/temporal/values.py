"""The five values of a formula on a run that goes on, and the three answers to whether a call is what a target means.

Inside a monitor there is a sixth value: a violation that rests on a call that only may have matched.
"""

from __future__ import annotations

VIOLATED, UNMET, PENDING, HOLDS, DONE = 0, 1, 2, 3, 4
VALUES = ("violated", "not met yet", "pending", "holds so far", "holds")
LETTERS = "FfpPT"

NO, MAYBE, YES = 0, 1, 2

# What a monitor counts with: F, F that rests on a maybe, f, p, P, T.
BAD, DOUBTFUL, OPEN, WAIT, GOOD, SURE = 0, 1, 2, 3, 4, 5
PUBLIC = (VIOLATED, VIOLATED, UNMET, PENDING, HOLDS, DONE)
INNER = (BAD, OPEN, WAIT, GOOD, SURE)
