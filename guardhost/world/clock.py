"""The clock that a judgement is lent: what time it is, when this process began, and how to wait for a descriptor."""

from __future__ import annotations

import time

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
        from guardhost.world.process import began, self_pid, ticks_per_second

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
