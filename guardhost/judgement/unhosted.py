"""Judge without a host waiting, for a check, a test or a batch: with a memory of its own, and nothing left behind."""

from __future__ import annotations

from guardhost.judgement.flow import judge
from guardhost.judgement.scene import Lent
from guardhost.judges.worker import Worker
from guardhost.world.clock import Clock
from guardhost.world.repository import find
from guardhost.world.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol, Self

    from guardhost.judgement.facts import Facts
    from guardhost.judgement.loaded import Memory
    from guardhost.judgement.policies import Policy
    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.sides import Sides
    from guardhost.judges.caller import Replied, Side
    from guardhost.judges.facts import Asked
    from guardhost.model.event import Event
    from guardhost.model.outcome import Outcome
    from guardhost.model.request import Request
    from guardhost.world.repository import Place
    from guardhost.world.state import State

    class Given(Protocol):
        """What stands in for parts of a request and for facts."""

        def asks(self, asks: tuple[tuple[str, Request], ...]) -> tuple[tuple[str, Request], ...]:
            """Return the requests with what is given."""

        def facts(self, facts: Asked) -> Asked:
            """Return who answers for the facts."""


BUDGET = 120.0  # seconds for one judgement


class Unhosted:
    """Judges one event after the other; a side's child is kept from one to the next. Use it in a `with` statement.

    `budget` is in seconds a judgement. What is told once is told once in each session of this object. `replies` are what
    the sides answered to the last event, `times` the milliseconds that each took. `given` are fields and facts that the
    next requests have instead of their own, for an example that says them; `completes` says that events tell when a call
    has ended, so that one whose end is not told did not run for certain; `sides` says which sides a policy
    has, `rules` which rule files judge; `working`: the working tree alone judges, whatever HEAD has.
    """

    def __init__(
        self,
        env: Mapping[str, str],
        state: State,
        *,
        budget: float = BUDGET,
        builtin: bool = True,
        git: str = "",
        sides: Callable[[Policy, Lent], Sides] | None = None,
        rules: Callable[[], list[RuleFile]] | None = None,
        working: bool = False,
    ) -> None:
        self._working = working
        self.env = dict(env)
        self._rules = rules
        self._sides = sides
        self.state = state
        self.replies: list[tuple[Side, Replied]] = []
        self.times: list[float] = []
        self.given: Given | None = None
        self.completes: bool | None = None
        self._clock = Clock()
        self._budget = budget
        self._builtin = builtin
        self._git = git
        self._workers: dict[tuple[str, str], Worker] = {}
        self._sessions: dict[tuple[str, str], Session] = {}
        self._memories: dict[str, Memory] = {}
        self._places: dict[str, Place | None] = {}
        self._shelter = ""

    def lent(self) -> Lent:
        """Return what one judgement is lent now."""
        return Lent(
            clock=self._clock,
            env=self.env,
            state=self.state,
            began=self._clock.now(),
            total=self._budget,
            hosted=False,
            recording=False,
            builtin=self._builtin,
            completes=self.completes,
            git=self._git,
            find=self._find,
            session=self._session,
            memories=self._memories,
            shelter=self._sheltered,
            working=self._working,
            sides=self._sides,
            rules=self._rules,
            run=self._run,
        )

    def judge(self, event: Event) -> Outcome:
        """Return the outcome of one event."""
        self.replies, self.times = [], []
        judged = judge(event, self.lent())
        judged.close()
        return judged.outcome

    def renew(self) -> None:
        """Forget every session: nothing was asked, told or spent, no call ran."""
        self._sessions.clear()
        self._leave()

    def _sheltered(self) -> str:
        """Return a folder of its own for what rules remember, made when it is first asked for."""
        if not self._shelter:
            from tempfile import mkdtemp

            self._shelter = mkdtemp(prefix="guardhost-")
        return self._shelter

    def _leave(self) -> None:
        if self._shelter:
            from shutil import rmtree

            rmtree(self._shelter, ignore_errors=True)
            self._shelter = ""

    def _find(self, folder: str) -> Place | None:
        if folder not in self._places:
            self._places[folder] = find(folder)
        return self._places[folder]

    def _session(self, event: Event) -> Session:
        key = (event.host, event.session)
        if key not in self._sessions:
            self._sessions[key] = Session(None, event.host, event.session, self._clock.wall())
        return self._sessions[key]

    def _run(self, side: Side, asks: tuple[tuple[str, Request], ...], facts: Facts, seconds: float) -> Replied:
        key = (side.name, side.source.root)
        if key not in self._workers:
            self._workers[key] = Worker(side, facts, self._clock)
        began = self._clock.now()
        lent: Asked = facts
        if self.given is not None:
            asks, lent = self.given.asks(asks), self.given.facts(facts)
        reply = self._workers[key].ask(asks, seconds, lent)
        self.times.append((self._clock.now() - began) * 1000)
        self.replies.append((side, reply))
        return reply

    def close(self) -> None:
        """End its processes."""
        for worker in self._workers.values():
            worker.close()
        self._workers.clear()
        self._leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
