"""The escapes of `$'...'`."""

from __future__ import annotations

_PLAIN = {
    "a": 7, "b": 8, "e": 27, "E": 27, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11,
    "\\": 92, "'": 39, '"': 34, "?": 63,
}  # fmt: skip
_HEX = "0123456789abcdefABCDEF"
_OCTAL = "01234567"


def decode(text: str) -> str | None:
    """Return what `$'text'` is, None when its bytes are no text; a NUL ends it, as in bash."""
    out = bytearray()
    at = 0
    while at < len(text):
        char = text[at]
        if char != "\\" or at + 1 >= len(text):
            out += char.encode("utf-8", "surrogatepass")
            at += 1
            continue
        at = _escape(text, at + 1, out)
    end = out.find(0)
    try:
        return (out if end < 0 else out[:end]).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _escape(text: str, at: int, out: bytearray) -> int:
    """Add what the escape at `at` stands for, and return where it ends."""
    char = text[at]
    if char in _PLAIN:
        out.append(_PLAIN[char])
        return at + 1
    if char in _OCTAL:
        digits = _run(text, at, _OCTAL, 3)
        out.append(int(digits, 8) & 255)
        return at + len(digits)
    width = {"x": 2, "u": 4, "U": 8}.get(char, 0)
    digits = _run(text, at + 1, _HEX, width)
    if digits:
        value = int(digits, 16)
        if char == "x":
            out.append(value)
        else:
            out += chr(min(value, 0x10FFFF)).encode("utf-8", "surrogatepass")
        return at + 1 + len(digits)
    if char == "c" and at + 1 < len(text):
        out.append(ord(text[at + 1].upper()) & 31)
        return at + 2
    out += ("\\" + char).encode("utf-8", "surrogatepass")
    return at + 1


def _run(text: str, at: int, digits: str, most: int) -> str:
    end = at
    while end < len(text) and end - at < most and text[end] in digits:
        end += 1
    return text[at:end]
