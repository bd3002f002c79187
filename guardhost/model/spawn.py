"""What a judge of spawns receives."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.model.request import Request


class SpawnTarget(Record):
    """The agent that a message goes to; None where nothing was seen of it. `idle_ms` is in milliseconds."""

    agent: str = ""  # the agent that is messaged, as the caller addressed it: an id or a name
    idle_ms: int | None = None  # milliseconds since it was last seen at work, None when unknown
    description: str = ""  # the title that it was spawned with
    model: str = ""  # its model, "" when unknown
    # input and cache tokens of the last usage that its transcript tells, None when unknown
    context_tokens: int | None = None


class Title(Record):
    """A spawn's description read as `<parent>/<role> <job>`; parts that are not there are ""."""

    parent: str = ""  # what stands before the last `/` of the first word
    role: str = ""  # what stands behind it, else the first word
    job: str = ""  # the rest


class SpawnRequest(Request):
    """A subagent started or messaged; the common fields are the CALLER's."""

    kind: str = "spawn"  # `spawn`: an agent is started; `continue`: a running or finished one is sent a message
    model: str = ""  # the model that is asked for, "" for the default
    agent_type: str = ""  # the host's kind of agent, such as `Explore`
    description: str = ""  # the title that the caller gives
    name: str = ""  # the name that the caller gives, "" for none
    prompt: str = ""  # the brief, or the message
    background: bool = False  # the caller does not wait for it
    isolated: bool = False  # it gets a checkout of its own
    depth: int = 0  # how deep the caller itself is nested: 0 for the main agent
    live: int = 0  # how many agents of the session run now, as far as was seen
    target: SpawnTarget | None = None  # the agent that a message goes to; None on a spawn

    @property
    def title(self) -> Title:
        """The description as `<parent>/<role> <job>`."""
        head, _, job = self.description.partition(" ")
        parent, slash, role = head.rpartition("/")
        return (
            Title(parent=parent, role=role if slash else "", job=job.strip()) if slash else Title(role=head, job=job.strip())
        )
