"""`system-harm`: the machine, its disks, its rights and its processes are left to the person."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.ground import ground, spelled
from guardhost.builtin.paths import operand
from guardhost.builtin.system_verbs import by_verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command
    from guardhost.model.verdict import Answer

ID = "system-harm"
_DISKS = ("/dev/sd", "/dev/hd", "/dev/vd", "/dev/xvd", "/dev/nvme", "/dev/mmcblk", "/dev/disk", "/dev/rdisk",
    "/dev/mapper", "/dev/md",
          "/dev/dm-", "/dev/mem", "/dev/kmem", "/dev/port", "/dev/zd", "/dev/nbd", "/dev/mtd", "/dev/block")  # fmt: skip
_TABLES = ("fdisk", "sfdisk", "cfdisk", "gdisk", "sgdisk", "parted", "wipefs", "hdparm", "nvme", "mdadm", "badblocks",
    "blkdiscard",
           "mount", "umount", "smartctl", "tune2fs", "cryptsetup", "mkswap", "mke2fs")  # fmt: skip
_CHANGERS = ("chmod", "chown", "chgrp", "chattr", "setfacl", "setcap")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny what takes the machine away."""
    told = [what for touch in matter.effects.changes if (what := _disk(touch))]
    told.extend(what for command in matter.commands if not _boxed(command) and (what := by_verb(command)))
    told.extend(
        what
        for command in matter.commands
        if command.program in _CHANGERS and not _boxed(command) and (what := _rights(command, matter))
    )
    told.extend(_bomb(matter))
    from guardhost.builtin import system_more

    found = [("deny", what) for what in told]
    found.extend(
        more for one in matter.commands if not _boxed(one) and (more := system_more.by_verb(one, matter)) is not None
    )
    found.extend(system_more.mounted(matter, ground(matter)))
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(found))


# Folders that hold what belongs to everybody on the machine.
_ROOTS = ("/home", "/users", "/root", "/mnt", "/media", "/volumes", "/srv", "/opt")


def _boxed(command: Command) -> bool:
    return any(one in ("docker", "podman", "kubectl", "chroot", "nerdctl", "lxc") for one in command.wrappers)


def _disk(touch: Touch) -> str:
    by_table = touch.via in _TABLES or touch.via.startswith("mkfs")  # whether it only looks is for the rule on its words
    return f"`{touch.path}` is a disk." if touch.path.startswith(_DISKS) and not touch.link and not by_table else ""


def _rights(command: Command, matter: Matter) -> str:
    where = ground(matter)
    recursive = any(
        word == "--recursive" or (word.startswith("-") and not word.startswith("--") and "R" in word)
        for word in command.args
    )
    mode = next((str(word) for word in command.args if not word.startswith("-")), "")
    if command.program == "chmod":
        if recursive and (
            mode.lstrip("0") in ("777", "666")
            or mode in ("a+rwx", "a=rwx", "ugo+rwx", "+rwx", "o+w", "a+w", "ugo=rwx", "0777")
        ):
            return "`chmod -R 777` lets everyone change everything below."
        if ("s" in mode and mode[:1] in "ugoa+") or (len(mode) == 4 and mode.isdigit() and mode[0] in "4627"):
            return "A program that runs with its owner's rights is a way to become the owner." if mode[:1] != "2" else ""
    for word in command.args:
        path = "" if word.startswith("-") or word == mode else operand(word, command.cwd or matter.event.cwd, matter)
        if not path:
            continue
        names = spelled_path(path, matter)
        if any(where.zone(name) == "system" or (recursive and name in _ROOTS) for name in names):
            return f"`{word}` belongs to the system."
        if recursive and (where.holds(names) and any(where.zone(name) != "work" for name in names)):
            return f"`{word}` is the whole home."
    return ""


def spelled_path(path: str, matter: Matter) -> tuple[str, ...]:
    """Return the folded spellings of a path that is only named."""
    from guardhost.model.effects import Touch

    return spelled(Touch(kind="write", path=path), matter)


def _bomb(matter: Matter) -> list[str]:
    """A name without words that starts itself over and over, in the background."""
    counts: dict[str, int] = {}
    for command in matter.commands:
        if (
            not command.args
            and not command.redirects
            and command.program
            and (command.background or matter.effects.changes == ())
        ):
            counts[command.program] = counts.get(command.program, 0) + 1
    looped = [name for name, count in counts.items() if count >= 4 and len(counts) == 1]
    background = any(command.background for command in matter.commands)
    return (
        [f"`{name}` starts itself twice each time, without end."] if (name := next(iter(looped), "")) and background else []
    )
