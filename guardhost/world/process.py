"""Processes: started from a list of words, with a time limit and bounded output."""

from __future__ import annotations

import posix
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_OUTPUT = 8 * 1024 * 1024
KILL = 9
SAFE_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


class Started:
    """A process under way. `finish` waits for it, or kills it."""

    __slots__ = ("_rest", "input", "output", "pid")

    def __init__(self, pid: int, stdin: int, stdout: int, rest: bytes) -> None:
        self.pid = pid
        self.input = stdin
        self.output = stdout
        self._rest = rest

    def finish(self, seconds: float) -> tuple[int | None, bytes]:
        """Return (exit status, standard output); the status is None when it was killed at its limit or said too much."""
        import select

        end = time.monotonic() + seconds
        said: list[bytes] = []
        size = 0
        done = False
        try:
            while size <= MOST_OUTPUT:
                left = end - time.monotonic()
                if left <= 0:
                    break
                ready, writable, _ = select.select([self.output], [self.input] if self.input >= 0 else [], [], left)
                if writable:
                    self.feed()
                if ready:
                    piece = posix.read(self.output, 65536)
                    if not piece:
                        done = True
                        break
                    said.append(piece)
                    size += len(piece)
        finally:
            self._close(kill=not done)
        return (self._reap() if done else None), b"".join(said)

    def drop(self) -> None:
        """End it unread."""
        self._close(kill=True)

    def feed(self) -> None:
        """Hand over what fits into the pipe at once, so that a small input needs no second look."""
        posix.set_blocking(self.input, False)
        try:
            self._rest = self._rest[posix.write(self.input, self._rest) :]
        except OSError:
            self._rest = b""
        if not self._rest:
            posix.close(self.input)
            self.input = -1

    def _close(self, *, kill: bool) -> None:
        if self.input >= 0:
            posix.close(self.input)
            self.input = -1
        if self.output >= 0:
            posix.close(self.output)
            self.output = -1
        if kill and self.pid > 0:
            posix.kill(self.pid, KILL)
            self._reap()

    def _reap(self) -> int | None:
        if self.pid <= 0:
            return None
        pid, self.pid = self.pid, 0
        _, status = posix.waitpid(pid, 0)
        return posix.waitstatus_to_exitcode(status)


def start(
    argv: Sequence[str], stdin: bytes = b"", environment: Mapping[str, str] | None = None, *, talk: bool = False
) -> Started:
    """Start `argv` (its first word an absolute path) with a scrubbed environment; standard error goes nowhere.

    With `talk` its standard input stays open, for a conversation. Raises `OSError` when it cannot be started.
    """
    into_read, into_write = posix.pipe2(posix.O_CLOEXEC) if hasattr(posix, "pipe2") else posix.pipe()
    from_read, from_write = posix.pipe2(posix.O_CLOEXEC) if hasattr(posix, "pipe2") else posix.pipe()
    actions = [
        (posix.POSIX_SPAWN_DUP2, into_read, 0),
        (posix.POSIX_SPAWN_DUP2, from_write, 1),
        (posix.POSIX_SPAWN_OPEN, 2, "/dev/null", posix.O_WRONLY, 0),
    ]
    try:
        pid = posix.posix_spawn(argv[0], list(argv), dict(environment or SAFE_ENVIRONMENT), file_actions=actions)
    except OSError:
        posix.close(into_write)
        posix.close(from_read)
        raise
    finally:
        posix.close(into_read)
        posix.close(from_write)
    started = Started(pid, into_write, from_read, stdin)
    if not talk:
        started.feed()
    return started


def run(
    argv: Sequence[str], seconds: float, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> tuple[int | None, bytes]:
    """Start and finish in one; (None, b"") when it cannot be started."""
    try:
        return start(argv, stdin, environment).finish(seconds)
    except OSError:
        return None, b""
