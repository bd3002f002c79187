"""The algebra of verdicts: the table of the specification, and laws that hold for all answers."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import guardhost as guard
from guardhost.model.errors import PolicyError
from guardhost.model.verdict import Answer, check_name, merge, rank

DECISIONS = ("allow", "advise", "ask", "deny")


def answer(decision: str, name: str = "", source: str = "committed", text: str | None = None) -> Answer:
    """Make an answer; an allow has no rule and no reason."""
    if decision == "allow":
        return Answer(source=source)
    return Answer(
        decision=decision, reason=text or f"{decision} by {source}", rule=f"workspace:{name or 'command'}", source=source
    )


TABLE = [  # so far, answer, decision, decided by
    ("allow", "allow", "allow", ""),
    ("allow", "advise", "advise", "working"),
    ("allow", "ask", "ask", "working"),
    ("allow", "deny", "deny", "working"),
    ("advise", "allow", "advise", "committed"),
    ("advise", "advise", "advise", "committed"),
    ("advise", "ask", "ask", "working"),
    ("advise", "deny", "deny", "working"),
    ("ask", "allow", "ask", "committed"),
    ("ask", "advise", "ask", "committed"),
    ("ask", "ask", "ask", "committed"),
    ("ask", "deny", "deny", "working"),
    ("deny", "advise", "deny", "committed"),
]


@pytest.mark.parametrize(("before", "after", "decision", "by"), TABLE)
def test_table_of_two_sides(before: str, after: str, decision: str, by: str) -> None:
    """Every cell of the table of joined decisions, for the two sides of one policy."""
    so_far = merge(guard_allow(), answer(before))
    merged = merge(so_far, answer(after, source="working"))
    assert (merged.decision, merged.source) == (decision, by)


def guard_allow() -> Answer:
    """Return what stands before anybody is asked."""
    return Answer()


def test_equal_decisions_keep_both_texts_once_and_the_first_named_rule() -> None:
    """Reasons once each, joined by a blank line; a named rule is kept over an unnamed one."""
    first, second = answer("advise", text="a"), answer("advise", "y", "working", "b")
    merged = merge(first, second)
    assert (merged.reason, merged.rule) == ("a\n\nb", "workspace:y")
    assert merge(answer("advise", "x", text="a"), second).rule == "workspace:x"
    assert merge(first, answer("advise", "y", "working", "a")).reason == "a"


def test_builtin_advice_keeps_its_id_and_both_are_named_where_texts_were_joined() -> None:
    """A built-in and a judge that both advise."""
    builtin = Answer(decision="advise", reason="a", rule="policy-write", source="builtin")
    merged = merge(builtin, answer("advise", "y", "working", "b"))
    assert (merged.rule, merged.source) == ("policy-write", "builtin+working")


def test_ask_drops_advice_and_a_deny_stands_alone() -> None:
    """Advice never lands on an ask; a deny's text is its own."""
    asked = merge(answer("ask", text="why?"), answer("advise", text="psst"))
    assert asked.reason == "why?"
    assert merge(asked, answer("deny", text="no")).reason == "no"


answers = st.builds(
    answer,
    st.sampled_from((*DECISIONS, "nonsense")),
    st.sampled_from(["", "x", "y"]),
    st.sampled_from(["builtin", "person", "committed", "working"]),
    st.sampled_from(["a", "b", "a\n\nb"]),
)


@given(st.lists(answers, max_size=6))
def test_the_strictest_stands_whatever_the_order(given_answers: list[Answer]) -> None:
    """The merged decision is the maximum; unknown words rank as deny; every verdict but an allow names its rule."""
    merged = Answer()
    for one in given_answers:
        merged = merge(merged, one)
    assert rank(merged.decision) == max((rank(one.decision) for one in given_answers), default=0)
    assert merged.decision == "allow" or (merged.rule and merged.reason and merged.source)


def test_verdicts_compare_by_strictness() -> None:
    """The public ordering of verdicts."""
    assert guard.allow() < guard.advise("a") < guard.ask("b") < guard.deny("c")
    assert max(guard.advise("a"), guard.deny("c"), guard.allow()).decision == "deny"
    assert guard.deny("x") == guard.deny("x")
    assert guard.deny("x") >= guard.deny("y")


def test_verdicts_are_immutable_and_can_be_pickled() -> None:
    """A judge cannot change a verdict that it has returned."""
    verdict = guard.deny("no", rule="ci-watch", next="gh pr checks")
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    with pytest.raises(AttributeError, match="immutable"):
        verdict.decision = "allow"


@pytest.mark.parametrize("reason", ["", "  \n", None, 3])
def test_a_blank_reason_is_refused(reason: object) -> None:
    """An advice, an ask and a deny say why."""
    for build in (guard.advise, guard.ask, guard.deny):
        with pytest.raises(PolicyError, match="GH1101"):
            build(reason)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Pull_Request", "pull-request"),
        ("a--b", "a-b"),
        ("-a", "a"),
        ("A", "a"),
        ("ci.watch", "ci-watch"),
        ("ciWatch", "ci-watch"),
    ],
)
def test_a_bad_name_is_refused_with_the_form_that_would_do(name: str, form: str) -> None:
    """The error suggests the kebab form."""
    with pytest.raises(PolicyError, match=f"write `{form}`"):
        check_name(name)


@pytest.mark.parametrize("name", ["command", "write", "change", "spawn", "tool", "", "--", 1, None, "é"])
def test_words_that_can_never_name_a_rule(name: object) -> None:
    """The seams' own names, nothing, and what is no text."""
    with pytest.raises(PolicyError, match="GH1045"):
        check_name(name)


@pytest.mark.parametrize("name", ["a", "a1-b2", "ci-watch", "0"])
def test_good_names(name: str) -> None:
    """Lowercase letters and digits joined by single hyphens."""
    assert check_name(name) == name
