"""The trail of one repository: what was judged, one JSON record a line, and the texts that the records name.

    <repository>/trail/current.jsonl    where records go; a full one becomes a segment `NNNNNNNN.jsonl` beside it, which
                                        `world.retention` thins out
    <repository>/trail/spill/*.jsonl    records whose writer did not get the lock; the next writer takes them over
    <repository>/blobs/ab/cdef...       texts, named by their digest

A record is lost only with the whole disk; one cut short by a kill is skipped, and its line is ended by the next writer.
"""

from __future__ import annotations

import posix
import time

from guardhost.model.jsontext import decode, encode
from guardhost.world.files import append_line, digest, names, open_own, read_own, unlink, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

SEGMENT = 4 << 20  # bytes after which a segment is full: some ten thousand records
CURRENT = "current.jsonl"
MOST_BLOB = 16 << 20
TAIL = 1 << 20  # bytes; where a spilled record is looked for before it is taken over
TRIES = 5
STALE_S = 60.0  # seconds after which an unfinished spill file has no writer any more


def append(folder: str, record: dict[str, Any], wait_s: float = 0.2) -> int:
    """Add one record to the trail in `folder`, the repository's. 0 when it could not be kept, which never raises.

    A lock that is not had within `wait_s` seconds is not waited for: the record goes to a file of its own. Returns the
    bytes that the segment has then.
    """
    line = encode(record).encode("ascii")
    return add_line(f"{folder}/trail", line, wait_s)


def add_line(trail: str, line: bytes, wait_s: float = 0.2) -> int:
    """Add one line to the segments in `trail`, or spill it, and return as `append` does."""
    spill = f"{trail}/spill"
    taken: list[str] = []
    size = append_line(f"{trail}/{CURRENT}", line, wait_s, lambda fd: _spilled(fd, spill, taken))
    if size:
        _drop(spill, taken)
        return size
    return 1 if _spill(spill, line) else 0


def _spill(spill: str, line: bytes) -> bool:
    for _ in range(TRIES):
        try:
            write_atomic(f"{spill}/{time.time_ns():020d}-{posix.getpid()}.jsonl", line + b"\n")
        except FileNotFoundError:
            continue  # a writer that took over what was there removed the folder meanwhile
        except OSError:
            return False
        return True
    return False


def _spilled(fd: int, spill: str, taken: list[str]) -> bytes:
    """Return the lines that others spilled and name their files in `taken`. Runs under the trail's lock."""
    found = names(spill)
    done = _tail_lines(fd) if found else set()
    lines: list[bytes] = []
    for name in found:
        if not name.endswith(".jsonl"):
            _drop_stale(f"{spill}/{name}")
            continue
        taken.append(name)
        whole = (read_own(f"{spill}/{name}", MOST_BLOB) or b"").split(b"\n")[:-1]
        lines.extend(line + b"\n" for line in whole if line not in done)
    return b"".join(lines)


def _tail_lines(fd: int) -> set[bytes]:
    """Return the last lines: what a writer killed between taking over and removing had already taken over."""
    start = max(0, posix.fstat(fd).st_size - TAIL)
    return set(posix.pread(fd, TAIL, start).split(b"\n"))


def _drop(spill: str, taken: list[str]) -> None:
    """Remove what was taken over, then the folder, so that its absence says that nothing is spilled."""
    for name in taken:
        unlink(f"{spill}/{name}")
    if taken:
        try:
            posix.rmdir(spill)
        except OSError:
            return  # another writer spilled meanwhile


def _drop_stale(path: str) -> None:
    try:
        if time.time() - posix.lstat(path).st_mtime > STALE_S:
            unlink(path)
    except OSError:
        return


def records(folder: str) -> Iterator[dict[str, Any]]:
    """Yield the records of the trail in `folder`, oldest segment first, what is spilled last; torn lines are skipped."""
    trail = f"{folder}/trail"
    # Read first, so that a record which a writer takes over meanwhile is found at least once, here or there.
    spilled = dict.fromkeys(line for name in _logs(f"{trail}/spill") for line in _lines(f"{trail}/spill/{name}"))
    for lines in _opened(trail):
        for line in lines:
            spilled.pop(line, None)
            yield from _record(line)
    for line in spilled:
        yield from _record(line)


def _opened(trail: str) -> Iterator[Iterable[bytes]]:
    """Yield the lines of each segment in order. The last one is opened first: it may become a segment meanwhile."""
    try:
        current = open(f"{trail}/{CURRENT}", "rb", opener=open_own)  # noqa: SIM115 - closed below, after the others
    except OSError:
        current = None
    here = posix.fstat(current.fileno()).st_ino if current is not None else 0
    try:
        for name in segments(trail):
            path = f"{trail}/{name}"
            if _inode(path) != here:
                yield _lines(path)
        if current is not None:
            yield current
    finally:
        if current is not None:
            current.close()


def _inode(path: str) -> int:
    try:
        return posix.lstat(path).st_ino
    except OSError:
        return -1


def segments(trail: str) -> list[str]:
    """Return the names of the full segments, oldest first."""
    return [name for name in _logs(trail) if name[:-6].isdigit()]


def _logs(folder: str) -> list[str]:
    return [name for name in names(folder) if name.endswith(".jsonl")]


def _lines(path: str) -> Iterator[bytes]:
    try:
        with open(path, "rb", opener=open_own) as lines:
            yield from lines
    except OSError:
        return


def _record(line: bytes) -> tuple[dict[str, Any], ...]:
    """Return the record on a line, none when the line is torn."""
    if not line.startswith(b"{"):
        return ()
    try:
        value = decode(line)
    except ValueError:
        return ()
    return (value,) if isinstance(value, dict) else ()


def put_blob(folder: str, data: bytes) -> str:
    """Keep `data` under its digest and return that, "" when it could not be kept; at most `MOST_BLOB` bytes are kept."""
    name = digest(data)
    path = _blob(folder, name)
    try:
        if posix.lstat(path).st_size == len(data):
            posix.utime(path)  # so that it is not collected before the record that names it is there
            return name
    except OSError:
        pass
    if len(data) > MOST_BLOB:
        return ""
    try:
        write_atomic(path, data)
    except OSError:
        return ""
    return name


def get_blob(folder: str, name: str) -> bytes | None:
    """Return what was kept under a digest, None when it is not there or is not what it was."""
    if len(name) != 32 or not all(c in "0123456789abcdef" for c in name):
        return None
    data = read_own(_blob(folder, name), MOST_BLOB)
    return data if data is not None and digest(data) == name else None


def _blob(folder: str, name: str) -> str:
    return f"{folder}/blobs/{name[:2]}/{name[2:]}"
