"""What a change of a mode or an owner does: one that shuts a file or a folder is as good as its removal."""

from __future__ import annotations

from guardhost.model.effects import DELETE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command

_OWNERS = ("chown", "chgrp", "setfacl", "chattr")
_ONESELF = ("USER", "LOGNAME", "whoami", "id -", "UID")


def as_done(touch: Touch, matter: Matter) -> Touch:
    """Return a `chmod` that leaves its file unreadable or its folder closed as the removal that it comes to."""
    if touch.via != "chmod" or touch.kind == DELETE:
        return touch
    command = _command(touch, matter)
    file = matter.read_text(touch.path) is not None if touch.path else False
    if command is None or not closes(command, file=file, program="/hooks/" in touch.path, recursive=touch.recursive):
        return touch
    return touch.replace(kind=DELETE, recursive=True)


def gives_away(touch: Touch, matter: Matter) -> bool:
    """Return whether an owner changes to somebody who is not the person, or rights in a way that is not read here."""
    command = _command(touch, matter) if touch.via in _OWNERS else None
    if command is None:
        return False
    owner = next((word for word in command.args if not word.startswith("-")), None)
    if owner is None or touch.via != "chown":
        return owner is not None
    person = matter.places.home.rpartition("/")[2]
    itself = any(mark in owner.raw for mark in _ONESELF) or owner.partition(":")[0].partition(".")[0] in ("", person)
    return not itself


def _command(touch: Touch, matter: Matter) -> Command | None:
    said = (one for one in matter.commands if one.program == touch.via and any(word.raw == touch.raw for word in one.args))
    return next(said, None)


def closes(command: Command, *, file: bool, program: bool = False, recursive: bool = False) -> bool:
    """Return whether a mode takes from the owner what a file needs to be read, or a folder to be used.

    `program`: the file is one that something runs; `recursive`: what lies below loses it as well.
    """
    for word in command.args:
        if word.startswith("--ref"):
            return True  # what the other file allows is not known
        if word.isdigit():
            owner = int(word[-3]) if len(word) > 2 and word.isascii() else 0
            return not owner & 4 or (not file and not owner & 1) or (recursive and not owner & 2)
        if word and word[0] in "ugoa+-=" and set(word) <= set("ugoa+-=rwxXst,"):
            return any(_clause_closes(clause, file, program, recursive) for clause in word.split(","))
    return False


def _clause_closes(clause: str, file: bool, program: bool, recursive: bool) -> bool:
    who, taken = "", ""
    for at, char in enumerate(clause):
        if char in "+-=":
            who, taken = clause[:at], clause[at:]
            break
    if who and not set(who) & {"u", "a"}:
        return False
    if taken.startswith("="):
        return "r" not in taken or (not file and not set(taken) & {"x", "X"})
    if not taken.startswith("-"):
        return False
    return "r" in taken or ("x" in taken and (not file or program)) or ("w" in taken and recursive)
