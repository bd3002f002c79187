"""Rule files of one side, compiled once for each content: what was compiled is kept in the state folder as plain data."""

from __future__ import annotations

import posix

from guardhost.model.errors import GuardError, PolicyError
from guardhost.world.files import digest, read_own, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.judges.source import Source
    from guardhost.world.state import State

FORMS = ("guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml")
PERSONS = "guard.yaml"
MOST_KEPT = 16 * 1024 * 1024
_compiled: dict[bytes, dict[str, Any]] = {}  # what this process has compiled where nothing can be kept
_EDITION = b"3"  # of what is kept; another one is compiled anew


def read(source: Source, form: str) -> bytes | None:
    """Return a rule file's bytes, None where there is none; `PolicyError` for what is no readable regular file."""
    folder, _, _ = form.rpartition("/")
    if folder:
        try:
            if not source.is_dir(folder):
                return None
        except PolicyError:
            return source.read(form)
    return source.read(form)


def load(data: bytes, name: str, state: State, *, person: bool = False) -> Mapping[str, Any]:
    """Return a rule file as plain data (`compiling.compile_file`), from the cache where its content was compiled before."""
    content = b"\0".join((_EDITION, _stamp(), name.encode("utf-8", "surrogatepass"), b"1" if person else b"0", data))
    kept = f"{state.folder}/rules/{digest(content)}"
    found = _kept(kept) if state.usable else _compiled.get(content)
    if found is None:
        from guardhost.rules.compiling import compile_file

        found = compile_file(name, data, person=person)
        if state.usable:
            _keep(kept, found)
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
    from guardhost.model.jsontext import kept

    found = kept(read_own(path, MOST_KEPT))
    return found if found is not None and isinstance(found.get("rules"), list) and "index" in found else None


def _keep(path: str, found: Mapping[str, Any]) -> None:
    from guardhost.model.jsontext import encode

    try:
        write_atomic(path, encode(found).encode("ascii"))
    except OSError:
        return  # it is compiled again the next time


def tuples(value: Any) -> Any:
    """Return plain data with its lists as tuples, as it was before it was kept."""
    if isinstance(value, list):
        return tuple(tuples(one) for one in value)
    return {key: tuples(one) for key, one in value.items()} if isinstance(value, dict) else value
