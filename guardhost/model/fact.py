"""Facts that a judge can ask for: the checkout, its repository, the jobs, the guardhost that judges."""

from __future__ import annotations

from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Checkout(Record):
    """The checkout that a push or a commit runs in. `branch` is "" on a detached HEAD; `base` "" if there is none."""

    branch: str = ""  # the branch, "" on a detached HEAD
    remote_branches: tuple[str, ...] = ()  # `REMOTE/BRANCH` as of the last fetch
    base: str = ""  # the base ref, "" when there is none


class Job(Record):
    """A unit of work handed to a subagent. Times are Unix seconds."""

    id: str  # its id
    parent: str = ""  # the job that it belongs to
    title: str = ""  # its title
    criteria: str = ""  # when it is done
    checkpoint: str = ""  # where it stands
    write_paths: tuple[str, ...] = ()  # globs that it may write
    deny_paths: tuple[str, ...] = ()  # globs that it may not write
    read_paths: tuple[str, ...] = ()  # globs that it reads
    depends_on: tuple[str, ...] = ()  # jobs that come first
    model: str = ""  # the model that it is for
    check: str = ""  # the command that checks it
    state: str = ""  # `declared`, `running`, `exited`; ended: `passed`, `failed`, `no_return`
    holder: str = ""  # the agent that holds it
    read_only: bool = False  # it changes nothing
    created: float = 0.0  # Unix seconds
    updated: float = 0.0  # Unix seconds
    deadline: float = 0.0  # Unix seconds, 0 for none
    result: str = ""  # what came of it

    @property
    def live(self) -> bool:
        """Whether it has not ended: declared, running or exited."""
        return self.state in ("declared", "running", "exited")


class JobList(Record):
    """The jobs of the checkout; iterates over them."""

    jobs: tuple[Job, ...] = ()  # the jobs

    def __iter__(self) -> Any:
        return iter(self.jobs)

    def __len__(self) -> int:
        return len(self.jobs)


class Binary(Record):
    """The guardhost that judges: its path with links resolved, its version, its build stamp ("" if it has none)."""

    path: str = ""  # the folder of the package, links resolved
    version: str = ""  # such as `0.1.0`
    stamp: str = ""  # digest of its sources, "" for an editable installation


class Repo(Record):
    """Facts of the repository, each asked from the host when it is read.

    `branch` is "" when detached; `default_branch` "" when unknown; `dirty` says whether tracked files differ from HEAD.
    """

    ask: Callable[..., Any] | None = None

    @property
    def branch(self) -> str:
        """The branch that HEAD is on, "" when detached or without a repository."""
        return str(self._fact("branch"))

    @property
    def default_branch(self) -> str:
        """The remote's default branch as of the last fetch, "" when unknown."""
        return str(self._fact("default_branch"))

    @property
    def dirty(self) -> bool:
        """Whether the checkout has changes that are not committed."""
        return self._fact("dirty") == "1"

    @property
    def unpushed(self) -> int | None:
        """How many commits of HEAD no remote has, None when unknown."""
        count = self._fact("unpushed")
        return int(count) if count else None

    def tracked(self, path: str) -> bool:
        """Return whether git tracks the file."""
        return self._fact("tracked", path) == "1"

    def _fact(self, name: str, path: str = "") -> str:
        if self.ask is None:
            return ""
        return str(self.ask(name, path))
