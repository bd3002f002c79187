"""Amp: a plugin sends the events of its `amp.on` and returns what is answered here; there is no neutral answer.

An ask is put to the person by the plugin, through `ctx.ui.confirm`. Advice waits for the next deny.
"""

from __future__ import annotations

from guardhost.hosts import absolute
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter
from guardhost.hosts.reply import Reply, decided, flat, unread_flat
from guardhost.model.event import CALL, DONE, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "amp"
SURFACES = ("command", "write", "tool", "done")
DECISIONS = {"deny": "agent", "ask": "person", "advise": "later"}
TIMEOUT = 10  # seconds
ON_FAILURE = "open"
BEFORE, GREETING = "tool.call", ""
EVENTS: dict[str, tuple[str, float]] = {BEFORE: (CALL, TIMEOUT), "tool.result": (DONE, TIMEOUT)}
CARRIES: tuple[str, ...] = ()
KINDS = {
    "shell_command": "command", "Bash": "command", "create_file": "write", "edit_file": "write", "apply_patch": "patch",
    "Task": "spawn", "Read": "read", "read": "read", "Grep": "read", "glob": "read", "finder": "read",
    "web_search": "read", "read_web_page": "read",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    guess = "tool.result" if "status" in payload else BEFORE
    event = event_name(payload.get("hook") or payload.get("_hook"), name, EVENTS, guess)
    thread = payload.get("thread")
    session = thread.get("id") if isinstance(thread, dict) else None
    cwd = payload.get("cwd")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts={}, kinds=KINDS, tool=payload.get("tool"),
        inputs=payload.get("input"),
        session=session if isinstance(session, str) else None,
        cwd=absolute(cwd) if isinstance(cwd, str) else None,
        status={"done": 0, "error": 1}.get(str(payload.get("status"))) if event == "tool.result" else None,
    )  # fmt: skip


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the action for the plugin; "ask" is its own to put to the person. An event that is no call gets nothing."""
    decision, reason = decided(outcome, event, asks=True)
    if decision:
        return flat({"action": "ask" if decision == "ask" else "reject-and-continue", "message": reason})
    return flat({"action": "allow"} if event.moment == CALL else {})


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    return unread_flat(error, name, BEFORE, {"action": "reject-and-continue"}, "message")


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
