"""How full an agent's context is, from the end of its transcript."""

from __future__ import annotations

import posix

from guardhost.model.jsontext import decode
from guardhost.world.files import KIND, REGULAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LAST_BYTES = 512 * 1024
COUNTED = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


def context_tokens(path: str) -> int | None:
    """Return the input and cache tokens of the last usage record in the final 512 KiB, None when there is none.

    A first line that is cut off there, and lines that are no JSON, are skipped. Never blocks, never raises.
    """
    for line in reversed(_last_lines(path)):
        if b'"usage"' in line:
            tokens = _tokens(line)
            if tokens is not None:
                return tokens
    return None


def _last_lines(path: str) -> list[bytes]:
    if not path.startswith("/"):
        return []
    try:
        fd = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC | posix.O_NOCTTY)
    except (OSError, ValueError):
        return []
    try:
        found = posix.fstat(fd)
        if found.st_mode & KIND != REGULAR:
            return []
        start = max(0, found.st_size - LAST_BYTES)
        lines = posix.pread(fd, LAST_BYTES, start).split(b"\n")
        return lines[1:] if start else lines
    except OSError:
        return []
    finally:
        posix.close(fd)


def _tokens(line: bytes) -> int | None:
    try:
        record = decode(line)
    except ValueError:
        return None
    usage = _usage(record)
    counts = [usage[name] for name in COUNTED if isinstance(usage.get(name), int)]
    return sum(max(0, count) for count in counts) if counts else None


def _usage(record: Any) -> dict[str, Any]:
    """Return a record's usage, its own or its message's."""
    if not isinstance(record, dict):
        return {}
    message = record.get("message")
    for holder in (message if isinstance(message, dict) else {}, record):
        usage = holder.get("usage")
        if isinstance(usage, dict):
            return usage
    return {}


def unanswered(path: str, call_id: str) -> bool:
    """Return whether the end of a transcript has a call and not yet its result: what is called now was called with it.

    False where that cannot be told. Never blocks, never raises.
    """
    name = b'"' + call_id.encode("utf-8", "replace") + b'"'
    lines = [line for line in _last_lines(path) if name in line]
    return bool(lines) and not any(b'"tool_use_id"' in line for line in lines)
