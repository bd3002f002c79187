"""The child's half: put aside everything of the parent, load one side, judge what is asked, answer in frames.

Runs policy code; nothing here may be trusted by the parent, which reads frames and nothing else.
"""

from __future__ import annotations

import _thread
import posix
import sys

from guardhost.judges.frames import MOST_SERVED, pack, unpack
from guardhost.judges.importer import Importer, only_ours
from guardhost.judges.registry import Registry, loading, no_verdict, sound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from guardhost.judges.caller import Side
    from guardhost.model.request import Request
    from guardhost.model.verdict import Verdict

    Ask = tuple[str, Request]

MOST_REASON = 16_000  # characters of a verdict's reason; what is longer is cut
MOST_NEXT, MOST_COMMAND = 16, 4000  # commands served with a verdict, and the characters of one
SPARE = 1.0  # seconds that the child's own timer gives its parent to be the first
_ALARM, _INTERRUPT, _TERM = 14, 2, 15


class Pipe:
    """The two pipes to the host process; answers are gathered and written at once."""

    __slots__ = ("_buffer", "_out", "_reads", "_turn", "_writes")

    def __init__(self, reads: int, writes: int) -> None:
        self._reads = reads
        self._writes = writes
        self._buffer = bytearray()
        self._out = b""
        self._turn = _thread.allocate_lock()

    def say(self, *fields: str | bytes) -> None:
        """Gather one frame."""
        self._out += pack(*fields)

    def flush(self) -> None:
        """Write what is gathered."""
        out, self._out = self._out, b""
        while out:
            out = out[posix.write(self._writes, out) :]

    def ask(self, *fields: str | bytes) -> list[bytes]:
        """Ask the host process and return its answer; of several threads one at a time."""
        with self._turn:
            self.say(*fields)
            self.flush()
            return self.hear()

    def hear(self) -> list[bytes]:
        """Wait for one frame; the process ends when its parent is gone."""
        while True:
            frame = unpack(self._buffer, MOST_SERVED)
            if frame is not None:
                return frame
            piece = posix.read(self._reads, 65536)
            if not piece:
                posix._exit(0)  # noqa: SLF001 - no parent, no answer, no clean-up of a policy's
            self._buffer += piece


def settle(reads: int, writes: int, seconds: float) -> tuple[int, int]:
    """Leave the parent's session, descriptors, signals and streams; return the pipes' descriptors."""
    import _signal  # type: ignore[import-not-found] # the C part of `signal`, which costs 4 ms
    import gc

    from guardhost.judges.offspring import mark

    gc.freeze()  # the parent's objects are no garbage of ours, and looking at them would copy their pages
    gc.enable()
    posix.setsid()
    mark()
    while reads < 3:
        reads = posix.dup(reads)
    while writes < 3:
        writes = posix.dup(writes)
    null = posix.open("/dev/null", posix.O_RDWR)
    for fd in range(3):
        posix.dup2(null, fd)
    low, high = sorted((reads, writes))
    for first, beyond in ((3, low), (low + 1, high), (high + 1, _most_descriptors())):
        posix.closerange(first, beyond)
    for number in (_ALARM, _INTERRUPT, _TERM):
        _signal.signal(number, _signal.SIG_DFL)
    _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
    if seconds:
        _signal.setitimer(_signal.ITIMER_REAL, seconds + SPARE)
    _streams()
    return reads, writes


def _most_descriptors() -> int:
    most = posix.sysconf("SC_OPEN_MAX")
    return min(most, 1 << 20) if most > 0 else 65536


def _streams() -> None:
    """Point what a judge prints to and reads from at nothing, whatever stood in for the streams in the parent."""
    if sys.flags.no_site and sys.stdin is not None and sys.stderr is not None:
        # A hook's process, whose streams are unused and lie on the descriptors that now lead nowhere.
        sys.stdout = sys.stderr  # which prints whatever text it is given
        return
    import _io

    sys.stdin = _io.open(0, closefd=False)
    sys.stdout = sys.stderr = _io.open(1, "w", closefd=False, errors="replace")


def judge_once(pipe: Pipe, side: Side, held: Iterable[list[bytes]], asks: tuple[Ask, ...]) -> None:
    """Load, judge, answer, end: what the child does for one call."""
    registry = load(side, held, pipe)
    if registry is not None:
        judge(registry, asks, pipe)
    pipe.say("done")
    pipe.flush()
    posix._exit(0)  # noqa: SLF001 - a policy's exit handlers and buffers are none of ours


def judge_many(pipe: Pipe, side: Side, held: Iterable[list[bytes]]) -> None:
    """Load, then judge one list of asks after the other, until the parent hangs up: what a kept child does."""
    from _signal import ITIMER_REAL, setitimer
    from pickle import loads

    registry = load(side, held, pipe)
    pipe.say("done")
    pipe.flush()
    if registry is None:
        return
    registry.tracing = True
    while True:
        seconds, asks = pipe.hear()
        setitimer(ITIMER_REAL, float(seconds) + SPARE)
        judge(registry, loads(asks), pipe)  # noqa: S301 - from our own parent
        pipe.say("done")
        pipe.flush()
        setitimer(ITIMER_REAL, 0)


def tell_rules(pipe: Pipe, side: Side, held: Iterable[list[bytes]]) -> None:
    """Load, and say which rules there are and where they are registered: what an inventory's child does."""
    from guardhost.judges.listing import tell

    registry = load(side, held, pipe)
    if registry is not None:
        tell(registry, pipe)
    pipe.say("done")
    pipe.flush()
    posix._exit(0)  # noqa: SLF001 - as above


def load(side: Side, held: Iterable[list[bytes]], pipe: Pipe) -> Registry | None:
    """Load the root policy file; say what it registered, or why it failed and return None."""
    dotted = side.form.removesuffix(".py").replace("/", ".")
    registry = Registry(dotted)
    loading[:] = [registry]
    only_ours(side.source.root)
    prefixes = [dotted] if "." not in dotted else [dotted.partition(".")[0], dotted]
    importer = Importer(pipe.ask, side.source.name, dict(zip(prefixes, held, strict=True)), registry.shown)
    sys.meta_path.insert(0, importer)
    for name in prefixes:
        sys.modules.pop(name, None)
    try:
        __import__(dotted)
    except BaseException as error:  # noqa: BLE001 - `sys.exit` at the top level is a failure like any other
        _failed(registry, pipe, registry.error or error, sys.exc_info()[2])
        return None
    if registry.error is not None:
        _failed(registry, pipe, registry.error, None)
        return None
    registry.frozen = True
    pipe.say("loaded", *registry.judges)
    return registry


def _failed(registry: Registry, pipe: Pipe, error: BaseException, trace: TracebackType | None) -> None:
    from guardhost.judges.failing import shown, where

    pipe.say("failed", shown(error), where(error, trace, registry.shown))


def judge(registry: Registry, asks: tuple[Ask, ...], pipe: Pipe) -> None:
    """Ask the judges; each answer and each failure is a frame."""
    registry.host = pipe.ask
    for at, (seam, request) in enumerate(asks):
        function = registry.judges.get(seam)
        if function is None:
            continue
        if at:
            pipe.flush()  # what was answered stands, even when the next one does not end
        registry.failures.clear()
        registry.fired.clear()
        registry.workspace = getattr(request, "workspace", "")
        try:
            answer = function(request)
            if answer is not None and not sound(answer):
                raise no_verdict(answer, function)
        except BaseException as error:  # noqa: BLE001 - whatever a judge raises, it judged nothing
            registry.failures.insert(0, (_named(function), error, sys.exc_info()[2]))
        else:
            _tell(pipe, at, answer)
        for rule, failed, trace in registry.failures:
            _failure(registry, pipe, at, rule or seam, failed, trace)
        for rule, decision in registry.fired:
            pipe.say("fired", rule, decision)
    registry.host = None


def _named(function: object) -> str:
    if "guardhost.judges.rule" not in sys.modules:
        return ""
    from guardhost.judges.rule import MARK

    marked = getattr(function, MARK, None)
    return str(marked[0]) if isinstance(marked, tuple) else ""


def _failure(registry: Registry, pipe: Pipe, at: int, who: str, error: BaseException, trace: TracebackType | None) -> None:
    from guardhost.judges.failing import shown, where

    place = where(error, trace, registry.shown)
    pipe.say("failure", str(at), f"{who}: {shown(error)}" + (f", {place}" if place else ""))


def _tell(pipe: Pipe, at: int, answer: Verdict | None) -> None:
    if answer is None or answer.decision == "allow":
        pipe.say("verdict", str(at), "allow", "", "")
        return
    reason = answer.reason
    if len(reason) > MOST_REASON:
        reason = reason[:MOST_REASON] + f"\n[cut: the reason had {len(answer.reason)} characters]"
    served = [command for command in answer.next[:MOST_NEXT] if len(command) <= MOST_COMMAND]
    pipe.say("verdict", str(at), answer.decision, answer.rule, reason, *served)
