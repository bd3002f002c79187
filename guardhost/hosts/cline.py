"""Cline: its IDE and its CLI, which say the same things in other words. An answer is always JSON; its types are checked.

The IDE has no ask; the CLI has a review, which asks the person.
"""

from __future__ import annotations

from guardhost.hosts import absolute, object_of
from guardhost.hosts.family import decoder, encoder, event_name, first_text, heard, limiter, server_tool, status_of
from guardhost.hosts.reply import Reply, context_of, decided, flat, unjudged
from guardhost.model.event import AGENT, CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "cline"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "both", "ask": "deny", "advise": "agent"}
TIMEOUT = 30  # seconds, the host's own: its files declare none
ON_FAILURE = "open"
BEFORE, GREETING = "PreToolUse", "TaskStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "PostToolUse": (DONE, TIMEOUT),
    "UserPromptSubmit": (PROMPT, TIMEOUT),
    "TaskStart": (SESSION, TIMEOUT),
    "TaskResume": (SESSION, TIMEOUT),
    "TaskCancel": (FINISH, TIMEOUT),
    "TaskComplete": (FINISH, TIMEOUT),
}
CARRIES = (BEFORE, "PostToolUse", "UserPromptSubmit", "TaskStart", "TaskResume", "tool_call", "tool_result")
# The CLI's events -> (what they are, the key of what is called).
CLI = {
    "tool_call": CALL, "tool_result": DONE, "prompt_submit": PROMPT, "agent_start": AGENT, "agent_end": AGENT,
    "agent_error": AGENT, "session_shutdown": SESSION,
}  # fmt: skip
CALLS = (BEFORE, "tool_call")
KINDS = {
    "execute_command": "command", "run_commands": "command", "write_to_file": "write", "replace_in_file": "write",
    "editor": "write", "apply_patch": "patch", "new_task": "spawn", "use_subagents": "spawn", "read_file": "read",
    "read_files": "read", "list_files": "read", "search_files": "read", "search_codebase": "read",
    "list_code_definition_names": "read", "ask_followup_question": "read", "attempt_completion": "read",
    "fetch_web_content": "read", "web_fetch": "read", "web_search": "read", "access_mcp_resource": "read",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("hookName"), name, {**EVENTS, **CLI}, BEFORE)
    part = _part(payload, "tool_call", "tool_result", "preToolUse", "postToolUse")
    tool = part.get("toolName", part.get("name"))
    inputs = object_of(part.get("parameters", part.get("input")))
    if tool == "use_mcp_tool" and isinstance(inputs, dict):
        tool = server_tool(str(inputs.get("server_name") or ""), str(inputs.get("tool_name") or ""))
        inputs = object_of(inputs.get("arguments"))
    root = absolute(first_text(payload.get("workspaceRoots")) or str(_part(payload, "workspaceInfo").get("rootPath") or ""))
    session, call_id = _part(payload, "sessionContext").get("rootSessionId"), part.get("id")
    agent = payload.get("agent_id") if payload.get("parent_agent_id") else ""
    task = payload.get("taskId")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts={}, kinds=KINDS, tool=tool, inputs=inputs,
        moment=CLI.get(event, ""),
        session=session if isinstance(session, str) else task if isinstance(task, str) else None,
        call_id=call_id if isinstance(call_id, str) else None,
        agent=agent if isinstance(agent, str) else "",
        cwd=root,
        project=root,
        text=str(_part(payload, "userPromptSubmit").get("prompt") or ""),
        status=_status(part) if event in ("PostToolUse", "tool_result") else None,
        ends=event in ("agent_end", "agent_error", "session_shutdown"),
    )  # fmt: skip


def _part(payload: Mapping[str, object], *names: str) -> dict[str, object]:
    """Return the first of these fields that is an object, else an empty one."""
    return next((found for name in names if isinstance(found := payload.get(name), dict)), {})


def _status(part: Mapping[str, object]) -> int | None:
    if isinstance(part.get("success"), bool):
        return 0 if part["success"] else 1
    return status_of(str(part["error"])) if part.get("error") else 0


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    review = event.name == "tool_call"
    decision, reason = decided(outcome, event, asks=review)
    if decision == "ask":
        return flat({"cancel": False, "review": True, "context": reason})
    if decision:
        return flat({"cancel": True, "errorMessage": reason})
    context = context_of(outcome) if event.name in CARRIES else ""
    key = "context" if event.name in CLI else "contextModification"
    return flat({"cancel": False} | ({key: context} if context else {}))


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, "go on" on any other event."""
    event = error.where.partition(": ")[0] or name or BEFORE
    return flat({"cancel": True, "errorMessage": unjudged(error)} if event in CALLS else {"cancel": False})


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
