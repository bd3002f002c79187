"""What adapters have in common: from a payload's fields to an event, by tables that each adapter has of its own."""

from __future__ import annotations

from guardhost.hosts import MCP, Fields, absolute, adapter, called, handed_on, read_object, shape
from guardhost.hosts.reply import enveloped, unread_enveloped
from guardhost.model.event import AGENT, CALL, FINISH, NOTE, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from guardhost.hosts.reply import Reply
    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

    Decode = Callable[[bytes, Mapping[str, str], str], Event]
    Encode = Callable[[Outcome, Event], Reply]
    Unread = Callable[[PayloadError, str], Reply]

DIRECTORIES = ("workdir", "dir_path", "working_directory", "Cwd", "cwd")
NOBODY = ("bypassPermissions", "dontAsk", "yolo")  # modes in which an ask is answered by nobody
# A field of the event -> the keys that hosts have for it.
SAID = {
    "session": ("session_id", "sessionId", "conversation_id", "conversationId", "trajectory_id"),
    "agent": ("agent_id", "agentId", "subagent_id"),
    "agent_type": ("agent_type", "agentType", "agentName", "subagent_type"),
    "call_id": ("tool_use_id", "tool_call_id", "toolUseID"),
    "transcript": ("agent_transcript_path", "transcript_path", "transcriptPath"),
}
ENDS = ("SessionEnd", "sessionEnd", "SubagentStop", "subagentStop")


def event_name(said: object, wired: str, events: Mapping[str, object], guess: str) -> str:
    """Return the event: the host's own word when we know it, else the wired command's, else what it looks like."""
    word = said if isinstance(said, str) else ""
    return word if word in events else wired or word or guess


def heard(
    payload: dict[str, Any],
    env: Mapping[str, str],
    *,
    host: str,
    name: str,
    events: Mapping[str, tuple[str, float]],
    texts: Mapping[str, str],
    kinds: Mapping[str, str] | None = None,
    holds: tuple[str, ...] = (),
    tool: object = None,
    inputs: object = None,
    **more: Any,
) -> Event:
    """Return the event of a payload.

    `name` is the host's event, `texts` has the key of what it says; `kinds` is what the host's tools do, for an event that
    may be of a call: then `tool` and `inputs` say which one. `holds` are the ends of a turn from which the host can send the
    agent back. `more` are fields that the adapter knows better.
    """
    lost: list[str] = []
    fields = Fields(payload, lost)
    moment = more.pop("moment", "") or events.get(name, (NOTE, 0.0))[0]
    found: dict[str, Any] = {key: fields.text(*names) for key, names in SAID.items()}
    found["cwd"] = fields.path("cwd")
    found |= {key: value for key, value in more.items() if value is not None}
    if kinds is not None and (tool is not None or moment == CALL):
        word = tool if isinstance(tool, str) else ""
        found |= called(fields, name, word, inputs, kinds, strict=moment == CALL)
        placed(found)
    quiet = env.get("CI", "").lower() not in ("", "0", "false", "no")
    return Event(
        **{
            "moment": moment,
            "host": host,
            "dialect": host,
            "name": name,
            "home": absolute(env.get("HOME", "")),
            "unattended": quiet or fields.text("permission_mode") in NOBODY,
            "text": fields.text(texts[name]) if name in texts else "",
            "final": moment == FINISH and name not in holds,
            "ends": moment in (AGENT, "session") and name in ENDS,
            **found,
            "lost": tuple(dict.fromkeys(lost)),
        }
    )


def placed(found: dict[str, Any]) -> None:
    """Let a call run in the directory that its own input names; the session's stays its project."""
    args, cwd = found.get("args") or {}, found["cwd"]
    if found.get("seam") != "command":
        return
    for key in DIRECTORIES:
        own = args.get(key)
        if isinstance(own, str) and own and own != cwd:
            if own.startswith("/") or cwd:
                found["cwd"] = own if own.startswith("/") else f"{cwd}/{own}"
                found["project"] = found.get("project") or cwd
            return


def server_tool(server: str, tool: str) -> str:
    """Return what a server's tool is called by everywhere."""
    return f"{MCP}{server}__{tool}" if server else f"{MCP}server__{tool}"


def status_of(text: str) -> int | None:
    """Return the exit status that an error's text gives: the number behind "code" or "exit", else 1; None for no text."""
    if not text:
        return None
    low = text.lower()
    for word in ("code ", "code: ", "exit ", "status "):
        _, found, after = low.partition(word)
        digits = ""
        for char in after[:4] if found else "":
            if not (char.isascii() and char.isdigit()):
                break
            digits += char
        if digits:
            return int(digits) or 1
    return 1


def first_text(value: object) -> str:
    """Return the first item of a list when it is text, else ""."""
    return value[0] if isinstance(value, list) and value and isinstance(value[0], str) else ""


def decoder(
    host: str, heard_of: Callable[[dict[str, Any], Mapping[str, str], str], Event], renamed: Mapping[str, str] | None = None
) -> Decode:
    """Return an adapter's `decode`; `renamed` are keys that some builds of the host spell otherwise -> the usual ones."""

    def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
        """Return the event of one payload; `name` is the event in the wired command. Raises `PayloadError` (GH1201)."""
        payload = read_object(data)
        if renamed is not None and "hookEventName" in payload:
            payload = {renamed.get(key, key): value for key, value in payload.items()}
        spoken = shape(payload, host)
        return heard_of(payload, env, name) if spoken == host else handed_on(spoken, data, env)

    return decode


def encoder(host: str, said_to: Encode) -> Encode:
    """Return an adapter's `encode`."""

    def encode(outcome: Outcome, event: Event) -> Reply:
        """Return the reply to one event, in the dialect of its payload."""
        if event.dialect not in ("", host):
            reply: Reply = adapter(event.dialect).encode(outcome, event)
            return reply
        return said_to(outcome, event)

    return encode


def enveloper(host: str, before: str, carries: tuple[str, ...], *, asks: bool = True) -> tuple[Encode, Unread]:
    """Return `encode` and `unread` of an adapter that answers in Claude Code's envelope; see `reply.enveloped`."""

    def said_to(outcome: Outcome, event: Event) -> Reply:
        return enveloped(outcome, event, before, carries, asks=asks)

    def unread(error: PayloadError, name: str) -> Reply:
        """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
        return unread_enveloped(error, name, before)

    return encoder(host, said_to), unread


def limiter(events: Mapping[str, tuple[str, float]], usual: float) -> Callable[[str], float]:
    """Return an adapter's `limit`."""

    def limit(name: str) -> float:
        """Return the seconds that the host waits for a hook of this event."""
        return events[name][1] if name in events else usual

    return limit
