"""Qwen Code: the payloads of Gemini CLI's family, the replies of Claude Code, time-outs in milliseconds."""

from __future__ import annotations

from guardhost.hosts.family import decoder, enveloper, event_name, heard, limiter, status_of
from guardhost.model.event import AGENT, CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NAME = "qwen-code"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "both", "ask": "person", "advise": "agent"}
TIMEOUT = 10  # seconds; our entries declare it in milliseconds
ON_FAILURE = "open"
BEFORE, GREETING = "PreToolUse", "SessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "PostToolUse": (DONE, TIMEOUT),
    "PostToolUseFailure": (DONE, TIMEOUT),
    "UserPromptSubmit": (PROMPT, TIMEOUT),
    "SessionStart": (SESSION, TIMEOUT),
    "SessionEnd": (SESSION, TIMEOUT),
    "SubagentStart": (AGENT, TIMEOUT),
    "SubagentStop": (AGENT, TIMEOUT),
    "Stop": (FINISH, TIMEOUT),
}
CARRIES = (BEFORE, "PostToolUse", "UserPromptSubmit", "SessionStart")
HOLDS = ("Stop",)
KINDS = {
    "run_shell_command": "command", "write_file": "write", "edit": "write", "replace": "write", "task": "spawn",
    "agent": "spawn", "read_file": "read", "read_many_files": "read", "list_directory": "read", "glob": "read",
    "grep_search": "read", "search_file_content": "read", "web_fetch": "read", "web_search": "read", "todo_write": "read",
}  # fmt: skip
TEXTS = {"UserPromptSubmit": "prompt", "SessionStart": "source", "SessionEnd": "reason", "PostToolUseFailure": "error"}


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("hook_event_name"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), payload.get("tool_input")
    status = 0 if event == "PostToolUse" else None
    if event == "PostToolUseFailure" and payload.get("is_interrupt") is not True:
        status = status_of(str(payload.get("error") or "failed"))
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=KINDS, holds=HOLDS,
        tool=tool, inputs=inputs, status=status,
    )  # fmt: skip


decode = decoder(NAME, _heard)
encode, unread = enveloper(NAME, BEFORE, CARRIES)
limit = limiter(EVENTS, TIMEOUT)
