"""opencode: our plugin sends what its hooks were called with, and throws on a deny; the reply is the generic host's.

The host's own call (`tool`, `callID`, `args`) stands in `input` and `output` as it was; `directory` and `worktree` are the
plugin's. No ask; advice waits for the result of the tool. A session that is idle has ended its turn: a
reply that denies it is sent there as a message.
"""

from __future__ import annotations

from guardhost.hosts import absolute
from guardhost.hosts.family import decoder, encoder, event_name, heard, limiter
from guardhost.hosts.reply import Reply, flat, held, to_our_own, unread_to_our_own
from guardhost.model.event import CALL, DONE, FINISH, SESSION, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

NAME = "opencode"
SURFACES = ("command", "write", "spawn", "tool", "done", "stop")
DECISIONS = {"deny": "agent", "ask": "deny", "advise": "later"}
TIMEOUT = 10  # seconds, after which our plugin gives up
ON_FAILURE = "closed"  # a plugin that throws stops the tool
BEFORE, GREETING = "tool.execute.before", "session.created"
EVENTS: dict[str, tuple[str, float]] = {
    BEFORE: (CALL, TIMEOUT),
    "tool.execute.after": (DONE, TIMEOUT),
    "session.created": (SESSION, TIMEOUT),
    "session.idle": (FINISH, TIMEOUT),
}
CARRIES = ("tool.execute.after",)
HOLDS = ("session.idle",)
KINDS = {
    "bash": "command", "shell": "command", "edit": "write", "write": "write", "multiedit": "write", "patch": "patch",
    "apply_patch": "patch", "task": "spawn", "read": "read", "list": "read", "glob": "read", "grep": "read",
    "webfetch": "read", "websearch": "read", "codesearch": "read", "todowrite": "read", "todoread": "read", "skill": "read",
    "lsp": "read", "question": "read",
}  # fmt: skip


def _heard(payload: dict[str, Any], env: Mapping[str, str], name: str) -> Event:
    """Return the event of one payload; `name` is the event in the wired command."""
    event = event_name(payload.get("hook") or payload.get("_hook"), name, EVENTS, BEFORE)
    inside, out = (value if isinstance(value := payload.get(key), dict) else {} for key in ("input", "output"))
    args = out.get("args") if event == BEFORE else inside.get("args")
    place, root = (str(payload.get(key) or "") for key in ("directory", "worktree"))
    session, call_id = inside.get("sessionID"), inside.get("callID")
    return heard(
        payload, env, host=NAME, name=event, events=EVENTS, texts={}, kinds=KINDS if event in EVENTS else None, holds=HOLDS,
        tool=inside.get("tool"), inputs=args,
        session=session if isinstance(session, str) else "",
        call_id=call_id if isinstance(call_id, str) else "",
        cwd=absolute(place),
        project=absolute(root) if root != "/" else absolute(place),
        status=_status(out) if event == "tool.execute.after" else None,
    )  # fmt: skip


def _status(output: dict[str, object]) -> int | None:
    told = output.get("metadata")
    code = told.get("exit") if isinstance(told, dict) else None
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def _said(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to our own code in the host."""
    if going_on := held(outcome, event):
        return flat({"decision": "deny", "reason": going_on, "context": "", "notes": []})
    return to_our_own(outcome, event, CARRIES)


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to a payload that could not be read: a deny before a call, an allow on any other event."""
    return unread_to_our_own(error, name, BEFORE)


decode = decoder(NAME, _heard)
encode = encoder(NAME, _said)
limit = limiter(EVENTS, TIMEOUT)
