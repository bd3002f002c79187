"""Which programs only read: always, or under a condition on their words. To add one, add it here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from guardhost.model.line import Command, Word

    Row: TypeAlias = Callable[[Command], bool]

# No option makes these write or run anything, so their arguments may be computed.
READERS = frozenset((
    "ls", "cat", "head", "tail", "wc", "pwd", "echo", "true", "false", "test", "[", ":", "grep", "egrep", "fgrep",
    "diff", "cmp", "stat", "which", "type", "basename", "dirname", "realpath", "readlink", "whoami", "id", "uname",
    "du", "df", "cut", "tr", "nl", "column", "jq", "od", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum",
    "sha512sum", "shasum", "b2sum", "cksum", "sum", "printenv", "seq", "sleep", "cd", "pushd", "popd", "dirs", "tac",
    "rev", "comm", "join", "paste", "fold", "fmt", "nproc", "groups", "who", "uptime", "free", "ps", "pgrep",
    "expr", "factor", "strings", "hexdump", "exit", "return", "break", "continue", "wait", "times", "getconf",
    "tty", "users",
))  # fmt: skip


def _known(command: Command) -> bool:
    """Return whether every word is known, and none is a pattern that a file's name could turn into an option."""
    return all(word.known and not (word.pattern and word[:1] in ("*", "?", "[")) for word in command.args)


def _without(*refused: str, letters: str = "") -> Row:
    """Return a row: only without these long options (or what shortens them) and these letters in any bundle."""

    def row(command: Command) -> bool:
        return _known(command) and not any(_gives(word, refused, letters) for word in command.args)

    return row


def _gives(word: Word, longs: tuple[str, ...], letters: str) -> bool:
    if word.startswith("--") and len(word) > 2:
        name = word.partition("=")[0]
        return any(long.startswith(name) for long in longs)
    return word.startswith("-") and not word.startswith("--") and any(letter in word for letter in letters)


def _operand(name: str) -> Row:
    """Return a row of `readonly_operands`."""

    def row(command: Command) -> bool:
        from guardhost.shell import readonly_operands

        judge: Row = getattr(readonly_operands, name)
        return _known(command) and judge(command)

    return row


_FIND_ACTS = ("-delete", "-fprint", "-fprint0", "-fprintf", "-fls", "-ok", "-okdir")


def _find(command: Command) -> bool:
    """What `-exec` starts is on the list as a program of its own."""
    return _known(command) and not any(word in _FIND_ACTS for word in command.args)


def _fd(command: Command) -> bool:
    return _known(command) and not any(
        word.startswith(("--exec", "-x", "-X")) or (word[:1] == "-" and word[:2] != "--" and set("xX") & set(word))
        for word in command.args
    )


def _command(command: Command) -> bool:
    return bool(command.args) and command.args[0] in ("-v", "-V")


def _read(command: Command) -> bool:
    from guardhost.shell.readonly import runs_code

    return all(word.known and not runs_code(word) for word in command.args)


def _printf(command: Command) -> bool:
    return not command.args or (command.args[0].known and not command.args[0].startswith("-v"))


def _guardhost(command: Command) -> bool:
    args = command.args
    if not _known(command):
        return False
    for at, word in enumerate(args):
        if word in ("--help", "-h", "--dry-run") and not any(before.startswith("-") for before in args[:at]):
            return True  # in front of it no option could take it for its value
    verbs = ("version", "doctor", "explain", "log", "rules", "check", "translate")
    safe = bool(args) and args[0] in verbs and not any(word.startswith(("--fix", "--purge")) for word in args)
    return safe or args == ("--version",)


_GH = dict.fromkeys(
    ("pr", "issue", "run", "release", "repo", "workflow", "label"), ("view", "list", "diff", "checks", "status")
)


def _gh(command: Command) -> bool:
    words = list(command.args)
    if not _known(command) or any(_gives(word, ("--web",), "w") for word in words):
        return False
    while len(words) > 2 and words[0] in ("-R", "--repo"):
        words = words[2:]
    if words == ["--version"] or words[:2] == ["auth", "status"]:
        return True
    return len(words) > 1 and words[1] in _GH.get(words[0], ())


_VCS_READS = frozenset(("status", "st", "diff", "log", "show", "summary", "root", "identify", "id", "files"))


def _other_vcs(command: Command) -> bool:
    call = command.vcs
    if call is None or not _known(command) or call.subcommand not in _VCS_READS:
        return False
    words = (*call.options, *call.args)
    refused = ("--config", "--tool", "--pager", "--output", "--ext", "--debugger", "--config-file", "--config-toml")
    return not any(word.startswith(refused) or _gives(word, refused, "") for word in words)


_GIT_OPTIONS = frozenset((
    "--no-pager", "-P", "-p", "--paginate", "--no-optional-locks", "--literal-pathspecs", "--glob-pathspecs",
    "--version", "--noglob-pathspecs", "--icase-pathspecs", "--no-replace-objects", "--help", "-v", "-h",
    "--no-lazy-fetch",
))  # fmt: skip
_GIT_READS = frozenset((
    "status", "diff", "log", "show", "rev-parse", "rev-list", "ls-files", "ls-tree", "ls-remote", "blame", "describe",
    "shortlog", "cat-file", "merge-base", "name-rev", "show-ref", "for-each-ref", "diff-tree", "diff-index",
    "diff-files", "grep", "count-objects", "check-ignore", "check-attr", "whatchanged", "version", "help", "cherry",
    "range-diff",
))  # fmt: skip
_GIT_REFUSED = ("--output", "--ext-diff", "--open-files-in-pager", "--upload-pack", "--exec", "--filters", "--textconv")
_SAFE_SETTINGS = ("color.", "core.quotepath=", "column.", "log.date=", "diff.renames=", "core.abbrev=")


def _git(command: Command) -> bool:
    call = command.vcs
    if call is None or not _known(command) or not _git_options(call.options):
        return False
    name, args = call.subcommand, call.args
    if not name:
        return bool(call.options) and call.options[-1] in ("--version", "-v", "--help", "-h")
    if name in _GIT_READS:
        return _git_reads(name, args)
    judge = _GIT_SOMETIMES.get(name)
    return judge is not None and judge(args)


def _git_options(options: tuple[Word, ...]) -> bool:
    at = 0
    while at < len(options):
        word = options[at]
        if word == "-C" or (word == "-c" and at + 1 < len(options) and options[at + 1].lower().startswith(_SAFE_SETTINGS)):
            at += 2
        elif word in _GIT_OPTIONS or (word.startswith("-C") and len(word) > 2):
            at += 1
        else:
            return False
    return True


def _git_reads(name: str, args: tuple[Word, ...]) -> bool:
    for at, word in enumerate(args):
        if word == "--" and not (at and args[at - 1].startswith("-")):
            return True  # behind an option it may be that option's value
        if _gives(word, _GIT_REFUSED, "O" if name == "grep" else "w" if name == "help" else "") and word != "--text":
            return False
        if (name == "help" and _gives(word, ("--web",), "")) or (name == "ls-remote" and "::" in word):
            return False
    return True


_BRANCH_FLAGS = frozenset((
    "-a", "-r", "-v", "-vv", "-l", "--list", "--all", "--remotes", "--verbose", "--show-current", "-i", "--ignore-case",
    "--color", "--no-color", "--column", "--no-column", "--abbrev", "--no-abbrev", "--sort", "--format", "-n", "-av",
    "-avv", "-ra", "-rv", "-lv", "-la", "-lr", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at",
))  # fmt: skip
_LISTS = frozenset(
    ("-l", "--list", "-la", "-lr", "-lv", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at")
)


def _git_lists(args: tuple[Word, ...]) -> bool:
    """branch and tag: a name without a listing option would make one."""
    flags: list[str] = []
    free, at = 0, 0
    while at < len(args):
        word = args[at]
        flag = word.partition("=")[0]
        at += 2 if word in ("--sort", "--format", "--points-at") else 1
        if not word.startswith("-"):
            free += 1
        elif flag in _BRANCH_FLAGS or (flag[:2] == "-n" and flag[2:].isdigit()):
            flags.append(flag)
        else:
            return False
    return not free or any(flag in _LISTS for flag in flags)


def _git_remote(args: tuple[Word, ...]) -> bool:
    words = [word for word in args if word not in ("-v", "--verbose")]
    return not words or words[0] in ("show", "get-url")


_CONFIG_FLAGS = frozenset((
    "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "--global", "--local", "--system",
    "--worktree", "-z", "--null", "--name-only", "--show-origin", "--show-scope", "--type", "--bool", "--int", "--path",
    "--includes", "--no-includes", "--default", "-f", "--file", "--blob", "--all", "--regexp", "--value",
    "--fixed-value",
))  # fmt: skip


_CONFIG_VALUES = frozenset(("--type", "--default", "-f", "--file", "--blob", "--value"))
_CONFIG_PLACES = frozenset(("--global", "--local", "--system", "--worktree"))


def git_config(args: tuple[Word, ...]) -> bool:
    """Only options in front of the first operand are any: behind it they are a name's value, or act."""
    flags: set[str] = set()
    at = 1 if args[:1] in (("get",), ("list",)) else 0
    verb = at == 1
    while at < len(args) and args[at].startswith("-"):
        flags.add(args[at].partition("=")[0])
        at += 2 if args[at] in _CONFIG_VALUES else 1
    rest = args[at:]
    if not flags <= _CONFIG_FLAGS or any(word.startswith("-") for word in rest):
        return False
    if verb or flags & {"--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l"}:
        return True
    return len(rest) == 1 and "." in rest[0] and flags <= _CONFIG_PLACES


def _first_of(*allowed: str, empty: bool) -> Callable[[tuple[Word, ...]], bool]:
    def judge(args: tuple[Word, ...]) -> bool:
        return (args[0] in allowed and _git_reads("", args[1:])) if args else empty

    return judge


def _git_one(args: tuple[Word, ...], flags: tuple[str, ...]) -> bool:
    """Only one operand: a second one would set something."""
    return len([word for word in args if word not in flags]) <= 1 and not any(
        word.startswith("-") and word not in flags for word in args
    )


def _gives_any(args: tuple[Word, ...], refused: tuple[str, ...]) -> bool:
    return any(_gives(word, refused, "") for word in args)


_GIT_SOMETIMES = {
    "branch": _git_lists,
    "tag": _git_lists,
    "stash": _first_of("list", "show", empty=False),
    "worktree": _first_of("list", empty=False),
    "reflog": _first_of("show", empty=True),
    "remote": _git_remote,
    "submodule": _first_of("status", "summary", empty=True),
    "notes": _first_of("list", "show", empty=True),
    "bisect": _first_of("log", empty=False),
    "sparse-checkout": _first_of("list", empty=False),
    "symbolic-ref": lambda args: _git_one(args, ("-q", "--quiet", "--short")),
    "fsck": lambda args: not _gives_any(args, ("--lost-found",)),
    "var": lambda args: _git_one(args, ("-l",)),
    "config": git_config,
}
ROWS: dict[str, Row] = {
    "date": _operand("date"), "hostname": _operand("hostname"), "uniq": _operand("uniq"), "xxd": _operand("xxd"),
    "sed": _operand("sed"), "find": _find, "fd": _fd, "fdfind": _fd, "arch": lambda command: not command.args,
    "rg": _without("--pre", "--hostname-bin"),
    "yq": _without("--inplace", "--in-place", "--split-exp", "--security", letters="is"),
    "tree": _without("--output", letters="oR"), "file": _without("--compile", letters="C"),
    "sort": _without("--output", "--compress-program", letters="o"), "command": _command, "read": _read, "printf": _printf,
    "git": _git, "hg": _other_vcs, "sl": _other_vcs, "jj": _other_vcs, "gh": _gh, "guardhost": _guardhost,
}  # fmt: skip
