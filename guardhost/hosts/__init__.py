"""Agent hosts: one adapter a file, this table, and what all of them need to read a payload.

An adapter has `NAME`, `SURFACES`, `DECISIONS`, `TIMEOUT`, `ON_FAILURE`, `EVENTS`, `BEFORE`, `GREETING` and the functions
`decode`, `encode`, `unread` and `limit`; its set-up is a file of the same name in `wiring/`. Nothing about one host
stands anywhere else.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType
    from typing import Any

    from guardhost.model.event import Event
    from guardhost.model.mistakes import PayloadError

# The host's name on the command line -> the module that speaks its dialect.
HOSTS: dict[str, str] = {
    "claude-code": "guardhost.hosts.claude_code",
    "codex": "guardhost.hosts.codex",
    "copilot-cli": "guardhost.hosts.copilot_cli",
    "cursor": "guardhost.hosts.cursor",
    "gemini-cli": "guardhost.hosts.gemini_cli",
    "qwen-code": "guardhost.hosts.qwen_code",
    "mistral-vibe": "guardhost.hosts.mistral_vibe",
    "opencode": "guardhost.hosts.opencode",
    "agent-zero": "guardhost.hosts.agent_zero",
    "cline": "guardhost.hosts.cline",
    "windsurf": "guardhost.hosts.windsurf",
    "kiro": "guardhost.hosts.kiro",
    "factory-droid": "guardhost.hosts.factory_droid",
    "goose": "guardhost.hosts.goose",
    "amp": "guardhost.hosts.amp",
    "antigravity": "guardhost.hosts.antigravity",
    "acp": "guardhost.hosts.acp",
    "mcp": "guardhost.hosts.mcp",
    "generic": "guardhost.hosts.generic",
}

MOST_BYTES = 10 * 1024 * 1024
BOM = b"\xef\xbb\xbf"
MCP = "mcp__"  # what a server's tool is called by everywhere: mcp__SERVER__TOOL
_GENERIC_KEYS = ("command", "write", "spawn", "tool", "schema_version")
# Keys that only one host's payloads have -> that host. The first row that is there whole counts.
_MARKS = (
    (("turn_id", "hook_event_name"), "codex"),
    (("cursor_version",), "cursor"),
    (("conversation_id", "hook_event_name"), "cursor"),
    (("agent_action_name",), "windsurf"),
    (("clineVersion",), "cline"),
    (("hookName", "taskId"), "cline"),
    (("toolCall", "conversationId"), "antigravity"),
    (("toolName", "toolSuccess"), "kiro"),
    (("toolName",), "copilot-cli"),
    (("sessionId", "timestamp"), "copilot-cli"),
    (("event", "working_dir"), "goose"),
    (("event", "matcher_context"), "goose"),
    (("thread", "toolUseID"), "amp"),
    (("hook", "tool_args"), "agent-zero"),
    (("hook", "input"), "opencode"),
)
# Names of events that only one host has -> that host.
_NAMES = {
    "before_tool": "mistral-vibe", "after_tool": "mistral-vibe", "post_agent_turn": "mistral-vibe",
    "BeforeTool": "gemini-cli", "AfterTool": "gemini-cli", "BeforeAgent": "gemini-cli", "AfterAgent": "gemini-cli",
    "BeforeModel": "gemini-cli", "AfterModel": "gemini-cli", "PreCompress": "gemini-cli",
    "preToolUse": "kiro", "postToolUse": "kiro", "agentSpawn": "kiro", "userPromptSubmit": "kiro",
}  # fmt: skip
# A folder in the path of a transcript -> the host that keeps it there.
_HOMES = {
    "/.codex/": "codex", "/.gemini/": "gemini-cli", "/.qwen/": "qwen-code", "/.vibe/": "mistral-vibe",
    "/.factory/": "factory-droid", "/.cursor/": "cursor", "/.claude/": "claude-code",
}  # fmt: skip
_LIKE_CLAUDE = ("claude-code", "codex", "qwen-code", "gemini-cli", "factory-droid", "kiro", "copilot-cli")
# A shell tool under another name: a newer one, or one of a host that loads another's files. Its input tells: it has a
# `command` and none of these, which say that the command is an editor's. What an MCP server calls so is its own affair.
EDITOR_KEYS = ("path", "file_path", "filePath", "file_text", "content", "patch", "diff")
PATCH = "*** Begin Patch"  # what `apply_patch` has in its input
LINES = ("command", "code", "command_line", "CommandLine", "cmd", "commands", "keyboard")


def adapter(name: str) -> ModuleType:
    """Return the adapter of one host, imported now; `UsageError` (GH1301) with the nearest name when there is none."""
    path = HOSTS.get(name)
    if path is None:
        from guardhost.model.mistakes import UsageError, whole_of

        near = whole_of(name, tuple(HOSTS))
        fix = f"did you mean `{near}`?" if near else f"known hosts: {', '.join(HOSTS)}"
        raise UsageError("GH1301", f"`{name}` is no host that guardhost knows", fix=fix)
    module: ModuleType = __import__(path, fromlist=("NAME",))
    return module


def handed_on(spoken: str, data: bytes, env: Mapping[str, str]) -> Event:
    """Return the event of a payload in another host's dialect; an error is answered in that dialect, too."""
    from guardhost.model.mistakes import PayloadError

    try:
        event: Event = adapter(spoken).decode(data, env, "")
    except PayloadError as error:
        error.dialect = error.dialect or spoken
        raise
    return event


def completes(module: ModuleType) -> bool | None:
    """Return whether a host says when a call has ended; None of one that may, as any program behind the generic wire."""
    return True if "done" in module.SURFACES and module.NAME != "generic" else None


def read_object(data: bytes) -> dict[str, Any]:
    """Return the one JSON object of a payload; `PayloadError` (GH1201) says why there is none.

    A byte order mark is skipped. Half a surrogate pair becomes U+FFFD, as it does when the host starts a program.
    """
    if len(data) > MOST_BYTES:
        raise _unread(f"the payload has more than {MOST_BYTES // 1024 // 1024} MB", "send a smaller one")
    data = data.removeprefix(BOM)
    if not data.strip():
        raise _unread("the payload is empty", "send the event as one JSON object on standard input")
    from guardhost.model.jsontext import decode

    try:
        value = decode(data)
    except UnicodeDecodeError as error:
        raise _unread(f"the payload is no UTF-8 at byte {error.start}", "send UTF-8") from None
    except ValueError as error:
        raise _unread(f"the payload is no JSON: {error}", "send exactly one JSON object") from None
    if not isinstance(value, dict):
        raise _unread("the payload is JSON, but no object", "send exactly one JSON object")
    return _whole(value) if b"\\ud" in data or b"\\uD" in data else value


def _unread(what: str, fix: str) -> PayloadError:
    from guardhost.model.mistakes import PayloadError

    return PayloadError("GH1201", what, fix=fix)


def unreadable(event: str, field: str, what: str) -> PayloadError:
    """Return the error of a call that lacks what it would be judged by."""
    from guardhost.model.mistakes import PayloadError

    return PayloadError("GH1201", what, where=f"{event}: {field}", fix="call the tool with the fields of its schema")


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value


def shape(payload: dict[str, Any], wired: str) -> str:
    """Return the host whose shape a payload has, `wired` when nothing speaks against it.

    Hosts load each other's files, so the wired name alone does not say who calls.
    """
    if "jsonrpc" in payload or wired in ("acp", "mcp"):
        return wired
    if wired == "kiro" and "toolName" in payload and "sessionId" not in payload:
        return wired  # an IDE before 1.0, whose words Copilot has too
    for keys, host in _MARKS:
        if keys[0] in payload and keys[-1] in payload:
            return host
    said = payload.get("hook_event_name")
    if not isinstance(said, str):
        ours = said is not None or "tool_name" in payload or "tool_input" in payload or "session_id" in payload
        return "generic" if not ours and any(key in payload for key in _GENERIC_KEYS) else wired
    return _snake(payload, said, wired)


def _snake(payload: dict[str, Any], event: str, wired: str) -> str:
    """Tell apart the hosts that all say `hook_event_name`: by names that only one has, by where they keep transcripts."""
    if event in _NAMES:
        return _NAMES[event]
    kept = payload.get("transcript_path")
    if isinstance(kept, str):
        for folder, host in _HOMES.items():
            if folder in kept:
                return host
    if "timestamp" in payload and wired not in ("gemini-cli", "qwen-code", "copilot-cli"):
        return "qwen-code" if "permission_mode" in payload else "copilot-cli"
    return wired if wired in _LIKE_CLAUDE else "claude-code"


class Fields:
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


def absolute(path: str) -> str:
    """Return the path when it is absolute, else ""."""
    return path if path.startswith("/") else ""


def object_of(value: Any) -> Any:
    """Return a value that some hosts write as JSON text as what it says, any other as it is."""
    if not isinstance(value, str):
        return value
    from guardhost.model.jsontext import decode

    try:
        return decode(value)
    except ValueError:
        return value


def called(fields: Fields, event: str, tool: str, inputs: Any, kinds: Mapping[str, str], *, strict: bool) -> dict[str, Any]:
    """Return the fields of an event that say what is called.

    `kinds` has what the host's own tools do: "command", "read", "spawn", "message", or a kind of `guardhost.hosts.edits`.
    A call that cannot be judged raises `PayloadError` (GH1201) when `strict`, which it is before it runs.
    """
    if not tool and strict:
        raise unreadable(event, "tool_name", "the call names no tool")
    if isinstance(inputs, str):
        inputs = object_of(inputs)
    if not isinstance(inputs, dict):
        if inputs is not None:
            fields.lost.append("tool_input")
        inputs = {}
    given = Fields(inputs, fields.lost)
    call: dict[str, Any] = {"tool": tool, "args": inputs}
    kind = kinds.get(tool) or _guessed(tool, inputs)
    if kind == "write" and inputs.get("command") == "view":
        kind = "read"  # an editor that also shows files
    if kind == "command":
        line = line_of(inputs)
        if line is None and strict:
            raise unreadable(event, "tool_input.command", f"the {tool} call has no command that is text")
        return call | {"seam": "command", "command": line or "", "description": given.text("description")}
    if kind in ("tool", "read"):
        return call | {"seam": "tool", "read_only": kind == "read"}
    from guardhost.hosts.edits import spawn, writes

    if kind in ("spawn", "message"):
        return call | {"seam": "spawn", "spawn": spawn(given, kind)}
    edits = writes(given, inputs, kind)
    if not edits and tool not in kinds:
        return call | {"seam": "tool", "read_only": False}
    if not edits and strict:
        raise unreadable(event, "tool_input.file_path", f"the {tool} call names no file")
    return call | {"seam": "write", "writes": edits}


def _guessed(tool: str, inputs: dict[str, Any]) -> str:
    """Return what a tool does that we do not know by name: run a shell line, apply a patch, or anything else."""
    if tool.startswith(MCP):
        return "tool"
    for text in inputs.values():
        if isinstance(text, str) and text.lstrip()[:15] == PATCH:
            return "patch"
    line = inputs.get("command")
    return "command" if isinstance(line, str) and not any(key in EDITOR_KEYS for key in inputs) else "tool"


def line_of(inputs: dict[str, Any]) -> str | None:
    """Return the shell text of a call: one line, words, or several lines that run one after the other; None for none."""
    for key in LINES:
        value = inputs.get(key)
        if isinstance(value, str) and key != "commands":
            return value
        if value is not None:
            from guardhost.hosts.edits import several

            return several(object_of(value), words=key != "commands")
    return None
