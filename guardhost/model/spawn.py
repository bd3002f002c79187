"""What a judge of spawns receives."""

from __future__ import annotations

from guardhost.model.record import Record
from guardhost.model.request import Request


class SpawnTarget(Record):
    """The agent that a message goes to; None where nothing was seen of it. `idle_ms` is in milliseconds."""

    agent: str = ""
    idle_ms: int | None = None
    description: str = ""
    model: str = ""
    context_tokens: int | None = None


class Title(Record):
    """A spawn's description read as `<parent>/<role> <job>`; parts that are not there are ""."""

    parent: str = ""
    role: str = ""
    job: str = ""


class SpawnRequest(Request):
    """A subagent started or messaged; the common fields are the CALLER's."""

    kind: str = "spawn"
    model: str = ""
    agent_type: str = ""
    description: str = ""
    name: str = ""
    prompt: str = ""
    background: bool = False
    isolated: bool = False
    depth: int = 0
    live: int = 0
    target: SpawnTarget | None = None

    @property
    def title(self) -> Title:
        """The description as `<parent>/<role> <job>`."""
        head, _, job = self.description.partition(" ")
        parent, slash, role = head.rpartition("/")
        return (
            Title(parent=parent, role=role if slash else "", job=job.strip()) if slash else Title(role=head, job=job.strip())
        )
