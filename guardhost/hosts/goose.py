"""Goose: its own flat replies, exit status 0; the event stands under `event`; no ask, no field for advice or the person."""

from __future__ import annotations

from guardhost.hosts import absolute, adapter, handed_on, read_object, shape
from guardhost.hosts.family import event_name, heard
from guardhost.hosts.reply import Reply, decided, flat, unjudged, unread_event
from guardhost.model.event import CALL, DONE, FINISH, NOTE, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "goose"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "agent", "ask": "deny", "advise": "later"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "closed"  # our entries say so; builds from 1.48 know it
BEFORE, GREETING = "PreToolUse", "SessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "PostToolUse": (DONE, TIMEOUT),
    "PostToolUseFailure": (DONE, TIMEOUT),
    "UserPromptSubmit": (PROMPT, TIMEOUT),
    "SessionStart": (SESSION, TIMEOUT),
    "SessionEnd": (SESSION, TIMEOUT),
    "Stop": (FINISH, TIMEOUT),
}
CARRIES: tuple[str, ...] = ()
KINDS = {
    "developer__shell": "command", "developer__write": "write", "developer__edit": "write",
    "developer__text_editor": "write", "subagent__delegate": "spawn", "dynamic_task__create_task": "spawn",
}  # fmt: skip
TEXTS = {"Stop": "last_assistant_message", "UserPromptSubmit": "message"}


def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command. Raises `PayloadError` (GH1201)."""
    payload = read_object(data)
    spoken = shape(payload, NAME)
    if spoken != NAME:
        return handed_on(spoken, data, env)
    event = event_name(payload.get("event"), name, EVENTS, BEFORE)
    tool, inputs, place = payload.get("tool_name"), payload.get("tool_input"), payload.get("working_dir")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=KINDS, tool=tool, inputs=inputs,
        status={"PostToolUse": 0, "PostToolUseFailure": 1}.get(event),
        cwd=absolute(place) if isinstance(place, str) else None,
    )  # fmt: skip


def encode(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    if event.dialect not in ("", NAME):
        reply: Reply = adapter(event.dialect).encode(outcome, event)
        return reply
    decision, reason = decided(outcome, event, asks=False)
    return flat({"decision": "block", "reason": reason} if decision else {})


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    if unread_event(error, name, (BEFORE,)) is None:
        return Reply()
    return flat({"decision": "block", "reason": unjudged(error)})


def limit(name: str) -> float:
    """Return the seconds that the host waits for a hook of this event."""
    return EVENTS.get(name, (NOTE, TIMEOUT))[1]
