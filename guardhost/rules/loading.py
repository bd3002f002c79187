"""Rule files of one side, compiled once for each content: what was compiled is kept in the state folder as plain data."""

from __future__ import annotations

import posix
from _imp import source_hash

from guardhost.model.jsontext import decode, encode, kept
from guardhost.world.files import digest, read_own, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from guardhost.model.errors import GuardError
    from guardhost.world.state import State

FORMS = ("guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml")
PERSONS = "guard.yaml"
MOST_KEPT = 16 * 1024 * 1024
_compiled: dict[bytes, dict[str, Any]] = {}  # what this process has compiled where nothing can be kept
_EDITION = b"5"  # of what is kept; another one is compiled anew


class Rules:
    """The rules of a kept file, in order, each read when it is first asked for."""

    __slots__ = ("_lines", "_read")

    def __init__(self, lines: list[bytes]) -> None:
        self._lines = lines
        self._read: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: int) -> Any:
        if number not in self._read:
            self._read[number] = decode(self._lines[number])
        return self._read[number]

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self._lines)))


def load(data: bytes, name: str, state: State, *, person: bool = False, known: str = "") -> Mapping[str, Any]:
    """Return a rule file as plain data (`compiling.compile_file`), from the cache where its content was compiled before.

    `known` is the digest of the content, where it is known.
    """
    named = name.encode("utf-8", "surrogatepass")
    content = b"\0".join((_EDITION, _stamp(), named, b"1" if person else b"0", (known or digest(data)).encode("ascii")))
    place = f"{state.folder}/rules/{digest(content)}"
    found = _kept(place) if state.usable else _compiled.get(content)
    if found is None:
        from guardhost.rules.compiling import compile_file

        found = compile_file(name, data, person=person)
        if state.usable:
            _keep(place, found)
        else:
            _compiled[content] = found
    return found


def unreadable(name: str, error: GuardError) -> Mapping[str, Any]:
    """Return what stands for a rule file that cannot be read at all."""
    problem = {"code": error.code, "what": error.what, "where": error.where or name, "fix": error.fix, "rule": ""}
    return {
        "file": name, "audit": False, "settings": {}, "rules": [], "problems": [problem], "lints": [], "disable": {},
        "builtin": {}, "tools": {}, "index": {},
    }  # fmt: skip


def _stamp() -> bytes:
    """Return what changes when guardhost's own compiler or library does."""
    from guardhost import __version__

    try:
        there = posix.stat(f"{__file__.rpartition('/')[0]}/compiling.py")
    except OSError:
        return __version__.encode()
    return f"{__version__} {there.st_mtime_ns} {there.st_size}".encode()


def _kept(path: str) -> dict[str, Any] | None:
    head, _, rest = (read_own(path, MOST_KEPT) or b"").partition(b"\n")
    found = kept(head)
    if found is None or found.get("check") != _check(rest) or "index" not in found:
        return None
    return found | {"rules": Rules(rest.split(b"\n") if rest else [])}


def _check(lines: bytes) -> str:
    return source_hash(1, lines).hex()


def _keep(path: str, found: Mapping[str, Any]) -> None:
    from guardhost.rules.judging import connecting

    lines = "\n".join(encode(rule) for rule in found["rules"]).encode("ascii")
    head = {**found, "rules": len(found["rules"]), "connecting": connecting(found), "check": _check(lines)}
    try:
        write_atomic(path, encode(head).encode("ascii") + b"\n" + lines)
    except OSError:
        return  # it is compiled again the next time


def tuples(value: Any) -> Any:
    """Return plain data with its lists as tuples, as it was before it was kept."""
    if isinstance(value, list):
        return tuple(tuples(one) for one in value)
    return {key: tuples(one) for key, one in value.items()} if isinstance(value, dict) else value
