"""What a built-in rule is given: what a call does and where the guard lives. Never the line itself."""

from __future__ import annotations

from guardhost.model.effects import Effects
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol

    from guardhost.model.event import Event
    from guardhost.model.line import Command, Word

    class History(Protocol):
        """The commits of a checkout that has a policy; `OSError` or `GuardError` where something could not be told.

        `paths` are the files that count, relative to `root`; `head` is the commit that HEAD names, "" for none. A
        policy is what each of these paths is in a commit: an object's id, "" for nothing.
        """

        root: str
        head: str
        paths: tuple[str, ...]

        @property
        def branch(self) -> str:
            """The branch that HEAD is on, "" when it is detached."""

        def in_force(self) -> Mapping[str, str]:
            """Return the committed policy that judges, empty when there is none."""

        def policy(self, commit: str) -> Mapping[str, str]:
            """Return the policy of a commit; "0" has none."""

        def staged(self) -> set[str]:
            """Return the policy files that the index has otherwise than HEAD."""

        def edited(self, *, known: bool) -> set[str]:
            """Return those that the working tree has otherwise; only those that git knows, if `known`."""

        def commit(self, revision: str) -> str:
            """Return the id of the commit that a revision names, "" for none."""

        def remote(self, branch: str) -> set[str]:
            """Return the commits of the remote branches of that name."""

        def base(self, one: str, other: str) -> str:
            """Return the best common ancestor, "0" for none."""

        def between(self, one: str, other: str) -> bool:
            """Return whether a commit of `other` that `one` lacks touches a path that counts."""

        def setting(self, key: str) -> str:
            """Return a setting of the repository, "" for none."""

        def text(self, name: str) -> str:
            """Return the text of a file in the git directory, "" for none."""

        def branches(self) -> set[str]:
            """Return the refs by which a policy in force moves."""

    class Work(Protocol):
        """What would be lost in one checkout; None is what git could not tell in time. See `world.work`."""

        @property
        def root(self) -> str:
            """The root of the checkout."""

        @property
        def git_dir(self) -> str:
            """This checkout's own git directory."""

        @property
        def common_dir(self) -> str:
            """The git directory that all worktrees share."""

        @property
        def worktrees(self) -> int:
            """How many linked worktrees the repository has."""

        def branch(self) -> str:
            """Return the branch that HEAD is on, "" when it is detached."""

        def default_branch(self) -> str:
            """Return the remote's default branch, "" when that is not known."""

        def changes(self) -> tuple[tuple[str, str, str], ...] | None:
            """Return (index, tree, path) of each file that differs, `??` for one that git does not know."""

        def cleaned(self, flags: tuple[str, ...], paths: tuple[str, ...], folder: str) -> tuple[str, ...] | None:
            """Return what `git clean` would remove."""

        def ignored(self, path: str) -> bool | None:
            """Return whether git ignores the path."""

        def commit(self, name: str) -> str:
            """Return the id of the commit that a name stands for, "" for none."""

        def stashed(self) -> bool:
            """Return whether there is a stash."""

        def only_here(self, branch: str) -> int | None:
            """Return how many commits of a branch nothing else has."""

        def detached(self) -> int | None:
            """Return how many commits of a detached HEAD nothing else has."""

        def setting(self, key: str) -> str:
            """Return a setting of the repository, "" for none."""


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
    histories: Callable[[str], tuple[History, ...]] | None = None  # of the repositories with a policy around a folder
    works: Callable[[str], Work | None] | None = None  # of the checkout around a folder; None where git is not lent
    kind: Callable[[str], str] | None = None  # "file", "folder" or "" for a path
    names: Callable[[str], list[str]] | None = None  # what lies in a folder
    remembered: Callable[[str], bool] | None = None  # whether the session was told of a key before
    reads: Callable[[str, str], Matter | None] | None = None  # the matter of a text that a shell runs in a folder
    agents: Callable[[], tuple[int, int]] | None = None  # how deep the caller is nested, and how many agents run

    def _ready(self) -> None:
        event = self.event
        if event.command or (event.seam == "command" and event.args):
            self.__dict__["event"] = event.replace(command="", args={})
