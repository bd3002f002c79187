"""The kit for policy authors: judge calls in a plain pytest test, and make requests by hand.

    from guardhost.testing import judge

    def test_watching_is_denied():
        verdict = judge("gh run watch 1")
        assert (verdict.decision, verdict.rule) == ("deny", "workspace:ci-watch")

Nothing is run or recorded, and the person's own policy and settings stay out of it, so that a test says the same to
everybody.
"""

from __future__ import annotations

from guardhost.testing.judging import Judgement, Session, judge
from guardhost.testing.requests import change, command, spawn, tool, write

__all__ = ["Judgement", "Session", "change", "command", "judge", "spawn", "tool", "write"]
