"""How xargs is taken off: the programs that it starts with the words of a literal input, else with one unknown word."""

from __future__ import annotations

from guardhost.model.line import Redirect, Word
from guardhost.shell.bounds import TooMuchError
from guardhost.shell.peel import options, replaced, value
from guardhost.shell.programs import emit, murky
from guardhost.shell.scope import unknown
from guardhost.shell.wrappers import row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.peel import Options
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope

MOST_LINES = 256
_QUOTES = frozenset("'\"\\")
# Options that change nothing about which words a program gets.
_PLAIN = frozenset(("r", "no-run-if-empty", "t", "verbose", "x", "exit", "P", "max-procs", "0", "null", "d", "delimiter"))


def xargs(run: Run, scope: Scope, program: Program, name: str) -> bool:
    """`xargs [options] program words`."""
    _, letters, longs, _ = row_of(name)
    at, found, clear = options(program.words, 1, letters, longs)
    if not clear:
        murky(run, scope, program, program.words[at:])
        return True
    rest = program.words[at:] or (Word("echo"),)
    inside = program.replace(shell=0, stdin=None, piped=False)
    if file := value(found, "a", "arg-file"):
        inside = inside.replace(redirects=(*inside.redirects, Redirect(op="<", target=file, fd=9)))
    names = {option for option, _ in found}
    mark = value(found, "I", "J", "replace") or (Word("{}") if names & {"i", "replace"} else None)
    if mark:
        lines = _lines(program, rest, mark)
        scope = scope if lines else scope.fork(repeats=True)  # once for each line, so that none may start it
        for given in lines or (tuple(replaced(word, mark) for word in rest),):
            emit(run, scope, inside.replace(words=given))
        return True
    words = _words(program.stdin, found, names)
    if words is None:
        emit(run, scope, inside.replace(words=(*rest, unknown())))
        return True
    size = _size(found)
    if size is None and words and names & {"n", "max-args", "L", "l", "max-lines"}:
        emit(run, scope, inside.replace(words=(*rest, unknown())))
        return True
    size = size or len(words) or 1
    if len(words) > MOST_LINES * size:
        raise _too_many()
    for start in range(0, len(words) or 1, size):
        emit(run, scope, inside.replace(words=(*rest, *words[start : start + size])))
    return True


def _too_many() -> TooMuchError:
    return TooMuchError("xargs starts too many programs; split the line into several commands")


def _lines(program: Program, rest: tuple[Word, ...], mark: Word) -> list[tuple[Word, ...]]:
    """Return the words of each program where one is started for each line of a literal input, [] where it is not."""
    if program.stdin is None or not mark.known or set(program.stdin) & _QUOTES:
        return []
    lines = [line.strip() for line in program.stdin.split("\n") if line.strip()]
    if len(lines) > MOST_LINES:
        raise _too_many()
    return [tuple(Word(word.replace(mark, line), raw=word.raw) if word.known else word for word in rest) for line in lines]


def _words(text: str | None, found: Options, names: set[str]) -> tuple[Word, ...] | None:
    """Return the words of a literal input, None where they are not known."""
    if text is None or names - _PLAIN - {"n", "max-args", "L", "l", "max-lines"}:
        return None
    if names & {"0", "null"}:
        return tuple(Word(one) for one in text.split("\0") if one)
    delimiter = value(found, "d", "delimiter")
    if delimiter is not None:
        if not delimiter.known or len(delimiter) != 1:
            return None
        return tuple(Word(one) for one in text.removesuffix(delimiter).split(delimiter))
    return None if set(text) & _QUOTES else tuple(Word(one) for one in text.split())


def _size(found: Options) -> int | None:
    """Return how many words each program gets, None where that is not said or not known."""
    given = value(found, "n", "max-args")
    plain = given is not None and given.known and given.isascii() and given.isdigit()
    return int(given) or None if plain and given is not None else None
