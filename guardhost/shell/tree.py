"""Our tree of a shell line: what every reader makes and the walk reads. Frozen, and few kinds of node."""

from __future__ import annotations

from guardhost.model.record import Record

MOST_DESCRIPTOR = 2**31 - 1  # a greater number in front of a redirection is a word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Inner: TypeAlias = "Piece | Written | Node"


class Piece(Record):
    """A part of a word.

    `kind` is "text" (escapes already taken off), "variable" (`text` is its name, `op` and `inner` the default of
    `${x:-word}`), "commands" (`op` is `$(`, `<(` or `>(`, `inner` the statements), "run" (a text that the shell itself
    runs as code) or "unknown" (a value that we do not compute; `inner` is what runs inside it, `op` is
    "ArithmExp" with `text` what is evaluated, "Slice" likewise for a variable of which a part is taken, "edited" for
    another change of a variable, "indirect" with the name, "length").
    """

    kind: str
    text: str = ""
    quoted: bool = False
    op: str = ""
    inner: tuple[Inner, ...] = ()


class Written(Record):
    """A word as it is written: its text on the line and its pieces."""

    raw: str = ""
    pieces: tuple[Piece, ...] = ()


class Assigned(Record):
    """`name=value`, `name+=value`, `name[index]=value` or `name=(elements)`; a bare name has neither value nor elements."""

    name: str
    value: Written | None = None
    elements: tuple[Written, ...] | None = None
    append: bool = False
    inner: tuple[Inner, ...] = ()  # what an index holds; its presence says that one element is set
    indexed: bool = False
    index: str = ""  # its text


class Redirection(Record):
    """One redirection; `target` is the body for a here-document."""

    op: str
    target: Written
    fd: int | None = None
    name: str = ""  # of `{name}>file`, which the shell gives the descriptor


class Node(Record):
    """A statement.

    `kind`: simple, chain (`ops` between the `branches`: && ||), pipe, group, subshell, if (condition, then, else),
    while, until (condition, body), for, select (`text` is the variable, `words` None without `in`), cfor, case,
    function (`text` is its name), coproc, time, expression (`[[ ]]`, `(( ))`, let; `ops` are the texts that
    are evaluated, `text` "maybe" where parts of it may be left out).
    """

    kind: str
    words: tuple[Written, ...] | None = ()
    assigns: tuple[Assigned, ...] = ()
    redirects: tuple[Redirection, ...] = ()
    branches: tuple[tuple[Node, ...], ...] = ()
    ops: tuple[str, ...] = ()
    text: str = ""
    inner: tuple[Inner, ...] = ()
    negated: bool = False
    background: bool = False
