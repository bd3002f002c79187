"""Antigravity: flat replies. It has no neutral answer: "ask" stands for none and leaves it to the person's settings."""

from __future__ import annotations

from guardhost.hosts import absolute
from guardhost.hosts.family import decoder, encoder, first_text, heard, limiter
from guardhost.hosts.reply import Reply, decided, flat, unread_flat
from guardhost.model.event import CALL, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    call = payload.get("toolCall")
    said = call if isinstance(call, dict) else {}
    root = absolute(first_text(payload.get("workspacePaths")))
    return heard(
        payload, env, host=NAME, name=name or BEFORE, events=EVENTS, texts={}, kinds=KINDS, tool=said.get("name"),
        inputs=said.get("args"), cwd=root, project=root,
    )  # fmt: skip


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event: a deny, or an ask, which is what the host would do without us."""
    decision, reason = decided(outcome, event, asks=True)
    if event.moment != CALL:
        return Reply()
    return flat({"decision": decision, "reason": reason} if decision else {"decision": "ask"})


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    return unread_flat(error, name, BEFORE, {"decision": "deny"}, "reason")


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
