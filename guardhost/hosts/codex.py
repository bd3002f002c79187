"""Codex: JSON on standard input, strict JSON on standard output, always exit status 0, never an ask.

A key that Codex does not know makes the whole answer void, and the call runs: nothing is printed but what it has. How a
call ended is not known, since it reports the same for success and failure.
"""

from __future__ import annotations

from guardhost.hosts.family import decoder, enveloper, event_name, heard, limiter
from guardhost.model.event import AGENT, CALL, DONE, FINISH, NOTE, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NAME = "codex"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "both", "ask": "deny", "advise": "agent"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "open"
BEFORE, GREETING = "PreToolUse", "SessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "PostToolUse": (DONE, TIMEOUT),
    "PermissionRequest": (NOTE, TIMEOUT),
    "UserPromptSubmit": (PROMPT, TIMEOUT),
    "SessionStart": (SESSION, TIMEOUT),
    "SubagentStart": (AGENT, TIMEOUT),
    "SubagentStop": (AGENT, TIMEOUT),
    "Stop": (FINISH, TIMEOUT),
}
CARRIES = (BEFORE, "PostToolUse", "UserPromptSubmit", "SessionStart")
HOLDS = ("Stop",)
KINDS = {
    "Bash": "command", "shell": "command", "local_shell": "command", "exec_command": "command",
    "apply_patch": "patch", "spawn_agent": "spawn", "send_input": "message",
    "update_plan": "read", "view_image": "read", "web_search": "read", "wait": "read",
}  # fmt: skip
TEXTS = {
    "UserPromptSubmit": "prompt", "SessionStart": "source", "Stop": "last_assistant_message",
    "SubagentStop": "last_assistant_message", "PreCompact": "trigger",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("hook_event_name"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), payload.get("tool_input")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=KINDS, tool=tool, inputs=inputs, holds=HOLDS
    )


decode = decoder(NAME, _heard)
encode, unread = enveloper(NAME, BEFORE, CARRIES, asks=False)
limit = limiter(EVENTS, TIMEOUT)
