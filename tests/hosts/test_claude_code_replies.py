"""Claude Code's replies: every decision in its envelope, each with its rule, and what the person is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from guardhost.hosts import HOSTS, adapter
from guardhost.hosts import claude_code as claude
from guardhost.hosts.reply import MOST_TEXT
from guardhost.model.event import CALL
from guardhost.model.mistakes import UsageError
from guardhost.model.outcome import Outcome
from tests.hosts.test_claude_code import SEAMS, call, decoded, payload, said
from tests.rows import each_row

BASH = decoded(call("Bash", {"command": "x"}))


def test_an_allow_is_no_output() -> None:
    assert claude.encode(Outcome(), BASH).stdout == ""


def test_a_deny_is_told_to_the_agent_whole_and_to_the_person_in_a_line() -> None:
    outcome = Outcome(decision="deny", reason="do y instead\nbecause", rule="workspace:x", person=("a judge is broken",))
    assert said(outcome, BASH) == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "do y instead\nbecause\n[workspace:x]",
        },
        "systemMessage": "guardhost denied [workspace:x]: do y instead\na judge is broken",
    }


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("no", "guardhost denied [r]: no"),
        ("denied again [r]: no (guardhost explain grd-1)", "guardhost denied again [r]: no (guardhost explain grd-1)"),
        ("denied by the firewall [x]", "guardhost denied [r]: denied by the firewall [x]"),
    ],
)
def test_what_the_person_is_told_does_not_stutter(reason: str, told: str) -> None:
    assert said(Outcome(decision="deny", reason=reason, rule="r"), BASH)["systemMessage"] == told


NAMED = [
    ("use y\nbecause", "use y\nbecause\n[r]"),
    ("no\n[r] `guardhost explain grd-1`", "no\n[r] `guardhost explain grd-1`"),
]


@pytest.mark.parametrize("decision", ["advise", "ask", "deny"])
@pytest.mark.parametrize(("text", "shown"), NAMED)
def test_every_verdict_but_an_allow_names_its_rule_once(decision: str, text: str, shown: str) -> None:
    outcome = Outcome(decision=decision, rule="r")
    outcome = outcome.replace(context=text) if decision == "advise" else outcome.replace(reason=text)
    own = said(outcome, BASH)["hookSpecificOutput"]
    assert own["additionalContext" if decision == "advise" else "permissionDecisionReason"] == shown


def test_a_text_that_is_cut_still_names_its_rule() -> None:
    own = said(Outcome(decision="deny", reason="x" * 20_000, rule="r"), BASH)["hookSpecificOutput"]
    assert len(own["permissionDecisionReason"]) <= MOST_TEXT
    assert own["permissionDecisionReason"].endswith("[cut here: the rest is left out]\n[r]")


def test_an_ask_is_an_ask() -> None:
    own = said(Outcome(decision="ask", reason="sure?", rule="r"), BASH)["hookSpecificOutput"]
    assert own == {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "sure?\n[r]"}


def test_an_advice_and_notes_are_context() -> None:
    outcome = Outcome(decision="advise", context="use y", notes=("use y", "n"), person=("p",))
    assert said(outcome, BASH) == {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "use y\n\nn"},
        "systemMessage": "p",
    }


def test_notes_ride_on_a_deny() -> None:
    own = said(Outcome(decision="deny", reason="no", notes=("n",)), BASH)["hookSpecificOutput"]
    assert own["permissionDecisionReason"] == "no\n\nn"


def test_an_unknown_decision_is_a_deny_with_a_reason() -> None:
    own = said(Outcome(decision="maybe"), BASH)["hookSpecificOutput"]
    assert (own["permissionDecision"], bool(own["permissionDecisionReason"])) == ("deny", True)


@each_row("name", [name for name, moment, _ in SEAMS if moment != CALL], "decision", ["allow", "advise", "ask", "deny"])
def test_nothing_but_a_call_is_ever_decided(name: str, decision: str) -> None:
    event = decoded(payload(name))
    answer = said(Outcome(decision=decision, reason="r", context="c", person=("p",)), event)
    if (name, decision) == ("Stop", "deny"):  # the one moment beside a call that takes an answer: the turn goes on
        assert answer == {"decision": "block", "reason": "r"}
        return
    own = answer.pop("hookSpecificOutput", None)
    assert answer == {"systemMessage": "p"}
    assert own == ({"hookEventName": event.name, "additionalContext": "c"} if event.name in claude.CONTEXT else None)


def test_long_texts_are_cut_below_the_hosts_limit_with_the_ref() -> None:
    outcome = Outcome(decision="deny", reason="é" * 20_000, ref="grd-12", person=("p" * 20_000,))
    answer = said(outcome, BASH)
    reason = answer["hookSpecificOutput"]["permissionDecisionReason"]
    assert len(reason) < 10_000
    assert reason.endswith("`guardhost explain grd-12` prints it all]")
    assert len(answer["systemMessage"]) < 10_000


def test_a_payload_in_the_generic_shape_is_answered_in_the_generic_dialect() -> None:
    event = decoded({"command": "ls", "cwd": "/repo"})
    assert (event.dialect, event.command) == ("generic", "ls")
    assert json.loads(claude.encode(Outcome(decision="deny", reason="no"), event).stdout)["decision"] == "deny"


def test_the_table_names_adapters_that_declare_what_they_show() -> None:
    folder = Path(claude.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "reply", "family", "edits"}
    assert {module.rpartition(".")[2] for module in HOSTS.values()} == files
    for name in HOSTS:
        module = adapter(name)
        assert (module.NAME, set(module.DECISIONS)) == (name, {"deny", "ask", "advise"})
        for function in ("decode", "encode", "unread", "limit"):
            assert callable(getattr(module, function))


def test_an_unknown_host_is_named_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean `claude-code`"):
        adapter("claud-code")
    with pytest.raises(UsageError, match=r"known hosts: claude-code, codex, .*, generic"):
        adapter("zed")


def test_the_host_waits_ten_seconds_and_less_at_the_end_of_a_session() -> None:
    assert (claude.limit("PreToolUse"), claude.limit("SessionEnd"), claude.limit("Unheard")) == (10, 1.5, 10)
