"""How a line starts an interpreter: the module, the script or the code that it is given."""

from __future__ import annotations

from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command, Word

SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "ash", "mksh", "rbash", "source", "."))
_CODE = {"perl": "eE", "ruby": "e", "node": "ep", "nodejs": "ep", "bun": "ep", "php": "r", "lua": "e"}
INTERPRETERS = ("python", "pypy", *_CODE)
# What code starts a program with, in any of them.
STARTERS = ("subprocess", "system", "popen", "exec", "spawn", "runpy", "run_module", "`", "child_process")
_CODE_LONGS = ("--eval", "--print")


class Started(Record):
    """What an interpreter runs: one of a module, a script and a text, with the words that follow it."""

    module: str = ""
    script: Word | None = None
    code: str = ""
    args: tuple[Word, ...] = ()


def python(command: Command) -> Started:
    """Return what a python runs; its options may be written in one word, with or without a value (`-Im name`, `-mname`)."""
    args, at = command.args, 0
    while at < len(args):
        word = args[at]
        at += 1
        if word == "-" and word.known:
            return Started(code=command.stdin or "", args=args[at:])
        if not word.startswith("-"):
            return Started(script=word, args=args[at:])
        for index, letter in enumerate(word[1:] if not word.startswith("--") else "", 2):
            if letter not in "mcWX":
                continue
            value = word[index:] or (str(args[at]) if at < len(args) else "")
            at += not word[index:]
            if letter == "m":
                return Started(module=value, args=args[at:])
            if letter == "c":
                return Started(code=value, args=args[at:])
            break
    return Started(code=command.stdin or "")


def code_of(command: Command) -> str:
    """Return the literal code that an interpreter is given on the line or on its standard input, "" when there is none."""
    if command.program.startswith(("python", "pypy")):
        return python(command).code
    letters = _CODE.get(command.program)
    if letters is None:
        return ""
    for word, following in zip(command.args, (*command.args[1:], ""), strict=False):
        if word in _CODE_LONGS or (word.startswith("-") and not word.startswith("--") and word.endswith(tuple(letters))):
            return str(following)
    return command.stdin or ""
