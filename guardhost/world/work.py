"""What would be lost in a checkout, as git itself tells it: changes, stashes, commits that are nowhere else."""

from __future__ import annotations

from guardhost.world.files import names
from guardhost.world.git import RepoFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.world.repository import Place

    Entry = tuple[str, str, str]

SECONDS = 1.0  # for each question


class Work(RepoFacts):
    """One checkout; each question is asked once. None is what git could not tell in time."""

    __slots__ = ()

    def __init__(self, place: Place, git: str, seconds: float = SECONDS) -> None:
        super().__init__(place, git, seconds)

    @property
    def root(self) -> str:
        """The root of the checkout, links resolved."""
        return self._place.root

    @property
    def git_dir(self) -> str:
        """This checkout's own git directory."""
        return self._place.git_dir

    @property
    def common_dir(self) -> str:
        """The git directory that all worktrees share."""
        return self._place.common_dir

    @property
    def worktrees(self) -> int:
        """How many linked worktrees the repository has."""
        return len(names(f"{self._place.common_dir}/worktrees"))

    def changes(self) -> tuple[Entry, ...] | None:
        """Return (index, tree, path) of what differs, `??` for what git does not know; a folder ends in `/`."""
        words = ("status", "--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=dirty", "--no-renames")
        status, said = self._run("--work-tree", self._place.root, "-C", self._place.root, *self._without_filters(), *words)
        if status != 0:
            return None
        rows = said.decode("utf-8", "surrogateescape").split("\0")
        return tuple((row[0], row[1], row[3:]) for row in rows if len(row) > 3)

    def cleaned(self, flags: tuple[str, ...], paths: tuple[str, ...], folder: str) -> tuple[str, ...] | None:
        """Return what `git clean` would remove with these flags, `folder` being where it runs."""
        words = ("-c", "core.quotePath=false", "clean", "--dry-run", "--force", *flags, "--", *paths)
        status, said = self._run("--work-tree", self._place.root, "-C", folder, *words)
        if status != 0:
            return None
        lines = said.decode("utf-8", "surrogateescape").splitlines()
        return tuple(line.removeprefix("Would remove ").strip('"') for line in lines if line.startswith("Would remove "))

    def ignored(self, path: str) -> bool | None:
        """Return whether the file is there and git ignores it."""
        words = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", path)
        status, said = self._run("--work-tree", self._place.root, "-C", self._place.root, *words)
        return bool(said) if status in (0, 128) else None

    def commit(self, name: str) -> str:
        """Return the id of the commit that a name stands for, "" for none."""
        if name.startswith("-"):
            return ""
        lines = self._lines("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        return lines[0] if lines else ""

    def stashed(self) -> bool:
        """Return whether there is a stash."""
        return bool(self.commit("refs/stash"))

    def only_here(self, branch: str) -> int | None:
        """Return how many commits of a branch no other branch, tag or remote branch has; 0 for one that does not exist."""
        ref = f"refs/heads/{branch}"
        if not self.commit(ref):
            return 0
        others = (f"--exclude={branch}", "--branches", "--remotes", "--tags")
        lines = self._lines("rev-list", "--count", ref, "--not", *others)
        return int(lines[0]) if lines and lines[0].isdigit() else None

    def detached(self) -> int | None:
        """Return how many commits of a detached HEAD no branch, tag or remote branch has."""
        if self._place.branch:
            return 0
        lines = self._lines("rev-list", "--count", "HEAD", "--not", "--branches", "--remotes", "--tags")
        return int(lines[0]) if lines and lines[0].isdigit() else None

    def setting(self, key: str) -> str:
        """Return a setting of the repository, "" for none."""
        from guardhost.world.objects import QUIET

        ours = any(one.lower().startswith(f"{key.lower()}=") for one in QUIET)  # what we set ourselves on each call
        lines = self._lines("config", *(("--local",) if ours else ()), "--get", key)
        return lines[0] if lines else ""
