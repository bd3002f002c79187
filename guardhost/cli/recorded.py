"""Where the records of a folder's repository lie, for the verbs that show them to a person."""

from __future__ import annotations

import os

from guardhost.model.errors import GuardError
from guardhost.world.files import names
from guardhost.world.repository import find
from guardhost.world.state import State, locate, of_repository


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
