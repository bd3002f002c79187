"""Policies that answer wrongly, through the whole flow: they judge nothing, and it is told under the seam's own rule."""

from __future__ import annotations

import pytest

from guardhost import testing

JUDGE = "import guardhost as guard\nimport sys\n@guard.command\ndef judge(req): {}\n"
NAMES = {
    "a1-b2": True,
    "Pull_Request": False,
    "command": False,
    "write": False,
    "spawn": False,
    "a--b": False,
    "-a": False,
    "": False,
}
WRONG = {
    "returns text": "return 'deny'",
    "returns a blank deny": "return guard.deny('')",
    "an unknown option": "return guard.deny('x', name='x')",
    "a rule that is no text": "return guard.deny('x', rule=1)",
    "calls sys.exit": "sys.exit()",
    "recurses": "return judge(req)",
    "raises": "raise RuntimeError",
}
LOADS = {"registers nothing": "import guardhost as guard\nguard.command()\n", "does not parse": "def judge(\n"}


def judged(make_repository, text, line="touch a"):
    return testing.judge(line, root=make_repository({"guard.py": text}).root)


@pytest.mark.parametrize(("name", "good"), NAMES.items())
def test_the_name_of_a_verdict(make_repository, name, good):
    verdict = judged(make_repository, JUDGE.format(f"return guard.deny('why', rule={name!r})"))
    wanted = ("deny", f"workspace:{name}") if good else ("advise", "workspace-command-failed")
    assert (verdict.decision, verdict.rule) == wanted


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_a_judge_that_answers_wrongly(make_repository, body):
    verdict = judged(make_repository, JUDGE.format(body))
    assert (verdict.decision, verdict.rule, len(verdict.notes)) == ("advise", "workspace-command-failed", 1)
    assert "guard.py:3" in verdict.notes[0] or "guard.py:4" in verdict.notes[0]


@pytest.mark.parametrize("text", LOADS.values(), ids=LOADS)
def test_a_policy_that_does_not_load(make_repository, text):
    verdict = judged(make_repository, text)
    assert (verdict.decision, verdict.rule) == ("advise", "workspace-command-failed")
    assert "guard.py:" in verdict.notes[0]


def test_a_key_means_one_thing_to_the_whole_policy(make_repository):
    text = (
        "import guardhost as guard\n@guard.command\ndef a(req): return guard.advise('x') if guard.once('k') else None\n"
        "@guard.write\ndef b(req): return guard.advise('x') if guard.once('k') else None\n"
    )
    with testing.Session(make_repository({"guard.py": text}).root) as session:
        assert session.judge("ls").decision == "advise"
        assert session.judge("ls").decision == "allow"
        assert session.judge(write={"path": "a", "content": "x"}).decision == "allow"
