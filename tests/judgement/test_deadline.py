"""The phases share what is left: arithmetic on a lent clock, in no time at all."""

from __future__ import annotations

import pytest

from guardhost.judgement.deadline import CALL_COMMITTED, CALL_WORKING, LOAD, RESOLVE, Deadline
from tests.judgement.lent import Hands


def test_each_phase_gets_an_equal_share_of_what_is_left() -> None:
    """(what is left - 0.3 s) / phases left."""
    clock = Hands()
    deadline = Deadline(clock, clock.now(), 7.0, 4)
    assert deadline.enter(LOAD) == pytest.approx(6.7 / 4)


def test_an_early_phase_leaves_its_time_to_the_later_ones() -> None:
    """Load takes a tenth of a second; the next has a third of the rest, at most three seconds to resolve."""
    clock = Hands()
    deadline = Deadline(clock, clock.now(), 7.0, 4)
    deadline.enter(LOAD)
    clock.pass_(0.1)
    assert deadline.enter(RESOLVE) == pytest.approx(6.6 / 3)
    clock.pass_(0.0)
    assert deadline.enter(CALL_COMMITTED) == pytest.approx(6.6 / 2)
    clock.pass_(3.3)
    assert deadline.enter(CALL_WORKING) == pytest.approx(3.3)


def test_resolving_has_at_most_three_seconds() -> None:
    """Also where its share would be more."""
    clock = Hands()
    assert Deadline(clock, clock.now(), 120.0, 2).enter(RESOLVE) == pytest.approx(3.0)


def test_the_clock_starts_with_the_process_and_budgets_are_never_negative() -> None:
    """A hook that started 6.5 s ago has 0.2 s left for its judges; one that started 9 s ago has none."""
    clock = Hands()
    assert Deadline(clock, clock.now() - 6.5, 7.0, 1).enter(CALL_WORKING) == pytest.approx(0.2)
    assert Deadline(clock, clock.now() - 9, 7.0, 1).enter(CALL_WORKING) == 0.0
