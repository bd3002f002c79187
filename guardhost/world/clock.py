"""The clock that a judgement is lent: what time it is, when a process began and whether it lives, how to wait."""

from __future__ import annotations

import posix
import time

_ENDED = (b"Z", b"X")  # states of a process
BEGAN_BEFORE_FIRST_LINE = 0.1  # seconds; what is assumed where the system does not say when the process began


class Clock:
    """The system's clock. `now` counts seconds that also pass while the machine sleeps; tests lend another."""

    __slots__ = ()

    def now(self) -> float:
        """Return seconds since boot."""
        return time.clock_gettime(_BOOT)

    def wall(self) -> float:
        """Return Unix seconds."""
        return time.time()

    def began(self) -> float:
        """Return when this process began, on the scale of `now`."""
        ticks = began(self_pid()) if _BOOT != time.CLOCK_MONOTONIC else 0
        now = self.now()
        if not ticks:
            return now - BEGAN_BEFORE_FIRST_LINE
        start = ticks / ticks_per_second()
        return start if 0 <= now - start < 3600 * 24 else now - BEGAN_BEFORE_FIRST_LINE

    def wait(self, fd: int, seconds: float) -> bool:
        """Return whether `fd` can be read within `seconds`."""
        import select

        poll = select.poll()
        poll.register(fd, select.POLLIN)
        return bool(poll.poll(max(0, int(seconds * 1000 + 0.999))))


_BOOT: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def self_pid() -> int:
    """Return the id of this process."""
    return posix.getpid()


def ticks_per_second() -> int:
    """Return the unit of `began`."""
    return posix.sysconf("SC_CLK_TCK")


def began(pid: int) -> int:
    """Return when a process began, in the system's ticks since boot; 0 when that cannot be read or it is gone.

    One that has ended and that nobody waited for is gone.
    """
    fields = stat(pid)
    return 0 if not fields or fields[0] in _ENDED else int(fields[19])


def stat(pid: int) -> list[bytes]:
    """Return what the system says of a process, its state first, then its parent; [] where that cannot be read."""
    try:
        fd = posix.open(f"/proc/{pid}/stat", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return []
    try:
        text = posix.read(fd, 4096)
    except OSError:
        return []  # it ended between the two
    finally:
        posix.close(fd)
    return text[text.rindex(b")") + 2 :].split()


def alive(pid: int, began_at: int) -> bool:
    """Return whether the process that began then still runs; a reused pid is another process."""
    if began_at:
        return began(pid) == began_at
    try:
        posix.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
