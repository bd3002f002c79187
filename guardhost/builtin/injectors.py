"""Options of ordinary programs that run another one: a table by program."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.model.line import Command, Word

# program -> options whose value is run; one that ends in `=` also stands with its value in the same word.
OPTIONS: dict[str, tuple[str, ...]] = {
    "rg": ("--pre", "--hostname-bin"),
    "go": ("-exec", "-toolexec", "-vettool"),
    "tar": (
        "--checkpoint-action",
        "--to-command",
        "--info-script",
        "--new-volume-script",
        "-F",
        "--rsh-command",
        "--rmt-command",
    ),
    "bsdtar": ("--use-compress-program",),
    "zip": ("-TT", "--unzip-command"),
    "sort": ("--compress-program",),
    "man": ("-P", "--pager", "-H", "--html"),
    "wget": ("--use-askpass",),
    "scp": ("-S", "-D"),
    "sftp": ("-S", "-D"),
    "gcc": ("-wrapper", "-fplugin"),
    "cc": ("-wrapper", "-fplugin"),
    "clang": ("-fplugin",),
    "g++": ("-wrapper", "-fplugin"),
    "make": ("--eval",),
    "gmake": ("--eval",),
    "npm": ("--script-shell",),
    "pnpm": ("--script-shell",),
    "ansible": ("--ask-pass-command",),
    "borg": ("--rsh",),
    "nmap": ("--script",),
    "openssl": ("-engine",),
    "java": ("-javaagent", "-agentpath"),
    "strace": ("-E",),
    "tcpdump": ("-z",),
    "mysql": ("--pager",),
    "cargo": ("--config",),
    "dpkg": ("--pre-invoke", "--post-invoke"),
    "apt-get": ("-o",),
    "apt": ("-o",),
    "pip": (),
    "man-db": (),
}
_SSH = ("proxycommand", "localcommand", "permitlocalcommand", "knownhostscommand")
_PACKERS = (
    "gzip",
    "bzip2",
    "xz",
    "zstd",
    "pigz",
    "pbzip2",
    "lz4",
    "lzma",
    "lbzip2",
    "pixz",
    "unzstd",
    "zstdmt",
    "lzop",
    "brotli",
)
_SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "perl", "python", "python3", "ruby", "node", "nc", "ncat", "curl", "wget")


def by_option(command: Command) -> str:
    """Return what a program would run by its options, "" for nothing."""
    rule = _RULES.get(command.program)
    found = rule(command) if rule is not None else ""
    return found or _listed(command)


def _listed(command: Command) -> str:
    options = OPTIONS.get(command.program, ())
    for at, word in enumerate(command.args):
        for option in options:
            if word == option or word.startswith((option + "=", option + ":")):
                value = (
                    word.partition("=")[2]
                    if "=" in word
                    else str(command.args[at + 1])
                    if at + 1 < len(command.args)
                    else ""
                )
                if _counts(command.program, option, value):
                    return f"`{command.program} {option}` runs another program."
    return ""


def _counts(program: str, option: str, value: str) -> bool:
    if option == "--checkpoint-action":
        return value.startswith("exec") or not value
    if program in ("apt", "apt-get"):
        return "invoke" in value.lower()
    if program == "cargo":
        return any(key in value.lower() for key in ("wrapper", "runner", "linker", "rustc=", "rustc ="))
    return bool(value) or option in ("--pre", "--eval")


def _value(words: tuple[Word, ...], *options: str) -> str:
    """Return the value of the first of these options, "" where none is given."""
    for at, word in enumerate(words):
        for option in options:
            if word == option and at + 1 < len(words):
                return str(words[at + 1])
            if word.startswith(option + "=") or (len(option) == 2 and word.startswith(option) and len(word) > 2):
                return word[len(option) :].lstrip("=")
    return ""


def _ssh(command: Command) -> str:
    text = " ".join(command.args).lower()
    return f"`{command.program}` is told to run a local program by its options." if any(one in text for one in _SSH) else ""


def _rsync(command: Command) -> str:
    shell = _value(command.args, "-e", "--rsh").split()
    first = shell[0].rpartition("/")[2] if shell else "ssh"
    return (
        "`rsync -e` runs another program."
        if first not in ("ssh", "rsh", "") or any(s in " ".join(shell).lower() for s in _SSH)
        else ""
    )


def _tar(command: Command) -> str:
    packer = _value(command.args, "-I", "--use-compress-program").split()
    first = packer[0].rpartition("/")[2] if packer else ""
    return "`tar -I` runs another program." if first and first not in _PACKERS else ""


def _git(command: Command) -> str:
    if command.vcs is None:
        return ""
    name, words = command.vcs.subcommand, command.vcs.args
    if any(word.startswith("--exec-path=") for word in command.args):
        return "`git --exec-path=` takes git's own programs from another folder."
    if name == "grep":
        given = next((w for w in words if w.startswith(("-O", "--open-files-in-pager"))), "")
        value = given.partition("=")[2] or given.removeprefix("-O").removeprefix("--open-files-in-pager")
        return (
            "`git grep -O` opens what it finds in another program."
            if value.split()[:1] not in ([], ["less"], ["vim"], ["vi"])
            else ""
        )
    if name == "difftool" and _value(words, "-x", "--extcmd"):
        from guardhost.builtin.git_keys import is_harmless_program

        return "" if is_harmless_program(_value(words, "-x", "--extcmd")) else "`git difftool -x` runs another program."
    if name == "archive" and _value(words, "--exec"):
        return "`git archive --exec` runs another program."
    if (
        name in ("fetch", "clone", "ls-remote", "fetch-pack", "pull")
        and name == "clone"
        and _value(words, "-u", "--template")
    ):
        return "`git clone -u` or `--template` brings a program along." if _value(words, "-u") else ""
    return ""


def _vim(command: Command) -> str:
    for at, word in enumerate(command.args):
        if word in ("-c", "--cmd") and at + 1 < len(command.args):
            text = str(command.args[at + 1]).lstrip(":")
            if text.startswith(("!", "r!", "py", "lua", "ruby", "perl", "call system", "terminal", "silent !", "w !")):
                return f"`{command.program} -c` runs a shell command."
        elif word.startswith("+") and word.lstrip("+:").startswith("!"):
            return f"`{command.program} +!` runs a shell command."
    return ""


def _less(command: Command) -> str:
    runs = any(word.startswith(("+!", "+|", "+:!")) for word in command.args)
    return "`less +!` runs a shell command." if runs else ""


def _yarn(command: Command) -> str:
    words = [str(word) for word in command.args]
    if words[:2] in (["config", "set"], ["plugin", "import"], ["config", "--set"]) and len(words) > 2:
        key = words[2].partition("=")[0].lower()
        loads = ("plugins", "yarnpath", "script-shell", "scriptshell", "shell", "node-options", "nodeoptions", "git",
            "npmpath",
                 "ignore-scripts", "enablescripts", "pnpfile", "global-pnpfile", "editor", "init-module",
                 "onload-script")  # fmt: skip
        if words[0] == "plugin" or key.startswith(loads):
            return f"`{command.program} {' '.join(words[:3])}` loads code that each later call runs."
    return ""


def _sed(command: Command) -> str:
    from guardhost.shell.programs_table import sed_words
    from guardhost.shell.scripts import sed_does

    for script in sed_words(command.args)[0]:
        if script.known and sed_does(script)[1]:
            return "The script of `sed` runs a command."
    return ""


def _split(command: Command) -> str:
    value = _value(command.args, "--filter").split()
    return "`split --filter` runs a program for each piece." if value and value[0].rpartition("/")[2] not in _PACKERS else ""


def _make(command: Command) -> str:
    shell = next((word for word in command.args if word.startswith("SHELL=")), "")
    return "`make SHELL=` runs another program as its shell." if shell and shell.rpartition("/")[2] not in _SHELLS else ""


def _pip(command: Command) -> str:
    words = [str(word) for word in command.args]
    if words[:2] == ["config", "set"] and any("index-url" in w or "trusted-host" in w or "find-links" in w for w in words):
        return "`pip config set` moves where every later install comes from."
    return ""


def _debugger(command: Command) -> str:
    for word in command.args:
        text = word.strip()
        if text.startswith(("shell ", "!", "python ", "platform shell", "pi ")):
            return f"`{command.program}` is told to run a shell command."
    return ""


_RULES: dict[str, Callable[[Command], str]] = {
    "ssh": _ssh, "scp": _ssh, "sftp": _ssh, "rsync": _rsync, "tar": _tar, "gtar": _tar, "git": _git, "vim": _vim, "vi": _vim,
    "less": _less, "nvim": _vim, "view": _vim, "ex": _vim, "yarn": _yarn, "npm": _yarn, "pnpm": _yarn, "sed": _sed,
    "gsed": _sed,
    "split": _split, "make": _make, "gmake": _make, "pip": _pip, "pip3": _pip, "gdb": _debugger, "lldb": _debugger,
}  # fmt: skip
