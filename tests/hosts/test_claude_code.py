"""Claude Code's dialect: every payload decoded, every decision encoded, every malformation answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.hosts import MOST_BYTES
from guardhost.hosts import claude_code as claude
from guardhost.hosts.reply import Reply
from guardhost.model.call import WriteCall
from guardhost.model.event import CALL, MOMENTS, Event
from guardhost.model.mistakes import PayloadError
from guardhost.model.outcome import Outcome
from tests.rows import each_row

PAYLOADS = Path(__file__).parent / "payloads"
ENV = {"HOME": "/home/dev", "CLAUDE_PROJECT_DIR": "/repo"}


def payload(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((PAYLOADS / f"claude-code.{name}.json").read_text())
    return read


def decoded(value: object, name: str = "PreToolUse", env: dict[str, str] = ENV) -> Event:
    return claude.decode(json.dumps(value).encode(), env, name)


def call(tool: object = "Bash", inputs: object = None, **more: object) -> dict[str, Any]:
    return {
        "session_id": "s1",
        "cwd": "/repo",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": inputs,
    } | more


def said(outcome: Outcome, event: Event) -> dict[str, Any]:
    reply = claude.encode(outcome, event)
    assert (reply.exit, reply.stderr) == (0, "")
    return json.loads(reply.stdout) if reply.stdout else {}


SEAMS = [
    ("PreToolUse.Bash", CALL, "command"),
    ("PreToolUse.Bash.subagent", CALL, "command"),
    ("PreToolUse.Write", CALL, "write"),
    ("PreToolUse.Edit", CALL, "write"),
    ("PreToolUse.MultiEdit", CALL, "write"),
    ("PreToolUse.NotebookEdit", CALL, "write"),
    ("PreToolUse.Agent", CALL, "spawn"),
    ("PreToolUse.Task.legacy", CALL, "spawn"),
    ("PreToolUse.Read", CALL, "tool"),
    ("PreToolUse.WebFetch", CALL, "tool"),
    ("PreToolUse.mcp", CALL, "tool"),
    ("PermissionRequest.Bash", "note", "command"),
    ("PostToolUse.Bash", "done", "command"),
    ("PostToolUse.Write", "done", "write"),
    ("PostToolUse.Agent", "done", "spawn"),
    ("PostToolUseFailure.Bash", "done", "command"),
    ("UserPromptSubmit", "prompt", ""),
    ("SessionStart", "session", ""),
    ("SessionEnd", "session", ""),
    ("SubagentStart", "agent", ""),
    ("SubagentStop", "agent", ""),
    ("Stop", "finish", ""),
    ("PreCompact", "note", ""),
    ("Notification", "note", ""),
]


@pytest.mark.parametrize(("name", "moment", "seam"), SEAMS)
def test_every_payload_is_the_moment_and_the_seam_that_it_says(name: str, moment: str, seam: str) -> None:
    event = decoded(payload(name), "")
    assert (event.moment, event.seam, event.lost) == (moment, seam, ())
    assert (event.host, event.dialect, event.name) == ("claude-code", "claude-code", name.partition(".")[0])
    assert (event.cwd, event.project, event.home) == ("/repo", "/repo", "/home/dev")
    assert event.session == "11111111-aaaa-4bbb-8ccc-000000000001"
    assert event.unattended is False


def test_the_payload_table_is_whole() -> None:
    assert {name for name, _, _ in SEAMS} == {
        p.name[len("claude-code.") : -len(".json")] for p in PAYLOADS.glob("claude-code.*.json")
    }


FIELDS = [
    ("PreToolUse.Bash", {"command": "git push --force origin main", "description": "Force push main"}),
    ("PreToolUse.Bash", {"call_id": "toolu_01FAKE0000000000000000001"}),
    ("PreToolUse.Bash.subagent", {"agent": "agent-fake01", "agent_type": "general-purpose"}),
    ("PreToolUse.Write", {"writes": (WriteCall(path="/repo/src/new.py", content='print("hi")\n', whole=True),)}),
    ("PreToolUse.Edit", {"writes": (WriteCall(path="/repo/src/app.py", old_text="a = 1\n", new_text="a = 2\n"),)}),
    (
        "PreToolUse.MultiEdit",
        {
            "writes": (
                WriteCall(path="/repo/src/app.py", edits=(("a = 1", "a = 2"), ("foo", "bar")), everywhere=(False, True)),
            )
        },
    ),
    ("PreToolUse.NotebookEdit", {"writes": (WriteCall(path="/repo/nb/analysis.ipynb", new_text="import os\n", part=True),)}),
    ("PreToolUse.mcp", {"tool": "mcp__github__create_issue", "args": {"owner": "acme", "repo": "demo", "title": "t"}}),
    ("PreToolUse.mcp", {"read_only": False}),
    ("PreToolUse.Read", {"read_only": True}),
    ("PostToolUse.Bash", {"status": 0}),
    ("PostToolUse.Agent", {"status": None, "spawned": "agent-fake01"}),
    ("PostToolUseFailure.Bash", {"status": 1}),
    ("UserPromptSubmit", {"text": "Please deploy"}),
    ("SubagentStop", {"agent": "agent-fake01", "ends": True, "text": "Done."}),
    ("SubagentStop", {"transcript": "/home/dev/.claude/projects/-repo/11111111/subagents/agent-fake01.jsonl"}),
    ("SubagentStart", {"agent": "agent-fake01", "ends": False}),
    ("SessionStart", {"text": "startup", "ends": False}),
    ("SessionEnd", {"text": "prompt_input_exit", "ends": True}),
    ("Stop", {"text": "All done."}),
]


@pytest.mark.parametrize(("name", "fields"), FIELDS)
def test_fields_are_read(name: str, fields: dict[str, Any]) -> None:
    event = decoded(payload(name))
    assert {key: getattr(event, key) for key in fields} == fields


def test_a_spawn_and_a_message_are_read_in_full() -> None:
    inputs = {
        "prompt": "p",
        "subagent_type": "g",
        "model": "m",
        "name": "n",
        "run_in_background": True,
        "isolation": "worktree",
        "description": "a/feat x",
    }
    spawn = decoded(call("Agent", inputs)).spawn
    assert spawn is not None
    assert (spawn.kind, spawn.agent_type, spawn.model, spawn.name) == ("spawn", "g", "m", "n")
    assert (spawn.background, spawn.isolated, spawn.prompt, spawn.description) == (True, True, "p", "a/feat x")
    for given_inputs in ({"to": "bob", "message": "go"}, {"recipient": "bob", "content": "go", "type": "message"}):
        message = decoded(call("SendMessage", given_inputs)).spawn
        assert message is not None
        assert (message.kind, message.to, message.prompt) == ("continue", "bob", "go")


@pytest.mark.parametrize(
    ("mode", "env", "unattended"),
    [
        ("default", {}, False),
        ("acceptEdits", {}, False),
        ("plan", {}, False),
        ("auto", {}, False),
        ("bypassPermissions", {}, True),
        ("dontAsk", {}, True),
        ("default", {"CI": "true"}, True),
        ("default", {"CI": "1"}, True),
        ("default", {"CI": "false"}, False),
        ("default", {"CI": ""}, False),
        (7, {}, False),
    ],
)
def test_unattended_is_the_mode_or_a_ci(mode: object, env: dict[str, str], unattended: bool) -> None:
    assert decoded(call("Bash", {"command": "x"}, permission_mode=mode), env=env).unattended is unattended


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ("Exit code 7\nout", 7),
        ("Command exited with non-zero status code 127", 127),
        ("boom", 1),
        ("code zero", 1),
        ("code 0", 1),
    ],
)
def test_a_failure_gives_the_status_that_its_text_names(error: str, status: int) -> None:
    assert decoded(payload("PostToolUseFailure.Bash") | {"error": error}).status == status
    assert decoded(payload("PostToolUseFailure.Bash") | {"error": error, "is_interrupt": True}).status is None


def test_todo_texts_are_never_read_as_a_shell_line() -> None:
    event = decoded(call("TodoWrite", {"todos": ["run git stash"]}))
    assert (event.seam, event.command, event.tool) == ("tool", "", "TodoWrite")


OTHER_TOOLS = [
    ("Shell", {"command": "ls", "cwd": "/repo"}, "command"),
    ("shell", {"command": "ls"}, "command"),
    ("bash", {"command": "ls", "timeout": 5}, "command"),
    ("Execute", {"command": "ls", "riskLevel": "low"}, "command"),
    ("Monitor", {"command": "tail -f x", "description": "d", "timeout_ms": 5, "persistent": False}, "command"),
    ("run_shell_command", {"command": "ls", "description": "d", "is_background": False}, "command"),
    ("runTerminalCommand", {"command": "ls", "explanation": "e", "isBackground": False}, "command"),
    ("BashOutput", {"bash_id": "1"}, "tool"),
    ("BashOutput", {"command": "ls"}, "tool"),
    ("KillShell", {"shell_id": "1"}, "tool"),
    ("Shell", {"command": ["ls"]}, "tool"),
    ("Shell", {}, "tool"),
    ("str_replace_editor", {"command": "view", "path": "/a"}, "tool"),
    ("fs_write", {"command": "create", "path": "/a", "file_text": "x"}, "tool"),
    ("apply_patch", {"command": "*** Begin Patch\n*** End Patch"}, "tool"),
    ("mcp__box__run", {"command": "ls"}, "tool"),
]


@pytest.mark.parametrize(("tool", "inputs", "seam"), OTHER_TOOLS)
def test_a_shell_under_another_name_is_known_by_its_input(tool: str, inputs: dict[str, Any], seam: str) -> None:
    event = decoded(call(tool, inputs))
    assert (event.seam, event.tool, event.read_only) == (seam, tool, tool == "BashOutput")
    assert event.command == (inputs["command"] if seam == "command" else "")


LOST = [
    ({"session_id": 5}, "session_id"),
    ({"cwd": ["/repo"]}, "cwd"),
    ({"cwd": "relative"}, "cwd"),
    ({"transcript_path": {}}, "transcript_path"),
    ({"agent_id": 1}, "agent_id"),
    ({"permission_mode": []}, "permission_mode"),
    ({"tool_use_id": 3.5}, "tool_use_id"),
    ({"tool_input": {"command": "ls", "description": 9}}, "description"),
    ({"hook_event_name": 5}, "hook_event_name"),
]


@pytest.mark.parametrize(("change", "field"), LOST)
def test_a_field_of_the_wrong_type_loses_only_itself(change: dict[str, Any], field: str) -> None:
    event = decoded(call("Bash", {"command": "ls"}) | change)
    assert event.lost == (field,)
    assert (event.moment, event.command, event.name) == (CALL, "ls", "PreToolUse")


@pytest.mark.parametrize("inputs", [{}, {"command": None}, {"command": 5}, {"command": [5]}, None, [], "ls", 7, True])
@pytest.mark.parametrize("tool", ["Bash", "PowerShell"])
def test_a_shell_call_without_a_line_is_refused(tool: str, inputs: object) -> None:
    with pytest.raises(PayloadError) as raised:
        decoded(call(tool, inputs))
    assert raised.value.where == "PreToolUse: tool_input.command"
    refused(claude.unread(raised.value, "Stop"))  # whatever the wired command says: the payload said it is a call


@pytest.mark.parametrize(
    "value",
    [call(5), call(""), call(None), {"hook_event_name": "PreToolUse"}, call("Edit", {}), call("Write", {"file_path": 1})],
)
def test_a_call_that_names_no_tool_or_no_file_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(PayloadError):
        decoded(value, "")


@pytest.mark.parametrize(
    ("tool", "inputs"),
    [
        ("Write", {"file_path": "/a", "content": 5}),
        ("Write", {"file_path": "/a"}),
        ("Edit", {"file_path": "/a", "old_string": "x"}),
        ("Edit", {"file_path": "/a", "old_string": 1, "new_string": "y"}),
        ("MultiEdit", {"file_path": "/a", "edits": {}}),
        ("MultiEdit", {"file_path": "/a", "edits": [{"old_string": "x"}]}),
        ("MultiEdit", {"file_path": "/a", "edits": ["x"]}),
        ("MultiEdit", {"file_path": "/a"}),
        ("NotebookEdit", {"notebook_path": "/a"}),
    ],
)
def test_an_edit_shape_that_we_do_not_read_is_unknown_and_still_judged(tool: str, inputs: dict[str, Any]) -> None:
    event = decoded(call(tool, inputs))
    assert event.writes == (WriteCall(path="/a", known=False),)


def test_an_empty_file_is_known_and_whole() -> None:
    assert decoded(call("Write", {"file_path": "/a", "content": ""})).writes == (WriteCall(path="/a", whole=True),)


def test_a_tool_input_that_is_json_text_is_read() -> None:
    assert decoded(call("Bash", '{"command": "ls"}')).command == "ls"
    assert decoded(call("mcp__a__b", "free text")).lost == ("tool_input",)


@each_row(
    "tool",
    ["Bash", "Edit", "Agent", "mcp__a__b", "Read"],
    "inputs",
    [None, [], "x", 5, {"command": 5, "file_path": 5, "prompt": 5}],
    "event",
    ["PostToolUse", "PostToolUseFailure", "PermissionRequest"],
)
def test_what_is_over_is_never_refused(event: str, tool: str, inputs: object) -> None:
    assert decoded(call(tool, inputs, hook_event_name=event, tool_response=[1])).moment != CALL


# What the spec of hosts calls malformed, as bytes, whatever the event.
MALFORMED = {
    "empty": b"",
    "blank": b" \n",
    "cut": b'{"hook_event_name": "PreToolUse", "tool_na',
    "oversized": b'{"a": "' + b"x" * MOST_BYTES + b'"}',
    "nul": b'{"a": "\x00"}',
    "nul between": b'{"a":\x00 1}',
    "utf-8": b'{"a": "\xff"}',
    "utf-16": '{"a": 1}'.encode("utf-16"),
    "two objects": b'{"a": 1}{"b": 2}',
    "rest": b'{"a": 1} trailing',
    "array": b"[]",
    "number": b"7",
    "text": b'"x"',
    "null": b"null",
    "nan": b'{"a": NaN}',
    "deep": b'{"a":' + b"[" * 100_000,
    "long number": b'{"a":' + b"9" * 5_000 + b"}",
    "single quotes": b"{'a': 1}",
}


def refused(reply: Reply) -> None:
    assert (reply.exit, reply.stderr) == (0, "")
    answer = json.loads(reply.stdout)
    own = answer["hookSpecificOutput"]
    assert (own["hookEventName"], own["permissionDecision"]) == ("PreToolUse", "deny")
    assert "GH1201" in own["permissionDecisionReason"]
    assert answer["systemMessage"]


@each_row("event", ["", "Unheard", *claude.EVENTS], "kind", MALFORMED)
def test_malformed_input_is_denied_before_a_call_and_silent_elsewhere(kind: str, event: str) -> None:
    with pytest.raises(PayloadError) as raised:
        claude.decode(MALFORMED[kind], ENV, event)
    reply = claude.unread(raised.value, event)
    if event in ("", "PreToolUse"):
        refused(reply)
    else:
        assert (reply.stdout, reply.stderr, reply.exit) == ("", "", 0)


def test_a_byte_order_mark_and_half_a_pair_are_taken() -> None:
    assert claude.decode(b"\xef\xbb\xbf" + json.dumps(call("Bash", {"command": "ls"})).encode(), {}, "").command == "ls"
    text = json.dumps(call("Bash", {"command": "X"})).replace('"X"', '"a \\ud83d b \\ud83d\\ude00"')
    assert claude.decode(text.encode(), {}, "").command == "a \ufffd b \U0001f600"


@pytest.mark.parametrize(
    ("said_name", "wired", "name", "moment"),
    [
        ("PreToolUse", "", "PreToolUse", CALL),
        ("PreToolUse", "Stop", "PreToolUse", CALL),
        (None, "PreToolUse", "PreToolUse", CALL),
        ("FutureEvent", "PreToolUse", "PreToolUse", CALL),
        (None, "", "PreToolUse", CALL),
        ("FutureEvent", "", "FutureEvent", "note"),
        ("Stop", "PreToolUse", "Stop", "finish"),
        (None, "FutureEvent", "FutureEvent", "note"),
        ("PostToolUse", "", "PostToolUse", "done"),
    ],
)
def test_the_event_is_the_hosts_word_then_the_wired_one(said_name: object, wired: str, name: str, moment: str) -> None:
    event = decoded(call("Bash", {"command": "ls"}, hook_event_name=said_name), wired)
    assert (event.name, event.moment) == (name, moment)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "session_id",
                        "cwd",
                        "hook_event_name",
                        "tool_name",
                        "tool_input",
                        "command",
                        "file_path",
                        "edits",
                        "old_string",
                        "new_string",
                        "prompt",
                        "tool_response",
                        "permission_mode",
                        "error",
                        "agent_id",
                        "transcript_path",
                        "message",
                    ]
                ),
                inner,
                max_size=6,
            )
        ),
        max_leaves=12,
    ),
    st.sampled_from(["", *claude.EVENTS]),
)
@settings(max_examples=300, deadline=None)
def test_any_json_gives_an_event_or_an_answer(value: object, name: str) -> None:
    try:
        event = decoded(value, name)
    except PayloadError as error:
        claude.unread(error, name)
        return
    assert event.moment in MOMENTS
    said(Outcome(decision="advise", context="c"), event)


@given(st.binary(max_size=40), st.sampled_from(["", *claude.EVENTS]))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_an_event_or_an_answer(data: bytes, name: str) -> None:
    try:
        claude.decode(data, {}, name)
    except PayloadError as error:
        claude.unread(error, name)
