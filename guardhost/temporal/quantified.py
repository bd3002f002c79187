"""A quantifier over `$variables` at one call: which values fail, and what is kept for each value.

What it holds over looks back only, so it is settled at its call. Each value has a cell: what the nodes that look back and
name a variable keep for it. A call changes the cells of the values that it binds; all others move alike, by what they hold.
"""

from __future__ import annotations

from guardhost.temporal.answers import BORN, counted, tallied, told
from guardhost.temporal.values import BAD, DOUBTFUL, MAYBE, NO, SURE, WAIT, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guardhost.temporal.cells import AnyCells
    from guardhost.temporal.compiling import Spec
    from guardhost.temporal.monitor import Bind

    Values = tuple[str, ...]
    Answers = dict[int, int]


class Cell:
    """One quantifier at one call. `broken` are the values that it fails for, None an unknown one."""

    __slots__ = ("_at", "_base", "_bind", "_cells", "_kept", "_place", "_row", "_spec", "_touched", "broken")

    def __init__(
        self, spec: Spec, place: int, kept: tuple[Any, ...], at: Callable[[int], Any], bind: Bind, cells: AnyCells
    ) -> None:
        self._spec = spec
        self._place = place
        self._row = spec[6][place]
        self._kept = kept
        self._at = at
        self._bind = bind
        self._cells = cells
        self.broken: list[Any] = []
        self._base: Answers = {}
        self._touched: dict[Values, Answers] = {}
        for atom in self._row[5]:
            self._ask(spec[0][atom][1])

    def _ask(self, target: int) -> None:
        """Note how the call binds a target: for which values it is it, and what it is for all others."""
        self._base[target] = NO
        for values, answer in self._bind(target):
            if values is None:
                self._base[target] = MAYBE
            else:
                answers = self._touched.setdefault(self._sorted(target, values), {})
                answers[target] = max(answer, answers.get(target, NO))

    def _sorted(self, target: int, values: Values) -> Values:
        """Return the values in the order of the trigger's variables."""
        names, order = self._spec[3][target][1], self._spec[3][self._row[0]][1]
        return values if names == order else tuple(values[names.index(name)] for name in order)

    def _answers(self, values: Values) -> Answers:
        touched = self._touched.get(values)
        return {**self._base, **touched} if touched else self._base

    def _held(self, values: Values) -> Any:
        held = self._cells.get(self._place, values)
        return self._kept[0] if held is None else held

    def judged(self) -> tuple[int, int, int]:
        """Return what the quantifier is at this call, as `running` has it."""
        every = self._row[1] != self._row[2]  # a negated `some` is an `each` of the opposite
        found: list[int] = []
        for values, answer in self._bind(self._row[0]):
            value = self._value(values)
            if every:
                found.append(max(value, DOUBTFUL) if answer == MAYBE else value)
                if value < WAIT:
                    self.broken.append(values)
            else:
                found.append(DOUBTFUL if values is None else value if answer == YES else min(value, DOUBTFUL))
        value = min([*found, SURE]) if every else max([*found, BAD])
        return value, value, BORN[value]

    def _value(self, values: Values | None) -> int:
        if values is not None:
            return self._shown(self._held(values), self._answers(values))[0]
        value = self._shown(self._kept[0], self._base)[0]
        return min(value, DOUBTFUL) if self._kept[1] else value

    def _shown(self, cell: tuple[Any, ...], answers: Answers) -> tuple[int, tuple[Any, ...]]:
        """Return (the value of the body, the cell after the call) for a value that the call answers so for."""
        nodes, (_, _, _, body, slots, _) = self._spec[0], self._row
        held = dict(zip(slots, cell, strict=True))
        done: dict[int, int] = {}

        def value(place: int) -> int:
            if place not in done:
                done[place] = self._worked_out(nodes[place], place, held, answers, value)
            return done[place]

        def kept(slot: int) -> Any:
            node = nodes[slot]
            if node[0] == "Y":
                return value(node[1])
            return counted(held[slot], node, value(node[1]), value(node[2])) if node[0] == "count" else value(slot)

        return value(body), tuple(kept(slot) for slot in slots)

    def _worked_out(
        self, node: tuple[Any, ...], place: int, held: dict[int, Any], answers: Answers, value: Callable[[int], int]
    ) -> int:
        op = node[0]
        if op == "nowv":
            return told(answers[node[1]], node[2])
        if op in ("&", "|"):
            inner = [value(part) for part in node[1:]]
            return min(inner) if op == "&" else max(inner)
        if place not in held:
            settled: int = self._at(place)[1]
            return settled
        if op == "count":
            return tallied(held[place], node)
        before: int = held[place]
        if op in ("O", "H"):
            return max(before, value(node[1])) if op == "O" else min(before, value(node[1]))
        if op == "S":
            return max(value(node[2]), min(value(node[1]), before))
        return min(value(node[2]), max(value(node[1]), before)) if op == "T" else before

    def after(self) -> tuple[Any, ...]:
        """Change the cells for this call and return what the quantifier keeps: the cell of all others, and those in use."""
        default = self._shown(self._kept[0], self._base)[1]
        moved = {cell: self._shown(cell, self._base)[1] for cell in self._kept[1]}
        changed = {values: self._shown(self._held(values), answers) for values, answers in self._asked()}
        moves = {cell: None if new == default else new for cell, new in moved.items() if new != cell or new == default}
        held = {values: self._cells.get(self._place, values) for values in changed} if changed else {}
        if moves:
            self._cells.move(self._place, moves)
        for values, (_, new) in changed.items():
            wanted = None if new == default else new
            if moves.get(held[values], held[values]) != wanted:
                self._cells.put(self._place, values, wanted)
        live = {*moved.values(), *(new for _, new in changed.values())} - {default}
        return default, tuple(sorted(live))

    def _asked(self) -> list[tuple[Values, Answers]]:
        return [(values, self._answers(values)) for values in self._touched]
