"""Begin the spec of a program: its file with one example a command, and its row in the table of programs."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from guardhost.calls.structured import tool_name

ROOT = Path(__file__).parent.parent
ROWS = "guardhost/calls/families.py"
NOTATION = "guardhost/calls/notation.py"
FILE = '''"""What {program} takes. The notation is told in `{notation}`."""

from __future__ import annotations

STYLES = {{"{program}": "plain"}}

SHARED: dict[str, str] = {{}}

COMMANDS = {{
{commands}
}}

EXAMPLES = [
{examples}
]  # fmt: skip
'''


def begun(program: str, commands: tuple[str, ...] = ()) -> str:
    """Return the text of a new family's file: options that many programs have, to be replaced by its own."""
    if commands:
        rows = [f'    "{program}": ("-q,--quiet -v,--verbose", "@"),']
        rows += [f'    "{program} {name}": ("-f,--force -o,--output=", "paths*"),' for name in commands]
    else:
        rows = [f'    "{program}": ("-q,--quiet -v,--verbose -f,--force -o,--output=", "paths*"),']
    examples = [
        f'    ("{line} -vf --output=out a b", "{tool_name(line)}",\n'
        '     {"verbose": True, "force": True, "output": "out", "paths": ["a", "b"]}),'
        for line in ([f"{program} {name}" for name in commands] or [program])
    ]
    return FILE.format(program=program, notation=NOTATION, commands="\n".join(rows), examples="\n".join(examples))


def with_row(text: str, program: str, file: str) -> str:
    """Return the table of programs with one more row, in its place by name."""
    lines = text.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith('    "'))
    rows = [line for line in lines[first:] if line.startswith('    "')]
    rows = sorted([*rows, f'    "{program}": ("{file}", "{program}", "{program}"),\n'], key=lambda row: row.split('"')[1])
    return "".join(lines[:first]) + "".join(rows) + "}\n"


def fault(root: Path, program: str, commands: tuple[str, ...]) -> str:
    """Return why this spec cannot be begun, "" when it can."""
    for word in (program, *commands):
        if not word.isascii() or not word.replace("-", "").replace("_", "").isalnum() or word.startswith("-"):
            return f"`{word}` is no name; take letters, digits, `-` and `_`"
    known = ast.literal_eval((root / ROWS).read_text(encoding="utf-8").partition("] = ")[2])
    if program in known:
        return f"`{program}` has a spec in guardhost/calls/specs/{known[program][0].split()[0]}.py; add to that"
    return ""


def begin(root: Path, program: str, commands: tuple[str, ...]) -> Path:
    """Write the file and the row under `root`; return the file."""
    name = tool_name(program)
    path = root / "guardhost/calls/specs" / f"{name if name.isidentifier() else f'_{name}'}.py"
    path.write_text(begun(program, commands), encoding="utf-8")
    table = root / ROWS
    table.write_text(with_row(table.read_text(encoding="utf-8"), program, path.stem), encoding="utf-8")
    return path


def main(words: list[str]) -> int:
    """Begin the spec that the words name; 2 where that cannot be done."""
    if not words or words[0] in ("-h", "--help"):
        print("hack/new-spec PROGRAM [COMMAND...]")
        return 0 if words else 2
    program, *commands = words
    why = fault(ROOT, program, tuple(commands))
    if why:
        print(f"new-spec: {why}", file=sys.stderr)
        return 2
    path = begin(ROOT, program, tuple(commands))
    print(f"{path.relative_to(ROOT)}: replace its options and examples by the program's own")
    print(f"{ROWS}: one row")
    print("then: hack/test tests/calls && hack/update-docs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
