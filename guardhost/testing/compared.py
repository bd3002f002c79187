"""Which calls two versions of a policy judge differently: those that were recorded, and the examples beside the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.model.call import SpawnCall, WriteCall
from guardhost.model.errors import GuardError
from guardhost.model.event import Event
from guardhost.model.jsontext import decode, encode
from guardhost.model.record import Record
from guardhost.model.verdict import rank
from guardhost.testing.examples import shown, steps
from guardhost.testing.judging import Judgement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from guardhost.testing.judging import Session
    from guardhost.testing.versions import Version

LAXER, STRICTER, TEXT = "laxer", "stricter", "text"
PASSES = ("allow", "advise")


class Case(Record):
    """One call: an `event` that was recorded, or the `call` of an example; `origin` says which, `text` shows it."""

    text: str
    origin: str
    kind: str = "command"
    event: Event | None = None
    call: dict[str, Any] | None = None


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


def examples(*versions: Version) -> list[Case]:
    """Return the calls of the examples of both versions, each once."""
    found: dict[str, Case] = {}
    for version in versions:
        for rule in version.rules:
            for _, call in (step for test in rule.tests for step in steps(test)):
                key = encode(call)
                kind = next((seam for seam in ("write", "spawn", "tool") if seam in call), "command")
                found.setdefault(key, Case(text=shown(call), origin=f"example of {rule.name}", kind=kind, call=call))
    return list(found.values())


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
    """Judge every call by both versions, each in a session of its own; None for a call that both judge alike."""
    for case in cases:
        one, other = _judged(before.session, case), _judged(after.session, case)
        change = _change(one, other)
        yield Difference(case=case, before=one, after=other, change=change) if change else None


def _judged(session: Session, case: Case) -> Judgement:
    session.renew()
    try:
        return session.judge_event(case.event) if case.event is not None else session.judge_call(case.call or {})
    except GuardError as error:
        return Judgement(decision="deny", rule=error.code, reason=str(error))


def _change(before: Judgement, after: Judgement) -> str:
    if before.decision != after.decision:
        return LAXER if rank(after.decision) < rank(before.decision) else STRICTER
    told = [(one.rule, _without_ref(one.reason), one.next) for one in (before, after)]
    return TEXT if told[0] != told[1] else ""


def _without_ref(reason: str) -> str:
    return "\n".join(line for line in reason.splitlines() if "`guardhost explain grd-" not in line)


def worst_first(found: Iterable[Difference]) -> list[Difference]:
    """Return differences with those first that let through what was stopped, then the other laxer ones."""
    order = (LAXER, STRICTER, TEXT)
    return sorted(found, key=lambda one: (not one.lets_through, order.index(one.change), -_step(one)))


def _step(one: Difference) -> int:
    return abs(rank(one.after.decision) - rank(one.before.decision))
