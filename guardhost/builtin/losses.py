"""What a call takes away: removals in any form, and what of the checkout git could not bring back."""

from __future__ import annotations

from guardhost.builtin.finding import finds, reaches
from guardhost.builtin.ground import fixed, ground, is_generated, spelled
from guardhost.builtin.paths import fold, inside
from guardhost.model.effects import DELETE, MOVE, WRITE
from guardhost.model.glob import matches
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guardhost.builtin.ground import Ground
    from guardhost.builtin.matter import Matter, Work
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command

SINKS = ("/dev/null", "/dev/zero", "/dev/full")
EMPTIERS = ("truncate", "shred", "wipe", "srm", "blkdiscard")
_SHREDDERS = ("shred", "wipe", "srm")
_PLAIN = ("", ":", "true", "cp", "cat", "tee", "echo", "printf")
_CONTAINERS = ("docker", "podman", "kubectl", "chroot", "nerdctl", "lxc", "docker-compose")


class Loss(Record):
    """One removal: `names` are its folded spellings, () when its place is not known; `wide` says that it takes more than
    the one file that is named; `emptied` that the file stays without its text.
    """

    touch: Touch
    names: tuple[str, ...] = ()
    wide: bool = False
    emptied: bool = False

    @property
    def shown(self) -> str:
        """The word on the line."""
        return f"`{self.touch.raw or self.touch.path}`"


def losses(matter: Matter) -> tuple[Loss, ...]:
    """Return each removal of a call, of what lies on this machine."""
    found: list[Loss] = []
    moves = [touch for touch in matter.effects.changes if touch.kind == MOVE and touch.path and touch.to]
    for touch in matter.effects.changes:
        if touch.via == "git" or touch.link or _in_container(touch, matter):
            continue
        if moves and touch.kind == DELETE and touch.path:
            # What was moved away first is lost from where it was.
            found.extend(Loss(touch=one.replace(recursive=True), names=spelled(one, matter), wide=True)
                         for one in moves if inside(fold(one.to), fold(touch.path)))  # fmt: skip
        emptied = _empties(touch, matter)
        moved = touch.kind == MOVE and touch.to.startswith(SINKS)
        if touch.kind != DELETE and not moved and not emptied:
            continue
        wide = touch.recursive or touch.pattern or touch.below or touch.via == "find" or moved
        wide = wide or (touch.kind == DELETE and touch.tree)
        found.append(Loss(touch=touch, names=spelled(touch, matter), wide=wide, emptied=emptied))
    return tuple(found)


def _empties(touch: Touch, matter: Matter) -> bool:
    if touch.kind == DELETE:
        return touch.via in _SHREDDERS  # what they overwrite no tool brings back
    if touch.kind != WRITE:
        return False
    if touch.via in EMPTIERS:
        return touch.overwrites or touch.via != "truncate" or _to_nothing(touch, matter)
    if touch.via == "dd":
        said = [word for one in matter.commands if one.program == "dd" for word in one.args]
        return any(word in ("if=/dev/null", "if=/dev/zero", "if=/dev/urandom", "if=/dev/random") for word in said)
    return touch.overwrites and (touch.text == "" or touch.source in SINKS) and touch.via in _PLAIN


def _to_nothing(touch: Touch, matter: Matter) -> bool:
    """Whether a `truncate` shortens: `-s +1K` only makes room."""
    said = (one for one in matter.commands if one.program == touch.via)
    return not any(word.lstrip("-s").startswith(("+", "=+")) for one in said for word in one.args)


def command_of(touch: Touch, matter: Matter) -> Command | None:
    """Return the command that a touch comes from, as far as its words say."""
    said = [one for one in matter.commands if one.program == touch.via]
    return next((one for one in said if any(word.raw == touch.raw for word in one.args)), said[0] if said else None)


def _in_container(touch: Touch, matter: Matter) -> bool:
    command = command_of(touch, matter)
    return command is not None and any(wrapper in _CONTAINERS for wrapper in command.wrappers)


def default_of(raw: str) -> str:
    """Return, folded, what a variable stands for where it is not set (`${OUT:-build}`), "" for none."""
    return fold(raw.partition(":-")[2].partition("}")[0])


def narrowed(matter: Matter) -> bool:
    """Return whether a search chooses what is removed by its names."""
    from guardhost.builtin.finding import HIDES

    plain = {
        HIDES,
        "-type",
        "f",
        "d",
        "-delete",
        "(",
        ")",
        "-name",
        "*?*",
        "*",
        "-exec",
        "-depth",
        "rm",
        "{}",
        "+",
        ";",
        "-rf",
    }
    return any(set(one.tests) - plain for one in finds(matter)) or any(
        command.program in ("ls", "grep", "egrep", "rg") or _chosen_by_git(command) for command in matter.commands
    )


def _chosen_by_git(command: Command) -> bool:
    """Whether git lists not all that it knows: `git ls-files -m`, `git diff --name-only`."""
    vcs = command.vcs
    if vcs is None or vcs.tool != "git":
        return False
    letters = "".join(word[1:] for word in vcs.args if word.startswith("-") and not word.startswith("--"))
    long = any(word in ("--others", "--modified", "--deleted", "--ignored") for word in vcs.args)
    return vcs.subcommand == "diff" or (vcs.subcommand == "ls-files" and (long or bool(set("omdi") & set(letters))))


class Kept:
    """What git knows of the checkouts at hand: which paths it could not bring back."""

    def __init__(self, matter: Matter) -> None:
        self.matter = matter
        self.ground: Ground = ground(matter)
        self._risks: dict[str, tuple[str, ...] | None] = {}

    def risks(self, folder: str) -> tuple[str, ...] | None:
        """Return the folded paths of what is changed or unknown to git in the checkout around a folder, None when untold.

        What programs make again does not count. A folder without git is at risk as a whole.
        """
        work = self.matter.works(folder) if self.matter.works is not None else None
        key = work.root if work is not None else folder
        if key not in self._risks:
            self._risks[key] = _risks(work) if work is not None else () if self.matter.works is None else ("/",)
        return self._risks[key]

    def lost(self, loss: Loss) -> str:
        """Return what git could not bring back of a removal inside a checkout: a path, "" for nothing, "?" when untold."""
        risks = self.risks((fixed(loss.touch.path) if loss.touch.pattern else loss.touch.path) or "/")
        if risks is None:
            return "?"
        here = [path for path in risks if self._takes(loss, path)]
        return here[0] if here else ""

    def _takes(self, loss: Loss, path: str) -> bool:
        if path == "/":
            return self._exists(loss)
        if loss.touch.via == "find" or (loss.touch.below and not loss.touch.pattern):
            found = [one for one in finds(self.matter) if any(inside(path, start) for start in one.starts)]
            if found:
                return any(reaches(one, path, ()) for one in found)
        if loss.touch.pattern:
            return any(_globbed(path, name) or inside(fixed(name), path) for name in loss.names)
        return any(inside(path, name) or inside(name, path) for name in loss.names)

    def _exists(self, loss: Loss) -> bool:
        if loss.touch.pattern or self.matter.kind is None:
            return True
        return bool(self.matter.kind(loss.touch.path))


def _risks(work: Work) -> tuple[str, ...] | None:
    changes = work.changes()
    if changes is None:
        return None
    paths = [path.rstrip("/") for _, tree, path in changes if tree != "D"]
    root = fold(work.root).rstrip("/")
    return tuple(f"{root}/{fold(path)}" for path in paths if not is_generated(fold(path)))


def _globbed(path: str, pattern: str) -> bool:
    """Whether a glob takes a path, or a folder that it lies in."""
    parts = path.split("/")
    hidden = any(part.startswith(".") for part in parts[len(fixed(pattern).split("/")) :])
    tail = pattern.rpartition("/")[2]
    if hidden and not tail.startswith(".") and "/." not in pattern:
        return False
    return any(matches("/".join(parts[:cut]), pattern) for cut in range(2, len(parts) + 1))


def names_of(paths: Iterable[str]) -> str:
    """Return the paths in words."""
    return ", ".join(f"`{path}`" for path in paths)
