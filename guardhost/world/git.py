"""What the git program says of a checkout, each fact when it is asked for, without starting anything it configures."""

from __future__ import annotations

import posix

from guardhost.model.fact import Checkout
from guardhost.world import process
from guardhost.world.objects import ENVIRONMENT, command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    from guardhost.world.repository import Place

    Fact = TypeVar("Fact")

SECONDS = 2.0
REMOTES = "refs/remotes/"
USUAL = ("main", "master")  # default branches, where the remote does not say which one it has
_LITERAL = {**ENVIRONMENT, "GIT_LITERAL_PATHSPECS": "1"}


def program(env: Mapping[str, str]) -> str:
    """Return the path of the git program on PATH, "" when there is none; a relative entry of PATH does not count."""
    for folder in env.get("PATH", "").split(":"):
        path = f"{folder.rstrip('/')}/git"
        if folder.startswith("/") and posix.access(path, posix.X_OK):
            return path
    return ""


def facts(place: Place, git: str, seconds: float = SECONDS) -> RepoFacts:
    """Return the facts of a checkout; nothing is started yet. `seconds` is the limit for each fact."""
    return RepoFacts(place, git, seconds)


class RepoFacts:
    """Facts of one checkout, each worked out once. None, or "" in a text, is what could not be told."""

    __slots__ = ("_git", "_known", "_place", "_seconds")

    def __init__(self, place: Place, git: str, seconds: float) -> None:
        self._place = place
        self._git = git
        self._seconds = seconds
        self._known: dict[tuple[str, ...], tuple[int | None, bytes]] = {}

    def branch(self) -> str:
        """Return the branch that HEAD is on, "" when it is detached."""
        if not self._place.reftable:
            return self._place.branch
        return (self._lines("symbolic-ref", "--quiet", "HEAD") or [""])[0].removeprefix("refs/heads/")

    def default_branch(self) -> str:
        """Return the default branch of `origin`, else of the first other remote, as of the last fetch."""
        return self._base().partition("/")[2]

    def dirty(self) -> bool | None:
        """Return whether tracked files differ from HEAD, by content; a submodule by the commit it is at."""
        words = (
            *self._without_filters(),
            "status",
            "--porcelain",
            "-z",
            "--untracked-files=no",
            "--ignore-submodules=dirty",
        )
        status, said = self._run("--work-tree", self._place.root, *words)
        return bool(said) if status == 0 else None

    def tracked(self, path: str) -> bool | None:
        """Return whether git tracks the file, or something in the folder; `path` is absolute or relative to the root."""
        status, said = self._run("--work-tree", self._place.root, "-C", self._place.root, "ls-files", "-z", "--", path)
        return bool(said) if status in (0, 128) else None  # 128: a path outside the checkout

    def unpushed(self) -> int | None:
        """Return how many commits of HEAD no remote has as of the last fetch."""
        lines = self._lines("rev-list", "--count", "HEAD", "--not", "--remotes")
        return int(lines[0]) if lines and lines[0].isdigit() else None

    def checkout(self) -> Checkout | None:
        """Return the branch, the remote branches and the base, in one process; None when git could not tell."""
        refs = self._refs()
        if refs is None:
            return None
        branches = tuple(name for name, target in refs.items() if not target)
        return Checkout(branch=self.branch(), remote_branches=branches, base=self._base())

    def answer(self, name: str, path: str = "") -> str:
        """Return one fact as text: "1" or "" for yes or no, a number in digits, "" for what could not be told."""
        fact: object = self.tracked(path) if name == "tracked" else getattr(self, name)() if name in _NAMED else None
        if isinstance(fact, bool):
            return "1" if fact else ""
        return "" if fact is None else str(fact)

    def _base(self) -> str:
        """Return `<remote>/<default branch>`."""
        refs = self._refs() or {}
        heads = [name for name, target in refs.items() if target and name.endswith("/HEAD") and target in refs]
        for name in sorted(heads, key=lambda name: name != "origin/HEAD"):
            return refs[name]
        return next((f"origin/{name}" for name in USUAL if f"origin/{name}" in refs), "")

    def _refs(self) -> dict[str, str] | None:
        """Return the remote branches with, for a symbolic one, where it points."""
        lines = self._lines("for-each-ref", "--format=%(refname) %(symref)", REMOTES)
        if lines is None:
            return None
        pairs = (line.removeprefix(REMOTES).partition(" ") for line in lines)
        return {name: target.removeprefix(REMOTES) for name, _, target in pairs}

    def _without_filters(self) -> tuple[str, ...]:
        """Return the words that switch off the content filters that the repository configures: they are programs."""
        names = self._lines("config", "--name-only", "--get-regexp", r"^filter\..*\.(clean|process|smudge|required)$")
        return tuple(
            word for name in names or () for word in ("-c", f"{name}={'false' if name.endswith('.required') else ''}")
        )

    def _lines(self, *words: str) -> list[str] | None:
        status, said = self._run(*words)
        return said.decode("utf-8", "surrogateescape").splitlines() if status in (0, 1) else None

    def _run(self, *words: str) -> tuple[int | None, bytes]:
        if words not in self._known:
            argv = (*command(self._git, self._place), *words) if self._git else ()
            self._known[words] = process.run(argv, self._seconds, environment=_LITERAL) if argv else (None, b"")
        return self._known[words]


_NAMED = ("branch", "default_branch", "dirty", "unpushed")
