"""The commands that a verdict named as its `next`, for one checkout: run verbatim, they are not advised against again."""

from __future__ import annotations

from guardhost.model.jsontext import decode, encode
from guardhost.world.files import append_line, read_own, short

WINDOW = 20
MOST_BYTES = 4 << 20


def serve(folder: str, root: str, commands: tuple[str, ...]) -> bool:
    """Remember commands as served in the checkout at `root`; `folder` is the repository's. False when it could not be."""
    lines = "\n".join(encode(command) for command in commands).encode("ascii")
    return not commands or append_line(_path(folder, root), lines) > 0


def served(folder: str, root: str, line: str) -> bool:
    """Return whether `line` is, word for word, one of the last twenty commands served in the checkout."""
    lines = [one for one in (read_own(_path(folder, root), MOST_BYTES) or b"").split(b"\n") if one]
    return any(_command(one) == line.strip() for one in lines[-WINDOW:])


def _command(line: bytes) -> str | None:
    try:
        command = decode(line)
    except ValueError:
        return None
    return command.strip() if isinstance(command, str) else None


def _path(folder: str, root: str) -> str:
    return f"{folder}/served/{short(root)}.jsonl"
