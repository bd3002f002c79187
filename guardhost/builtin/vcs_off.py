"""`vcs-off`: version control stays in place, and its folder is written by nobody but itself."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.finding import finds, reaches
from guardhost.builtin.git_config import by_command, by_text
from guardhost.builtin.heads import abbreviates, head_lost
from guardhost.builtin.paths import hits, inside, is_sample, removes, roots
from guardhost.builtin.strangers import strangers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command, Word
    from guardhost.model.verdict import Answer

ID = "vcs-off"
_NAMES = (".git", ".hg", ".jj", ".sl")
# Without one of these a git directory is none any more.
_VITAL = ("head", "objects", "refs", "packed-refs", "reftable", "commondir", "gitdir")
# Names in a git directory whose loss would matter.
_TELLING = ("head", "config", "objects", "refs", "packed-refs", "index", "pack-1.pack", "pack-1.idx")
_MODES = ("chmod", "chown", "chgrp", "chattr", "setfacl")
_LOOKUPS = ("--git-dir", "--absolute-git-dir", "--git-common-dir", "--show-toplevel")
# What people and git's own advice do change by hand.
_FREE = ("info/exclude", "description", "gc.log", "gc.pid")
_MESSAGES = ("_msg", "_editmsg")
_NO_HOOK = ("", "exit 0", "true", ":")


def judge(matter: Matter, changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny what ends version control; ask about what writes past it."""
    told = [found for touch, names in changes if touch.via != "git" and (found := _by_file(touch, names, matter))]
    told.extend(found for command in matter.commands if command.vcs is not None and (found := _by_command(command, matter)))
    told.extend(_by_find(matter))
    told.extend(_by_lookup(matter))
    told.extend(_by_stranger(matter))
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(told))


def _own(matter: Matter, *, sure: bool = False) -> tuple[str, ...]:
    """The folded git directories at hand, and, unless they must be sure, where one of any tool would be."""
    places = matter.places
    near = (*places.workspaces, matter.event.cwd)
    if sure and places.git_dirs:
        return roots(matter, *places.git_dirs)
    names = (".git",) if sure else _NAMES
    return roots(matter, *places.git_dirs, *(f"{root.rstrip('/')}/{name}" for root in near if root for name in names))


def _by_file(touch: Touch, names: tuple[str, ...], matter: Matter) -> tuple[str, str] | None:
    shown = f"`{touch.raw or touch.path}`"
    for root in _own(matter, sure=touch.pattern):
        if hits(touch, names, root):
            return _inside_own(touch, names, root, shown, matter)
    for name in names:
        folder, rest = _split(name)
        if folder and not is_sample(folder, matter):
            if not rest and removes(touch):
                kept = not _is_loose_clone(folder, touch, matter)
                return ("ask", f"{shown} is the version control of another folder.") if kept else None
            return None if _harmless(touch, rest, matter) else ("ask", f"{shown} lies in a repository's own folder.")
    return None


def _is_loose_clone(folder: str, touch: Touch, matter: Matter) -> bool:
    """Whether a `.git` is that of a clone below a workspace which neither tracks it as a submodule nor as a worktree."""
    for given, root in ((one, name) for one in matter.places.workspaces for name in roots(matter, one)):
        if inside(folder, root):
            below = folder[len(root) :].strip("/").rpartition("/")[0]
            modules = matter.read_text(f"{given.rstrip('/')}/.gitmodules") or ""
            tracked = any(line.partition("=")[2].strip().lower() == below for line in modules.splitlines())
            return not tracked and (matter.read_text(touch.path) or "")[:7] != "gitdir:"
    return False


def _split(name: str) -> tuple[str, str]:
    """Cut a path at the first part that is a repository's own folder: what is up to it, and what is below."""
    parts = name.split("/")
    for at, part in enumerate(parts):
        if part in _NAMES:
            return "/".join(parts[: at + 1]), "/".join(parts[at + 1 :])
    return "", ""


def _inside_own(touch: Touch, names: tuple[str, ...], root: str, shown: str, matter: Matter) -> tuple[str, str] | None:
    below = [name[len(root) :].strip("/") for name in names if inside(name, root)]
    if not below or below[0] in ("", "*", "**"):
        if removes(touch) or touch.kind == "delete":
            return ("deny", f"{shown} holds the repository's version control.")
        if touch.via == "mkdir":
            return None
        replaced = not touch.recursive and touch.via not in _MODES
        return ("deny" if replaced else "ask", f"{shown} is the repository's own.")
    rest = below[0]
    if touch.kind == "delete" and rest.endswith(".lock"):
        return None
    if touch.kind in ("delete", "move") and rest.split("/")[0] in _VITAL:
        return ("deny", f"{shown} is what makes it a repository.")
    if touch.kind == "delete" and touch.via == "chmod" and rest.startswith("hooks/"):
        return ("deny", f"{shown} would no longer run.")
    if rest == "head":
        return ("deny", f"{shown} says which commit is checked out; git alone writes it.")
    if rest in ("config", "config.worktree") and touch.text is not None and by_text(touch.text):
        return ("deny", f"{shown} would switch version control or its hooks off, or run a program.")
    return None if _harmless(touch, rest, matter) else ("ask", f"{shown} is written by git alone.")


def _harmless(touch: Touch, rest: str, matter: Matter) -> bool:
    if touch.kind == "delete" and (rest.endswith(".lock") or rest in ("gc.log", "gc.pid")):
        return True
    if rest.startswith("hooks/") and touch.kind not in ("delete", "move"):
        return _installs(touch, matter)
    return rest in _FREE or rest.rsplit("/", 1)[-1].endswith(_MESSAGES)


def _installs(touch: Touch, matter: Matter) -> bool:
    """Whether a write puts a hook where none was, and not one that only says yes."""
    if touch.text is not None and all(_idle(line) for line in touch.text.splitlines()):
        return False
    old = matter.read_text(touch.path)
    return old is None or old == touch.text


def _idle(line: str) -> bool:
    return line.strip().startswith("#") or line.strip().rstrip(";") in _NO_HOOK


def _by_find(matter: Matter) -> list[tuple[str, str]]:
    told = []
    for find in finds(matter):
        for root in _own(matter, sure=True):
            if not reaches(find, root, _TELLING):
                continue
            below = [start[len(root) :].strip("/") for start in find.starts if inside(start, root)]
            vital = not below or any(rest.split("/")[0] in ("", *_VITAL) for rest in below)
            told.append(("deny" if vital else "ask", "What `find` changes here is the repository's version control."))
    return told


def _by_stranger(matter: Matter) -> list[tuple[str, str]]:
    own = _own(matter, sure=True)
    return [
        ("ask", f"What `{program}` does with `{shown}`, the repository's version control, is not known.")
        for program, shown, path in strangers(matter)
        if path in own
    ]


def _by_lookup(matter: Matter) -> list[tuple[str, str]]:
    """`rm -rf "$(git rev-parse --git-dir)"`: the folder itself, not something named below it."""
    looked = any(
        command.vcs is not None and command.vcs.subcommand == "rev-parse" and set(_LOOKUPS) & set(command.vcs.args)
        for command in matter.commands
    )
    return [
        ("deny", f"`{command.program}` of what git names as its folder would remove version control.")
        for command in matter.commands
        if looked and command.program in ("rm", "mv") and any(_whole(word) for word in command.args)
    ]


def _whole(word: Word) -> bool:
    rest = "".join(part or "" for part in word.parts)
    return not word.known and None in word.parts and rest in ("", "/", "/.git", "/.git/", "/*", "/.*")


def _by_command(command: Command, matter: Matter) -> tuple[str, str] | None:
    vcs = command.vcs
    if vcs is None or vcs.tool != "git":
        return None
    words = [str(word) for word in vcs.args]
    lost = head_lost(vcs, command, matter)
    if lost:
        return lost
    if vcs.subcommand == "init" and any(abbreviates(word, "--separate-git-dir", 4) for word in words):
        return ("deny", "`git init --separate-git-dir` moves the repository's own folder.")
    if vcs.subcommand == "replace" and words and not {"-l", "--list"} & set(words):
        return ("ask", "`git replace` shows other objects in the place of those that were committed.")
    return by_command(vcs, command, matter) if vcs.subcommand == "config" else None
