"""The reader of plain lines: one program, words, quotes and backslashes. No process and no import."""

from __future__ import annotations

from guardhost.model.line import Word

_SAFE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,^ \t"
_SAFE_WITH_EQUALS = {ord(char): None for char in _SAFE + "="}
# What ends the plain language wherever it stands unquoted.
_SYNTAX = frozenset("|&;<>()$`*?[{}!\n\r\v\f")
# Words that are the shell's own at the start of a command, or that it parses in a way of their own.
RESERVED = frozenset((
    "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for", "select", "function",
    "time", "coproc", "in", "repeat", "foreach", "end", "nocorrect", "-", "export", "declare", "typeset", "local",
    "readonly", "nameref", "let", "integer", "float",
))  # fmt: skip


def words(line: str, shell: str) -> list[Word] | None:
    """Return the words of a plain line, None when it has syntax; no word at all for a blank line."""
    line = line.rstrip(" \t\n") if not line.endswith("\\ ") else line
    if not line.translate(_SAFE_WITH_EQUALS):
        made = [Word(text) for text in line.split()]
    else:
        scanned = _scan(line)
        if scanned is None:
            return None
        made = scanned
    if not made:
        return made
    if made[0].raw.replace("\\\n", "") in RESERVED or "=" in made[0].raw or "]" in made[0].raw:
        return None
    if shell == "zsh" and any(word.raw.startswith("=") or "^" in word.raw for word in made):
        return None
    return made


def _scan(line: str) -> list[Word] | None:
    """Cut the line into words; None at the first thing that is more than a quote or a backslash."""
    if not line.replace("\n", " ").replace("\t", " ").isprintable():
        return None
    found: list[Word] = []
    at, size = 0, len(line)
    while at < size:
        char = line[at]
        if char in " \t":
            at += 1
        elif line.startswith("\\\n", at):
            at += 2
        else:
            one = _word(line, at)
            if one is None:
                return None
            text, end = one
            found.append(Word(text, raw=line[at:end]))
            at = end
    return found


def _word(line: str, start: int) -> tuple[str, int] | None:
    """Return the word that starts at `start` and where it ends; None when it is not plain."""
    out: list[str] = []
    at, size = start, len(line)
    while at < size:
        char = line[at]
        if char in " \t":
            break
        if char == "'":
            end = line.find("'", at + 1)
            if end < 0:
                return None
            out.append(line[at + 1 : end])
            at = end + 1
        elif char == '"':
            quoted = _double(line, at + 1)
            if quoted is None:
                return None
            out.append(quoted[0])
            at = quoted[1]
        elif char == "\\":
            if at + 1 >= size:
                return None
            out.append("" if line[at + 1] == "\n" else line[at + 1])
            at += 2
        elif char in _SYNTAX or (char == "#" and at == start) or (char == "~" and _expands(line[start:at])):
            return None
        else:
            out.append(char)
            at += 1
    return "".join(out), at


def _expands(before: str) -> bool:
    """Return whether a tilde after this text could stand for a folder."""
    return not before or "=" in before or ":" in before or before == "\\\n" * (len(before) // 2)


def _double(line: str, start: int) -> tuple[str, int] | None:
    """Return what is inside double quotes from `start`, and where they end; None when something expands there."""
    end = line.find('"', start)
    if end < 0:
        return None
    body = line[start:end]
    if "\\" not in body and "$" not in body and "`" not in body:
        return body, end + 1
    out: list[str] = []
    at = start
    while at < len(line):
        char = line[at]
        if char == '"':
            return "".join(out), at + 1
        if char in "$`":
            return None
        if char == "\\" and at + 1 < len(line):
            following = line[at + 1]
            out.append("" if following == "\n" else following if following in '\\$`"' else char + following)
            at += 2
            continue
        out.append(char)
        at += 1
    return None
