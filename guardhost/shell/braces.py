"""Brace expansion; loaded only for a word that has an unquoted brace."""

from __future__ import annotations

from guardhost.shell.bounds import TooMuchError
from guardhost.shell.scope import MOST_WORDS
from guardhost.shell.tree import Piece


def spread(pieces: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    """Return the words that brace expansion makes; what is no plain text counts as one character."""
    if any("\ue000" <= char <= "\uf8ff" for piece in pieces if not piece.quoted for char in piece.text):
        raise TooMuchError("signs for private use beside braces; write the words out")
    held = [piece for piece in pieces if piece.kind != "text" or piece.quoted]
    if len(held) > 6000:
        raise TooMuchError("a word with braces has too many parts; write the words out")
    flat, count = "", 0
    for piece in pieces:
        if piece.kind == "text" and not piece.quoted:
            flat += piece.text
        else:
            flat, count = flat + chr(0xE000 + count), count + 1
    spread = _spread(flat)
    if len(spread) > MOST_WORDS:
        held.append(Piece(kind="unknown"))
        spread = _spread(flat, chr(0xE000 + count))
    if len(spread) > MOST_WORDS:
        raise TooMuchError("braces stand for too many words; write the words out")
    return [_restored(one, held) for one in spread]


def _restored(flat: str, held: list[Piece]) -> tuple[Piece, ...]:
    out: list[Piece] = []
    plain = ""
    for char in flat:
        if "\ue000" <= char <= "\uf8ff":
            out.extend([Piece(kind="text", text=plain)] if plain else [])
            out.append(held[ord(char) - 0xE000])
            plain = ""
        else:
            plain += char
    return tuple(out + ([Piece(kind="text", text=plain)] if plain else []))


def _spread(flat: str, number: str = "") -> list[str]:
    """Return the texts that the braces of `flat` stand for, in bash's order; more than `MOST_WORDS` means too many.

    With `number` that sign stands for all values of a sequence of numbers: no name comes of them.
    """
    done: list[str] = []
    todo = [(flat, 0)]
    while todo and len(done) + len(todo) <= MOST_WORDS:
        current, start = todo.pop()
        group = _group(current, start)
        if group is None:
            done.append(current)
            continue
        begin, end, choices = group
        if number and all(map(_is_number, choices)):
            choices = [number]
        rest = [(current[:begin] + choice + current[end:], begin) for choice in choices]
        todo.extend(reversed(rest))
    return done + [one for one, _ in reversed(todo)]


def _group(flat: str, start: int) -> tuple[int, int, list[str]] | None:
    """Return the first brace group that expands: where it begins and ends and its choices."""
    begin = flat.find("{", start)
    while begin >= 0:
        depth, cuts = 0, [begin]
        for at in range(begin, len(flat)):
            char = flat[at]
            depth += (char == "{") - (char == "}")
            if char == "," and depth == 1:
                cuts.append(at)
            if depth == 0:
                cuts.append(at)
                choices = [flat[a + 1 : b] for a, b in zip(cuts, cuts[1:], strict=False)]  # noqa: RUF007 - itertools is one import more
                found = choices if len(choices) > 1 else _sequence(choices[0])
                if found is not None:
                    return begin, at + 1, found
                break
        begin = flat.find("{", begin + 1)
    return None


def _sequence(body: str) -> list[str] | None:
    """Return the values of `1..9`, `a..e` and `1..9..2`, None when the text is no sequence."""
    ends = body.split("..")
    if len(ends) not in (2, 3) or (len(ends) == 3 and not _is_number(ends[2])):
        return None
    step = abs(int(ends[2])) or 1 if len(ends) == 3 else 1
    if _is_number(ends[0]) and _is_number(ends[1]):
        first, last = int(ends[0]), int(ends[1])
        padded = any(one.lstrip("-").startswith("0") and len(one.lstrip("-")) > 1 for one in ends[:2])
        width = max(len(ends[0]), len(ends[1])) if padded else 0
        return [str(n).zfill(width) for n in _range(first, last, step)]
    if len(ends[0]) == len(ends[1]) == 1 and ends[0].isascii() and ends[1].isascii() and (ends[0] + ends[1]).isalpha():
        return [chr(n) for n in _range(ord(ends[0]), ord(ends[1]), step)]
    return None


def _range(first: int, last: int, step: int) -> list[int]:
    signed = step if last >= first else -step
    most = first + signed * (MOST_WORDS + 1)
    stop = min(last + 1, most) if signed > 0 else max(last - 1, most)
    return list(range(first, stop, signed))


def _is_number(value: str) -> bool:
    digits = value[1:] if value[:1] in ("-", "+") else value
    return digits.isascii() and digits.isdigit() and len(digits) < 18
