"""An awk program, read without being run: the files that it writes, the commands that it starts."""

from __future__ import annotations

from guardhost.model.effects import APPEND, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.inline import Does, Start
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.inline import Touched

_BEFORE_DIVISION = ')]}"$_'
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "/": "/", "\\": "\\"}
_STREAMS = ("/dev/stdout", "/dev/stderr", "-")


def read(text: str) -> Does:
    """Return what an awk program does. An expression that is no literal stands for a file or a command not known."""
    return _Reader(_tokens(text)).read()


class _Text(str):
    """A literal text in the program."""

    __slots__ = ()


def _tokens(text: str) -> list[str]:
    """Return the tokens: words, literal texts, signs; comments and regular expressions are left out."""
    found: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char == "#":
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif char == '"':
            literal, at = _literal(text, at + 1)
            found.append(literal)
        elif char == "/" and not (
            found and (isinstance(found[-1], _Text) or found[-1][-1:] in _BEFORE_DIVISION or found[-1].isalnum())
        ):
            at = _regex(text, at + 1)
            found.append("1")
        elif char.isalnum() or char == "_":
            start = at
            while at < len(text) and (text[at].isalnum() or text[at] == "_"):
                at += 1
            found.append(text[start:at])
        elif char in " \t\r" or text.startswith("\\\n", at):
            at += 1 if char != "\\" else 2
        else:
            sign = next((one for one in (">>", "||", "&&", ">=", "<=", "|&", "==", "!=") if text.startswith(one, at)), char)
            found.append(sign)
            at += len(sign)
    return found


def _literal(text: str, at: int) -> tuple[_Text, int]:
    out: list[str] = []
    while at < len(text) and text[at] != '"':
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
            out.append(_ESCAPES.get(text[at], "\\" + text[at]))
        else:
            out.append(text[at])
        at += 1
    return _Text("".join(out)), at + 1


def _regex(text: str, at: int) -> int:
    inside = False
    while at < len(text) and text[at] != "\n" and (inside or text[at] != "/"):
        inside = text[at] == "[" or (inside and text[at] != "]")
        at += 2 if text[at] == "\\" else 1
    return at + 1


class _Reader:
    """Goes through the tokens once."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.touches: list[Touched] = []
        self.starts: list[Start] = []
        self.unknown = False
        self.network = False

    def read(self) -> Does:
        """Return what was found."""
        printing, depth = False, 0
        for at, piece in enumerate(self.tokens):
            if isinstance(piece, _Text):
                continue
            if piece in ("print", "printf"):
                printing, depth = True, 0
            elif piece in (";", "\n", "}", "{"):
                printing = False
            elif piece in ("(", "["):
                depth += 1
            elif piece in (")", "]"):
                depth -= 1
            elif piece == "system":
                self._start(at + 2)
            elif piece == "getline" and "<" in self.tokens[at + 1 : at + 3]:
                self.touches.append(
                    (READ, self._operand(at + 1 + self.tokens[at + 1 : at + 3].index("<") + 1), {"certain": False})
                )
            elif printing and depth == 0 and piece in (">", ">>"):
                self._written(piece, at + 1)
            elif piece in ("|", "|&"):
                self._piped(at, printing=printing)
            elif piece in ("@include", "@load", "@") or (piece == "@" and self.tokens[at + 1 : at + 2]):
                self.unknown = True
        return Does(touches=tuple(self.touches), starts=tuple(self.starts), unknown=self.unknown, network=self.network)

    def _operand(self, at: int) -> Word:
        """Return the expression from here as a word: literal where it is one text alone, else with holes."""
        parts: list[str | None] = []
        while at < len(self.tokens) and (
            isinstance(self.tokens[at], _Text) or self.tokens[at] not in (";", "\n", "}", ")", ",")
        ):
            piece = self.tokens[at]
            at += 1
            if piece == "(":
                continue
            if isinstance(piece, _Text):
                parts.append(str(piece))
            elif not parts or parts[-1] is not None:
                parts.append(None)
        if None not in parts:
            return Word("".join(part or "" for part in parts)) if parts else unknown()
        return Word(known=False, parts=tuple(parts))

    def _written(self, sign: str, at: int) -> None:
        word = self._operand(at)
        if word.known and word in _STREAMS:
            return
        self.touches.append((APPEND if sign == ">>" else WRITE, word, {"certain": False, "overwrites": sign == ">"}))
        if word.startswith("/inet"):
            self.network = True

    def _start(self, at: int) -> None:
        self.starts.append(Start(text=self._operand(at)))

    def _piped(self, at: int, *, printing: bool) -> None:
        if self.tokens[at + 1 : at + 2] == ["getline"]:
            before = self.tokens[at - 1] if at else ""
            alone = at < 2 or self.tokens[at - 2] in ("(", "{", ";", "\n", "=", "&&", "||", "!")
            self.starts.append(Start(text=Word(before) if isinstance(before, _Text) and alone else unknown()))
        elif printing:
            self._start(at + 1)
        self.network = self.network or self.tokens[at] == "|&"
