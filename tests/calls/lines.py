"""Shell-like lines to commands, for the tables of this folder: `$X` inside a word is not known before the run."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from guardhost.calls.structured import structured
from guardhost.model.line import Command, Word
from guardhost.model.structured import Call


def word(text: str) -> Word:
    """Return the word; every `$X` in it is an unknown part."""
    if "$X" not in text:
        return Word(text)
    parts: list[str | None] = []
    for at, piece in enumerate(text.split("$X")):
        parts += [None] if at else []
        parts += [piece] if piece else []
    return Word(known=False, raw=text, parts=tuple(parts))


def call(line: str) -> Call:
    """Return the structured call of one simple command."""
    program, *words = shlex.split(line)
    return structured((Command(program=program, args=tuple(word(each) for each in words)),))[0]


def plain(value: Any) -> Any:
    """Return arguments as an example writes them: texts, None for an unknown word, lists."""
    if isinstance(value, Word):
        return str(value) if value.known else None
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, tuple) else value
