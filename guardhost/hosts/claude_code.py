"""Claude Code: JSON on standard input, JSON on standard output, always exit status 0.

Claude Code reads standard output only on exit status 0, so a deny is JSON too. No output is "no opinion".
"""

from __future__ import annotations

from guardhost.hosts import Fields, absolute, adapter, called, handed_on, read_object, shape
from guardhost.hosts.reply import Reply, enveloped, unread_enveloped
from guardhost.model.event import AGENT, CALL, DONE, FINISH, NOTE, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "claude-code"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "both", "ask": "person", "advise": "agent"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "open"  # "closed" only where an entry says so: `wiring`
BEFORE, GREETING = "PreToolUse", "SessionStart"

# The events that we wire -> (the moment of ours, the seconds that the host gives a hook of it).
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "PostToolUse": (DONE, TIMEOUT),
    "PostToolUseFailure": (DONE, TIMEOUT),
    "PermissionRequest": (NOTE, TIMEOUT),
    "UserPromptSubmit": (PROMPT, TIMEOUT),
    "SessionStart": (SESSION, TIMEOUT),
    "SessionEnd": (SESSION, 1.5),
    "SubagentStart": (AGENT, TIMEOUT),
    "SubagentStop": (AGENT, TIMEOUT),
    "Stop": (FINISH, TIMEOUT),
    "PreCompact": (NOTE, TIMEOUT),
    "Notification": (NOTE, TIMEOUT),
}
CONTEXT = (BEFORE, "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SubagentStart")
HOLDS = ("Stop",)
SHELLS = ("Bash", "PowerShell")
EDITORS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
SPAWNERS = ("Agent", "Task")
READERS = (
    "Read", "Glob", "Grep", "LS", "LSP", "NotebookRead", "WebFetch", "WebSearch", "TodoRead", "TaskGet", "TaskList",
    "BashOutput", "TaskOutput", "AgentOutputTool", "ToolSearch", "ListMcpResourcesTool", "ReadMcpResourceTool",
)  # fmt: skip
KINDS = (
    dict.fromkeys(SHELLS, "command")
    | dict.fromkeys(EDITORS, "write")
    | dict.fromkeys(SPAWNERS, "spawn")
    | dict.fromkeys(READERS, "read")
    | {"SendMessage": "message"}
)
TEXTS = {
    "UserPromptSubmit": "prompt", "SessionStart": "source", "SessionEnd": "reason", "Stop": "last_assistant_message",
    "SubagentStop": "last_assistant_message", "PreCompact": "trigger", "Notification": "message",
    "PostToolUseFailure": "error",
}  # fmt: skip
NOBODY = ("bypassPermissions", "dontAsk")  # modes in which an ask is answered by nobody


def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command, "" when it says none.

    Raises `PayloadError` (GH1201) when there is no JSON object, or when a call lacks what it would be judged by; then
    its `where` starts with the event's name.
    """
    payload = read_object(data)
    spoken = shape(payload, NAME)
    if spoken != NAME:
        return handed_on(spoken, data, env)
    lost: list[str] = []
    fields = Fields(payload, lost)
    event_name = _event_name(fields.text("hook_event_name"), name, payload)
    moment = EVENTS.get(event_name, (NOTE, 0))[0]
    ends = event_name in ("SessionEnd", "SubagentStop")
    call = {}
    if moment == CALL or "tool_name" in payload:
        tool = fields.text("tool_name")
        call = called(fields, event_name, tool, payload.get("tool_input"), KINDS, strict=moment == CALL)
    if moment == DONE:
        call.update(_outcome(fields, event_name))
    return Event(
        moment=moment,
        host=NAME,
        dialect=NAME,
        name=event_name,
        session=fields.text("session_id"),
        agent=fields.text("agent_id"),
        agent_type=fields.text("agent_type"),
        call_id=fields.text("tool_use_id"),
        cwd=fields.path("cwd"),
        project=absolute(env.get("CLAUDE_PROJECT_DIR", "")),
        home=absolute(env.get("HOME", "")),
        unattended=fields.text("permission_mode") in NOBODY or env.get("CI", "").lower() not in ("", "0", "false", "no"),
        transcript=fields.text("agent_transcript_path", "transcript_path"),
        text=fields.text(TEXTS[event_name]) if event_name in TEXTS else "",
        ends=ends,
        **call,
        lost=tuple(dict.fromkeys(lost)),
    )


def _event_name(said: str, wired: str, payload: dict[str, Any]) -> str:
    """Believe the host's own word when we know it, else the wired command, else what the payload looks like."""
    if said in EVENTS:
        return said
    if wired:
        return wired
    return said or (BEFORE if "tool_name" in payload or "tool_input" in payload else "")


def _outcome(fields: Fields, event: str) -> dict[str, Any]:
    """Return how a call ended: its status, and the agent that a spawn started."""
    if event == "PostToolUseFailure":
        return {"status": None if fields.take(bool, "is_interrupt") else _failure(fields.text("error"))}
    answer = Fields(fields.take(dict, "tool_response"), [])
    running = answer.text("status") == "async_launched" or answer.take(str, "backgroundTaskId") is not None
    cut_off = answer.take(bool, "interrupted") is True
    return {"status": None if running or cut_off else 0, "spawned": answer.text("agentId", "agent_id")}


def _failure(error: str) -> int:
    """Return the exit status that the error's text gives: the number behind "code", else 1."""
    _, found, after = error.lower().partition("code ")
    digits = ""
    for char in after[:4] if found else "":
        if not (char.isascii() and char.isdigit()):
            break
        digits += char
    return int(digits) if digits and int(digits) else 1


def encode(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event. An allow without anything to say is empty: the host goes its own way."""
    if event.dialect not in ("", NAME):
        reply: Reply = adapter(event.dialect).encode(outcome, event)
        return reply
    return enveloped(outcome, event, BEFORE, CONTEXT)


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    return unread_enveloped(error, name, BEFORE)


def limit(name: str) -> float:
    """Return the seconds that the host waits for a hook of this event."""
    return EVENTS.get(name, (NOTE, TIMEOUT))[1]
