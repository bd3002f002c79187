"""What is remembered of one session of one host: keys spent, texts told, rules that denied, its project and its agents.

A tally is a file that grows by one byte each time, so that two hooks at once never lose one and nothing can be torn.
"""

from __future__ import annotations

import posix

from guardhost.world.files import open_own, read_own, short, write_once
from guardhost.world.state import of_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.event import Event
    from guardhost.model.spawn import SpawnTarget
    from guardhost.world.agents import Agents
    from guardhost.world.state import State

BUCKET_S = 2 * 3600  # a host that reports no session has a new one every two hours
MOST_PATH = 16 * 1024
SEEK_HERE = 1


class Session:
    """One session's memory in the state folder; with no usable state it is kept for the life of this object alone.

    `now` is in Unix seconds. Looking never writes; nothing raises.
    """

    __slots__ = ("_agents", "_kept", "_now", "_project", "folder", "named")

    def __init__(self, state: State | None, host: str, session: str, now: float) -> None:
        self.named = bool(session)
        self._now = now
        key = session or f"\0{int(now // BUCKET_S)}"  # no host can report a session by that name
        self.folder = of_session(state, host, key) if state is not None and state.usable else ""
        self._kept: dict[str, int] = {}
        self._project = ""
        self._agents: Agents | None = None

    def peek_once(self, key: str) -> bool:
        """Return whether the key was never spent."""
        return self._tally("once", key) == 0

    def spend_once(self, key: str) -> bool:
        """Spend the key; False when another judgement of the session had."""
        return self._add("once", key) == 1

    def peek_count(self, key: str) -> int:
        """Return how often the key was spent, this judgement included."""
        return self._tally("count", key) + 1

    def spend_count(self, key: str) -> int:
        """Count the key once more and return how often it was counted."""
        return self._add("count", key)

    def was_told(self, key: str) -> bool:
        """Return whether that was told in this session."""
        return self._tally("told", key) > 0

    def tell(self, key: str) -> bool:
        """Remember that it was told; True the first time."""
        return self._add("told", key) == 1

    def was_denied(self, rule: str) -> bool:
        """Return whether the rule denied before in this session."""
        return self._tally("denied", rule) > 0

    def deny(self, rule: str) -> bool:
        """Remember that the rule denied; True the first time."""
        return self._add("denied", rule) == 1

    def _tally(self, kind: str, key: str) -> int:
        name = _name(kind, key)
        if not self.folder:
            return self._kept.get(name, 0)
        try:
            return posix.lstat(f"{self.folder}/tally/{name}").st_size
        except OSError:
            return self._kept.get(name, 0)

    def _add(self, kind: str, key: str) -> int:
        """Add one; the system says how far the file reached once our byte was in it."""
        name = _name(kind, key)
        try:
            if self.folder:
                return _grow(f"{self.folder}/tally/{name}")
        except OSError:
            pass
        self._kept[name] = self._kept.get(name, 0) + 1
        return self._kept[name]

    @property
    def project(self) -> str:
        """The root that the session's first event was in, "" when none was remembered."""
        data = read_own(f"{self.folder}/project", MOST_PATH) if self.folder and self.named else None
        return data.decode("utf-8", "surrogatepass") if data else self._project

    def settle(self, root: str) -> str:
        """Remember the session's project unless one was, and return the one that stands; a session has one for good."""
        found = self.project
        if found or not (root and self.named):
            return found or root
        if self.folder and write_once(f"{self.folder}/project", root.encode("utf-8", "surrogatepass")):
            return root
        self._project = self.project or root
        return self._project

    @property
    def agents(self) -> Agents:
        """The agents of this session, read when they are first asked for."""
        if self._agents is None:
            from guardhost.world.agents import Agents

            self._agents = Agents(f"{self.folder}/agents.jsonl" if self.folder else "")
        return self._agents

    def observe(self, event: Event, now: float) -> None:
        """Remember what an event says of agents: a spawn or message that was let through or is done, a start, an end."""
        if event.spawn is not None or event.moment == "agent":
            self.agents.observe(event, now)

    def title_of(self, agent: str) -> str:
        """Return the description that the agent was spawned with, "" when its spawn was not seen."""
        return self.agents.title_of(agent) if agent else ""

    def depth_of(self, agent: str) -> int:
        """Return how deep the agent is nested: 0 for the main one, 1 for those that it spawned."""
        return self.agents.depth_of(agent) if agent else 0

    def live(self, agent: str | None = None) -> int:
        """Return how many agents run as far as was seen, of those that `agent` spawned ("" the main one) or of all."""
        return self.agents.live(self._now, agent)

    def target(self, to: str, now: float) -> SpawnTarget:
        """Return what is known of the agent that a message goes to, by its id or name."""
        return self.agents.target(to, now)


def _name(kind: str, key: str) -> str:
    return short(f"{kind}:{key}")


def _grow(path: str) -> int:
    fd = open_own(path, posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT)
    try:
        posix.write(fd, b".")
        return posix.lseek(fd, 0, SEEK_HERE)
    finally:
        posix.close(fd)
