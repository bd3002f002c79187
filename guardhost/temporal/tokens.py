"""The words of a formula's text, with where each stands."""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.model.jsontext import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Token = tuple[str, Any, int]

MOST_TEXT = 20_000
SIGNS = ("->", "<=", ">=", "==", "<", ">", "&", "|", "!", "(", ")", "[", "]", "{", "}", ",", ":", "=")
BLANK = " \t\r\n"
ENDS_BARE = ",:{}[]()\n\"'"
WORDS = {"true": True, "false": False, "null": None}
NOTATION = {"&&": "write `&`", "||": "write `|`", "=>": "write `->`", "<->": "write both implications", "~": "write `!`"}


def mistake(text: str, at: int, what: str, fix: str) -> GuardError:
    """Return the error for a place in a formula's text."""
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return GuardError("GH1701", what, where=f"{line}:{column}", fix=fix)


def tokens(text: str) -> list[Token]:
    """Return (kind, value, offset) for each word: `word`, `text`, `number`, a sign by itself, and `end` at last."""
    if len(text) > MOST_TEXT:
        raise mistake(text, 0, f"the formula has {len(text)} characters", f"stay below {MOST_TEXT}, or write several rules")
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at] in BLANK:
            at += 1
            continue
        token, at = _token(text, at)
        found.append(token)
    return [*found, ("end", "", len(text))]


def _token(text: str, at: int) -> tuple[Token, int]:
    char = text[at]
    if char in "\"'":
        return _quoted(text, at)
    for wrong, fix in NOTATION.items():
        if text.startswith(wrong, at):
            raise mistake(text, at, f"`{wrong}` is no sign of a formula", fix)
    sign = next((one for one in SIGNS if text.startswith(one, at)), "")
    if sign:
        return (sign, sign, at), at + len(sign)
    end = at
    while end < len(text) and (text[end].isalnum() or text[end] in "_.$*?/~+%@#^;-\\") and not text.startswith("->", end):
        end += 1
    if end == at:
        raise mistake(text, at, f"`{char}` has no meaning here", "a tool's name stands in double quotes")
    return _word(text[at:end], at), end


def _word(word: str, at: int) -> Token:
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        return ("number", int(word), at)
    whole, point, part = digits.partition(".")
    if point and (whole + part).isascii() and whole.isdigit() and part.isdigit():
        return ("number", float(word), at)
    return ("word", word, at)


def _quoted(text: str, at: int) -> tuple[Token, int]:
    quote, end = text[at], at + 1
    while end < len(text) and text[end] != quote:
        end += 2 if text[end] == "\\" and quote == '"' else 1
    if end >= len(text):
        raise mistake(text, at, "the text is not ended", f"close it with {quote}")
    inner = text[at : end + 1]
    if quote == "'":
        return ("text", inner[1:-1], at), end + 1
    try:
        return ("text", decode(inner), at), end + 1
    except ValueError:
        raise mistake(text, at, f"{inner} is no text", 'escape `\\` and `"` with a `\\`') from None
