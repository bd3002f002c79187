"""The kinds of files that our entries lie in: JSON and TOML that people keep, and files that are ours alone.

Each takes the bytes of a file and gives those that it is to have; what is not ours never moves.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Protocol

from guardhost.hosts.wiring import entries
from guardhost.hosts.wiring.jsonedit import Text
from guardhost.hosts.wiring.launcher import ours
from guardhost.model.errors import GuardError

if TYPE_CHECKING:
    from collections.abc import Mapping

OWN_MARK = "Written by `guardhost install`"
OWN_NAME = "guardhost."  # how a file of ours that can hold no comment is called
VERSIONED = "version"  # a key at the root that some hosts want beside `hooks`


class Form(Protocol):
    """What can be done to a kind of file. `path` names it in errors (GH1501)."""

    def wired(self, data: bytes | None, path: str, wanted: Mapping[str, Any]) -> bytes:
        """Return the file with our entries being the `wanted` ones, event -> entry."""

    def without(self, data: bytes, path: str) -> bytes | None:
        """Return the file without our entries, None when nothing of it is another's."""

    def by_event(self, data: bytes, path: str) -> dict[str, list[Any]]:
        """Return our entries, event -> entries."""


def form_of(path: str, data: bytes | None, wanted: Mapping[str, Any] | None = None) -> Form:
    """Return the kind of a file, by its name and what it says of itself, or by what is to be put into it."""
    if "" in (wanted or ()) or os.path.basename(path).startswith(OWN_NAME) or OWN_MARK.encode() in (data or b"")[:4096]:
        return Own()
    return Toml() if path.endswith(".toml") else Json()


def decoded(data: bytes, path: str) -> str:
    """Return the text of a file; GH1501 when it is no UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise GuardError("GH1501", f"it is no UTF-8 at byte {error.start}", where=path, fix="save it as UTF-8") from None


def parsed(data: bytes, path: str) -> Text:
    """Return JSON with its tree; GH1501 with the place when it is none or has a key twice."""
    text = decoded(data, path)
    return Text(text if text.strip("\ufeff \t\r\n") else text + "{}\n", path)


class Json:
    """JSON, comments allowed: event -> groups below `hooks`."""

    def wired(self, data: bytes | None, path: str, wanted: Mapping[str, Any]) -> bytes:
        """Put our groups in; a `version` among the wanted is a key at the root, added where there is none."""
        text = parsed(data or b"", path)
        version = wanted.get(VERSIONED)
        if version is not None and text.root.kind == "object" and text.root.get(VERSIONED) is None:
            text.append(text.root, version, VERSIONED)
        entries.wire(text, {event: entry for event, entry in wanted.items() if event != VERSIONED})
        return text.text.encode()

    def without(self, data: bytes, path: str) -> bytes | None:
        """Cut our groups out, and what is empty without them."""
        text = parsed(data, path)
        return text.text.encode() if entries.unwire(text) else data

    def by_event(self, data: bytes, path: str) -> dict[str, list[Any]]:
        """Return our groups."""
        text = parsed(data, path)
        entries.check(text)
        return entries.by_event(text)


class Toml:
    """TOML: a list of tables `hooks`, each with its event under `type`."""

    def wired(self, data: bytes | None, path: str, wanted: Mapping[str, Any]) -> bytes:
        """Put our tables in, behind the others; those that are right stay where they are."""
        document = _toml(data or b"", path)
        if {event: [entry] for event, entry in wanted.items()} == self.by_event(data or b"", path):
            return data or b""
        _drop(document, path)
        import tomlkit

        tables = document.get("hooks")
        if tables is None:
            tables = tomlkit.aot()
            document.append("hooks", tables)
        for entry in wanted.values():
            table = tomlkit.table()
            table.update(entry)
            tables.append(table)
        return tomlkit.dumps(document).encode()

    def without(self, data: bytes, path: str) -> bytes | None:
        """Take our tables out."""
        import tomlkit

        document = _toml(data, path)
        return tomlkit.dumps(document).encode() if _drop(document, path) else data

    def by_event(self, data: bytes, path: str) -> dict[str, list[Any]]:
        """Return our tables."""
        found: dict[str, list[Any]] = {}
        for table in _tables(_toml(data, path), path):
            if ours(table.get("command")):
                found.setdefault(str(table.get("type")), []).append(dict(table.unwrap()))
        return found


def _toml(data: bytes, path: str) -> Any:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(decoded(data, path))
    except TOMLKitError as error:
        raise GuardError("GH1501", f"it is no TOML: {error}", where=path, fix="mend the file, then run it again") from None


def _tables(document: Any, path: str) -> list[Any]:
    tables = document.get("hooks", [])
    if not isinstance(tables, list) or not all(hasattr(table, "unwrap") for table in tables):
        raise GuardError("GH1501", "`hooks` must be a list of tables", where=path, fix="mend the file, then run it again")
    return list(tables)


def _drop(document: Any, path: str) -> bool:
    ours_at = [at for at, table in enumerate(_tables(document, path)) if ours(table.get("command"))]
    for at in reversed(ours_at):
        del document["hooks"][at]
    if ours_at and not document["hooks"]:
        del document["hooks"]
    return bool(ours_at)


class Own:
    """A file that is ours alone: the wanted entry is its whole text."""

    def wired(self, data: bytes | None, path: str, wanted: Mapping[str, Any]) -> bytes:
        """Return the text; one that is there and not ours is not written over."""
        if data is not None and data.strip() and not self._is_ours(data):
            raise GuardError(
                "GH1501", "another program's file has the name of ours", where=path, fix="move it away, then run it again"
            )
        (text,) = wanted.values()
        return str(text).encode()

    def without(self, data: bytes, path: str) -> bytes | None:  # noqa: ARG002 - as every form
        """Return None for a file of ours."""
        return None if self._is_ours(data) else data

    def by_event(self, data: bytes, path: str) -> dict[str, list[Any]]:
        """Return the whole text under every event, since one file has them all."""
        return {"": [decoded(data, path)]} if self._is_ours(data) else {}

    def _is_ours(self, data: bytes) -> bool:
        return OWN_MARK.encode() in data or ours(data.decode("utf-8", "replace"))
