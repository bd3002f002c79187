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
    "rev", "comm", "join", "paste", "fold", "fmt", "nproc", "arch", "groups", "who", "uptime", "free", "ps", "pgrep",
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


def _operands(command: Command, letters: str) -> list[Word]:
    from guardhost.shell.programs_table import split

    return split(command.args, letters)[1]


def _date(command: Command) -> bool:
    plain = all(word.startswith("-I") or not _gives(word, ("--set",), "s") for word in command.args)
    return plain and _known(command) and all(word.startswith("+") for word in _operands(command, "dfrvIR"))


def _hostname(command: Command) -> bool:
    safe = (
        "-f",
        "-s",
        "-d",
        "-i",
        "-I",
        "-A",
        "--fqdn",
        "--long",
        "--short",
        "--domain",
        "--ip-address",
        "--all-ip-addresses",
    )
    return all(word in safe for word in command.args)


def _uniq(command: Command) -> bool:
    return _known(command) and len(_operands(command, "fsw")) <= 1


def _xxd(command: Command) -> bool:
    return _known(command) and len(_operands(command, "cglosnR")) <= 1 and not any(word[:2] == "-r" for word in command.args)


def _sed(command: Command) -> bool:
    from guardhost.shell.programs_table import sed_words
    from guardhost.shell.scripts import sed_acts

    if not _known(command):
        return False
    scripts, _, in_place = sed_words(command.args)
    return not in_place and bool(scripts) and all(script.known and not sed_acts(script) for script in scripts)


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
    if any(word in ("--help", "-h", "--dry-run") for word in args) or args[:1] == ("--version",):
        return True
    verbs = ("version", "doctor", "explain", "log", "rules", "check", "translate")
    return bool(args) and args[0] in verbs and not any(word.startswith(("--fix", "--purge")) for word in args)


_GH = dict.fromkeys(
    ("pr", "issue", "run", "release", "repo", "workflow", "label"), ("view", "list", "diff", "checks", "status")
)


def _gh(command: Command) -> bool:
    words = list(command.args)
    if not _known(command) or any(word in ("--web", "-w") for word in words):
        return False
    while len(words) > 2 and words[0] in ("-R", "--repo"):
        words = words[2:]
    if words[:1] == ["--version"] or words[:2] == ["auth", "status"]:
        return True
    return len(words) > 1 and words[1] in _GH.get(words[0], ())


_VCS_READS = frozenset(("status", "st", "diff", "log", "show", "summary", "root", "identify", "id", "files"))


def _other_vcs(command: Command) -> bool:
    call = command.vcs
    if call is None or not _known(command) or call.subcommand not in _VCS_READS:
        return False
    words = (*call.options, *call.args)
    return not any(word.startswith(("--config", "--tool", "--pager", "--output", "--ext")) for word in words)


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
    if name == "help" and any(word.startswith(("-w", "--w")) for word in args):
        return False
    for word in args:
        if word == "--":
            return True
        long = word.partition("=")[0]
        if word.startswith("--") and any(one.startswith(long) and len(long) > 3 for one in _GIT_REFUSED):
            return False
        if name == "grep" and word.startswith("-") and not word.startswith("--") and "O" in word:
            return False
        if name == "ls-remote" and "::" in word:
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
    flags = [word.partition("=")[0] for word in args if word.startswith("-")]
    if not all(flag in _BRANCH_FLAGS or (flag[:2] == "-n" and flag[2:].isdigit()) for flag in flags):
        return False
    free = [
        word
        for at, word in enumerate(args)
        if not word.startswith("-") and args[at - 1 if at else 0] not in ("--sort", "--format")
    ]
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


def _git_config(args: tuple[Word, ...]) -> bool:
    flags = {word.partition("=")[0] for word in args if word.startswith("-")}
    if not flags <= _CONFIG_FLAGS:
        return False
    if flags & {"--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l"} or args[:1] in (("get",), ("list",)):
        return True
    operands = [word for word in args if not word.startswith("-")]
    return len(operands) == 1 and "." in operands[0] and flags <= {"--global", "--local", "--system", "--worktree"}


def _first_of(*allowed: str, empty: bool) -> Callable[[tuple[Word, ...]], bool]:
    def judge(args: tuple[Word, ...]) -> bool:
        return (args[0] in allowed and _git_reads("", args[1:])) if args else empty

    return judge


_GIT_SOMETIMES = {
    "branch": _git_lists,
    "tag": _git_lists,
    "stash": _first_of("list", "show", empty=False),
    "worktree": _first_of("list", empty=False),
    "reflog": _first_of("show", empty=True),
    "remote": _git_remote,
    "config": _git_config,
}
ROWS: dict[str, Row] = {
    "date": _date, "hostname": _hostname, "uniq": _uniq, "xxd": _xxd, "sed": _sed, "find": _find, "fd": _fd, "fdfind": _fd,
    "rg": _without("--pre", "--hostname-bin"), "yq": _without("--inplace", "--in-place", "--split-exp", letters="is"),
    "tree": _without("--output", letters="oR"), "file": _without("--compile", letters="C"),
    "sort": _without("--output", "--compress-program", letters="o"), "command": _command, "read": _read, "printf": _printf,
    "git": _git, "hg": _other_vcs, "sl": _other_vcs, "jj": _other_vcs, "gh": _gh, "guardhost": _guardhost,
}  # fmt: skip
