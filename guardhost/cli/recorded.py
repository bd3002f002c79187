"""Where the records of a folder's repository lie, and what they say in words, for the verbs that show them to a person."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from guardhost.model.errors import GuardError
from guardhost.model.event import UNREAD
from guardhost.model.jsontext import decode
from guardhost.world.files import names
from guardhost.world.repository import find
from guardhost.world.state import State, locate, of_repository
from guardhost.world.trail import get_blob

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.judges.inventory import Inventory, Listed

HEAD = "HEAD"  # in the place of a folder: the commit there
CUT = " ..."  # the end of a text that the record has only the beginning of


def state_folder(declared: str | None) -> State:
    """Return the state folder, `declared` or the usual one; `GuardError` GH1401 when it cannot be used."""
    state = locate(os.environ, os.path.abspath(declared) if declared else "")
    if not state.usable:
        fix = "name another one with --state, or mend it"
        raise GuardError("GH1401", f"the state folder cannot be used: {state.why}", where=state.folder, fix=fix)
    return state


def here(state: State) -> str:
    """Return the folder of what was recorded for the repository around the working directory."""
    place = find(os.getcwd())
    return of_repository(state, (place.common_dir or place.root) if place else os.getcwd())


def everywhere(state: State) -> list[str]:
    """Return the folders of all repositories that something was recorded for."""
    return [f"{state.repositories}/{name}" for name in names(state.repositories)]


def printable(text: str) -> str:
    """Return `text` with what would steer a terminal written out."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def at(record: dict[str, Any]) -> float:
    """Return when it was recorded, in Unix seconds; 0 for a record that does not say."""
    when = record.get("time")
    return float(when) if isinstance(when, int | float) else 0.0


def moment_of(record: dict[str, Any]) -> str:
    """Return when it was recorded as local date and time."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at(record)))


def whole(folder: str, record: dict[str, Any]) -> str:
    """Return the text of what was asked: whole where it was kept, else as much as the record itself has."""
    text = str(record.get("text", ""))
    if not text.endswith(CUT):
        return text
    kept = get_blob(folder, str(record.get("asked", "")))
    return kept.decode("utf-8", "replace") if kept is not None else text


def what(folder: str, record: dict[str, Any]) -> str:
    """Return what was asked as a person would name it: a line, an edit's files, a spawn's description, a tool's name."""
    kind, tool = record.get("kind"), str(record.get("tool", ""))
    if kind == "policy":
        return _change(record)
    if kind == UNREAD:
        return next((str(note) for note in record.get("notes", ())), "")
    if kind == "write":
        return _edit(whole(folder, record), str(record.get("cwd", ""))) or f"an edit by {tool or 'a tool'}"
    if kind == "spawn":
        named = record.get("description") or record.get("text") or tool
        return f"message to {record['to']}: {named}" if record.get("to") else str(named)
    if kind == "tool":
        return tool
    return str(record.get("text") or tool or record.get("asked") or record.get("action") or "")


def _change(record: dict[str, Any]) -> str:
    """Return a change of a policy: what it is, the commit that it came with, and the file."""
    before, head = (str(record.get(name, ""))[:12] for name in ("before", "head"))
    moved = f"{before} -> {head}" if before and head and before != head else head or before
    return "  ".join(
        part
        for part in (str(record.get("action", "")), f"HEAD {moved}" if moved else "", str(record.get("form", "")))
        if part
    )


def _edit(text: str, cwd: str) -> str:
    """Return the files of an edit, "" when its record does not tell them."""
    try:
        calls = decode(text) if text else []
    except ValueError:
        return ""
    found = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    paths = [str(call["path"]).removeprefix(f"{cwd}/") for call in found if call.get("path")]
    verb = "delete" if found and all(call.get("delete") for call in found) else "edit"
    return f"{verb} {', '.join(paths)}" if paths else ""


def in_force(root: str) -> Iterator[tuple[str, Listed]]:
    """Give the named rules that judge at `root`, each with the folder of its policy; one that does not load has none.

    Those that HEAD alone has come last, with `HEAD` as their folder: they judge until a commit.
    """
    from guardhost.model.errors import PolicyError
    from guardhost.testing.found import listed
    from guardhost.world.state import config

    known: set[str] = set()
    for name, folder in (("person", config(os.environ)), ("working", root)):
        try:
            one = listed(folder, name) if folder else None
        except PolicyError:
            continue
        for rule in one[1].rules if one is not None else ():
            known.add(rule.name)
            yield folder, rule
    one = of_head(root)
    yield from ((HEAD, rule) for rule in (one[1].rules if one is not None else ()) if rule.name not in known)


def of_head(root: str) -> tuple[str, Inventory] | None:
    """Return (root policy file, what it registers) of the policy that HEAD of the checkout at `root` has.

    None when there is none, or when it does not load or cannot be read, which `guardhost doctor` tells.
    """
    from guardhost.model.errors import PolicyError
    from guardhost.testing.found import committed
    from guardhost.world.git import program

    place = find(root)
    if place is None or place.root != os.path.realpath(root):
        return None
    try:
        return committed(place, program(os.environ))
    except (PolicyError, OSError):
        return None
