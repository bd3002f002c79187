"""Cursor: flat replies, always exit status 0 and always an answer, since an empty one counts as a failure or an allow.

An edit can only be stopped by `preToolUse`. A shell line comes in `beforeShellExecution` and as a tool: both are judged,
since builds differ in which they send. Advice waits for the result of the tool.
"""

from __future__ import annotations

from guardhost.hosts import absolute, object_of
from guardhost.hosts.family import decoder, encoder, event_name, first_text, heard, limiter, server_tool, status_of
from guardhost.hosts.reply import Reply, context_of, decided, flat, held, told_of, unjudged, unjudged_line
from guardhost.model.event import AGENT, CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "cursor"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "both", "ask": "person", "advise": "later"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "closed"  # our entries say so
BEFORE, GREETING = "beforeShellExecution", "sessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "beforeMCPExecution": (CALL, TIMEOUT),
    "beforeReadFile": (CALL, TIMEOUT),
    "preToolUse": (CALL, TIMEOUT),
    "subagentStart": (CALL, TIMEOUT),
    "afterShellExecution": (DONE, TIMEOUT),
    "afterMCPExecution": (DONE, TIMEOUT),
    "afterFileEdit": (DONE, TIMEOUT),
    "postToolUse": (DONE, TIMEOUT),
    "postToolUseFailure": (DONE, TIMEOUT),
    "subagentStop": (AGENT, TIMEOUT),
    "beforeSubmitPrompt": (PROMPT, TIMEOUT),
    "sessionStart": (SESSION, TIMEOUT),
    "sessionEnd": (SESSION, TIMEOUT),
    "stop": (FINISH, TIMEOUT),
}
CARRIES = ("postToolUse", "sessionStart")
HOLDS = ("stop",)
CALLS = tuple(name for name, (moment, _) in EVENTS.items() if moment == CALL)
KINDS = {
    "Shell": "command", "Write": "write", "StrReplace": "write", "Edit": "write", "MultiEdit": "write",
    "EditNotebook": "write", "ApplyPatch": "patch", "Delete": "delete", "Task": "spawn", "Read": "read", "Grep": "read",
    "List": "read", "LS": "read", "Glob": "read", "SemanticSearch": "read", "WebSearch": "read", "TodoWrite": "read",
}  # fmt: skip
TEXTS = {"beforeSubmitPrompt": "prompt", "stop": "status", "subagentStop": "status", "postToolUseFailure": "error_message"}
# Events that say what is called at their top level -> the tool that it is.
FLAT = {
    BEFORE: "Shell", "afterShellExecution": "Shell", "beforeReadFile": "Read", "afterFileEdit": "Write",
    "subagentStart": "Task",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("hook_event_name"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), object_of(payload.get("tool_input"))
    root = absolute(first_text(payload.get("workspace_roots")))
    cwd = payload.get("cwd")
    more: dict[str, Any] = {"cwd": cwd if isinstance(cwd, str) and cwd.startswith("/") else root, "project": root}
    if event in FLAT:
        tool, inputs = FLAT[event], {key: value for key, value in payload.items() if key not in ("cwd", "model", "content")}
    elif event in ("beforeMCPExecution", "afterMCPExecution") and isinstance(tool, str):
        tool = server_tool(str(payload.get("mcp_server_name") or ""), tool)
    elif isinstance(tool, str) and tool.startswith("MCP:"):
        tool = server_tool("", tool[4:].strip())
    if event == "subagentStart":
        inputs = {"model": payload.get("subagent_model"), "subagent_type": payload.get("subagent_type"),
                  "prompt": payload.get("task")}  # fmt: skip
        call_id = payload.get("tool_call_id")
        more |= {"agent": "", "agent_type": "", "call_id": call_id if isinstance(call_id, str) else ""}
    if event == "postToolUseFailure":
        more["status"] = status_of(str(payload.get("error_message") or "failed"))
    elif event == "postToolUse":
        more["status"] = 0
    elif event == "stop" and payload.get("status") != "completed":
        more["final"] = True  # the person stopped it, or it failed: no message is sent into that
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=KINDS, holds=HOLDS,
        tool=tool, inputs=inputs, **more,
    )  # fmt: skip


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event: before a call always a permission, before a prompt always whether to go on."""
    if going_on := held(outcome, event):
        return flat({"followup_message": going_on})
    decision, reason = decided(outcome, event, asks=True)
    if decision:
        return flat({"permission": decision, **_texts(reason, told_of(outcome, decision))})
    if event.moment == CALL:
        return flat({"permission": "allow"})
    if event.moment == PROMPT:
        return flat({"continue": True})
    context = context_of(outcome) if event.name in CARRIES else ""
    return flat({"additional_context": context} if context else {})


def _texts(reason: str, told: list[str]) -> dict[str, str]:
    return {"user_message": "\n".join(dict.fromkeys(told)) or reason, "agent_message": reason}


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, "go on" before a prompt."""
    event = error.where.partition(": ")[0] or name or BEFORE
    if event in CALLS:
        return flat({"permission": "deny", **_texts(unjudged(error), [unjudged_line(error)])})
    return flat({"continue": True} if event == "beforeSubmitPrompt" else {})


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
