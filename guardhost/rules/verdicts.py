"""How a call breaks a rule."""

from __future__ import annotations

from guardhost.model.record import Record


class Broken(Record):
    """A rule that a call breaks: `problem` says by what, `words` are those that nobody knows before the run.

    `maybe` says that it rests on what is not known; `told` is the rule's own message, where the kind has one.
    """

    problem: str
    maybe: bool = False
    words: tuple[str, ...] = ()
    told: str = ""
