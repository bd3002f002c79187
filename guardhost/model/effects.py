"""What a call does to files and the world, whatever its spelling."""

from __future__ import annotations

from guardhost.model.record import Record

READ, WRITE, APPEND, DELETE, MOVE = "read", "write", "append", "delete", "move"
CHANGES = (WRITE, APPEND, DELETE, MOVE)


class Touch(Record):
    """One path that is read or changed.

    `kind` is read, write (the file is made or replaced or edited in place), append, delete or move; `path` is
    absolute and lexically normal, "" when it is not known before the run; `raw` is the word on the line; `pattern`
    says that `path` is a glob; `via` is the tool or program; `to` is where a move goes (the target has a write of its
    own); `text` is the literal new text where it is known; `overwrites` says that old content is lost.

    `recursive` is said by the program's words, `tree` by what it does: where `path` is a folder, all below it may
    change; `source` is what is moved or copied there, on which it depends whether a folder comes. `below` says that
    what changes is something below `path` that cannot be named, `top` that `path` stands for its whole checkout.
    """

    kind: str
    path: str = ""
    raw: str = ""
    pattern: bool = False
    certain: bool = True
    recursive: bool = False
    overwrites: bool = False
    via: str = ""
    to: str = ""
    text: str | None = None
    tree: bool = False
    source: str = ""
    below: bool = False
    top: bool = False
    tail: str = ""  # of a path that is not known: how it ends, below a folder that is not known
    link: bool = False  # a link is made at `path`; `to` is what it points at


class Effects(Record):
    """Everything a call touches. `unknown` says that something on it could touch files that we cannot name."""

    touches: tuple[Touch, ...] = ()
    network: bool = False
    runs_code: bool = False
    changes_env: bool = False
    unknown: bool = False

    @property
    def changes(self) -> tuple[Touch, ...]:
        """The touches that change a file."""
        return tuple(touch for touch in self.touches if touch.kind in CHANGES)

    @property
    def reads(self) -> tuple[Touch, ...]:
        """The touches that read a file."""
        return tuple(touch for touch in self.touches if touch.kind == READ)
