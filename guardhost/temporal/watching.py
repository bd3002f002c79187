"""A monitor as one object, for programs and tests: it is shown calls and says what they make of a formula."""

from __future__ import annotations

from guardhost.temporal import monitor
from guardhost.temporal.cells import Cells
from guardhost.temporal.compiling import compile as compiled
from guardhost.temporal.compiling import targets
from guardhost.temporal.matching import binder, matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.temporal.formula import Formula


class Monitor:
    """One formula on a run that goes on. A step takes the same time whatever came before."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self._spec = compiled(formula)
        self._targets = targets(self._spec)
        self._state = monitor.start(self._spec)
        self._cells = Cells()

    def peek(self, tool: str, args: Mapping[str, Any] | None = None) -> monitor.Step:
        """Return what a call would make of it, and keep nothing."""
        call = (tool, args or {})
        cells = self._cells.overlay()
        return monitor.step(self._spec, self._state, matcher(self._targets, call), binder(self._targets, call), cells)

    def step(self, tool: str, args: Mapping[str, Any] | None = None) -> monitor.Step:
        """Take a call that ran and return what it made of it."""
        call = (tool, args or {})
        made = monitor.step(self._spec, self._state, matcher(self._targets, call), binder(self._targets, call), self._cells)
        self._state = made.state
        return made

    def satisfied(self) -> bool:
        """Return whether the formula is satisfied when the run ends here."""
        return monitor.ended(self._spec, self._state)
