"""From a started reader to our tree: its answer decoded, an open here-document closed, its complaint made ours."""

from __future__ import annotations

import time

from guardhost.model import jsontext
from guardhost.shell.reader_shfmt import LostDocumentError, StrayDocumentError, TooDeepError, argv, tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.shell.reading import Lent
    from guardhost.shell.tree import Node, Written

MOST_OPEN_DOCUMENTS = 4
TOO_SLOW = "1:1: reading the line took too long; split it into several commands"
TOO_DEEP = "1:1: the line nests too deep; split it into several commands"
STRAY = "1:1: a here-document ends outside the substitution that it begins in; end it in there"
LOST = "1:1: a here-document stands in front of `[[ ]]` or `let` on its line; write that on a line of its own"
_FIXES = (
    ("closing quote", "close the quote, or write a literal quote as \\' or \\\""),
    ("here-document", "end the here-document with its word on a line of its own"),
    ("must be followed by", "finish the command, or take the operator out"),
    ("can only be used", "quote the word if it is text"),
    ("arithmetic", "write a substitution that begins with a subshell as `$( (`, with a blank"),
    ("without matching `$((`", "write a substitution that begins with a subshell as `$( (`, with a blank"),
    ("negate", "take the two `!` out"),
    ("EOF", "finish what was opened, or quote it if it is text"),
)


def parsed(started: Any, source: bytes, lent: Lent, end: float) -> tuple[tuple[Node, ...], str]:
    """Return the statements of a text whose reader was started, or why it cannot be read (`line:column: ...`)."""
    for _ in range(MOST_OPEN_DOCUMENTS):
        status, out = started.finish(max(0.01, end - time.monotonic()))
        if status is None:
            return (), TOO_SLOW
        if status == 0:
            try:
                return tree(jsontext.decode(out), source), ""
            except TooDeepError:
                return (), TOO_DEEP
            except StrayDocumentError:
                return (), STRAY
            except LostDocumentError:
                return (), LOST
        said = _complaint(source, lent, end)
        word = _open_document(said)
        if word is None or lent.start is None:
            return (), _why(said)
        source += b"" if source.endswith(b"\n") else b"\n"
        source += word.encode() + b"\n"
        started = lent.start(argv(lent), source)
    return (), "1:1: a here-document has no end; end it with its word on a line of its own"


def _complaint(source: bytes, lent: Lent, end: float) -> str:
    """Return what the reader says on standard error, which only a line that fails is asked for."""
    if lent.start is None:
        return ""
    script = 'exec "$@" 2>&1 >/dev/null'
    try:
        again = lent.start(("/bin/sh", "-c", script, "sh", *argv(lent)), source)
    except OSError:
        return ""
    _, out = again.finish(max(0.01, min(1.0, end - time.monotonic())))
    return str(out[:2000].decode("utf-8", "replace")).strip()


def _open_document(said: str) -> str | None:
    _, found, rest = said.partition("unclosed here-document `")
    return rest.rpartition("`")[0] if found and "\n" not in rest else None


def _why(said: str) -> str:
    text = said.partition("\n")[0].removeprefix("<standard input>:")[:300] or "1:1: the shell could not read the line"
    if not text[:1].isdigit():
        text = "1:1: the shell could not read the line"
    fix = next((fix for mark, fix in _FIXES if mark in text), "write it as plainer commands, one a line")
    return f"{text}; {fix}"


def is_simple(node: Node) -> bool:
    """Return whether the only statement of a line is one program with literal words and nothing else."""
    if node.kind != "simple" or node.assigns or node.redirects or node.background or node.negated or node.text:
        return False
    return all(_is_literal(written) for written in node.words or ())


def _is_literal(written: Written) -> bool:
    from guardhost.shell.words import has_glob

    if written.raw[:1] == "~" or ":~" in written.raw or "=~" in written.raw:
        return False
    return all(
        piece.kind == "text" and (piece.quoted or not (has_glob(piece.text) or "{" in piece.text))
        for piece in written.pieces
    )
