"""Claude Code: JSON on standard input, JSON on standard output, always exit status 0.

Claude Code reads standard output only on exit status 0, so a deny is JSON too. No output is "no opinion".
"""

from __future__ import annotations

from guardhost.hosts import adapter, read_object, shape
from guardhost.hosts.reply import Reply, cut, named, with_notes
from guardhost.model.event import AGENT, CALL, DONE, FINISH, NOTE, PROMPT, SESSION, Event
from guardhost.model.jsontext import encode as to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.call import SpawnCall, WriteCall
    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "claude-code"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "agent", "ask": "person", "advise": "agent"}
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
SHELLS = ("Bash", "PowerShell")
# A shell tool under another name: a newer one, or one of a host that loads Claude Code's files. Its input tells: it has
# a `command` and none of these, which say that the command is an editor's. What an MCP server calls so is its own affair.
EDITOR_KEYS = ("path", "file_path", "filePath", "file_text", "content", "patch", "diff")
PATCH = "*** Begin Patch"  # what `apply_patch` has in its `command`
EDITORS = {"Edit": "file_path", "Write": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path"}
SPAWNERS = ("Agent", "Task")
READERS = (
    "Read", "Glob", "Grep", "LS", "LSP", "NotebookRead", "WebFetch", "WebSearch", "TodoRead", "TaskGet", "TaskList",
    "BashOutput", "TaskOutput", "AgentOutputTool", "ToolSearch", "ListMcpResourcesTool", "ReadMcpResourceTool",
)  # fmt: skip
TEXTS = {
    "UserPromptSubmit": "prompt", "SessionStart": "source", "SessionEnd": "reason", "Stop": "last_assistant_message",
    "SubagentStop": "last_assistant_message", "PreCompact": "trigger", "Notification": "message",
    "PostToolUseFailure": "error",
}  # fmt: skip
MOST_TEXT = 9_900  # the host cuts a string at 10,000 characters
NOBODY = ("bypassPermissions", "dontAsk")  # modes in which an ask is answered by nobody


class _Fields:
    """The fields of one object, taken out by type: a wrong one is lost alone, and its name kept."""

    __slots__ = ("_of", "lost")

    def __init__(self, of: Any, lost: list[str]) -> None:
        self._of: dict[str, Any] = of if isinstance(of, dict) else {}
        self.lost = lost

    def take(self, kind: type, *names: str) -> Any:
        """Return the first of these fields that has the type, else None."""
        for name in names:
            value = self._of.get(name)
            if isinstance(value, kind):
                return value
            if value is not None:
                self.lost.append(name)
        return None

    def text(self, *names: str) -> str:
        """Return the first of these fields that is text, else ""."""
        value: str = self.take(str, *names) or ""
        return value

    def path(self, name: str) -> str:
        """Return the field when it is an absolute path, else ""."""
        value = self.text(name)
        if value and not value.startswith("/"):
            self.lost.append(name)
        return value if value.startswith("/") else ""


def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command, "" when it says none.

    Raises `PayloadError` (GH1201) when there is no JSON object, or when a call lacks what it would be judged by; then
    its `where` starts with the event's name.
    """
    payload = read_object(data)
    spoken = shape(payload, NAME)
    if spoken != NAME:
        event: Event = adapter(spoken).decode(data, env, "")
        return event
    lost: list[str] = []
    fields = _Fields(payload, lost)
    event_name = _event_name(fields.text("hook_event_name"), name, payload)
    moment = EVENTS.get(event_name, (NOTE, 0))[0]
    ends = event_name in ("SessionEnd", "SubagentStop")
    call = _call(fields, payload, event_name, strict=moment == CALL) if "tool_name" in payload or moment == CALL else {}
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
        project=_absolute(env.get("CLAUDE_PROJECT_DIR", "")),
        home=_absolute(env.get("HOME", "")),
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


def _absolute(path: str) -> str:
    return path if path.startswith("/") else ""


def _call(fields: _Fields, payload: dict[str, Any], event: str, *, strict: bool) -> dict[str, Any]:
    """Return the event's fields that say what is called. `strict`: a call that cannot be judged raises."""
    tool = fields.text("tool_name")
    if not tool and strict:
        raise _unreadable(event, "tool_name", "the call names no tool")
    inputs = payload.get("tool_input")
    if isinstance(inputs, str):
        inputs = _object(inputs)
    if not isinstance(inputs, dict):
        if inputs is not None or "tool_input" in payload:
            fields.lost.append("tool_input")
        inputs = {}
    given = _Fields(inputs, fields.lost)
    call: dict[str, Any] = {"tool": tool, "args": inputs}
    if tool in SHELLS:
        call |= {"seam": "command", "command": given.take(str, "command"), "description": given.text("description")}
        if call["command"] is None:
            if strict:
                raise _unreadable(event, "tool_input.command", f"the {tool} call has no command that is text")
            call["command"] = ""
    elif tool in EDITORS:
        edit = _edit(given, tool)
        if not edit.path and strict:
            raise _unreadable(event, f"tool_input.{EDITORS[tool]}", f"the {tool} call names no file")
        call |= {"seam": "write", "writes": (edit,) if edit.path else ()}
    elif tool in SPAWNERS or tool == "SendMessage":
        call |= {"seam": "spawn", "spawn": _spawn(given) if tool in SPAWNERS else _message(given)}
    elif tool not in READERS and _runs(tool, inputs):
        call |= {"seam": "command", "command": inputs["command"], "description": given.text("description")}
    else:
        call |= {"seam": "tool", "read_only": tool in READERS}
    return call


def _runs(tool: str, inputs: dict[str, Any]) -> bool:
    """Return whether a tool that we do not know by name runs a shell line."""
    line = inputs.get("command")
    if not isinstance(line, str) or tool.startswith("mcp__") or line.lstrip().startswith(PATCH):
        return False
    return not any(key in EDITOR_KEYS for key in inputs)


def _object(text: str) -> Any:
    from guardhost.model.mistakes import PayloadError

    try:
        return read_object(text.encode())
    except PayloadError:
        return text


def _unreadable(event: str, field: str, what: str) -> PayloadError:
    from guardhost.model.mistakes import PayloadError

    return PayloadError("GH1201", what, where=f"{event}: {field}", fix="call the tool with the fields of its schema")


def _edit(given: _Fields, tool: str) -> WriteCall:
    """Read one edit tool's input. A text that is missing or no text makes the whole edit unknown, never empty."""
    from guardhost.model.call import WriteCall

    path = given.text(EDITORS[tool])
    unknown = WriteCall(path=path, known=False)
    if tool == "Write":
        content = given.take(str, "content")
        return unknown if content is None else WriteCall(path=path, content=content, whole=True)
    if tool == "NotebookEdit":
        source = "" if given.text("edit_mode") == "delete" else given.take(str, "new_source")
        return unknown if source is None else WriteCall(path=path, new_text=source, part=True)
    if tool == "MultiEdit":
        edits = _edits(given.take(list, "edits"), given.lost)
        return unknown if edits is None else WriteCall(path=path, **edits)
    old, new = given.take(str, "old_string"), given.take(str, "new_string")
    if old is None or new is None:
        return unknown
    return WriteCall(path=path, old_text=old, new_text=new, replace_all=given.take(bool, "replace_all") is True)


def _edits(edits: list[Any] | None, lost: list[str]) -> dict[str, Any] | None:
    if edits is None:
        return None
    pairs: list[tuple[str, str]] = []
    everywhere: list[bool] = []
    for edit in edits:
        one = _Fields(edit, lost)
        old, new = one.take(str, "old_string"), one.take(str, "new_string")
        if old is None or new is None:
            lost.append("edits")
            return None
        pairs.append((old, new))
        everywhere.append(one.take(bool, "replace_all") is True)
    return {"edits": tuple(pairs), "everywhere": tuple(everywhere)}


def _spawn(given: _Fields) -> SpawnCall:
    from guardhost.model.call import SpawnCall

    return SpawnCall(
        model=given.text("model"),
        agent_type=given.text("subagent_type", "agent_type"),
        description=given.text("description"),
        name=given.text("name"),
        prompt=given.text("prompt"),
        background=given.take(bool, "run_in_background") is True,
        isolated=given.text("isolation") == "worktree",
        to=given.text("resume"),
        kind="continue" if given.text("resume") else "spawn",
    )


def _message(given: _Fields) -> SpawnCall:
    from guardhost.model.call import SpawnCall

    text = given.take(str, "message", "content", "prompt")
    to = given.text("to", "recipient", "agent_id")
    return SpawnCall(kind="continue", to=to, prompt=text or "", description=given.text("summary"))


def _outcome(fields: _Fields, event: str) -> dict[str, Any]:
    """Return how a call ended: its status, and the agent that a spawn started."""
    if event == "PostToolUseFailure":
        return {"status": None if fields.take(bool, "is_interrupt") else _failure(fields.text("error"))}
    answer = _Fields(fields.take(dict, "tool_response"), [])
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
    if event.moment == FINISH and outcome.decision == "deny":  # the turn goes on, with this as its reason
        return Reply(stdout=to_json({"decision": "block", "reason": named(outcome.reason, outcome.rule, MOST_TEXT)}))
    own: dict[str, Any] = {}
    told = list(outcome.person)
    context = with_notes(outcome.context, outcome.notes)
    if event.moment == CALL and outcome.decision not in ("allow", "advise"):
        decision = "ask" if outcome.decision == "ask" else "deny"
        reason = with_notes(outcome.reason, outcome.notes) or outcome.context or "refused by the guard"
        own = {
            "permissionDecision": decision,
            "permissionDecisionReason": named(reason, outcome.rule, MOST_TEXT, outcome.ref),
        }
        if decision == "deny":
            told.insert(0, _denied(reason.partition("\n")[0], outcome.rule))
    elif context and event.name in CONTEXT:
        own = {"additionalContext": named(context, outcome.rule, MOST_TEXT, outcome.ref)}
    return Reply(stdout=printed(own, event.name, told, outcome.ref))


def _denied(first: str, rule: str) -> str:
    """Return the line that tells the person of a deny; its first line may name the rule itself."""
    if rule and first.startswith("denied ") and f"[{rule}]" in first:
        return f"guardhost {first}"
    return f"guardhost denied [{rule}]: {first}" if rule else f"guardhost denied: {first}"


def printed(own: dict[str, Any], event: str, told: list[str], ref: str) -> str:
    """Return the JSON of a reply: `own` for the event's envelope, `told` for the person; "" when there is neither."""
    said: dict[str, Any] = {}
    if own:
        said["hookSpecificOutput"] = {"hookEventName": event or BEFORE, **own}
    if told:
        said["systemMessage"] = cut("\n".join(dict.fromkeys(told)), MOST_TEXT, ref)
    return to_json(said) if said else ""


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    event = error.where.partition(": ")[0] or name
    if event not in ("", BEFORE):
        return Reply()
    reason = f"This call was not judged, because the guard could not read it. {error}\nNothing was executed."
    own = {"permissionDecision": "deny", "permissionDecisionReason": cut(reason, MOST_TEXT)}
    told = [f"guardhost denied a call that it could not read: {error.what}"]
    return Reply(stdout=printed(own, BEFORE, told, ""))


def limit(name: str) -> float:
    """Return the seconds that the host waits for a hook of this event."""
    return EVENTS.get(name, (NOTE, TIMEOUT))[1]
