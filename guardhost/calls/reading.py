"""One command of a program that has a spec: which command it is, its options and its operands.

Loaded only when a line names such a program.
"""

from __future__ import annotations

from guardhost.calls.notation import options
from guardhost.calls.structured import FAMILIES, made, tool_name
from guardhost.model.line import Word
from guardhost.model.structured import cut, head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from guardhost.calls.notation import Options
    from guardhost.model.line import Command
    from guardhost.model.structured import Call

ON = ("1", "t", "T", "true", "TRUE", "True")
OFF = ("0", "f", "F", "false", "FALSE", "False")

_tables: dict[tuple[str, str], Options] = {}  # a cache: the option tables of the commands seen so far


class Reading:
    """One command being read: which command of the program it is, and what has been given so far."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.style, self.files = FAMILIES[command.program]
        self.words = command.args
        self.at = 0
        self.key = ""  # the words of the command, as the spec has them
        self.tool = tool_name(command.program)
        self.args: dict[str, Any] = {}
        self.unknown: list[str] = []
        self.names: dict[str, str] = {}
        self.early: list[Word] = []  # options in front of the command that only the command itself may know
        self.shared: dict[str, str] = {}
        self.modules: list[ModuleType] = []
        self.options, self.form = self._entry("") or ({}, "@")

    def call(self) -> Call:
        """Return the structured call."""
        while self.form.startswith("@") and self._descend():
            pass
        words = (*self.early, *self.words[self.at :])
        self.words, self.at = words, 0
        before, after = self._operands()
        _assign(self.form.lstrip("@ "), before, after, self._store)
        return made(
            self.command, tool=self.tool, args=self.args, words=words, operands=(*before, *after),
            unknown=tuple(self.unknown), names=self.names,
        )  # fmt: skip

    def _descend(self) -> bool:
        """Go on to the command that the next operand names, if it names one."""
        start = self.at
        given, unknown = dict(self.args), list(self.unknown)
        early = self._in_front()
        word = self.words[self.at] if self.at < len(self.words) else None
        key = f"{self.key} {word}".strip()
        entry = self._entry(key) if word is not None and word.known and word != "--" else None
        if entry is None and (word is None or not word.known or word == "--" or self.form != "@"):
            self.args, self.unknown, self.at = given, unknown, start
            return False
        self.early += early
        self.at += 1
        self.options, self.form = entry if entry is not None else ({}, "")
        self.tool = tool_name(f"{self.command.program} {self.key if entry is not None else key}")
        return entry is not None

    def _in_front(self) -> list[Word]:
        """Read the options up to the next operand; return those left for the command behind it."""
        early: list[Word] = []
        while self.at < len(self.words):
            word = self.words[self.at]
            if word == "--" or not head(word).startswith("-") or word == "-":
                break
            if self.style == "pflag" and word.known and self._is_foreign(word):
                # the program takes the word behind such an option for its value while it looks for the command
                length = 1 if "=" in word or (not word.startswith("--") and len(word) > 2) else 2
                early += self.words[self.at : self.at + length]
                self.at += length
            else:
                self._option(word)
        return early

    def _is_foreign(self, word: Word) -> bool:
        name = word.partition("=")[0] if word.startswith("--") else word[:2]
        return name not in self.options

    def _entry(self, key: str) -> tuple[Options, str] | None:
        """Return the option table and the operands of a command, None when no file has it; remembers its full name."""
        for at in range(len(self.files)):
            if at == len(self.modules):
                self.modules.append(_load(self.files[at]))
                self.shared.update(self.modules[at].SHARED)
            commands = self.modules[at].COMMANDS
            entry = commands.get(key)
            if isinstance(entry, str):
                key = entry
                entry = commands.get(key)
            if entry is not None:
                self.key = key
                table = self._table(key, entry[0])
                self.names.update({spelling: argument for spelling, (argument, _) in table.items()})
                return table, entry[1]
        return None

    def _table(self, key: str, notation: str) -> Options:
        if not any(head(word).startswith("-") for word in self.words):
            return {}  # no option on the line: none needs to be known
        kept = _tables.get((self.command.program, key))
        if kept is None:
            kept = _tables[(self.command.program, key)] = options(f"{notation} @help", self.shared)
        if self.style == "pflag":  # options of a group also stand behind its commands
            return {**self.options, **kept} if key else kept
        return kept

    def _operands(self) -> tuple[list[Word], list[Word]]:
        """Read the rest; return the operands before and behind `--`."""
        before: list[Word] = []
        while self.at < len(self.words):
            word = self.words[self.at]
            certain = head(word)
            if word == "--":
                return before, list(self.words[self.at + 1 :])
            if certain.startswith("-") and word != "-":
                self._option(word)
                continue
            if self.form.endswith("..."):
                return [*before, *self.words[self.at :]], []
            if not word.known and not certain:
                self.unknown.append(word.raw)  # it may be an option, or several words
            before.append(word)
            self.at += 1
        return before, []

    def _option(self, word: Word) -> None:
        """Read the option at the present word, and its value."""
        self.at += 1
        certain = head(word)
        if certain.startswith("--"):
            self._long(word, certain)
        elif certain[1:].isdigit() and "-#" in self.options and word.known:
            self._store(self.options["-#"][0], cut(word, 1), "=")
        else:
            self._short(word, certain)

    def _long(self, word: Word, certain: str) -> None:
        name, attached, _ = certain.partition("=")
        found = self._resolve(name) if word.known or attached else None
        if found is None:
            self.unknown.append(word.raw if not word.known else str(word))
            return
        argument, kind, on = found
        value = cut(word, len(name) + 1) if attached else None
        self._take(argument, kind, value, word, on=on)

    def _short(self, word: Word, certain: str) -> None:
        lost = not word.known and certain == "-"
        for at in range(1, len(certain)):
            argument, kind = self.options.get("-" + certain[at], ("", ""))
            rest = at + 1 < len(certain) or not word.known
            if not argument:
                lost = True
            elif kind or (self.style == "pflag" and certain[at + 1 : at + 2] == "="):
                equals = self.style == "pflag" and certain[at + 1 : at + 2] == "="
                self._take(argument, kind, cut(word, at + 1 + equals) if rest else None, word)
                break
            else:
                self.args[argument] = True
        else:
            lost = lost or not word.known
        if lost:
            self.unknown.append(str(word) if word.known else word.raw)

    def _take(self, argument: str, kind: str, value: Word | None, word: Word, *, on: bool = True) -> None:
        if kind.startswith("=") and value is None:
            if self.at == len(self.words):
                self.unknown.append(str(word))  # its value is missing
                return
            value = self.words[self.at]
            self.at += 1
        elif not kind and value is not None:
            on = self._switch(value, word)
            value = None
        if value is not None:
            self._store(argument, value, kind)
        elif argument not in self.args or not kind:
            self.args[argument] = on

    def _switch(self, value: Word, word: Word) -> bool:
        """Return what a value given to a flag makes of it: on, unless it is known to be off."""
        if self.style != "pflag" or not value.known or value not in ON + OFF:
            self.unknown.append(str(word) if word.known else word.raw)
        return not (self.style == "pflag" and value.known and value in OFF)

    def _store(self, argument: str, value: Word, kind: str) -> None:
        before = self.args.get(argument)
        if isinstance(before, tuple):
            self.args[argument] = (*before, value)
        elif isinstance(before, Word):
            self.args[argument] = (before, value)
        else:
            self.args[argument] = (value,) if kind.endswith("*") else value

    def _resolve(self, name: str) -> tuple[str, str, bool] | None:
        """Return (argument, kind, on) of a long option, which git lets one shorten and negate."""
        exact = self.options.get(name)
        if exact is not None:
            return (*exact, True)
        if self.style != "git":
            return None
        found = {_negated(spelling, name, entry) for spelling, entry in self.options.items() if spelling.startswith("--")}
        found.discard(None)
        whole = {each[:3] for each in found if each is not None and each[3]}
        some = whole or {each[:3] for each in found if each is not None}
        return some.pop() if len(some) == 1 else None


def _negated(spelling: str, name: str, entry: tuple[str, str]) -> tuple[str, str, bool, bool] | None:
    """Return (argument, kind, on, is whole) when `name` is a short form or the opposite of an option's spelling."""
    argument, kind = entry
    if spelling.startswith(name):
        return argument, kind, True, False
    opposite = "--" + spelling[5:] if spelling.startswith("--no-") else "--no-" + spelling[2:]
    if not opposite.startswith(name):
        return None
    if kind:  # `--no-push-option` takes back what was given: an argument of its own, so that nothing is lost
        return "no_" + argument, "", True, opposite == name
    return argument, "", False, opposite == name


def _assign(form: str, before: list[Word], after: list[Word], store: Callable[[str, Word, str], None]) -> None:
    front, _, behind = form.partition("--")
    if not behind:
        before, after = [*before, *after], []
    for names, words in ((front.split(), before), (behind.split(), after)):
        left = list(words)
        for name in names:
            bare = name.rstrip("*.")
            taken = left if bare != name else left[:1]
            for word in taken:
                store(bare, word, "*" if bare != name else "")
            left = left[len(taken) :]


def _load(name: str) -> ModuleType:
    module: ModuleType = __import__(f"guardhost.calls.specs.{name}", fromlist=(name,))
    return module
