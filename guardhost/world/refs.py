"""Full texts of refusals under a short name, `grd-` and hex digits, for `guardhost explain`."""

from __future__ import annotations

import posix

from guardhost.world.files import digest, read_own, write_atomic

PREFIX = "grd-"
LENGTHS = (12, 20, 32)  # hex digits; a longer name only when another text has the shorter one
MOST_BYTES = 1 << 20


def store(folder: str, text: str) -> str:
    """Keep `text` in the repository's `folder` and return its ref, "" when it could not be kept. A text has one ref."""
    data = text.encode("utf-8", "replace")
    name = digest(data)
    for length in LENGTHS:
        path = f"{folder}/refs/{name[:length]}"
        kept = read_own(path, MOST_BYTES)
        if kept == data:
            _touch(path)
            return PREFIX + name[:length]
        if kept is None or digest(kept)[:length] != name[:length]:  # nothing, or not what it was
            return PREFIX + name[:length] if _write(path, data) else ""
    return ""


def load(folder: str, ref: str) -> str | None:
    """Return the text of a ref, None when it is none, is not there, or is not what it was."""
    name = ref.removeprefix(PREFIX)
    if len(name) not in LENGTHS or not all(c in "0123456789abcdef" for c in name):
        return None
    data = read_own(f"{folder}/refs/{name}", MOST_BYTES)
    if data is None or not digest(data).startswith(name):
        return None
    return data.decode("utf-8", "replace")


def _touch(path: str) -> None:
    """Make it new again, so that it is not collected before the record that names it is there."""
    try:
        posix.utime(path)
    except OSError:
        return  # a disk that cannot be written: nothing is collected there either


def _write(path: str, data: bytes) -> bool:
    if len(data) > MOST_BYTES:
        return False
    try:
        write_atomic(path, data)
    except OSError:
        return False
    return True
