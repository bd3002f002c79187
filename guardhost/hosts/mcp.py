"""A server of the Model Context Protocol behind our proxy: a deny of `tools/call` is a result that says so.

The wired name is the server's, since a request does not say it. No ask; advice goes to the proxy, which puts it into the
result of the very call.
"""

from __future__ import annotations

from guardhost.hosts import absolute
from guardhost.hosts.family import decoder, encoder, heard, limiter, server_tool
from guardhost.hosts.reply import Reply, context_of, decided, flat, unjudged
from guardhost.model.event import CALL, Event
from guardhost.model.jsontext import decode as of_json
from guardhost.model.jsontext import encode as to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
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


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the JSON-RPC response that stands for a denied call; advice as `context`; nothing for an allow."""
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


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
