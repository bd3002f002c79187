"""Which process tells of a moment: the host's own, or one that the agent started below it to speak in its place."""

from __future__ import annotations

import posix

from guardhost.world.clock import alive, began, stat

MOST = 64  # processes between a hook and its host; more are no one's doing
FIRST = 1  # what takes over a process whose parent has ended


def caller() -> list[int]:
    """Return who started this hook: the process, and when it began (ticks since boot, 0 where nobody says)."""
    pid = posix.getppid()
    return [pid, began(pid)]


def stands_in(host: object) -> bool:
    """Return whether this hook was started from below `host`, what `caller` said of an earlier one, and not by it.

    A host that starts its hooks through a shell that stays is told by that shell, which has ended since: then nobody
    can tell, and it is taken for the host. So is one that has ended, or another one that goes on with the session.
    """
    if not isinstance(host, list) or [type(one) for one in host] != [int, int] or host == caller():
        return False
    if not alive(*host):
        return False
    pid = posix.getppid()
    for _ in range(MOST):
        if pid in (host[0], FIRST):
            return pid == host[0] or posix.getppid() == FIRST
        told = stat(pid)
        if not told:
            return False
        pid = int(told[1])
    return True
