"""What the tests lend to the reader."""

from __future__ import annotations

import sys
from pathlib import Path

from guardhost.shell.reading import Lent, Reading, read
from guardhost.world.process import start

SHFMT = str(Path(sys.executable).parent / "shfmt")
LENT = Lent(cwd="/w/a", home="/home/u", shfmt=SHFMT, start=start)


def reading(line: str, **changes: object) -> Reading:
    """Read a line in /w/a, with both readers at hand."""
    return read(line, LENT.replace(**changes), 10.0)


def shown(line: str, **changes: object) -> list[str]:
    """Return the programs of a line as text: `*` in front may run, `!` cannot, `?` is not known, `@` repeats."""
    found = reading(line, **changes)
    assert found.readable, found.why
    out = []
    for command in found.commands:
        words = [command.program or ("?" if command.word.raw or not command.word.known else "-")]
        words += [str(word) if word.known else "?" for word in command.args]
        marks = ("!" if command.never else "" if command.certain else "*") + ("@" if command.repeats else "")
        via = "".join(f"{name}:" for name in command.wrappers)
        out.append(marks + via + " ".join(words))
    return out
