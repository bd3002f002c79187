"""Other tools by which uncommitted work is lost: `patch -R` of it, and removals of what git lists as changed or unknown."""

from __future__ import annotations

from guardhost.builtin.git_acts import listed
from guardhost.builtin.ground import ground, is_generated
from guardhost.builtin.paths import fold
from guardhost.builtin.tails import folder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.builtin.matter import Matter, Work
    from guardhost.model.line import Command

    Found = tuple[str, str]

_REMOVERS = frozenset(("rm", "unlink", "shred", "trash", "truncate", "srm", "wipe", "rimraf", "mv"))
# Words that must all stand there, a "|" between choices.
_REVERTERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "svn": (("revert",), ("cleanup", "--remove-unversioned|--remove-ignored")),
    "bzr": (("revert",), ("clean-tree", "--force")), "brz": (("revert",), ("clean-tree", "--force")),
    "p4": (("revert",), ("clean",)), "fossil": (("revert",), ("clean", "-f|--force|-x")),
    "gh": (("pr", "checkout", "-f|--force"), ("co", "-f|--force")),
}  # fmt: skip
_TRIALS = frozenset(("-n", "--dry-run", "--preview", "-a", "--help"))
_LISTS = ("git ls-files", "git diff --name-only")
_OTHERS = ("o", "--others")
_MODIFIED = ("m", "--modified")


def by_tools(matter: Matter) -> Iterator[Found]:
    """Yield the decision on what these tools would lose."""
    for command in matter.commands:
        found = None
        if command.program == "patch":
            found = _reversed(command, matter)
        elif command.program in _REVERTERS:
            found = _reverted(command)
        elif command.program in _REMOVERS and _takes_list(command):
            found = _listed(command, matter)
        if found:
            yield found


def _reverted(command: Command) -> Found | None:
    """Another version control throws local changes away; which there are is not asked."""
    words = [str(word) for word in command.args]
    for row in _REVERTERS[command.program]:
        if all(any(word in part.split("|") for word in words) for part in row) and not _TRIALS.intersection(words):
            shown = " ".join([command.program, *(part.partition("|")[0] for part in row)])
            return ("deny", f"`{shown}` throws away what is not committed.")
    return None


def _work(command: Command, matter: Matter) -> Work | None:
    folder = folder_of(command, matter)
    work = matter.works(folder) if matter.works is not None and folder else None
    if work is None or ground(matter).zone(fold(matter.real_path(work.root))) == "temporary":
        return None
    return work


def _has(words: tuple[str, ...], letter: str, long: str) -> bool:
    return any(
        (len(word) > 3 and long.startswith(word))
        if word.startswith("--")
        else bool(letter) and word.startswith("-") and letter in word[1:]
        for word in words
    )


def _reversed(command: Command, matter: Matter) -> Found | None:
    """A patch that is taken back: what `git diff` prints is the work itself, another patch may be."""
    if not _has(command.args, "R", "--reverse") or _has(command.args, "", "--dry-run") or "-C" in command.args:
        return None
    work = _work(command, matter)
    changes = work.changes() if work is not None else ()
    if changes is None:
        return ("deny", "Git could not tell in time what `patch -R` would lose.")
    lost = [path for index, tree, path in changes if index not in "?!" and tree != " "]
    own = any(one.vcs is not None and one.vcs.subcommand == "diff" for one in matter.commands)
    return ("deny" if own else "ask", f"`patch -R` takes back what was changed in {listed(lost)}.") if lost else None


def _takes_list(command: Command) -> bool:
    return "xargs" in command.wrappers or any(
        _LISTS[word.raw.find("git diff") >= 0] in word.raw for word in command.args if not word.known
    )


def _names_changed(matter: Matter) -> bool:
    """Whether `git diff` names the files that were changed."""
    return any(one.vcs is not None and one.vcs.subcommand == "diff" and "--name-only" in one.vcs.args
               and all(word.startswith("-") for word in one.vcs.args) for one in matter.commands)  # fmt: skip


def _listed(command: Command, matter: Matter) -> Found | None:
    """Files that git lists as changed or unknown, given to a program that removes them."""
    words = [word for one in matter.commands if one.vcs is not None and one.vcs.subcommand == "ls-files"
             for word in one.vcs.args]  # fmt: skip
    asked = tuple(map(str, words))
    others, modified = _has(asked, *_OTHERS), _has(asked, *_MODIFIED) or _names_changed(matter)
    if _has(asked, "i", "--ignored") or not (others or modified):
        return None
    work = _work(command, matter)
    changes = work.changes() if work is not None else ()
    if changes is None:
        return ("deny", "Git could not tell in time what would be lost.")
    lost = [path for index, tree, path in changes
            if ((others and index == "?") or (modified and index not in "?!" and tree == "M"))
            and not is_generated(path.lower())]  # fmt: skip
    return ("deny", f"`{command.program}` would remove {listed(lost)}, which is in no commit.") if lost else None
