"""A server of the Model Context Protocol behind our proxy: a deny of `tools/call` is a result that says so.

The wired name is the server's, since a request does not say it. No ask; advice goes to the proxy, which puts it into the
result of the very call.
"""

from __future__ import annotations

from guardhost.hosts import absolute, adapter, handed_on, read_object, shape
from guardhost.hosts.family import heard, server_tool
from guardhost.hosts.reply import Reply, context_of, decided, flat, unjudged
from guardhost.model.event import CALL, NOTE, Event
from guardhost.model.jsontext import decode as of_json
from guardhost.model.jsontext import encode as to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "mcp"
SURFACES = ("tool",)
DECISIONS = {"deny": "agent", "ask": "deny", "advise": "agent"}
TIMEOUT = 10  # seconds, after which our proxy gives up
ON_FAILURE = "closed"
BEFORE, GREETING = "tools/call", ""
EVENTS: dict[str, tuple[str, float]] = {BEFORE: (CALL, TIMEOUT)}
CARRIES = (BEFORE,)


def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command. Raises `PayloadError` (GH1201)."""
    payload = read_object(data)
    spoken = shape(payload, NAME)
    if spoken != NAME:
        return handed_on(spoken, data, env)
    params = payload.get("params")
    params = params if isinstance(params, dict) else {}
    tool, meta = params.get("name"), params.get("_guardhost")
    place = meta if isinstance(meta, dict) else {}
    event = heard(
        payload, env, host=NAME, name=BEFORE, events=EVENTS, texts={}, kinds={},
        tool=server_tool(name, tool) if isinstance(tool, str) and tool else None,
        inputs=params.get("arguments") or {},
        session=str(place.get("session") or ""),
        cwd=absolute(str(place.get("cwd") or "")),
    )  # fmt: skip
    return event.replace(id=to_json(payload.get("id")))


def encode(outcome: Outcome, event: Event) -> Reply:
    """Return the JSON-RPC response that stands for a denied call; advice as `context`; nothing for an allow."""
    if event.dialect not in ("", NAME):
        reply: Reply = adapter(event.dialect).encode(outcome, event)
        return reply
    decision, reason = decided(outcome, event, asks=False)
    if decision:
        return _denied(of_json(event.id) if event.id else None, reason)
    context = context_of(outcome)
    return flat({"context": context} if context else {})


def _denied(number: object, reason: str) -> Reply:
    result = {"isError": True, "content": [{"type": "text", "text": reason}]}
    return flat({"jsonrpc": "2.0", "id": number, "result": result})


def unread(error: PayloadError, name: str) -> Reply:  # noqa: ARG001 - every adapter has the same functions
    """Return the answer to a request that could not be read: a deny without the request's id, which the proxy knows."""
    return _denied(None, unjudged(error))


def limit(name: str) -> float:
    """Return the seconds that the host waits for a hook of this event."""
    return EVENTS.get(name, (NOTE, TIMEOUT))[1]
