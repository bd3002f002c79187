"""Source compiled apart: in a process that runs no policy code, so that what is cached is what the source says."""

from __future__ import annotations

import posix

from guardhost.judges.frames import MOST_SERVED, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.world.clock import Clock


def compiled(data: bytes, name: str, seconds: float, clock: Clock) -> bytes | None:
    """Return the marshalled code of a source text, None when it does not compile or not within `seconds`.

    The one who loads it then compiles it again and meets the error where it can be told.
    """
    from guardhost.judges.offspring import start

    try:
        child = start(_compile(data, name, seconds))
    except OSError:
        return None
    try:
        return _answer(child.reads, clock.now() + seconds, clock)
    finally:
        child.end()


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
