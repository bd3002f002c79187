"""What one judgement is lent: the clock, the state, the programs, and how much it may take and leave behind."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.model.verdict import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from guardhost.judgement.facts import Facts
    from guardhost.judgement.policies import Policy, Sides
    from guardhost.judges.caller import Replied, Side
    from guardhost.model.event import Event
    from guardhost.model.request import Request
    from guardhost.world.clock import Clock
    from guardhost.world.session import Session
    from guardhost.world.state import State


class Lent(Record):
    """The effects of a judgement. `began` is on the scale of `clock.now`, `total` and `timeout` are in seconds.

    `hosted`: a host waits for the answer; `recording`: it counts (a check, a test and a replay leave nothing behind);
    `builtin`: the built-in rules are asked; `timeout`: what the host's adapter declares for its hooks, None when it
    declares none; `session` gives a memory of its own to what is not hosted; `sides` and `run` say which sides a policy has and how one is asked, the usual ones when None.
    """

    clock: Clock
    env: Mapping[str, str]
    state: State
    began: float
    total: float
    hosted: bool = True
    recording: bool = True
    builtin: bool = True
    timeout: float | None = None
    git: str = ""
    shfmt: str = ""
    session: Callable[[Event], Session] | None = None
    sides: Callable[[Policy, Lent], Sides] | None = None
    run: Callable[[Side, tuple[tuple[str, Request], ...], Facts, float], Replied] | None = None


class Judged(Record):
    """The outcome, and what is still to be done once it is printed (`after`): clear the mark, spend what was told."""

    outcome: Outcome
    after: tuple[Callable[[], object], ...] = ()

    def close(self) -> None:
        """Do what waits for the answer to be printed."""
        for step in self.after:
            step()
