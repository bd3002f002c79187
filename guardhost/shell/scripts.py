"""Does a `sed` script write or run something, and what? Two seds may read one script in two ways: then we are unsure."""

from __future__ import annotations

_BLANKS = " \t"
_ENDS = "\n;}#"
_LABEL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")


class _UnsureError(Exception):
    """The rest of a script could mean something else than it seems."""


class _WrongError(_UnsureError):
    """No sed takes the script."""


class _Script:
    """What was found in a script, and where we are in it."""

    __slots__ = ("at", "brackets", "files", "runs", "text")

    def __init__(self, text: str, *, brackets: bool) -> None:
        self.text = text
        self.brackets = brackets
        self.at = 0
        self.files: list[str] = []
        self.runs: list[str] = []

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def skip(self, chars: str) -> str:
        """Move behind these characters, and return the one that follows, "" at the end."""
        while self.at < len(self.text) and self.text[self.at] in chars:
            self.at += 1
        return self.peek()

    def rest_of_line(self) -> str:
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        found, self.at = self.text[self.at : end], end
        return found


def sed_acts(script: str) -> bool:
    """Return whether a sed script may write a file or run a program (`w`, `W`, `e`, `s///w`, `s///e`); unsure means yes."""
    files, runs, clear = sed_does(script)
    return bool(files) or bool(runs) or not clear


def sed_writes(script: str) -> tuple[tuple[str, ...], bool]:
    """Return the files that a script writes, and whether these are all that it does; False also when unsure."""
    files, runs, clear = sed_does(script)
    return files, clear and not runs


def sed_does(script: str) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return the files that a script writes, the texts that it runs ("" is not known), and whether that is all.

    For old seds a mark inside brackets ends the part, for newer ones it does not: both readings count.
    """
    files, runs, clear = _read(script, brackets=True)
    if "[" in script:
        older = _read(script, brackets=False)
        files, runs, clear = (*files, *older[0]), (*runs, *older[1]), clear and older[2]
    return tuple(dict.fromkeys(files)), tuple(dict.fromkeys(runs)), clear


def _read(script: str, *, brackets: bool) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    one, clear = _Script(script, brackets=brackets), True
    try:
        while one.skip(" \t\n;"):
            _command(one)
    except _WrongError:
        clear = not brackets
    except _UnsureError:
        clear = False
    return tuple(one.files), tuple(one.runs), clear


def _command(one: _Script) -> None:
    _addresses(one)
    char = one.peek()
    one.at += 1
    if char == "#":
        one.rest_of_line()
    elif char == "{":
        return
    elif char and char in "}=dDgGhHnNpPxzF":
        _end(one)
    elif char and char in "lLqQ":
        one.skip(_BLANKS)
        one.skip("0123456789")
        _end(one)
    elif char and char in "aic":
        _text(one)
    elif char and char in ":btT":
        _label(one, char)
    elif char and char in "rR":
        one.rest_of_line()
    elif char and char in "wW":
        _file(one)
    elif char == "e":
        one.runs.append(one.rest_of_line().strip(_BLANKS))
    elif char and char in "sy":
        _substitution(one, char)
    else:
        raise _UnsureError


def _addresses(one: _Script) -> None:
    """Skip `1`, `$`, `/re/I`, `\\cREc`, `1~2`, two of them with a comma, and `!`."""
    while True:
        char = one.skip(_BLANKS + "0123456789$~+,!")
        if char == "/":
            one.at += 1
            _part(one, "/", regex=True)
        elif char == "\\":
            mark = one.text[one.at + 1 : one.at + 2]
            one.at += 2
            _part(one, mark, regex=True)
        else:
            return
        one.skip("IM")


def _end(one: _Script) -> None:
    """Skip to the end of a command; what stands there and ends none is read in different ways."""
    char = one.skip(_BLANKS)
    if char and char not in _ENDS:
        raise _UnsureError


def _text(one: _Script) -> None:
    """Skip the text of `a`, `i` or `c`: to the end of the line, over each end that a backslash quotes."""
    one.skip(_BLANKS)
    start = one.at
    while one.peek() not in ("", "\n"):
        one.at += 2 if one.peek() == "\\" else 1
    if one.at == start or one.at > len(one.text) or one.text.endswith("\\"):
        raise _UnsureError


def _label(one: _Script, char: str) -> None:
    one.skip(_BLANKS)
    start = one.at
    while one.peek() in _LABEL:
        one.at += 1
    named = one.at > start
    if one.peek() == "}" and named:  # a part of the name for some
        one.at += 1
        if one.skip(_BLANKS) not in ("", ";", "\n"):
            raise _UnsureError
    elif one.peek() not in ("", "\n", ";", *(() if char == ":" else (" ", "\t", "}"))) or not _plain_line(one):
        raise _UnsureError
    else:
        _end(one)


def _plain_line(one: _Script) -> bool:
    """For some a label goes on to the end of the line: only where that hides no line's beginning are both the same."""
    return one.peek() != ";" or "\\\n" not in one.text[one.at :]


def _file(one: _Script) -> None:
    name = one.rest_of_line().strip(_BLANKS)
    if name not in ("/dev/stdout", "/dev/stderr"):
        one.files.append(name)


def _part(one: _Script, mark: str, *, regex: bool) -> None:
    """Skip to behind the mark."""
    if not mark or mark in "\\\n" or not mark.isascii():
        raise _UnsureError
    while one.peek() != mark:
        char = one.peek()
        if not char or char == "\n":
            raise _WrongError
        one.at += 2 if char == "\\" else 1
        if char == "[" and regex and one.brackets:
            _bracket(one)
    one.at += 1


def _bracket(one: _Script) -> None:
    """Skip to behind the end of a bracket expression; a backslash in front of what may end it is read in two ways."""
    one.at += one.peek() == "^"
    one.at += one.peek() == "]"
    while one.peek() != "]":
        kind = one.text[one.at + 1 : one.at + 2]
        if one.peek() in ("", "\n") or (one.peek() == "\\" and kind in ("]", "\\")):
            raise _UnsureError
        end = one.text.find(kind + "]", one.at + 2) if one.peek() == "[" and kind in (":", ".", "=") else -1
        one.at = end + 2 if end > 0 else one.at + 1
    one.at += 1


def _substitution(one: _Script, char: str) -> None:
    """Skip `s/a/b/flags` or `y/a/b/`, noting what its flags write or run."""
    mark = one.peek()
    one.at += 1
    _part(one, mark, regex=char == "s")
    _part(one, mark, regex=False)
    while char == "s" and one.peek() and one.peek() in "gpiImMe0123456789w":
        flag = one.peek()
        one.at += 1
        if flag == "w":
            _file(one)
            return
        if flag == "e":
            one.runs.append("")
    if one.peek() not in ("", " ", "\t", *_ENDS):
        raise _WrongError
    _end(one)
