"""Marks: the trace of a judgement that has started and not finished, so that one that was cut off is told later.

A mark is a file `<time>.<pid>.<start>.<boot>` in its session's folder; whoever tells it first renames it, so that no
other judgement tells it as well.
"""

from __future__ import annotations

import posix

from guardhost.model.jsontext import encode
from guardhost.world.clock import began
from guardhost.world.files import is_folder, names, open_own, read_own, unlink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.event import Event

WEEK_S = 7 * 24 * 3600.0
CLAIM_S = 60.0  # seconds after which one that was claimed and not told may be claimed again
CLAIMED = "~"
MICRO = 1_000_000  # times in names are in microseconds


def make(folder: str, event: Event, digest: str, timeout: float | None, now: float) -> str:
    """Make the mark of the judgement in this process; return its path, "" when it could not be made.

    `folder` is the session's (`Session.folder`), `digest` that of the payload, `timeout` the seconds that the host's
    adapter declares, None when it declares none, `now` in Unix seconds.
    """
    if not folder:
        return ""
    pid, host_pid = posix.getpid(), posix.getppid()
    fields = {
        "host": event.host, "session": event.session, "seam": event.seam, "event": digest, "timeout": timeout,
        "host_pid": host_pid, "host_began": began(host_pid),
    }  # fmt: skip
    path = f"{folder}/marks/{int(now * MICRO):018d}.{pid}.{began(pid)}.{boot()}"
    if not is_folder(folder):
        sweep(folder.rpartition("/")[0], now)
    try:
        fd = open_own(path, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL)
    except OSError:
        return ""
    try:
        posix.write(fd, encode(fields).encode("ascii"))
    except OSError:
        pass  # its name says who and when, which is enough
    finally:
        posix.close(fd)
    return path


def boot() -> str:
    """Return what tells this run of the machine from those before it, "" where the system does not say."""
    return (read_own("/proc/sys/kernel/random/boot_id", 64) or b"").decode("ascii", "replace").strip().replace("-", "")


def clear(path: str) -> None:
    """Remove the mark of a judgement whose answer was printed."""
    if path:
        unlink(path)


def others(folder: str, own: str) -> bool:
    """Return whether the session has other marks than this judgement's own; `world.unfinished` says what they mean."""
    return any(not own.endswith(name) for name in names(f"{folder}/marks"))


def sweep(sessions: str, now: float) -> int:
    """Remove the memory of sessions in that folder that were quiet for a week; return how many there were."""
    quiet = [name for name in names(sessions) if now - _last_use(f"{sessions}/{name}") > WEEK_S]
    for name in quiet:
        _remove(f"{sessions}/{name}")
    return len(quiet)


def _last_use(folder: str) -> float:
    last = 0.0
    for path in (folder, f"{folder}/marks", f"{folder}/tally"):
        try:
            last = max(last, posix.lstat(path).st_mtime)
        except OSError:
            continue
    return last


def _remove(folder: str) -> None:
    """Remove a folder and what is in it; links are removed, not followed."""
    for name in names(folder):
        path = f"{folder}/{name}"
        if not unlink(path):
            _remove(path)
    try:
        posix.rmdir(folder)
    except OSError:
        return
