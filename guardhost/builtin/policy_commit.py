"""`policy-commit`: what is committed judges, so a commit of a policy file, or a move of HEAD to another policy, is asked."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.paths import fold, hits, inside
from guardhost.model.errors import GuardError
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.git_line import GitLine
    from guardhost.builtin.matter import History, Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command, VcsCall
    from guardhost.model.verdict import Answer

ID = "policy-commit"
_VARIABLES = ("GIT_DIR", "GIT_WORK_TREE")
_OPTIONS = ("--git-dir", "--work-tree")
# Of every call but a commit: what to leave out of a commit helps nobody who moves HEAD.
_MOVE = "Let the person take this step in their own terminal, and go on without it until they have."
_SHOWN = 3  # files that are named


def judge(matter: Matter, changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask, once a call, about the first command that would change which committed policy judges."""
    lines: dict[str, GitLine] = {}
    for command in matter.commands:
        if command.vcs is None or command.vcs.tool != "git" or not command.vcs.subcommand:
            continue
        what = _first(command, command.vcs, matter, changes, lines)
        if what:
            remedy = "" if command.vcs.subcommand == "commit" else _MOVE
            return (answer(ID, "deny" if matter.unattended else "ask", what, remedy),)
    return ()


def _first(command: Command, vcs: VcsCall, matter: Matter, changes: tuple[Seen, ...], lines: dict[str, GitLine]) -> str:
    """Return what one command would do to a policy, "" for nothing."""
    from guardhost.builtin.git_moves import HANDLERS

    handler = HANDLERS.get(vcs.subcommand)
    if handler is None or matter.histories is None:
        return ""
    from guardhost.builtin.git_line import UnsureError

    shown = f"`git {vcs.subcommand}`"
    try:
        for folder in _folders(command, vcs, matter):
            for history in matter.histories(folder):
                line = lines.get(history.root) or lines.setdefault(history.root, _line(history, matter, changes))
                line.begin(command, matter.real_path(folder))
                _spread(line, matter, command)
                files = handler(line)
                if files:
                    return f"{shown} would change {_names(files)} of the committed policy."
    except UnsureError as unsure:
        return f"Whether {shown} would change the committed policy cannot be told: {unsure}."
    except (GuardError, OSError) as error:
        return f"Whether {shown} would change the committed policy cannot be told ({error})."
    return ""


def _names(files: set[str]) -> str:
    some = sorted(files)
    more = f" and {len(some) - _SHOWN} more" if len(some) > _SHOWN else ""
    return ", ".join(f"`{name}`" for name in some[:_SHOWN]) + more


def _line(history: History, matter: Matter, changes: tuple[Seen, ...]) -> GitLine:
    """Return a line's state for one repository; files that the line itself writes count as edited."""
    from guardhost.builtin.git_line import GitLine

    written = {
        path
        for path in history.paths
        if any(_counts(touch, matter) and hits(touch, names, fold(f"{history.root}/{path}")) for touch, names in changes)
    }

    def read_text(path: str) -> str | None:
        made = any(hits(touch, names, fold(path)) for touch, names in changes)
        return None if made else matter.read_text(path)  # what the line itself makes is not there yet

    line = GitLine(history, read_text, written, hidden=_other_index(matter))
    line.inner = {
        (one.vcs.subcommand, one.vcs.args) for one in matter.commands if one.vcs is not None and one.vcs.tool == "git"
    }
    return line


def _counts(touch: Touch, matter: Matter) -> bool:
    """Whether no handler reads a change: of git's own only what its output is put into."""
    if touch.via != "git" or touch.raw.startswith("--output="):
        return True
    outputs = (one for command in matter.commands if command.vcs is not None for one in command.redirects)
    return any(one.writes and one.target.raw == touch.raw for one in outputs)


def _spread(line: GitLine, matter: Matter, command: Command) -> None:
    """Tell the line which policy files the programs before a command could write, such as `tar` and `patch`."""
    at = next(at for at, one in enumerate(matter.commands) if one is command)
    later = (
        ()
        if command.repeats
        else {one.program for one in matter.commands[at:]} - {one.program for one in matter.commands[:at]}
    )
    for touch in matter.effects.changes:
        if touch.via in later or not _spreads(touch):
            continue
        below = (fold(touch.path), fold(matter.real_path(touch.path)))
        root = line.history.root
        line.may_write(
            [path for path in line.history.paths if any(inside(fold(f"{root}/{path}"), folder) for folder in below)],
            touch.via,
        )


def _spreads(touch: Touch) -> bool:
    """Whether files come to a folder whose names are not said; formatters are not meant, they change no meaning."""
    if touch.kind != "write" or not touch.tree or not touch.path or touch.pattern or touch.via == "git":
        return False
    return touch.via == "patch" if touch.below else touch.overwrites


def _other_index(matter: Matter) -> bool:
    """Whether the line names another index than the repository's own."""
    named = (*matter.assignments, *(one for command in matter.commands for one in command.env))
    return any(name in ("GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY") for name, _ in named)


def _folders(command: Command, vcs: VcsCall, matter: Matter) -> list[str]:
    """Return where git looks for the repository; a folder that is not known is the call's own."""
    base = command.cwd or matter.event.cwd
    folder = (against(vcs.directory, base) if vcs.directory else base) or base
    named = [value for name, value in (*matter.assignments, *command.env) if name in _VARIABLES]
    for at, word in enumerate(vcs.options):
        name, equals, value = word.partition("=")
        if name in _OPTIONS:
            named.extend([value] if equals else vcs.options[at + 1 : at + 2])  # type: ignore[list-item] # a part of a word
    others = [against(str(value), folder) for value in named if value]
    return list(dict.fromkeys(path for path in (*((one or "").removesuffix("/.git") for one in others), folder) if path))
