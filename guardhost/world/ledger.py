"""A small record of one session that several hooks change: plain data in a file, read and written under a lock."""

from __future__ import annotations

import posix

from guardhost.world.files import exists, lock, open_own, read_own, unlink, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = "ledger.json"


class Ledger:
    """The record of a session's folder. Held open from `open` to `close`, so that no other hook changes it meanwhile."""

    __slots__ = ("_fd", "path")

    def __init__(self, folder: str) -> None:
        self.path = f"{folder}/{FILE}"
        self._fd = -1

    def open(self) -> dict[str, Any]:
        """Return what is recorded, nothing where there is no record yet; others wait until `close`, 0.2 s at most."""
        try:
            self._fd = open_own(f"{self.path}.lock", posix.O_RDWR | posix.O_CREAT)
            lock(self._fd, 0.2)
        except (OSError, ValueError):
            self._fd = -1
        return self.read()

    def read(self) -> dict[str, Any]:
        """Return what is recorded; a damaged record is none."""
        if not exists(self.path):
            return {}
        from guardhost.model.jsontext import kept

        return kept(read_own(self.path)) or {}

    def write(self, record: dict[str, Any]) -> None:
        """Put a record in the place of what was there; an empty one leaves no file."""
        kept = {key: value for key, value in record.items() if value}
        if not kept:
            unlink(self.path)
            return
        from guardhost.model.jsontext import encode

        write_atomic(self.path, encode(kept).encode("ascii"))

    def close(self) -> None:
        """Let others go on."""
        if self._fd >= 0:
            posix.close(self._fd)
            self._fd = -1
