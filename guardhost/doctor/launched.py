"""What this person's launcher starts and where it remembers, for the groups that look at the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guardhost.hosts.wiring import launcher
from guardhost.hosts.wiring.installing import data_folder
from guardhost.model.errors import GuardError
from guardhost.world.state import State, locate

if TYPE_CHECKING:
    from guardhost.doctor import Here


def launched(here: Here) -> launcher.Launch | None:
    """Return it, None when there is no launcher of ours."""
    try:
        return launcher.read(f"{data_folder(here.env)}/{launcher.FILE}")
    except GuardError:
        return None


def state(here: Here) -> State:
    """Return the state folder of the wired command, the usual one where nothing is wired."""
    wired = launched(here)
    return locate(here.env, wired.state if wired else "")
