"""The options of one command, read by the table of its spec in the style of its program."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.structured import cut, head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.calls.notation import Options

ON = ("1", "t", "T", "true", "TRUE", "True")
OFF = ("0", "f", "F", "false", "FALSE", "False")
SHORTENED = ("gnu", "git", "tree", "tar", "literal")  # styles that take a long option by an unambiguous beginning
NEGATED = ("git", "tree")  # styles that take `--no-x` for any flag `--x`
SWITCHED = ("pflag", "go")  # styles that take `--x=false`
LITERAL = ("literal", "echo")  # styles in which what is no option is an operand, whatever its dash
WHOLE = ("go", "find")  # styles whose options are whole words behind one dash

UNWRITTEN = "a word from elsewhere"  # stands for an unknown word that is not on the line, such as what xargs reads


class Given:
    """The words of a command, how far they are read, and what they have given so far."""

    style: str

    def __init__(self, words: tuple[Word, ...]) -> None:
        self.words = words
        self.at = 0
        self.args: dict[str, Any] = {}
        self.unknown: list[str] = []
        self.options: Options = {}
        self.ended = False  # an option has ended the options

    def option(self, word: Word) -> None:
        """Read the option at the present word, and its value."""
        self.at += 1
        certain = head(word)
        if certain.startswith("+"):
            self.store(self.options["+*"][0], cut(word, 1), self.options["+*"][1])
        elif self.style in WHOLE:
            self._whole(word, certain)
        elif certain.startswith("--"):
            self._long(word, certain)
        elif certain[1:].isdigit() and "-#" in self.options and word.known:
            self.store(self.options["-#"][0], cut(word, 1), "=")
        else:
            self._short(word, certain)

    def is_option(self, word: Word) -> bool:
        """Return whether a word is read as an option, as far as its beginning is known."""
        certain = head(word)
        if certain.startswith("+"):
            return "+*" in self.options and len(certain) > 1
        if not certain.startswith("-") or word == "-":
            return False
        if self.style in LITERAL and word.known:
            return self._resolve(word.partition("=")[0]) is not None or all("-" + one in self.options for one in word[1:])
        return True

    def _lost(self, word: Word) -> None:
        self.unknown.append(str(word) if word.known else word.raw or UNWRITTEN)

    def _whole(self, word: Word, certain: str) -> None:
        name, attached, _ = certain.partition("=") if self.style == "go" else (certain, "", "")
        found = self.options.get(name) or self.options.get("-" + name.lstrip("-")) if word.known or attached else None
        if found is None:
            self._lost(word)
        else:
            self._take(*found, cut(word, len(name) + 1) if attached else None, word)

    def _long(self, word: Word, certain: str) -> None:
        name, attached, _ = certain.partition("=")
        found = self._resolve(name) if word.known or attached else None
        if found is None:
            self._lost(word)
            return
        argument, kind, on = found
        self._take(argument, kind, cut(word, len(name) + 1) if attached else None, word, on=on)

    def _short(self, word: Word, certain: str) -> None:
        if "-*" in self.options and "-" + certain[1:2] not in self.options:
            self.store(self.options["-*"][0], cut(word, 1), self.options["-*"][1])
            return
        lost = not word.known and certain == "-"
        for at in range(1, len(certain)):
            argument, kind = self.options.get("-" + certain[at], ("", ""))
            rest = at + 1 < len(certain) or not word.known
            equals = self.style == "pflag" and certain[at + 1 : at + 2] == "="
            if not argument:
                lost = True
            elif (kind and kind != "+") or equals:
                self._take(argument, kind, cut(word, at + 1 + equals) if rest else None, word)
                break
            else:
                self._take(argument, kind, None, word)
        else:
            lost = lost or not word.known
        if lost:
            self._lost(word)

    def _take(self, argument: str, kind: str, value: Word | None, word: Word, *, on: bool = True) -> None:
        """Take an option with its attached value, or with the next word where it needs one."""
        if kind == ";":
            self.store(argument, self._up_to_end(), "=*")
            return
        if kind.startswith("=") and value is None:
            if self.at == len(self.words):
                self._lost(word)  # its value is missing
                return
            value = self.words[self.at]
            self.at += 1
        elif kind in ("", "+") and value is not None:
            on = self._switch(value, word)
            value = None
        self.ended = self.ended or kind == "=!"
        argument, _, suffix = argument.partition("/")
        if suffix:
            self.args[argument] = on
            argument = suffix if value is not None else argument
        self._keep(argument, kind, value, on)

    def _keep(self, argument: str, kind: str, value: Word | None, on: bool) -> None:
        if value is not None:
            self.store(argument, value, kind)
        elif kind == "+":
            before = self.args.get(argument)
            self.args[argument] = (before if isinstance(before, int) else 0) + 1 if on else 0
        elif argument not in self.args or not kind:
            self.args[argument] = on

    def _switch(self, value: Word, word: Word) -> bool:
        """Return what a value given to a flag makes of it: on, unless it is known to be off."""
        if self.style not in SWITCHED or not value.known or value not in ON + OFF:
            self._lost(word)
        return not (self.style in SWITCHED and value.known and value in OFF)

    def _up_to_end(self) -> Word:
        """Return the words of a command up to its `;` or `+`, as one."""
        start = self.at
        ends = (at for at in range(start, len(self.words)) if self.words[at] in (";", "+") and at > start)
        self.at = next(ends, len(self.words) - 1) + 1
        words = self.words[start : self.at]
        raw = " ".join(word.raw for word in words)
        if all(word.known for word in words):
            return Word(" ".join(words), raw=raw)
        parts = [part for word in words for part in (*word.parts, " ")]
        return Word(known=False, raw=raw, parts=tuple(parts[:-1]))

    def store(self, argument: str, value: Word, kind: str) -> None:
        """Keep a value beside those that the argument has already."""
        before = self.args.get(argument)
        if isinstance(before, tuple):
            self.args[argument] = (*before, value)
        elif isinstance(before, Word):
            self.args[argument] = (before, value)
        else:
            self.args[argument] = (value,) if kind.endswith("*") else value

    def _resolve(self, name: str) -> tuple[str, str, bool] | None:
        """Return (argument, kind, on) of a long option, which some styles let one shorten and negate."""
        exact = self.options.get(name)
        if exact is not None:
            return (*exact, True)
        if self.style not in SHORTENED or not name.startswith("--") or name == "--":
            return None
        negated = self.style in NEGATED
        found = {
            _negated(spelling, name, entry, negated=negated)
            for spelling, entry in self.options.items()
            if spelling.startswith("--")
        }
        found.discard(None)
        whole = {each[:3] for each in found if each is not None and each[3]}
        some = whole or {each[:3] for each in found if each is not None}
        return some.pop() if len(some) == 1 else None


def _negated(spelling: str, name: str, entry: tuple[str, str], *, negated: bool) -> tuple[str, str, bool, bool] | None:
    """Return (argument, kind, on, is whole) when `name` is a short form or the opposite of an option's spelling."""
    argument, kind = entry
    if spelling.startswith(name):
        return argument, kind, True, False
    opposite = "--" + spelling[5:] if spelling.startswith("--no-") else "--no-" + spelling[2:]
    if not negated or not opposite.startswith(name):
        return None
    if kind:  # `--no-push-option` takes back what was given: an argument of its own, so that nothing is lost
        return "no_" + argument, "", True, opposite == name
    return argument, "", False, opposite == name
