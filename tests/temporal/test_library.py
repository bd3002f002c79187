"""What `guardhost.temporal` offers to programs: monitors, finished runs, severities and escalation."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

import guardhost.temporal as t
from guardhost.model.errors import GuardError
from guardhost.temporal.matching import bindings, matches

DEPLOYED = t.G(t.now("deploy") >> t.X(t.G(~t.now("deploy"))))


def test_every_name_is_there_and_an_unknown_one_is_told():
    assert all(getattr(t, name) is not None for name in t.__all__)
    assert set(t.__all__) <= set(dir(t))
    with pytest.raises(AttributeError, match="parse"):
        t.nothing  # noqa: B018 - looking is the test


def test_to_import_it_loads_nothing():
    said = "import sys, guardhost.temporal; print([n for n in sys.modules if n.startswith('guardhost.temporal.')])"
    assert subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_monitor_looks_before_it_steps():
    monitor = t.Monitor(DEPLOYED)
    assert not monitor.step("deploy").violated
    assert monitor.peek("deploy").violated
    assert not monitor.step("ls").violated
    assert monitor.satisfied()


MATCHES = [
    ("rm", ("rm", {}), True),
    ("git_*", ("git_push", {}), True),
    ("git_?", ("git_p", {}), False),
    (["a", {"tool": "b"}], ("b", {}), True),
    ({"tool": ["a", "b"]}, ("b", {}), True),
    ({"with": {"force": True}}, ("x", {"force": "yes"}), True),
    ({"with": {"force": False}}, ("x", {}), True),
    ({"with": {"n": 3}}, ("x", {"n": "3"}), True),
    ({"with": {"paths": "a"}}, ("x", {"paths": ["b", "a"]}), True),
    ({"with": {"paths": ["a"]}}, ("x", {"paths": ["b", "a"]}), False),
    ({"where": {"paths": ["*.md", "src/*"]}}, ("x", {"paths": ["src/a"]}), True),
    ({"where": {"*": "*.env"}}, ("x", {"edits": [{"file": "a.env"}]}), True),
    ({"where": {"path": "*"}}, ("x", {}), False),
]


@pytest.mark.parametrize(("target", "call", "wanted"), MATCHES, ids=str)
def test_a_call_is_what_a_target_means(target, call, wanted):
    assert matches(target, call) is wanted


def test_a_target_with_another_key_is_told():
    with pytest.raises(GuardError, match="exists"):
        matches({"tool": "a", "exists": True}, ("a", {}))


def test_a_call_binds_every_combination():
    target = {"tool": "cp", "with": {"from": "$a", "to": "$b", "r": True}}
    call = ("cp", {"from": ["1", "2"], "to": "3", "r": True})
    assert bindings(target, call) == [("1", "3"), ("2", "3")]
    assert bindings({"tool": "cp", "with": {"from": "$a", "to": "$a"}}, ("cp", {"from": ["1", "2"], "to": ["2"]})) == [
        ("2",)
    ]
    assert bindings(target, ("cp", {"r": True})) == []
    assert bindings(target, ("mv", {})) == []


def test_a_finished_run_is_scored_by_weights():
    constraints = [
        t.Constraint(name="tested", formula=t.before("test", "push"), weight=2.0),
        t.Constraint(name="finished", formula=t.F(t.now("push"))),
        t.Constraint(name="twice", formula=t.called_n("push", "<=", 1)),
    ]
    scored = t.score(constraints, [("push", {}), ("test", {}), ("push", {})])
    assert scored.compliance == 0.25
    assert [one.name for one in scored.violated] == ["tested", "twice"]
    assert t.score([], []).compliance == 1.0
    assert t.score(constraints, [("test", {}), ("push", {})]).compliance == 1.0
    assert not t.satisfied(t.X(t.TRUE), [("a", {})])


def enforcer(severity, policy=None, formula=DEPLOYED):
    found = t.Enforcer([t.Constraint(name="one", formula=formula, severity=severity)], policy)
    found.record(("deploy", {}))
    return found


def decisions(enforcer, *tools):
    found = []
    for tool in tools:
        judged = enforcer.propose((tool, {}))
        found.append(judged.decision)
        if judged.decision == "allow":
            enforcer.record((tool, {}))
    return found


SEVERITIES = [
    (t.PERSISTENT_BLOCK, ["deploy", "deploy", "ls"], ["refuse", "refuse", "allow"]),
    (t.BLOCK_AND_WARN, ["deploy", "deploy", "deploy", "deploy"], ["refuse", "allow", "refuse", "allow"]),
    (t.BLOCK_AND_WARN, ["deploy", "ls", "deploy"], ["refuse", "allow", "refuse"]),
    (t.SOFT_BLOCK, ["deploy"] * 4, ["refuse", "refuse", "escalate", "refuse"]),
    (t.HARD_STOP, ["deploy", "ls"], ["stop", "stop"]),
    (t.TOLERATE, ["deploy", "deploy"], ["allow", "allow"]),
]


@pytest.mark.parametrize(("severity", "tools", "wanted"), SEVERITIES, ids=str)
def test_a_severity_says_what_happens(severity, tools, wanted):
    assert decisions(enforcer(severity), *tools) == wanted


def test_what_is_tolerated_is_told():
    assert [one.name for one in enforcer(t.TOLERATE).propose(("deploy", {})).told] == ["one"]


def test_after_a_stop_calls_are_judged_again_once_it_is_resumed():
    stopped = enforcer(t.HARD_STOP)
    assert decisions(stopped, "deploy", "ls") == ["stop", "stop"]
    stopped.resume()
    assert decisions(stopped, "ls") == ["allow"]


ESCALATIONS = [
    (t.CUMULATIVE, ["deploy", "ls", "deploy", "ls", "deploy"], ["refuse", "allow", "refuse", "allow", "escalate"]),
    (t.CONSECUTIVE, ["deploy", "ls", "deploy", "deploy"], ["refuse", "allow", "refuse", "escalate"]),
    (t.CONSECUTIVE, ["deploy", "ls"] * 4, ["refuse", "allow"] * 4),
    (t.HYBRID, ["deploy", "deploy"], ["refuse", "escalate"]),
    (t.HYBRID, ["deploy", "ls", "deploy", "ls", "deploy"], ["refuse", "allow", "refuse", "allow", "escalate"]),
]


@pytest.mark.parametrize(("counting", "tools", "wanted"), ESCALATIONS, ids=str)
def test_a_policy_says_when_a_person_is_asked(counting, tools, wanted):
    policy = t.Policy(counting=counting, limit=3, consecutive_limit=2)
    assert decisions(enforcer(t.SOFT_BLOCK, policy), *tools) == wanted


def test_the_strongest_severity_decides_and_a_repeat_passes_a_warning_alone():
    constraints = [
        t.Constraint(name="warned", formula=t.G(~t.now("deploy")), severity=t.BLOCK_AND_WARN),
        t.Constraint(name="blocked", formula=t.before("test", "deploy"), severity=t.PERSISTENT_BLOCK),
    ]
    enforcer = t.Enforcer(constraints)
    first = enforcer.propose(("deploy", {}))
    assert [one.name for one in first.broken] == ["blocked", "warned"]
    assert enforcer.propose(("deploy", {})).decision == "refuse"
    enforcer.record(("test", {}))
    assert decisions(enforcer, "deploy", "deploy") == ["refuse", "allow"]


@pytest.mark.parametrize(("formula", "says"), [(t.called("a"), "UNSAFE"), (t.F(t.now("a")), "INERT")], ids=str)
def test_a_severity_that_blocks_all_or_nothing_is_warned_about(formula, says):
    with pytest.warns(UserWarning, match=says):
        t.Enforcer([t.Constraint(name="one", formula=formula)])
    with warnings.catch_warnings(record=True) as told:
        t.Enforcer([t.Constraint(name="one", formula=formula, severity=t.TOLERATE)])
    assert told == []


@pytest.mark.parametrize("make", [
    lambda: t.Enforcer([t.Constraint(name="one", formula=t.TRUE, severity="block")]),
    lambda: t.Policy(counting="sometimes"),
])  # fmt: skip
def test_an_unknown_word_is_told(make):
    with pytest.raises(GuardError, match="use"):
        make()
