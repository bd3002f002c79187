"""`delete-outside`: what lies outside the checkout is not removed whole, whatever program does it."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.ground import ground, is_generated, spelled
from guardhost.builtin.losses import EMPTIERS, default_of, losses, narrowed
from guardhost.builtin.tails import is_scratch, rest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.ground import Ground
    from guardhost.builtin.losses import Loss
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Word
    from guardhost.model.verdict import Answer

ID = "delete-outside"
_HOMES = ("$HOME", "${HOME}")
_GUARDED = (":?", ":-", ":=", "?}")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny a removal of more than one file that reaches out of the checkout and the temporary folder."""
    where = ground(matter)
    told = [found for loss in losses(matter) if (found := _judged(loss, where, matter))]
    told.extend(("deny", what) for touch in matter.effects.changes if (what := _cleaned(touch, where, matter)))
    told.extend(found for command in matter.commands if (found := _unnamed(command.program, command.args, matter)))
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(told))


def _cleaned(touch: Touch, where: Ground, matter: Matter) -> str:
    """A `git clean` in a folder that is no part of this work."""
    cleans = touch.via == "git" and touch.kind == "delete" and touch.recursive and touch.path
    if not cleans or not any(one.vcs is not None and one.vcs.subcommand == "clean" for one in matter.commands):
        return ""
    return f"`git clean` works outside the checkout, in `{touch.path}`." if where.outside(spelled(touch, matter)) else ""


def _unnamed(program: str, words: tuple[Word, ...], matter: Matter) -> tuple[str, str] | None:
    """A program that is not known before the run, with the words of a removal and a place outside."""
    if program or len(words) < 2 or not any(word in ("-rf", "-fr", "-r", "-R", "-Rf", "-rfv") for word in words):
        return None
    from guardhost.builtin.paths import fold, operand

    where = ground(matter)
    for word in words:
        path = "" if word.startswith("-") else operand(word, matter.event.cwd, matter)
        if path and where.outside((fold(path), fold(matter.real_path(path)))):
            return ("deny", f"A program that is not known before the run is told to remove {word.raw}.")
    return None


def _judged(loss: Loss, where: Ground, matter: Matter) -> tuple[str, str] | None:
    if _is_temporary(_bare(loss)):
        return None
    if not loss.names:
        return _unknown(loss, matter) if loss.wide else None
    if loss.touch.tree and not loss.touch.pattern and where.holds(loss.names):
        if loss.touch.via == "find" or (loss.touch.below and loss.touch.certain is False and narrowed(matter)):
            return None if not where.outside(loss.names) else ("deny", f"{loss.shown} lies outside the checkout.")
        return ("deny", f"{loss.shown} is the checkout or the home itself, or holds it.")
    place = where.outside(loss.names)
    if not place:
        return None
    there = loss.emptied and matter.kind is not None and matter.kind(loss.touch.path) == "file"
    if loss.wide or there or (loss.emptied and loss.touch.via in (*EMPTIERS, "cp", "dd")) or loss.touch.via in EMPTIERS:
        return ("deny", f"{loss.shown} lies outside the checkout and the temporary folder.")
    return None


def _bare(loss: Loss) -> str:
    return loss.touch.raw.replace('"', "").replace("'", "")


def _is_temporary(raw: str) -> bool:
    """Return whether a name that begins in words and ends in something unknown lies in a temporary folder: `/tmp/out-$$`."""
    if "$" not in raw and "`" not in raw:
        return False
    name = raw.removeprefix("/var").removeprefix("/tmp/")  # noqa: S108 - compared, not opened
    return raw.startswith(("/tmp/", "/var/tmp/")) and name[:1].isalnum() and ".." not in raw  # noqa: S108 - as above


def _unknown(loss: Loss, matter: Matter) -> tuple[str, str] | None:
    """A folder that is not known before the run: with a slash behind it, an unset variable makes it the root."""
    raw = _bare(loss)
    if not raw or raw in ("{}", "$@", "$*") or is_scratch(loss.touch, matter) or raw.startswith(("$(pwd)", "$(git ")):
        return None
    if loss.touch.below:
        return None
    if raw.startswith("~") or (raw.startswith(_HOMES) and "/" in raw):
        return ("deny", f"{loss.shown} is somebody's home.")
    if "xargs" in _wrappers(loss, matter):
        return ("deny", f"{loss.shown} is below `/`.") if raw.startswith("/") else None
    rest = rest_of(loss.touch.tail, raw)
    if rest and (is_generated(rest.lower()) or not set(rest) & set("*?")):
        return None
    if is_generated(default_of(raw)):
        return None
    if any(mark in raw for mark in _GUARDED):
        return ("ask", f"Which folder {loss.shown} is is not known before the run.")
    if raw.startswith(("$", "`", "/")) and ("/" in raw or "*" in raw):
        return ("deny", f"{loss.shown} is below `/` where its variable is not set.")
    return None


def _wrappers(loss: Loss, matter: Matter) -> tuple[str, ...]:
    return tuple(one for command in matter.commands if command.program == loss.touch.via for one in command.wrappers)
