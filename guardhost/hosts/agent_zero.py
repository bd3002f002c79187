"""Agent Zero: our extension calls this in its own process, with what its hooks were called with.

A tool that runs code is judged as the shell line that would run it. No ask; advice waits for the result of the tool.
"""

from __future__ import annotations

from guardhost.hosts import absolute, object_of
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter
from guardhost.hosts.reply import Reply, to_our_own, unread_to_our_own
from guardhost.model.event import CALL, DONE, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "agent-zero"
SURFACES = ("command", "write", "spawn", "tool", "done")
DECISIONS = {"deny": "agent", "ask": "deny", "advise": "later"}
TIMEOUT = 10  # seconds, after which our extension gives up
ON_FAILURE = "closed"  # an extension that raises stops the tool
BEFORE, GREETING = "tool_execute_before", ""
EVENTS: dict[str, tuple[str, float]] = {BEFORE: (CALL, TIMEOUT), "tool_execute_after": (DONE, TIMEOUT)}
CARRIES = ("tool_execute_after",)
KINDS = {
    "code_execution_tool": "command", "code_execution": "command", "input": "command", "text_editor": "write",
    "call_subordinate": "spawn", "response": "read", "search_engine": "read", "document_query": "read", "wait": "read",
    "memory_load": "read", "knowledge_tool": "read", "vision_load": "read",
}  # fmt: skip
RUNTIMES = {"python": "python3 -c ", "nodejs": "node -e "}
READING = ("output", "reset")  # runtimes that run nothing


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the hook that it is of."""
    event = event_name(payload.get("hook") or payload.get("_hook"), name, EVENTS, BEFORE)
    tool, inputs = payload.get("tool_name"), object_of(payload.get("tool_args"))
    tool = tool.partition(":")[0] if isinstance(tool, str) else tool
    kinds: Mapping[str, str] = KINDS
    if isinstance(inputs, dict) and tool in ("code_execution_tool", "code_execution"):
        inputs, kinds = _code(inputs, str(tool))
    elif isinstance(inputs, dict) and tool == "text_editor" and not ("content" in inputs or "edits" in inputs):
        kinds = KINDS | {"text_editor": "read"}
    elif isinstance(tool, str) and "." in tool:
        tool = "mcp__" + tool.replace(".", "__", 1)
    cwd = payload.get("cwd")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts={}, kinds=kinds if event in EVENTS else None, tool=tool,
        inputs=inputs,
        cwd=absolute(cwd) if isinstance(cwd, str) else None,
        status=0 if event == "tool_execute_after" else None,
    )  # fmt: skip


def _code(inputs: dict[str, object], tool: str) -> tuple[dict[str, object], Mapping[str, str]]:
    """Return the input with the shell line that runs its code, and what the tool then does."""
    runtime, code = str(inputs.get("runtime") or "").lower().strip(), inputs.get("code")
    if runtime in READING:
        return inputs, KINDS | {tool: "read"}
    if runtime in RUNTIMES and isinstance(code, str):
        from guardhost.hosts.edits import quoted

        return inputs | {"command": RUNTIMES[runtime] + quoted(code)}, KINDS
    return inputs, KINDS


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to our own code in the host."""
    return to_our_own(outcome, event, CARRIES)


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, an allow on any other event."""
    return unread_to_our_own(error, name, BEFORE)


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
