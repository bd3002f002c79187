"""The words between the host process and a judge's child: flat frames of length-counted fields, with a cap on each.

A frame is `<length>;<body>`, a body is any number of `<length>:<bytes>`. What the child sends is read by nothing but
this: no pickle, no marshal, no JSON, so that a judge that writes to the pipe can at most make it malformed.
"""

from __future__ import annotations

MOST_ANSWER = 256 * 1024  # bytes of one frame from the child
MOST_FIELDS = 256
MOST_SERVED = 64 * 1024 * 1024  # bytes of one frame to the child, which trusts its parent
_MOST_DIGITS = 9


def pack(*fields: str | bytes) -> bytes:
    """Return one frame; text is encoded as UTF-8, what cannot be is replaced."""
    parts = [field if isinstance(field, bytes) else field.encode("utf-8", "replace") for field in fields]
    body = b"".join(b"%d:%b" % (len(part), part) for part in parts)
    return b"%d;%b" % (len(body), body)


def unpack(buffer: bytearray, most: int) -> list[bytes] | None:
    """Take one frame off the front of `buffer`; None while it is not whole yet.

    Raises `ValueError` as soon as it cannot become a frame of at most `most` bytes.
    """
    head = buffer[: _MOST_DIGITS + 1]
    end = head.find(b";")
    if end < 0:
        if len(head) > _MOST_DIGITS or (head and not head.isdigit()):
            raise ValueError("no frame")
        return None
    size = _number(head[:end])
    if size > most:
        raise ValueError("a frame that is too large")
    if len(buffer) < end + 1 + size:
        return None
    body = bytes(buffer[end + 1 : end + 1 + size])
    del buffer[: end + 1 + size]
    return _fields(body)


def _fields(body: bytes) -> list[bytes]:
    fields: list[bytes] = []
    at = 0
    while at < len(body):
        end = body.find(b":", at, at + _MOST_DIGITS + 1)
        if end < 0 or len(fields) == MOST_FIELDS:
            raise ValueError("a field without its length, or too many fields")
        at = end + 1 + _number(body[at:end])
        if at > len(body):
            raise ValueError("a field that is longer than its frame")
        fields.append(body[end + 1 : at])
    return fields


def _number(digits: bytes | bytearray) -> int:
    if not digits.isdigit():
        raise ValueError("a length that is no number")
    return int(digits)
