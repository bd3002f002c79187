"""Recorded sessions as one run: every call in its order, with what the trail says of how it went on.

Rules that go by earlier calls see what has run: a call that was refused has not, whatever a version answers to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.model.event import DONE, FINISH, PROMPT, Event
from guardhost.model.verdict import SEAMS, rank
from guardhost.testing.compared import PASSES, Case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Named = tuple[str, str, str]

KINDS = (*SEAMS, DONE, PROMPT, FINISH)


def in_order(found: Iterable[tuple[dict[str, Any], Case | None]], root: str) -> list[Case]:
    """Return recorded calls as one run; `found` are the records in the order of time, a call's with its case.

    A call that was recorded twice, by two entries of a host, is one. A record without its case is left out.
    """
    calls: dict[Named, tuple[dict[str, Any], Case | None]] = {}
    ends: dict[Named, dict[str, Any]] = {}
    for number, (record, case) in enumerate(found):
        name = _name(record)
        if record.get("kind") == DONE:
            ends.setdefault(name, record)
            continue
        key = name if record.get("call_id") else (*name[:2], f"\0{number}")
        before = calls.get(key)
        if before is None:
            calls[key] = record, case
        elif _rank(record) > _rank(before[0]):
            calls[key] = record, before[1]
    run = [one for record, case in calls.values() for one in _steps(record, case, ends, root)]
    return [one.replace(first=not number, completes=True) for number, one in enumerate(run)]


def _name(record: dict[str, Any]) -> Named:
    asked = str(record.get("asked", "") or record.get("text", ""))
    return str(record.get("session", "")), str(record.get("call_id", "")), asked


def _rank(record: dict[str, Any]) -> int:
    return rank(str(record.get("decision", "allow")))


def _steps(record: dict[str, Any], case: Case | None, ends: dict[Named, dict[str, Any]], root: str) -> Iterator[Case]:
    kind = str(record.get("kind", ""))
    if kind in (PROMPT, FINISH):
        event = Event(moment=kind, cwd=root, project=root, **_of_whom(record))
        yield Case(text="the end of a turn" if kind == FINISH else kind, origin="recorded", kind=kind, event=event)
    if case is None or case.event is None:
        return
    event = case.event.replace(**_of_whom(record), call_id=str(record.get("call_id", "")))
    yield case.replace(event=event)
    end = ends.get(_name(record))
    if end is not None or str(record.get("decision", "allow")) in PASSES:
        status = end.get("status") if end is not None else None
        done = event.replace(moment=DONE, status=status if isinstance(status, int) else None)
        yield Case(text=case.text, origin=case.origin, kind=DONE, event=done)


def _of_whom(record: dict[str, Any]) -> dict[str, Any]:
    return {name: str(record.get(name, "")) for name in ("host", "session")}
