"""The tables of a memory in SQLite: opened when first asked, private, locked for a bounded time, made anew when damaged.

The Python package `sqlite3` costs three times what its C part does, so only that is loaded.
"""

from __future__ import annotations

import posix

from guardhost.model.errors import GuardError
from guardhost.world.files import open_own, unlink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WAIT_S = 2.0  # how long another judgement is waited for
VERSION = 1
SCHEMA = """
CREATE TABLE monitors (digest TEXT PRIMARY KEY, state TEXT NOT NULL, idle INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX awake ON monitors (digest) WHERE idle = 0;
CREATE TABLE cells (digest TEXT, slot INTEGER, value TEXT, cell TEXT NOT NULL, PRIMARY KEY (digest, slot, value))
WITHOUT ROWID;
CREATE INDEX alike ON cells (digest, slot, cell);
CREATE TABLE sets (name TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE members (digest TEXT, name TEXT, PRIMARY KEY (digest, name)) WITHOUT ROWID;
CREATE TABLE facts (kind TEXT, key TEXT, value, PRIMARY KEY (kind, key)) WITHOUT ROWID;
CREATE TABLE calls (number INTEGER PRIMARY KEY, id TEXT UNIQUE, status TEXT NOT NULL, members TEXT NOT NULL);
"""


class Tables:
    """One database file. `fresh` says that it had to be made, `reads` how many rows it was asked for."""

    __slots__ = ("_base", "_errors", "fresh", "path", "reads")

    def __init__(self, path: str) -> None:
        self.path = path
        self.fresh = False
        self.reads = 0
        self._base: Any = None
        self._errors: Any = ()

    def begin(self) -> None:
        """Start a transaction that no other writer has at the same time."""
        if self._base is None:
            self._open()
        self._run("BEGIN IMMEDIATE", ())
        if self._asked("PRAGMA user_version") != [(VERSION,)]:
            self._make()

    def end(self, *, keep: bool) -> None:
        """End the transaction; its changes stay when `keep`."""
        if self._base is not None and self._base.in_transaction:
            self._run("COMMIT" if keep else "ROLLBACK", ())

    def close(self) -> None:
        """Let go of the file."""
        if self._base is not None:
            self._base.close()
            self._base = None

    def rows(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        found = self._asked(text, *values)
        self.reads += max(1, len(found))
        return found

    def write(self, text: str, *values: Any) -> int:
        """Make a change and return how many rows it changed."""
        return int(self._run(text, values).rowcount)

    def _asked(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        cursor = self._run(text, values)
        try:
            return list(cursor)
        except self._errors as error:
            raise self._failed(error) from None

    def _run(self, text: str, values: tuple[Any, ...]) -> Any:
        try:
            return self._base.execute(text, values)
        except self._errors as error:
            raise self._failed(error) from None

    def _open(self) -> None:
        engine = _engine()
        self._errors = engine.Error
        try:
            posix.close(open_own(self.path, posix.O_RDWR | posix.O_CREAT))
        except (OSError, ValueError) as error:
            raise GuardError("GH1402", f"the memory {self.path} cannot be opened ({error})", fix=_DOCTOR) from None
        self._connect(engine)
        try:
            self._settle()
        except self._errors as error:
            if _busy(error):
                raise self._failed(error) from None
            self._set_aside()
            posix.close(open_own(self.path, posix.O_RDWR | posix.O_CREAT))
            self._connect(engine)
            self._settle()

    def _connect(self, engine: Any) -> None:
        self._base = engine.connect(self.path, timeout=WAIT_S, isolation_level=None)

    def _settle(self) -> None:
        # What a killed process left is rolled back; what a power cut took is known from the call log, which is the truth.
        self._base.execute("PRAGMA synchronous = OFF")
        self._base.execute("PRAGMA journal_mode = PERSIST").fetchall()

    def _make(self) -> None:
        """Make the tables, in place of others of another version."""
        for kind, name in self._asked(
            "SELECT type, name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ):
            self._run(f"DROP {kind} {name}", ())
        for statement in SCHEMA.split(";\n"):
            if statement.strip():
                self._run(statement, ())
        self._run(f"PRAGMA user_version = {VERSION}", ())
        self.fresh = True

    def _failed(self, error: Exception) -> GuardError:
        """Return what to tell. A damaged file is put aside, so that the next judgement makes it anew from the call log."""
        if _busy(error):
            what = f"another judgement has the memory for more than {WAIT_S:g} seconds"
            return GuardError("GH1402", what, fix="make the call again")
        if not _damaged(error):
            return GuardError("GH1402", f"the memory {self.path} cannot be used ({error})", fix=_DOCTOR)
        self._set_aside()
        return GuardError("GH1402", f"the memory {self.path} was damaged and is made anew", fix="make the call again")

    def _set_aside(self) -> None:
        self.close()
        try:
            posix.rename(self.path, f"{self.path}.damaged")
        except OSError:
            unlink(self.path)
        unlink(f"{self.path}-journal")


_DOCTOR = "run `guardhost doctor`"


def _engine() -> Any:
    try:
        return _bare_engine()
    except (ImportError, AttributeError):
        import sqlite3

        return sqlite3


def _bare_engine() -> Any:
    """Load the C part. Of `functools`, which imports nine modules, it takes `lru_cache` alone, for its statements."""
    import sys

    if "functools" in sys.modules or "_sqlite3" in sys.modules:
        import _sqlite3

        return _sqlite3
    from _functools import _lru_cache_wrapper  # type: ignore[import-not-found] # the C part of `functools`

    stand_in = type(sys)("functools")
    stand_in.lru_cache = lambda size: lambda made: _lru_cache_wrapper(made, size, False, tuple)  # type: ignore[attr-defined] # a module made here
    sys.modules["functools"] = stand_in
    try:
        import _sqlite3
    finally:
        del sys.modules["functools"]
    return _sqlite3


def _busy(error: Exception) -> bool:
    return "locked" in str(error) or "busy" in str(error)


def _damaged(error: Exception) -> bool:
    """Whether it is the file that is wrong: not a full disk, say, which making it anew would not mend."""
    words = ("malformed", "not a database", "no such table", "no such column", "corrupt", "disk I/O error")
    return any(word in str(error) for word in words)
