"""The words of a shell line that was read: words, redirections, version-control calls, programs."""

from __future__ import annotations

from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class Word(str):
    """A word as the shell would pass it, quotes removed; "" in its place when it is not known before the run.

    `known` tells an empty argument from an unknown one; `raw` is the text on the line; `pattern` says that the text
    is an unquoted glob; `parts` are the literal pieces in order with None for each unknown one.
    """

    __slots__ = ("known", "parts", "pattern", "raw")

    known: bool  # its text is known before the run
    raw: str  # as it stands on the line
    pattern: bool  # the text is a glob that is not in quotes
    parts: tuple[str | None, ...]  # the literal pieces in order, None for each unknown one

    def __new__(
        cls,
        text: str = "",
        *,
        known: bool = True,
        raw: str | None = None,
        pattern: bool = False,
        parts: tuple[str | None, ...] | None = None,
    ) -> Self:
        """Make a word; of an unknown one (`known=False`) the text is ""."""
        word = super().__new__(cls, text if known else "")
        word.known = known
        word.raw = text if raw is None else raw
        word.pattern = pattern
        word.parts = parts if parts is not None else ((text,) if known else (None,))
        return word

    def may_be(self, *values: str) -> bool:
        """Return whether the word could be one of `values` when the line runs; an unknown word may be anything it fits."""
        if self.pattern:
            from guardhost.model.glob import matches

            return any(matches(value, str(self)) for value in values)
        return any(str(self) == value if self.known else _fits(value, self.parts) for value in values)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_word, (str(self), self.known, self.raw, self.pattern, self.parts))


def _word(text: str, known: bool, raw: str, pattern: bool, parts: tuple[str | None, ...]) -> Word:
    return Word(text, known=known, raw=raw, pattern=pattern, parts=parts)


def _fits(value: str, parts: tuple[str | None, ...]) -> bool:
    at = 0
    free = False
    for part in parts:
        if part is None:
            free = True
        elif free:
            at = value.find(part, at)
            if at < 0:
                return False
            at, free = at + len(part), False
        elif value.startswith(part, at):
            at += len(part)
        else:
            return False
    if free or at == len(value):
        return True
    last = parts[-1] if parts else ""
    return None in parts and last is not None and value.endswith(last)


class Redirect(Record):
    """One redirection of a program: `op` as written without its descriptor (`>`, `>>`, `<`, `>&`, `<<`, ...)."""

    op: str  # as written, without a descriptor: `>`, `>>`, `<`, `>&`, `<<`, ...
    target: Word  # the word behind it
    fd: int | None = None  # the descriptor in front, None when none is written

    @property
    def writes(self) -> bool:
        """Whether a file is written: not for a read, a descriptor, a here-document."""
        if self.op in ("<", "<<", "<<-", "<<<", "<&"):
            return False
        return not (
            self.op == ">&" and (self.target in ("-", "") or self.target.rstrip("-").isdigit()) and self.target.known
        )

    @property
    def path(self) -> str:
        """The target as a path, "" when it is unknown or no file."""
        return str(self.target) if self.op not in ("<<", "<<-", "<<<") else ""


class VcsCall(Record):
    """A version-control call with the tool's global options taken off: git, hg, sl, jj."""

    tool: str  # `git`, `hg`, `sl` or `jj`
    subcommand: str = ""  # such as `push`, "" when there is none or it is unknown
    args: tuple[Word, ...] = ()  # the words behind it
    options: tuple[Word, ...] = ()  # the global options that were taken off
    directory: str | None = ""  # what `-C` or `-R` named: "" none, None unknown


class Command(Record):
    """One program that a line runs."""

    program: str = ""  # base name; "" when it is not known before the run, or for a bare assignment or redirection
    args: tuple[Word, ...] = ()  # the words behind the program
    repeats: bool = False  # it runs again and again: in a `while` or `until` loop, or under `watch`
    path: str = ""  # the program's file, absolute, where its word has a `/` and is known; "" for one that is found on PATH
    vcs: VcsCall | None = None  # the call with global options taken off, for git, hg, sl and jj; None for any other program
    env: tuple[tuple[str, Word], ...] = ()  # the assignments in front of it: (name, value)
    redirects: tuple[Redirect, ...] = ()  # its redirections, in order
    cwd: str | None = None  # the folder that it runs in, None when unknown
    wrappers: tuple[str, ...] = ()  # what was peeled off, outermost first, such as `sudo`, `xargs`, `bash`
    certain: bool = True  # it certainly runs; where it is False it may
    never: bool = False  # it cannot run: `false && it`, a branch that is not taken, behind `exit`
    word: Word = Word("")  # the program's word as it stands on the line
    background: bool = False  # it is put in the background
    stdin: str | None = None  # literal text that it is given (here-document, here-string, `echo text |`), None when unknown

    def _ready(self) -> None:
        self.__dict__["args"] = tuple(a if isinstance(a, Word) else Word(a) for a in self.args)
