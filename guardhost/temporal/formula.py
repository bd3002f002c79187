"""Formulas: immutable trees of plain tuples, and the words that build them.

A node is `(operator, part, ...)`. A target, which says what call is meant, is any plain data of whoever matches calls:
a tool's name, a mapping, a list of either. It is kept frozen in the tree and given back as it was (`thaw`).
"""

from __future__ import annotations

from guardhost.model.errors import GuardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMPARISONS = ("<=", "<", ">=", ">", "==")
UNARY = ("not", "G", "F", "X", "Y", "O", "H")
BINARY = ("U", "W", "R", "S", "implies")


class Formula(tuple):  # type: ignore[type-arg] # a tree of unlike parts
    """A formula. `~f`, `f & g`, `f | g` and `f >> g` (implies) combine; equal trees are equal."""

    __slots__ = ()

    def __invert__(self) -> Formula:
        return no(self)

    def __and__(self, other: Formula) -> Formula:
        return both(self, other)

    def __or__(self, other: Formula) -> Formula:
        return either(self, other)

    def __rshift__(self, other: Formula) -> Formula:
        return implies(self, other)

    def __str__(self) -> str:
        from guardhost.temporal.printing import show

        return show(self)

    def __repr__(self) -> str:
        return f"Formula({str(self)!r})"


def freeze(value: Any) -> Any:
    """Return plain data as something immutable: mappings and lists become tagged tuples."""
    if isinstance(value, dict):
        return ("map", *((str(key), freeze(item)) for key, item in value.items()))
    if isinstance(value, list | tuple):
        return ("list", *(freeze(item) for item in value))
    return value


def thaw(value: Any) -> Any:
    """Return what `freeze` was given."""
    if isinstance(value, tuple) and value[0] == "map":
        return {key: thaw(item) for key, item in value[1:]}
    if isinstance(value, tuple):
        return [thaw(item) for item in value[1:]]
    return value


def variables(target: Any) -> tuple[str, ...]:
    """Return the names of the `$variables` in the `with` of a (frozen) target, each once, in their order."""
    found: dict[str, None] = {}
    _variables(target, within=False, found=found)
    return tuple(found)


def _variables(target: Any, *, within: bool, found: dict[str, None]) -> None:
    if isinstance(target, str) and within and target[:1] == "$" and target[1:].isidentifier():
        found[target[1:]] = None
    elif isinstance(target, tuple) and target[0] == "map":
        for key, item in target[1:]:
            _variables(item, within=within or key == "with", found=found)
    elif isinstance(target, tuple):
        for item in target[1:]:
            _variables(item, within=within, found=found)


TRUE = Formula(("true",))
FALSE = Formula(("false",))


def now(target: Any) -> Formula:
    """The call at this position is a `target`."""
    return Formula(("now", freeze(target)))


def called(target: Any) -> Formula:
    """A `target` is called somewhere in the run."""
    return Formula(("called", freeze(target)))


def called_with(tool: str, args: dict[str, Any]) -> Formula:
    """`tool` is called somewhere in the run with these values of its arguments."""
    return Formula(("called_with", tool, freeze(args)))


def called_n(target: Any, op: str, n: int) -> Formula:
    """A `target` is called so often in the run; `op` is one of `COMPARISONS`."""
    return Formula(("called_n", freeze(target), _comparison(op), n))


def count_before(formula: Formula, op: str, n: int) -> Formula:
    """`formula`, which looks at its position and back, held at so many positions before this one."""
    return Formula(("count_before", formula, _comparison(op), n))


def _comparison(op: str) -> str:
    if op not in COMPARISONS:
        raise GuardError("GH1701", f"`{op}` compares nothing", fix=f"use one of {' '.join(COMPARISONS)}")
    return op


def before(first: Any, then: Any) -> Formula:
    """The first `first` comes before the first `then`."""
    return Formula(("before", freeze(first), freeze(then)))


def after(one: Any, other: Any) -> Formula:
    """The first `one` comes after the first `other`."""
    return Formula(("after", freeze(one), freeze(other)))


def all_before(firsts: list[Any], then: Any) -> Formula:
    """Each of `firsts` comes before the first `then`."""
    return Formula(("all_before", freeze(firsts), freeze(then)))


def in_order(targets: list[Any]) -> Formula:
    """Calls of these targets come in this order, with others between them."""
    return Formula(("in_order", freeze(targets)))


def within_steps(trigger: Any, response: Any, steps: int) -> Formula:
    """At most `steps` calls after the first `trigger` comes a `response`."""
    return Formula(("within_steps", freeze(trigger), freeze(response), steps))


def branch_called(right: Any, wrong: Any = None) -> Formula:
    """`right` is called, and `wrong` never."""
    return Formula(("branch_called", freeze(right), freeze(wrong)))


def instance_before(one: Any, nth: int, other: Any, mth: int) -> Formula:
    """The nth `one` comes before the mth `other`; both count from 1."""
    return Formula(("instance_before", freeze(one), nth, freeze(other), mth))


def G(formula: Formula) -> Formula:  # noqa: N802 - the operator's name everywhere
    """At this position and each later one."""
    return Formula(("G", formula))


def F(formula: Formula) -> Formula:  # noqa: N802 - the operator's name everywhere
    """At this position or a later one."""
    return Formula(("F", formula))


def X(formula: Formula) -> Formula:  # noqa: N802 - the operator's name everywhere
    """At the next position."""
    return Formula(("X", formula))


def Y(formula: Formula) -> Formula:  # noqa: N802 - the operator's name everywhere
    """At the position before this one."""
    return Formula(("Y", formula))


def O(formula: Formula) -> Formula:  # noqa: E743, N802 - the operator's name everywhere
    """At this position or an earlier one."""
    return Formula(("O", formula))


def H(formula: Formula) -> Formula:  # noqa: N802 - the operator's name everywhere
    """At this position and each earlier one."""
    return Formula(("H", formula))


def at(position: int, formula: Formula) -> Formula:
    """At that position of the run, counted from 0; only outside of other temporal operators."""
    return Formula(("at", position, formula))


def until(left: Formula, right: Formula) -> Formula:
    """`right` comes, and `left` holds until then."""
    return Formula(("U", left, right))


def weak(left: Formula, right: Formula) -> Formula:
    """`left` holds until `right`, or for good."""
    return Formula(("W", left, right))


def release(left: Formula, right: Formula) -> Formula:
    """`right` holds up to and with the first `left`, or for good."""
    return Formula(("R", left, right))


def since(left: Formula, right: Formula) -> Formula:
    """`right` held, and `left` at each position after it."""
    return Formula(("S", left, right))


def no(formula: Formula) -> Formula:
    """It does not hold."""
    return Formula(("not", formula))


def both(*formulas: Formula) -> Formula:
    """Each of them holds."""
    return _flat("and", formulas)


def either(*formulas: Formula) -> Formula:
    """One of them holds."""
    return _flat("or", formulas)


def _flat(op: str, formulas: tuple[Formula, ...]) -> Formula:
    parts: list[Formula] = []
    for one in formulas:
        parts.extend(one[1:] if one[0] == op else (one,))
    if len(parts) == 1:
        return parts[0]
    return Formula((op, *parts)) if parts else (TRUE if op == "and" else FALSE)


def implies(left: Formula, right: Formula) -> Formula:
    """`right` holds where `left` does."""
    return Formula(("implies", left, right))


def each(target: Any, formula: Formula) -> Formula:
    """For every way in which the call here binds the `$variables` of `target`, `formula` holds with these values."""
    return Formula(("each", freeze(target), formula))


def some(target: Any, formula: Formula) -> Formula:
    """There is a way in which the call here binds the `$variables` of `target`, and `formula` holds with these values."""
    return Formula(("some", freeze(target), formula))


def parts(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas directly within a formula."""
    op = formula[0]
    if op in UNARY:
        return (formula[1],)
    if op in BINARY:
        return (formula[1], formula[2])
    if op in ("and", "or"):
        return tuple(formula[1:])
    if op in ("each", "some", "at"):
        return (formula[2],)
    return (formula[1],) if op == "count_before" else ()


def remade(formula: Formula, inner: tuple[Formula, ...]) -> Formula:
    """Return the formula with other formulas directly within it."""
    op = formula[0]
    if op in ("and", "or"):
        return _flat(op, inner)
    if op in ("each", "some", "at"):
        return Formula((op, formula[1], *inner))
    return Formula((op, *inner, *formula[2:])) if op == "count_before" else Formula((op, *inner)) if inner else formula
