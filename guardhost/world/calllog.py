"""The record of the calls of one scope, from which its memory can be made anew: append-only JSON lines in segments.

{"id":ID,"at":T,"call":[...]}   a call was let through, with its members as whoever judged it gives them
{"id":ID,"at":T,"ok":OK}        it ended: true well, false not, null unknown
{"id":ID,"at":T,"ok":"gone"}    it never ran
"""

from __future__ import annotations

import posix

from guardhost.model.jsontext import decode, encode
from guardhost.world.files import open_own, unlink
from guardhost.world.trail import CURRENT, SEGMENT, add_line, segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Ended = tuple[list[Any], bool | None]

GONE = "gone"


class CallLog:
    """The record in a folder."""

    __slots__ = ("folder",)

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def append(self, row: dict[str, Any], now: float) -> bool:
        """Add one row; False when it could not be kept."""
        size = add_line(self.folder, encode(row).encode("ascii"), 1.0)
        if size >= SEGMENT:
            from guardhost.world.retention import rotate

            rotate(self.folder, now)
        return size > 0

    def mark(self) -> str:
        """Return what changes with each row: which file takes rows, and how far it is filled."""
        try:
            found = posix.stat(f"{self.folder}/{CURRENT}")
        except OSError:
            return f"{len(segments(self.folder))}:"
        return f"{found.st_ino}:{found.st_size}"

    def there(self) -> bool:
        """Return whether anything was ever recorded."""
        return self.mark() != "0:"

    def lines(self) -> Iterator[bytes]:
        """Yield the whole lines, oldest first."""
        for name in (*segments(self.folder), CURRENT):
            try:
                with open(f"{self.folder}/{name}", "rb", opener=open_own) as lines:
                    yield from (line for line in lines if line.endswith(b"\n") and line.startswith(b'{"id":"'))
            except OSError:
                continue
        yield from self._spilled()

    def _spilled(self) -> Iterator[bytes]:
        from guardhost.world.files import names, read_own

        for name in names(f"{self.folder}/spill"):
            if name.endswith(".jsonl"):
                yield from (line for line in (read_own(f"{self.folder}/spill/{name}", 16 << 20) or b"").split(b"\n") if line)

    def rows(self, words: tuple[bytes, ...] = ()) -> Iterator[dict[str, Any] | None]:
        """Yield the rows; None for the end of a call that names none of `words`, which is not even read."""
        skipped: set[bytes] = set()
        for line in self.lines():
            name = line[7 : line.find(b'","at":')]
            if words and b',"call":' in line and not any(word in line for word in words):
                skipped.add(name)
            elif name in skipped:
                skipped.discard(name)
                if not line.rstrip().endswith(b'"gone"}'):
                    yield None
            else:
                yield from _row(line)

    def ended(self, since: int = 0, words: tuple[bytes, ...] = ()) -> Iterator[Ended]:
        """Yield (members, how it ended) of the calls that ended, in that order, without the first `since`."""
        going: dict[str, list[Any]] = {}
        count = 0
        for row in self.rows(words):
            if row is None:
                count += 1
            elif "call" in row:
                going[row["id"]] = row["call"]
            else:
                members = going.pop(row["id"], None)
                if members is None or row["ok"] == GONE:
                    continue
                count += 1
                if count > since:
                    yield members, row["ok"]

    def left(self) -> tuple[int, list[tuple[str, list[Any], float]]]:
        """Return (how many calls ended, those that did not: their ids, members and times)."""
        going: dict[str, tuple[list[Any], float]] = {}
        count = 0
        for row in self.rows():
            if row is not None and "call" in row:
                going[row["id"]] = row["call"], float(row["at"])
            elif row is not None and going.pop(row["id"], None) is not None:
                count += row["ok"] != GONE
        return count, [(name, *rest) for name, rest in going.items()]

    def remove(self) -> None:
        """Forget everything."""
        from guardhost.world.files import names

        for name in (*segments(self.folder), CURRENT):
            unlink(f"{self.folder}/{name}")
        for name in names(f"{self.folder}/spill"):
            unlink(f"{self.folder}/spill/{name}")


def _row(line: bytes) -> tuple[dict[str, Any], ...]:
    try:
        row = decode(line)
    except ValueError:
        return ()
    whole = isinstance(row, dict) and isinstance(row.get("id"), str) and (isinstance(row.get("call"), list) or "ok" in row)
    return (row,) if whole else ()
