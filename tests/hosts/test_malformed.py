"""Malformed input against every host: each kind answered in the dialect, nothing raised but what an adapter answers."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.hosts import HOSTS, adapter
from guardhost.model.event import CALL, MOMENTS, Event
from guardhost.model.mistakes import PayloadError
from guardhost.model.outcome import Outcome
from tests.hosts.dialects import ENV, FILES, data_of, decision, decoded, host_of, wired_name
from tests.hosts.expected import EVENTS
from tests.hosts.test_claude_code import MALFORMED
from tests.rows import each_row

OTHERS = [host for host in HOSTS if host not in ("claude-code", "generic")]
CALLS = [file for file in FILES if EVENTS[file][0] == CALL]
MANY = int(os.environ.get("GUARDHOST_TEST_PAYLOADS", "60"))  # how many payloads are tried on each host
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.sampled_from(["PreToolUse", "ls", "/repo", "\ud800", "\0"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)


def answered(host: str, data: bytes, name: str) -> tuple[Event | None, Any]:
    """Return the event, None when it could not be read, and the reply, as the hook makes it."""
    module = adapter(host)
    try:
        event = module.decode(data, ENV, name)
    except PayloadError as error:
        return None, (adapter(error.dialect) if error.dialect else module).unread(error, name)
    return event, adapter(event.dialect or host).encode(Outcome(decision="deny", reason="no"), event)


@each_row("host", OTHERS, "kind", MALFORMED)
def test_malformed_input_is_denied_before_a_call(host: str, kind: str) -> None:
    module = adapter(host)
    event, reply = answered(host, MALFORMED[kind], module.BEFORE)
    assert event is None
    assert decision(host, reply) == "deny"
    assert "GH1201" in reply.stdout + reply.stderr


@pytest.mark.parametrize("host", OTHERS)
def test_malformed_input_stops_nothing_else(host: str) -> None:
    module = adapter(host)
    for name, (moment, _) in module.EVENTS.items():
        if moment != CALL:
            _, reply = answered(host, b"{", name)
            assert reply.exit == 0
            assert decision(host, reply) == "allow" if reply.stdout.startswith('{"cancel') else "deny" not in reply.stdout


@each_row("file", CALLS)
def test_a_byte_order_mark_is_skipped(file: str) -> None:
    module = adapter(host_of(file))
    assert module.decode(b"\xef\xbb\xbf" + data_of(file), ENV, wired_name(file)).moment == CALL


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [place for key, item in value.items() for place in ((*path, key), *_places(item, (*path, key)))]
    if isinstance(value, list):
        return [place for at, item in enumerate(value) for place in ((*path, at), *_places(item, (*path, at)))]
    return []


def _changed(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    copy = json.loads(json.dumps(value))
    target = copy
    for step in place[:-1]:
        target = target[step]
    if new is _GONE:
        del target[place[-1]]
    else:
        target[place[-1]] = new
    return copy


_GONE = object()
WRONG: tuple[Any, ...] = (_GONE, None, True, 7, "", "text", [], {}, [7], {"a": 1})


SAID = ("hook_event_name", "hookEventName", "event", "hook", "_hook", "hookName", "agent_action_name")


@each_row(
    "file", [file for file in CALLS if host_of(file) not in ("acp", "mcp")], "word", ["unheard", 7, "", None, ["PreToolUse"]]
)
def test_an_event_that_nobody_knows_is_the_one_that_is_wired(file: str, word: object) -> None:
    """A call is never let through for the name of its event."""
    host, payload = host_of(file), json.loads(data_of(file))
    known = {key: word for key in SAID if key in payload}
    before = wired_name(file) or decoded(file).name
    event, reply = answered(host, json.dumps(payload | known).encode(), before)
    assert event is None or event.moment == CALL
    assert decision(event.dialect if event is not None else host, reply) == "deny"


def _holds(host: str, data: bytes, name: str) -> None:
    event, reply = answered(host, data, name)
    spoken = event.dialect if event is not None else host
    if event is not None:
        assert event.moment in MOMENTS
        assert all(edit.path for edit in event.writes)
        assert not event.cwd or event.cwd.startswith("/")
        if event.moment == CALL and spoken != "generic":
            assert decision(spoken, reply) == "deny"
    assert reply.exit in (0, 2)
    if reply.stdout:
        json.loads(reply.stdout) if spoken != "kiro" else None


@each_row("file", FILES)
def test_every_field_may_be_missing_or_of_the_wrong_type(file: str) -> None:
    payload = json.loads(data_of(file))
    for place in _places(payload):
        for wrong in WRONG:
            _holds(host_of(file), json.dumps(_changed(payload, place, wrong)).encode(), wired_name(file))


@pytest.mark.parametrize("host", OTHERS)
def test_any_payload_is_answered(host: str) -> None:
    files = [file for file in FILES if host_of(file) == host]

    @settings(max_examples=MANY, deadline=None, database=None)
    @given(st.sampled_from(files), st.data())
    def check(file: str, data: Any) -> None:
        payload = json.loads(data_of(file))
        for _ in range(data.draw(st.integers(0, 3))):
            place = data.draw(st.sampled_from(_places(payload) or [("x",)]))
            try:
                payload = _changed(payload, place, data.draw(JSON))
            except (KeyError, IndexError, TypeError):
                continue
        text = json.dumps(payload).encode("utf-8", "surrogatepass")
        cut = data.draw(st.integers(0, len(text)))
        _holds(host, text if cut % 3 else text[:cut], wired_name(file))

    check()
