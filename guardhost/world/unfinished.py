"""Judgements that never finished, read from their marks."""

from __future__ import annotations

import posix

from guardhost.model.jsontext import decode, encode
from guardhost.model.record import Record
from guardhost.world.clock import alive
from guardhost.world.files import names, open_own, read_own
from guardhost.world.marks import CLAIM_S, CLAIMED, MICRO, WEEK_S, boot, clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.world.state import State

MOST = 1000  # marks that one judgement looks at, the oldest first: the next one goes on


class Mark(Record):
    """A judgement that never finished. `time` in Unix seconds; `timeout`, the host's limit, in seconds or None.

    `decision`, `rule` and `reason` are what had been decided when it ended, "" for nothing yet.
    """

    path: str
    time: float = 0.0
    pid: int = 0
    began: int = 0
    boot: str = ""
    host: str = ""
    session: str = ""
    host_pid: int = 0
    host_began: int = 0
    seam: str = ""
    event: str = ""
    timeout: float | None = None
    decision: str = ""
    rule: str = ""
    reason: str = ""


def decided(path: str, decision: str, rule: str, reason: str) -> None:
    """Add to a mark what is decided so far; what cannot be added costs nothing but that it is not told."""
    line = b"\n" + encode({"decision": decision, "rule": rule, "reason": reason}).encode("ascii")
    try:
        fd = open_own(path, posix.O_WRONLY | posix.O_APPEND)
    except OSError:
        return
    try:
        posix.write(fd, line)
    except OSError:
        return
    finally:
        posix.close(fd)


def unfinished(folder: str, own: str, now: float) -> tuple[Mark, ...]:
    """Return the session's judgements that never finished, oldest first, and claim them: nobody else is told them.

    `own` is the path of this judgement's mark. Call `clear` with each one's path once it was told. A judgement that
    still runs counts only past the time-out that its host declared.
    """
    marks = f"{folder}/marks"
    found = names(marks)
    if not found or (len(found) == 1 and own.endswith(found[0])):
        return ()
    here = boot()
    read = (_read(f"{marks}/{name}") for name in found[:MOST] if not own.endswith(name))
    over = (mark for mark in read if mark is not None and _over(mark, here, now) and not _swept(mark, now))
    return tuple(told for mark in over for told in _claim(mark, now))


def abandoned(state: State, now: float) -> tuple[Mark, ...]:
    """Return, and claim, the unfinished judgements of sessions whose host is gone: no judgement of theirs will tell them."""
    here = boot()
    return tuple(told for mark in left(state, now) if not _host_lives(mark, here) for told in _claim(mark, now))


def left(state: State, now: float) -> tuple[Mark, ...]:
    """Return the unfinished judgements of all sessions and claim none of them."""
    here = boot()
    folders = (f"{state.sessions}/{name}/marks" for name in names(state.sessions))
    paths = [f"{folder}/{one}" for folder in folders for one in names(folder)]
    marks = (_read(path) for path in paths[:MOST])
    return tuple(mark for mark in marks if mark is not None and _over(mark, here, now))


def _swept(mark: Mark, now: float) -> bool:
    """Remove a mark that is older than a week: what it says is of no use any more."""
    if now - mark.time <= WEEK_S:
        return False
    clear(mark.path)
    return True


def _read(path: str) -> Mark | None:
    parts = path.rpartition("/")[2].partition(CLAIMED)[0].split(".")
    if len(parts) != 4 or not all(part.isdigit() for part in parts[:3]):
        return None
    mark = Mark(path=path, time=int(parts[0]) / MICRO, pid=int(parts[1]), began=int(parts[2]), boot=parts[3])
    return mark.replace(**_fields(path))


def _fields(path: str) -> dict[str, Any]:
    """Return what a mark says: who and what, and on a line of its own what was decided by then; a line cut short is none."""
    fields: dict[str, Any] = {}
    for line in (read_own(path, 65536) or b"").split(b"\n"):
        try:
            found = decode(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            fields |= {name: found[name] for name in _KINDS if isinstance(found.get(name), _KINDS[name])}
    return fields


_KINDS: dict[str, Any] = {
    "host": str, "session": str, "seam": str, "event": str, "timeout": (int, float), "host_pid": int, "host_began": int,
    "decision": str, "rule": str, "reason": str,
}  # fmt: skip


def _over(mark: Mark, here: str, now: float) -> bool:
    """Whether nobody waits for this judgement any more: the machine or the process is gone, or its time is up."""
    if mark.boot != here or not alive(mark.pid, mark.began):
        return True
    return mark.timeout is not None and now - mark.time > mark.timeout


def _host_lives(mark: Mark, here: str) -> bool:
    return mark.boot == here and mark.host_pid > 1 and alive(mark.host_pid, mark.host_began)


def _claim(mark: Mark, now: float) -> tuple[Mark, ...]:
    """Take a mark for this process alone: renaming works for one of several only."""
    plain, _, claimed = mark.path.partition(CLAIMED)
    if claimed.isdigit() and abs(now - int(claimed) / MICRO) < CLAIM_S:  # a clock set back makes no claim last
        return ()
    path = f"{plain}{CLAIMED}{int(now * MICRO)}"
    try:
        posix.rename(mark.path, path)
    except OSError:
        return ()
    return (mark.replace(path=path),)
