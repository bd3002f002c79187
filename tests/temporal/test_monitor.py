"""Monitors against the definition, and what they cost."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given, settings

from guardhost.temporal import compiling, monitor
from guardhost.temporal.cells import Cells
from tests.temporal.definition import Failures, answer, bind
from tests.temporal.shapes import formulas, runs

EXAMPLES = int(os.environ.get("GUARDHOST_EXAMPLES", "300"))
THOROUGH = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)


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
