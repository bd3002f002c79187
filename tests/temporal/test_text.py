"""The text of formulas: what it means, where it is wrong, and that printing gives it back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.model.errors import GuardError
from guardhost.temporal import formula as f
from guardhost.temporal.printing import show
from guardhost.temporal.structured import from_data
from guardhost.temporal.text import parse
from tests.temporal.shapes import formulas

A, B, C = f.now("a"), f.now("b"), f.now("c")
values = st.recursive(
    st.one_of(
        st.text(max_size=5), st.integers(-9, 999), st.booleans(), st.none(), st.just("true"), st.just("1.5"), st.just(2.5)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=4), inner, max_size=2)),
    max_leaves=4,
)
targets = st.one_of(
    st.text(min_size=1, max_size=6),
    st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=2),
    st.dictionaries(st.sampled_from(["tool", "with", "where", "exists", "x-y"]), values, min_size=1),
)
atoms = st.one_of(
    st.builds(f.now, targets),
    st.builds(f.called_with, st.text(min_size=1, max_size=4), st.dictionaries(st.text(max_size=4), values, max_size=2)),
    st.builds(f.each, targets, formulas(2)),
    st.builds(f.at, st.integers(0, 9), st.builds(f.now, targets)),
)
deeper = st.one_of(formulas(), atoms, st.builds(f.until, atoms, formulas(3)), st.builds(f.both, atoms, formulas(3)))


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(deeper)
def test_what_is_printed_reads_as_it_was(formula):
    assert parse(show(formula)) == (formula, ())
    assert parse(show(formula), peer=True) == (formula, ())


MEANS = [
    ('now("a") -> now("b") -> now("c")', A >> (B >> C)),
    ('now("a") | now("b") & now("c")', A | (B & C)),
    ('!now("a") & now("b")', f.no(A) & B),
    ('G !F now("a")', f.G(f.no(f.F(A)))),
    ('g(NOW("a")) & x (now("b"))', f.G(A) & f.X(B)),
    ('now("a") U now("b") & now("c")', f.until(A, B) & C),
    ('now("a") U !now("b")', f.until(A, f.no(B))),
    ('now("a") W (now("b") R now("c"))', f.weak(A, f.release(B, C))),
    ("now('a')", A),
    ('eventually("a") | always(now("b"))', f.F(A) | f.G(B)),
    ('called_n("a", >= 2)', f.called_n("a", ">=", 2)),
    ('called_with("git_push", force=true, n=3, r=["x"])', f.called_with("git_push", {"force": True, "n": 3, "r": ["x"]})),
    ('count_before(now("a") | now("b"), < 2)', f.count_before(A | B, "<", 2)),
    ('branch_called("a")', f.branch_called("a")),
    ('branch_called("a", "b")', f.branch_called("a", "b")),
    ('instance_before("a"[2], "b"[1])', f.instance_before("a", 2, "b", 1)),
    ('all_before(["a", "b"], "c") & in_order(["a"])', f.all_before(["a", "b"], "c") & f.in_order(["a"])),
    ('within_steps("a", {tool: b}, 3)', f.within_steps("a", {"tool": "b"}, 3)),
    ("now({tool: rm, with: {recursive: true}, where: {paths: [src/**, 'x y']}})",
     f.now({"tool": "rm", "with": {"recursive": True}, "where": {"paths": ["src/**", "x y"]}})),
    ("each({tool: rm, with: {paths: $f}}, true)", f.each({"tool": "rm", "with": {"paths": "$f"}}, f.TRUE)),
    ('at(3, now("a"))', f.at(3, A)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "formula"), MEANS, ids=[row[0] for row in MEANS])
def test_a_text_means(text, formula):
    assert parse(text) == (formula, ())
    assert parse(show(formula))[0] == formula


WRONG = [
    ('G(nwo("a"))', "1:3", "did you mean `now`?"),
    ("now(git_push)", "1:5", '"git_push"'),
    ('now("a")\n & "b"', "2:4", 'now("b")'),
    ('now("a") && now("b")', "1:10", "write `&`"),
    ("before((", "1:8", "double quotes"),
    ('now("a"', "1:8", "ends with `)`"),
    ("", "1:1", "finish it"),
    ('now("a") now("b")', "1:10", "join formulas"),
    ('called_n("a", 2)', "1:15", "<="),
    ('called_n("a", <= -1)', "1:18", "whole number"),
    ('now("a", "b")', "1:1", "takes 1"),
    ('before("a")', "1:1", "takes 2"),
    ('now("a)', "1:5", "close it"),
    ("now({tool: a, tool: b})", "1:15", "leave one"),
    ('all_before("a", "b")', "1:12", "list of tools"),
    ("now({})", "1:5", "name a tool"),
    ("now(\x01)", "1:5", "double quotes"),
    ("(" * 2000, "1:60", "60 levels"),
    ("!" * 30_000, "1:1", "several rules"),
    ("!" * 3_000, "1:61", "60 levels"),
    ("now(" + "[" * 500, "1:65", "60 levels"),
]


@pytest.mark.parametrize(("text", "where", "says"), WRONG, ids=[row[0][:24] for row in WRONG])
def test_what_is_wrong_has_its_place_and_a_way_out(text, where, says):
    with pytest.raises(GuardError) as found:
        parse(text)
    assert found.value.code == "GH1701"
    assert says in str(found.value)
    line, column = found.value.where.split(":")
    assert line == where.split(":")[0]
    if "levels" not in says:
        assert column == where.split(":")[1]


BESIDE = [
    ('!now("a") W now("b")', '(!now("a")) W now("b")', '!(now("a") W now("b"))'),
    ('G !now("a") U now("b")', '(G(!now("a"))) U now("b")', 'G(!(now("a") U now("b")))'),
    ('now("a") U now("b") U now("c")', 'now("a") U (now("b") U now("c"))', '(now("a") U now("b")) U now("c")'),
]


@pytest.mark.parametrize(("text", "one", "other"), BESIDE, ids=[row[0] for row in BESIDE])
def test_what_programs_read_otherwise_is_refused_with_both_readings(text, one, other):
    with pytest.raises(GuardError) as found:
        parse(text)
    assert found.value.fix == f"write `{one}` or `{other}`"
    assert show(parse(one)[0]) == one
    assert show(parse(other)[0]) == other


def test_the_peer_reads_a_unary_operator_looser_and_a_lint_says_so():
    formula, lints = parse('!now("a") W now("b")', peer=True)
    assert formula == f.no(f.weak(A, B))
    assert '!(now("a") W now("b"))' in lints[0]


STRUCTURED = [
    ({"type": "Globally", "args": {"operand": {"type": "Not", "args": {"operand": {"type": "Now", "args": {"tool": "a"}}}}}},
     f.G(f.no(A))),
    ({"type": "CalledNTimes", "args": ["rm", "<=", 2]}, f.called_n("rm", "<=", 2)),
    ({"type": "CalledN", "args": {"tool": "rm", "n": 2, "op": "<="}}, f.called_n("rm", "<=", 2)),
    ({"type": "And", "args": {"left": {"type": "Called", "args": {"tool": "a"}}, "right": 'now("b")'}}, f.called("a") & B),
    ({"type": "Or", "args": {"operands": ['now("a")', 'now("b")', True]}}, A | B | f.TRUE),
    ({"type": "BranchCalled", "args": {"correct": "a"}}, f.branch_called("a")),
    ({"type": "AllBefore", "args": {"tools": ["a", "b"], "gate": "c"}}, f.all_before(["a", "b"], "c")),
    ({"type": "Since", "args": {"left": 'now("a")', "right": 'now("b")'}}, f.since(A, B)),
    ({"type": "False"}, f.FALSE),
]  # fmt: skip


@pytest.mark.parametrize(("data", "formula"), STRUCTURED, ids=[str(row[0])[:40] for row in STRUCTURED])
def test_the_structured_form(data, formula):
    assert from_data(data) == formula


NO_DATA = [
    (3, "formula", "this is no formula"),
    ({"type": "Globaly", "args": {}}, "formula.type", "Globally"),
    ({"type": "Now", "args": {"tol": "x"}}, "formula.args.tol", "{tool: ...}"),
    ({"type": "Now", "args": {}}, "formula.args", "lacks `tool`"),
    ({"type": "Not", "arg": {}}, "formula", "`arg`"),
    ({"type": "CalledN", "args": ["a", "=", 1]}, "formula.args.op", "<="),
    ({"type": "CalledN", "args": ["a", "<=", True]}, "formula.args.n", "whole number"),
]


@pytest.mark.parametrize(("data", "where", "says"), NO_DATA, ids=[str(row[0])[:40] for row in NO_DATA])
def test_what_is_wrong_in_the_structured_form(data, where, says):
    with pytest.raises(GuardError) as found:
        from_data(data)
    assert (found.value.code, found.value.where) == ("GH1701", where)
    assert says in str(found.value)


def test_a_structured_form_without_end_is_refused():
    data: dict[str, object] = {"type": "Not"}
    data["args"] = {"operand": data}
    with pytest.raises(GuardError, match="nests too deep"):
        from_data(data)


def test_formulas_are_values():
    assert f.both(f.both(A, B), C) == f.both(A, B, C)
    assert hash(f.G(A)) == hash(f.G(A))
    assert str(A >> ~B) == 'now("a") -> !now("b")'
    assert repr(A) == "Formula('now(\"a\")')"
    assert f.both() == f.TRUE
    with pytest.raises(GuardError, match="compares nothing"):
        f.called_n("a", "=", 1)
