"""Matters made by hand: a person /home/u with a project /home/u/proj, and a disk that is a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.builtin.asking import ask
from guardhost.builtin.matter import Matter, Places
from guardhost.builtin.paths import normal
from guardhost.model.call import WriteCall
from guardhost.model.effects import Effects, Touch
from guardhost.model.event import Event
from guardhost.model.line import Command, VcsCall, Word
from guardhost.model.verdict import ALLOW, Answer, merge

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME = "/home/u"
PROJECT = "/home/u/proj"
PLACES = Places(
    home=HOME,
    state=f"{HOME}/.local/state/guardhost",
    data=f"{HOME}/.local/share/guardhost",
    config=f"{HOME}/.config/guardhost",
    package="/opt/guard-env/lib/python3.11/site-packages/guardhost",
    prefix="/opt/guard-env",
    launcher=f"{HOME}/.local/share/guardhost/launch",
    workspaces=(PROJECT,),
    git_dirs=(f"{PROJECT}/.git",),
    policy_files=(f"{PROJECT}/guard.py", f"{PROJECT}/policy/guard.py", f"{PROJECT}/rules_ci.py"),
)
HEADS = {f"{PROJECT}/.git/HEAD": "ref: refs/heads/main\n", f"{PROJECT}/.git/refs/heads/main": "1" * 40 + "\n"}


def matter(*, files: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None, **fields: Any) -> Matter:
    """Return a matter on a disk of these files and symbolic links."""
    disk = {**HEADS, **(files or {})}

    def real(path: str) -> str:
        for link, target in (links or {}).items():
            if path == link or path.startswith(link + "/"):
                return target + path[len(link) :]
        return path

    given: dict[str, Any] = {"event": Event(seam="command", cwd=PROJECT), "places": PLACES, **fields}
    return Matter(real_path=real, read_text=lambda path: disk.get(real(path)), **given)


def touching(*touches: Touch, **fields: Any) -> Matter:
    """Return a matter of a line with these effects."""
    return matter(effects=Effects(touches=touches), **fields)


def writing(call: WriteCall, **fields: Any) -> Matter:
    """Return the matter of an edit tool's call, with the effects that the judgement gives it."""
    path = normal(PROJECT, call.path)
    text = call.content if call.whole else call.new_text or "\n".join(new for _, new in call.edits) or None
    touch = Touch(kind="delete" if call.delete else "write", path=path, raw=call.path, via="Edit", text=text)
    return touching(touch, event=Event(seam="write", cwd=PROJECT, tool="Edit", writes=(call,)), **fields)


def program(line: str, **fields: Any) -> Command:
    """Return the command of plain words."""
    words = line.split()
    tool = words[0]
    args = tuple(Word(word) for word in words[1:])
    return Command(program=tool, args=args, word=Word(tool), **fields)


def running(*commands: Command, **fields: Any) -> Matter:
    """Return a matter of these programs without effects."""
    return matter(commands=commands, **fields)


def git(subcommand: str, *args: str, options: tuple[str, ...] = (), **fields: Any) -> Command:
    """Return a git command with its call."""
    vcs = VcsCall(tool="git", subcommand=subcommand, args=tuple(map(Word, args)), options=tuple(map(Word, options)))
    words = tuple(map(Word, (*options, subcommand, *args)))
    return Command(program="git", args=words, vcs=vcs, cwd=PROJECT, **fields)


class Git:
    """What git says of the checkout at `PROJECT`: a table; by default with changes, one stash, two branches of remotes."""

    root, git_dir, common_dir = PROJECT, f"{PROJECT}/.git", f"{PROJECT}/.git"
    worktrees = 1
    DIRTY = ((" ", "M", "src/app.py"), ("M", " ", "README.md"), ("?", "?", "untracked/"))
    COMMITS = ("main", "feature", "HEAD", "HEAD~1", "HEAD~2", "refs/heads/main", "refs/heads/feature", "refs/heads/old")

    def __init__(self, *, clean: bool = False, silent: bool = False, settings: Mapping[str, str] | None = None) -> None:
        self.clean, self.silent, self.settings = clean, silent, settings or {}

    def branch(self) -> str:
        return "topic"

    def default_branch(self) -> str:
        return "main"

    def changes(self) -> tuple[tuple[str, str, str], ...] | None:
        return None if self.silent else () if self.clean else self.DIRTY

    def cleaned(self, flags: tuple[str, ...], paths: tuple[str, ...], folder: str) -> tuple[str, ...] | None:
        if self.silent:
            return None
        kept = () if self.clean else ("untracked/",)
        return (*kept, "build/", ".env") if {"-x", "-X"} & set(flags) else ("build/", *kept)

    def ignored(self, path: str) -> bool | None:
        return path.endswith(".env")

    def commit(self, name: str) -> str:
        return "1" * 40 if name in self.COMMITS else ""

    def stashed(self) -> bool:
        return not self.clean

    def only_here(self, branch: str) -> int | None:
        return None if self.silent else 3 if branch == "old" else 0

    def detached(self) -> int | None:
        return 0

    def setting(self, key: str) -> str:
        return self.settings.get(key, "")


def lent(
    git: Git | None = None, *, remembered: frozenset[str] = frozenset(), agents: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    """Return what a matter is lent beside the disk: git of the project alone, the session's memory, its agents."""
    git = git or Git()
    return {
        "works": lambda folder: git if folder == PROJECT or folder.startswith(f"{PROJECT}/") else None,
        "kind": lambda path: "folder" if "." not in path.rpartition("/")[2] else "file",
        "names": lambda folder: (
            [".env", "app.py"] if folder == PROJECT else ["pre-commit"] if folder.endswith("hooks") else []
        ),
        "remembered": remembered.__contains__,
        "agents": lambda: agents,
    }


# The rules about the guard itself; those about harm have tests of their own.
GUARDING = frozenset((
    "guard-tamper", "vcs-off", "policy-commit", "host-settings", "unguarded-agent", "inline-alias", "policy-write",
    "unreadable",
))  # fmt: skip


def judged(given: Matter, *, every: bool = False) -> Answer:
    """Return the strictest answer of the rules about the guard itself, or of every rule."""
    answer = ALLOW
    for one in ask(given):
        if every or one.rule in GUARDING:
            answer = merge(answer, one)
    return answer


def said(given: Matter, *, every: bool = False) -> tuple[str, str]:
    """Return the decision and the rule."""
    answer = judged(given, every=every)
    return answer.decision, answer.rule
