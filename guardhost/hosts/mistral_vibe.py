"""Mistral Vibe: its own flat replies, always exit status 0 (any other is a failure of the hook there), no ask."""

from __future__ import annotations

from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter, status_of
from guardhost.hosts.reply import Reply, context_of, decided, flat, held, told_of, unread_flat
from guardhost.model.event import CALL, DONE, FINISH, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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
HOLDS = ("post_agent_turn",)
KINDS = {
    "bash": "command", "edit": "write", "write_file": "write", "search_replace": "write", "task": "spawn",
    "read_file": "read", "read": "read", "grep": "read", "todo": "read", "web_fetch": "read", "web_search": "read",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command.

    A subagent is a session of its own that names its parent's: the parent's is the session, its own the agent.
    """
    event = event_name(payload.get("hook_event_name"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), payload.get("tool_input")
    parent, own = payload.get("parent_session_id"), payload.get("session_id")
    nested = isinstance(parent, str) and bool(parent)
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts={}, kinds=KINDS, holds=HOLDS, tool=tool, inputs=inputs,
        status=_status(payload) if event == "after_tool" else None,
        session=parent if nested else None,
        agent=own if nested and isinstance(own, str) else None,
    )  # fmt: skip


def _status(payload: Mapping[str, object]) -> int | None:
    said = payload.get("tool_status")
    if said == "success":
        return 0
    return status_of(str(payload.get("tool_error") or "failed")) if said == "failure" else None


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    if going_on := held(outcome, event):
        return flat({"decision": "deny", "reason": going_on})
    decision, reason = decided(outcome, event, asks=False)
    own: dict[str, object] = {"decision": decision, "reason": reason} if decision else {}
    context = context_of(outcome) if not decision and event.name in CARRIES else ""
    if context:
        own["hook_specific_output"] = {"additional_context": context}
    return flat(own, "system_message", told_of(outcome, decision))


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    return unread_flat(error, name, BEFORE, {"decision": "deny"}, "reason", "system_message")


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
