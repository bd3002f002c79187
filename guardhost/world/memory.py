"""What rules that connect calls remember of one scope, a session or a project, however long ago it was.

    <folder>/memory.db     the states of monitors, what `$variables` were bound to, calls that are going on, small facts
    <folder>/calls/        the record of the calls, from which all monitors can be made anew

Everything happens within `with memory:`, which is one transaction: parallel hooks wait for each other, two seconds at most.
A memory that is lost, damaged or behind its record says so (`behind`), and is never taken for an empty one. Nothing is
opened before it is first entered.
"""

from __future__ import annotations

from guardhost.model.jsontext import decode, encode
from guardhost.temporal.cells import Overlay
from guardhost.world.calllog import GONE, CallLog
from guardhost.world.files import short
from guardhost.world.tables import Tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Self

FILE = "memory.db"
MOST_SETS = 32  # sets of rules that are remembered as being in force somewhere
JUDGED, RUNNING, ENDING = "judged", "running", "ending"


class Memory:
    """The memory of one scope in its folder. `GuardError` GH1402 when it cannot be had; nothing is then known."""

    __slots__ = ("_behind", "_log", "_rows", "_set", "_store", "fresh")

    def __init__(self, folder: str) -> None:
        self._store = Tables(f"{folder}/{FILE}")
        self._log = CallLog(f"{folder}/calls")
        self._rows: list[tuple[dict[str, Any], float]] = []
        self._behind: dict[str, int] = {}
        self._set = ""
        self.fresh = False

    @property
    def reads(self) -> int:
        """How many rows the store was asked for so far."""
        return self._store.reads

    def __enter__(self) -> Self:
        self._store.begin()
        try:
            self._rows, self._set, self._behind, self.fresh = [], "", {}, False
            if self._store.fresh or self.get("log", "mark") != self._log.mark():
                self._recover()
        except BaseException:
            self._store.end(keep=False)
            raise
        return self

    def __exit__(self, kind: object, *_rest: object) -> None:
        try:
            if kind is None and self._rows:
                for row, now in self._rows:
                    self._log.append(row, now)
                self.put("log", "mark", self._log.mark())
            self._store.end(keep=kind is None)
        finally:
            self._store.end(keep=False)
            self._store.fresh = False

    def close(self) -> None:
        """Let go of the files."""
        self._store.close()

    def _recover(self) -> None:
        """Take from the record which calls are going on, and drop whatever of the store may be behind it."""
        self.fresh = self._log.there()
        for table in ("monitors", "cells", "sets", "members", "calls"):
            self._store.write(f"DELETE FROM {table}")  # noqa: S608 - a name from the line above
        count, going = self._log.left() if self.fresh else (0, [])
        for name, members, _ in going:
            self._store.write("INSERT INTO calls (id, status, members) VALUES (?, ?, ?)", name, JUDGED, encode(members))
        self.put("log", "count", str(count))
        self.put("log", "mark", self._log.mark())

    # Monitors

    def state(self, digest: str) -> str | None:
        """Return the state of a monitor, None when it never moved."""
        return self.states([digest]).get(digest)

    def states(self, digests: list[str]) -> dict[str, str]:
        """Return the states of those monitors that have one, in one question."""
        if not digests:
            return {}
        marks = ", ".join("?" * len(digests))
        return dict(self._store.rows(f"SELECT digest, state FROM monitors WHERE digest IN ({marks})", *digests))  # noqa: S608 - marks alone

    def put_state(self, digest: str, text: str, idle: bool) -> None:
        """Keep the state of a monitor; `idle` when calls that none of its targets means leave it as it is."""
        self._store.write("INSERT OR REPLACE INTO monitors VALUES (?, ?, ?)", digest, text, int(idle))

    def awake(self) -> set[str]:
        """Return the monitors that are to see every call."""
        return {row[0] for row in self._store.rows("SELECT digest FROM monitors WHERE idle = 0")}

    def cells(self, digest: str) -> StoredCells:
        """Return what the variables of a monitor were bound to."""
        return StoredCells(self._store, digest)

    # Which rules have seen which calls

    def behind(self, digests: Iterable[str]) -> dict[str, int]:
        """Say which rules are in force, and return those that have not seen all calls, with how many each has seen.

        One that has seen none (0) is new here; what was kept of it is gone. Show each `replay(since)` what it lacks, keep
        its state, and say `caught_up()`. Rules that were in force all along cost one row.
        """
        wanted = sorted(set(digests))
        self._set = short("\0".join(wanted))
        count = self._count()
        if self._store.rows("SELECT 1 FROM sets WHERE name = ? AND position = ?", self._set, count):
            return {}
        known = self._seen()
        self._behind = {digest: known.get(digest, 0) for digest in wanted if known.get(digest, -1) < count}
        for digest, seen in self._behind.items():
            if not seen:
                self._drop(digest)
        if not self._store.rows("SELECT 1 FROM sets WHERE name = ?", self._set):
            self._new_set(wanted)
        if not self._behind or not count:
            self.caught_up()
        return dict(self._behind)

    def caught_up(self) -> None:
        """Say that the rules in force have seen all calls."""
        self._store.write("INSERT OR REPLACE INTO sets VALUES (?, ?)", self._set, self._count())
        self._behind = {}

    def _new_set(self, digests: list[str]) -> None:
        for (name,) in self._store.rows("SELECT name FROM sets ORDER BY position DESC LIMIT -1 OFFSET ?", MOST_SETS - 1):
            self._store.write("DELETE FROM members WHERE name = ?", name)
            self._store.write("DELETE FROM sets WHERE name = ?", name)
        for digest in digests:
            self._store.write("INSERT OR REPLACE INTO members VALUES (?, ?)", digest, self._set)

    def _seen(self) -> dict[str, int]:
        """Return how many calls each rule has seen that is in a set."""
        text = "SELECT members.digest, MAX(sets.position) FROM members JOIN sets USING (name) GROUP BY members.digest"
        return dict(self._store.rows(text))

    def _drop(self, digest: str) -> None:
        self._store.write("DELETE FROM monitors WHERE digest = ?", digest)
        self._store.write("DELETE FROM cells WHERE digest = ?", digest)

    def replay(self, since: int = 0, words: tuple[str, ...] = ()) -> Iterator[tuple[list[Any], bool | None]]:
        """Yield (members, how it ended) of the calls in the order in which they ended, without the first `since`.

        With `words` only the calls whose record has one of these texts in it, such as the names of the tools that a rule is
        about: the others are passed over ten times faster. This reads the whole record; no judgement needs it.
        """
        return self._log.ended(since, tuple(encode(word)[1:-1].encode("ascii") for word in words))

    def _count(self) -> int:
        return int(self.get("log", "count") or "0")

    # Calls

    def judged(self, call_id: str, members: list[Any], now: float) -> None:
        """Remember a call that is let through: it may run from now on. The same id again is the same call."""
        text = encode(members)
        if self._store.write("INSERT OR IGNORE INTO calls (id, status, members) VALUES (?, ?, ?)", call_id, JUDGED, text):
            self._rows.append(({"id": call_id, "at": now, "call": members}, now))

    def running(self, call_id: str) -> None:
        """Remember that a call was seen to start."""
        self._store.write("UPDATE calls SET status = ? WHERE id = ?", RUNNING, call_id)

    def ending(self, call_id: str) -> None:
        """Remember that a call has ended, and that how it did is still to be told."""
        self._store.write("UPDATE calls SET status = ? WHERE id = ?", ENDING, call_id)

    def withdrawn(self, call_id: str) -> None:
        """Forget a call that was judged and does not run."""
        if self._store.write("DELETE FROM calls WHERE id = ?", call_id):
            self._note_end(call_id, GONE, 0.0)

    def finished(self, call_id: str, ok: bool | None, now: float) -> list[Any] | None:
        """Remember that a call ended, well, not, or unknown (None), and return its members; None when it is not open.

        The rules in force count as having seen it.
        """
        found = self._store.rows("SELECT members FROM calls WHERE id = ?", call_id)
        if not found:
            return None
        self._store.write("DELETE FROM calls WHERE id = ?", call_id)
        self._note_end(call_id, ok, now)
        self.put("log", "count", str(self._count() + 1))
        if self._set and not self._behind:
            self.caught_up()
        members: list[Any] = decode(found[0][0])
        return members

    def _note_end(self, call_id: str, ok: bool | str | None, now: float) -> None:
        """Note the end; a call that came and went within this transaction and never ran leaves no row at all."""
        started = [row for row, _ in self._rows if row["id"] == call_id and "call" in row]
        if ok == GONE and started:
            self._rows = [(row, at) for row, at in self._rows if row["id"] != call_id]
        else:
            self._rows.append(({"id": call_id, "at": now, "ok": ok}, now))

    def open_calls(self) -> list[tuple[str, str, list[Any]]]:
        """Return (id, status, members) of the calls that are let through and have not ended, oldest first."""
        rows = self._store.rows("SELECT id, status, members FROM calls ORDER BY number")
        return [(name, status, decode(members)) for name, status, members in rows]

    # Small facts

    def get(self, kind: str, key: str) -> str | None:
        """Return a small fact, None when there is none."""
        found = self._store.rows("SELECT value FROM facts WHERE kind = ? AND key = ?", kind, key)
        return str(found[0][0]) if found else None

    def put(self, kind: str, key: str, text: str) -> None:
        """Keep a small fact."""
        self._store.write("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", kind, key, text)

    def drop(self, kind: str, key: str = "") -> None:
        """Forget a small fact, or without a key all of its kind."""
        if key:
            self._store.write("DELETE FROM facts WHERE kind = ? AND key = ?", kind, key)
        else:
            self._store.write("DELETE FROM facts WHERE kind = ?", kind)

    def count(self, kind: str, key: str) -> int:
        """Return a counter."""
        return int(self.get(f"#{kind}", key) or "0")

    def add(self, kind: str, key: str, by: int = 1) -> int:
        """Add to a counter and return what it is then."""
        total = self.count(kind, key) + by
        self.put(f"#{kind}", key, str(total))
        return total

    def clear(self, kind: str, key: str = "") -> None:
        """Set a counter, or without a key all of its kind, back to 0."""
        self.drop(f"#{kind}", key)

    def forget(self) -> None:
        """Forget everything, the record too."""
        self._rows = []
        self._log.remove()
        for table in ("monitors", "cells", "sets", "members", "calls", "facts"):
            self._store.write(f"DELETE FROM {table}")  # noqa: S608 - a name from the line above
        self.put("log", "count", "0")
        self.put("log", "mark", self._log.mark())


class StoredCells:
    """What the variables of one monitor were bound to. Values are kept as their digests: they may be secret, or long."""

    __slots__ = ("_digest", "_store")

    def __init__(self, store: Tables, digest: str) -> None:
        self._store = store
        self._digest = digest

    def get(self, slot: int, values: tuple[str, ...]) -> Any:
        """Return a cell, None when there is none."""
        text = "SELECT cell FROM cells WHERE digest = ? AND slot = ? AND value = ?"
        found = self._store.rows(text, self._digest, slot, _key(values))
        return _tuples(decode(found[0][0])) if found else None

    def put(self, slot: int, values: tuple[str, ...], cell: Any) -> None:
        """Keep a cell; None removes it."""
        where = (self._digest, slot, _key(values))
        if cell is None:
            self._store.write("DELETE FROM cells WHERE digest = ? AND slot = ? AND value = ?", *where)
        else:
            self._store.write("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?)", *where, encode(cell))

    def move(self, slot: int, changes: dict[Any, Any]) -> None:
        """Give each cell that `changes` names the new value that stands there; None removes it."""
        moved = {encode(old): encode(new) for old, new in changes.items() if new is not None}
        gone = [encode(old) for old, new in changes.items() if new is None]
        for old in gone:
            self._store.write("DELETE FROM cells WHERE digest = ? AND slot = ? AND cell = ?", self._digest, slot, old)
        if moved:
            cases = " ".join("WHEN ? THEN ?" for _ in moved)
            marks = ", ".join("?" * len(moved))
            pairs = [text for pair in moved.items() for text in pair]
            change = f"UPDATE cells SET cell = CASE cell {cases} END WHERE digest = ? AND slot = ? AND cell IN ({marks})"  # noqa: S608 - marks alone
            self._store.write(change, *pairs, self._digest, slot, *moved)

    def overlay(self) -> Overlay:
        """Return cells that start as these and change alone."""
        return Overlay(self)


def _key(values: tuple[str, ...]) -> str:
    return short("\0".join(values))


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value
