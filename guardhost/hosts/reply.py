"""What a hook answers: the bytes on its two channels and how it leaves."""

from __future__ import annotations

from guardhost.model.record import Record


class Reply(Record):
    """`stdout` and `stderr` are printed as they are, then the process exits with `exit`."""

    stdout: str = ""
    stderr: str = ""
    exit: int = 0


def cut(text: str, most: int, ref: str = "") -> str:
    """Return `text` in at most `most` characters, saying at its end where the rest is."""
    if len(text) <= most:
        return text
    where = f"`guardhost explain {ref}` prints it all" if ref else "the rest is left out"
    tail = f"\n[cut here: {where}]"
    return text[: most - len(tail)] + tail


def with_notes(text: str, notes: tuple[str, ...]) -> str:
    """Return `text` followed by those notes that it does not hold already, a blank line between."""
    parts = [text] if text else []
    parts.extend(note for note in notes if note and f"\n{note}\n" not in f"\n{text}\n")
    return "\n\n".join(parts)


def named(text: str, rule: str, most: int, ref: str = "") -> str:
    """Return `text`, cut to `most` characters, with its rule's id as the last line when it does not name it already."""
    if not rule or f"[{rule}]" in text[: most // 2]:
        return cut(text, most, ref)
    last = f"\n[{rule}]"
    return cut(text, most - len(last), ref) + last
