"""Agent Client Protocol: a client's filter for `session/request_permission`. A deny picks an option that rejects.

The request is the ask itself, so an ask of ours prints nothing and leaves it to the person; a deny has no field for its
reason, which goes to standard error for the client's log.
"""

from __future__ import annotations

from guardhost.hosts.family import decoder, encoder, heard
from guardhost.hosts.reply import Reply, decided, flat, unjudged
from guardhost.model.event import CALL, Event
from guardhost.model.jsontext import decode as of_json
from guardhost.model.jsontext import encode as to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "acp"
SURFACES = ("command", "write", "tool")
DECISIONS = {"deny": "person", "ask": "person", "advise": "later"}
TIMEOUT = None  # the client that calls us says none
ON_FAILURE = "open"
BEFORE, GREETING = "session/request_permission", ""
EVENTS: dict[str, tuple[str, float]] = {BEFORE: (CALL, 0.0)}
CARRIES: tuple[str, ...] = ()
KINDS = {"execute": "command", "edit": "write", "delete": "delete", "read": "read", "search": "read", "think": "read"}


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:  # noqa: ARG001 - every adapter has the same functions
    """Return the event of one payload, which needs no name."""
    params = payload.get("params")
    params = params if isinstance(params, dict) else {}
    call = params.get("toolCall")
    call = call if isinstance(call, dict) else {}
    raw, kind = call.get("rawInput"), call.get("kind")
    session, call_id = params.get("sessionId"), call.get("toolCallId")
    inputs = raw if isinstance(raw, dict) else _shown(call)
    named = "other" if kind == "execute" and "command" not in inputs else kind
    event = heard(
        payload, env, host=NAME, name=BEFORE, events=EVENTS, texts={}, kinds=KINDS, tool=named or "other", inputs=inputs,
        session=session if isinstance(session, str) else "",
        call_id=call_id if isinstance(call_id, str) else "",
    )  # fmt: skip
    return event.replace(id=to_json([payload.get("id"), _rejecting(params.get("options"))]))


def _shown(call: Mapping[str, object]) -> dict[str, object]:
    """Return the first edit that a call shows, in the words of an edit tool; where it only says the place, that."""
    for key in ("content", "locations"):
        shown = call.get(key)
        for one in shown if isinstance(shown, list) else ():
            if isinstance(one, dict) and isinstance(one.get("path"), str):
                new = one.get("newText")
                old = one.get("oldText")
                return {"path": one["path"]} | ({"old_text": old, "new_text": new} if old else {"content": new})
    return {}


def _rejecting(options: object) -> str:
    """Return the id of the option that rejects once, else of one that always does, "" for none."""
    found: dict[str, str] = {}
    for one in options if isinstance(options, list) else ():
        if isinstance(one, dict):
            found.setdefault(str(one.get("kind")), str(one.get("optionId")))
    return found.get("reject_once") or found.get("reject_always") or ""


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the JSON-RPC response that rejects the call, or nothing: then the client asks its person."""
    decision, reason = decided(outcome, event, asks=True)
    if decision != "deny":
        return Reply()
    number, option = of_json(event.id) if event.id else (None, "")
    return _rejected(number, option, reason)


def _rejected(number: object, option: str, reason: str) -> Reply:
    chosen = {"outcome": "selected", "optionId": option} if option else {"outcome": "cancelled"}
    reply = flat({"jsonrpc": "2.0", "id": number, "result": {"outcome": chosen}})
    return reply.replace(stderr=f"{reason}\n")


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a request that could not be read: cancelled, since no option of it is known."""
    return _rejected(None, "", unjudged(error)) if name in ("", BEFORE) else Reply()


def limit(name: str) -> float | None:  # noqa: ARG001 - every adapter has the same functions
    """Return None: the client that calls us declares no time-out."""
    return TIMEOUT


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
