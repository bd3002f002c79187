"""What a built-in rule is given: what a call does and where the guard lives. Never the line itself."""

from __future__ import annotations

from guardhost.model.effects import Effects
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.model.event import Event
    from guardhost.model.line import Command, Word


class Places(Record):
    """Absolute paths that rules compare with, "" where there is none.

    `state`, `data` and `config` are guardhost's own folders, `package` the folder of its code, `prefix` its
    environment, `launcher` the program that hosts start; `workspaces` are roots of the repositories at hand and
    `git_dirs` their git directories; `policy_files` are the root forms of the policies and every file that their
    load read.
    """

    home: str = ""
    state: str = ""
    data: str = ""
    config: str = ""
    package: str = ""
    prefix: str = ""
    shfmt: str = ""
    launcher: str = ""
    tmpdir: str = "/tmp"  # noqa: S108 - the system's name for it, nothing is made there
    workspaces: tuple[str, ...] = ()
    git_dirs: tuple[str, ...] = ()
    policy_files: tuple[str, ...] = ()


class Matter(Record):
    """One call, as far as built-in rules may know it.

    `effects` are those of the line, the edit tool or the tool's arguments, alike; `why` says how to rewrite a line
    that is not `readable`; `real_path` resolves links on the deepest existing part of a path and `read_text` gives a
    file's text or None: both are lent, so that rules do no I/O of their own. The event's own text is taken off.
    """

    event: Event
    real_path: Callable[[str], str]
    read_text: Callable[[str], str | None]
    commands: tuple[Command, ...] = ()
    readable: bool = True
    why: str = ""
    effects: Effects = Effects()
    assignments: tuple[tuple[str, Word], ...] = ()
    places: Places = Places()
    unattended: bool = False

    def _ready(self) -> None:
        event = self.event
        if event.command or (event.seam == "command" and event.args):
            self.__dict__["event"] = event.replace(command="", args={})
