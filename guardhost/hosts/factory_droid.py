"""Factory Droid: Claude Code's payloads and replies with tools of its own, and no event for a call that failed."""

from __future__ import annotations

from guardhost.hosts import absolute
from guardhost.hosts.family import decoder, enveloper, event_name, heard, limiter
from guardhost.model.event import AGENT, CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NAME = "factory-droid"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "both", "ask": "person", "advise": "agent"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "open"
BEFORE, GREETING = "PreToolUse", "SessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "PostToolUse": (DONE, TIMEOUT),
    "UserPromptSubmit": (PROMPT, TIMEOUT),
    "SessionStart": (SESSION, TIMEOUT),
    "SessionEnd": (SESSION, TIMEOUT),
    "SubagentStop": (AGENT, TIMEOUT),
    "Stop": (FINISH, TIMEOUT),
}
CARRIES = (BEFORE, "PostToolUse", "UserPromptSubmit", "SessionStart")
HOLDS = ("Stop",)
KINDS = {
    "Execute": "command", "Create": "write", "Edit": "write", "MultiEdit": "write", "Write": "write",
    "ApplyPatch": "patch", "Task": "spawn", "Read": "read", "LS": "read", "Grep": "read", "Glob": "read",
    "WebSearch": "read", "FetchUrl": "read", "TodoWrite": "read",
}  # fmt: skip
TEXTS = {"UserPromptSubmit": "prompt", "SessionStart": "source", "SessionEnd": "reason"}
# How some builds spell what is read here.
CAMEL = {
    "sessionId": "session_id", "transcriptPath": "transcript_path", "permissionMode": "permission_mode",
    "hookEventName": "hook_event_name", "toolName": "tool_name", "toolInput": "tool_input", "toolResponse": "tool_response",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("hook_event_name"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), payload.get("tool_input")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=KINDS, holds=HOLDS, tool=tool, inputs=inputs,
        project=absolute(env.get("FACTORY_PROJECT_DIR", "")),
    )  # fmt: skip


decode = decoder(NAME, _heard, CAMEL)
encode, unread = enveloper(NAME, BEFORE, CARRIES)
limit = limiter(EVENTS, TIMEOUT)
