"""Programs that format disks, stop the machine or all processes, or change who may do what."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

_FORMATS = ("mkfs", "mke2fs", "mkswap", "newfs", "wipefs", "blkdiscard", "sgdisk", "sfdisk", "fdisk", "cfdisk", "gdisk",
    "parted",
            "partprobe", "badblocks", "mkntfs", "mkdosfs", "pvcreate", "pvremove", "vgremove", "lvremove", "zpool",
            "cryptsetup",
            "mdadm", "hdparm", "nvme", "diskutil", "fsfreeze", "format")  # fmt: skip
_LOOKS = (
    "-l",
    "--list",
    "-p",
    "--print",
    "-n",
    "--dry-run",
    "list",
    "status",
    "info",
    "print",
    "--help",
    "--version",
    "-V",
    "-h",
    "show",
)
_POWER = frozenset(("shutdown", "reboot", "halt", "poweroff", "telinit", "init", "pm-suspend"))
_STOPS = ("poweroff", "reboot", "halt", "kexec", "suspend", "hibernate", "rescue", "emergency", "isolate", "soft-reboot")
_ACCOUNTS = frozenset(
    (
        "userdel",
        "deluser",
        "usermod",
        "groupdel",
        "delgroup",
        "visudo",
        "vipw",
        "chpasswd",
        "passwd",
        "chsh",
        "adduser",
        "useradd",
    )
)
_FIREWALL = {"iptables": ("-F", "--flush", "-X", "-P"), "ip6tables": ("-F", "--flush", "-X", "-P"), "nft": ("flush",),
    "ufw": ("disable", "reset"),
             "setenforce": ("0", "Permissive"), "csrutil": ("disable",), "spctl": ("--master-disable", "--global-disable"),
             "firewall-cmd": ("--panic-on",), "swapoff": ("-a",), "efibootmgr": ("-B",), "nvram": ("-c",),
             "auditctl": ("-e", "-D"),
             "pmset": ("shutdownnow",), "systemd-run": ("poweroff",), "tune2fs": ("-O",), "rmmod": ("-f",),
             "kextunload": ("-b",)}  # fmt: skip


def by_verb(command: Command) -> str:
    """Return what a program does to the machine, "" for nothing."""
    words = [str(word) for word in command.args]
    name = command.program
    if name.startswith(_FORMATS) and (name in _FORMATS or name.startswith("mkfs.")):
        return _formats(name, words)
    if name in _POWER and not _only_asks(name, words):
        return f"`{name}` stops the machine."
    if name in ("systemctl", "loginctl") and any(word in _STOPS for word in words[:3]):
        return f"`{name}` stops the machine."
    if name in ("kill", "killall", "pkill", "killall5", "skill"):
        return _kills(name, words)
    if name == "crontab" and any(word.startswith("-") and "r" in word and not word.startswith("--") for word in words):
        return "`crontab -r` removes every timer of the person."
    if name in _ACCOUNTS and "--help" not in words and words[:1] != ["-S"]:
        return f"`{name}` changes who may log in."
    if name in _FIREWALL and any(word in _FIREWALL[name] for word in words):
        return f"`{name}` switches a protection of the machine off."
    if name in ("docker", "podman", "nerdctl"):
        return _container(name, words)
    if (
        name in ("mount", "umount")
        and any(word in ("/", "/etc", "/usr", "/home", "-a") for word in words)
        and len(words) > 0
    ):
        return (
            f"`{name}` changes what the machine's folders are." if "remount" in " ".join(words) or name == "umount" else ""
        )
    if name == "dd" and any(
        word.startswith("of=/dev/") and word[8:].startswith(("sd", "hd", "nvme", "disk", "vd", "mmcblk")) for word in words
    ):
        return "`dd` overwrites a disk."
    return ""


def _formats(name: str, words: list[str]) -> str:
    if any(word in _LOOKS for word in words):
        return ""
    if name == "zpool" and not {"destroy", "create", "labelclear"} & set(words[:1]):
        return ""
    if name == "cryptsetup" and not {"luksFormat", "erase", "luksErase", "reencrypt"} & set(words):
        return ""
    if name == "diskutil" and not any(
        word.lower().startswith(("erase", "partition", "secureerase", "zero", "reformat")) for word in words[:2]
    ):
        return ""
    if name in ("hdparm", "nvme", "mdadm") and not any(
        "erase" in w or "format" in w or "zero-superblock" in w or "sanitize" in w for w in words
    ):
        return ""
    places = [word for word in words if not word.startswith("-")]
    on_disk = any(word.startswith("/dev/") for word in places) or name in ("diskutil", "zpool", "format")
    dark = any(not word for word in words)
    return f"`{name}` destroys what is on a disk." if on_disk or dark else ""


def _only_asks(name: str, words: list[str]) -> bool:
    if name in ("init", "telinit"):
        return words[:1] not in (["0"], ["6"], ["1"], ["S"])
    return any(word in ("--help", "--version", "-c", "--show", "-k", "--wtmp-only", "-w") for word in words)


def _kills(name: str, words: list[str]) -> str:
    plain = [word for word in words if not word.startswith("-") or word == "-1"]
    if name == "killall5":
        return "`killall5` ends every process."
    if name in ("kill", "skill"):
        at = words.index("--") + 1 if "--" in words else 0
        targets = words[at:] if at else words[1:] if words[:1] and words[0].startswith("-") and words[0] != "-l" else words
        if words[:1] and words[0].upper().removeprefix("-SIG").lstrip("-") in ("USR1", "USR2", "0", "CONT", "WINCH", "CHLD"):
            return ""
        if words[:1] in (["-s"], ["-n"], ["--signal"]):
            targets = words[2:]
        if "-1" in targets or (
            targets and targets[0] in ("1", "0") and words != ["-l", "1"] and words[:1] != ["-l"] and "-0" not in words[:1]
        ):
            return "`kill` would reach every process, or the first one."
        return ""
    if any(word in ("-u", "--euid", "-U", "--uid", "--user") for word in words) and len(plain) < 2:
        return f"`{name}` ends every process of a user."
    if any(
        word in (".", ".*", "", "systemd", "init", "sshd", "Xorg", "gnome-shell", "WindowServer", "loginwindow")
        for word in plain
    ):
        return f"`{name}` ends far more than one process of this work." if plain and plain != [""] else ""
    return ""


def _container(name: str, words: list[str]) -> str:
    if words[:1] not in (["run"], ["create"]) and words[:2] != ["container", "run"]:
        return ""
    for at, word in enumerate(words):
        value = (
            words[at + 1]
            if word in ("-v", "--volume", "--mount") and at + 1 < len(words)
            else word.partition("=")[2]
            if word.startswith(("--volume=", "--mount="))
            else ""
        )
        if value.startswith(("/:", "/etc:")) or "source=/," in value or "src=/," in value:
            return f"`{name}` with `/` inside has the rights of root over the whole machine."
        if word == "--pid=host" and "--privileged" in words:
            return f"`{name} --privileged --pid=host` has the rights of root over the whole machine."
    return ""
