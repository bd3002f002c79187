"""Copilot CLI, and VS Code's agent, which reads the same files: flat replies, exit status 0.

A payload in camelCase does not say its event: the wired command does. One in snake_case is of VS Code or of an event that
was registered in PascalCase, and is answered in both envelopes. Advice waits for the result of the tool.
"""

from __future__ import annotations

from guardhost.hosts import object_of
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter, status_of
from guardhost.hosts.reply import Reply, context_of, decided, flat, held, unjudged, unread_event
from guardhost.model.event import AGENT, CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "copilot-cli"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "agent", "ask": "person", "advise": "later"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "closed"  # a crash; a time-out lets the call run
BEFORE, GREETING = "preToolUse", "sessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "postToolUse": (DONE, TIMEOUT),
    "postToolUseFailure": (DONE, TIMEOUT),
    "userPromptSubmitted": (PROMPT, TIMEOUT),
    "sessionStart": (SESSION, TIMEOUT),
    "sessionEnd": (SESSION, TIMEOUT),
    "subagentStart": (AGENT, TIMEOUT),
    "subagentStop": (AGENT, TIMEOUT),
    "agentStop": (FINISH, TIMEOUT),
}
CARRIES = ("postToolUse", "PostToolUse")
HOLDS = ("agentStop",)
# What an event is called where it was registered in PascalCase.
PASCAL = {
    "PreToolUse": BEFORE, "PostToolUse": "postToolUse", "PostToolUseFailure": "postToolUseFailure",
    "UserPromptSubmit": "userPromptSubmitted", "SessionStart": "sessionStart", "SessionEnd": "sessionEnd",
    "SubagentStart": "subagentStart", "SubagentStop": "subagentStop", "Stop": "agentStop",
}  # fmt: skip
KINDS = {
    "bash": "command", "powershell": "command", "create": "write", "edit": "write", "str_replace_editor": "write",
    "apply_patch": "patch", "task": "spawn", "view": "read", "grep": "read", "glob": "read", "rg": "read",
    "web_fetch": "read", "web_search": "read", "read_bash": "read", "write_bash": "command",
    "Bash": "command", "Write": "write", "Edit": "write", "Task": "spawn", "Agent": "spawn", "Read": "read",
    "runTerminalCommand": "command", "run_in_terminal": "command", "runInTerminal": "command", "create_file": "write",
    "createFile": "write", "replace_string_in_file": "write", "insert_edit_into_file": "write", "editFiles": "write",
    "multi_replace_string_in_file": "write", "read_file": "read", "file_search": "read", "grep_search": "read",
    "semantic_search": "read", "list_dir": "read", "runSubagent": "spawn",
}  # fmt: skip
TEXTS = {
    "userPromptSubmitted": "prompt", "sessionStart": "source", "sessionEnd": "reason", "subagentStop": "response",
    "postToolUseFailure": "error",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    said = str(payload.get("hook_event_name") or "")
    own = event_name(said if said in EVENTS else PASCAL.get(said, ""), PASCAL.get(name, name), EVENTS, _guess(payload))
    tool = payload.get("toolName", payload.get("tool_name"))
    inputs = object_of(payload.get("toolArgs", payload.get("tool_input")))
    event = heard(
        payload, env, host=NAME, name=own, events=EVENTS, texts=TEXTS, kinds=KINDS, holds=HOLDS, tool=tool, inputs=inputs,
        status=_status(own, payload),
    )  # fmt: skip
    return event.replace(name=said) if said in PASCAL else event


def _guess(payload: Mapping[str, object]) -> str:
    """Return what a payload is of that says no event, by what only that event has."""
    if "toolName" in payload or "tool_name" in payload:
        if "toolResult" in payload or "tool_response" in payload:
            return "postToolUse"
        return "postToolUseFailure" if "error" in payload else BEFORE
    marks = {"prompt": "userPromptSubmitted", "source": "sessionStart", "agentId": "subagentStop"}
    marks |= {"agentName": "subagentStart", "stopReason": "agentStop", "reason": "sessionEnd"}
    return next((event for key, event in marks.items() if key in payload), BEFORE)


def _status(event: str, payload: Mapping[str, object]) -> int | None:
    if event == "postToolUseFailure":
        return status_of(str(payload.get("error") or "failed"))
    result = payload.get("toolResult")
    said = result.get("resultType") if isinstance(result, dict) else None
    return {"success": 0, "failure": 1, "denied": None}.get(str(said)) if event == "postToolUse" else None


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    if going_on := held(outcome, event):
        block = {"decision": "block", "reason": going_on}
        nested_block = {"hookSpecificOutput": {"hookEventName": event.name, **block}} if event.name in PASCAL else {}
        return flat({**block, **nested_block})
    decision, reason = decided(outcome, event, asks=True)
    own: dict[str, object] = {"permissionDecision": decision, "permissionDecisionReason": reason} if decision else {}
    if decision and event.name in PASCAL:
        nested = {"hookEventName": event.name, **own}
        own["hookSpecificOutput"] = nested | ({"additionalContext": reason} if decision == "deny" else {})
    context = context_of(outcome) if event.name in CARRIES else ""
    if context:
        own["additionalContext"] = context
    return flat(own)


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    event = unread_event(error, name, (BEFORE, "PreToolUse"))
    if event is None:
        return Reply()
    own: dict[str, object] = {"permissionDecision": "deny", "permissionDecisionReason": unjudged(error)}
    if event in PASCAL:
        own["hookSpecificOutput"] = {"hookEventName": event, **own}
    return flat(own)


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
