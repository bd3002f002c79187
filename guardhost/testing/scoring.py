"""A finished run against the rules of rule files, with the ordinary two values: kept, or broken."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from guardhost.judgement.flow import READING_LIMIT, reader
from guardhost.judgement.ruling import ground_of, members_of
from guardhost.judgement.scene import Scene
from guardhost.judgement.unhosted import Unhosted
from guardhost.judgement.watching import ended_as
from guardhost.model.event import Event
from guardhost.model.record import Record
from guardhost.rules.kinds import STATELESS, kind
from guardhost.rules.logic import Logic
from guardhost.rules.monitoring import Watched, told
from guardhost.rules.texts import owed
from guardhost.rules.values import Ground
from guardhost.shell.reading import read
from guardhost.temporal.cells import Cells
from guardhost.temporal.enforcing import MODES
from guardhost.world.state import locate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.scene import Lent
    from guardhost.rules.members import Member
    from guardhost.testing.trace import Ran


class Result(Record):
    """How a run kept to one rule: `problem` says by what it is broken, `at` which call broke it first."""

    rule: Mapping[str, Any]
    weight: float
    passed: bool
    problem: str = ""
    at: str = ""

    @property
    def severity(self) -> str:
        """The name that its mode has in `guardhost.temporal`."""
        return MODES[self.rule["mode"]]


class Call:
    """One call of the run with what it is made of."""

    def __init__(self, ran: Ran, files: list[RuleFile], lent: Lent) -> None:
        self.ran = ran
        line = ran.event.seam == "command"
        reading = read(ran.event.command, reader(ran.event, lent), READING_LIMIT) if line else None
        self.unread = reading.why if reading is not None and not reading.readable else ""
        self.raw, members = members_of(ran.event, reading, files)
        self.members = list(_ran(members, Logic(reading) if reading is not None else None, ran))

    def ground(self, ground: Ground) -> Ground:
        """Return the ground of a rule with the disk as the trace says that it was."""
        there = self.ran.existed
        if there is None:
            return ground
        return Ground(ground.root, ground.home, lambda _path: there, ground.real_path, ground.glob)


def _ran(members: list[Member], logic: Logic | None, ran: Ran) -> Iterator[tuple[Member, bool, int | None]]:
    """Yield the calls of a line that ran, or may have, with how they ended."""
    ends: dict[int, int | None] = logic.over(ran.status) if logic is not None else {0: ran.status}
    for member in members:
        how = ended_as(logic, ends, member)
        if how != "n":
            yield member, ran.sure and how != "?", int(how[1]) if len(how) > 1 else None


def run(
    files: list[RuleFile], rans: Sequence[Ran], root: str, weights: Mapping[str, float]
) -> tuple[list[Result], list[str]]:
    """Return how a run kept to each rule that is in force, and what of it could not be read."""
    with Unhosted(os.environ, locate(os.environ)) as unhosted:
        lent = unhosted.lent()
        ground = ground_of(
            Scene(Event(host="generic", dialect="generic", seam="command", cwd=root, project=root), lent), root
        )
        calls = [Call(ran, files, lent) for ran in rans]
    results = [
        _result(rule, calls, ground).replace(weight=weights.get(rule["id"], rule.get("weight", 1)))
        for file in files
        for rule in file.compiled["rules"]
        if not rule.get("off")
    ]
    return results, [f"{call.ran.where}: this line cannot be read: {call.unread}" for call in calls if call.unread]


def compliance(results: Sequence[Result]) -> float:
    """Return 1 - (weight of the rules that are broken) / (weight of all); 1 where nothing weighs."""
    whole = sum(one.weight for one in results)
    return 1.0 - sum(one.weight for one in results if not one.passed) / whole if whole else 1.0


def _result(rule: Mapping[str, Any], calls: list[Call], ground: Ground) -> Result:
    found = _alone(rule, calls, ground) if rule["kind"] in STATELESS else _connected(rule, calls, ground)
    return Result(rule=rule, weight=1.0, passed=not found, problem=found[1] if found else "", at=found[0] if found else "")


def _alone(rule: Mapping[str, Any], calls: list[Call], ground: Ground) -> tuple[str, str] | None:
    for call in calls:
        raw = [call.raw] if rule["kind"] == "conditions" else []
        for member in [*raw, *(member for member, _, _ in call.members)]:
            broken = kind(rule["kind"]).broken(rule, member, call.ground(ground))
            if broken is not None:
                return call.ran.where, broken.problem
    return None


def _connected(rule: Mapping[str, Any], calls: list[Call], ground: Ground) -> tuple[str, str] | None:
    watched = Watched(rule, ground)
    state, cells = watched.start(), Cells()
    first: tuple[str, str] | None = None
    for call in calls:
        for member, sure, status in call.members:
            step, asked = watched.step(state, cells, member, sure=sure, status=status, ground=call.ground(ground))
            state = step.state
            if step.violated and first is None:
                first = call.ran.where, told(watched, step, asked, member).problem
    if watched.ended(state):
        return None
    return first if first and rule.get("class") not in ("UNSAFE", "INERT") else ("", _unmet(rule))


def _unmet(rule: Mapping[str, Any]) -> str:
    if rule["kind"] != "finally":
        return f"`{rule.get('said', rule['id'])}` does not hold at the end"
    return owed(rule)
