"""Programs to structured calls: `git push -uf origin +main` is `git_push` with named arguments.

Nothing of a line is lost: each word is found in the arguments, the operands or `unknown`. An option that may be given
once and is given again keeps all its values, as a tuple, so that a rule sees each of them.
"""

from __future__ import annotations

from guardhost.calls.families import FAMILIES
from guardhost.model.structured import Call, head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.model.line import Command, Word


def structured(commands: tuple[Command, ...]) -> tuple[Call, ...]:
    """Return one call for each command, in the same order."""
    return tuple(_call(command) for command in commands)


def _call(command: Command) -> Call:
    if command.program in FAMILIES:
        from guardhost.calls.reading import Reading

        return Reading(command).call()
    words = command.args
    args = {"argv": words} if words else {}
    return made(command, tool=tool_name(command.program), args=args, words=words, operands=operands_of(words))


def made(command: Command, **fields: Any) -> Call:
    """Return a call with what it takes over from its command."""
    return Call(program=command.program, repeats=command.repeats, certain=command.certain, cwd=command.cwd, **fields)


def tool_name(text: str) -> str:
    """Return a name in lower case, all but letters and digits as single `_`."""
    spaced = "".join(c if c.isascii() and c.isalnum() else " " for c in text.lower())
    return "_".join(spaced.split())


def operands_of(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words of a program without a spec that are no options: all behind `--`, else those without a dash."""
    found: list[Word] = []
    for at, word in enumerate(words):
        if word == "--":
            return (*found, *words[at + 1 :])
        if word == "-" or not head(word).startswith("-"):
            found.append(word)
    return tuple(found)
