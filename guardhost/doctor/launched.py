"""What this person's launcher starts, for the groups that look at the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guardhost.hosts.wiring import launcher
from guardhost.hosts.wiring.installing import data_folder
from guardhost.model.errors import GuardError

if TYPE_CHECKING:
    from guardhost.doctor import Here


def launched(here: Here) -> launcher.Launch | None:
    """Return it, None when there is no launcher of ours."""
    try:
        return launcher.read(f"{data_folder(here.env)}/{launcher.FILE}")
    except GuardError:
        return None
