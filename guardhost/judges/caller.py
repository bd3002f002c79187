"""The host's half: run one side of a policy in a child, answer what it asks, and believe nothing but whole frames."""

from __future__ import annotations

import posix

from guardhost.judges.frames import MOST_ANSWER, pack, unpack
from guardhost.judges.offspring import start
from guardhost.judges.shelf import Shelf
from guardhost.model.errors import GuardError
from guardhost.model.record import Record
from guardhost.model.verdict import RANK, SEAMS, Verdict, check_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judges.compiling import Compiling
    from guardhost.judges.facts import Asked
    from guardhost.judges.offspring import Child
    from guardhost.judges.source import Source
    from guardhost.model.request import Request
    from guardhost.world.clock import Clock

    Asks = tuple[tuple[str, Request], ...]

ANSWERED, FAILED, OUT_OF_TIME = "answered", "failed", "out_of_time"
ENDED, GARBLED = "ended", "no whole answer"
LEAVING = 0.1  # seconds between a child's last word and its end, until it is killed
MOST_SAID = 8 * 1024 * 1024  # bytes from one child for one call
SOON = 0.3  # seconds; a child that takes longer is given its limits


class Side(Record):
    """One side of a policy: `name` is "committed", "working" or "person"; `form` its root file, relative to the root.

    `cache` is a folder for compiled code, "" for none; sides share no code in it.
    """

    name: str
    source: Source
    form: str
    cache: str = ""


class Replied(Record):
    """What came of asking one side.

    `kind` is "answered", "failed" (it did not load: `error`, `where`) or "out_of_time" (`why`: "time", "signal N",
    "no whole answer", "cannot start"; what was answered before it stands in `verdicts`). `verdicts` are (seam, verdict)
    in the order of the asks; `failures` say "<rule or seam>: <error>, file:line" for each judge or rule that failed, and
    `failed_seams` the seam of each. `files` were read by the load or by a judge, `absent` looked for and not found.
    `fired` are (rule, decision) of each named rule that was asked, "allow" where it had no opinion, "" for no verdict; only
    a kept child (`worker`) tells them.
    """

    kind: str
    verdicts: tuple[tuple[str, Verdict], ...] = ()
    failures: tuple[str, ...] = ()
    failed_seams: tuple[str, ...] = ()
    error: str = ""
    where: str = ""
    seams: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    why: str = ""
    fired: tuple[tuple[str, str], ...] = ()


def opened(talk: Talk, side: Side) -> list[list[bytes]] | Replied:
    """Return what loading begins with, or the reply when there is nothing to load."""
    try:
        held = talk.shelf.opened()
    except GuardError as error:
        talk.collect(FAILED)
        return talk.replied(FAILED, error=f"{error.code}: {error.what}; {error.fix}", where=error.where)
    if not held:
        talk.collect(FAILED)
        return talk.replied(FAILED, error="GH1001: the root policy file is not there", where=side.form)
    return held


def call(
    side: Side,
    asks: Asks,
    facts: Asked,
    seconds: float,
    clock: Clock,
    meanwhile: Callable[[], object] | None = None,
    after: list[Callable[[], object]] | None = None,
    compiled: list[Callable[[], object]] | None = None,
) -> Replied:
    """Load and ask one side within `seconds`; whatever it does, this returns in time and leaves no process behind.

    `asks` are (seam, request) in order; a seam without a judge gives no verdict. `meanwhile` is something short
    that the host process needs later anyway, done while the child is at work; `after` takes what can wait until the answer
    is given, and `compiled` what keeps code that was compiled for the cache: before code of another side starts, or last.
    """
    talk = Talk(side, facts, clock.now() + seconds, clock)
    held = opened(talk, side)
    if isinstance(held, Replied):
        return held
    # Imported before the fork: in the child it would cost three times as much, page by page.
    from guardhost.judges.child import Pipe, judge_once, settle

    source = talk.shelf.files[side.form]
    if b".rule" in source or b"strictest" in source:
        import guardhost.judges.rule
    if b".calls" in source:
        import guardhost.calls.structured  # noqa: F401 - what a judge is going to look at

    def run(reads: int, writes: int) -> None:
        judge_once(Pipe(*settle(reads, writes, seconds)), side, held, asks)

    try:
        child = start(run)
    except OSError:
        return talk.unstarted()
    why = GARBLED
    try:
        if meanwhile is not None:
            meanwhile()
        why = talk.listen(child, asks)
    finally:
        if after is not None and not why:
            child.stop()
            after.append(child.end)
            if talk.compiles and compiled is not None:
                compiled.append(lambda: talk.collect(""))
        else:
            why = ended(child, why)
            talk.collect(why)
    return talk.concluded(why)


def ended(child: Child, why: str) -> str:
    """End the child and return why it gave no whole answer, "" when it did; a signal of its own is told by its number."""
    code = child.end(patience=LEAVING if why == ENDED else 0.0)
    if why == ENDED:
        return f"signal {-code}" if code is not None and code < 0 else GARBLED
    return why


class Talk:
    """The conversation with one child: its questions answered, its frames gathered."""

    __slots__ = ("_clock", "_compiling", "_end", "_facts", "_heard", "_side", "asks", "shelf")

    def __init__(self, side: Side, facts: Asked, end: float, clock: Clock) -> None:
        self._side = side
        self._facts = facts
        self._end = end
        self._clock = clock
        self.shelf = Shelf(side, self._compile)
        self._compiling: Compiling | None = None
        self.asks: Asks = ()
        self._heard: dict[str, list[list[str]]] = {}

    def renew(self, facts: Asked, end: float) -> None:
        """Begin another call of the same child."""
        self._facts, self._end = facts, end
        self._heard = {kind: self._heard[kind] for kind in LASTING if kind in self._heard}

    def _compile(self, data: bytes, name: str, keep: Callable[[bytes], None]) -> None:
        from guardhost.judges.compiling import Compiling

        if self._compiling is None:
            self._compiling = Compiling(self._clock)
        self._compiling.begin(data, name, keep)

    @property
    def compiles(self) -> bool:
        """Whether something is compiled meanwhile."""
        return self._compiling is not None

    def collect(self, why: str) -> None:
        """Keep what was compiled meanwhile; where the judge gave no whole answer (`why`) nobody waits for it."""
        if self._compiling is not None:
            self._compiling.collect(0.0) if why else self._compiling.collect()

    def listen(self, child: Child, asks: Asks) -> str:
        """Listen until the child is done; return "" then, else why it is not: "time", "ended" or "no whole answer"."""
        self.asks = asks
        buffer = bytearray()
        size = 0
        limited = False
        while True:
            left = self._end - self._clock.now()
            if left <= 0:
                return "time"
            if not self._clock.wait(child.reads, left if limited else min(left, SOON)):
                if not limited:
                    limit(child.pid)
                    limited = True
                continue
            piece = posix.read(child.reads, 65536)
            buffer += piece
            size += len(piece)
            if not piece:
                return ENDED
            if size > MOST_SAID:
                return GARBLED
            try:
                while (frame := unpack(buffer, MOST_ANSWER)) is not None:
                    if frame == [b"done"]:
                        return ""
                    if not self._take(child, frame):
                        return "time"
            except ValueError:
                return GARBLED

    def _take(self, child: Child, frame: list[bytes]) -> bool:
        """Answer a question, or keep a statement; False when time ran out over a long answer."""
        if not frame:
            raise ValueError("an empty frame")
        kind = frame[0]
        if kind in (b"find", b"source", b"fact"):
            return self.send(child, self._answer(kind, frame[1:]))
        words = [field.decode("utf-8", "replace") for field in frame]
        statement = checked(words, self.asks)
        self._heard.setdefault(words[0], []).append(statement)
        return True

    def _answer(self, kind: bytes, words: list[bytes]) -> bytes:
        try:
            if kind == b"find":
                return pack(*self.shelf.module(_dotted(words)))
            if kind == b"source":
                return pack(self.shelf.files.get(words[0].decode("utf-8", "surrogateescape"), b"") if words else b"")
            from guardhost.judges.answering import answer

            return pack("ok", *answer(self._facts, self.shelf, [word.decode("utf-8", "surrogateescape") for word in words]))
        except GuardError as error:
            return pack("error", error.code, error.what, error.where, error.fix)

    def send(self, child: Child, data: bytes) -> bool:
        """Send all of `data`; False when time ran out over it."""
        from time import sleep

        while child.send(data):
            data = b""
            if self._end - self._clock.now() <= 0:
                return False
            sleep(0.001)
        return True

    def concluded(self, why: str) -> Replied:
        """Return the reply once the child has ended."""
        if why:
            return self.replied(OUT_OF_TIME, why=why)
        failed = self._heard.get("failed")
        if failed:
            return self.replied(FAILED, error=failed[0][1], where=failed[0][2])
        return self.replied(ANSWERED) if "loaded" in self._heard else self.replied(OUT_OF_TIME, why=GARBLED)

    def unstarted(self) -> Replied:
        """Return the reply of a side whose child cannot be started."""
        self.collect(OUT_OF_TIME)
        return self.replied(OUT_OF_TIME, why="cannot start")

    def replied(self, kind: str, *, error: str = "", where: str = "", why: str = "") -> Replied:
        """Return what was heard so far as a reply of this kind."""
        heard = self._heard
        failures = heard.get("failure", ())
        return Replied(
            kind=kind,
            verdicts=tuple(self._verdict(words) for words in heard.get("verdict", ())),
            failures=tuple(words[2] for words in failures),
            failed_seams=tuple(self.asks[int(words[1])][0] for words in failures),
            error=error,
            where=where,
            seams=tuple(heard["loaded"][0][1:]) if "loaded" in heard else (),
            files=tuple(self.shelf.files),
            absent=tuple(self.shelf.absent),
            why=why,
            fired=tuple((words[1], words[2]) for words in heard.get("fired", ())),
        )

    def statements(self, kind: str) -> list[list[str]]:
        """Return what the child said of one kind."""
        return [words[1:] for words in self._heard.get(kind, ())]

    def _verdict(self, words: list[str]) -> tuple[str, Verdict]:
        _, at, decision, rule, reason, *served = words
        return self.asks[int(at)][0], Verdict(decision, reason, rule, tuple(served))


# the statements of a child and how many words each has at least
STATEMENTS = {"loaded": 1, "failed": 3, "verdict": 5, "failure": 3, "fired": 3, "rule": 7, "example": 3}
LASTING = ("loaded", "failed")  # what a kept child says once


def checked(words: list[str], asks: Asks) -> list[str]:
    """Return a child's statement when it can be one; `ValueError` else. A judge may have written it by hand."""
    kind = words[0]
    if kind not in STATEMENTS or len(words) < STATEMENTS[kind]:
        raise ValueError("no statement")
    if kind in ("verdict", "failure") and not (words[1].isascii() and words[1].isdigit() and int(words[1]) < len(asks)):
        raise ValueError("about nothing that was asked")
    if kind == "verdict" and not _is_verdict(words):
        raise ValueError("no verdict")
    if kind == "loaded" and any(seam not in SEAMS for seam in words[1:]):
        raise ValueError("no seam")
    return words


def _is_verdict(words: list[str]) -> bool:
    _, _, decision, rule, reason, *served = words
    if decision not in RANK or not all(served):
        return False
    if decision != "allow" and not reason.strip():
        return False
    try:
        return not rule or bool(check_name(rule))
    except GuardError:
        return False


def _dotted(words: list[bytes]) -> str:
    name = words[0].decode("utf-8", "replace") if len(words) == 1 else ""
    if not name or not all(part.isidentifier() for part in name.split(".")):
        raise ValueError("no name of a module")
    return name


def limit(pid: int) -> None:
    """Bound a child that takes its time: its memory, its processor time, no core file."""
    from guardhost.judges.limits import limit as bound

    bound(pid)
