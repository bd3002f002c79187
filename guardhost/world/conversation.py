"""A process that is asked and answers, again and again, within a limit for each answer."""

from __future__ import annotations

import posix
import select
import time

from guardhost.world.process import start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_LINE = 64 * 1024


class Conversation:
    """One process under way. `OSError` when it ends or says too much, `TimeoutError` when an answer takes over `seconds`."""

    __slots__ = ("_process", "_said", "seconds")

    def __init__(self, argv: Sequence[str], environment: Mapping[str, str], seconds: float) -> None:
        self._process = start(argv, environment=environment, talk=True)
        self._said = b""
        self.seconds = seconds

    def close(self) -> None:
        """End the process."""
        self._process.drop()

    def say(self, data: bytes) -> None:
        """Write to it; small enough for the pipe."""
        while data:
            data = data[posix.write(self._process.input, data) :]

    def line(self) -> bytes:
        """Return its next line, without the line end."""
        end = time.monotonic() + self.seconds
        while b"\n" not in self._said:
            if len(self._said) > MOST_LINE:
                raise OSError("the line has no end")
            self._more(end)
        found, _, self._said = self._said.partition(b"\n")
        return found

    def exactly(self, size: int) -> bytes:
        """Return its next `size` bytes."""
        end = time.monotonic() + self.seconds
        pieces, have = [self._said], len(self._said)
        while have < size:
            self._said = b""
            self._more(end)
            pieces.append(self._said)
            have += len(self._said)
        whole = b"".join(pieces)
        self._said = whole[size:]
        return whole[:size]

    def _more(self, end: float) -> None:
        left = end - time.monotonic()
        if left <= 0 or not select.select([self._process.output], [], [], left)[0]:
            raise TimeoutError("its time was up")
        piece = posix.read(self._process.output, 1 << 16)
        if not piece:
            raise OSError("it ended")
        self._said += piece
