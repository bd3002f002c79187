"""A child kept for many calls (`check --batch`, `guardhost test`): loaded once, replaced when it runs out of time."""

from __future__ import annotations

from guardhost.judges.caller import FAILED, GARBLED, Replied, Talk, ended, opened
from guardhost.judges.offspring import start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from guardhost.judges.caller import Asks, Side
    from guardhost.judges.facts import Asked
    from guardhost.judges.offspring import Child
    from guardhost.world.clock import Clock


class Worker:
    """One side, asked again and again. Close it, or use it in a `with` statement."""

    __slots__ = ("_child", "_clock", "_facts", "_side", "_talk")

    def __init__(self, side: Side, facts: Asked, clock: Clock) -> None:
        self._side = side
        self._facts = facts
        self._clock = clock
        self._child: Child | None = None
        self._talk: Talk | None = None

    def ask(self, asks: Asks, seconds: float, facts: Asked | None = None) -> Replied:
        """Ask what `caller.call` asks, with the same reply; `facts` stands in for the worker's own for this call."""
        from pickle import dumps

        from guardhost.judges.frames import pack

        end = self._clock.now() + seconds
        if self._child is None or self._talk is None:
            failed = self._start(end, seconds)
            if failed is not None:
                return failed
        child, talk = self._child, self._talk
        assert child is not None and talk is not None  # noqa: S101, PT018 - `_start` set both or told why not
        talk.renew(facts or self._facts, end)
        why = GARBLED
        try:
            sent = talk.send(child, pack(repr(seconds), dumps(asks, protocol=5)))
            why = talk.listen(child, asks) if sent else "time"
        finally:
            if why:
                why = self._drop(why)
        return talk.concluded(why)

    def _start(self, end: float, seconds: float) -> Replied | None:
        """Start the child and let it load; return the reply when there is none that could be asked."""
        from guardhost.judges.child import Pipe, judge_many, settle

        talk = Talk(self._side, self._facts, end, self._clock)
        held = opened(talk, self._side)
        if isinstance(held, Replied):
            return held

        def run(reads: int, writes: int) -> None:
            judge_many(Pipe(*settle(reads, writes, seconds)), self._side, held)

        try:
            child = start(run)
        except OSError:
            return talk.unstarted()
        self._child, self._talk = child, talk
        why = GARBLED
        try:
            why = talk.listen(child, ())
        finally:
            if why:
                why = self._drop(why)
            talk.collect(why)
        loaded = talk.concluded(why)
        if loaded.kind == FAILED:
            self.close()
        return loaded if loaded.kind != "answered" else None

    def _drop(self, why: str) -> str:
        child, self._child = self._child, None
        return ended(child, why) if child is not None else why

    def close(self) -> None:
        """End the child, and the process that reads its source where there is one."""
        if self._child is not None:
            self._drop("")
        done = getattr(self._side.source, "close", None)
        if done is not None:
            done()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
