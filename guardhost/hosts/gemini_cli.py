"""Gemini CLI: its own flat replies, exit status 0, time-outs in milliseconds, never an ask.

An ask of a hook would be put over a deny of the person's own policy. Advice waits for the result of the tool, which is
what can carry it.
"""

from __future__ import annotations

from guardhost.hosts import absolute
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter, server_tool, status_of
from guardhost.hosts.reply import Reply, context_of, decided, flat, held, told_of, unread_flat
from guardhost.model.event import CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "gemini-cli"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "both", "ask": "deny", "advise": "later"}
TIMEOUT = 10  # seconds; our entries declare it in milliseconds
ON_FAILURE = "open"
BEFORE, GREETING = "BeforeTool", "SessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "AfterTool": (DONE, TIMEOUT),
    "BeforeAgent": (PROMPT, TIMEOUT),
    "AfterAgent": (FINISH, TIMEOUT),
    "SessionStart": (SESSION, TIMEOUT),
    "SessionEnd": (SESSION, TIMEOUT),
}
CARRIES = ("AfterTool", "BeforeAgent", "SessionStart")
HOLDS = ("AfterAgent",)
KINDS = {
    "run_shell_command": "command", "write_file": "write", "replace": "write", "invoke_agent": "spawn",
    "delegate_to_agent": "spawn", "read_file": "read", "read_many_files": "read", "list_directory": "read", "glob": "read",
    "grep_search": "read", "search_file_content": "read", "web_fetch": "read", "google_web_search": "read",
    "write_todos": "read",
}  # fmt: skip
TEXTS = {"BeforeAgent": "prompt", "AfterAgent": "prompt_response", "SessionStart": "source", "SessionEnd": "reason"}


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("hook_event_name"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), payload.get("tool_input")
    served = payload.get("mcp_context")
    if isinstance(served, dict):
        tool = server_tool(str(served.get("server_name") or ""), str(served.get("tool_name") or tool))
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=KINDS, holds=HOLDS, tool=tool, inputs=inputs,
        status=_status(payload.get("tool_response")) if event == "AfterTool" else None,
        project=absolute(env.get("GEMINI_PROJECT_DIR", "")),
    )  # fmt: skip


def _status(response: object) -> int | None:
    if not isinstance(response, dict):
        return None
    error = response.get("error")
    return 0 if not error else status_of(str(error.get("message") or error) if isinstance(error, dict) else str(error))


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    if going_on := held(outcome, event):
        return flat({"decision": "deny", "reason": going_on})
    decision, reason = decided(outcome, event, asks=False)
    own: dict[str, object] = {"decision": decision, "reason": reason} if decision else {}
    context = context_of(outcome) if event.name in CARRIES else ""
    if context:
        own["hookSpecificOutput"] = {"hookEventName": event.name, "additionalContext": context}
    return flat(own, "systemMessage", told_of(outcome, decision))


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    return unread_flat(error, name, BEFORE, {"decision": "deny"}, "reason", "systemMessage")


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
