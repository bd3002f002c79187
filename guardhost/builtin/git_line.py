"""What the git commands of one line do to each other: what was staged, which names were made, where HEAD is by then."""

from __future__ import annotations

from guardhost.builtin.paths import fold, inside
from guardhost.calls.structured import structured
from guardhost.model.glob import matches
from guardhost.model.line import Word
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from guardhost.builtin.matter import History
    from guardhost.model.line import Command
    from guardhost.model.structured import Call

CONFLICT = "?"  # both sides of a merge changed it, so what it becomes is open
_EXCLUDES = (":!", ":^", ":(exclude)")
_SUFFIXES = "~^@"


class UnsureError(Exception):
    """What a command leads to cannot be told before it runs; the text says why."""


class GitLine:
    """One repository and what the commands of the line did so far; `begin` takes the next of them.

    `written` are policy files that the line writes by other means than git, `hidden` says that another index is named.
    """

    def __init__(
        self, history: History, read_text: Callable[[str], str | None], written: set[str], *, hidden: bool = False
    ) -> None:
        self.history = history
        self.read_text = read_text
        self.head = history.head
        self.command: Command
        self.call: Call
        self.folder = ""
        self.staged: set[str] = set()
        self.fetched: Call | None = None
        self.hidden = "another index is named" if hidden else ""
        self._written = written
        self.inner: set[tuple[str, tuple[Word, ...]]] = set()  # what the line asks git: (subcommand, words)
        self._loose: dict[str, str] = {}
        self._loose_staged: dict[str, str] = {}
        self._unstaged: set[str] = set()
        self._added: list[tuple[Sequence[Word], str, bool]] = []
        self._made: dict[str, str | None] = {}
        self._previous = ""
        self._busy = False

    def begin(self, command: Command, folder: str) -> None:
        """Take the next command, which runs in `folder`."""
        self._busy = bool(self.folder)
        self.command, self.folder = command, folder
        self.call = structured((command,))[0]

    # What the command says

    def given(self, *names: str) -> bool:
        """Return whether an option is given."""
        return any(self.call.args.get(name) not in (None, False) for name in names)

    def words(self, name: str) -> tuple[Word, ...]:
        """Return the words of an argument."""
        found: Any = self.call.args.get(name)
        if isinstance(found, Word):
            return (found,)
        return tuple(word for word in found if isinstance(word, Word)) if isinstance(found, tuple) else ()

    # Commits

    def target(self, word: str) -> str:
        """Return the commit that a word names when it is its turn, "" when git will refuse it; raises `UnsureError`."""
        if isinstance(word, Word) and not word.known:
            found = self._substituted(word)
            if found:
                return found
            raise UnsureError(f"`{word.raw}` is not known before the line runs")
        name = str(word)
        if "..." in name:
            one, _, other = name.partition("...")
            return self.history.base(self.target(one or "HEAD"), self.target(other or "HEAD"))
        if name in ("-", "@{-1}") and self._previous:
            return self._previous
        base, rest = _split("@{-1}" if name == "-" else name)
        if base in ("HEAD", "@") and not rest.startswith("@"):
            name = self.head + rest
        elif base in self._made:
            made = self._made[base]
            if made is None:
                raise UnsureError(f"`{base}` is only made by this line")
            name = made + rest
        else:
            name = base + rest
        found = self.history.commit(name)
        if not found and self._busy:
            raise UnsureError(f"`{word}` names no commit yet")
        return found

    def _substituted(self, word: Word) -> str:
        """Return the commit that `$(git merge-base A B)` or `$(git rev-parse A)` will print, "" for any other word."""
        vcs = self.command.vcs
        if vcs is None or vcs.options or vcs.directory or self.command.env:
            return ""  # the git inside may look elsewhere
        asked, names = _asked(word.raw)
        if (asked, tuple(Word(name) for name in names)) not in self.inner:
            return ""  # by the name of git something else is run
        found = [self.target(name) for name in names]
        if not found or not all(found):
            return ""
        common = self.history.base(found[0], found[-1]) if asked == "merge-base" else found[0]
        return common if common != "0" else ""

    def guessed(self, word: Word) -> set[str]:
        """Return the commits of the remote branches of a name that the line does not make."""
        return self.history.remote(str(word)) if word.known and word not in self._made else set()

    def make(self, name: str, commit: str | None) -> None:
        """Remember a name that the line makes; None for a commit that is not known."""
        for one in (name, name.removeprefix("refs/heads/"), name.removeprefix("refs/tags/")):
            self._made[one] = commit

    def go(self, commit: str) -> set[str]:
        """Move HEAD to a commit: return the policy files that become others."""
        changed = self.changed(self.history.policy(commit)) if commit else set()
        if commit:
            self._previous, self.head = self.head, commit
        return changed

    def changed(self, result: Mapping[str, str]) -> set[str]:
        """Return the policy files that a result has otherwise than the policy in force."""
        force = self.history.in_force()
        return {path for path, found in force.items() if result[path] != found}

    def joined(self, base: str, theirs: str, ours: str = "") -> dict[str, str]:
        """Return what the policy becomes when what `theirs` changed since `base` comes to `ours` (HEAD, if not given)."""
        before, there, here = (self.history.policy(one) for one in (base, theirs, ours or self.head))
        return {path: _joined(before[path], there[path], here[path]) for path in before}

    # The index

    def add(self, words: Sequence[Word], *, known: bool = False) -> None:
        """Stage what the words cover, everything when there are none; only what git knows, if `known`."""
        self._added.append((words, self.folder, known))
        self._loose_staged.update(self._loosely([(words, self.folder, known)]))
        self._unstaged -= {path for path in self.history.paths if self.covers(words, path)}

    def unstage(self, words: Sequence[Word]) -> None:
        """Take what the words cover, or everything, out of the index."""
        covered = {path for path in self.history.paths if self.covers(words, path)}
        self._unstaged |= covered
        self.staged -= covered
        self._added = [one for one in self._added if words]
        self._loose_staged = {path: by for path, by in self._loose_staged.items() if path not in covered}

    def pending(self, words: Sequence[Word], *, every: bool, only: bool) -> set[str]:
        """Return the policy files that a commit takes: staged (unless `only`), named by the words, or all that git knows."""
        if self.hidden:
            raise UnsureError(self.hidden)
        covers = [] if only else list(self._added)
        if words:
            covers.append((words, self.folder, False))
        if every:
            covers.append(((), self.folder, True))
        found = set() if only else (self.history.staged() - self._unstaged) | self.staged
        for known in (True, False):
            asked = [cover for cover in covers if cover[2] is known]
            edited = self.history.edited(known=known) | self._written if asked else set()
            found |= {path for path in edited for cover in asked if self.covers(cover[0], path, cover[1])}
        loose = {} if only else self._loose_staged
        loose = loose | self._loosely(covers if only else covers[len(self._added) :])
        if loose and not found:
            path, program = min(loose.items())
            raise UnsureError(f"what `{program}` writes is not known before the line runs, and may be `{path}`")
        return found

    # What the line writes

    def write(self, paths: Iterable[str]) -> None:
        """Remember policy files that become others in the working tree."""
        self._written |= set(paths)

    def may_write(self, paths: Iterable[str], program: str) -> None:
        """Remember policy files that a program could write, whose targets are not known."""
        self._loose.update(dict.fromkeys(paths, program))

    def _loosely(self, covers: Sequence[tuple[Sequence[Word], str, bool]]) -> dict[str, str]:
        """Return which of the files that could be written are covered, and by what they would be written."""
        there = self.history.policy(self.head) if self._loose and self.head else {}
        return {
            path: program
            for path, program in self._loose.items()
            for words, folder, known in covers
            if (not known or there.get(path)) and self.covers(words, path, folder)
        }

    def covers(self, words: Sequence[Word], path: str, folder: str = "") -> bool:
        """Return whether pathspecs cover a policy file; none cover everything."""
        full = fold(f"{self.history.root}/{path}")
        taken = [word for word in words if not word.startswith(_EXCLUDES)]
        left_out = [Word(_bare(word)) for word in words if word.startswith(_EXCLUDES)]
        where = folder or self.folder
        if any(_covers(word, full, where) for word in left_out):
            return False
        return not taken or any(_covers(word, full, where) for word in taken)


def _split(name: str) -> tuple[str, str]:
    """Cut a revision into a name and what is said of it: `main`, `~2`."""
    at = next((at for at, c in enumerate(name) if c in _SUFFIXES and at), len(name))
    return name[:at], name[at:]


def _asked(raw: str) -> tuple[str, list[str]]:
    """Return the subcommand and the revisions of a substitution that asks git for one commit by plain words."""
    text = raw[1:-1] if len(raw) > 1 and raw[0] == raw[-1] == '"' else raw
    words = text[2:-1].split() if text.startswith("$(git ") and text.endswith(")") else []
    plain = all(c.isascii() and (c.isalnum() or c in "-_./~^@") for word in words for c in word)
    revisions = words[2:]
    if not plain or any(word.startswith("-") for word in revisions):
        return "", []
    counts = {"merge-base": 2, "rev-parse": 1}
    return (words[1], revisions) if words and counts.get(words[1]) == len(revisions) else ("", [])


def _joined(base: str, theirs: str, ours: str) -> str:
    if theirs in (base, ours):
        return ours
    return theirs if ours == base else CONFLICT


def _bare(word: str) -> str:
    return next(word[len(mark) :] for mark in _EXCLUDES if word.startswith(mark))


def _covers(word: Word, full: str, folder: str) -> bool:
    if not word.known or word.startswith(":"):
        return True
    path = fold(against(str(word), folder) or "/")
    return inside(full, path) or (any(c in path for c in "*?[") and matches(full, path.replace("*", "**")))


def mentioned(texts: Iterable[str], paths: Iterable[str], *, moved: bool) -> set[str]:
    """Return the policy files that patches change; `moved` says that their paths are not those of the repository.

    Raises `UnsureError` for a text that is no plain patch.
    """
    names: set[str] = set()
    for text in texts:
        lines = text.splitlines()
        coded = any(line.lower().startswith("content-transfer-encoding:") and "bit" not in line.lower() for line in lines)
        if coded or not any(line.startswith(("diff --git ", "--- ", "*** ")) for line in lines):
            raise UnsureError("the patch is no plain text")
        for line in lines:
            if line.startswith(("diff --git ", "--- ", "+++ ", "*** ", "rename ", "copy ", "Index: ")):
                names.update(word.strip('"') for word in line.split())
    wanted = {name.partition("/")[2] for name in names} | names
    if moved:
        ends = {name.rpartition("/")[2] for name in wanted}
        return {path for path in paths if path.rpartition("/")[2] in ends}
    return wanted & set(paths)
