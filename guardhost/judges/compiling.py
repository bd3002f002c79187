"""Source compiled apart: in a process that runs no policy code, so that what is cached is what the source says."""

from __future__ import annotations

import posix

from guardhost.judges.frames import MOST_SERVED, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judges.offspring import Child
    from guardhost.world.clock import Clock


MOST_AT_ONCE = 4  # processes
PATIENCE = 1.0  # seconds, once the judge that loaded the same text has answered


class Compiling:
    """What is compiled beside the judge's child, which is served the source meanwhile: nobody waits for a cache."""

    __slots__ = ("_clock", "_under_way")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._under_way: list[tuple[Child, Callable[[bytes], None]]] = []

    def begin(self, data: bytes, name: str, keep: Callable[[bytes], None]) -> None:
        """Start to compile a source text; `keep` gets the marshalled code once it is collected.

        What does not compile is not kept: the one who loads it meets the error where it can be told.
        """
        from guardhost.judges.offspring import start

        if len(self._under_way) >= MOST_AT_ONCE:
            self._collect_one(PATIENCE)
        try:
            child = start(_compile(data, name, 2 * PATIENCE))
        except OSError:
            return
        self._under_way.append((child, keep))

    def collect(self, seconds: float = PATIENCE) -> None:
        """Keep what was compiled, at most `seconds` from now, and end the rest."""
        end = self._clock.now() + seconds
        while self._under_way:
            self._collect_one(max(0.0, end - self._clock.now()))

    def _collect_one(self, seconds: float) -> None:
        child, keep = self._under_way.pop(0)
        try:
            code = _answer(child.reads, self._clock.now() + seconds, self._clock)
        finally:
            child.end()
        if code is not None:
            keep(code)


def _compile(data: bytes, name: str, seconds: float) -> Callable[[int, int], None]:
    def run(reads: int, writes: int) -> None:
        from marshal import dumps

        from guardhost.judges.child import settle

        _, writes = settle(reads, writes, seconds)
        out = pack(dumps(compile(data, name, "exec", dont_inherit=True)))
        while out:
            out = out[posix.write(writes, out) :]

    return run


def _answer(reads: int, end: float, clock: Clock) -> bytes | None:
    buffer = bytearray()
    while (left := end - clock.now()) > 0 and clock.wait(reads, left):
        piece = posix.read(reads, 1 << 20)
        buffer += piece
        fields = unpack(buffer, MOST_SERVED)
        if fields:
            return fields[0]
        if not piece:
            break
    return None
