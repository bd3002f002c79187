"""Kiro: its CLI (2 and 3) and its IDE. A deny is exit status 2 with its reason on standard error; JSON means nothing.

An IDE before 1.0 gives its payload in the environment and never closes standard input.
"""

from __future__ import annotations

from guardhost.hosts import object_of
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter, server_tool
from guardhost.hosts.reply import Reply, context_of, decided, unjudged, unread_event
from guardhost.model.event import CALL, DONE, FINISH, PROMPT, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "kiro"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "agent", "ask": "deny", "advise": "later"}
TIMEOUT = 10  # seconds, what our entries declare
ON_FAILURE = "open"
BEFORE, GREETING = "PreToolUse", "SessionStart"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "PostToolUse": (DONE, TIMEOUT),
    "UserPromptSubmit": (PROMPT, TIMEOUT),
    "SessionStart": (SESSION, TIMEOUT),
    "Stop": (FINISH, TIMEOUT),
}
CARRIES = ("UserPromptSubmit", "SessionStart")  # their standard output reaches the agent as it is
# What the CLI before 3 calls an event.
CLI2 = {
    "preToolUse": BEFORE, "postToolUse": "PostToolUse", "userPromptSubmit": "UserPromptSubmit",
    "agentSpawn": "SessionStart", "stop": "Stop",
}  # fmt: skip
KINDS = {
    "execute_bash": "command", "execute_pwsh": "command", "shell": "command", "fs_write": "write", "str_replace": "write",
    "write": "write", "fs_append": "append", "delete_file": "delete", "use_subagent": "spawn", "invoke_sub_agent": "spawn",
    "delegate": "spawn", "fs_read": "read", "read": "read", "read_file": "read", "list_directory": "read", "grep": "read",
    "glob": "read", "grep_search": "read", "file_search": "read", "web_search": "read", "web_fetch": "read",
}  # fmt: skip
TEXTS = {"UserPromptSubmit": "prompt"}


def given(env: Mapping[str, str]) -> bytes | None:
    """Return the payload where it stands in the environment, None where it comes on standard input."""
    text = env.get("USER_PROMPT", "")
    return text.encode("utf-8", "surrogateescape") if text.lstrip().startswith("{") and "tool" in text else None


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    said = payload.get("hook_event_name")
    guess = "PostToolUse" if "toolSuccess" in payload else BEFORE
    event = event_name(CLI2.get(str(said), said), CLI2.get(name, name), EVENTS, guess)
    tool = payload.get("tool_name", payload.get("toolName"))
    kinds = KINDS
    if isinstance(tool, str) and tool.startswith("subagent_"):
        kinds = KINDS | {tool: "spawn"}
    elif isinstance(tool, str) and tool.startswith("@"):
        server, _, own = tool[1:].partition("/")
        tool = server_tool(server, own)
    inputs = object_of(payload.get("tool_input", payload.get("toolArgs")))
    heard_event = heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts=TEXTS, kinds=kinds, tool=tool, inputs=inputs,
        status=_status(payload) if event == "PostToolUse" else None,
    )  # fmt: skip
    if heard_event.spawn is not None and not heard_event.spawn.agent_type and isinstance(tool, str):
        kind = tool.removeprefix("subagent_") if tool.startswith("subagent_") else ""
        return heard_event.replace(spawn=heard_event.spawn.replace(agent_type=kind))
    return heard_event


def _status(payload: Mapping[str, object]) -> int | None:
    """Return how a call ended where the host says so itself; prose about it does not count."""
    response = payload.get("tool_response")
    said = response.get("success") if isinstance(response, dict) else payload.get("toolSuccess")
    return {True: 0, False: 1}[said] if isinstance(said, bool) else None


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event: exit status 2 and the reason on standard error for a deny, advice as plain text."""
    decision, reason = decided(outcome, event, asks=False)
    if decision:
        return Reply(stderr=f"{reason}\n", exit=2)
    context = context_of(outcome) if event.name in CARRIES else ""
    return Reply(stdout=f"{context}\n" if context else "")


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, nothing on any other event."""
    if unread_event(error, CLI2.get(name, name), (BEFORE,)) is None:
        return Reply()
    return Reply(stderr=f"{unjudged(error)}\n", exit=2)


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
