"""The kept child of a batch, and the inventory of a side."""

from __future__ import annotations

import pytest

import guardhost as guard
from guardhost.judges.inventory import inventory
from guardhost.judges.worker import Worker
from guardhost.model.errors import PolicyError
from guardhost.world.clock import Clock
from tests.judges.policy import IMPORT, Policy

COUNTING = (
    IMPORT
    + """
import os, time
seen = []
@guard.command
def judge(req):
    seen.append(req.command)
    if req.command == "loop":
        while True: pass
    if req.command == "die": os._exit(1)
    if req.command == "raise": raise ValueError("x")
    if req.command == "once": return guard.deny(str(guard.once("k")))
    return guard.deny(f"{len(seen)} {req.commands[0].args[0].raw if req.commands else ''}")
"""
)


def ask(worker, line, seconds=5.0, **fields):
    return worker.ask((("command", guard.CommandRequest(command=line, **fields)),), seconds)


def reason(replied):
    return replied.verdicts[0][1].reason


def test_a_worker_loads_once_and_is_replaced_when_it_is_lost(tmp_path):
    policy = Policy(tmp_path, {"guard.py": COUNTING})
    with Worker(policy.side, policy.facts, Clock()) as worker:
        assert [reason(ask(worker, "a")), reason(ask(worker, "b"))] == ["1 ", "2 "]
        assert ask(worker, "raise").failures == ("command: ValueError: x, guard.py:11",)
        assert reason(ask(worker, "c")) == "4 "
        assert ask(worker, "loop", 0.3).why == "time"
        assert reason(ask(worker, "d")) == "1 "
        assert ask(worker, "die").why == "no whole answer"
        assert reason(ask(worker, "e")) == "1 "
        assert ask(worker, "f").seams == ("command",)


def test_requests_reach_a_worker_whole(tmp_path):
    policy = Policy(tmp_path, {"guard.py": COUNTING})
    commands = (guard.Command(program="x", args=(guard.Word("a", raw="'a'"),)),)
    with Worker(policy.side, policy.facts, Clock()) as worker:
        assert reason(ask(worker, "a", commands=commands)) == "1 'a'"


def test_each_call_of_a_worker_may_have_facts_of_its_own(tmp_path):
    policy = Policy(tmp_path, {"guard.py": COUNTING})
    asks = (("command", guard.CommandRequest(command="once")),)
    with Worker(policy.side, policy.facts, Clock()) as worker:
        assert [reason(worker.ask(asks, 5.0)) for _ in range(2)] == ["True", "False"]
        assert reason(worker.ask(asks, 5.0, type(policy.facts)(tmp_path))) == "True"


@pytest.mark.parametrize(("text", "kind"), [("1/0\n", "failed"), ("while True: pass\n", "out_of_time")])
def test_a_worker_whose_policy_does_not_load_says_so_each_time(tmp_path, text, kind):
    policy = Policy(tmp_path, {"guard.py": text})
    with Worker(policy.side, policy.facts, Clock()) as worker:
        assert [ask(worker, "a", 0.3).kind for _ in range(2)] == [kind, kind]


LISTED = (
    IMPORT
    + """
@guard.rule("one", tests=["deny: a", ["allow: b", "deny: c"], {"deny": {"tool": "t", "args": {"x": [1, None]}}}])
def one(req):
    "Why one."
    return None
@guard.rule("two", mode="log")
def two(req): return None
@guard.rule("spare")
def spare(req): return None
guard.command(guard.strictest(one, guard.strictest(two)))
guard.write(two)
"""
)


def test_an_inventory_lists_rules_with_their_seams_and_examples(tmp_path):
    policy = Policy(tmp_path, {"guard.py": LISTED})
    listed = inventory(policy.side, policy.facts, 10.0, Clock())
    assert listed.seams == ("command", "write")
    assert listed.files == ("guard.py",)
    one, two, spare = listed.rules
    assert (one.name, one.seams, one.why, one.where) == ("one", ("command",), "Why one.", "guard.py:3")
    assert list(one.tests) == ["deny: a", ["allow: b", "deny: c"], {"deny": {"tool": "t", "args": {"x": [1, None]}}}]
    assert (two.seams, two.mode, two.tests) == (("command", "write"), "log", ())
    assert spare.seams == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("guard.frob\n", r"guard.py:2: GH1002: AttributeError"),
        ("guard.command()\n", r"guard.py:2: GH1045: .*; compose several"),
        ("while True: pass\n", r"GH1103: the policy did not load within 0.3 s"),
        ("import os; os._exit(0)\n", r"GH1103: loading it ended: no whole answer"),
    ],
)
def test_an_inventory_of_what_does_not_load_is_an_error(tmp_path, text, says):
    policy = Policy(tmp_path, {"guard.py": IMPORT + text})
    with pytest.raises(PolicyError, match=says):
        inventory(policy.side, policy.facts, 0.3, Clock())
