"""One command of a program that has a spec: which command it is, its options and its operands.

Loaded only when a line names such a program.
"""

from __future__ import annotations

from guardhost.calls.families import FAMILIES
from guardhost.calls.notation import options
from guardhost.calls.operands import assign
from guardhost.calls.options import Given
from guardhost.calls.structured import made, plain, tool_name
from guardhost.model.line import Word
from guardhost.model.structured import head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from guardhost.calls.notation import Options
    from guardhost.calls.own import Own
    from guardhost.model.line import Command
    from guardhost.model.structured import Call

FIND_OPERATORS = ("(", ")", "!", ",")

_tables: dict[str, Options] = {}  # a cache: the option tables of the commands seen so far


class Reading(Given):
    """One command being read: which command of the program it is, and what has been given so far."""

    def __init__(self, command: Command, own: Own | None = None) -> None:
        super().__init__(command.args)
        self.command = command
        row = FAMILIES.get(plain(command.program))
        files, self.spec, self.program = row or ("", *(own.programs[command.program] if own is not None else ("", "")))
        self.files = files.split()
        self.own: Mapping[str, tuple[str, str]] = own.commands if own is not None else {}
        self.more = ""  # the operands that an own spec has for a command of ours
        self.key = self.spec  # the words of the command, as the spec has them
        self.tool = tool_name(self.program)
        self.names: dict[str, str] = {}
        self.early: list[Word] = []  # options in front of the command that only the command itself may know
        self.shared: dict[str, str] = {"help": "help:--help"}
        self.modules: list[ModuleType] = []
        if self.files:
            self._open()
            self.style = self.modules[0].STYLES.get(self.spec, "gnu")
        else:
            self.style = own.styles.get(self.spec, "gnu") if own is not None else "gnu"
        self.options, self.form = self._entry(self.spec) or ({}, "@")

    def call(self) -> Call:
        """Return the structured call."""
        while self.form.startswith("@") and self._descend():
            pass
        words = (*self.early, *self.words[self.at :])
        self.words, self.at = words, 0
        before, after = self._operands()
        assign(self.form.lstrip("@ "), before, after, self.args, self.store)
        if self.more:
            ours = set(self.args)
            assign(self.more, before, after, {}, lambda *given: None if given[0] in ours else self.store(*given))
        if self.key == "curl" and self.args.get("remote_name") and "output" not in self.args:
            from guardhost.calls.derived import downloads

            self.args["output"] = downloads(self.args)
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
        key = f"{self.key} {word}"
        entry = self._entry(key) if word is not None and word.known and word != "--" else None
        if entry is None and (word is None or not word.known or word == "--" or self.form != "@"):
            self.args, self.unknown, self.at = given, unknown, start
            return False
        self.early += early
        self.at += 1
        if entry is None:  # a command that the spec does not have
            entry = ({} if self.style == "git" else self.options), ""
            self.args["argv"] = self.command.args
            self.key = key
        self.options, self.form = entry
        self.tool = tool_name(self.program + self.key[len(self.spec) :])
        return "argv" not in self.args

    def _in_front(self) -> list[Word]:
        """Read the options up to the next operand; return those left for the command behind it."""
        early: list[Word] = []
        while self.at < len(self.words):
            word = self.words[self.at]
            if word == "--" or not self.is_option(word):
                break
            if self.style == "pflag" and word.known and self._is_foreign(word):
                # the program takes the word behind such an option for its value while it looks for the command
                length = 1 if "=" in word or (not word.startswith("--") and len(word) > 2) else 2
                early += self.words[self.at : self.at + length]
                self.at += length
            else:
                self.option(word)
        return early

    def _is_foreign(self, word: Word) -> bool:
        name = word.partition("=")[0] if word.startswith("--") else word[:2]
        return name not in self.options

    def _open(self) -> None:
        """Load the next file of the family."""
        name = self.files[len(self.modules)]
        self.modules.append(__import__(f"guardhost.calls.specs.{name}", fromlist=(name,)))
        self.shared.update(self.modules[-1].SHARED)

    def _entry(self, key: str) -> tuple[Options, str] | None:
        """Return the option table and the operands of a command, None when nobody has it; remembers its full name."""
        found = self._ours(key)
        key = self.key if found is not None else key
        mine = self.own.get(key)
        self.key, self.more = (key, "") if found is not None or mine is not None else (self.key, self.more)
        if mine is None:
            return None if found is None else (self._table(key, found[0]), found[1])
        if found is None:
            return self._table(key, mine[0], kept=False), mine[1]
        self.more = mine[1].lstrip("@ ")
        form = f"@ {found[1]}" if mine[1].startswith("@") and not found[1].startswith("@") else found[1]
        return self._table(key, f"{found[0]} {mine[0]}", kept=False), form

    def _ours(self, key: str) -> tuple[str, str] | None:
        """Return the entry of a command in the files of its family; remembers its full name."""
        for at in range(len(self.files)):
            if at == len(self.modules):
                self._open()
            commands = self.modules[at].COMMANDS
            entry = commands.get(key)
            if isinstance(entry, str):
                key = entry
                entry = commands.get(key)
            if entry is not None:
                self.key = key
                found: tuple[str, str] = entry
                return found
        return None

    def _table(self, key: str, notation: str, *, kept: bool = True) -> Options:
        if not any(head(word)[:1] in ("-", "+") for word in self.words) and self.style != "tar":
            return {}  # no option on the line: none needs to be known
        table = _tables.get(key) if kept else None
        if table is None:
            table = options(f"{notation} @help", self.shared)
            if kept:
                _tables[key] = table
        for spelling, (argument, _) in table.items():
            self.names[spelling] = argument.partition("/")[0]
            if self.style == "go":
                self.names["-" + spelling] = self.names[spelling]
        # options of a group also stand behind its commands, but for git
        return table if self.style == "git" or not self.options else {**self.options, **table}

    def _operands(self) -> tuple[list[Word], list[Word]]:
        """Read the rest; return the operands before and behind `--`."""
        before: list[Word] = []
        if self.style == "tar":
            self._letters()
        while self.at < len(self.words):
            word = self.words[self.at]
            if self.ended:
                return [*before, *self.words[self.at :]], []
            if word == "--" and self.style != "echo":
                return before, list(self.words[self.at + 1 :])
            if self.is_option(word):
                self.option(word)
                continue
            if self.form.endswith("..."):
                return [*before, *self.words[self.at :]], []
            if not word.known and not head(word):
                self._lost(word)  # it may be an option, or several words
            self.at += 1
            if self.style == "find" and word in FIND_OPERATORS:
                self.store("operators", word, "*")
            else:
                before.append(word)
        return before, []

    def _letters(self) -> None:
        """Read a first word of letters without a dash; the values of some are the next words, in order."""
        first = self.words[0] if self.words else Word("-")
        if not first.known or first.startswith("-") or any("-" + one not in self.options for one in first):
            return
        self.at = 1
        for letter in first:
            argument, kind = self.options["-" + letter]
            if not kind.startswith("="):
                self.args[argument] = True
            elif self.at < len(self.words):
                self.store(argument, self.words[self.at], kind)
                self.at += 1
            else:
                self.unknown.append(str(first))  # a value is missing
