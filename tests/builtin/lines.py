"""Judge real lines: read by the shell room, with its effects, in the project /home/u/proj of a person /home/u."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guardhost.model.verdict import Answer
from guardhost.shell.effects import effects
from guardhost.shell.reading import Lent, read
from guardhost.world.process import start
from tests.builtin.matters import HOME, PROJECT, judged, matter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.builtin.matter import Matter

SHFMT = shutil.which("shfmt", path=str(Path(sys.executable).parent)) or shutil.which("shfmt") or ""
LENT = Lent(cwd=PROJECT, home=HOME, shfmt=SHFMT, start=lambda argv, data: start(argv, data, {}))


def line_matter(
    line: str, files: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None, **fields: Any
) -> Matter:
    """Return the matter of a shell line."""
    reading = read(line, LENT, 10.0)
    return matter(
        files=files,
        links=links,
        commands=reading.commands,
        readable=reading.readable,
        why=reading.why,
        assignments=reading.assignments,
        effects=effects(reading, LENT),
        **fields,
    )


def line_answer(line: str, files: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None) -> Answer:
    """Return the strictest built-in answer to a shell line."""
    return judged(line_matter(line, files, links))
