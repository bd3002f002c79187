"""The git calls of a line, each with the checkout that it works in and what earlier ones of the line have saved."""

from __future__ import annotations

from guardhost.builtin.ground import ground
from guardhost.builtin.paths import fold, inside
from guardhost.builtin.tails import folder_of
from guardhost.calls.structured import structured
from guardhost.model.glob import matches
from guardhost.model.line import Word
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from guardhost.builtin.matter import Matter, Work
    from guardhost.model.line import Command
    from guardhost.model.structured import Call

    Entry = tuple[str, str, str]

USUAL = ("main", "master")  # what the default branch is called as a rule
_EXCLUDES = (":!", ":^", ":(exclude")


class Act:
    """One git call. `folder` is where it runs, "" when that is not known; `work` is None where no checkout is known."""

    def __init__(self, command: Command, call: Call, folder: str, work: Work | None, saved: Saved) -> None:
        self.command = command
        self.call = call
        self.folder = folder
        self.work = work
        self.saved = saved

    @property
    def name(self) -> str:
        """The subcommand with its own, such as `stash_drop`."""
        return self.call.tool.removeprefix("git_")

    @property
    def shown(self) -> str:
        """The call in short."""
        words = (
            self.name.replace("_", " ", 1) if self.name.startswith(("stash", "worktree")) else self.name.replace("_", "-")
        )
        return f"`git {words}`"

    @property
    def branch(self) -> str:
        """The branch that HEAD is on when the call runs, "" when it is detached or not known.

        A switch earlier on the line may fail; only a call that depends on it runs on the other branch for certain.
        """
        here = self.work.branch() if self.work is not None else ""
        moved = self.saved.branch
        return here if moved is None or (self.command.certain and moved not in USUAL) else moved

    def given(self, *names: str) -> bool:
        """Return whether an option is on."""
        return any(self.call.args.get(name) not in (None, False) for name in names)

    def words(self, *names: str) -> tuple[Word, ...]:
        """Return the words of arguments."""
        found: list[Word] = []
        for name in names:
            value: Any = self.call.args.get(name)
            found.extend([value] if isinstance(value, Word) else [one for one in value or () if isinstance(one, Word)]
                         if isinstance(value, tuple | list) else [])  # fmt: skip
        return tuple(found)

    def changed(self, *, index: bool, tree: bool, unknown: bool = False) -> tuple[Entry, ...] | None:
        """Return the entries that differ in the index, in the tree, or that git does not know; None when git cannot tell.

        What an earlier command of the line has stashed or committed does not count.
        """
        if self.work is None:
            return ()
        changes = self.work.changes()
        if changes is None:
            return None
        return tuple(
            entry
            for entry in changes
            if (entry[0] == "?" and unknown and not self.saved.unknown)
            or (
                entry[0] not in "?!"
                and not self.saved.tracked
                and ((index and entry[0] != " ") or (tree and entry[1] != " "))
            )
        )

    def within(self, entries: Sequence[Entry], words: Sequence[Word]) -> list[str]:
        """Return the paths of entries that pathspecs cover; a word that is not known covers all."""
        root = fold(self.work.root).rstrip("/") if self.work is not None else ""
        return [path for _, _, path in entries if self._covers(f"{root}/{fold(path).rstrip('/')}", words)]

    def _covers(self, full: str, words: Sequence[Word]) -> bool:
        if any(_covers(Word(word[2:]), full, self.folder, self.work) for word in words if word.startswith((":!", ":^"))):
            return False
        taken = [word for word in words if not word.startswith(_EXCLUDES)]
        return any(_covers(word, full, self.folder, self.work) for word in taken or ([Word(":/")] if words else []))


class Saved:
    """What the line has put away in one checkout so far."""

    __slots__ = ("added", "branch", "settings", "stashed", "tracked", "unknown")

    def __init__(self) -> None:
        self.branch: str | None = None  # the branch that the line has switched to, None while it stays
        self.settings: dict[str, str] = {}  # what the line has set, by the key in lower case
        self.tracked = self.unknown = self.added = self.stashed = False

    def take(self, act: Act, matter: Matter) -> None:
        """Take note of a call that puts changes into a stash or a commit, or switches to another branch."""
        if act.name in ("stash_push", "stash_save", "stash") and not act.call.operands:
            if not act.given("patch", "keep_index", "staged"):
                self.tracked = True
                self.unknown = self.unknown or act.given("include_untracked", "all")
            self.stashed = True
        elif act.name in ("stash_pop", "stash_apply"):
            self.tracked = self.unknown = False
        elif act.name == "add" and (act.given("all") or any(word in (".", ":/", "-A") for word in act.words("paths"))):
            self.added = True
        elif act.name.startswith("config") and len(act.call.operands) > 1:
            key, value = act.call.operands[-2:]
            self.settings[key.lower()] = str(value)
        elif act.name in ("checkout", "switch"):
            self.branch = _switched(act, matter, self.branch)
        elif act.name == "commit" and not act.given("dry_run"):
            self.tracked = self.tracked or self.added or act.given("all")
            self.unknown = self.unknown or self.added


def acts(matter: Matter) -> Iterator[Act]:
    """Yield each git call of the line in order."""
    saved: dict[str, Saved] = {}
    for command in matter.commands:
        if command.vcs is None or command.vcs.tool != "git" or command.vcs.args[:1] == ("--help",):
            continue
        folder, tree = _folder(command, matter)
        work = matter.works(tree) if matter.works is not None and tree else None
        act = Act(command, structured((command,))[0], folder, work, saved.setdefault(work.root if work else tree, Saved()))
        yield act
        act.saved.take(act, matter)


def _switched(act: Act, matter: Matter, before: str | None) -> str | None:
    """Return the branch that a `git checkout` or `git switch` goes to, `before` where it takes files instead."""
    made = act.words("new_branch", "reset_branch", "create", "force_create", "orphan")
    if made:
        return str(made[0]) if made[0].known else ""
    to = act.words("targets", "branch")
    if act.given("detach"):
        return ""
    if len(to) != 1 or act.words("paths") or not to[0].known or to[0] == "-":
        return before
    kind = matter.kind(against(to[0], act.folder) or "") if matter.kind is not None and act.name == "checkout" else ""
    if kind and to[0] not in USUAL:
        return before
    return to[0].partition("/")[2] if act.given("track") else str(to[0])


def _folder(command: Command, matter: Matter) -> tuple[str, str]:
    """Return where a git call runs, and the folder whose repository it works on."""
    vcs = command.vcs
    here = folder_of(command, matter)
    if vcs is None or vcs.directory is None:
        return "", ""
    folder = (against(vcs.directory, here) or "") if vcs.directory else here
    named = ""
    for at, word in enumerate(vcs.options):
        if word == "--git-dir" and at + 1 < len(vcs.options):
            named = vcs.options[at + 1]
        elif word.startswith("--git-dir="):
            named = word.partition("=")[2]
    named = named or next((str(word) for name, word in command.env if name == "GIT_DIR" and word.known), "")
    tree = (against(named, folder) or "").removesuffix("/.git") if named else folder
    return folder, tree


def thrown_away(act: Act, matter: Matter) -> bool:
    """Return whether a call works in a checkout below the temporary folder that is not the session's own."""
    if not act.folder:
        return not matter.works or (act.command.cwd is None and folder_of(act.command, matter) == "")
    where = ground(matter)
    root = act.work.root if act.work is not None else act.folder
    return where.zone(fold(matter.real_path(root))) == "temporary"


def _covers(word: Word, full: str, folder: str, work: Work | None) -> bool:
    if not word.known:
        return True
    root = work.root if work is not None else folder
    text, base = str(word), folder
    if text.startswith(":"):
        magic, _, rest = text[1:].partition(")") if text.startswith(":(") else ("", "", text[1:])
        text, base = rest.lstrip("/"), root if text.startswith((":/", ":(top")) or "top" in magic else folder
        if not text:
            base = root
    path = fold(against(text or ".", base) or "/")
    if inside(full, path) or inside(path, full):
        return True
    return any(c in path for c in "*?[") and matches(full, path.replace("*", "**"))


def listed(paths: Sequence[str]) -> str:
    """Return up to three paths in words."""
    shown = ", ".join(f"`{path}`" for path in paths[:3])
    return shown + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
