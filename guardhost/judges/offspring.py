"""The child that loads and runs a policy: started with two pipes, ended with everything that it started.

Its own session makes its group killable. What leaves the group (`setsid`, a double fork) is found by a mark that every
descendant inherits and an `exec` keeps: the kernel's out-of-memory score, set to a value that depends on the child's
process id. Only the process ids given out since the child began are looked at, so that a plain judgement pays one read
of `/proc/loadavg`. Where there is no `/proc` the group alone is killed.
"""

from __future__ import annotations

import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

KILL = 9
MOST_PASSES = 50  # over the process ids, while new processes keep turning up
MANY = 2000  # process ids: beyond it the list of `/proc` is shorter
_LEAST_MARK, _MOST_MARK = 500, 1000


class Child:
    """One child. `reads` gives what it says; `send` never blocks; `end` kills and reaps it."""

    __slots__ = ("_rest", "_writes", "pid", "reads")

    def __init__(self, pid: int, reads: int, writes: int) -> None:
        self.pid = pid
        self.reads = reads
        self._writes = writes
        self._rest = b""

    def send(self, data: bytes) -> bool:
        """Hand over as much as the pipe takes; return whether something is still to be sent."""
        self._rest += data
        while self._rest:
            try:
                self._rest = self._rest[posix.write(self._writes, self._rest) :]
            except BlockingIOError:
                return True
            except OSError:
                self._rest = b""  # it closed its end: what it says, or that it says nothing, will tell
        return False

    def stop(self) -> None:
        """Kill its group and wait for nothing; `end` is still to be called, once there is time."""
        if self.pid > 0:
            _kill(posix.killpg, self.pid)
            _kill(posix.kill, self.pid)

    def end(self, patience: float = 0.0) -> int | None:
        """Kill it and everything that it started, after `patience` seconds in which it may end by itself.

        Returns the exit code that it ended with, negative for a signal; None when it had to be killed.
        """
        if self.pid <= 0:
            return None
        pid, self.pid = self.pid, 0
        posix.close(self.reads)
        posix.close(self._writes)
        code = _ended(pid, patience)
        _kill(posix.killpg, pid)
        if code is None:
            _kill(posix.kill, pid)
            posix.waitpid(pid, 0)
        _sweep(pid)
        return code


def _ended(pid: int, patience: float) -> int | None:
    from time import sleep

    while patience > 0:
        gone, status = posix.waitpid(pid, posix.WNOHANG)
        if gone:
            return posix.waitstatus_to_exitcode(status)
        sleep(0.002)
        patience -= 0.002
    return None


def start(run: Callable[[int, int], None]) -> Child:
    """Fork, and in the child call `run(reads, writes)` and nothing after it. Raises `OSError` when that cannot be done."""
    to_read, to_write = _pipe()
    try:
        from_read, from_write = _pipe()
    except OSError:
        _close(to_read, to_write)
        raise
    try:
        pid = posix.fork()
    except OSError:
        _close(to_read, to_write, from_read, from_write)
        raise
    if pid == 0:
        try:
            run(to_read, from_write)
        finally:
            posix._exit(70)  # noqa: SLF001 - the name is public in `os`, which the hook does not import
    _close(to_read, from_write)
    posix.set_blocking(to_write, False)
    return Child(pid, from_read, to_write)


def _pipe() -> tuple[int, int]:
    return posix.pipe2(posix.O_CLOEXEC) if hasattr(posix, "pipe2") else posix.pipe()


def _close(*descriptors: int) -> None:
    for fd in descriptors:
        posix.close(fd)


def _kill(how: Callable[[int, int], None], pid: int) -> None:
    try:
        how(pid, KILL)
    except OSError:
        return  # gone already


def mark() -> None:
    """In the child: put on the mark that its descendants inherit. It is also what the kernel kills first."""
    wanted = _mark_of(posix.getpid(), _score("self"))
    if wanted:
        try:
            fd = posix.open("/proc/self/oom_score_adj", posix.O_WRONLY | posix.O_CLOEXEC)
        except OSError:
            return
        try:
            posix.write(fd, b"%d" % wanted)
        except OSError:
            pass  # then the group alone is killed
        finally:
            posix.close(fd)


def _mark_of(pid: int, own: int | None) -> int:
    """Return the mark of the child `pid` whose parent has the score `own`; 0 when there is none to give."""
    if own is None or own >= _MOST_MARK:
        return 0
    low = max(own, _LEAST_MARK)
    return low + 1 + pid % (_MOST_MARK - low)


def _score(pid: int | str) -> int | None:
    text = _read(f"/proc/{pid}/oom_score_adj")
    return int(text) if text else None


def _read(path: str) -> bytes:
    try:
        fd = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return posix.read(fd, 4096)
    except OSError:
        return b""
    finally:
        posix.close(fd)


def _sweep(pid: int) -> None:
    """Kill what the child `pid` left behind outside its group."""
    for _ in range(MOST_PASSES):
        words = _read("/proc/loadavg").split()
        last = int(words[-1]) if words else pid
        if last == pid:
            return
        own = _score("self")
        wanted = _mark_of(pid, own)
        if not wanted or not _killed(_since(pid, last), wanted, own):
            return


def _since(pid: int, last: int) -> Iterable[int]:
    """Return the process ids given out after `pid`, up to `last`; they begin anew at the system's highest."""
    if pid < last <= pid + MANY:
        return range(pid + 1, last + 1)
    there = [int(name) for name in posix.listdir("/proc") if name.isdigit()]
    return [one for one in there if (pid < one <= last if pid < last else one > pid or one <= last)]


def _killed(pids: Iterable[int], wanted: int, own: int | None) -> bool:
    found = False
    for pid in pids:
        # A judge of another hook at the same time bears the mark of its own process id.
        if _score(pid) == wanted and _mark_of(pid, own) != wanted and not _is_zombie(pid):
            _kill(posix.kill, pid)
            found = True
    return found


def _is_zombie(pid: int) -> bool:
    text = _read(f"/proc/{pid}/stat")
    return text[text.rfind(b")") + 2 :][:1] in (b"Z", b"X", b"")
