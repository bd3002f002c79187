"""The agents of a session: who spawned whom, under what title, what runs, as far as the host's events tell.

What was seen is kept as one JSON record a line and folded when it is asked for. A host tells of one agent by a name, an
id or its call, at different times; here these become one agent.
"""

from __future__ import annotations

from guardhost.model.event import AGENT, CALL, DONE
from guardhost.model.jsontext import decode, encode
from guardhost.model.spawn import SpawnTarget
from guardhost.world.files import append_line, read_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guardhost.model.event import Event

MOST_BYTES = 8 << 20
FORGOTTEN_S = 2 * 3600.0  # a spawn of which nothing was heard for so long does not count as running
MOST_DEPTH = 64
FIELDS = ("call", "by", "name", "title", "model", "type", "id")
RUNTIME = ("id", "started", "ended", "transcript")


class Agent:
    """One agent while the record is folded; times in Unix seconds, 0 for what was not seen."""

    __slots__ = ("by", "call", "done", "ended", "id", "model", "name", "seen", "started", "title", "transcript", "type")

    def __init__(self, **known: Any) -> None:
        self.id = self.name = self.title = self.model = self.type = self.call = self.transcript = ""
        self.by: str | None = None
        self.seen = self.started = 0.0
        self.done = self.ended = False
        for field, value in known.items():
            setattr(self, field, value)

    def runs(self, now: float) -> bool:
        """Whether it runs as far as was seen: started and not ended, or spawned by a call that is not done."""
        if self.started:
            return not self.ended
        return not (self.done or self.ended) and now - self.seen < FORGOTTEN_S


class Agents:
    """The agents that are remembered in the file at `path`, or for the life of this object when that is ""."""

    __slots__ = ("_all", "_path", "_records")

    def __init__(self, path: str) -> None:
        self._path = path
        self._records: list[dict[str, Any]] = []
        self._all: list[Agent] | None = None

    def observe(self, event: Event, now: float) -> None:
        """Remember what an event says; a call is one that was let through."""
        record = _record(event, now)
        if not record:
            return
        self._all = None
        if not (self._path and append_line(self._path, encode(record).encode("ascii"))):
            self._records.append(record)

    def title_of(self, agent: str) -> str:
        """Return the description that the agent was spawned with, "" when its spawn was not seen."""
        found = self._find(agent)
        return found.title if found else ""

    def depth_of(self, agent: str) -> int:
        """Return how deep the agent is nested below the main one, which is "" and has depth 0."""
        depth = 0
        while agent and depth < MOST_DEPTH:
            depth += 1
            found = self._find(agent)
            agent = (found.by or "") if found else ""
        return depth

    def live(self, now: float, by: str | None = None) -> int:
        """Return how many agents run, of those that `by` spawned or, when None, of all."""
        return sum(agent.runs(now) for agent in self._folded() if by is None or agent.by == by)

    def target(self, to: str, now: float) -> SpawnTarget:
        """Return what is known of an agent, by its id or name; of one never seen only how it was addressed."""
        found = self._find(to)
        if found is None:
            return SpawnTarget(agent=to)
        idle = max(0, round((now - found.seen) * 1000)) if found.seen else None
        tokens = None
        if found.transcript:
            from guardhost.world.transcript import context_tokens

            tokens = context_tokens(found.transcript)
        return SpawnTarget(agent=to, idle_ms=idle, description=found.title, model=found.model, context_tokens=tokens)

    def _find(self, to: str) -> Agent | None:
        everyone = self._folded()
        return _last(everyone, "id", to) or _last(everyone, "name", to)

    def _folded(self) -> list[Agent]:
        if self._all is None:
            self._all = []
            for record in (*self._kept(), *self._records):
                _fold(self._all, record)
        return self._all

    def _kept(self) -> Iterable[dict[str, Any]]:
        for line in (read_own(self._path, MOST_BYTES) or b"").split(b"\n") if self._path else ():
            try:
                record = decode(line) if line else None
            except ValueError:
                continue
            if isinstance(record, dict) and record.get("what") in _FOLDS:
                yield record


def _record(event: Event, now: float) -> dict[str, Any]:
    if event.moment == AGENT and event.agent:
        what = "end" if event.ends else "start"
        return {
            "what": what, "at": now, "id": event.agent, "type": event.agent_type,
            "transcript": event.transcript if event.ends else "",
        }  # fmt: skip
    spawn = event.spawn
    if spawn is None or event.moment not in (CALL, DONE):
        return {}
    if spawn.kind == "continue":
        return {"what": "message", "at": now, "to": spawn.to}
    return {
        "what": "spawn" if event.moment == CALL else "done", "at": now, "call": event.call_id, "by": event.agent,
        "name": spawn.name, "title": spawn.description, "model": spawn.model, "type": spawn.agent_type, "id": event.spawned,
    }  # fmt: skip


def _last(agents: list[Agent], field: str, value: str) -> Agent | None:
    return next((agent for agent in reversed(agents) if value and getattr(agent, field) == value), None)


def _fold(agents: list[Agent], record: dict[str, Any]) -> None:
    record = {**dict.fromkeys((*FIELDS, "to", "transcript"), ""), "at": None, **record}
    for field, value in record.items():
        if not isinstance(value, int | float if field == "at" else str):
            return
    _FOLDS[record["what"]](agents, record)


def _spawn(agents: list[Agent], record: dict[str, Any]) -> None:
    agents.append(Agent(**_known(record), seen=record["at"]))


def _done(agents: list[Agent], record: dict[str, Any]) -> None:
    """Join the call that spawned with the agent that it says it started."""
    spawned = _last(agents, "call", record["call"])
    if spawned is None:
        spawned = Agent(**_known(record))
        agents.append(spawned)
    spawned.done, spawned.seen = True, record["at"]
    if record["id"] and spawned.id != record["id"]:
        other = _last(agents, "id", record["id"])
        if other is None:
            spawned.id = record["id"]
        else:
            _exchange(agents, spawned, other)


def _exchange(agents: list[Agent], spawned: Agent, other: Agent) -> None:
    """The host named the starts in another order than we guessed: what belongs to the running agent changes places."""
    for field in RUNTIME:
        mine, its = getattr(spawned, field), getattr(other, field)
        setattr(spawned, field, its)
        setattr(other, field, mine)
    if not (other.call or other.id):
        agents.remove(other)


def _start(agents: list[Agent], record: dict[str, Any]) -> None:
    """Start one that is known, or the first spawned one of its type that waits for an id, or one never heard of."""
    found = _last(agents, "id", record["id"])
    if found is None:
        waiting = (agent for agent in agents if not agent.id and not agent.ended and agent.call)
        found = next((agent for agent in waiting if agent.type in ("", record["type"])), None)
    if found is None:
        found = Agent(type=record["type"])
        agents.append(found)
    found.id, found.started, found.ended = record["id"], record["at"], False
    found.seen = max(found.seen, record["at"])


def _end(agents: list[Agent], record: dict[str, Any]) -> None:
    found = _last(agents, "id", record["id"])
    if found is None:
        found = Agent(id=record["id"], type=record["type"])
        agents.append(found)
    found.ended, found.seen = True, record["at"]
    found.transcript = record["transcript"] or found.transcript


def _message(agents: list[Agent], record: dict[str, Any]) -> None:
    found = _last(agents, "id", record["to"]) or _last(agents, "name", record["to"])
    if found is None:
        agents.append(Agent(name=record["to"], seen=record["at"], ended=True))
    else:
        found.seen = record["at"]


def _known(record: dict[str, Any]) -> dict[str, Any]:
    return {field: record[field] for field in FIELDS}


_FOLDS = {"spawn": _spawn, "done": _done, "start": _start, "end": _end, "message": _message}
