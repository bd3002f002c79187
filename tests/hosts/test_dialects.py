"""Every host's dialect: each payload decoded, each decision read back as the host would, replies against the known ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from guardhost.hosts import HOSTS, adapter
from guardhost.model.event import CALL, DONE, FINISH, PROMPT
from guardhost.model.outcome import Outcome
from tests.hosts.dialects import ENV, FILES, PREFIXES, RESPONSES, data_of, decision, decoded, host_of, said, wired_name
from tests.hosts.expected import EVENTS
from tests.rows import each_row

OTHERS = [host for host in HOSTS if host not in ("claude-code", "generic")]
CALLS = [file for file in FILES if EVENTS[file][0] == CALL]
DENY = Outcome(decision="deny", reason="why\nmore", rule="workspace:r")
ASK = Outcome(decision="ask", reason="sure?", rule="workspace:r")
PATCHED = [
    ("docs/new.md", False),
    ("src/app.py", False),
    ("src/old_name.py", True),
    ("src/new_name.py", False),
    ("src/dead.py", True),
]


def test_every_payload_has_its_row() -> None:
    assert set(EVENTS) == set(FILES)
    assert set(PREFIXES.values()) == set(HOSTS) - {"generic"}


@each_row("file", FILES)
def test_every_payload_is_the_event_that_it_says(file: str) -> None:
    event = decoded(file)
    assert (event.moment, event.seam, event.lost) == (*EVENTS[file][:2], ())
    assert (event.host, event.dialect, event.home) == (host_of(file), host_of(file), "/home/dev")
    wanted = EVENTS[file][2]
    assert {key: getattr(event, key) for key in wanted} == wanted


@pytest.mark.parametrize("file", [file for file in FILES if "apply_patch" in file and "heredoc" not in file])
def test_every_path_of_a_patch_is_an_edit(file: str) -> None:
    assert [(edit.path, edit.delete) for edit in decoded(file).writes] == PATCHED


@each_row("file", FILES)
def test_the_payload_says_the_dialect_whatever_is_wired(file: str) -> None:
    """Hosts load each other's files; those that only our own plugins send, and Claude's like, are believed as wired."""
    if host_of(file) in ("acp", "mcp", "opencode", "agent-zero", "kiro", "factory-droid"):
        return
    alike = ("gemini-cli", "qwen-code", "copilot-cli") if file.startswith(("copilot", "vscode", "qwen")) else ()
    wired = [host for host in (*OTHERS, "claude-code") if host not in ("acp", "mcp", *alike)]
    dialects = {host: adapter(host).decode(data_of(file), ENV, wired_name(file)).dialect for host in wired}
    assert dialects == dict.fromkeys(wired, host_of(file))


@each_row("file", CALLS)
def test_every_decision_is_shown_or_strengthened(file: str) -> None:
    host = host_of(file)
    module, event = adapter(host), decoded(file)
    assert decision(host, module.encode(Outcome(), event)) == "allow"
    assert decision(host, module.encode(Outcome(decision="advise", context="c"), event)) == "allow"
    assert decision(host, module.encode(DENY, event)) == "deny"
    assert decision(host, module.encode(Outcome(decision="unheard"), event)) == "deny"
    asked = decision(host, module.encode(ASK, event))
    if host == "acp":
        assert asked == "allow"  # the request is the ask itself
    elif file.startswith("cline.tool_call"):
        assert asked == "ask"
    else:
        assert asked == ("deny" if module.DECISIONS["ask"] == "deny" else "ask")


@each_row("file", CALLS)
def test_who_is_told_is_as_declared(file: str) -> None:
    module, event = adapter(host_of(file)), decoded(file)
    deny = module.encode(DENY, event)
    assert "why" in deny.stdout + deny.stderr
    assert "workspace:r" in deny.stdout + deny.stderr
    if module.DECISIONS["deny"] == "both" and host_of(file) != "cline":
        assert "guardhost denied [workspace:r]: why" in deny.stdout
    if module.DECISIONS["ask"] == "deny" and not file.startswith("cline.tool_call"):
        ask = module.encode(ASK, event)
        assert "this host cannot ask for it" in ask.stdout + ask.stderr
    advice = module.encode(Outcome(decision="advise", context="use y", rule="workspace:r"), event)
    assert ("use y" in advice.stdout) == (module.DECISIONS["advise"] == "agent")


@each_row("file", [file for file in FILES if EVENTS[file][0] != CALL], "outcome", [Outcome(), DENY, ASK])
def test_nothing_but_a_call_is_ever_stopped(file: str, outcome: Outcome) -> None:
    reply = adapter(host_of(file)).encode(outcome, decoded(file))
    assert reply.exit == 0
    answer = said(reply)
    assert answer.get("continue", True) is True
    assert answer.get("cancel", False) is False
    if not (EVENTS[file][0] == FINISH and outcome is DENY):  # a `finally` that is due: see the test of turns
        assert answer.get("decision", "allow") == "allow"
    assert "permission" not in answer
    assert "permissionDecision" not in json.dumps(answer)


# Payload files of a turn's end -> the key of what sends the agent back, and the key of why; none where no host reads one.
TURNS: dict[str, tuple[str, ...]] = {
    "claude-code.Stop": ("decision=block", "reason"), "codex.Stop": ("decision=block", "reason"),
    "droid.Stop": ("decision=block", "reason"), "copilot.agentStop": ("decision=block", "reason"),
    "goose.Stop": ("decision=block", "reason"), "gemini.AfterAgent": ("decision=deny", "reason"),
    "vibe.post_agent_turn": ("decision=deny", "reason"), "cursor.stop": ("followup_message",),
    "opencode.session.idle": ("decision=deny", "reason"), "windsurf.post_cascade_response": (),
}  # fmt: skip


def test_every_turns_end_has_its_row() -> None:
    assert set(TURNS) == {file for file in FILES if EVENTS[file][0] == FINISH}


@pytest.mark.parametrize("file", TURNS)
def test_the_end_of_a_turn_is_held_in_the_hosts_own_form(file: str) -> None:
    module, event = adapter(host_of(file)), decoded(file)
    assert event.final is (event.name not in getattr(module, "HOLDS", ())) is (not TURNS[file])
    why = "why\nmore\n[workspace:r]"
    wanted = {key.partition("=")[0]: key.partition("=")[2] or why for key in TURNS[file]}
    assert {key: value for key, value in said(module.encode(DENY, event)).items() if value} == wanted
    for outcome in (Outcome(decision="advise", context="c", rule="r"), Outcome()):
        assert said(module.encode(outcome, event)).get("decision", "allow") == "allow"
        assert "followup_message" not in said(module.encode(outcome, event))


# Other ends of a turn: a host's payload, and whether the agent can be sent back from it.
ENDS = (
    ("cursor", {"cursor_version": "3", "hook_event_name": "stop", "status": "aborted"}, False),
    ("cursor", {"cursor_version": "3", "hook_event_name": "stop", "status": "error"}, False),
    ("cursor", {"cursor_version": "3", "hook_event_name": "stop"}, False),
    ("copilot-cli", {"hook_event_name": "Stop", "session_id": "s", "timestamp": "2026-09-01T00:00:00Z"}, True),
    ("qwen-code", {"hook_event_name": "Stop", "session_id": "s", "transcript_path": "/h/.qwen/t"}, True),
    ("kiro", {"hook_event_name": "stop", "cwd": "/repo"}, False),
    ("cline", {"clineVersion": "3", "hookName": "TaskComplete", "taskId": "1"}, False),
    ("cline", {"clineVersion": "3", "hookName": "TaskCancel", "taskId": "1"}, False),
    ("opencode", {"hook": "session.idle", "input": {"sessionID": "s"}}, True),
)


@pytest.mark.parametrize(("host", "payload", "holds"), ENDS)
def test_an_end_that_cannot_be_held_sends_nobody_back(host: str, payload: dict[str, Any], holds: bool) -> None:
    module = adapter(host)
    event = module.decode(json.dumps(payload).encode(), ENV, "")
    assert (event.moment, event.host, event.final) == (FINISH, host, not holds)
    assert ("why" in module.encode(DENY, event).stdout) is holds


def test_vs_code_is_answered_in_both_envelopes() -> None:
    module = adapter("copilot-cli")
    event = module.decode(json.dumps(ENDS[3][1]).encode(), ENV, "")
    answer = said(module.encode(DENY, event))
    own = {"decision": "block", "reason": "why\nmore\n[workspace:r]"}
    assert answer == {**own, "hookSpecificOutput": {"hookEventName": "Stop", **own}}


KNOWN: list[tuple[str, str, str]] = [
    (file, event, kind)
    for event, kinds in RESPONSES.items()
    if isinstance(kinds, dict)
    for kind, wanted in kinds.items()
    if kind in ("deny", "no_opinion", "ask", "context") and isinstance(wanted, dict)
    for file in CALLS
    if file.split(".")[0] == event.split(".")[0]
    and decoded(file).name in event.partition(".")[2].replace("tools_call", "tools/call")
]


def _matches(wanted: Any, got: Any) -> bool:
    """Whether a reply has what the known one has; texts are ours, so only that there is one."""
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(key in got and _matches(value, got[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(got, list) and len(got) == len(wanted) and all(map(_matches, wanted, got))
    if isinstance(wanted, str) and wanted.startswith(("why", "note")):
        return isinstance(got, str) and bool(got)
    return bool(wanted == got)


@each_row(("file", "event", "kind"), KNOWN)
def test_replies_are_the_known_ones(file: str, event: str, kind: str) -> None:
    module = adapter(host_of(file))
    if kind == "ask" and module.DECISIONS["ask"] == "deny":
        return  # Gemini's is undocumented and weakens the person's own policy
    if kind == "context" and module.DECISIONS["advise"] != "agent":
        return
    outcome = {
        "deny": DENY, "no_opinion": Outcome(), "ask": ASK, "context": Outcome(decision="advise", context="c"),
    }[kind]  # fmt: skip
    wanted, reply = RESPONSES[event][kind], module.encode(outcome, decoded(file))
    assert reply.exit == wanted.get("exit", 0)
    stdout = wanted.get("stdout", wanted if "result" in wanted or "action" in wanted else "")
    if isinstance(stdout, dict):
        assert _matches(stdout, said(reply)), (stdout, reply.stdout)
    else:
        assert reply.stdout == stdout
    assert bool(reply.stderr) == ("stderr" in wanted)


def test_the_known_replies_are_of_many_hosts() -> None:
    assert {event.split(".")[0] for _, event, _ in KNOWN} >= {
        "codex",
        "copilot",
        "cursor",
        "gemini",
        "vibe",
        "cline",
        "goose",
    }


@pytest.mark.parametrize("file", [file for file in CALLS if host_of(file) == "codex"])
def test_codex_gets_no_key_that_it_does_not_know(file: str) -> None:
    for outcome in (DENY, ASK, Outcome(decision="advise", context="c", person=("p",)), Outcome(person=("p",))):
        answer = said(adapter("codex").encode(outcome, decoded(file)))
        assert set(answer) <= {"hookSpecificOutput", "systemMessage"}
        own = answer.get("hookSpecificOutput", {"hookEventName": ""})
        assert set(own) <= {"hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext"}
        assert own.get("permissionDecision", "deny") == "deny"


@pytest.mark.parametrize("host", OTHERS)
def test_a_completion_carries_what_waited_where_it_can(host: str) -> None:
    module = adapter(host)
    for file in (file for file in FILES if host_of(file) == host and EVENTS[file][0] in (DONE, PROMPT, FINISH)):
        event = decoded(file)
        reply = module.encode(Outcome(context="waited"), event)
        assert ("waited" in reply.stdout) == (event.name in module.CARRIES)
