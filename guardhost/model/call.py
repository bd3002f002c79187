"""What an edit or a spawn asks for."""

from __future__ import annotations

from guardhost.model.record import Record


class WriteCall(Record):
    """One file that an edit tool changes. `known` is False for a shape that we do not read: the texts are then UNKNOWN."""

    path: str
    content: str = ""
    old_text: str = ""
    new_text: str = ""
    edits: tuple[tuple[str, str], ...] = ()
    replace_all: bool = False
    everywhere: tuple[bool, ...] = ()  # of `edits`: whether each replaces every place; () where `replace_all` says it
    delete: bool = False
    known: bool = True
    whole: bool = False  # `content` is the whole new text, also when it is ""
    lines: bool = False  # `edits` replace whole lines, each at the one place where they stand; elsewhere it is not known
    part: bool = (
        False  # `new_text` or `edits` go where the call says in other ways (a notebook's cell): the new text is not known
    )


class SpawnCall(Record):
    """A subagent started (`kind` "spawn") or messaged ("continue", then `to` is its name or id)."""

    kind: str = "spawn"
    model: str = ""
    agent_type: str = ""
    description: str = ""
    name: str = ""
    prompt: str = ""
    background: bool = False
    isolated: bool = False
    to: str = ""
