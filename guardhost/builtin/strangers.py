"""Programs that we do not know, with a protected path as their operand: what they do with it cannot be told."""

from __future__ import annotations

from guardhost.builtin.paths import fold, operand
from guardhost.builtin.tails import folder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command

# Readers, the shell's own commands, and programs that other rules look into.
_KNOWN = frozenset((
    "export", "declare", "typeset", "local", "readonly", "unset", "set", "alias", "eval", "exec", "trap", "read", "printf",
    "git", "hg", "jj", "sl", "guardhost", "file", "tree", "bat", "batcat", "eza", "exa", "yq", "zip", "open", "xdg-open",
    "kill", "pkill", "killall", "man", "info", "md5", "sha1", "getfacl", "lsattr", "getfattr", "lsof", "fuser",
    "inotifywait",
    "watchexec", "entr", "delta", "difft", "meld", "vimdiff", "tig", "gitk", "lazygit", "gitleaks", "trufflehog", "docker",
    "podman", "kubectl", "ssh", "gh", "glab", "fd", "fdfind", "ncdu", "dust", "xargs", "shellcheck", "shfmt", "ag", "ack",
    "mountpoint", "chdir", "stat", "namei", "jsonlint", "taplo", "node", "bun", "tsx", "pypy", "restic", "borg", "dot_clean",
))  # fmt: skip
_LEAVING_OUT = ("exclu", "ignore", "skip", "prune", "without", "omit")
_SHORT_LEAVING_OUT = ("-x", "-X", "-e", "-E", "-I", "-i")


def strangers(matter: Matter) -> tuple[tuple[str, str, str], ...]:
    """Return (program, word, folded path) of every operand that an unknown program is given."""
    return tuple(
        (command.program, word.raw, path)
        for command in matter.commands
        if _is_strange(command)
        for at, word in enumerate(command.args)
        if not word.startswith("-") and not (at and _leaves_out(command.args[at - 1]))
        if (path := fold(operand(word, folder_of(command, matter), matter)))
    )


def _leaves_out(option: str) -> bool:
    return option in _SHORT_LEAVING_OUT or (option.startswith("-") and any(mark in option for mark in _LEAVING_OUT))


def _is_strange(command: Command) -> bool:
    program = command.program
    if not program or program in _KNOWN:
        return False
    from guardhost.builtin.agents import agent_of
    from guardhost.shell.programs_table import ROWS
    from guardhost.shell.readonly_table import READERS
    from guardhost.shell.readonly_table import ROWS as SOMETIMES

    bare = program.rstrip("0123456789.")
    known = program in ROWS or bare in ROWS or program in READERS or program in SOMETIMES
    return not known and agent_of(command) is None
