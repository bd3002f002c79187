"""Which calls two versions of a policy judge differently: those that were recorded, and the examples beside the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.judgement.raising import ORDER, default, standing
from guardhost.model.call import SpawnCall, WriteCall
from guardhost.model.errors import GuardError
from guardhost.model.event import CALL, Event
from guardhost.model.jsontext import decode, encode
from guardhost.model.record import Record
from guardhost.model.verdict import SEAMS, rank
from guardhost.rules.examples import parse_step
from guardhost.testing.examples import shown, steps
from guardhost.testing.judging import Judgement
from guardhost.testing.rule_examples import event_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from guardhost.testing.judging import Session
    from guardhost.testing.versions import Version

LAXER, STRICTER, TEXT = "laxer", "stricter", "text"
PASSES = ("allow", "advise")


class Case(Record):
    """One call: an `event` that was recorded, or the `call` of an example; `origin` says which, `text` shows it.

    `first`: it begins a session; what is not first is judged after the case before it. `kind` is its seam, or the moment
    that it is: "done" and "prompt" are not judged, "finish" is. `completes`: the end of each call that ran is a case.
    """

    text: str
    origin: str
    kind: str = "command"
    event: Event | None = None
    call: dict[str, Any] | None = None
    first: bool = True
    completes: bool | None = None

    @property
    def counts(self) -> bool:
        """Whether it is a call, and no moment between calls."""
        return self.kind in SEAMS


class Difference(Record):
    """A call that is judged differently: `change` is "laxer", "stricter" or "text"."""

    case: Case
    before: Judgement
    after: Judgement
    change: str

    @property
    def lets_through(self) -> bool:
        """Whether it passes now and did not before."""
        return self.after.decision in PASSES and self.before.decision not in PASSES


class Raised(Record):
    """A built-in rule that the rule files of two versions raise to different decisions, or one of them not at all."""

    rule: str
    before: str
    after: str

    @property
    def change(self) -> str:
        """Return "laxer" or "stricter"."""
        return LAXER if ORDER.index(self.after) < ORDER.index(self.before) else STRICTER

    @property
    def lets_through(self) -> bool:
        """Whether what it fires on passes now and did not before."""
        return ORDER.index(self.after) < ORDER.index("ask") <= ORDER.index(self.before)


def raised(before: Version, after: Version) -> list[Raised]:
    """Return the built-in rules that one version raises and the other does not, or to another decision."""
    sides = [standing(file.compiled for file in version.files) for version in (before, after)]
    names = sorted({*sides[0], *sides[1]})
    found = [Raised(rule=name, **_decisions(name, *sides)) for name in names if sides[0].get(name) != sides[1].get(name)]
    return sorted(found, key=lambda one: (not one.lets_through, one.change))


def _decisions(rule: str, before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    return {"before": before.get(rule) or default(rule), "after": after.get(rule) or default(rule)}


def examples(*versions: Version) -> list[Case]:
    """Return the calls of the examples of both versions, each once; those of rule files come last, step by step."""
    found: dict[str, Case] = {}
    for version in versions:
        for rule in version.rules:
            for _, call in (step for test in rule.tests for step in steps(test)):
                key = encode(call)
                kind = next((seam for seam in ("write", "spawn", "tool") if seam in call), "command")
                found.setdefault(key, Case(text=shown(call), origin=f"example of {rule.name}", kind=kind, call=call))
    return [*found.values(), *_of_rule_files(versions)]


def _of_rule_files(versions: Iterable[Version]) -> Iterator[Case]:
    seen: set[str] = set()
    for version in versions:
        for file in version.files:
            for rule in file.compiled["rules"]:
                for test in rule.get("tests", ()):
                    steps_of = [test] if isinstance(test, str) else list(test)
                    key = encode([one.partition(":")[2].strip() or one for one in steps_of])
                    if key not in seen:
                        seen.add(key)
                        yield from _sequence(rule["id"], steps_of, version.session.root)


def _sequence(rule: str, said: list[str], root: str) -> Iterator[Case]:
    for number, step in enumerate(map(parse_step, said)):
        event = event_of(root, step)
        text = shown(dict(step.wire)) if step.wire else step.text
        kind = event.seam if step.moment == CALL else step.moment
        yield Case(text=text, origin=f"example of {rule}", kind=kind, event=event, first=not number)


def recorded(record: dict[str, Any], text: str, root: str, label: str) -> Case | None:
    """Return the call of one record of the trail, None when the record does not have all of it; `label` shows it."""
    kind = str(record.get("kind", ""))
    cwd = str(record.get("cwd", ""))
    there = cwd if cwd == root or cwd.startswith(f"{root}/") else root
    event = Event(seam=kind, cwd=there, project=root, host=str(record.get("host", "")), tool=str(record.get("tool", "")))
    try:
        event = _filled(event, record, text)
    except (ValueError, TypeError, AttributeError):
        return None
    return Case(text=" ".join(label.split()), origin="recorded", kind=kind, event=event)


def _filled(event: Event, record: dict[str, Any], text: str) -> Event:
    if event.seam == "command" and text:
        return event.replace(command=text)
    if event.seam == "spawn" and text:
        to, told = str(record.get("to", "")), str(record.get("description", ""))
        return event.replace(spawn=SpawnCall(kind="continue" if to else "spawn", prompt=text, description=told, to=to))
    if event.seam == "write":
        return event.replace(writes=tuple(_write(call) for call in decode(text)))
    if event.seam == "tool":
        args = decode(text)
        if isinstance(args, dict):
            return event.replace(args=args)
    raise ValueError("not a whole call")


def _write(call: dict[str, Any]) -> WriteCall:
    edits = tuple((str(old), str(new)) for old, new in call.get("edits", ()))
    return WriteCall(**{**call, "edits": edits, "everywhere": tuple(call.get("everywhere", ()))})


def differences(before: Version, after: Version, cases: Iterable[Case]) -> Iterator[Difference | None]:
    """Judge every call by both versions, in the session of the calls before it; None for one that both judge alike."""
    for case in cases:
        one, other = _judged(before.session, case), _judged(after.session, case)
        change = _change(one, other)
        yield Difference(case=case, before=one, after=other, change=change) if change else None


def _judged(session: Session, case: Case) -> Judgement:
    if case.first:
        session.renew()
    try:
        if case.event is None:
            return session.judge_call(case.call or {})
        return session.judge_event(case.event, completes=case.completes)
    except GuardError as error:
        return Judgement(decision="deny", rule=error.code, reason=str(error))


def _change(before: Judgement, after: Judgement) -> str:
    if before.decision != after.decision:
        return LAXER if rank(after.decision) < rank(before.decision) else STRICTER
    told = [(one.rule, _without_ref(one.reason), one.next) for one in (before, after)]
    return TEXT if told[0] != told[1] else ""


def _without_ref(reason: str) -> str:
    return "\n".join(line for line in reason.splitlines() if "`guardhost explain grd-" not in line)


def distinct(found: Iterable[Difference]) -> Iterator[Difference]:
    """Give each difference once: the same call may come often in a run, and be judged alike each time."""
    seen: set[tuple[str, ...]] = set()
    for one in found:
        sides = (part for judged in (one.before, one.after) for part in (judged.decision, judged.rule))
        key = (one.case.kind, one.case.text, one.case.origin, str(one.case.event and one.case.event.cwd), *sides)
        if key not in seen:
            seen.add(key)
            yield one


def worst_first(found: Iterable[Difference]) -> list[Difference]:
    """Return differences with those first that let through what was stopped, then the other laxer ones."""
    order = (LAXER, STRICTER, TEXT)
    return sorted(found, key=lambda one: (not one.lets_through, order.index(one.change), -_step(one)))


def _step(one: Difference) -> int:
    return abs(rank(one.after.decision) - rank(one.before.decision))
