"""The bounds of a trail: its segments are closed, thinned out and removed, and texts that no record names are collected.

The newest `MOST_EVENTS` records stay. Where there are more, calls that only read go first, then other calls that
passed, then the lasting ones: denies, asks and changes of a policy. After 30 days only the lasting ones stay, for a year.
What is newest is told by the order of the records, never by a clock alone: one that was set back for a while makes no
record old.
"""

from __future__ import annotations

import posix

from guardhost.world.files import exists, lock, names, open_own, read_own, unlink, write_atomic
from guardhost.world.trail import CURRENT, SEGMENT, segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DAY_S = 86_400.0
PASSED_S = 30 * DAY_S
LASTING_S = 365 * DAY_S
MOST_EVENTS = 100_000
GRACE_S = 3600.0  # seconds in which a text may wait for the record that names it
STALE_S = 60.0  # seconds after which an unfinished file has no writer any more
MOST_SEGMENT = 64 * SEGMENT
READ, PASSED, LASTING = 0, 1, 2
_LASTING = (b'"decision":"deny"', b'"decision":"ask"', b'"kind":"policy"')
_READ = (b'"read_only":true', b'"kind":"done"', b'"kind":"agent"', b'"kind":"note"')


def tidy(folder: str, now: float, most: int = MOST_EVENTS) -> int:
    """Keep the trail of the repository in `folder` within its bounds; return how many records were let go.

    `now` is in Unix seconds. What another process is at work on is left to it.
    """
    trail = f"{folder}/trail"
    _sweep(trail, now - STALE_S)
    rotate(trail, now)
    dropped = _aged(trail, now) + _beyond(trail, most)
    if dropped:
        collect(folder, now)
    return dropped


def rotate(trail: str, now: float, *, always: bool = False, wait_s: float = 0.0) -> bool:
    """Make a segment of the current file when it is full or a day old; whether it was done."""
    path = f"{trail}/{CURRENT}"
    try:
        fd = open_own(path, posix.O_RDWR)
    except OSError:
        return False
    try:
        if not lock(fd, wait_s):
            return False
        found = posix.fstat(fd)
        if found.st_ino != posix.lstat(path).st_ino or not found.st_size:
            return False
        if not always and found.st_size < SEGMENT and not now - (_time(posix.pread(fd, 64, 0)) or now) > DAY_S:
            return False
        posix.rename(path, f"{trail}/{_next(trail):08d}.jsonl")
    except OSError:
        return False
    finally:
        posix.close(fd)
    return True


def _next(trail: str) -> int:
    there = segments(trail)
    return int(there[-1][:-6]) + 1 if there else 1


def _time(line: bytes) -> float | None:
    """Return when a record was made, None where its line does not start with that."""
    if not line.startswith(b'{"time":'):
        return None
    try:
        return float(line[8 : line.find(b",")])
    except ValueError:
        return None


def _class(line: bytes) -> int:
    """Return how long a record is kept. In JSON text no value has a bare quote, so that these can only be fields."""
    if any(field in line for field in _LASTING):
        return LASTING
    return READ if any(field in line for field in _READ) else PASSED


def _whole(path: str) -> list[bytes]:
    return [line for line in (read_own(path, MOST_SEGMENT) or b"").split(b"\n")[:-1] if line.startswith(b"{")]


def _aged(trail: str, now: float) -> int:
    """Let go what is too old. A segment is as old as its newest record, and none is older than one before it."""
    dropped, newest = 0, 0.0
    for name in segments(trail):
        path = f"{trail}/{name}"
        lines = _whole(path)
        newest = max(newest, *(_time(line) or 0.0 for line in (*lines[:1], *lines[-1:])), 0.0)
        if not newest or now - newest <= PASSED_S:
            continue
        if now - newest > LASTING_S:
            dropped += _keep(path, lambda _: False)
        elif any(_class(line) != LASTING for line in lines):
            dropped += _keep(path, lambda line: _class(line) == LASTING)
    return dropped


def _beyond(trail: str, most: int) -> int:
    """Let go what is more than `most` records: the oldest of the first class, then of the next."""
    there = [f"{trail}/{name}" for name in segments(trail)]
    counts = [(read_own(path, MOST_SEGMENT) or b"").count(b"\n") for path in (*there, f"{trail}/{CURRENT}")]
    over = sum(counts) - most
    dropped = 0
    for kind in (READ, PASSED, LASTING):
        for path in there:
            if dropped >= over:
                return dropped
            dropped += _drop(path, kind, over - dropped)
    return dropped


def _drop(path: str, kind: int, most: int) -> int:
    """Let go at most that many records of one class, the oldest first."""
    left = [min(most, sum(_class(line) == kind for line in _whole(path)))]
    if not left[0]:
        return 0

    def keep(line: bytes) -> bool:
        if left[0] and _class(line) == kind:
            left[0] -= 1
            return False
        return True

    return _keep(path, keep)


def _keep(path: str, keep: Callable[[bytes], bool]) -> int:
    """Keep of a segment the records that `keep` says; return how many went.

    Under the segment's lock: a writer that opened it before it was closed finds it replaced, and opens the current one.
    """
    try:
        fd = open_own(path, posix.O_RDWR)
    except OSError:
        return 0
    try:
        found = posix.fstat(fd)
        if not lock(fd, 0.0) or found.st_ino != posix.lstat(path).st_ino:
            return 0
        size = posix.fstat(fd).st_size
        lines = [line for line in posix.pread(fd, size, 0).split(b"\n") if line.startswith(b"{")]
        kept = [line for line in lines if keep(line)]
        if len(kept) == len(lines):
            return 0
        if kept:
            write_atomic(path, b"\n".join(kept) + b"\n")
        else:
            posix.unlink(path)
    except OSError:
        return 0
    finally:
        posix.close(fd)
    return len(lines) - len(kept)


def purge(folder: str, now: float, before: float | None = None) -> int:
    """Remove the records of the repository in `folder`, all or those made `before` (Unix seconds); return how many.

    The texts that no other record names go with them.
    """
    trail = f"{folder}/trail"

    def keep(line: bytes) -> bool:
        return before is not None and (_time(line) or 0.0) >= before

    spill = f"{trail}/spill"
    removed = sum(_keep(f"{spill}/{name}", keep) for name in names(spill) if name.endswith(".jsonl"))
    rotate(trail, now, always=True, wait_s=5.0)
    removed += sum(_keep(f"{trail}/{name}", keep) for name in segments(trail))
    collect(folder, now, grace_s=0.0)
    if before is None:
        _forget(folder)
    return removed


def _forget(folder: str) -> None:
    """Remove the commands that were served and every folder that is empty then; a writer makes what it needs anew."""
    for name in names(f"{folder}/served"):
        unlink(f"{folder}/served/{name}")
    blobs = [f"blobs/{name}" for name in names(f"{folder}/blobs")]
    for name in (*blobs, "blobs", "refs", "served", "trail/spill", "trail", ""):
        try:
            posix.rmdir(f"{folder}/{name}")
        except OSError:
            continue


def collect(folder: str, now: float, grace_s: float = GRACE_S) -> int:
    """Remove the texts that no record names and that are older than `grace_s` seconds; return how many.

    None is removed while a part of the trail cannot be read.
    """
    named = _named(f"{folder}/trail")
    if named is None:
        return 0
    blobs, refs = named
    removed = 0
    for place, name in _texts(folder):
        used = name in refs if place.endswith("/refs") else place[-2:] + name in blobs
        removed += not used and _remove(place, name, now - grace_s)
    return removed


def _texts(folder: str) -> Iterator[tuple[str, str]]:
    for place in (f"{folder}/refs", *(f"{folder}/blobs/{start}" for start in names(f"{folder}/blobs"))):
        for name in names(place):
            yield place, name


def _named(trail: str) -> tuple[set[str], set[str]] | None:
    """Return (the digests, the refs) that records name, None when not all records can be read."""
    blobs: set[str] = set()
    refs: set[str] = set()
    for path in _files(trail):
        data = read_own(path, MOST_SEGMENT)
        if data is None:
            if exists(path):
                return None
            continue
        text = data.decode("ascii", "replace")
        blobs.update(piece[:32] for piece in text.split('"asked":"')[1:])
        refs.update(piece[: piece.find('"')] for piece in text.split('"ref":"grd-')[1:])
    return blobs, refs


def _files(trail: str) -> list[str]:
    # Spilled ones before the current one: what is taken over meanwhile is seen at least once.
    spilled = [f"{trail}/spill/{name}" for name in names(f"{trail}/spill")]
    return [*spilled, f"{trail}/{CURRENT}", *(f"{trail}/{name}" for name in segments(trail)), f"{trail}/{CURRENT}"]


def _remove(place: str, name: str, before: float) -> bool:
    """Remove a text that was last used before that. It is set aside first: whoever uses it at this moment wins."""
    path, aside = f"{place}/{name}", f"{place}/.{name}.gone"
    try:
        if posix.lstat(path).st_mtime > before:
            return False
        if name.startswith("."):
            return unlink(path)
        posix.rename(path, aside)
        if posix.lstat(aside).st_mtime > before:
            posix.rename(aside, path)
            return False
    except OSError:
        return False
    return unlink(aside)


def _sweep(trail: str, before: float) -> None:
    """Remove what a process that was killed before that left unfinished."""
    for name in names(trail):
        if name.startswith("."):
            _remove(trail, name, before)
