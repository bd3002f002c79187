"""A scan of code in a language without a parser here: the calls that it makes, with the texts among their arguments."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.record import Record
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Argument: TypeAlias = "Word | tuple[Word, ...]"

MOST_ARGUMENT = 2000  # characters of an argument that is no literal
MOST_DEPTH = 20  # of lists in lists
MOST_STEPS = 200_000  # characters looked at in arguments, which are looked at again where calls stand in calls
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")
_CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


class Called(Record):
    """One call: its name with what stands in front of it (`fs.rmSync`), and its arguments."""

    name: str
    args: tuple[Argument, ...] = ()
    rest: str = ""  # the text between its brackets


class Scan:
    """Goes through a text once. `quoted` are the quotes whose texts run in a shell, `marks` how an expansion looks."""

    def __init__(self, text: str, *, comment: str, holes: dict[str, tuple[str, ...]], bare: bool, home: str = "") -> None:
        self.text = text
        self.comment = comment
        self.holes = holes
        self.bare = bare
        self.home = home
        self.calls: list[Called] = []
        self.names: set[str] = set()
        self.ran: list[Word] = []
        self.left = MOST_STEPS

    def run(self, *, shell_quotes: str = "") -> None:
        """Collect the calls, and the texts in `shell_quotes`."""
        at = 0
        while at < len(self.text):
            char = self.text[at]
            if (
                self.comment
                and self.text.startswith(self.comment, at)
                and self.text[at - 1 : at] in ("", " ", "\n", "\t", ";")
            ):
                at = self._line_end(at)
            elif char in "'\"`":
                word, at = self.literal(at)
                if char in shell_quotes:
                    self.ran.append(word)
            elif char in _LETTERS:
                at = self._name(at)
            else:
                at += 1

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _name(self, at: int) -> int:
        start = at
        while at < len(self.text) and (self.text[at] in _LETTERS or self._joins(at)):
            at += 1
        name = self.text[start:at].replace("::", ".").replace("->", ".")
        after = at
        while after < len(self.text) and self.text[after] in " \t":
            after += 1
        opens = self.text[after : after + 1] == "("
        if opens or (self.bare and self.text[after : after + 1] not in ("=", ",", ";", ")", ".", "")):
            args, rest = self._arguments(after, opens=opens)
            self.calls.append(Called(name=name, args=args, rest=rest))
        if opens:
            self.names.add(name)
        return at

    def _joins(self, at: int) -> bool:
        following = self.text[at + 1 : at + 2]
        if self.text[at] == "." or (self.text[at] == "?" and following == "."):
            return following in _LETTERS or following == "."
        return self.text.startswith("::", at) or self.text.startswith("->", at) or self.text[at - 1 : at + 1] in ("::", "->")

    def _arguments(self, at: int, *, opens: bool) -> tuple[tuple[Argument, ...], str]:
        """Return the arguments from here on: up to the closing bracket, or up to the end of the statement."""
        at += opens
        start, args = at, []
        while at < len(self.text):
            at = self._skip(at, " \t\n" if opens else " \t")
            if at >= len(self.text) or self.text[at] in (")" if opens else ";\n})"):
                break
            arg, at = self._argument(at)
            args.append(arg)
            at = self._skip(at, " \t\n" if opens else " \t")
            if self.text[at : at + 1] != ",":
                break
            at += 1
        return tuple(args), self.text[start : at + 200 if opens else at]

    def _skip(self, at: int, chars: str) -> int:
        while at < len(self.text) and self.text[at] in chars:
            at += 1
        return at

    def _argument(self, at: int, depth: int = 0) -> tuple[Argument, int]:
        char = self.text[at]
        if char == "[" and depth < MOST_DEPTH:
            return self._list(at + 1, depth + 1)
        found: Argument = unknown()
        end = at
        if char in "'\"`":
            found, end = self.literal(at)
            end = self._skip(end, " \t")
            if self.text[end : end + 1] in (",", ")", "]", ";", "\n", "}", ""):
                return found, end
            head = found.parts[0] if isinstance(found, Word) and found.parts else None
            found = Word(known=False, raw=self.text[at:end], parts=(head, None) if head else (None,))
        elif char in _LETTERS and depth < MOST_DEPTH and (made := self._made(at, depth + 1)) is not None:
            return made
        return found, self._beyond(end)

    def _made(self, at: int, depth: int) -> tuple[Argument, int] | None:
        """Return the path that a call among the arguments puts together, None where it is none or more follows it."""
        from guardhost.shell.inline_home import put_together

        start = at
        while at < len(self.text) and (self.text[at] in _LETTERS or self._joins(at)):
            at += 1
        name = self.text[start:at].replace("::", ".").replace("->", ".")
        at = self._skip(at, " \t")
        opens = self.text[at : at + 1] == "("
        if not opens and self.text[at : at + 1] not in "'\"":
            return None
        at += opens
        args: list[Argument] = []
        while at < len(self.text) and self.text[at] not in ")];}":
            before = at
            arg, at = self._argument(at, depth)
            args.append(arg)
            at = self._skip(at, " \t\n")
            if self.text[at : at + 1] != ",":
                break
            at = self._skip(at + 1, " \t\n")
            if at == before:
                return None
        at += opens and self.text[at : at + 1] == ")"
        path = put_together(name, tuple(args), self.home)
        at = self._skip(at, " \t")
        return (path, at) if path is not None and self.text[at : at + 1] in (",", ")", "]", ";", "\n", "}", "") else None

    def _list(self, at: int, depth: int) -> tuple[Argument, int]:
        members: list[Word] = []
        while at < len(self.text):
            at = self._skip(at, " \t\n")
            if self.text[at : at + 1] in ("]", ""):
                return tuple(members), at + 1
            start = at
            member, at = self._argument(at, depth)
            if at == start:
                return unknown(), at + 1
            members.append(member if isinstance(member, Word) else unknown())
            at = self._skip(at, " \t\n")
            at += self.text[at : at + 1] == ","
        return tuple(members), at

    def _beyond(self, at: int) -> int:
        """Return where an argument ends that is no literal."""
        open_ones: list[str] = []
        end = min(len(self.text), at + min(MOST_ARGUMENT, max(0, self.left)))
        self.left -= end - at
        while at < end:
            char = self.text[at]
            if char in "'\"`":
                at = self.literal(at)[1]
                continue
            if open_ones and char == open_ones[-1]:
                open_ones.pop()
            elif char in "([{":
                open_ones.append(_CLOSES[char])
            elif not open_ones and (char in ",)];}" or (char == "\n" and self.bare)):
                return at
            at += 1
        return at

    def literal(self, at: int) -> tuple[Word, int]:
        """Return the text in quotes from here, and where it ends."""
        quote, start = self.text[at], at
        at += 1
        out: list[str] = []
        while at < len(self.text) and self.text[at] != quote:
            if self.text[at] == "\\" and at + 1 < len(self.text):
                at += 1
                out.append(_ESCAPES.get(self.text[at], self.text[at]))
            else:
                out.append(self.text[at])
            at += 1
        text, raw = "".join(out), self.text[start : at + 1]
        hole = next((mark for mark in self.holes.get(quote, ()) if mark in text), None)
        if hole is not None:
            head = text.partition(hole)[0]
            return Word(known=False, raw=raw, parts=(head, None) if head else (None,)), at + 1
        return Word(text, raw=raw), at + 1
