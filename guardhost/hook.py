"""The fast path: standard input, host, judgement, standard output, and out.

Nothing but the reply is ever written to standard output, and whatever happens in here, the host gets an answer in time:
a watchdog holds a ready-made one, and every exception ends in one.
"""

from __future__ import annotations

import posix

from guardhost.judgement.flow import Progress, judge
from guardhost.judgement.scene import HOSTED
from guardhost.model.event import CALL
from guardhost.world.clock import Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, NoReturn

    from guardhost.hosts.reply import Reply
    from guardhost.judgement.scene import Lent
    from guardhost.model.event import Event
    from guardhost.model.mistakes import PayloadError
    from guardhost.model.outcome import Outcome

MOST_INPUT = 10 * 1024 * 1024  # bytes
LAST_WORD = 0.12  # seconds before the end at which the watchdog speaks


def main(words: Sequence[str]) -> NoReturn:
    """Answer one hook call: `HOST [EVENT] [--state FOLDER] [--git PROGRAM]`. Leaves the process itself."""
    clock = Clock()
    try:
        host, name, options = _words(words)
        from guardhost.hosts import adapter

        module = adapter(host)
    except Exception as error:
        from guardhost.model.mistakes import UsageError

        if not isinstance(error, UsageError):
            raise
        _leave("", f"guardhost: {error}\n", 2)
    hook = _Hook(module, name, options, clock)
    hook.watch()
    hook.run()


def _words(words: Sequence[str]) -> tuple[str, str, dict[str, str]]:
    plain: list[str] = []
    options = {"--state": "", "--git": ""}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        key, equals, value = word.partition("=")
        if key in options and (equals or rest):
            options[key] = value if equals else rest.pop(0)
        elif word.startswith("-"):
            raise _usage(f"`guardhost hook` has no option `{word}`", "it takes --state FOLDER and --git PROGRAM")
        else:
            plain.append(word)
    if not 1 <= len(plain) <= 2:
        raise _usage("`guardhost hook` needs the host's name", "such as `guardhost hook claude-code PreToolUse`")
    return plain[0], plain[1] if len(plain) == 2 else "", options


def _usage(what: str, fix: str) -> Exception:
    from guardhost.model.mistakes import UsageError

    return UsageError("GH1301", what, fix=fix)


def _payload(what: str, fix: str, code: str = "GH1201") -> PayloadError:
    from guardhost.model.mistakes import PayloadError

    return PayloadError(code, what, fix=fix)


def _print(stdout: str, stderr: str) -> bool:
    """Print a reply; False when its standard output went nowhere, which standard error then tells."""
    said = _write(1, stdout)
    _write(2, stderr or ("" if said else f"guardhost: its answer could not be printed: {stdout}\n"))
    return said


class _Hook:
    """One hook call on its way; what the watchdog would answer is worked out from what is known so far."""

    __slots__ = ("adapter", "began", "clock", "env", "event", "name", "options", "progress", "status", "turn")

    def __init__(self, adapter: Any, name: str, options: dict[str, str], clock: Clock) -> None:
        import _thread

        self.adapter = adapter
        self.name = name
        self.options = options
        self.clock = clock
        self.began = clock.began()
        self.env: Mapping[str, str] = _environment()
        self.event: Event | None = None
        self.progress = Progress()
        self.status = 0
        self.turn = _thread.allocate_lock()  # whoever takes it answers

    def watch(self) -> None:
        """Start the watchdog: a thread, since only that wakes while the main one waits for a dead disk or a FIFO."""
        import _thread

        _thread.start_new_thread(self._late, ())

    def _late(self) -> None:
        from time import sleep

        sleep(max(0.0, self.began + HOSTED - LAST_WORD - self.clock.now()))
        if self.turn.acquire(blocking=False):
            self._leave(*self._ready("guardhost ran out of its 7 s before it could judge", "GH1103"))
        sleep(LAST_WORD)
        posix._exit(self.status)  # noqa: SLF001 - the answer is given; what else was to be done took too long

    def run(self) -> NoReturn:
        """Read, judge, answer."""
        try:
            given = getattr(self.adapter, "given", None)
            # No name holds what was read: a long call's memory is used again for what is made of it.
            self.event = _placed(
                self.adapter.decode((given(self.env) if given is not None else None) or _input(), self.env, self.name)
            )
            if self.event.dialect != self.adapter.NAME:
                self._speak(self.event.dialect)
            reply, judged = self._judged(self.event)
        except BaseException as error:  # noqa: BLE001 - the one boundary: a crash is answered, never silent
            self._answer(*self._failed(error))
        self.turn.acquire()
        said = _print(reply.stdout, reply.stderr)
        # A refusal that nobody could read is said by the exit status, which blocks on every host that has one.
        self.status = reply.exit if said or judged.outcome.decision in ("allow", "advise") else 2
        try:
            judged.close()
        except BaseException as error:  # noqa: BLE001 - the answer is given; what was left to remember is reported
            self._report(error)
        self._renew()
        posix._exit(self.status)  # noqa: SLF001 - the documented name

    def _speak(self, dialect: str) -> None:
        """Answer in the payload's dialect: hosts load each other's files."""
        from guardhost.hosts import adapter

        self.adapter = adapter(dialect)

    def _failed(self, error: BaseException) -> tuple[Reply, Outcome]:
        """Return the answer to what could not be read, or to a crash of ours, which is reported; and what it means."""
        from guardhost.model.mistakes import PayloadError

        if isinstance(error, PayloadError):
            return self._unread(error)
        reported = self._report(error)
        return self._ready(f"guardhost failed ({type(error).__name__}){reported}", "GH1901")

    def _unread(self, error: PayloadError) -> tuple[Reply, Outcome]:
        from guardhost.model.outcome import Outcome

        if error.dialect:
            self._speak(error.dialect)
        reply: Reply = self.adapter.unread(error, self.name)
        name = error.where.partition(": ")[0] or self.name
        refused = not name or self.adapter.EVENTS.get(name, ("",))[0] == CALL
        decision = "deny" if refused else "allow"
        return reply, Outcome(decision=decision, rule=error.code, notes=(str(error),), noted=(error.code,))

    def _renew(self) -> None:
        """Have the start-up files made anew when this call did not run from them."""
        import sys

        if "__bundled__" in vars(sys.modules["guardhost"]):
            return
        try:
            from guardhost.startup import renew
            from guardhost.world.build import package

            renew(package())
        except OSError as error:
            self._report(error)

    def _judged(self, event: Event) -> tuple[Reply, Any]:
        lent = self._lent(event.name)
        judged = judge(event, lent, self.progress)
        outcome = judged.outcome
        carries = getattr(self.adapter, "CARRIES", None)
        if carries is not None and (event.name in carries or outcome.decision != "allow" or outcome.notes):
            from guardhost.judgement.waiting import with_waiting

            outcome = with_waiting(event, outcome, self.adapter, lent)
        return self.adapter.encode(outcome, event), judged

    def _lent(self, name: str) -> Lent:
        from guardhost.hosts import completes
        from guardhost.judgement.scene import Lent
        from guardhost.world.state import locate

        return Lent(
            clock=self.clock,
            env=self.env,
            state=locate(self.env, self.options["--state"]),
            began=self.began,
            total=HOSTED,
            timeout=self.adapter.limit(name),
            completes=completes(self.adapter),
            git=self.options["--git"],
        )

    def _ready(self, what: str, code: str) -> tuple[Reply, Outcome]:
        """Return the ready-made answer: a deny for a call, a note for one that is proven to only read, else nothing."""
        event = self.event
        if event is None:
            return self._unread(_payload(what, "try again; `guardhost doctor` shows more", code))
        from guardhost.model.outcome import Outcome

        if event.moment != CALL:
            outcome = Outcome()
        elif self.progress.read_only:
            outcome = Outcome(
                decision="advise", context=f"{what}; this call only reads, so it passes unjudged", rule="guard-deadline"
            )
        else:
            reason = f"try again, and run `guardhost doctor` if it stays so: {what}\nNothing was executed."
            outcome = Outcome(decision="deny", reason=reason, rule="guard-deadline")
        return self.adapter.encode(outcome, event), outcome

    def _report(self, error: BaseException) -> str:
        from guardhost.world.crash import report

        return report(self.env, self.options["--state"], error, f"hook {self.adapter.NAME} {self.name}")

    def _answer(self, reply: Reply, outcome: Outcome) -> NoReturn:
        self.turn.acquire()
        self._leave(reply, outcome)

    def _leave(self, reply: Reply, outcome: Outcome) -> NoReturn:
        """Print an answer that no judgement gave, put it down, clear the mark of the one under way, and leave."""
        import _thread

        said = _print(reply.stdout, reply.stderr)
        status = reply.exit if said else 2
        _thread.start_new_thread(_leave_soon, (status,))  # what hung a judgement may hang this
        try:
            self._put_down(outcome)
        except BaseException as error:  # noqa: BLE001 - the answer is given; what was left to remember is reported
            self._report(error)
        posix._exit(status)  # noqa: SLF001 - the documented name

    def _put_down(self, outcome: Outcome) -> None:
        if self.progress.mark:
            from guardhost.world.marks import clear

            clear(self.progress.mark)
        from guardhost.judgement.unjudged import unjudged

        try:
            cwd = posix.getcwd()
        except OSError:
            cwd = ""
        unjudged(
            self.event, self._lent("" if self.event is None else self.event.name), outcome, self.adapter.NAME, self.name, cwd
        )


def _placed(event: Event) -> Event:
    """Return the event with a place: a host that says none starts its hooks where the call runs."""
    if event.cwd:
        return event
    try:
        return event.replace(cwd=posix.getcwd())
    except OSError:
        return event  # the folder is gone; the built-in rules and the session's project judge


def _environment() -> Mapping[str, str]:
    pairs = posix.environ.items()
    return {key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape") for key, value in pairs}


def _input() -> bytes:
    """Return standard input whole; `PayloadError` when it is too long or cannot be read. The watchdog minds the time."""
    pieces: list[bytes] = []
    size = 0
    while True:
        try:
            piece = posix.read(0, 1 << 16 if size < 1 << 16 else 1 << 20)
        except OSError as error:
            raise _payload(f"standard input cannot be read ({error.strerror})", "the host gives the event as JSON") from None
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
        size += len(piece)
        if size > MOST_INPUT:
            raise _payload(f"the payload has more than {MOST_INPUT} bytes", "split the call into smaller ones")


def _write(fd: int, text: str) -> bool:
    """Write all of `text`; False when the other end cannot be written to."""
    data = text.encode("utf-8", "backslashreplace")
    try:
        while data:
            data = data[posix.write(fd, data) :]
    except OSError:
        return False
    return True


def _leave_soon(status: int) -> None:
    from time import sleep

    sleep(LAST_WORD)
    posix._exit(status)  # noqa: SLF001 - the documented name


def _leave(stdout: str, stderr: str, status: int) -> NoReturn:
    _print(stdout, stderr)
    posix._exit(status)  # noqa: SLF001 - the documented name
