"""Programs to structured calls: `git push -uf origin +main` is `git_push` with named arguments.

A call also has the files of its redirections: `redirect_to` those written, `overwrite_to` those whose old text is lost,
`redirect_from` those read.

Nothing of a line is lost: each word is found in the arguments, the operands or `unknown`. An option that may be given
once and is given again keeps all its values, as a tuple, so that a rule sees each of them.
"""

from __future__ import annotations

from guardhost.calls.families import FAMILIES
from guardhost.model.structured import Call, head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.calls.derived import TextOf
    from guardhost.calls.own import Own
    from guardhost.model.line import Command, Word

# Programs whose name may carry a version: `pip3.11`, `ruby3.2`, `gcc-12`.
_VERSIONED = (
    "python", "pip", "pypy", "perl", "ruby", "gem", "php", "lua", "luajit", "node", "nodejs", "tclsh", "gcc", "g++", "clang",
    "clang++", "go",
)  # fmt: skip
PATCHES = ("patch", "git_apply", "git_am")


def structured(commands: tuple[Command, ...], text_of: TextOf | None = None, own: Own | None = None) -> tuple[Call, ...]:
    """Return one call for each command, in the same order; `own` are the specs of a rule file beside ours.

    `text_of` reads a file that a word names, in a folder (None when that is unknown), and returns None for one that
    cannot be read; where it is lent, the files that a patch changes are among the `paths` of `patch` and `git apply`.
    """
    calls = tuple(_call(command, own) for command in commands)
    if text_of is None or not any(call.tool in PATCHES for call in calls):
        return calls
    from guardhost.calls.derived import patched

    return tuple(
        call.replace(args={**call.args, "paths": patched(call.tool, dict(call.args), command, text_of)})
        if call.tool in PATCHES
        else call
        for call, command in zip(calls, commands, strict=True)
    )


def _call(command: Command, own: Own | None) -> Call:
    if plain(command.program) in FAMILIES or (own is not None and command.program in own.programs):
        from guardhost.calls.reading import Reading

        return Reading(command, own).call()
    words = command.args
    args = {"argv": words} if words else {}
    return made(command, tool=tool_name(command.program), args=args, words=words, operands=operands_of(words))


def made(command: Command, *, args: dict[str, Any], **fields: Any) -> Call:
    """Return a call with what it takes over from its command, its redirections among its arguments."""
    if command.redirects:
        args = {**args, **_redirected(command)}
    return Call(
        program=command.program, repeats=command.repeats, certain=command.certain, cwd=command.cwd,
        argv=command.args, args=args, **fields,
    )  # fmt: skip


def _redirected(command: Command) -> dict[str, tuple[Word, ...]]:
    """Return the files that redirections write, the ones whose old text is lost, and those that are read."""
    to = [redirect for redirect in command.redirects if redirect.writes]
    over = [one.target for one in to if one.op not in (">>", "&>>", "<>") and not one.target.startswith("/dev/")]
    found = {
        "redirect_to": tuple(redirect.target for redirect in to),
        "overwrite_to": tuple(over),
        "redirect_from": tuple(redirect.target for redirect in command.redirects if redirect.op in ("<", "<>")),
    }
    return {name: words for name, words in found.items() if words}


def plain(program: str) -> str:
    """Return a program's name without the version in it."""
    if program in FAMILIES or program[-1:] not in tuple("0123456789"):
        return program
    bare = program.rstrip("0123456789.").rstrip("-")
    return bare if bare in _VERSIONED else program


def tool_name(text: str) -> str:
    """Return a name in lower case, all but letters and digits as single `_`; `:`, `.` and `[` are their own names."""
    spaced = "".join(c if c.isascii() and c.isalnum() else " " for c in text.lower())
    return "_".join(spaced.split()) or text


def operands_of(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words of a program without a spec that are no options: all behind `--`, else those without a dash."""
    found: list[Word] = []
    for at, word in enumerate(words):
        if word == "--":
            return (*found, *words[at + 1 :])
        if word == "-" or not head(word).startswith("-"):
            found.append(word)
    return tuple(found)
