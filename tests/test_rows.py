"""A table whose rows are run many in one test says each that failed, and leaves none out."""

from __future__ import annotations

import pytest

from tests.rows import PIECE, each_row


def ran(test, at=0):
    """Run one piece of a decorated test; return what failed."""
    piece = test.pytestmark[0].args[1][at]
    try:
        test(piece)
    except ExceptionGroup as group:
        return group.exceptions
    return ()


def test_every_row_runs_and_each_that_fails_is_told_with_it():
    seen = []

    @each_row(("number", "wanted"), [(1, 1), (2, 3), (4, 4), (5, 6)])
    def test(number, wanted):
        seen.append(number)
        assert number == wanted

    assert [failure.__notes__ for failure in ran(test)] == [
        ["the row: {'number': 2, 'wanted': 3}"],
        ["the row: {'number': 5, 'wanted': 6}"],
    ]
    assert seen == [1, 2, 4, 5]


def test_several_tables_are_multiplied_and_cut_into_pieces():
    seen = []

    @each_row("a", range(3), "b, c", [(at, -at) for at in range(PIECE)])
    def test(a, b, c):
        seen.append((a, b, c))

    assert [ran(test, at) for at in range(3)] == [(), (), ()]
    assert sorted(seen) == sorted((a, b, -b) for a in range(3) for b in range(PIECE))


@pytest.mark.parametrize("table", [[], [pytest.param(1, 2, marks=pytest.mark.skip)], [(1, 2, 3)]])
def test_a_table_that_would_test_nothing_or_something_else_is_refused(table):
    with pytest.raises((AssertionError, ValueError)):
        each_row("a, b", table)
