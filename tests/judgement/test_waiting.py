"""Advice that a host has no field for waits for the next event that can carry it, once, in its own session."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from guardhost.judgement.waiting import with_waiting
from guardhost.model.event import CALL, DONE, Event
from guardhost.model.outcome import Outcome
from guardhost.world.state import State, of_session

HOST = SimpleNamespace(CARRIES=("after",))
CALLED = Event(moment=CALL, host="h", name="before", session="s")
AFTER = Event(moment=DONE, host="h", name="after", session="s")
ADVICE = Outcome(decision="advise", context="use y", rule="r")
WAITED = "of an earlier call: use y\n[r]"


@pytest.fixture
def lent(tmp_path: Any) -> Any:
    return SimpleNamespace(state=State(folder=str(tmp_path)))


def test_advice_waits_and_is_told_once(lent: Any) -> None:
    assert with_waiting(CALLED, ADVICE, HOST, lent) == ADVICE
    assert with_waiting(AFTER, Outcome(), HOST, lent).context == WAITED
    assert with_waiting(AFTER, Outcome(), HOST, lent) == Outcome()


def test_a_deny_carries_what_waited(lent: Any) -> None:
    with_waiting(CALLED, ADVICE, HOST, lent)
    assert with_waiting(CALLED, Outcome(decision="deny", reason="no"), HOST, lent).notes == (WAITED,)
    assert with_waiting(AFTER, Outcome(), HOST, lent) == Outcome()


def test_several_wait_each_once_and_come_with_what_the_event_says(lent: Any) -> None:
    for text in ("a", "b", "a"):
        with_waiting(CALLED, Outcome(decision="advise", context=text), HOST, lent)
    told = with_waiting(AFTER, Outcome(context="c"), HOST, lent).context
    assert told == "c\n\nof an earlier call: a\n\nof an earlier call: b"


def test_notes_without_an_advice_wait_too(lent: Any) -> None:
    with_waiting(CALLED, Outcome(notes=("n",)), HOST, lent)
    assert with_waiting(AFTER, Outcome(), HOST, lent).context == "of an earlier call: n"


def test_nothing_is_kept_for_a_host_that_carries_it_itself(lent: Any, tmp_path: Any) -> None:
    assert with_waiting(CALLED, ADVICE, SimpleNamespace(), lent) == ADVICE
    assert with_waiting(CALLED, ADVICE, SimpleNamespace(CARRIES=("before",)), lent) == ADVICE
    assert list(tmp_path.iterdir()) == []


def test_other_sessions_and_quiet_calls_get_nothing(lent: Any) -> None:
    with_waiting(CALLED, ADVICE, HOST, lent)
    assert with_waiting(CALLED, Outcome(), HOST, lent) == Outcome()
    assert with_waiting(AFTER.replace(session="other"), Outcome(), HOST, lent) == Outcome()
    assert with_waiting(AFTER, Outcome(), HOST, lent).context == WAITED


def test_what_waits_has_a_bound(lent: Any) -> None:
    for at in range(20):
        with_waiting(CALLED, Outcome(decision="advise", context=f"{at} " + "x" * 1000), HOST, lent)
    assert len(with_waiting(AFTER, Outcome(), HOST, lent).context) < 9000


def test_a_state_that_cannot_be_used_keeps_nothing(tmp_path: Any) -> None:
    (tmp_path / "f").write_text("")
    state = State(folder=str(tmp_path / "f" / "below"))
    lent: Any = SimpleNamespace(state=state)
    assert with_waiting(CALLED, ADVICE, HOST, lent) == ADVICE
    assert with_waiting(AFTER, Outcome(), HOST, lent) == Outcome()
    assert of_session(state, "h", "s")
