"""A rule that connects calls, asked about one call: its monitor is stepped with how the call matches the rule's targets."""

from __future__ import annotations

from guardhost.model.jsontext import decode
from guardhost.rules.loading import tuples
from guardhost.rules.matching import bind, faces_of, match
from guardhost.rules.values import MAYBE, NO, YES
from guardhost.temporal import monitor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.rules.members import Member
    from guardhost.rules.values import Ground
    from guardhost.rules.verdicts import Broken
    from guardhost.temporal.cells import AnyCells
    from guardhost.temporal.monitor import Bind, Match, Step

MOST_ROWS = 256  # combinations of values that one call may bind


class Watched:
    """A rule with its monitor."""

    __slots__ = ("ground", "rule", "spec")

    def __init__(self, rule: Mapping[str, Any], ground: Ground) -> None:
        self.rule = rule
        self.ground = ground
        self.spec: tuple[Any, ...] = tuples(decode(rule["spec"]))

    def start(self) -> Any:
        """Return the state before the first call."""
        return monitor.start(self.spec)

    def kept(self, text: str) -> Any:
        """Return a state that was kept as `text_of` gives it."""
        return monitor.decode(text)

    def text_of(self, state: Any) -> str:
        """Return a state as text."""
        return monitor.encode(state)

    def step(
        self,
        state: Any,
        cells: AnyCells,
        member: Member,
        *,
        sure: bool = True,
        status: int | None = None,
        ground: Ground | None = None,
    ) -> tuple[Step, Asked]:
        """Return the step of one call, and what was asked of it; not `sure` is one that may have run."""
        asked = Asked(self.rule, member, ground or self.ground, status)
        answers: Match = asked.match
        bindings: Bind = asked.bind
        if not sure:
            answers, bindings = monitor.perhaps(answers), monitor.perhaps_bind(bindings)
        return monitor.step(self.spec, state, answers, bindings, cells), asked

    def idle(self, state: Any) -> bool:
        """Return whether a call that concerns no target changes nothing."""
        return monitor.idle(self.spec, state)

    def ended(self, state: Any) -> bool:
        """Return whether the rule holds when the run ends here."""
        return monitor.ended(self.spec, state)


class Asked:
    """Answers a monitor's questions about one call, and keeps what left them open."""

    __slots__ = ("_ground", "_member", "_rule", "_status", "shown", "words")

    def __init__(self, rule: Mapping[str, Any], member: Member, ground: Ground, status: int | None) -> None:
        self._rule = rule
        self._member = member
        self._ground = ground
        self._status = status
        self.words: list[str] = []
        self.shown: dict[tuple[str, ...], tuple[str, ...]] = {}

    def match(self, target: int) -> int:
        """Return whether the call is a target."""
        found = match(self._rule["asked"][target], self._member, self._ground, status=self._status)
        if found.answer == MAYBE:
            self.words.extend(found.words)
        return found.answer

    def bind(self, target: int) -> list[tuple[tuple[str, ...] | None, int]]:
        """Return what the call binds the variables of a target to."""
        names = self._rule["order"][target]
        found: dict[tuple[str, ...] | None, int] = {}
        for alternative in self._rule["asked"][target]:
            for face in faces_of(alternative, self._member):
                bound = bind(alternative, names, self._member, face, self._ground, self._status)
                for row, shown in zip(bound.rows[:MOST_ROWS], bound.shown, strict=False):
                    found[row] = max(found.get(row, NO), bound.answer)
                    self.shown[row] = shown
                if bound.open or len(bound.rows) > MOST_ROWS:
                    found[None] = MAYBE
                    self.words.extend(bound.open)
        return list(found.items())


def told(watched: Watched, step: Step, asked: Asked, member: Member) -> Broken:
    """Return how a call breaks the rule."""
    from guardhost.rules.texts import call_text, missing, targets_text
    from guardhost.rules.verdicts import Broken

    rule = watched.rule
    words = tuple(dict.fromkeys(asked.words)) if step.maybe or None in step.broken else ()
    if rule["kind"] == "before":
        row = next((one for one in step.broken if one is not None), None)
        values = dict(zip(_order(rule), asked.shown.get(row, row), strict=False)) if row is not None else None
        problem = missing(rule, values)
    elif rule["kind"] == "at_most":
        most = f"the {rule['times']} calls of {targets_text(rule['targets'][0])} that may be"
        problem = f"{call_text(member)} would be one more than {most}"
    else:
        problem = f"{call_text(member)} breaks `{rule.get('said', rule['id'])}`"
    return Broken(problem=problem, maybe=step.maybe, words=words)


def _order(rule: Mapping[str, Any]) -> list[str]:
    return next((names for names in rule["order"] if names), [])


__all__ = ["MAYBE", "NO", "YES", "Asked", "Watched", "told"]
