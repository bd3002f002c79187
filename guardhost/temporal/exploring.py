"""Whether a formula can refuse a call, and whether it lets any pass: found by trying all calls that it can tell apart."""

from __future__ import annotations

from itertools import product

from guardhost.temporal import monitor
from guardhost.temporal.cells import Cells
from guardhost.temporal.values import NO, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guardhost.temporal.compiling import Spec

    Kind = tuple[dict[int, int], dict[int, list[Any]]]

MOST_STEPS = 3_000
MOST_KINDS = 64
FIRES, NEVER, ALWAYS, UNKNOWN = "fires", "never", "always", "unknown"
_BINDINGS: tuple[list[Any], ...] = ([], [("1",)], [("2",)])


def explore(spec: Spec) -> str:
    """Return NEVER when no call is ever refused, ALWAYS when each first call is, FIRES, or UNKNOWN when it is too much."""
    kinds = _kinds(spec)
    if len(kinds) > MOST_KINDS:
        return UNKNOWN
    start = (monitor.start(spec), ())
    todo, seen, steps, fires = [start], {start}, 0, False
    while todo:
        state = todo.pop()
        refused = 0
        for kind in kinds:
            steps += 1
            after, violated = _stepped(spec, state, kind)
            refused += violated
            if after not in seen:
                seen.add(after)
                todo.append(after)
        fires = fires or refused > 0
        if state is start and refused == len(kinds):
            return ALWAYS
        if fires:
            return FIRES
        if steps > MOST_STEPS:
            return UNKNOWN
    return NEVER


def _stepped(spec: Spec, state: tuple[Any, Any], kind: Kind) -> tuple[tuple[Any, Any], bool]:
    cells = Cells()
    cells.kept.update(dict(state[1]))
    answers, bound = kind
    one = monitor.step(
        spec,
        state[0],
        lambda target: answers.get(target, NO),
        lambda target: [(values, YES) for values in bound.get(target, [])],
        cells,
    )
    return (one.state, tuple(sorted(cells.kept.items()))), one.violated


def _kinds(spec: Spec) -> list[Kind]:
    """Return all calls that the targets tell apart; a call has one name, what else is said of it may go together."""
    names: list[int] = []
    free: list[int] = []
    bound: list[int] = []
    for place, (target, variables) in enumerate(spec[3]):
        plain = isinstance(target, str) and "*" not in target
        (bound if variables else names if plain else free).append(place)
    if 2 ** len(free) * (len(names) + 1) * 3 ** len(bound) > MOST_KINDS:
        return [({}, {})] * (MOST_KINDS + 1)
    return list(_products(names, free, bound))


def _products(names: list[int], free: list[int], bound: list[int]) -> Iterator[Kind]:
    for name in (None, *names):
        for others in product((NO, YES), repeat=len(free)):
            for values in product(_BINDINGS, repeat=len(bound)):
                answers = dict(zip(free, others, strict=True))
                yield {**answers, **({} if name is None else {name: YES})}, dict(zip(bound, values, strict=True))
