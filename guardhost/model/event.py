"""What a host told us: one call about to happen, or something that just happened."""

from __future__ import annotations

from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.call import SpawnCall, WriteCall

CALL, DONE, PROMPT, FINISH, SESSION, AGENT, NOTE = "call", "done", "prompt", "finish", "session", "agent", "note"
UNREAD = "unread"  # a payload that could not be read: the kind of its record
MOMENTS = (CALL, DONE, PROMPT, FINISH, SESSION, AGENT, NOTE)


class Event(Record):
    """A host's payload, decoded. Only a `moment` of "call" is judged; the others are recorded.

    `seam` is "command", "write", "spawn" or "tool", "" when there is nothing to judge; `project` is the root that the
    host declares for the session, "" when it declares none; `name` is the host's own word for the moment; `status` is
    the exit status of a call that is done, None when unknown; `dialect` is the host whose shape the payload has.
    """

    moment: str = CALL
    host: str = ""
    dialect: str = ""
    name: str = ""
    id: str = ""
    session: str = ""
    agent: str = ""
    agent_type: str = ""
    call_id: str = ""
    cwd: str = ""
    project: str = ""
    home: str = ""
    unattended: bool = False
    parallel: bool = False  # sent together with the call before it, so that it cannot answer that one's verdict
    status: int | None = None
    seam: str = ""
    command: str = ""
    description: str = ""
    writes: tuple[WriteCall, ...] = ()
    spawn: SpawnCall | None = None
    tool: str = ""
    args: Mapping[str, Any] = {}
    read_only: bool = False  # a tool of the host's own that only reads, by the adapter's table
    transcript: str = ""
    spawned: str = ""  # a finished spawn: the id of the agent that it started
    text: str = ""  # a prompt, a message, a reason: what the moment says
    final: bool = False  # a turn that ends for good: the host cannot send the agent back, or the person ended it
    ends: bool = False  # a session or an agent that ends, where False is one that starts
    lost: tuple[str, ...] = ()  # fields of the wrong type, which lost only themselves
