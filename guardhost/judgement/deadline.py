"""The deadline of one judgement: named phases share what is left of it, and an early one leaves its time to the later."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.world.clock import Clock

RESERVE = 0.3  # seconds for merging, recording and printing
RESOLVE_MOST = 3.0

LOAD, RESOLVE, CALL_COMMITTED, CALL_WORKING = "load", "resolve-committed", "call-committed", "call-working"


class Deadline:
    """When a judgement must be over, and the phases that are still to come."""

    __slots__ = ("_clock", "_phases", "began", "ends")

    def __init__(self, clock: Clock, began: float, total: float, phases: int) -> None:
        """Count `total` seconds from `began` (on the scale of `clock.now`), for so many `phases`."""
        self._clock = clock
        self._phases = phases
        self.began = began
        self.ends = began + total

    def plan(self, phases: int) -> None:
        """Set how many phases are still to come."""
        self._phases = phases

    def left(self) -> float:
        """Return the seconds until the judgement must be over, the reserve taken off; never negative."""
        return max(0.0, self.ends - self._clock.now() - RESERVE)

    def enter(self, phase: str) -> float:
        """Begin a phase and return its budget in seconds: an equal share of what is left for it and those after it."""
        share = self.left() / max(1, self._phases)
        self._phases = max(0, self._phases - 1)
        return min(share, RESOLVE_MOST) if phase == RESOLVE else share
