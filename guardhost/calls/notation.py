"""How the specs are written, and the option table that one command's notation becomes.

A spec file holds `COMMANDS`: the words of a command joined by blanks, the program's first, to a pair of strings, its
options and its operands, or to the command that it is another name for. `SHARED` names pieces that several use, `STYLES`
says how a program writes its options where that is not "gnu", and `EXAMPLES` are lines with the call that each must be.

Options, divided by blanks: `-f,--force` a flag; `-m,--message=` takes a value; `-S,--gpg-sign?` takes one only when it
is attached; `=*` and `?*` may be given again, each value counts; `-v,--verbose+` a flag whose number counts; `-c=!` takes
a value, and no option comes behind it; `-exec;` takes the words up to `;` or `+`; `@name` a shared piece. `-#=` is a
number as in `-5`, `-*=` any other word with a dash, `+*=` one that begins with a plus. An argument is named after its
first long option, or by `name:` in front; `name/value:-i?` is a flag `name` whose attached text is `value`. What stands
first wins.

Operands: `remote refspecs*` one word, then all others; `sources* destination` all but the last; `-- paths*` those behind
`--`; `command...` from the first operand on nothing is an option any more; `script!code` left out where `code` is given;
`variables=` words such as `A=b`; `*=` each such word is an argument of its own name; `@` in front: the first operand may
be a command of its own.

Styles: "gnu" long options may be shortened; "git" and negated, and what stands in front of a command holds only there;
"tree" as git, and options hold behind the command as well; "pflag" those of Go's pflag; "plain" long options in full;
"go" whole words behind one dash (`-var x`, `-var=x`); "find" the same without `=`; "tar" the first word may be letters
without a dash; "literal" what is no option is an operand, whatever its dash, and "echo" even `--`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Options = dict[str, tuple[str, str]]  # spelling -> (argument, kind)

KINDS = ("=*", "?*", "=!", "=", "?", "+", ";")


def options(notation: str, shared: Mapping[str, str]) -> Options:
    """Return spelling -> (argument, kind) of a command's options; kind is one of `KINDS`, "" for a flag."""
    table: Options = {}
    _read(notation, shared, table)
    return table


def _read(notation: str, shared: Mapping[str, str], table: Options) -> None:
    for token in notation.split():
        if token[0] == "@":
            _read(shared[token[1:]], shared, table)
            continue
        kind = next((kind for kind in KINDS if token.endswith(kind)), "")
        named, _, spelled = token[: len(token) - len(kind)].rpartition(":")
        spellings = spelled.split(",")
        argument = named or argument_name(spellings)
        for spelling in spellings:
            table.setdefault(spelling, (argument, kind))


def argument_name(spellings: list[str]) -> str:
    """Return the name of an argument: its first long option, else its letter."""
    long = next((spelling for spelling in spellings if spelling.startswith("--")), spellings[0])
    return long.lstrip("-").replace("-", "_")
