"""Random formulas and runs."""

from __future__ import annotations

from hypothesis import strategies as st

from guardhost.temporal import formula as f
from tests.temporal.definition import Call

TOOLS = ["a", "b", "c"]
NAMES = st.sampled_from(TOOLS)
OPS = st.sampled_from(list(f.COMPARISONS))
SMALL = st.integers(0, 3)
PATHS = st.sampled_from(["p", "q", "r"])

nows = st.builds(f.now, st.one_of(NAMES, st.lists(NAMES, min_size=2, max_size=2, unique=True)))
consts = st.sampled_from([f.TRUE, f.FALSE])


def looking_back(atoms, counting=True, leaves=6):
    """Formulas that are settled at their position."""

    def grown(inner):
        more = [st.builds(f.count_before, inner, OPS, SMALL)] if counting else []
        return st.one_of(
            *(st.builds(make, inner) for make in (f.no, f.Y, f.O, f.H)),
            *(st.builds(make, inner, inner) for make in (f.both, f.either, f.implies, f.since)),
            *more,
        )

    return st.recursive(atoms, grown, max_leaves=leaves)


variable = st.builds(lambda tool: f.now({"tool": tool, "with": {"f": "$x"}}), NAMES)
bodies = looking_back(st.one_of(variable, variable, nows))
quantified = st.builds(
    lambda make, tool, body: make({"tool": tool, "with": {"f": "$x"}}, body),
    st.sampled_from([f.each, f.some]),
    NAMES,
    bodies,
)
whole_run = st.one_of(
    st.builds(f.called, NAMES),
    st.builds(f.called_n, NAMES, OPS, SMALL),
    st.builds(f.before, NAMES, NAMES),
    st.builds(f.after, NAMES, NAMES),
    st.builds(f.all_before, st.lists(NAMES, min_size=1, max_size=2), NAMES),
    st.builds(f.in_order, st.lists(NAMES, min_size=1, max_size=3)),
    st.builds(f.within_steps, NAMES, NAMES, SMALL),
    st.builds(f.branch_called, NAMES, st.one_of(st.none(), NAMES)),
    st.builds(f.instance_before, NAMES, st.integers(1, 2), NAMES, st.integers(1, 2)),
)


def formulas(leaves=7):
    atoms = st.one_of(nows, nows, nows, whole_run, consts, quantified, looking_back(nows, leaves=3))

    def grown(inner):
        return st.one_of(
            *(st.builds(make, inner) for make in (f.no, f.G, f.F, f.X, f.Y, f.O, f.H)),
            *(st.builds(make, inner, inner) for make in (f.both, f.either, f.implies, f.until, f.weak, f.release, f.since)),
        )

    return st.recursive(atoms, grown, max_leaves=leaves)


def calls(open_ones=False):
    return st.builds(
        Call,
        NAMES,
        st.sampled_from([True, True, True, False]),
        st.lists(PATHS, max_size=2, unique=True).map(tuple),
        st.sampled_from([False, False, True]) if open_ones else st.just(False),
    )


def runs(most=7, **more):
    return st.lists(calls(**more), max_size=most)
