"""`write-outside`: what a person's programs read at their start, and what else lies outside the checkout, stays as it is."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.ground import ground, spelled
from guardhost.builtin.losses import command_of
from guardhost.builtin.paths import fits, inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.ground import Ground
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command
    from guardhost.model.verdict import Answer

ID = "write-outside"
# Below a home: what programs run or trust when they start.
STARTED = (
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile",
    ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login", ".inputrc", ".xinitrc", ".xprofile", ".xsessionrc",
    ".xsession", ".pam_environment", ".vimrc", ".emacs", ".tmux.conf", ".screenrc", ".gitconfig", ".npmrc", ".yarnrc",
    ".yarnrc.yml", ".pypirc", ".netrc", ".curlrc", ".wgetrc", ".pythonrc", ".gdbinit", ".irbrc", ".rhosts", ".forward",
    ".ssh/**", ".gnupg/**", ".aws/**", ".kube/**", ".docker/config.json", ".config/git/**", ".config/fish/**",
    ".config/autostart/**", ".config/systemd/**", ".config/environment.d/**", ".config/nvim/**", ".config/pip/**",
    ".config/gh/**", ".config/gcloud/**", ".config/sudo/**", ".config/zsh/**", ".oh-my-zsh/**", ".zshrc.d/**",
    ".bashrc.d/**",
    ".local/bin/**", "bin/**", ".bin/**", ".cargo/bin/**", ".cargo/config.toml", ".cargo/env", "go/bin/**", ".bun/bin/**",
    ".deno/bin/**", ".pyenv/shims/**", ".nvm/**", ".rbenv/shims/**", ".local/share/applications/**", ".m2/settings.xml",
    "library/launchagents/**", "library/launchdaemons/**",
    "library/application support/com.apple.backgroundtaskmanagement/**",
)  # fmt: skip
# Of the system: logins, rights, timers, services, programs.
TRUSTED = (
    "/etc/sudoers", "/etc/sudoers.d", "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/profile",
    "/etc/profile.d", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zsh", "/etc/zshrc", "/etc/zshenv", "/etc/zprofile",
    "/etc/environment", "/etc/crontab", "/etc/cron.d", "/etc/cron.daily", "/etc/cron.hourly", "/etc/cron.weekly",
    "/etc/cron.monthly", "/etc/anacrontab", "/etc/at.allow", "/etc/ssh", "/etc/pam.d", "/etc/security", "/etc/systemd",
    "/etc/init.d", "/etc/rc.local", "/etc/rc.d", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/hosts",
    "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/gitconfig", "/etc/doas.conf", "/etc/polkit-1", "/etc/udev",
    "/etc/modprobe.d", "/etc/fstab", "/etc/docker", "/etc/hosts.allow", "/etc/hosts.deny", "/var/spool/cron",
    "/var/spool/at",
    "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/bin", "/sbin", "/opt/homebrew/bin", "/opt/local/bin",
    "/lib", "/lib64", "/usr/lib", "/boot", "/library/launchdaemons", "/library/launchagents", "/proc/sys",
    "/proc/sysrq-trigger", "/sys", "/etc/sysctl.conf", "/etc/sysctl.d", "/lib/systemd", "/usr/lib/systemd",
)  # fmt: skip
# Folders below a home that hosts and tools of an agent keep for themselves; their settings have a rule of their own.
_HOSTS = (".claude", ".codex", ".gemini", ".qwen", ".cursor", ".copilot", ".opencode", ".vibe", ".kiro", ".amp", ".factory")
_NEW_FOLDERS = ("git", "gh", "mkdir", "cargo", "npm", "python")
_MODES = ("chmod", "chown", "chgrp", "chattr", "setfacl")
_CONTAINERS = ("docker", "podman", "kubectl", "chroot", "nerdctl", "lxc", "ssh")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny a change of what starts or is trusted, ask about any other file of the home or the system."""
    where = ground(matter)
    told = [found for touch in matter.effects.changes if (found := _judged(touch, where, matter))]
    told.extend(found for command in matter.commands if (found := _timer(command)))
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(told))


def _judged(touch: Touch, where: Ground, matter: Matter) -> tuple[str, str] | None:
    if touch.via == "git" and touch.kind != "write":
        return None
    names = spelled(touch, matter)
    place = where.outside(names)
    command = command_of(touch, matter)
    if not place or (command is not None and any(one in _CONTAINERS for one in command.wrappers)):
        return None
    shown = f"`{touch.raw or touch.path}`"
    if _is_started(place, where, touch):
        if touch.via == "mkdir" or (touch.via in _MODES and touch.kind != "delete"):
            return None
        return ("deny", f"{shown} is read or run by programs of the person.")
    if touch.via in ("mkdir", *_MODES) or _is_hosts(place, where) or _is_guess(touch, command):
        return None
    if touch.via in _NEW_FOLDERS and touch.recursive and touch.kind == "write":
        return None
    zone = where.zone(place)
    return ("ask", f"{shown} lies outside the checkout.") if zone in ("home", "system") else None


def _is_guess(touch: Touch, command: Command | None) -> bool:
    """Whether only one of two readings has it; what a condition stands before is none."""
    return not touch.certain and (touch.below or command is None or command.certain)


def _is_started(name: str, where: Ground, touch: Touch) -> bool:
    if any(inside(name, root) for root in TRUSTED):
        return True
    for home in where.home:
        below = name[len(home) :].strip("/") if inside(name, home) and name != home else ""
        if below and any(_fits(below, row) for row in STARTED):
            return True
        if touch.kind in ("delete", "move") and touch.tree and any(row.startswith(f"{below}/") for row in STARTED if below):
            return True
    return False


def _fits(below: str, row: str) -> bool:
    if row.endswith("/**"):
        return inside(below, row[:-3])
    return fits(row, below) if any(c in below for c in "*?[") else below == row


def _is_hosts(name: str, where: Ground) -> bool:
    return any(inside(name, f"{home}/{folder}") for home in where.home for folder in _HOSTS)


def _timer(command: Command) -> tuple[str, str] | None:
    """A timer, a service or a key of the person that is set by its own program."""
    words = [str(word) for word in command.args]
    name = command.program
    if name == "crontab" and "-l" not in words and "-r" not in words and "-e" not in words:
        return ("deny", "`crontab` would replace what runs by the clock.")
    if name == "launchctl" and words[:1] and words[0] in ("load", "bootstrap", "submit", "enable"):
        return ("deny", "`launchctl` would start something at each login.")
    if name == "ssh-copy-id":
        return ("ask", "`ssh-copy-id` lets a key log in on another machine.")
    if name == "gh" and ({"ssh-key", "gpg-key", "deploy-key"} & set(words[:2])) and "add" in words[:3]:
        return ("ask", f"`gh {words[0]}` lets a key in on another machine.")
    return _service(name, words)


_SETS = {
    "systemctl": ("enable", "reenable", "link", "preset", "set-default", "add-wants", "edit"),
    "loginctl": ("enable-linger",),
    "update-rc.d": ("enable", "defaults"), "chkconfig": ("on", "--add"), "rc-update": ("add",), "pm2": ("startup",),
    "schtasks": ("/create", "/Create"),
}  # fmt: skip


def _service(name: str, words: list[str]) -> tuple[str, str] | None:
    """What would start again by itself, at a time or with the machine."""
    plain = [word for word in words if not word.startswith("-")]
    if any(word in _SETS.get(name, ()) for word in (*plain[:2], *words[:1])):
        return ("ask", f"`{name}` would start something by itself from now on.")
    if name in ("at", "batch") and not any(word in ("-l", "-c", "-d", "-r", "-V") for word in words):
        return ("ask", f"`{name}` would start something after this task.")
    if name == "systemd-run" and any(word.startswith(("--on-", "--timer")) for word in words):
        return ("ask", "`systemd-run` would start something by the clock.")
    return None
