"""Registering and naming: what could not hold stops the load with its place and its fix."""

from __future__ import annotations

import pytest

from guardhost.judges import registry
from guardhost.model.errors import PolicyError
from tests.judges.policy import IMPORT, Policy, judged

GOOD = "def judge(req): return guard.deny('no')\n"

# what is wrong -> (the root file below its import, file:line, what the error says)
REFUSED = {
    "no argument": ("guard.command()", "guard.py:2", "exactly one function"),
    "two arguments": (GOOD + "guard.command(judge, judge)", "guard.py:3", "exactly one function"),
    "a keyword": (GOOD + "guard.command(judge, rule='x')", "guard.py:3", "exactly one function"),
    "no function": ("guard.write(3)", "guard.py:2", "cannot be called"),
    "None": ("guard.spawn(None)", "guard.py:2", "cannot be called"),
    "a verdict": ("guard.tool(guard.allow())", "guard.py:2", "cannot be called"),
    "a function of nothing": ("@guard.command\ndef judge(): pass", "guard.py:2", "one argument"),
    "a function of two": ("@guard.change\ndef judge(a, b): pass", "guard.py:2", "one argument"),
    "a keyword that is needed": ("@guard.change\ndef judge(a, *, b): pass", "guard.py:2", "one argument"),
    "a lambda of nothing": ("guard.command(lambda: None)", "guard.py:2", "one argument"),
    "a class of two": ("class J:\n    def __call__(self, a, b): pass\nguard.command(J())", "guard.py:4", "one argument"),
    "async": ("@guard.command\nasync def judge(req): pass", "guard.py:2", "async"),
    "a generator": ("@guard.command\ndef judge(req): yield", "guard.py:2", "generator"),
    "a second one": (GOOD + "guard.command(judge)\nguard.command(judge)", "guard.py:4", "second time"),
    "a second one, caught": (
        GOOD + "guard.command(judge)\ntry: guard.command(judge)\nexcept Exception: pass",
        "guard.py:4",
        "second time",
    ),
    "from elsewhere": ("import other", "other.py:2", "outside the root policy file"),
    "a rule's name": ("@guard.rule('Ci_Watch')\ndef judge(req): pass", "guard.py:2", "write `ci-watch`"),
    "a rule with a seam's name": ("@guard.rule('write')\ndef judge(req): pass", "guard.py:2", "name of a seam"),
    "a rule of nothing": ("@guard.rule('a')\ndef judge(): pass", "guard.py:2", "one argument"),
    "an unknown mode": ("@guard.rule('a', mode='loud')\ndef judge(req): pass", "guard.py:2", "block, ask, log"),
    "an example without a decision": ("@guard.rule('a', tests=['ls'])\ndef judge(req): pass", "guard.py:2", "decision"),
    "an example without a line": ("@guard.rule('a', tests=['deny: '])\ndef judge(req): pass", "guard.py:2", "no line"),
    "an example of no call": ("@guard.rule('a', tests=[{'deny': {}}])\ndef judge(req): pass", "guard.py:2", "call"),
    "an example with an unknown key": (
        "@guard.rule('a', tests=[{'deny': {'tool': 'x', 'arguments': {}}}])\ndef judge(req): pass",
        "guard.py:2",
        "`arguments`",
    ),
    "an example in a sequence": ("@guard.rule('a', tests=[['deny: x', 5]])\ndef judge(req): pass", "guard.py:2", "int"),
    "examples that are no list": ("@guard.rule('a', tests='deny: x')\ndef judge(req): pass", "guard.py:2", "no list"),
    "strictest of nothing": ("guard.command(guard.strictest())", "guard.py:2", "at least one"),
    "strictest of a verdict and a rule": (
        "guard.command(guard.strictest(guard.allow(), 3))",
        "guard.py:2",
        "cannot be called",
    ),
}


@pytest.mark.parametrize(("text", "where", "says"), REFUSED.values(), ids=REFUSED)
def test_what_could_not_hold_stops_the_load(tmp_path, text, where, says):
    files = {"guard.py": IMPORT + text, "other.py": "import guardhost as guard\nguard.command(lambda req: None)\n"}
    replied = Policy(tmp_path, files).ask()
    assert (replied.kind, replied.where) == ("failed", where)
    assert replied.error.startswith("GH1045: ")
    assert "; " in replied.error  # the fix
    assert says in replied.error


ACCEPTED = {
    "a function": GOOD + "guard.command(judge)",
    "a decorated one": "@guard.command\ndef judge(req: guard.CommandRequest) -> guard.Answer: return guard.deny('no')",
    "a default beside": "@guard.command\ndef judge(req, more=1): return guard.deny('no')",
    "any number of arguments": "@guard.command\ndef judge(*all): return guard.deny('no')",
    "a method": "class J:\n    def judge(self, req): return guard.deny('no')\nguard.command(J().judge)",
    "a callable object": "class J:\n    def __call__(self, req): return guard.deny('no')\nguard.command(J())",
    "a partial": "from functools import partial\ndef f(a, req): return guard.deny(a)\nguard.command(partial(f, 'no'))",
    "one from a module": "from policy import ci\nguard.command(ci.judge)",
    "one from a loop": GOOD + "for seam in (guard.command, guard.write): seam(judge)",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_what_can_judge_is_registered(tmp_path, text):
    files = {"guard.py": IMPORT + text, "policy/ci.py": IMPORT + GOOD}
    replied = Policy(tmp_path, files).ask()
    assert replied.kind == "answered", replied.error
    assert [v.reason for _, v in replied.verdicts] == ["no"]


def test_registering_while_judging_is_refused(tmp_path):
    replied = judged(tmp_path, "guard.write(judge)")
    assert "GH1045" in replied.failures[0]
    assert "guard.py:5" in replied.failures[0]


def test_a_policy_that_registers_nothing_judges_nothing(tmp_path):
    replied = Policy(tmp_path, {"guard.py": "x = 1\n"}).ask()
    assert (replied.kind, replied.verdicts, replied.seams) == ("answered", (), ())


def test_the_names_of_a_verdict_are_checked_where_it_is_given(tmp_path):
    for name in ("a1-b2", "x"):
        replied = judged(tmp_path, f"return guard.deny('why', rule={name!r})")
        assert replied.verdicts[0][1].rule == name
    for name in ("Pull_Request", "command", "write", "spawn", "a--b", "-a", "a-", "", "é", "a b"):
        replied = judged(tmp_path, f"return guard.deny('why', rule={name!r})")
        assert (replied.verdicts, replied.failed_seams) == ((), ("command",))
        assert "GH1045" in replied.failures[0]


def test_outside_a_load_a_seam_gives_its_function_back():
    def judge(request):
        return None

    assert registry.command(judge) is judge
    assert registry.command(judge) is judge  # a policy's own test may import it again
    with pytest.raises(PolicyError, match="GH1045"):
        registry.command()  # type: ignore[call-arg]
