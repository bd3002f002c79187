"""The generic wire: the keys of the spec and no others."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.hosts import generic
from guardhost.model.call import SpawnCall, WriteCall
from guardhost.model.event import Event
from guardhost.model.mistakes import PayloadError
from guardhost.model.outcome import Outcome


def decoded(value: object, name: str = "", env: dict[str, str] | None = None) -> Event:
    return generic.decode(json.dumps(value).encode(), env or {}, name)


def test_every_key_of_the_wire_is_read() -> None:
    event = decoded(
        {
            "id": "7",
            "event": "done",
            "host": "my-agent",
            "session": "s",
            "agent": "a",
            "call_id": "c",
            "cwd": "/r",
            "home": "/h",
            "unattended": True,
            "status": 3,
            "command": "ls",
        }
    )
    assert event == Event(
        id="7",
        moment="done",
        name="done",
        host="my-agent",
        dialect="generic",
        session="s",
        agent="a",
        call_id="c",
        cwd="/r",
        home="/h",
        unattended=True,
        status=3,
        seam="command",
        command="ls",
    )


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ({"command": "ls"}, {"moment": "call", "seam": "command", "command": "ls", "host": "generic"}),
        ({"write": {"path": "a", "content": ""}}, {"seam": "write", "writes": (WriteCall(path="a", whole=True),)}),
        (
            {"write": {"path": "a", "old_text": "x", "new_text": "y"}},
            {"writes": (WriteCall(path="a", old_text="x", new_text="y"),)},
        ),
        ({"write": {"path": "a", "edits": [["x", "y"]]}}, {"writes": (WriteCall(path="a", edits=(("x", "y"),)),)}),
        (
            {"write": {"path": "a", "edits": [{"old_text": "x", "new_text": "y"}]}},
            {"writes": (WriteCall(path="a", edits=(("x", "y"),)),)},
        ),
        ({"write": {"path": "a", "delete": True}}, {"writes": (WriteCall(path="a", delete=True),)}),
        ({"write": {"path": "a"}}, {"writes": (WriteCall(path="a", known=False),)}),
        ({"write": {"path": "a", "new_text": "y"}}, {"writes": (WriteCall(path="a", known=False),)}),
        (
            {"spawn": {"prompt": "p", "model": "m", "background": True}},
            {"spawn": SpawnCall(prompt="p", model="m", background=True)},
        ),
        ({"spawn": {"kind": "continue", "to": "bob"}}, {"spawn": SpawnCall(kind="continue", to="bob")}),
        ({"tool": "mcp__a__b", "args": {"x": 1}}, {"seam": "tool", "tool": "mcp__a__b", "args": {"x": 1}}),
        ({"tool": "t"}, {"args": {}}),
        ({"event": "prompt"}, {"moment": "prompt", "seam": ""}),
        ({"event": "finish"}, {"moment": "finish"}),
        ({"event": "session"}, {"moment": "session"}),
    ],
)
def test_calls_are_read(value: dict[str, Any], fields: dict[str, Any]) -> None:
    event = decoded(value)
    assert {key: getattr(event, key) for key in fields} == fields


WRONG = [
    ({"comand": "ls"}, "comand", "did you mean `command`"),
    ({"command": "ls", "zzz": 1}, "zzz", "known keys"),
    ({"event": "boom"}, "event", "one of call"),
    ({"event": []}, "event", "one of call"),
    ({}, "event", "exactly one"),
    ({"command": "ls", "tool": "t"}, "command", "exactly one"),
    ({"command": 5}, "command", "text"),
    ({"command": "ls", "args": {}}, "args", "beside"),
    ({"tool": 5}, "tool", "text"),
    ({"tool": "t", "args": []}, "args", "object"),
    ({"write": "a"}, "write", "object"),
    ({"write": {"content": "x"}}, "write.path", "path"),
    ({"write": {"path": ""}}, "write.path", "path"),
    ({"write": {"path": "a", "contents": "x"}}, "write.contents", "did you mean `content`"),
    ({"write": {"path": "a", "content": 1}}, "write.content", "text"),
    ({"write": {"path": "a", "edits": "x"}}, "write.edits", "pairs"),
    ({"write": {"path": "a", "edits": [["x"]]}}, "write.edits", "pairs"),
    ({"write": {"path": "a", "delete": 1}}, "write.delete", "true or false"),
    ({"write": {"path": "a", "content": "x", "delete": True}}, "write", "content, old_text"),
    ({"spawn": []}, "spawn", "object"),
    ({"spawn": {"kind": "x"}}, "spawn.kind", "continue"),
    ({"spawn": {"prompt": 1}}, "spawn.prompt", "text"),
    ({"spawn": {"colour": "x"}}, "spawn.colour", "known keys"),
    ({"spawn": {"background": "yes"}}, "spawn.background", "true or false"),
]


@pytest.mark.parametrize(("value", "key", "fix"), WRONG)
def test_a_wrong_call_is_an_error_that_names_the_key(value: dict[str, Any], key: str, fix: str) -> None:
    with pytest.raises(PayloadError) as raised:
        decoded(value)
    assert (raised.value.code, raised.value.where) == ("GH1202", f"call: {key}")
    assert fix in raised.value.fix
    reply = generic.unread(raised.value, "")
    assert json.loads(reply.stdout)["decision"] == "deny"
    assert json.loads(reply.stdout)["rule"] == "GH1202"


@pytest.mark.parametrize("key", ["id", "host", "session", "agent", "call_id", "cwd", "home", "unattended", "status"])
def test_a_field_of_the_wrong_type_loses_only_itself(key: str) -> None:
    event = decoded({"command": "ls", key: [1]})
    assert (event.command, event.lost) == ("ls", (key,))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'{"a": "\x00"}'])
@pytest.mark.parametrize("name", ["", "call", "done", "finish"])
def test_malformed_input_gets_a_verdict(data: bytes, name: str) -> None:
    with pytest.raises(PayloadError) as raised:
        generic.decode(data, {}, name)
    reply = generic.unread(raised.value, name)
    answer = json.loads(reply.stdout)
    assert (reply.exit, answer["decision"]) == (0, "deny" if name in ("", "call") else "allow")


def test_the_verdict_has_the_keys_of_the_wire_in_order() -> None:
    outcome = Outcome(decision="deny", reason="no", rule="r", next=("ls",), notes=("n",), elapsed_ms=1.5)
    reply = generic.encode(outcome, decoded({"command": "ls"}))
    assert reply.stdout.endswith("}\n")
    assert list(json.loads(reply.stdout).items()) == [
        ("schema_version", 1),
        ("decision", "deny"),
        ("mode", ""),
        ("reason", "no"),
        ("context", ""),
        ("rule", "r"),
        ("ref", ""),
        ("decided_by", ""),
        ("read_only", False),
        ("next", ["ls"]),
        ("notes", ["n"]),
        ("elapsed_ms", 1.5),
    ]


def test_a_claude_payload_is_answered_in_its_own_dialect() -> None:
    event = decoded({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}})
    assert event.dialect == "claude-code"
    assert "hookSpecificOutput" in generic.encode(Outcome(decision="deny", reason="no"), event).stdout


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*generic.KEYS, *generic.WRITE_KEYS, *generic.SPAWN_KEYS]), inner, max_size=4)
        ),
        max_leaves=10,
    )
)
@settings(max_examples=300, deadline=None)
def test_any_json_gives_an_event_or_an_error(value: object) -> None:
    try:
        generic.encode(Outcome(), decoded(value))
    except PayloadError as error:
        generic.unread(error, "")
