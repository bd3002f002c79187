"""A call that a host tells of more than once: judged at two of its events, or by two entries, it is one call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from guardhost.cli.log import folded
from guardhost.hosts import adapter
from guardhost.model.outcome import Outcome
from guardhost.world.trail import records
from tests.judgement.lent import Stage

CAP = "rules: [{id: c, at_most: {call: shipit, times: 1}}]\n"
FIRST = "rules: [{id: b, before: {first: {tool: unit, succeeded: true}, then: shipit}}]\n"
SERVED = "rules: [{id: c, at_most: {call: 'mcp__*', times: 1}}]\n"
EDITS = "rules: [{id: c, at_most: {call: Write, times: 1}}]\n"
CURSOR = {"conversation_id": "c", "cursor_version": "3.15.6"}
BEFORE, AFTER = "beforeShellExecution", "afterShellExecution"
USE, USED, FAILED = "preToolUse", "postToolUse", "postToolUseFailure"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, git=True)


def cursor(stage: Stage, event: str, line: str, call: str = "") -> Outcome:
    """Let Cursor report one event of a shell line, as it names and shapes it there."""
    said: dict[str, Any] = {**CURSOR, "hook_event_name": event, "workspace_roots": [str(stage.root)], "cwd": ""}
    if event in (BEFORE, AFTER):
        said |= {"command": line, "sandbox": False} | ({"output": "", "duration": 1} if event == AFTER else {})
    else:
        said |= {"tool_name": "Shell", "tool_input": {"command": line, "working_directory": str(stage.root)}}
        said |= {"tool_use_id": call} | ({"error_message": "exit 1"} if event == FAILED else {})
    return told(stage, "cursor", said)


def told(stage: Stage, host: str, said: dict[str, Any]) -> Outcome:
    stage.lent = {"completes": True}
    event = adapter(host).decode(json.dumps(said).encode(), {}, "")
    return stage.judge(**{**event.__dict__, "cwd": str(stage.root)})


# what Cursor tells of one run of `shipit`, in the order in which it may
WHOLE = [
    [(USE, "1"), (BEFORE, ""), (AFTER, ""), (USED, "1")],
    [(USE, "1"), (BEFORE, ""), (USED, "1"), (AFTER, "")],
    [(BEFORE, ""), (USE, "1"), (AFTER, ""), (USED, "1")],
    [(BEFORE, ""), (USE, "1"), (USED, "1"), (AFTER, "")],
    [(USE, "1"), (USED, "1")],
    [(BEFORE, ""), (AFTER, "")],
    [(USE, "1"), (AFTER, ""), (USED, "1")],
]


@pytest.mark.parametrize("events", WHOLE)
def test_a_run_that_is_told_of_several_times_counts_once(stage: Stage, events: list[tuple[str, str]]) -> None:
    stage.write("guard.yaml", CAP.replace("1", "2"))
    for call in ("1", "2"):
        for event, name in events:
            assert cursor(stage, event, "shipit", name and call).decision == "allow", (call, event)
    event, name = events[0]
    assert cursor(stage, event, "shipit", name and "3").decision == "deny"


def test_two_runs_at_once_are_two(stage: Stage) -> None:
    stage.write("guard.yaml", CAP.replace("1", "2"))
    given = [(USE, "1"), (USE, "2"), (BEFORE, ""), (BEFORE, "")]
    assert [cursor(stage, event, "shipit", call).decision for event, call in given] == ["allow"] * 4
    assert cursor(stage, BEFORE, "shipit").decision == "deny"
    assert cursor(stage, USE, "shipit", "3").decision == "deny"


@pytest.mark.parametrize("ends", [[(AFTER, ""), (FAILED, "1")], [(FAILED, "1"), (AFTER, "")]])
def test_how_a_call_ended_is_known_by_its_id(stage: Stage, ends: list[tuple[str, str]]) -> None:
    stage.write("guard.yaml", FIRST)
    for event, call in [(USE, "1"), (BEFORE, ""), *ends]:
        cursor(stage, event, "unit", call)
    assert cursor(stage, USE, "shipit", "2").decision == "deny"
    for event, call in [(USE, "3"), (BEFORE, ""), (AFTER, ""), (USED, "3")]:
        cursor(stage, event, "unit", call)
    assert cursor(stage, USE, "shipit", "4").decision == "allow"


def test_an_end_that_is_never_told_by_its_id_counts_once_something_else_happens(stage: Stage) -> None:
    stage.write("guard.yaml", FIRST)
    for event, call in [(USE, "1"), (AFTER, "")]:
        cursor(stage, event, "unit", call)
    assert cursor(stage, USE, "shipit", "2").decision == "allow"


def test_a_completion_counts_only_for_a_call_that_was_judged(stage: Stage) -> None:
    stage.write("guard.yaml", FIRST)
    cursor(stage, USED, "unit", "never-judged")
    assert cursor(stage, USE, "shipit", "1").decision == "deny"


def test_a_servers_tool_and_an_edit_are_one_call_each(stage: Stage) -> None:
    stage.write("guard.yaml", SERVED)
    tool = {**CURSOR, "tool_name": "MCP: create_issue", "tool_input": {"title": "t"}, "tool_use_id": "1"}
    served = {**tool, "tool_name": "create_issue", "tool_input": '{"title": "t"}', "mcp_server_name": "github"}
    del served["tool_use_id"]
    for event, said in ((USE, tool), ("beforeMCPExecution", served), ("afterMCPExecution", served), (USED, tool)):
        assert told(stage, "cursor", {**said, "hook_event_name": event}).decision == "allow"
    assert told(stage, "cursor", {**served, "hook_event_name": "beforeMCPExecution"}).decision == "deny"


def test_an_edit_that_is_told_of_afterwards_counts_once(stage: Stage) -> None:
    stage.write("guard.yaml", EDITS.replace("1", "2"))
    write = {**CURSOR, "tool_name": "Write", "tool_input": {"file_path": "/r/a", "content": "b"}}
    after: dict[str, Any] = {**CURSOR, "hook_event_name": "afterFileEdit", "file_path": "/r/a"}
    after["edits"] = [{"old_string": "a", "new_string": "b"}]
    for call in ("1", "2"):
        assert told(stage, "cursor", {**write, "hook_event_name": USE, "tool_use_id": call}).decision == "allow"
        for said in ({**write, "hook_event_name": USED, "tool_use_id": call}, after):
            told(stage, "cursor", said)
    assert told(stage, "cursor", {**write, "hook_event_name": USE, "tool_use_id": "3"}).decision == "deny"


def claude(stage: Stage, line: str, call: str) -> Outcome:
    said = {"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": line}}
    return told(stage, "claude-code", {**said, "tool_use_id": call})


def test_two_entries_that_judge_one_call_are_one_count_and_one_line_of_the_log(stage: Stage) -> None:
    stage.write("guard.yaml", CAP)
    assert [claude(stage, "shipit", call).decision for call in ("1", "1", "2", "2")] == ["allow", "allow", "deny", "deny"]
    (trail,) = [path.parent for path in Path(stage.state.folder).rglob("trail")]
    kept = [record for record in folded(records(str(trail))) if record.get("text") == "shipit"]
    assert [(record["call_id"], record["decision"]) for record in kept] == [("1", "allow"), ("2", "deny")]


def test_what_cursor_tells_of_one_call_is_one_line_of_the_log(stage: Stage) -> None:
    stage.write("guard.yaml", CAP)
    for call in ("1", "2"):
        for event, name in ((USE, call), (BEFORE, ""), (AFTER, ""), (USED, call)):
            cursor(stage, event, "shipit", name)
    cursor(stage, BEFORE, "ls")
    (trail,) = [path.parent for path in Path(stage.state.folder).rglob("trail")]
    calls = [record for record in folded(records(str(trail))) if "text" in record]
    kept = [(record.get("call_id"), record["text"], record["decision"]) for record in calls]
    assert sorted(kept, key=str) == [("1", "shipit", "allow"), ("2", "shipit", "deny"), (None, "ls", "allow")]


# a rule's mode, the ids of calls of one line, what each is answered
COUNTED = [
    ("warn", ("1", "1", "2", "2", "3"), ("deny", "deny", "allow", "allow", "deny")),
    ("retry", ("1", "1", "2", "2", "3", "3"), ("deny", "deny", "deny", "deny", "ask", "ask")),
]


@pytest.mark.parametrize(("mode", "calls", "wanted"), COUNTED)
def test_a_refusal_that_is_told_twice_counts_once(
    stage: Stage, mode: str, calls: tuple[str, ...], wanted: tuple[str, ...]
) -> None:
    stage.write("guard.yaml", f"rules: [{{id: r, never: curl, mode: {mode}}}]\n")
    assert tuple(claude(stage, "curl x", call).decision for call in calls) == wanted


def test_a_warning_on_cursor_is_overridden_at_both_events(stage: Stage) -> None:
    stage.write("guard.yaml", "rules: [{id: r, never: curl, mode: warn}]\n")
    given = [(USE, "1"), (USE, "2"), (BEFORE, ""), (USE, "3")]
    assert [cursor(stage, event, "curl x", call).decision for event, call in given] == ["deny", "allow", "allow", "deny"]
