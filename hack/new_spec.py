"""Begin a family of programs: its file of specs with one example a program, and its rows in the table of programs."""

from __future__ import annotations

import ast
import keyword
import sys
from pathlib import Path

from guardhost.calls.structured import tool_name

ROOT = Path(__file__).parent.parent
SPECS = "guardhost/calls/specs"
TABLE = "guardhost/calls/families.py"
USAGE = """hack/new-spec NAME [PROGRAM...]

Begins guardhost/calls/specs/NAME.py with the programs, NAME itself when none is named."""
# Options that many programs have, so that the tests hold at once; the program's own take their place.
FILE = '''"""What {said} take{s}."""

from __future__ import annotations

STYLES: dict[str, str] = {{}}

SHARED: dict[str, str] = {{}}

COMMANDS = {{
{commands}
}}

EXAMPLES = [
{examples}
]  # fmt: skip
'''
COMMAND = '    "{program}": ("-f,--force -o,--output=", "paths*"),'
EXAMPLE = '    ("{program} -f --output=out a b", "{tool}",\n     {{"force": True, "output": "out", "paths": ["a", "b"]}}),'


def begun(programs: tuple[str, ...]) -> str:
    """Return the text of a family's file."""
    return FILE.format(
        said=" and ".join(programs),
        s="" if programs[1:] else "s",
        commands="\n".join(COMMAND.format(program=program) for program in programs),
        examples="\n".join(EXAMPLE.format(program=program, tool=tool_name(program)) for program in programs),
    )


def with_rows(text: str, name: str, programs: tuple[str, ...]) -> str:
    """Return the table of programs with those of one more family, each in its place."""
    lines = text.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith('    "'))
    rows = [*lines[first:-1], *(f'    "{program}": ("{name}", "{program}", "{program}"),\n' for program in programs)]
    return "".join((*lines[:first], *sorted(rows, key=lambda row: row.split('"')[1]), lines[-1]))


def fault(root: Path, name: str, programs: tuple[str, ...]) -> str:
    """Return why this family cannot be begun, "" when it can."""
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name):
        return f"`{name}` cannot name a module; take letters, digits and `_`"
    if (root / SPECS / f"{name}.py").exists():
        return f"{SPECS}/{name}.py exists; add to it, and to {TABLE}"
    known = ast.literal_eval((root / TABLE).read_text(encoding="utf-8").partition("] = ")[2])
    for at, program in enumerate(programs):
        letters = program.translate(dict.fromkeys(map(ord, "-_.+")))
        if not (letters.isascii() and letters.isalnum()) or program.startswith("-"):
            return f"`{program}` is no program's name; take letters, digits and `-_.+`"
        if program in known:
            return f"`{program}` has a spec in {SPECS}/{known[program][0].split()[0]}.py; add to that"
        if program in programs[:at]:
            return f"`{program}` is named twice"
    return ""


def begin(root: Path, name: str, programs: tuple[str, ...]) -> None:
    """Write the file and the rows under `root`."""
    table = root / TABLE
    rows = with_rows(table.read_text(encoding="utf-8"), name, programs)
    (root / SPECS / f"{name}.py").write_text(begun(programs), encoding="utf-8")
    table.write_text(rows, encoding="utf-8")


def main(words: list[str]) -> int:
    """Begin the family that the words name; 2 where that cannot be done, and then nothing is written."""
    if not words or words[0].startswith("-"):
        asked = words[:1] in (["-h"], ["--help"])
        print(USAGE, file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    name, *named = words
    programs = tuple(named or [name])
    why = fault(ROOT, name, programs)
    if why:
        print(f"new-spec: {why}", file=sys.stderr)
        return 2
    begin(ROOT, name, programs)
    print(f"wrote {SPECS}/{name}.py: {', '.join(programs)}, each with a flag, an option with a value and an example")
    print(f"wrote {TABLE}: {len(programs)} {'rows' if programs[1:] else 'row'}")
    print("next: put the program's own options, operands and commands there (guardhost/calls/notation.py tells how), and")
    print("      lines with the call that each must be into EXAMPLES; then hack/update-docs and hack/test tests/calls")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
