"""Named rules and `strictest`: names, modes, isolation, and which answer stands."""

from __future__ import annotations

import pickle

import pytest

import guardhost as guard
from guardhost.judges.worker import Worker
from guardhost.model.errors import PolicyError
from guardhost.world.clock import Clock
from tests.judges.policy import IMPORT, Policy

REQUEST = guard.CommandRequest(command="ls")


def rule_of(name, answer, mode=None):
    return guard.rule(name, mode=mode)(lambda request: answer)


def test_a_rule_gives_its_name_and_keeps_its_function():
    @guard.rule("ci-watch", tests=["deny: ls", ["allow: a", "deny: b"], {"deny": {"write": {"path": "x", "content": ""}}}])
    def watch(req: guard.CommandRequest) -> guard.Answer:
        """Why it is."""
        return guard.deny("no", next="gh pr checks")

    assert watch(REQUEST) == guard.deny("no", rule="ci-watch", next="gh pr checks")
    assert (watch.__name__, watch.__doc__) == ("watch", "Why it is.")


def test_a_name_that_the_verdict_has_stays():
    assert rule_of("outer", guard.deny("no", rule="inner"))(REQUEST) == guard.deny("no", rule="inner")


MODES = {
    ("block", "deny"): "deny",
    ("block", "ask"): "ask",
    ("block", "advise"): "advise",
    (None, "deny"): "deny",
    ("ask", "deny"): "ask",
    ("ask", "ask"): "ask",
    ("ask", "advise"): "advise",
    ("log", "deny"): "advise",
    ("log", "ask"): "advise",
    ("log", "advise"): "advise",
}


@pytest.mark.parametrize(("given", "stands"), MODES.items(), ids=str)
def test_a_mode_softens_what_the_function_says(given, stands):
    mode, decision = given
    answer = rule_of("a", getattr(guard, decision)("why"), mode)(REQUEST)
    assert (answer.decision, answer.reason, answer.rule) == (stands, "why", "a")


STRICTEST = {
    "the strictest": ([guard.advise("a"), guard.deny("d"), guard.ask("q")], guard.deny("d")),
    "an allow says nothing": ([None, guard.allow(), guard.advise("a")], guard.advise("a")),
    "nobody": ([None, None], None),
    "only allows": ([guard.allow(), None], guard.allow()),
    "equal advice is told together": (
        [guard.advise("a", next="x"), guard.advise("b", next="y")],
        guard.advise("a\n\nb", next=["x", "y"]),
    ),
    "the same text once": ([guard.ask("a"), guard.ask("a")], guard.ask("a")),
    "the first name is kept": (
        [guard.ask("a"), guard.ask("b", rule="one"), guard.ask("c", rule="two")],
        guard.ask("a\n\nb\n\nc", rule="one"),
    ),
    "the first deny stands": ([guard.deny("a", rule="one"), guard.deny("b", rule="two")], guard.deny("a", rule="one")),
}


@pytest.mark.parametrize(("answers", "stands"), STRICTEST.values(), ids=STRICTEST)
def test_which_answer_of_several_stands(answers, stands):
    assert guard.strictest(*[lambda request, answer=answer: answer for answer in answers])(REQUEST) == stands
    assert guard.strictest(*answers) == (stands or guard.allow())


def test_a_failing_rule_is_isolated_outside_a_judgement_too(capsys):
    def broken(request):
        raise ValueError("x")

    assert guard.strictest(broken, lambda request: guard.deny("d"))(REQUEST) == guard.deny("d")
    assert "broken failed: ValueError" in capsys.readouterr().err


RULES = """
@guard.rule("one")
def one(req): return guard.advise("first")
@guard.rule("bad")
def bad(req): raise ValueError("broken")
@guard.rule("gone")
def gone(req): import sys; sys.exit(3)
@guard.rule("odd")
def odd(req): return "deny"
@guard.rule("two")
def two(req): return guard.deny("second")
def plain(req): return guard.Verdict("deny", 5)
guard.command(guard.strictest(one, bad, gone, guard.strictest(odd, plain, two)))
"""


def test_every_rule_is_asked_and_each_failure_is_told(tmp_path):
    replied = Policy(tmp_path, {"guard.py": IMPORT + RULES}).ask()
    assert replied.verdicts == (("command", guard.deny("second", rule="two")),)
    assert [
        text.replace("; return `guard.deny(...)`, `guard.ask(...)`, `guard.advise(...)` or None", "")
        for text in replied.failures
    ] == [
        "bad: ValueError: broken, guard.py:6",
        "gone: SystemExit: 3, guard.py:8",
        "odd: GH1101: the answer is a str that is no whole verdict, guard.py:9",
        "plain: GH1101: the answer is a Verdict that is no whole verdict, guard.py:13",
    ]
    assert set(replied.failed_seams) == {"command"}
    assert replied.fired == ()


def test_a_kept_child_tells_what_each_rule_answered(tmp_path):
    policy = Policy(tmp_path, {"guard.py": IMPORT + RULES})
    with Worker(policy.side, policy.facts, Clock()) as worker:
        replied = worker.ask((("command", REQUEST),), 10.0)
    assert replied.fired == (("one", "advise"), ("odd", ""), ("two", "deny"))


def test_one_rule_alone_fails_under_its_name(tmp_path):
    text = IMPORT + "@guard.command\n@guard.rule('bad')\ndef bad(req): raise ValueError('x')\n"
    replied = Policy(tmp_path, {"guard.py": text}).ask()
    assert replied.failures == ("bad: ValueError: x, guard.py:4",)


def test_a_rule_made_of_builtin_parts_still_checks_its_name():
    with pytest.raises(PolicyError, match=r"test_rules.py:\d+: GH1045.*write `ci-watch`"):
        guard.rule("CiWatch")


def test_what_a_judge_receives_can_be_sent_to_another_process():
    word = guard.Word("x", raw='"x"')
    request = guard.CommandRequest(command="x", commands=(guard.Command(program="x", args=(word,)),))
    again = pickle.loads(pickle.dumps(request))
    assert again == request
    assert again.commands[0].args[0].raw == '"x"'
