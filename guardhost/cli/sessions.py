"""The sessions that rules remember: each by the folder that keeps it, and by the host's own id where it is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from guardhost.cli.recorded import everywhere
from guardhost.hosts import HOSTS
from guardhost.world.state import of_session
from guardhost.world.trail import records

if TYPE_CHECKING:
    from guardhost.world.state import State


def folders(state: State) -> list[Path]:
    """Return the folders of all sessions, in the order of their names."""
    there = Path(state.sessions)
    return sorted(there.glob("*")) if there.is_dir() else []


def host_ids(state: State) -> dict[str, str]:
    """Return the host's own id of each session that the records tell of, by the name of the session's folder."""
    found: dict[str, str] = {}
    told: set[tuple[str, str]] = set()
    for folder in everywhere(state):
        for record in records(folder):
            host, session = str(record.get("host", "")), str(record.get("session", ""))
            if session and (host, session) not in told:
                told.add((host, session))
                found[_folder(state, host, session)] = session
    return found


def chosen(state: State, wanted: str) -> list[Path]:
    """Return the folders of the sessions whose id, the host's or the folder's, begins with `wanted`; all for ""."""
    ids = host_ids(state) if wanted else {}
    whole = {_folder(state, host, wanted) for host in HOSTS}  # also where no record tells of it any more
    return [
        folder
        for folder in folders(state)
        if folder.name.startswith(wanted) or ids.get(folder.name, "").startswith(wanted) or folder.name in whole
    ]


def _folder(state: State, host: str, session: str) -> str:
    return of_session(state, host, session).rpartition("/")[2]
