"""What a formula can be used for, from the values that it can take: told before a run.

SAFE        it fails only for good: each refusal is for what the call itself broke
UNSAFE      it can fail while an obligation is open, so that blocking refuses every call until that is met
INERT       it cannot fail before the run ends, so that blocking never refuses anything
AMBIGUOUS   it holds a part that is not known here
"""

from __future__ import annotations

from guardhost.temporal.formula import parts
from guardhost.temporal.values import DONE, HOLDS, PENDING, UNMET, VIOLATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.temporal.formula import Formula

    Values = frozenset[int]

SAFE, UNSAFE, INERT, AMBIGUOUS = "SAFE", "UNSAFE", "INERT", "AMBIGUOUS"
_F, _f, _p, _P, _T = VIOLATED, UNMET, PENDING, HOLDS, DONE
_POINT = frozenset({_F, _p, _T})
_BASE: dict[str, Values] = {
    "true": frozenset({_T}),
    "false": frozenset({_F}),
    "called": frozenset({_f, _T}),
    "called_with": frozenset({_f, _T}),
    "now": _POINT,
    "count_before": _POINT,
    "before": _POINT,
    "all_before": _POINT,
    "instance_before": _POINT,
    "within_steps": _POINT,
    "after": frozenset({_F, _f, _T}),
    "in_order": frozenset({_p, _T}),
}
_UNARY: dict[str, Callable[[Values], Values]] = {
    "not": lambda values: frozenset(_T - v for v in values),
    "G": lambda values: frozenset(min(v, _p) for v in values) | {_p},
    "F": lambda values: frozenset(max(v, _p) for v in values) | {_p},
    "X": lambda values: values | {_p},
    "at": lambda values: values | {_p},
    "Y": lambda values: values | {_F, _p},
    "O": lambda values: values | {_F, _p},
    "H": lambda values: values | {_p},
    "each": lambda values: values | {_p, _T},
    "some": lambda values: values | {_F, _p},
}
EVERY = frozenset({_F, _f, _p, _P, _T})


def classify(formula: Formula) -> str:
    """Return SAFE, UNSAFE, INERT or AMBIGUOUS."""
    values = possible(formula)
    if not _known(formula):
        return AMBIGUOUS
    if _f in values:
        return UNSAFE
    return SAFE if _F in values else INERT


def _known(formula: Formula) -> bool:
    op = formula[0]
    known = op in _BASE or op in _UNARY or op in _PAIRS or op in ("called_n", "branch_called")
    return known and all(_known(part) for part in parts(formula))


def possible(formula: Formula) -> Values:
    """Return the values that a formula can take, or more."""
    op = formula[0]
    if op in _BASE:
        return _BASE[op]
    if op == "called_n":
        return _counted(formula[2], formula[3])
    if op == "branch_called":
        return frozenset({_p, _T}) if formula[2] is None else frozenset({_F, _p, _P})
    inner = [possible(part) for part in parts(formula)]
    if op in _UNARY:
        return _UNARY[op](inner[0])
    return _PAIRS[op](inner) if op in _PAIRS else EVERY


def _counted(op: str, n: int) -> Values:
    if op in ("<=", "<"):
        least = n if op == "<=" else n - 1
        return frozenset({_P, _F}) if least >= 0 else frozenset({_F})
    if op in (">=", ">"):
        most = n if op == ">=" else n + 1
        return frozenset({_f, _T}) if most > 0 else frozenset({_T})
    return frozenset({_f, _P, _F}) if n > 0 else frozenset({_P, _F})


def _lifted(choose: object, left: Values, right: Values) -> Values:
    return frozenset((min if choose == "min" else max)(one, other) for one in left for other in right)


def _all(inner: list[Values]) -> Values:
    found = inner[0]
    for one in inner[1:]:
        found = _lifted("min", found, one)
    return found


def _any(inner: list[Values]) -> Values:
    found = inner[0]
    for one in inner[1:]:
        found = _lifted("max", found, one)
    return found


def _mirrored(values: Values) -> Values:
    return frozenset(_T - v for v in values)


def _until(inner: list[Values]) -> Values:
    left, right = inner
    best = _lifted("min", right, left | {_T}) | {_F}
    return _lifted("max", best, frozenset(min(v, _p) for v in left) | {_p})


_PAIRS: dict[str, Callable[[list[Values]], Values]] = {
    "and": _all,
    "or": _any,
    "implies": lambda inner: _any([_mirrored(inner[0]), inner[1]]),
    "S": lambda inner: _lifted("min", inner[1], inner[0] | {_T}) | {_F, _p},
    "U": _until,
    "W": _until,
    "R": lambda inner: _mirrored(_until([_mirrored(one) for one in inner])),
}
