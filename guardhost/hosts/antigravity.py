"""Antigravity: flat replies. It has no neutral answer: "ask" stands for none and leaves it to the person's settings."""

from __future__ import annotations

from guardhost.hosts import absolute, adapter, handed_on, read_object, shape
from guardhost.hosts.family import first_text, heard
from guardhost.hosts.reply import Reply, decided, flat, unjudged, unread_event
from guardhost.model.event import CALL, NOTE, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "antigravity"
SURFACES = ("command", "write", "tool")
DECISIONS = {"deny": "agent", "ask": "person", "advise": "later"}
TIMEOUT = 10  # seconds
ON_FAILURE = "open"
BEFORE, GREETING = "PreToolUse", ""
EVENTS: dict[str, tuple[str, float]] = {BEFORE: (CALL, TIMEOUT)}
CARRIES: tuple[str, ...] = ()
KINDS = {
    "run_command": "command", "write_to_file": "write", "replace_file_content": "write",
    "multi_replace_file_content": "write", "view_file": "read", "list_dir": "read", "grep_search": "read",
    "find_by_name": "read", "search_web": "read", "read_url_content": "read",
}  # fmt: skip


def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command. Raises `PayloadError` (GH1201)."""
    payload = read_object(data)
    spoken = shape(payload, NAME)
    if spoken != NAME:
        return handed_on(spoken, data, env)
    call = payload.get("toolCall")
    said = call if isinstance(call, dict) else {}
    root = absolute(first_text(payload.get("workspacePaths")))
    return heard(
        payload, env, host=NAME, name=name or BEFORE, events=EVENTS, texts={}, kinds=KINDS, tool=said.get("name"),
        inputs=said.get("args"), cwd=root, project=root,
    )  # fmt: skip


def encode(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event: a deny, or an ask, which is what the host would do without us."""
    if event.dialect not in ("", NAME):
        reply: Reply = adapter(event.dialect).encode(outcome, event)
        return reply
    decision, reason = decided(outcome, event, asks=True)
    if event.moment != CALL:
        return Reply()
    return flat({"decision": decision, "reason": reason} if decision else {"decision": "ask"})


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    if unread_event(error, name, (BEFORE,)) is None:
        return Reply()
    return flat({"decision": "deny", "reason": unjudged(error)})


def limit(name: str) -> float:
    """Return the seconds that the host waits for a hook of this event."""
    return EVENTS.get(name, (NOTE, TIMEOUT))[1]
