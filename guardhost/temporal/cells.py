"""What is kept for each value that `$variables` were bound to, in memory; the store has the same methods.

A cell is found by its quantifier's number and its values. Values without a cell are as if they were never bound. `move`
changes all cells of a quantifier that are alike at once.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    Values = tuple[str, ...]

    class AnyCells(Protocol):
        """What a monitor asks of its cells."""

        def get(self, slot: int, values: Values) -> Any:
            """Return a cell, None when there is none."""

        def put(self, slot: int, values: Values, cell: Any) -> None:
            """Keep a cell; None removes it."""

        def move(self, slot: int, changes: dict[Any, Any]) -> None:
            """Give each cell that `changes` names the new value that stands there; None removes it."""


class Cells:
    """Cells in memory. `moves` counts how often many were changed at once."""

    __slots__ = ("kept", "moves")

    def __init__(self) -> None:
        self.kept: dict[tuple[int, Values], Any] = {}
        self.moves = 0

    def get(self, slot: int, values: Values) -> Any:
        """Return a cell, None when there is none."""
        return self.kept.get((slot, values))

    def put(self, slot: int, values: Values, cell: Any) -> None:
        """Keep a cell; None removes it."""
        if cell is None:
            self.kept.pop((slot, values), None)
        else:
            self.kept[slot, values] = cell

    def move(self, slot: int, changes: dict[Any, Any]) -> None:
        """Give each cell that `changes` names the new value that stands there; None removes it."""
        self.moves += 1
        for (owner, values), cell in list(self.kept.items()):
            if owner == slot and cell in changes:
                self.put(slot, values, changes[cell])

    def overlay(self) -> Overlay:
        """Return cells that start as these and change alone."""
        return Overlay(self)


class Overlay:
    """Cells over others, for calls that are not made yet; `commit` makes the changes in those below."""

    __slots__ = ("_base", "_changes")

    def __init__(self, base: AnyCells) -> None:
        self._base = base
        self._changes: list[tuple[int, Any, Any]] = []

    def get(self, slot: int, values: Values) -> Any:
        """Return a cell, None when there is none."""
        cell = self._base.get(slot, values)
        for owner, what, new in self._changes:
            if owner != slot:
                continue
            if isinstance(what, dict):
                cell = what.get(cell, cell)
            elif what == values:
                cell = new
        return cell

    def put(self, slot: int, values: Values, cell: Any) -> None:
        """Keep a cell; None removes it."""
        self._changes.append((slot, values, cell))

    def move(self, slot: int, changes: dict[Any, Any]) -> None:
        """Give each cell that `changes` names the new value that stands there; None removes it."""
        self._changes.append((slot, dict(changes), None))

    def overlay(self) -> Overlay:
        """Return cells that start as these and change alone."""
        return Overlay(self)

    def commit(self) -> None:
        """Make the changes in the cells below, in their order."""
        for slot, what, new in self._changes:
            if isinstance(what, dict):
                self._base.move(slot, what)
            else:
                self._base.put(slot, what, new)
        self._changes.clear()
