"""Monitors against the definition, and what they cost."""

from __future__ import annotations

import marshal
import os
from itertools import pairwise, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from guardhost.model.errors import GuardError
from guardhost.temporal import compiling, monitor
from guardhost.temporal import formula as f
from guardhost.temporal.cells import Cells
from guardhost.temporal.classify import classify, possible
from guardhost.temporal.text import parse
from guardhost.temporal.values import LETTERS, NO, YES
from tests.temporal.definition import Call, Failures, Finished, answer, bind
from tests.temporal.shapes import formulas, runs

# The same examples each time, unless so many new ones are asked for.
ASKED = os.environ.get("GUARDHOST_EXAMPLES", "")
EXAMPLES = int(ASKED or "150")
THOROUGH = settings(
    max_examples=EXAMPLES, derandomize=not ASKED, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


def shown(spec, state, call, cells):
    """Return what the monitor says of a call."""
    asked = compiling.targets(spec)
    return monitor.step(spec, state, lambda i: answer(asked[i], call), lambda i: bind(asked[i], call), cells)


def stepped(formula, calls):
    """Return what the monitor says of each call; the state goes through its text each time."""
    spec = compiling.compile(formula)
    state, cells = monitor.start(spec), Cells()
    found = []
    for call in calls:
        one = shown(spec, state, call, cells)
        state = monitor.decode(monitor.encode(one.state))
        assert state == one.state
        found.append(one)
    return found


@THOROUGH
@given(formulas(), runs())
def test_a_step_says_what_the_definition_says(formula, calls):
    defined = Failures(calls)
    for n, one in enumerate(stepped(formula, calls), 1):
        value = defined.value(formula, 0, n)
        assert one.value == value, n
        brought, unmet = defined.found(formula, 0, n)
        assert one.violated == (value < 2 and (brought or unmet)), n


@THOROUGH
@given(formulas(), runs())
def test_a_value_is_one_of_those_that_the_class_is_told_from(formula, calls):
    allowed, seen = possible(formula), {one.value for one in stepped(formula, calls)}
    assert seen <= allowed
    if classify(formula) == "SAFE":
        assert 1 not in seen
    if classify(formula) == "INERT":
        assert not seen & {0, 1}


@THOROUGH
@given(formulas(), runs())
def test_what_holds_or_is_violated_for_good_stays_so(formula, calls):
    values = [one.value for one in stepped(formula, [call._replace(sure=True) for call in calls])]
    for earlier, later in pairwise(values):
        assert earlier not in (0, 4) or later == earlier


@THOROUGH
@given(formulas(), runs(most=6))
def test_a_run_that_is_over_has_two_values(formula, calls):
    calls = [call._replace(sure=True) for call in calls]
    spec = compiling.compile(formula)
    state, cells = monitor.start(spec), Cells()
    assert monitor.ended(spec, state) == Finished([]).holds(formula)
    for call in calls:
        state = shown(spec, state, call, cells).state
    assert monitor.ended(spec, state) == Finished(calls).holds(formula)


def owes(formula):
    """Whether a part of it can be an obligation that is not met, which counts as certain even where a maybe may meet it."""
    return bool({1, 3} & possible(formula)) or any(owes(part) for part in f.parts(formula))


@THOROUGH
@given(formulas(5), runs(most=5))
def test_a_maybe_is_judged_as_the_worst_that_it_can_be(formula, calls):
    """No run that it may have been fails where the monitor says it does not, or holds where it is sure of a failure."""
    judged = stepped(formula, calls)
    for chosen in product((True, False), repeat=sum(not call.sure for call in calls)):
        picks = iter(chosen)
        world = [call if call.sure else call._replace(sure=True) if next(picks) else Call("-") for call in calls]
        for one, real in zip(judged, stepped(formula, world), strict=True):
            assert one.value <= real.value
            if one.violated and one.value == 0 and not one.maybe and not owes(formula):
                assert real.value == 0


@THOROUGH
@given(formulas(), runs(open_ones=True))
def test_to_look_at_a_call_changes_nothing(formula, calls):
    spec = compiling.compile(formula)
    state, cells = monitor.start(spec), Cells()
    for call in calls:
        kept = dict(cells.kept)
        over = cells.overlay()
        looked = shown(spec, state, call, over)
        assert cells.kept == kept
        apart = Cells()
        apart.kept.update(kept)
        made = shown(spec, state, call, apart)
        over.commit()
        assert (looked.state, looked.violated, cells.kept) == (made.state, made.violated, apart.kept)
        state = made.state


@THOROUGH
@given(formulas(), runs(most=30))
def test_an_idle_monitor_need_not_see_what_is_none_of_its_targets(formula, calls):
    spec = compiling.compile(formula)
    state, cells = monitor.start(spec), Cells()
    for call in calls:
        if monitor.idle(spec, state):
            other = shown(spec, state, Call("elsewhere"), cells.overlay())
            assert (other.state, other.violated) == (state, False)
        state = shown(spec, state, call, cells).state


@settings(THOROUGH, max_examples=max(60, EXAMPLES // 5))
@given(formulas(8), st.lists(runs(most=4), min_size=1, max_size=3))
def test_a_state_does_not_grow_with_the_run(formula, loops):
    """Whatever is repeated, for however long."""
    spec = compiling.compile(formula)
    state, cells = monitor.start(spec), Cells()
    sizes = []
    for turn in range(24):
        for call in loops[turn % len(loops)]:
            state = shown(spec, state, call, cells).state
        sizes.append(len(monitor.encode(state)))
    assert max(sizes[12:]) <= max(*sizes[:12], 20_000)
    assert len(cells.kept) <= 3 * len(spec[6])


def rule():
    return f.G(f.now("a") >> f.X(f.G(~f.now("b"))))


def test_ten_formulas_that_match_at_every_call_stay_flat():
    """The work and the state of one judgement are counted, after ten calls and after a hundred thousand."""
    asked = []
    spec = compiling.compile(rule())
    states = [monitor.start(spec)] * 10

    def match(target):
        asked.append(target)
        return YES if target == 0 else NO

    cost = {}
    for number in range(1, 100_001):
        if number in (10, 100_000):
            asked.clear()
        if number < 200 or number > 99_990:
            states = [monitor.step(spec, state, match, monitor.unbound, Cells()).state for state in states]
        else:
            # The state has not changed for a hundred calls, so nor does it in the ones between.
            assert monitor.step(spec, states[0], match, monitor.unbound, Cells()).state == states[0]
        if number in (10, 100_000):
            cost[number] = len(asked), sum(len(monitor.encode(state)) for state in states)
    assert cost[10] == cost[100_000]
    assert cost[10][0] == 20


def test_a_broken_instance_is_no_reason_to_refuse_another_call():
    deploy = f.G(f.now("a") >> f.X(f.G(~f.now("a"))))
    judged = stepped(deploy, [Call(tool) for tool in "aabaca"])
    assert [one.violated for one in judged] == [False, True, False, True, False, True]
    assert {one.value for one in judged[1:]} == {0}


def test_an_obligation_that_is_not_met_is_never_excused():
    judged = stepped(f.G(~f.now("a")) & f.called("b"), [Call(tool) for tool in "accbc"])
    assert [one.violated for one in judged] == [True, True, True, False, False]


TABLE = [
    ("G(!now('a'))", "ba", "pF"), ("G(called('a'))", "ba", "fp"), ("now('a') U now('b')", "abc", "pTT"),
    ("now('a') U now('b')", "c", "F"), ("now('a') R now('b')", "bac", "pFF"), ("called_n('a', == 1)", "caa", "fPF"),
    ("after('a', 'b')", "c", "f"), ("after('a', 'b')", "a", "F"), ("after('a', 'b')", "ba", "fT"),
    ("G(now('a') -> X(now('b')))", "ab", "pp"), ("G(now('a') -> X(now('b')))", "ac", "pF"),
    ("within_steps('a', 'b', 1)", "acb", "pFF"), ("within_steps('a', 'b', 1)", "ab", "pT"),
    ("!before('a', 'b')", "ab", "pF"), ("!called('a')", "ba", "PF"), ("branch_called('a', 'b')", "cab", "pPF"),
    ("in_order(['a', 'b'])", "bab", "ppT"), ("at(1, now('b'))", "ab", "pT"), ("F(now('a'))", "ba", "pT"),
    ("instance_before('a'[2], 'b'[1])", "aab", "ppT"),
    ("all_before(['a', 'b'], 'c')", "abc", "ppT"), ("all_before(['a', 'b'], 'c')", "ac", "pF"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tools", "values"), TABLE, ids=[f"{row[0]} {row[1]}" for row in TABLE])
def test_the_values_of_the_table(text, tools, values):
    judged = stepped(parse(text)[0], [Call(tool) for tool in tools])
    assert "".join(LETTERS[one.value] for one in judged) == values


WRITTEN = f.G(f.each({"tool": "rm", "with": {"f": "$x"}}, f.Y(f.O(f.now({"tool": "Write", "with": {"f": "$x"}})))))


def test_every_value_needs_its_own_call():
    judged = stepped(WRITTEN, [Call("Write", paths=("p",)), Call("rm", paths=("p",)), Call("rm", paths=("p", "q", "r"))])
    assert [one.violated for one in judged] == [False, False, True]
    assert judged[2].broken == (("q",), ("r",))
    assert not judged[2].maybe


def test_an_unknown_value_is_refused_as_a_maybe_and_satisfies_nothing():
    judged = stepped(WRITTEN, [Call("Write", open=True), Call("rm", paths=("p",)), Call("rm", open=True)])
    assert [(one.violated, one.maybe) for one in judged] == [(False, False), (True, True), (True, True)]
    assert judged[2].broken == (None,)


def test_an_unknown_value_passes_where_none_could_fail():
    never_twice = f.G(f.each({"tool": "rm", "with": {"f": "$x"}}, f.Y(f.H(~f.now({"tool": "Write", "with": {"f": "$x"}})))))
    judged = stepped(f.G(f.TRUE) & never_twice, [Call("ls"), Call("rm", open=True)])
    assert [one.violated for one in judged] == [False, False]
    judged = stepped(never_twice, [Call("ls"), Call("Write", paths=("p",)), Call("rm", open=True)])
    assert [(one.violated, one.maybe) for one in judged] == [(False, False), (False, False), (True, True)]


MAYBES = [(Call("rm", sure=False, paths=("p",)), True), (Call("rm", open=True), True), (Call("rm", paths=("q",)), False)]


@pytest.mark.parametrize(("call", "maybe"), MAYBES, ids=str)
def test_what_may_be_the_one_that_is_needed_is_refused_as_a_maybe(call, maybe):
    needed = f.G(
        f.now("rm") >> f.some({"tool": "rm", "with": {"f": "$x"}}, f.O(f.now({"tool": "Write", "with": {"f": "$x"}})))
    )
    judged = stepped(needed, [Call("Write", paths=("p",)), call])
    assert [(one.violated, one.maybe) for one in judged] == [(False, False), (True, maybe)]


def test_only_the_values_of_the_call_are_looked_at():
    spec = compiling.compile(WRITTEN)
    state, cells = monitor.start(spec), Counted()
    for number in range(500):
        state = shown(spec, state, Call("Write", paths=(str(number),)), cells).state
    before = cells.asked
    assert not shown(spec, state, Call("rm", paths=("7",)), cells).violated
    assert cells.asked - before <= 2
    assert cells.moves == 0
    assert len(monitor.encode(state)) < 200


class Counted(Cells):
    asked = 0

    def get(self, slot, values):
        self.asked += 1
        return super().get(slot, values)


REFUSED = [
    (f.G(f.now({"tool": "rm", "with": {"f": "$x"}})), "bound by nothing"),
    (f.each({"tool": "rm", "with": {"f": "$x"}}, f.now({"tool": "a", "with": {"f": "$y"}})), "other variables"),
    (f.each("rm", f.TRUE), "binds no variable"),
    (f.each({"tool": "rm", "with": {"f": "$x"}}, f.X(f.TRUE)), "looks ahead"),
    (f.each({"tool": "rm", "with": {"f": "$x"}}, f.each({"tool": "rm", "with": {"f": "$x"}}, f.TRUE)), "inside another"),
    (f.count_before(f.F(f.now("a")), "<", 2), "later calls decide"),
    (f.called({"tool": "rm", "with": {"f": "$x"}}), "takes no variables"),
    (f.G(f.at(1, f.now("a"))), "fixed position"),
    (f.at(9999, f.now("a")), "too far"),
]


@pytest.mark.parametrize(("formula", "says"), REFUSED, ids=[row[1] for row in REFUSED])
def test_what_no_monitor_can_keep_is_refused(formula, says):
    with pytest.raises(GuardError, match=says) as found:
        compiling.compile(formula)
    assert found.value.code == "GH1704"
    assert found.value.fix


def test_a_formula_that_is_too_large_is_refused():
    large = f.now("a")
    for _ in range(70):
        large = f.X(large)
    with pytest.raises(GuardError, match="too large"):
        compiling.compile(large)


def test_a_spec_can_be_kept_as_it_is():
    spec = compiling.compile(WRITTEN)
    assert marshal.loads(marshal.dumps(spec)) == spec


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "[1, 2, 3]"])
def test_a_text_that_is_no_state_is_told(text):
    with pytest.raises(ValueError):  # noqa: PT011 - of the JSON, or our own
        monitor.decode(text)
