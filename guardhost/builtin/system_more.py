"""More of what changes a machine: its packages, services, kernel and network, its record of what was done, its space."""

from __future__ import annotations

from guardhost.builtin.interpreters import code_of
from guardhost.builtin.paths import fold, inside, normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.builtin.ground import Ground
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command

    Told = tuple[str, str]

# package manager -> the words that take packages out.
_PACKAGES = {
    "apt": ("remove", "purge", "autopurge"), "apt-get": ("remove", "purge", "autopurge"), "aptitude": ("remove", "purge"),
    "dpkg": ("-r", "-P", "--remove", "--purge"), "yum": ("remove", "erase", "autoremove"), "dnf": ("remove", "erase"),
    "zypper": ("remove", "rm"), "rpm": ("-e", "--erase"), "snap": ("remove",), "apk": ("del",), "brew": ("uninstall",
    "remove"),
    "port": ("uninstall",), "xbps-remove": ("",), "flatpak": ("uninstall",), "emerge": ("--unmerge", "-C"),
}  # fmt: skip
# Services that let the person in, or keep others out.
_WARDENS = (
    "ssh", "sshd", "firewalld", "ufw", "nftables", "iptables", "fail2ban", "auditd", "apparmor", "network",
    "networkmanager", "systemd-networkd", "systemd-resolved", "systemd-logind", "dbus", "crowdsec", "clamav-daemon", "cron",
    "rsyslog", "falcon-sensor", "osqueryd", "wazuh-agent",
)  # fmt: skip
_ENDLESS = ("/dev/zero", "/dev/urandom", "/dev/random")
_SIZES = {"k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40, "p": 2**50}
_MOST = 200 * 2**30  # bytes of a file that is made to be filled
_FILTERS = frozenset(("grep", "egrep", "fgrep", "rg", "awk", "gawk", "pgrep", "sed", "lsof", "fuser", "ss", "head"))


def by_verb(command: Command, matter: Matter) -> Told | None:
    """Return what a program does to the machine and how strictly that is taken, None for nothing."""
    words = [str(word) for word in command.args]
    name = command.program
    if "--help" in words or "--version" in words or "--dry-run" in words:
        return None
    found = _PACKAGES.get(name)
    if found is not None and (found == ("",) or any(word in found for word in words[:4])):
        return ("ask", f"`{name}` takes programs out that others on this machine may need.")
    if name == "pacman" and any(word.startswith("-R") for word in words):
        return ("ask", "`pacman -R` takes programs out that others on this machine may need.")
    rule = _RULES.get(name)
    told = rule(words) if rule is not None else None
    return told or _filled(command, words) or _ended(command, matter) or _forks(command)


def _systemctl(words: list[str]) -> Told | None:
    verb = next((word for word in words if not word.startswith("-")), "")
    if verb not in ("stop", "disable", "mask", "kill") or "--user" in words:
        return None
    units = [word.lower().removesuffix(".service").removesuffix(".socket") for word in words if not word.startswith("-")][1:]
    if any(unit in _WARDENS for unit in units):
        return ("deny", f"`systemctl {verb}` switches off what lets the person in or keeps others out.")
    return ("ask", f"`systemctl {verb}` changes what this machine starts.") if verb in ("disable", "mask") else None


def _sysctl(words: list[str]) -> Told | None:
    writes = any(word in ("-w", "--write", "-p", "--load", "--system") or "=" in word for word in words)
    return ("ask", "`sysctl` changes how the kernel of this machine works.") if writes else None


def _module(words: list[str]) -> Told | None:
    if any(word in ("-n", "--show-depends", "-c", "--showconfig", "-D", "--show") for word in words) or not words:
        return None
    return ("ask", "It changes what the kernel of this machine runs.")


def _link(words: list[str]) -> Told | None:
    cuts = (
        "down" in words
        or {"route", "del"} <= set(words)
        or {"addr", "flush"} <= set(words)
        or {"netns", "exec"} <= set(words)
    )
    return ("ask", "It changes how this machine reaches the network.") if cuts else None


def _route(words: list[str]) -> Told | None:
    return (
        ("ask", "It changes how this machine reaches the network.")
        if {"del", "delete", "flush", "down"} & set(words)
        else None
    )


def _clock(words: list[str]) -> Told | None:
    sets = any(word.startswith(("-s", "--set", "set-")) for word in words)
    return ("ask", "It sets the clock or the name of this machine.") if sets else None


def _alternatives(words: list[str]) -> Told | None:
    sets = any(word in ("--set", "--install", "--config", "--remove", "--remove-all") for word in words)
    return ("ask", "It changes which program a name stands for on this machine.") if sets else None


def _journal(words: list[str]) -> Told | None:
    clears = any(word.startswith(("--vacuum", "--rotate", "--flush")) for word in words)
    return ("ask", "It removes the machine's record of what was done.") if clears else None


def _logins(words: list[str]) -> Told | None:
    ends = any(word.startswith(("terminate-", "kill-")) for word in words)
    return ("deny", "`loginctl` ends every process of a login.") if ends else None


def _defaults(words: list[str]) -> Told | None:
    verb, rest = (words[:1] or [""])[0], " ".join(words[1:]).lower()
    if verb == "write" and ("loginhook" in rest or "logouthook" in rest):
        return ("deny", "`defaults write` would start something at each login.")
    return ("ask", "`defaults delete` removes settings of the person.") if verb in ("delete", "delete-all") else None


def _mount(words: list[str]) -> Told | None:
    places = [word for word in words if word.startswith("/")]
    covers = "--bind" in words or "bind" in ",".join(words).split(",")
    system = ("/etc", "/usr", "/bin", "/home", "/root", "/var", "/lib", "/boot", "/")
    if covers and places and any(inside(places[-1], one) for one in system):
        return ("deny", f"`mount --bind` puts another folder over `{places[-1]}`.")
    return None


def _atrm(_words: list[str]) -> Told | None:
    return ("ask", "It removes a timer that the person has set.")


def _firewall(words: list[str]) -> Told | None:
    changes = any(word in ("-A", "-I", "-D", "-R", "-N", "-E", "--append", "--insert", "--delete") for word in words)
    return ("ask", "It changes what reaches this machine over the network.") if changes else None


def _volume(words: list[str]) -> Told | None:
    return ("deny", "It removes a volume with all that is on it.") if words and words[0] not in ("-t", "--test") else None


_RULES = {
    "systemctl": _systemctl, "sysctl": _sysctl, "insmod": _module, "modprobe": _module, "rmmod": _module,
    "kextload": _module,
    "ip": _link, "ifconfig": _link, "nmcli": _link, "route": _route, "date": _clock, "timedatectl": _clock,
    "hostnamectl": _clock, "update-alternatives": _alternatives, "alternatives": _alternatives, "journalctl": _journal,
    "iptables": _firewall, "ip6tables": _firewall, "vgremove": _volume, "lvremove": _volume, "pvremove": _volume,
    "loginctl": _logins, "defaults": _defaults, "mount": _mount, "atrm": _atrm,
}  # fmt: skip


def _filled(command: Command, words: list[str]) -> Told | None:
    """A disk that is filled: from a source without end, or with a size that nobody has."""
    given = dict(word.partition("=")[::2] for word in words if "=" in word)
    if command.program == "dd" and given.get("if") in _ENDLESS and not given.get("of", "").startswith("/dev/"):
        blocks = _size(given.get("bs", "512")) * _size(given.get("count", "1"))
        if "of" in given and ("count" not in given or blocks > _MOST):
            return ("ask", "`dd` would fill the disk.")
    if command.program in ("fallocate", "truncate", "mkfile"):
        size = next((words[at + 1] for at, word in enumerate(words[:-1]) if word in ("-l", "--length", "-s", "--size")), "")
        if command.program != "truncate" and _size(size) > _MOST:
            return ("ask", f"`{command.program}` would fill the disk.")
    endless = command.program == "yes" or (command.program == "cat" and any(word in _ENDLESS for word in words))
    if endless and any(one.writes and not one.target.startswith("/dev/") for one in command.redirects):
        return ("deny", f"`{command.program}` writes without end until the disk is full.")
    return None


def _size(text: str) -> int:
    digits = "".join(char for char in text if char.isdigit())
    return int(digits or 0) * _SIZES.get(text[len(digits) : len(digits) + 1].lower(), 1)


def _ended(command: Command, matter: Matter) -> Told | None:
    """Every process that `ps` lists, without a choice among them."""
    if command.program != "kill" or not any(one.program == "ps" for one in matter.commands):
        return None
    computed = "xargs" in command.wrappers or any(not word.known for word in command.args)
    chosen = [one for one in matter.commands if one.program in _FILTERS and not _takes_all(one)]
    return ("deny", "`kill` would reach every process that `ps` lists.") if computed and not chosen else None


def _takes_all(command: Command) -> bool:
    return command.program in ("awk", "gawk", "sed") and not any("/" in word or "~" in word for word in command.args)


def _forks(command: Command) -> Told | None:
    code = code_of(command) if command.program not in ("yes", "cat", "dd") else ""
    loops = "fork" in code and any(one in code for one in ("while", "loop", "for(;;)", "for (;;)"))
    return ("deny", f"The code of `{command.program}` starts itself over and over, without end.") if loops and (
        "while fork" in code or "fork()" in code.replace(" ", "") or "{fork}" in code.replace(" ", "")
    ) and "wait" not in code else None  # fmt: skip


def mounted(matter: Matter, where: Ground) -> Iterator[Told]:
    """Yield what a container is given of the machine, and what is removed there."""
    for command in matter.commands:
        if command.program not in ("docker", "podman", "nerdctl") or not {"run", "create"} & set(command.args[:3]):
            continue
        mounts = list(_mounts(command, matter))
        words = [str(word).lower() for word in command.args]
        within = {one.program for one in matter.commands if command.program in one.wrappers}
        gained = any(word.endswith(("sys_admin", "=all", "sys_module", "sys_ptrace")) for word in words if "cap-add" in word)
        if gained or ("--privileged" in words and within & {"mount", "nsenter", "chroot", "insmod", "fdisk"}):
            yield ("ask", f"`{command.program}` gives a container rights over the whole machine.")
        for host, _inner in mounts:
            if host.rpartition("/")[2] in ("docker.sock", "podman.sock", "containerd.sock"):
                yield ("ask", "A container with the engine's socket has the rights of root over the whole machine.")
        for touch in matter.effects.changes:
            for host, inner in mounts:
                there = touch.path if touch.raw.startswith("/") else normal(_working_folder(command), touch.raw.strip("\"'"))
                if touch.kind != "delete" or not inside(there, inner):
                    continue
                path = fold(normal(host, "./" + there[len(inner) :].lstrip("/*")))
                bare = any(root == path for root in (*where.works, *where.home))
                if bare or where.outside((path,)) or path.endswith("/.git") or "/.git/" in path:
                    yield ("deny", f"`{touch.raw}` in the container is `{path}` of this machine.")


def _working_folder(command: Command) -> str:
    words = command.args
    return next((str(words[at + 1]) for at, word in enumerate(words[:-1]) if word in ("-w", "--workdir")), "/")


def _mounts(command: Command, matter: Matter) -> Iterator[tuple[str, str]]:
    """Yield each (folder of the machine, folder in the container)."""
    words = command.args
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in ("-v", "--volume", "--mount"):
            text = value if equals and name != "-v" else str(words[at + 1]) if at + 1 < len(words) else ""
        else:
            continue
        if name == "--mount":
            given = dict(part.partition("=")[::2] for part in text.split(","))
            host = given.get("source") or given.get("src") or ""
            inner = given.get("target") or given.get("dst") or given.get("destination") or ""
        else:
            host, _, inner = text.partition(":")
            inner = inner.partition(":")[0]
        if host.startswith("~"):
            host = matter.places.home + host[1:]
        if host.startswith(("/", ".")) and inner.startswith("/"):
            yield normal(command.cwd or matter.event.cwd, host), inner.rstrip("/") or "/"
