"""The proof that a line only reads. What is not proven is not read-only; the programs are in `readonly_table`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command, Word
    from guardhost.shell.reading import Reading

# Wrappers that change nothing about what a program does to files. Not sudo (other rights), not xargs (unknown words).
_WRAPPERS = frozenset((
    "env", "time", "command", "builtin", "exec", "eval", "nice", "ionice", "timeout", "gtimeout", "stdbuf", "setsid",
    "sh", "bash", "zsh", "dash", "ksh", "find", "fd", "watch", "mise", "noglob", "nocorrect", "caffeinate",
))  # fmt: skip
_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/opt/homebrew/bin")
# Variables that make a reader run or load something, by their start or their end.
_STARTS = (
    "GIT_", "LD_", "DYLD_", "LESS", "BASH_", "PYTHON", "PERL", "RUBY", "NODE_", "GH_", "HG", "JJ_", "SSH_", "GREP_",
    "RIPGREP_", "FD_", "MANPAGER", "GCONV", "LOCPATH", "GUARDHOST",
)  # fmt: skip
_EXACT = frozenset((
    "PATH", "PAGER", "EDITOR", "VISUAL", "BROWSER", "ENV", "IFS", "SHELLOPTS", "BASHOPTS", "PS4", "PROMPT_COMMAND",
    "SHELL", "CDPATH", "HOME", "XDG_CONFIG_HOME", "EDITORCONFIG", "TMPDIR", "FPATH", "ZDOTDIR", "NULLCMD",
    "READNULLCMD",
))  # fmt: skip


def prove(reading: Reading) -> tuple[bool, str]:
    """Return whether the line is proven to only read, and the word or construct that decided when it is not."""
    if not reading.readable:
        return False, "a line that cannot be read"
    if reading.background:
        return False, "a background job"
    if reading.functions:
        return False, "a function definition"
    if reading.acts:
        return False, reading.acts
    for name, value in reading.assignments:
        if runs_code(name) and not _harmless(name, value):
            return False, f"the variable {name}"
    for command in reading.commands:
        why = _why(command)
        if why:
            return False, why
    return True, ""


def runs_code(name: str) -> bool:
    """Return whether a variable of this name can make a reading program run or load something."""
    return name in _EXACT or name.startswith(_STARTS) or name.endswith(("PAGER", "EDITOR"))


def _harmless(name: str, value: Word) -> bool:
    """Return whether a variable has a value that starts nothing: no pager, no question."""
    if not value.known:
        return False
    return (name.endswith("PAGER") and value in ("", "cat")) or name in ("GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS")


def _beside(command: Command) -> str:
    """Return which redirection or variable of a program makes it unproven, "" for none."""
    for redirect in command.redirects:
        if redirect.writes and redirect.target != "/dev/null":
            return f"the redirection {redirect.op}{redirect.target.raw}"
        if redirect.op not in ("<<", "<<-", "<<<") and redirect.target.startswith(("/dev/tcp/", "/dev/udp/")):
            return f"the redirection {redirect.op}{redirect.target.raw}"
    for name, value in command.env:
        if runs_code(name) and not _harmless(name, value):
            return f"the variable {name}"
    return ""


def _why(command: Command) -> str:
    """Return what makes one program unproven, "" when it only reads."""
    beside = _beside(command)
    if beside:
        return beside
    for wrapper in command.wrappers:
        if wrapper not in _WRAPPERS:
            return wrapper
    if not command.program:
        return "" if command.word.known and not command.word.raw else command.word.raw or "a program that is not known"
    if command.word.raw[:2] in ('"$', "$(", '"`') or command.word.raw[:1] == "`":
        return command.word.raw  # its name is known, its folder is not
    if "/" in command.word and command.word.rsplit("/", 1)[0] not in _FOLDERS:
        return str(command.word)
    if command.background:
        return "a background job"
    from guardhost.shell.readonly_table import READERS, ROWS

    if command.program in READERS:
        return ""
    row = ROWS.get(command.program)
    if row is not None and row(command):
        return ""
    if row is None or command.program == "gh":
        from guardhost.shell.readonly_tools import reads

        if reads(command):
            return ""
    return command.program
