"""The state folder: where it is, whether it can be used, and what lies where in it.

    <state>/settings/            the person's settings, read once for each content
    <state>/sessions/<key>/      memory of one session: marks, tallies, agents, its project
    <state>/repositories/<key>/  one repository and its worktrees: trail, blobs, refs, served commands

Everything is made when it is first written. Folders have mode 0700, files 0600.
"""

from __future__ import annotations

import posix

from guardhost.model.record import Record
from guardhost.world.files import FOLDER, KIND, PRIVATE_FOLDER, make_folder, reason, short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class State(Record):
    """Where guardhost remembers. When it is not `usable`, `why` says what is wrong and `folder` is where it would be."""

    folder: str
    usable: bool = True
    why: str = ""

    @property
    def settings(self) -> str:
        """The folder of the settings that were read."""
        return f"{self.folder}/settings"

    @property
    def sessions(self) -> str:
        """The folder of all sessions."""
        return f"{self.folder}/sessions"

    @property
    def repositories(self) -> str:
        """The folder of all repositories."""
        return f"{self.folder}/repositories"


def locate(env: Mapping[str, str], declared: str = "") -> State:
    """Return the state folder: `declared` by the wired command, else by XDG_STATE_HOME, else below the home folder.

    It is made when it is missing, and closed to others when it stands open to them. Never raises.
    """
    folder = declared or _below(env.get("XDG_STATE_HOME", ""), home(env), ".local/state")
    if not folder.startswith("/"):
        return State(folder=folder, usable=False, why="its path is not absolute" if folder else "no home folder is known")
    folder = folder.rstrip("/") or "/"
    try:
        found = posix.stat(folder)
    except FileNotFoundError:
        return _made(folder)
    except (OSError, ValueError) as error:
        return State(folder=folder, usable=False, why=f"it cannot be entered: {reason(error)}")
    if found.st_mode & KIND != FOLDER:
        return State(folder=folder, usable=False, why="it is no folder")
    if found.st_uid != posix.geteuid():
        return State(folder=folder, usable=False, why="it belongs to another user")
    if found.st_mode & 0o777 != PRIVATE_FOLDER:
        _close(folder)
    if not posix.access(folder, posix.W_OK | posix.X_OK):
        return State(folder=folder, usable=False, why="it cannot be written")
    return State(folder=folder)


def home(env: Mapping[str, str]) -> str:
    """Return the home folder, "" when none is known."""
    named = env.get("HOME", "")
    if named.startswith("/"):
        return named.rstrip("/") or "/"
    import pwd

    try:
        return pwd.getpwuid(posix.getuid()).pw_dir
    except KeyError:
        return ""


def _made(folder: str) -> State:
    try:
        make_folder(folder)
    except OSError as error:
        return State(folder=folder, usable=False, why=f"it cannot be made: {reason(error)}")
    return State(folder=folder)


def _close(folder: str) -> None:
    try:
        posix.chmod(folder, PRIVATE_FOLDER)
    except OSError:
        return  # a disk without modes; what is written there has mode 0600 all the same


def of_session(state: State, host: str, session: str) -> str:
    """Return the folder of one session of one host; all repositories share it."""
    return f"{state.sessions}/{short(f'{len(host)}:{host}{session}')}"


def of_repository(state: State, place: str) -> str:
    """Return the folder of one repository; `place` is its common git directory, or its root when it has none.

    All worktrees of a repository share it. The name starts with the repository's own, for people who look.
    """
    shown = place.rstrip("/").removesuffix("/.git").rpartition("/")[2]
    name = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in shown[:40])
    return f"{state.repositories}/{name}-{short(place)[:16]}"


def config(env: Mapping[str, str], home_folder: str = "") -> str:
    """Return the folder of the person's own policy and settings, "" when no home folder is known."""
    return _below(env.get("XDG_CONFIG_HOME", ""), home_folder or home(env), ".config")


def data(env: Mapping[str, str], home_folder: str = "") -> str:
    """Return the folder that holds the launcher, "" when no home folder is known."""
    return _below(env.get("XDG_DATA_HOME", ""), home_folder or home(env), ".local/share")


def _below(base: str, home_folder: str, usual: str) -> str:
    if not base.startswith("/"):  # a relative one does not count, says its standard
        base = f"{home_folder}/{usual}" if home_folder else ""
    return f"{base.rstrip('/')}/guardhost" if base else ""
