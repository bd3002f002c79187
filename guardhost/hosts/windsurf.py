"""Windsurf: a deny is exit status 2 with its reason on standard error; nothing else that a hook says is read.

No ask, no field for advice: that waits for the next deny.
"""

from __future__ import annotations

from guardhost.hosts import object_of
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter, server_tool
from guardhost.hosts.reply import Reply, decided, unjudged
from guardhost.model.event import CALL, DONE, FINISH, PROMPT, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "windsurf"
SURFACES = ("command", "write", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "agent", "ask": "deny", "advise": "later"}
TIMEOUT = 10  # seconds; the host declares none
ON_FAILURE = "open"
BEFORE, GREETING = "pre_run_command", ""
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "pre_write_code": (CALL, TIMEOUT),
    "pre_read_code": (CALL, TIMEOUT),
    "pre_mcp_tool_use": (CALL, TIMEOUT),
    "pre_user_prompt": (PROMPT, TIMEOUT),
    "post_run_command": (DONE, TIMEOUT),
    "post_write_code": (DONE, TIMEOUT),
    "post_mcp_tool_use": (DONE, TIMEOUT),
    "post_cascade_response": (FINISH, TIMEOUT),
}
CARRIES: tuple[str, ...] = ()
CALLS = tuple(name for name, (moment, _) in EVENTS.items() if moment == CALL)
KINDS = {"run_command": "command", "write_code": "write", "read_code": "read"}


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("agent_action_name"), name, EVENTS, BEFORE)
    inputs = object_of(payload.get("tool_info"))
    info = inputs if isinstance(inputs, dict) else {}
    tool = event.partition("_")[2]
    kinds = KINDS if tool in KINDS or event in CALLS or "mcp" in tool else None
    more: dict[str, Any] = {}
    if tool == "mcp_tool_use":
        tool = server_tool(str(info.get("mcp_server_name") or ""), str(info.get("mcp_tool_name") or ""))
        inputs = object_of(info.get("mcp_tool_arguments"))
    if event == "pre_user_prompt":
        more["text"] = str(info.get("user_prompt") or "")
    cwd = info.get("cwd")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts={}, kinds=kinds, tool=tool, inputs=inputs,
        cwd=cwd if isinstance(cwd, str) and cwd.startswith("/") else None, **more,
    )  # fmt: skip


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event: exit status 2 and the reason on standard error for a deny, else nothing."""
    decision, reason = decided(outcome, event, asks=False)
    return Reply(stderr=f"{reason}\n", exit=2) if decision else Reply()


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    event = error.where.partition(": ")[0] or name or BEFORE
    return Reply(stderr=f"{unjudged(error)}\n", exit=2) if event in CALLS else Reply()


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
