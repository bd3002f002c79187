"""How a value is split where the line has set `IFS`: by blanks of it, and at each other character of it."""

from __future__ import annotations

_BLANKS = " \t\n"


def pieces(value: str, ifs: str) -> tuple[list[str], bool, bool]:
    """Return the words of a value, and whether it begins and whether it ends with a mark between words.

    A blank of `ifs` at an end makes no word; another mark in front makes an empty one, one behind makes none.
    """
    if not ifs:
        return ([value] if value else []), False, False
    blanks = "".join(char for char in ifs if char in _BLANKS)
    words: list[str] = []
    word, open_word, marked = "", False, False
    for char in value:
        if char not in ifs:
            word, open_word, marked = word + char, True, False
        elif char in blanks:
            if open_word:
                words.append(word)
                word, open_word, marked = "", False, True  # a mark that follows belongs to these blanks
        elif marked:
            marked = False
        else:
            words.append(word)
            word, open_word = "", False
    if open_word:
        words.append(word)
    return words, value[:1] != "" and value[0] in ifs, value[-1:] != "" and value[-1] in ifs


def fields(text: str, ifs: str, most: int = 0) -> list[str] | None:
    """Return the fields of a line as `read` makes them; of `most` the last one holds the rest (None: not worked out)."""
    words, _, _ = pieces(text, ifs)
    if not most or len(words) <= most:
        return words
    if any(char not in _BLANKS for char in ifs):
        return None
    rest = text.strip(ifs)
    for _ in range(most - 1):
        at = next(at for at, char in enumerate(rest) if char in ifs)
        rest = rest[at:].lstrip(ifs)
    return [*words[: most - 1], rest]
