"""Judge without a host waiting: for `check`, and whatever else leaves nothing behind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Self

from guardhost.judgement.flow import judge
from guardhost.judgement.scene import Lent
from guardhost.judges.worker import Worker
from guardhost.world.clock import Clock
from guardhost.world.session import Session
from guardhost.world.state import State, locate

if TYPE_CHECKING:
    from guardhost.judgement.facts import Facts
    from guardhost.judges.caller import Replied, Side
    from guardhost.model.event import Event
    from guardhost.model.outcome import Outcome
    from guardhost.model.request import Request


class Bench:
    """Judges one event after the other with a memory of its own; a side's child is kept from one to the next."""

    def __init__(self, budget: float, *, builtin: bool = True, state: State | None = None) -> None:
        """Give each judgement `budget` seconds."""
        self._clock = Clock()
        self._budget = budget
        self._builtin = builtin
        self._state = state or locate(os.environ)
        self._workers: dict[tuple[str, str], Worker] = {}
        self._sessions: dict[tuple[str, str], Session] = {}
        self._asked: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers.values():
            worker.close()

    def judge(self, event: Event) -> Outcome:
        """Return the outcome of one event; what it spends is spent in this bench's memory alone."""
        self._asked = []
        lent = Lent(
            clock=self._clock,
            env=os.environ,
            state=self._state,
            began=self._clock.now(),
            total=self._budget,
            hosted=False,
            recording=False,
            builtin=self._builtin,
            session=self._session,
            run=self._run,
        )
        judged = judge(event, lent)
        judged.close()
        return judged.outcome

    def _session(self, event: Event) -> Session:
        key = (event.host, event.session)
        if key not in self._sessions:
            self._sessions[key] = Session(None, event.host, event.session, self._clock.wall())
        return self._sessions[key]

    def _run(self, side: Side, asks: tuple[tuple[str, Request], ...], facts: Facts, seconds: float) -> Replied:
        key = (side.name, side.source.root)
        if key not in self._workers:
            self._workers[key] = Worker(side, facts, self._clock)
        reply = self._workers[key].ask(asks, seconds, facts)
        self._asked.extend(
            {"side": side.name, "rule": f"workspace:{verdict.rule or seam}", "decision": verdict.decision}
            for seam, verdict in reply.verdicts
        )
        return reply

    def why(self, event: Event, outcome: Outcome) -> dict[str, Any]:
        """Return what was read of a line, who was asked, and what decided."""
        from guardhost.judgement.flow import reader
        from guardhost.shell.effects import effects
        from guardhost.shell.reading import read
        from guardhost.shell.readonly import prove

        lent = reader(event, Lent(clock=self._clock, env=os.environ, state=self._state, began=0.0, total=0.0))
        reading = read(event.command, lent)
        read_only, word = prove(reading)
        found = effects(reading, lent)
        return {
            "readable": reading.why or "yes",
            "programs": [
                " ".join((*one.wrappers, one.program, *(word.raw for word in one.args))) for one in reading.commands
            ],
            "effects": [f"{touch.kind} {touch.path or touch.raw}" for touch in found.touches],
            "read only": f"yes ({word})" if read_only else f"no: {word}",
            "asked": self._asked,
            "decided by": outcome.decided_by or "nobody: no rule had an opinion",
            "passes": outcome.next[0] if outcome.next else "see the first line" if outcome.rule else "as it is",
        }
