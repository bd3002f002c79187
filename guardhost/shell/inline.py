"""What code does that a line gives to an interpreter, and how each interpreter's words give it.

Loaded only where a line names an interpreter.
"""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Touched: TypeAlias = tuple[str, Word, dict[str, object]]

MOST_CODE = 64 * 1024  # characters of Python that are read
MOST_SCANNED = 32 * 1024  # characters of another language


class Start(Record):
    """A program that code starts: its words, or a text for a shell; neither where that is not known."""

    words: tuple[Word, ...] = ()
    text: Word | None = None
    cwd: Word | None = None
    stdin: str | None = None
    certain: bool = False


class Does(Record):
    """What a piece of code does.

    `touches` are (kind, path, more): the kinds of `model.effects`; `more` has what `Found.add` takes, and `into` where a
    file of the same name in that folder may be meant instead. `unknown` says that something in it could not be read.
    """

    touches: tuple[Touched, ...] = ()
    starts: tuple[Start, ...] = ()
    network: bool = False
    unknown: bool = False
    changes_env: bool = False

    def __add__(self, other: Does) -> Does:
        return Does(
            touches=self.touches + other.touches,
            starts=self.starts + other.starts,
            network=self.network or other.network,
            unknown=self.unknown or other.unknown,
            changes_env=self.changes_env or other.changes_env,
        )


class Given(Record):
    """What an interpreter is given: texts of code, a module, or a script file, and the words behind it."""

    language: str
    texts: tuple[Word, ...] = ()
    module: Word | None = None
    script: Word | None = None
    args: tuple[Word, ...] = ()
    loads: bool = False  # an option loads more code than this


# language, letters and long options with code, letters and long options with another value, letters that load more code
_WORDS: dict[str, tuple[str, str, str, str, str, str]] = {
    "python": ("python", "c", "", "WXQ", "check-hash-based-pycs", ""),
    "node": (
        "node", "ep", "eval print", "rCI", "require import loader experimental-loader input-type conditions env-file title",
        "r",
    ),
    "deno": ("node", "", "", "c", "config import-map lock", ""),
    "bun": ("node", "ep", "eval print", "rc", "preload require cwd config", "r"),
    "tsx": ("node", "ep", "eval print", "r", "require import tsconfig", "r"),
    "perl": ("perl", "eE", "", "", "", "M"),
    "ruby": ("ruby", "e", "", "rIECF", "encoding external-encoding internal-encoding", "r"),
    "php": ("php", "rBRE", "run", "dcz", "define php-ini", ""),
    "lua": ("lua", "e", "", "l", "", "l"),
    "osascript": ("osascript", "e", "", "l", "", ""),
    "Rscript": ("other", "e", "", "", "", ""),
    "julia": ("other", "eE", "eval print", "Lpt", "load project threads", "L"),
    "tclsh": ("other", "", "", "", "", ""),
    "expect": ("other", "c", "", "", "", ""),
    "elixir": ("other", "e", "eval", "r", "require", "r"),
    "groovy": ("other", "e", "", "c", "classpath", ""),
    "swift": ("other", "e", "", "", "", ""),
}  # fmt: skip
_SAME = {
    "pypy": "python", "nodejs": "node", "luajit": "lua", "texlua": "lua", "ts-node": "tsx", "jruby": "ruby",
}  # fmt: skip


def known(name: str) -> str:
    """Return the name of the row of an interpreter, "" for any other program; `python3.11` is `python`."""
    bare = name.rstrip("0123456789.")
    return _SAME.get(bare, bare if bare in _WORDS else "")


def given(name: str, words: tuple[Word, ...]) -> Given | None:
    """Return what an interpreter is given, `words` being its arguments; None where its options cannot be told."""
    row = _WORDS[known(name)]
    language, code, code_longs, valued, longs, loading = row
    texts: list[Word] = []
    loads, at = False, 0
    if language == "node" and words[:1] and words[0] in ("run", "eval", "repl") and words[0].known:
        if words[0] == "eval":
            return Given(language=language, texts=tuple(word for word in words[1:] if not word.startswith("-"))[:1])
        at = 1
    while at < len(words):
        word = words[at]
        if not word.known and not _is_operand(word):
            return None
        if word == "--" and word.known:
            at += 1
            break
        if not word.startswith("-") or word == "-":
            break
        at += 1
        following = words[at] if at < len(words) else Word("")
        if word.startswith("--"):
            option, equals, value = word[2:].partition("=")
            if option in code_longs.split():
                texts.append(Word(value, raw=word.raw) if equals else following)
            at += not equals and (option in code_longs.split() or option in longs.split())
            loads = loads or option in ("require", "import", "loader", "preload")
            continue
        found, text, width, more = _bundle(word, following, code, valued, loading, language)
        at += width
        loads = loads or more
        if found == "m":
            return Given(language=language, module=text, args=words[at:], loads=loads)
        if found:
            texts.append(text)
            if language == "python":
                break  # what follows are its own arguments
    return _made(language, texts, words[at:], loads=loads)


def _is_operand(word: Word) -> bool:
    head = (word.parts or (None,))[0]
    return bool(head) and not str(head).startswith("-")


def _bundle(word: Word, following: Word, code: str, valued: str, loading: str, language: str) -> tuple[str, Word, int, bool]:
    """Return the letter that gives code or a module ("" for none), its text, how many words it takes, whether it loads."""
    loads = False
    for index, letter in enumerate(word[1:], 2):
        rest = word[index:]
        loads = loads or letter in loading
        if letter in code or (letter == "m" and language == "python"):
            if rest and language in ("python", "ruby", "perl", "php", "lua") and not (language == "php" and letter == "r"):
                return letter, Word(rest, raw=word.raw), 0, loads
            return letter, following, 1, loads
        if language in ("perl", "ruby") and letter in "iIMmFxCdDV":
            return "", Word(""), int(letter == "I" and not rest), loads
        if letter in valued:
            return "", Word(""), int(not rest), loads
    return "", Word(""), 0, loads


def _made(language: str, texts: list[Word], rest: tuple[Word, ...], *, loads: bool) -> Given:
    if texts:
        return Given(language=language, texts=tuple(texts), args=rest, loads=loads)
    if rest and (rest[0] != "-" or not rest[0].known):
        return Given(language=language, script=rest[0], args=rest[1:], loads=loads)
    return Given(language=language, args=rest[1:], loads=loads)


def does(language: str, text: str, args: tuple[Word, ...], home: str, cwd: str | None) -> Does:
    """Return what code does. `args` are the words that it is given, its own name first."""
    if len(text) > MOST_CODE:
        return Does(unknown=True)
    if language == "python":
        from guardhost.shell.inline_python import read as python

        return python(text, args, home, cwd)
    if len(text) > MOST_SCANNED:
        return Does(unknown=True, starts=(Start(),))
    from guardhost.shell.inline_tables import LANGUAGES

    reader: Callable[[str, str], Does] | None = LANGUAGES.get(language)
    return reader(text, home) if reader is not None else Does(unknown=True, starts=(Start(),))
