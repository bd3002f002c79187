"""Goose: its own flat replies, exit status 0; the event stands under `event`; no ask, no field for advice or the person."""

from __future__ import annotations

from guardhost.hosts import absolute
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter
from guardhost.hosts.reply import Reply, decided, flat, held, unread_flat
from guardhost.model.event import CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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
HOLDS = ("Stop",)
KINDS = {
    "developer__shell": "command", "developer__write": "write", "developer__edit": "write",
    "developer__text_editor": "write", "subagent__delegate": "spawn", "dynamic_task__create_task": "spawn",
}  # fmt: skip
TEXTS = {"Stop": "last_assistant_message", "UserPromptSubmit": "message"}


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("event"), name, EVENTS, BEFORE)
    tool, inputs, place = payload.get("tool_name"), payload.get("tool_input"), payload.get("working_dir")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=KINDS, holds=HOLDS, tool=tool, inputs=inputs,
        status={"PostToolUse": 0, "PostToolUseFailure": 1}.get(event),
        cwd=absolute(place) if isinstance(place, str) else None,
    )  # fmt: skip


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    reason = held(outcome, event) or decided(outcome, event, asks=False)[1]
    return flat({"decision": "block", "reason": reason} if reason else {})


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    return unread_flat(error, name, BEFORE, {"decision": "block"}, "reason")


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
