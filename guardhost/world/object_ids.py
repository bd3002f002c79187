"""The id that git gives an object: apart from their reader, for those who only hold kept bytes against an id."""

from __future__ import annotations


def hashed(kind: str, data: bytes, digits: int = 40) -> str:
    """Return the id that git gives an object: SHA-1 of 40 digits, SHA-256 of 64."""
    head = f"{kind} {len(data)}\0".encode("ascii")
    if digits == 40:
        from _sha1 import sha1

        short: str = sha1(head + data).hexdigest()
        return short
    try:
        from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore] # its name from Python 3.12 on
    except ImportError:
        from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore] # its name until 3.11
    text: str = sha256(head + data).hexdigest()
    return text
