"""The reader of lists of simple commands: words, quotes, `$name`, redirections, `| && || ; &`. No process.

What it reads it reads exactly as the reader in a process does (a test holds every line of the tables against that one);
whatever else stands on a line makes it give up: substitutions, groups, keywords, here-documents, comments.
"""

from __future__ import annotations

from guardhost.shell.reader_plain import RESERVED
from guardhost.shell.tree import MOST_DESCRIPTOR, Assigned, Node, Piece, Redirection, Written

MOST_COMMANDS = 64
_BLANK = " \t"
# What ends a run of ordinary characters in a word, and in double quotes.
_ENDS = frozenset(" \t\n|&;<>()$`'\"\\")
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_SPECIAL = frozenset("0123456789?#$!")
_REDIRECTIONS = ("&>>", "&>", ">>", ">&", ">|", ">", "<&", "<>", "<")  # the longer ones first
_KEYWORDS = RESERVED | {"{", "}", "!", "[[", "]]"}


class _Other(Exception):  # noqa: N818 - no error: the line is for the other reader
    """The line has more than this reader knows."""


def statements(line: str) -> tuple[Node, ...] | None:
    """Return the statements of a line, None when it is for the reader in a process."""
    if not line.replace("\n", " ").replace("\t", " ").isprintable():
        return None
    try:
        return _Chain(line).all()
    except _Other:
        return None


class _Chain:
    """One line and how far it is read."""

    __slots__ = ("at", "commands", "line", "size")

    def __init__(self, line: str) -> None:
        self.line = line
        self.size = len(line)
        self.at = 0
        self.commands = 0

    def all(self) -> tuple[Node, ...]:
        found: list[Node] = []
        while True:
            self.blanks(_BLANK + "\n")
            if self.at >= self.size:
                return tuple(found)
            node = self.joined()
            self.blanks(_BLANK)
            char = self.line[self.at : self.at + 1]
            if char == "&":
                node = node.replace(background=True)
            elif char not in (";", "\n", ""):
                raise _Other
            self.at += 1
            if char in ("&", ";") and self.line[self.at : self.at + 1] in ("&", ";", "|"):
                raise _Other
            found.append(node)

    def joined(self) -> Node:
        """Read commands that `&&`, `||` and `|` join."""
        pipes, joints = [[self.command()]], []
        while True:
            self.blanks(_BLANK)
            op = self.line[self.at : self.at + 2]
            if op in ("&&", "||"):
                self.at += 2
                joints.append(op)
                pipes.append([self.command()])
            elif op[:1] == "|" and op != "|&":
                self.at += 1
                pipes[-1].append(self.command())
            else:
                break
        made = [one[0] if len(one) == 1 else Node(kind="pipe", branches=tuple((side,) for side in one)) for one in pipes]
        return made[0] if not joints else Node(kind="chain", branches=tuple((one,) for one in made), ops=tuple(joints))

    def command(self) -> Node:
        self.commands += 1
        if self.commands > MOST_COMMANDS:
            raise _Other
        words: list[Written] = []
        assigns: list[Assigned] = []
        redirects: list[Redirection] = []
        while True:
            self.blanks(_BLANK)
            if self.redirected(redirects):
                continue
            start = self.at
            pieces = self.word()
            if pieces is None:
                break
            written = Written(raw=self.line[start : self.at], pieces=pieces)
            if words or not self.assigned(written, assigns):
                if not words and (written.raw in _KEYWORDS or ("[" in written.raw and written.raw != "[")):
                    raise _Other
                words.append(written)
        if not (words or assigns or redirects):
            raise _Other
        return Node(kind="simple", words=tuple(words), assigns=tuple(assigns), redirects=tuple(redirects))

    def blanks(self, chars: str) -> None:
        while self.at < self.size and self.line[self.at] in chars:
            self.at += 1

    def redirected(self, found: list[Redirection]) -> bool:
        """Read a redirection, with the number in front of it."""
        at = self.at
        while at < self.size and self.line[at].isdigit():
            at += 1
        number = self.line[self.at : at]
        if (at < self.size and self.line[at] in "<>") or (not number and self.line.startswith("&>", at)):
            op = next(one for one in _REDIRECTIONS if self.line.startswith(one, at))
            self.at = at + len(op)
            if self.line[self.at : self.at + 1] in ("<", ">", "&", "|", "("):
                raise _Other
            self.blanks(_BLANK)
            start = self.at
            pieces = self.word()
            if pieces is None or (number and (not number.isascii() or int(number) > MOST_DESCRIPTOR)):
                raise _Other
            target = Written(raw=self.line[start : self.at], pieces=pieces)
            found.append(Redirection(op=op, fd=int(number) if 0 < len(number) < 6 else None, target=target))
            return True
        return False

    def assigned(self, written: Written, found: list[Assigned]) -> bool:
        """Take a word for an assignment where it is one."""
        name, equals, rest = written.raw.partition("=")
        if not equals or not name or not set(name) <= _NAME or name[0].isdigit():
            if equals and name.endswith("+"):
                raise _Other
            return False
        first, *others = written.pieces
        text = first.text[len(name) + 1 :]
        pieces = (first.replace(text=text), *others) if text else tuple(others)
        found.append(Assigned(name=name, value=Written(raw=rest, pieces=pieces) if rest else Written()))
        return True

    def word(self) -> tuple[Piece, ...] | None:
        """Read one word; None where none begins."""
        line, made = self.line, list[Piece]()
        start = self.at
        if line[start : start + 1] == "#":
            raise _Other
        while self.at < self.size:
            char = line[self.at]
            if char not in _ENDS:
                text = self.run(_ENDS)
                cut = 0 if char in "[{" else text.find("[")  # the reader in a process cuts there: an index might follow
                parts = (text[:cut], text[cut:]) if cut > 0 else (text,)
                made.extend(Piece(kind="text", text=part) for part in parts)
                if char == "{" and line[self.at - 1] == "}" and line[self.at : self.at + 1] in ("<", ">"):
                    raise _Other  # `{name}>file`
            elif char == "'":
                end = line.find("'", self.at + 1)
                if end < 0:
                    raise _Other
                made.append(Piece(kind="text", text=line[self.at + 1 : end], quoted=True))
                self.at = end + 1
            elif char == '"':
                self.double(made)
            elif char == "$":
                made.append(self.variable(quoted=False))
            elif char == "\\":
                escaped = line[self.at + 1 : self.at + 2]
                if escaped in ("", "\n"):
                    raise _Other
                made.append(Piece(kind="text", text=escaped, quoted=True))
                self.at += 2
            elif char in "()`":
                raise _Other
            else:
                break
        return tuple(made) if self.at > start else None

    def run(self, ends: frozenset[str]) -> str:
        start = self.at
        while self.at < self.size and self.line[self.at] not in ends:
            self.at += 1
        return self.line[start : self.at]

    def double(self, made: list[Piece]) -> None:
        """Read a text in double quotes, from its first quote to behind its last."""
        made.append(Piece(kind="text", quoted=True))  # it is a word even where all in it is empty
        self.at += 1
        out = ""
        while True:
            out += self.run(_IN_DOUBLE)
            char = self.line[self.at : self.at + 1]
            if char == "\\":
                following = self.line[self.at + 1 : self.at + 2]
                if following in ("", "\n"):
                    raise _Other
                out += following if following in '\\$`"' else char + following
                self.at += 2
                continue
            if char in ("", "`"):
                raise _Other
            if out:
                made.append(Piece(kind="text", text=out, quoted=True))
            out = ""
            if char == '"':
                self.at += 1
                return
            made.append(self.variable(quoted=True))

    def variable(self, *, quoted: bool) -> Piece:
        """Read `$name`, `${name}`, `$1`, `$?` and kin."""
        self.at += 1
        braces = self.line.startswith("{", self.at)
        self.at += braces
        name = self.line[self.at : self.at + 1]
        if name in _SPECIAL and name:
            self.at += 1
        else:
            start = self.at
            while self.at < self.size and self.line[self.at] in _NAME:
                self.at += 1
            name = self.line[start : self.at]
        if not name or (braces and not self.line.startswith("}", self.at)):
            raise _Other
        self.at += braces
        return Piece(kind="variable", text=name, quoted=quoted)


_IN_DOUBLE = frozenset('"\\$`')
