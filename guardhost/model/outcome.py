"""What comes of one judgement: the verdict on the wire, and what is told to the person."""

from __future__ import annotations

from guardhost.model.record import Record


class Outcome(Record):
    """The verdict on the wire, and beside it what is told to the person.

    `reason` carries the text of an ask or a deny, `context` that of an advice; `elapsed_ms` is in milliseconds; `noted`
    are the rules that the notes are of.
    """

    decision: str = "allow"
    mode: str = ""
    reason: str = ""
    context: str = ""
    rule: str = ""
    ref: str = ""
    decided_by: str = ""
    read_only: bool = False
    next: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    elapsed_ms: float = 0.0
    person: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()
