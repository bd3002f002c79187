"""Mistral Vibe: its own flat replies, always exit status 0 (any other is a failure of the hook there), no ask."""

from __future__ import annotations

from guardhost.hosts import adapter, handed_on, read_object, shape
from guardhost.hosts.family import event_name, heard, status_of
from guardhost.hosts.reply import Reply, context_of, decided, flat, told_of, unjudged, unjudged_line, unread_event
from guardhost.model.event import CALL, DONE, FINISH, NOTE, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "mistral-vibe"
SURFACES = ("command", "write", "spawn", "tool", "done", "stop")
DECISIONS = {"deny": "both", "ask": "deny", "advise": "agent"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "closed"  # our entries are strict
BEFORE, GREETING = "before_tool", ""
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "after_tool": (DONE, TIMEOUT),
    "post_agent_turn": (FINISH, TIMEOUT),
}
CARRIES = (BEFORE, "after_tool")
KINDS = {
    "bash": "command", "edit": "write", "write_file": "write", "search_replace": "write", "task": "spawn",
    "read_file": "read", "read": "read", "grep": "read", "todo": "read", "web_fetch": "read", "web_search": "read",
}  # fmt: skip


def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command. Raises `PayloadError` (GH1201).

    A subagent is a session of its own that names its parent's: the parent's is the session, its own the agent.
    """
    payload = read_object(data)
    spoken = shape(payload, NAME)
    if spoken != NAME:
        return handed_on(spoken, data, env)
    event = event_name(payload.get("hook_event_name"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), payload.get("tool_input")
    parent, own = payload.get("parent_session_id"), payload.get("session_id")
    nested = isinstance(parent, str) and bool(parent)
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts={}, kinds=KINDS, tool=tool, inputs=inputs,
        status=_status(payload) if event == "after_tool" else None,
        session=parent if nested else None,
        agent=own if nested and isinstance(own, str) else None,
    )  # fmt: skip


def _status(payload: Mapping[str, object]) -> int | None:
    said = payload.get("tool_status")
    if said == "success":
        return 0
    return status_of(str(payload.get("tool_error") or "failed")) if said == "failure" else None


def encode(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    if event.dialect not in ("", NAME):
        reply: Reply = adapter(event.dialect).encode(outcome, event)
        return reply
    decision, reason = decided(outcome, event, asks=False)
    own: dict[str, object] = {"decision": decision, "reason": reason} if decision else {}
    context = context_of(outcome) if not decision and event.name in CARRIES else ""
    if context:
        own["hook_specific_output"] = {"additional_context": context}
    return flat(own, "system_message", told_of(outcome, decision))


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    if unread_event(error, name, (BEFORE,)) is None:
        return Reply()
    return flat({"decision": "deny", "reason": unjudged(error)}, "system_message", [unjudged_line(error)])


def limit(name: str) -> float:
    """Return the seconds that the host waits for a hook of this event."""
    return EVENTS.get(name, (NOTE, TIMEOUT))[1]
