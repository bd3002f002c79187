"""A program as a structured call, and how options stand among words."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Call(Record):
    """A program as a structured call: `git push -uf origin main` is `git_push` with named arguments.

    `args` maps argument names to values; `unknown` lists the options that the spec does not know; `operands` are the
    words that are no options; `words` are the words after the program and its subcommands.
    """

    tool: str  # program and subcommands, such as `git_push`; without a spec the program alone
    program: str = ""  # base name of the program, "" when it is not known before the run
    # by the names of the spec (True, how often, a `Word` or a tuple of them), without one all words as `argv`; see below
    args: Mapping[str, Any] = {}
    unknown: tuple[str, ...] = ()  # options that the spec does not know
    operands: tuple[Word, ...] = ()  # the words that are no options
    words: tuple[Word, ...] = ()  # the words behind the program and its subcommands
    argv: tuple[Word, ...] = ()  # all words behind the program
    repeats: bool = False  # it runs again and again: in a `while` or `until` loop, or under `watch`
    certain: bool = True  # it certainly runs; where it is False it may
    cwd: str | None = None  # the folder that it runs in, None when unknown
    names: Mapping[str, str] = {}  # spelling of an option -> name of its argument; empty without a spec

    def flag(self, *names: str) -> bool:
        """Return whether one of these options is given and on (`--watch`, `-w`, `--watch=true`; not `--watch=false`)."""
        return any(self._given(name, flag=True) not in (None, False, "false", "0", "no") for name in names)

    def option(self, *names: str) -> Word | None:
        """Return the value of the first of these options that is given, the last if several, None when none is."""
        for name in names:
            value = self._given(name, flag=False)
            if isinstance(value, Word):
                return value
            if isinstance(value, tuple | list) and value:
                return value[-1] if isinstance(value[-1], Word) else Word(str(value[-1]))
            if value is not None and value is not False:
                return Word(str(value)) if value is not True else Word("")
        return None

    def _given(self, name: str, *, flag: bool) -> Any:
        key = self.names.get(name)
        if key is not None:
            return self.args.get(key)
        opposite = self.names.get("--" + name.removeprefix("--no-"))
        if opposite is not None:  # `--no-tags`, where the spec has `--tags`
            return self.args.get(opposite) is False or self.args.get("no_" + opposite)
        if self.names and not any(word.startswith(name) for word in self.unknown):
            return None  # the spec knows each option of the line, so what looks like this one is a value
        return given(self.words, name, flag=flag)


def given(words: tuple[Word, ...], name: str, *, flag: bool = False) -> Any:
    """Return how an option without a spec stands among words, None when it does not: True, or the word that is its value.

    Reads `--name`, `--name=value`, `--name value`, `-n`, `-nvalue`, `-n value` and `-n` in a bundle of letters (`-rf`);
    stops at `--`; the last one counts. With `flag` the next word is never its value.
    """
    found: Any = None
    for at, word in enumerate(words):
        if word == "--":
            break
        text = head(word)
        following = words[at + 1] if at + 1 < len(words) and not flag else None
        alone = following if following is not None and not following.startswith("-") else True
        if text == name and word.known:
            found = alone
        elif len(name) > 2 and text.startswith(name + "="):
            found = cut(word, len(name) + 1)
        elif len(name) == 2 and len(text) > 1 and text[0] == "-" and text[1] != "-":
            found = _lettered(word, text, name, alone) or found
    return found


def _lettered(word: Word, text: str, name: str, alone: Any) -> Any:
    """Return how a letter stands in a word such as `-rf` or `-n5`, None when it does not."""
    if text.startswith(name) and (len(text) > 2 or not word.known):
        return cut(word, 2)
    letters = text[1:]
    if not (letters.isalpha() and name[1] in letters):
        return None
    return alone if letters.endswith(name[1]) else True


def cut(word: Word, length: int) -> Word:
    """Return a word without its first `length` characters, which must be known."""
    raw = word.raw[length:] if word.raw.startswith(head(word)[:length]) else word.raw
    if word.known:
        return Word(str(word)[length:], raw=raw, pattern=word.pattern)
    return Word(known=False, raw=raw, parts=(head(word)[length:], *word.parts[1:]))


def head(word: Word) -> str:
    """Return what is certain of a word's beginning."""
    return str(word) if word.known else (word.parts[0] or "" if word.parts else "")
