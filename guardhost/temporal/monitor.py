"""A monitor: what is left of a formula after the calls so far, stepped once a call, whatever their number.

The state is plain nested tuples: `(term, slots, leaves, quantified)`. What `$variables` have been bound to lies beside
it in `Cells`, by value, so that a step touches only the values that its call has.
"""

from __future__ import annotations

from guardhost.model.jsontext import decode as from_json
from guardhost.model.jsontext import encode as to_json
from guardhost.temporal import leaves as atoms
from guardhost.temporal.running import Run
from guardhost.temporal.values import MAYBE, NO, PUBLIC, WAIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from guardhost.temporal.cells import AnyCells
    from guardhost.temporal.compiling import Spec

    State = tuple[Any, ...]
    Match = Callable[[int], int]
    Bind = Callable[[int], Sequence[tuple[tuple[str, ...] | None, int]]]


class Step:
    """What a call makes of a formula.

    `state` is the one after it, `value` one of `values.VALUES` by number; `violated` says that the call newly breaks it or
    that an obligation is not met, `maybe` that this rests on a call that only may have matched (an obligation that is not
    met is certain); `broken` are the values of `$variables` it is broken for, None where a value is unknown.
    """

    __slots__ = ("broken", "maybe", "state", "value", "violated")

    def __init__(self, state: State, value: int, violated: bool, maybe: bool, broken: tuple[Any, ...]) -> None:
        self.state = state
        self.value = value
        self.violated = violated
        self.maybe = maybe
        self.broken = broken


def start(spec: Spec) -> State:
    """Return the state before the first call."""
    nodes, root, end, _, leaves, slots, quantifiers = spec
    return (
        ("n", root, end),
        tuple(first(nodes[slot]) for slot in slots),
        tuple(atoms.begin(leaf) for leaf in leaves),
        tuple((tuple(first(nodes[slot]) for slot in row[4]), ()) for row in quantifiers),
    )


def first(node: tuple[Any, ...]) -> Any:
    """Return what a node that looks back holds before the first call."""
    if node[0] == "Y":
        return node[2]
    return (0, 0) if node[0] == "count" else 5 if node[0] in ("H", "T") else 0


def step(spec: Spec, state: State, match: Match, bind: Bind, cells: AnyCells) -> Step:
    """Judge one call. `match(i)` says whether it is target `i`, `bind(i)` how it binds the variables of that.

    A binding is (the values, YES or MAYBE); values None say that it may be any. `cells` keep what was bound; they are
    changed, so lend an overlay to look at a call that is not made yet.
    """
    run = Run(spec, state, match, bind, cells)
    after, value, mark = run.whole()
    violated = value < WAIT and mark > 0
    return Step(after, PUBLIC[value], violated, violated and not mark & 6, tuple(run.broken) if violated else ())


def never(_target: int) -> int:
    """Answer for a call that no target means."""
    return NO


def unbound(_target: int) -> tuple[()]:
    """Bind nothing."""
    return ()


def perhaps(match: Match) -> Match:
    """Return the answers for a call that may have run: what it is for certain it may be."""
    return lambda target: MAYBE if match(target) else NO


def perhaps_bind(bind: Bind) -> Bind:
    """Return the bindings of a call that may have run."""
    return lambda target: [(values, MAYBE) for values, _ in bind(target)]


def idle(spec: Spec, state: State) -> bool:
    """Return whether a call that no target means changes nothing and breaks nothing, so that it need not be shown."""
    from guardhost.temporal.cells import Cells

    cells = Cells()
    after = step(spec, state, never, unbound, cells)
    return after.state == state and not after.violated and not cells.moves


def ended(spec: Spec, state: State) -> bool:
    """Return whether the formula is satisfied when the run ends here: the ordinary two-valued meaning."""
    return _ended(spec, state, state[0])


def _ended(spec: Spec, state: State, term: Any) -> bool:
    if isinstance(term, int):
        return term >= WAIT
    op = term[0]
    if op in ("&", "|"):
        return (all if op == "&" else any)(_ended(spec, state, part) for part in term[1:])
    if op == "l":
        return atoms.ended(spec[4][term[1]], state[2][term[1]], term[2])
    return bool(term[-1])


def encode(state: State) -> str:
    """Return a state as a text."""
    return to_json(state)


def decode(text: str) -> State:
    """Return the state that a text holds; `ValueError` when it holds none."""
    state = _tuples(from_json(text))
    if not isinstance(state, tuple) or len(state) != 4:
        raise ValueError("this is no state of a monitor")
    return state


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value
