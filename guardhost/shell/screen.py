"""What is refused before any reader sees it: signs that readers drop or misread, too much code, too deep nesting."""

from __future__ import annotations

_SIGNS = (
    ("\0", "a NUL character", "take it out"),
    ("\r", "a carriage return", "end lines with a newline alone, or write it as $'\\r'"),
    ("\ufeff", "a byte order mark", "take it out"),
)


MOST_EXPANSIONS = 3000  # `$` and backticks in here-documents that expand
MOST_OPERATORS = 3000  # characters of operators between commands
MOST_JOINED = 250  # commands in one chain or pipe: what the reader says of one grows with the square of its length


def screen(line: str, most_code: int, most_text: int, most_open: int) -> str:
    """Return why a line cannot be read, with `line:column` and what to do, or ""."""
    for sign, name, fix in _SIGNS:
        at = line.find(sign)
        if at >= 0:
            return f"{position(line, at)}: {name}; {fix}"
    try:
        size = len(line.encode("utf-8"))
    except UnicodeEncodeError as error:
        return f"{position(line, error.start)}: a character that is no text; write it as $'\\x..'"
    if size > most_text:
        return f"1:1: the line has {size} bytes, more than {most_text}; put the code into a script file"
    code, bodies = line, ""
    if size > most_code or line.count("(") + line.count("{") > most_open:
        code, bodies = _without_bodies(line)
    if bodies.count("$") + bodies.count("`") > MOST_EXPANSIONS:
        return "1:1: a here-document expands too much; quote its word, or write the text into a file"
    if code.count(";") + code.count("&") + code.count("|") > MOST_OPERATORS:
        return "1:1: the line has too many commands; split it into several, or put them into a script file"
    if code.count("&") + code.count("|") > MOST_JOINED and (why := _too_joined(code)):
        return why
    if len(code.encode("utf-8")) > most_code:
        return f"1:1: the line has more than {most_code} bytes of code; put it into a script file"
    return _too_deep(code, most_open)


def position(line: str, at: int) -> str:
    """Return `line:column`, both from 1, of an offset."""
    return f"{line.count(chr(10), 0, at) + 1}:{at - line.rfind(chr(10), 0, at)}"


def _too_joined(code: str) -> str:
    for number, text in enumerate(code.split("\n"), 1):
        for part in text.split(";"):
            if part.count("&&") + part.count("|") - part.count("||") > MOST_JOINED:
                return f"{number}:1: too many commands in one chain; split it into several lines"
    return ""


def _too_deep(code: str, most_open: int) -> str:
    if code.count("(") + code.count("{") <= most_open:
        return ""
    depth = 0
    for at, char in enumerate(code):
        if char in "({":
            depth += 1
            if depth > most_open:
                return f"{position(code, at)}: nested too deep; split the line into several commands"
        elif char in ")}" and depth:
            depth -= 1
    return ""


def _without_bodies(line: str) -> tuple[str, str]:
    """Return the line without the bodies of its here-documents, and those that expand: near enough to measure them."""
    kept: list[str] = []
    bodies: list[str] = []
    waiting: list[tuple[str, bool]] = []
    for text in line.split("\n"):
        if waiting:
            if text.lstrip("\t") == waiting[0][0]:
                waiting.pop(0)
            elif waiting[0][1]:
                bodies.append(text)
            continue
        kept.append(text)
        at = text.find("<<")
        while at >= 0 and len(waiting) < 16:
            word = text[at + 2 :].lstrip("-").lstrip(" \t")
            if not word.startswith("<"):
                waiting.extend([(mark, word[0] not in "'\"\\")] if (mark := _delimiter(word)) else [])
            at = text.find("<<", at + 3)
    return "\n".join(kept), "\n".join(bodies)


def _delimiter(word: str) -> str:
    quote = word[:1]
    if quote in ("'", '"'):
        return word[1 : word.find(quote, 1)] if word.find(quote, 1) > 0 else ""
    end = 0
    while end < len(word) and (word[end].isalnum() or word[end] in "_\\-."):
        end += 1
    return word[:end].replace("\\", "")
