"""Read a line: screen its text, choose a reader, start it early, and hand back the programs."""

from __future__ import annotations

import time

from guardhost.model.line import Command, Word
from guardhost.model.record import Record
from guardhost.shell import reader_plain
from guardhost.shell.programs import Program, emit
from guardhost.shell.scope import MOST_READS, Run, Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guardhost.shell.inline import Does
    from guardhost.shell.tree import Node

MOST_CODE = 32 * 1024  # bytes, here-document bodies apart
MOST_TEXT = 1024 * 1024  # bytes, with them
MOST_OPEN = 300


class Lent(Record):
    """What the reader may use of the world.

    `cwd` is where the line runs, "" when unknown; `shfmt` the reader program's absolute path, "" when there is none;
    `python` the interpreter that runs the second reader where there is no `shfmt`, "" for none;
    `start` starts a process (`world.process.start`); `glob` expands a pattern on the disk, None keeps patterns;
    `names` lists a folder, nothing where it cannot be read; it finds the folders that a `cd` with a pattern goes to;
    `root` returns the root of the checkout that a folder lies in, "" for none; `file` the text of a regular file, ""
    when there is none, None when it is too long or cannot be read.
    """

    cwd: str = ""
    home: str = ""
    tmpdir: str = "/tmp"  # noqa: S108 - what the shell says without TMPDIR
    shell: str = "bash"
    shfmt: str = ""
    python: str = ""
    start: Callable[[tuple[str, ...], bytes], Any] | None = None
    glob: Callable[[str], tuple[str, ...]] | None = None
    names: Callable[[str], list[str]] | None = None
    root: Callable[[str], str] | None = None
    file: Callable[[str], str | None] | None = None


class Reading(Record):
    """What a line runs. When `readable` is False, `why` says where it broke and how to write it, and nothing is listed.

    `simple` is one program alone: no pipe, list, redirection, background, assignment, expansion, wrapper, negation.
    `spans` are the line's own logic, inner ones first: (kind, where its parts begin and end among `commands`, operators);
    a kind is chain (`&&`, `||`), pipe (with "pipefail" under it), list, not, if (condition, then, else), opaque (its status
    says nothing of a part), over (a loop's condition and its body; which loop it is), left (a list's begin, a statement of
    it of which the way named ends the shell, the list's end).
    """

    text: str
    readable: bool = True
    why: str = ""
    commands: tuple[Command, ...] = ()
    simple: bool = False
    background: bool = False
    functions: bool = False
    assignments: tuple[tuple[str, Word], ...] = ()
    acts: str = (
        ""  # what on the line acts beside its programs (a wrapper's option, a variable that runs something), "" nothing
    )
    spans: tuple[tuple[str, tuple[int, ...], tuple[str, ...]], ...] = ()
    did: tuple[tuple[Command, Does], ...] = ()  # what the code does that a program on the line is given
    computed: bool = False  # something on the line is computed when it runs: a substitution or an expansion of one


class Pending:
    """A line under way: plain words, statements that were read at once, or a reader process that was started."""

    __slots__ = ("lent", "nodes", "source", "started", "text", "why", "words")

    def __init__(self, text: str, lent: Lent) -> None:
        self.text = text
        self.lent = lent
        self.why = ""
        self.words: list[Word] | None = None
        self.nodes: tuple[Node, ...] | None = None
        self.started: Any = None
        self.source = b""


def read(line: str, lent: Lent, seconds: float = 2.0) -> Reading:
    """Read a line at once. Never raises; `seconds` bounds the time that its readers may take."""
    return finish(begin(line, lent), seconds)


def begin(line: str, lent: Lent) -> Pending:
    """Screen the line and choose its reader; a process that reads it is started here, so that it overlaps other work."""
    pending = Pending(line, lent)
    if len(line) > 2000 or not line.isprintable():
        from guardhost.shell.screen import screen

        pending.why = screen(line, MOST_CODE, MOST_TEXT, MOST_OPEN)
        if pending.why:
            return pending
    pending.words = reader_plain.words(line, lent.shell)
    if pending.words is None:
        if len(line) <= 2000:
            from guardhost.shell.screen import screen

            pending.why = screen(line, MOST_CODE, MOST_TEXT, MOST_OPEN)
        if not pending.why and not _chained(pending):
            _start(pending)
    return pending


def _chained(pending: Pending) -> bool:
    """Read a list of simple commands, which needs no process; False where the line has more than that."""
    line = pending.text
    if "(" in line or "`" in line or "<<" in line or len(line) > 2000 or pending.lent.shell not in ("bash", "sh"):
        return False
    from guardhost.shell.reader_chain import statements

    pending.nodes = statements(line)
    return pending.nodes is not None


def _start(pending: Pending) -> None:
    lent = pending.lent
    if lent.start is None or not (lent.shfmt or (lent.python and lent.shell == "bash")):
        pending.why = "1:1: no reader for shell syntax can run here; reinstall guardhost, or write one plain command"
        return
    from guardhost.shell.reader_shfmt import argv

    pending.source = pending.text.encode("utf-8")
    try:
        pending.started = lent.start(argv(lent), pending.source)
    except OSError as error:
        pending.why = f"1:1: the shell reader cannot be started ({error.strerror}); reinstall guardhost"


def finish(pending: Pending, seconds: float) -> Reading:
    """Return what the line runs. Never raises: what cannot be read in time is unreadable."""
    if pending.why:
        return Reading(text=pending.text, readable=False, why=pending.why)
    end = time.monotonic() + seconds
    try:
        if pending.words is not None:
            return _plain(pending, end)
        return _parsed(pending, end)
    except RecursionError:
        why = "1:1: the line nests too deep; split it into several commands"
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError) as error:
        why = f"1:1: the line could not be read ({type(error).__name__}); write it as plainer commands"
    except Exception as error:
        from guardhost.shell.bounds import TooMuchError

        if not isinstance(error, TooMuchError):
            raise
        why = f"1:1: {error.why}"
    return Reading(text=pending.text, readable=False, why=why)


def _plain(pending: Pending, end: float) -> Reading:
    lent = pending.lent
    words = pending.words or []
    run = Run(lent, _reads(lent, end))
    scope = Scope(lent.cwd or None)
    if words:
        emit(run, scope, Program(words=tuple(words)))
    if run.uncalled:
        from guardhost.shell.walk import uncalled

        uncalled(run)
    commands = tuple(run.commands)
    simple = len(commands) == 1 and not commands[0].wrappers and bool(commands[0].program)
    return _made(pending, run, simple=simple, commands=commands)


def _parsed(pending: Pending, end: float) -> Reading:
    from guardhost.shell.walk import uncalled, walk

    nodes, why = pending.nodes, ""
    if nodes is None:
        from guardhost.shell.parse import parsed

        nodes, why = parsed(pending.started, pending.source, pending.lent, end)
    if why:
        return Reading(text=pending.text, readable=False, why=why)
    run = Run(pending.lent, _reads(pending.lent, end))
    walk(run, Scope(pending.lent.cwd or None), nodes)
    uncalled(run)
    commands = tuple(run.commands)
    alone = len(commands) == 1 and not commands[0].wrappers and bool(commands[0].program) and _is_simple(nodes)
    computed = any(opening in pending.text for opening in ("$(", "`", "<(", ">("))
    return _made(pending, run, simple=alone, commands=commands, computed=computed)


def _is_simple(nodes: tuple[Node, ...]) -> bool:
    if len(nodes) != 1:
        return False
    from guardhost.shell.parse import is_simple

    return is_simple(nodes[0])


def _made(pending: Pending, run: Run, *, simple: bool, commands: tuple[Command, ...], computed: bool = False) -> Reading:
    return Reading(
        computed=computed,
        text=pending.text,
        commands=commands,
        simple=simple,
        background=run.background,
        functions=run.functions,
        acts=run.acts,
        did=tuple(run.did),
        assignments=tuple(run.assignments),
        spans=tuple(run.spans),
    )


def _reads(lent: Lent, end: float) -> Callable[[str], tuple[Node, ...] | list[Word] | None]:
    """Return the reader of texts inside the line (`sh -c text`): bounded in number and in time."""
    left = [MOST_READS]
    known: dict[str, tuple[Node, ...] | list[Word] | None] = {}

    def reads(text: str) -> tuple[Node, ...] | list[Word] | None:
        if text not in known:
            known[text] = _inner(text, lent, end, left)
        return known[text]

    return reads


def _inner(text: str, lent: Lent, end: float, left: list[int]) -> tuple[Node, ...] | list[Word] | None:
    from guardhost.shell.bounds import TooMuchError

    if len(text) > MOST_CODE:
        raise TooMuchError("a text that a shell runs is too long; put it into a script")
    pending = begin(text, lent)
    if pending.why:
        raise TooMuchError(_inside(pending.why))
    if pending.words is not None:
        return pending.words
    if pending.nodes is not None:
        return pending.nodes
    from guardhost.shell.parse import TOO_DEEP, TOO_SLOW, parsed

    left[0] -= 1
    if left[0] < 0 or time.monotonic() >= end:
        pending.started.drop()
        raise TooMuchError("too many texts that shells run (`sh -c`, `eval`); split the line into several commands")
    nodes, why = parsed(pending.started, pending.source, lent, end)
    if why in (TOO_DEEP, TOO_SLOW):
        raise TooMuchError(_inside(why))
    return None if why else nodes


def _inside(why: str) -> str:
    """Return why a text inside the line is refused, without its place in there."""
    return "in a text that a shell runs: " + why.partition(": ")[2]
