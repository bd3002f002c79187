"""The generic host: the wire of guardhost itself, which any program can speak. Strict: an unknown key is an error.

A call that is broken (an unknown key, no call or two, a field of it with the wrong type) raises; a field that only says
where the call comes from and has the wrong type is lost alone.
"""

from __future__ import annotations

from guardhost.hosts import adapter, read_object, shape
from guardhost.hosts.reply import Reply
from guardhost.model.call import SpawnCall, WriteCall
from guardhost.model.event import CALL, DONE, FINISH, PROMPT, SESSION, Event
from guardhost.model.jsontext import encode as to_json
from guardhost.model.mistakes import PayloadError, suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.model.outcome import Outcome

NAME = "generic"
SURFACES = ("command", "write", "spawn", "tool", "done", "prompt", "stop")
DECISIONS = {"deny": "agent", "ask": "person", "advise": "agent"}
TIMEOUT = None  # the program that calls us says none
ON_FAILURE = "open"
EVENTS: dict[str, tuple[str, float]] = {moment: (moment, 0.0) for moment in (CALL, DONE, PROMPT, FINISH, SESSION)}

CALLS = ("command", "write", "spawn", "tool")
TEXTS = ("id", "host", "session", "agent", "call_id", "cwd", "home")
KEYS = (
    "id",
    "event",
    "host",
    "session",
    "agent",
    "call_id",
    "cwd",
    "home",
    "unattended",
    "parallel",
    "status",
    *CALLS,
    "args",
)
WRITE_KEYS = ("path", "content", "old_text", "new_text", "edits", "delete")
SPAWN_TEXTS = ("kind", "model", "agent_type", "description", "name", "prompt", "to")
SPAWN_KEYS = (*SPAWN_TEXTS, "background", "isolated")


def decode(data: bytes, env: Mapping[str, str], name: str) -> Event:
    """Return the event of one JSON object of the wire; `name` is its moment when it says none ("" means a call).

    Raises `PayloadError`: GH1201 when there is no JSON object, GH1202 with the key's name when one is unknown or wrong.
    """
    payload = read_object(data)
    spoken = shape(payload, NAME)
    if spoken != NAME:
        event: Event = adapter(spoken).decode(data, env, "")
        return event
    return from_object(payload, env, name)


def from_object(payload: dict[str, Any], env: Mapping[str, str], name: str = "") -> Event:
    """Return the event of one object that was read already; raises as `decode` does."""
    moment = payload.get("event", name or CALL)
    if not isinstance(moment, str) or moment not in EVENTS:
        raise _wrong(CALL, "event", f"`event` is {moment!r}", f"one of {', '.join(EVENTS)}")
    _known(moment, payload, KEYS, "")
    lost: list[str] = []
    texts = {key: _text(payload, key, lost) for key in TEXTS}
    for key in ("cwd", "home"):
        if texts[key] and not texts[key].startswith("/"):
            lost.append(key)
            texts[key] = ""
    call = _call(payload, moment) if moment in (CALL, DONE) else {}
    return Event(
        moment=moment,
        dialect=NAME,
        name=moment,
        id=texts["id"],
        host=texts["host"] or NAME,
        session=texts["session"],
        agent=texts["agent"],
        call_id=texts["call_id"],
        cwd=texts["cwd"],
        home=texts["home"] or env.get("HOME", ""),
        unattended=_typed(payload, "unattended", bool, lost) is True,
        parallel=_typed(payload, "parallel", bool, lost) is True,
        status=_status(payload, lost),
        **call,
        lost=tuple(lost),
    )


def _wrong(moment: str, key: str, what: str, wanted: str) -> PayloadError:
    return PayloadError("GH1202", what, where=f"{moment}: {key}", fix=f"it must be {wanted}")


def _known(moment: str, value: dict[str, Any], keys: tuple[str, ...], inside: str) -> None:
    for key in value:
        if key not in keys:
            near = suggest(key, keys)
            fix = f"did you mean `{near}`?" if near else f"known keys: {', '.join(keys)}"
            raise PayloadError("GH1202", f"unknown key `{inside}{key}`", where=f"{moment}: {inside}{key}", fix=fix)


def _typed(payload: dict[str, Any], key: str, kind: type, lost: list[str]) -> Any:
    value = payload.get(key)
    if value is None or isinstance(value, kind):
        return value
    lost.append(key)
    return None


def _text(payload: dict[str, Any], key: str, lost: list[str]) -> str:
    return _typed(payload, key, str, lost) or ""


def _status(payload: dict[str, Any], lost: list[str]) -> int | None:
    value = payload.get("status")
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    lost.append("status")
    return None


def _call(payload: dict[str, Any], moment: str) -> dict[str, Any]:
    """Return the event's fields that say what is called; exactly one of the four kinds must be there."""
    kinds = [kind for kind in CALLS if kind in payload]
    if len(kinds) != 1:
        what = f"a `{moment}` names {' and '.join(f'`{kind}`' for kind in kinds) or 'no call'}"
        raise _wrong(moment, kinds[0] if kinds else "event", what, "exactly one of command, write, spawn and tool")
    seam = kinds[0]
    if "args" in payload and seam != "tool":
        raise _wrong(moment, "args", f"`args` stands beside `{seam}`", "beside `tool`")
    if seam == "command":
        return {"seam": seam, "command": _must(moment, payload, "command", str, "text")}
    if seam == "write":
        return {"seam": seam, "writes": (_write(moment, _must(moment, payload, "write", dict, "an object")),)}
    if seam == "spawn":
        return {"seam": seam, "spawn": _spawn(moment, _must(moment, payload, "spawn", dict, "an object"))}
    args = _must(moment, payload, "args", dict, "an object") if "args" in payload else {}
    return {"seam": seam, "tool": _must(moment, payload, "tool", str, "text"), "args": args}


def _must(moment: str, value: dict[str, Any], key: str, kind: type, wanted: str, inside: str = "") -> Any:
    found = value.get(key)
    if not isinstance(found, kind):
        raise _wrong(moment, inside + key, f"`{inside}{key}` is {found!r}"[:200], wanted)
    return found


def _write(moment: str, write: dict[str, Any]) -> WriteCall:
    _known(moment, write, WRITE_KEYS, "write.")
    path = _must(moment, write, "path", str, "the file's path", "write.")
    if not path:
        raise _wrong(moment, "write.path", "`write.path` is empty", "the file's path")
    texts = {
        key: _must(moment, write, key, str, "text", "write.")
        for key in ("content", "old_text", "new_text")
        if write.get(key) is not None
    }
    edits = _edits(moment, write["edits"]) if write.get("edits") is not None else ()
    delete = "delete" in write and _must(moment, write, "delete", bool, "true or false", "write.")
    forms = ("content" in texts, "old_text" in texts or "new_text" in texts, bool(edits), delete)
    if sum(forms) > 1:
        raise _wrong(moment, "write", "`write` says two changes at once", "content, old_text with new_text, edits or delete")
    known = any(forms) and not (forms[1] and len(texts) < 2)
    if not known:
        return WriteCall(path=path, known=False)
    return WriteCall(path=path, **texts, edits=edits, delete=delete, whole="content" in texts)


def _edits(moment: str, edits: Any) -> tuple[tuple[str, str], ...]:
    wanted = "a list of [old, new] pairs"
    if not isinstance(edits, list):
        raise _wrong(moment, "write.edits", "`write.edits` is no list", wanted)
    return tuple(_pair(moment, edit, wanted) for edit in edits)


def _pair(moment: str, edit: Any, wanted: str) -> tuple[str, str]:
    if isinstance(edit, dict):
        _known(moment, edit, ("old_text", "new_text"), "write.edits.")
        edit = [edit.get("old_text"), edit.get("new_text")]
    if not isinstance(edit, list) or len(edit) != 2 or not all(isinstance(text, str) for text in edit):
        raise _wrong(moment, "write.edits", "an entry of `write.edits` is no pair of texts", wanted)
    return edit[0], edit[1]


def _spawn(moment: str, spawn: dict[str, Any]) -> SpawnCall:
    _known(moment, spawn, SPAWN_KEYS, "spawn.")
    given: dict[str, Any] = {}
    for key, value in spawn.items():
        if value is not None:
            kind, wanted = (str, "text") if key in SPAWN_TEXTS else (bool, "true or false")
            given[key] = _must(moment, spawn, key, kind, wanted, "spawn.")
    if given.get("kind", "spawn") not in ("spawn", "continue"):
        raise _wrong(moment, "spawn.kind", f"`spawn.kind` is {given['kind']!r}", "spawn or continue")
    return SpawnCall(**given)


def verdict(outcome: Outcome) -> dict[str, Any]:
    """Return the verdict as it stands on the wire, its keys in their order."""
    return {
        "schema_version": 1,
        "decision": outcome.decision,
        "mode": outcome.mode,
        "reason": outcome.reason,
        "context": outcome.context,
        "rule": outcome.rule,
        "ref": outcome.ref,
        "decided_by": outcome.decided_by,
        "read_only": outcome.read_only,
        "next": list(outcome.next),
        "notes": list(outcome.notes),
        "elapsed_ms": outcome.elapsed_ms,
    }


def encode(outcome: Outcome, event: Event) -> Reply:
    """Return the reply to one event: its verdict as one line of JSON, exit status 0."""
    if event.dialect not in ("", NAME):
        reply: Reply = adapter(event.dialect).encode(outcome, event)
        return reply
    return Reply(stdout=to_json(verdict(outcome)) + "\n")


def unread(error: PayloadError, name: str) -> Reply:
    """Return the answer to what could not be read: a deny before a call, an allow with a note on any other event."""
    from guardhost.model.outcome import Outcome

    moment = error.where.partition(": ")[0] or name
    if moment not in ("", CALL):
        return Reply(stdout=to_json(verdict(Outcome(notes=(str(error),)))) + "\n")
    reason = f"This call was not judged, because the guard could not read it. {error}\nNothing was executed."
    return Reply(stdout=to_json(verdict(Outcome(decision="deny", reason=reason, rule=error.code))) + "\n")


def limit(name: str) -> float | None:  # noqa: ARG001 - every adapter has the same functions
    """Return None: the program that calls us declares no time-out."""
    return TIMEOUT
