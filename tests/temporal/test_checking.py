"""Which formulas may refuse calls, and what is offered where one may not."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings

from guardhost.model.errors import GuardError
from guardhost.temporal.checking import check
from guardhost.temporal.classify import SAFE, classify
from guardhost.temporal.formula import Formula
from guardhost.temporal.printing import show
from guardhost.temporal.text import parse
from tests.temporal.shapes import formulas

CLASSES = [
    ('G(!now("a"))', "SAFE"),
    ('called_n("a", <= 2)', "SAFE"),
    ('called_n("a", == 0)', "SAFE"),
    ('before("a", "b")', "SAFE"),
    ('all_before(["a", "b"], "c")', "SAFE"),
    ('within_steps("a", "b", 3)', "SAFE"),
    ('branch_called("a", "b")', "SAFE"),
    ('!called_with("git_push", force=true)', "SAFE"),
    ('G(now("a") -> X(now("b")))', "SAFE"),
    ('now("a") U now("b")', "SAFE"),
    ('called("a")', "UNSAFE"),
    ('called_n("a", >= 1)', "UNSAFE"),
    ('called_n("a", == 2)', "UNSAFE"),
    ('after("a", "b")', "UNSAFE"),
    ('called("a") | false', "UNSAFE"),
    ('G(now("a") -> called("b"))', "UNSAFE"),
    ('F(now("a"))', "INERT"),
    ('in_order(["a", "b"])', "INERT"),
    ('branch_called("a")', "INERT"),
    ('G(now("a") -> F(now("b")))', "INERT"),
    ("true", "INERT"),
]


@pytest.mark.parametrize(("text", "kind"), CLASSES, ids=[row[0] for row in CLASSES])
def test_a_formula_is_of_a_class(text, kind):
    assert classify(parse(text)[0]) == kind


def test_what_is_not_known_is_ambiguous():
    assert classify(Formula(("predicate", "x"))) == "AMBIGUOUS"


@pytest.mark.parametrize("text", [row[0] for row in CLASSES if row[1] == "SAFE"])
def test_a_safe_formula_is_accepted_as_it_stands(text):
    formula = parse(text)[0]
    checked = check(formula)
    assert (checked.formula, checked.kind, checked.lints) == (formula, SAFE, ())


OFFERED = [
    ('F(now("a"))', 'before("a", "git_push")'),
    ('called("git_push")', 'before("git_push", "deploy")'),
    ('G(now("a") -> called("b"))', 'G(now("a") -> Y(O(now("b"))))'),
    ('G(now("a") -> F(now("b")))', 'G(now("a") -> Y(O(now("b"))))'),
    ('in_order(["a", "b", "c"])', 'before("a", "b") & before("b", "c")'),
    ('after("a", "b")', 'before("b", "a")'),
    ('called_n("a", == 2)', 'called_n("a", <= 2)'),
    ("true", 'before("first", "then")'),
]


@pytest.mark.parametrize(("text", "other"), OFFERED, ids=[row[0] for row in OFFERED])
def test_what_cannot_refuse_is_told_with_what_can(text, other):
    with pytest.raises(GuardError) as found:
        check(parse(text)[0])
    assert found.value.code == "GH1702"
    assert found.value.fix.startswith(f"write `{other}`")


def refusal(formula):
    try:
        check(formula)
    except GuardError as error:
        return error
    return None


@settings(max_examples=150, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(formulas())
def test_what_is_offered_is_accepted_whatever_was_refused(formula):
    assert check(formula, blocking=False).kind in {"SAFE", "UNSAFE", "INERT"}
    error = refusal(formula)
    assume(error is not None and error.code == "GH1702")
    assert error.fix.startswith("write `")
    other = parse(error.fix.removeprefix("write `").partition("`, which is accepted")[0])[0]
    assert check(other).kind == SAFE


BACK = [
    ('H(!now("rm"))', 'G(H(!now("rm")))'),
    ('now("push") -> O(now("test"))', 'G(now("push") -> O(now("test")))'),
    ('(!now("e")) S now("t")', 'G((!now("e")) S now("t"))'),
    ('H(!now("rm")) & called_n("a", <= 2)', 'G(H(!now("rm"))) & called_n("a", <= 2)'),
    ('H(!now("rm")) & G(!now("b"))', 'G(H(!now("rm"))) & G(!now("b"))'),
]


@pytest.mark.parametrize(("text", "read"), BACK, ids=[row[0] for row in BACK])
def test_what_only_looks_back_is_asked_at_each_call(text, read):
    checked = check(parse(text)[0])
    assert show(checked.formula) == read
    assert read in checked.lints[0]


USELESS = [
    ('Y(now("x"))', "refuses every first call"),
    ('G(Y(now("x")))', "refuses every first call"),
    ("false", "refuses every first call"),
    ('G(now("a") | !now("a"))', "can never be broken"),
    ('G(now("a") & now("b") -> false)', "can never be broken"),
    ('G(now("a") -> O(now("a")))', "can never be broken"),
]


@pytest.mark.parametrize(("text", "says"), USELESS, ids=[row[0] for row in USELESS])
def test_what_refuses_everything_or_nothing_is_refused_with_the_reason(text, says):
    with pytest.raises(GuardError, match=says) as found:
        check(parse(text)[0])
    assert found.value.code == "GH1703"
    assert found.value.fix


def test_a_formula_without_a_temporal_operator_is_about_the_first_call():
    assert "first call alone" in check(parse('!now("rm")')[0]).lints[0]


def test_many_targets_are_not_tried_for_ever():
    targets = " | ".join(f'now({{tool: "t{number}*"}})' for number in range(30))
    assert check(parse(f"G(!({targets}))")[0]).kind == SAFE
