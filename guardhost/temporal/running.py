"""One step of a monitor: each node is worked out at the new call, what was left from before is carried on.

Everything found is a triple: the term that is left, its value now, and its marks, which say what failures this call
brought: bit 1 one that rests on a maybe, bit 2 a certain one, bit 4 an obligation that is not met.
"""

from __future__ import annotations

from guardhost.temporal import leaves as atoms
from guardhost.temporal.answers import BORN, counted, tallied, told
from guardhost.temporal.terms import conj, disj
from guardhost.temporal.values import DOUBTFUL, WAIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.temporal.cells import AnyCells
    from guardhost.temporal.compiling import Spec
    from guardhost.temporal.monitor import Bind, Match, State
    from guardhost.temporal.quantified import Cell

    Found = tuple[Any, int, int]

LEFT = (0, 0, 4, 0, 0, 0)  # and of one that was settled before


def joined(op: str, found: list[Found]) -> Found:
    """Return what stands for all (`&`) or one (`|`) of what was found."""
    marks = 0
    for one in found:
        marks |= one[2]
    terms = [one[0] for one in found]
    if op == "&":
        return conj(terms), min(one[1] for one in found), marks
    value = max(one[1] for one in found)
    if value > DOUBTFUL:
        return disj(terms), value, BORN[value]
    # All have failed; one that newly did makes it a new failure, certain when each is.
    return disj(terms), value, BORN[value] if marks & 3 else 0


class Run:
    """One call shown to one monitor."""

    __slots__ = (
        "_answers", "_bind", "_cells", "_done", "_leaves", "_match", "_quantifiers", "_slots", "_spec", "_state", "_was",
        "broken",
    )  # fmt: skip

    def __init__(self, spec: Spec, state: State, match: Match, bind: Bind, cells: AnyCells) -> None:
        self._spec = spec
        self._state = state
        self._match = match
        self._bind = bind
        self._cells = cells
        self._answers: dict[int, int] = {}
        self._done: dict[int, Found] = {}
        self._leaves: list[Any] = []
        self._was: dict[int, Found] = {}
        self._quantifiers: dict[int, Cell] = {}
        self._slots: dict[int, Any] = dict(zip(spec[5], state[1], strict=True))
        self.broken: list[Any] = []

    def whole(self) -> tuple[State, int, int]:
        """Return the state after the call, the value of the formula and the marks of it."""
        nodes, _, _, _, leaves, slots, quantifiers = self._spec
        self._leaves = [atoms.advance(leaf, self._state[2][at], self.answer) for at, leaf in enumerate(leaves)]
        term, value, marks = self.carried(self._state[0])
        kept = tuple(self._kept(nodes[slot], slot) for slot in slots)
        quantified = tuple(self._quantified(place) for place in range(len(quantifiers)))
        return (term, kept, tuple(self._leaves), quantified), value, marks

    def answer(self, target: int) -> int:
        """Return whether the call is a target; whoever matches is asked once."""
        if target not in self._answers:
            self._answers[target] = self._match(target)
        return self._answers[target]

    def _kept(self, node: tuple[Any, ...], slot: int) -> Any:
        """Return what a node that looks back keeps for the next call."""
        if node[0] == "Y":
            return self.at(node[1])[0]
        if node[0] == "count":
            return counted(self._slots[slot], node, self.at(node[1])[1], self.at(node[2])[1])
        return self.at(slot)[0]

    def carried(self, term: Any) -> Found:
        """Return what a term that was left from before has become."""
        if isinstance(term, int):
            return term, term, LEFT[term]
        op = term[0]
        if op == "n":
            return self.at(term[1])
        if op in ("&", "|"):
            return joined(op, [self.carried(part) for part in term[1:]])
        return self._leaf(term[1], term[2])

    def at(self, place: int) -> Found:
        """Return what a node is at this call."""
        found = self._done.get(place)
        if found is None:
            found = self._done[place] = self._at(self._spec[0][place], place)
        return found

    def _at(self, node: tuple[Any, ...], place: int) -> Found:
        op = node[0]
        if op == "now":
            return settled(told(self.answer(node[1]), node[2]))
        if op in ("&", "|"):
            return joined(op, [self.at(part) for part in node[1:]])
        if op in ("G", "F"):
            later = (("n", place, op == "G"), WAIT, 0)
            return joined("&" if op == "G" else "|", [self.at(node[1]), later])
        if op in ("U", "R"):
            later = (("n", place, node[3]), WAIT, 0)
            return chosen(op == "U", self.at(node[1]), self.at(node[2]), later)
        if op == "X":
            return ("n", node[1], node[2]), WAIT, 0
        if op == "leaf":
            return self._leaf(node[1], node[2])
        if op == "c":
            return settled(node[1])
        return self._each(node[1]) if op == "each" else self._back(node, place)

    def _back(self, node: tuple[Any, ...], place: int) -> Found:
        """Return what a node that looks back is at this call."""
        op = node[0]
        if op == "count":
            return settled(tallied(self._slots[place], node))
        before = self._was.get(place)
        if before is None:
            before = self._was[place] = self.carried(self._slots[place])
        if op == "Y":
            # It stands for another position than the one it is carried from: where it fails, it newly does.
            return before[0], before[1], before[2] | BORN[before[1]]
        if op in ("O", "H"):
            return joined("|" if op == "O" else "&", [before, self.at(node[1])])
        return chosen(op == "S", self.at(node[1]), self.at(node[2]), before)

    def _leaf(self, place: int, negated: bool) -> Found:
        leaf = self._spec[4][place]
        was, now = atoms.value(leaf, self._state[2][place], negated), atoms.value(leaf, self._leaves[place], negated)
        return ("l", place, negated), now, atoms.marks(leaf, was, now, self.answer)

    def _cell(self, place: int) -> Cell:
        from guardhost.temporal.quantified import Cell

        if place not in self._quantifiers:
            kept = self._state[3][place]
            self._quantifiers[place] = Cell(self._spec, place, kept, self.at, self._bind, self._cells)
        return self._quantifiers[place]

    def _each(self, place: int) -> Found:
        cell = self._cell(place)
        found = cell.judged()
        self.broken += cell.broken
        return found

    def _quantified(self, place: int) -> Any:
        return self._cell(place).after()


def chosen(until: bool, left: Found, right: Found, rest: Found) -> Found:
    """Return `right or (left and rest)`, which is an until or a since, or `right and (left or rest)`, its opposite."""
    if until:
        return joined("|", [right, joined("&", [left, rest])])
    return joined("&", [right, joined("|", [left, rest])])


def settled(value: int) -> Found:
    """Return what a value is at the call that brought it."""
    return value, value, BORN[value]
