"""The reference for policy authors: `hack/reference.md` with the fields, programs and names of the code put in.

`{{fields CommandRequest}}` stands for a table of a record's fields: their types are the annotations, their
meanings the comments beside them. `{{programs}}`, `{{calls}}` and `{{examples}}` stand for what the tables hold.
"""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import guardhost
from guardhost.calls.families import FAMILIES
from guardhost.judges.rule import COMMON, FIELDS
from guardhost.model import spawn

SOURCE = Path(__file__).parent / "reference.md"
PAGE = Path(guardhost.__file__).parent / "docs" / "policy.md"
MARK = re.compile(r"\{\{(\w+)(?: (\w+))?\}\}")
TABLES = [name for name in ("programs_table", "rare_table") if find_spec(f"guardhost.shell.{name}")]
COMMON_BASE = "Request"


def page() -> str:
    """Return the text of the page; `LookupError` with the field that has no comment."""
    return MARK.sub(lambda mark: MADE[mark[1]](mark[2] or ""), SOURCE.read_text(encoding="utf-8"))


def snippets() -> list[str]:
    """Return the policies that the page shows."""
    return re.findall(r"^```python\n(.*?)^```$", SOURCE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def fields(name: str) -> str:
    """Return a table of a class's own fields, then what it can be asked."""
    cls = _class(name)
    lines = inspect.getsource(cls).splitlines()
    body = ast.parse("\n".join(lines)).body[0]
    assert isinstance(body, ast.ClassDef)
    found = [
        node for node in body.body if isinstance(node, ast.AnnAssign) and "Callable" not in ast.unparse(node.annotation)
    ]
    rows = [_row(name, node, lines) for node in found]
    asked = [_asked(node) for node in body.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"]
    table = ["| field | type | meaning |", "|---|---|---|", *rows] if rows else []
    head = f"**`{name}`** {inspect.getdoc(cls)}\n"
    return "\n".join([head, *table, *([""] if table and asked else []), *asked])


def _class(name: str) -> type:
    if name == COMMON_BASE:
        return next(cls for cls in guardhost.CommandRequest.__mro__ if cls.__name__ == COMMON_BASE)
    found: type = spawn.Title if name == "Title" else getattr(guardhost, name)
    return found


def _row(cls: str, node: ast.AnnAssign, lines: list[str]) -> str:
    field, kind = ast.unparse(node.target), ast.unparse(node.annotation)
    beside = lines[node.lineno - 1].partition("  # ")[2]
    above = lines[node.lineno - 2].strip()
    meaning = beside or (above.removeprefix("# ") if above.startswith("# ") else "")
    if not meaning:
        raise LookupError(f"{cls}.{field} has no meaning: write it as a comment beside the field")
    cells = (f"`{field}`", f"`{kind.replace(' | None', ' or None')}`", meaning.replace("|", "\\|"))
    return f"| {' | '.join(cells)} |"


def _asked(node: ast.FunctionDef) -> str:
    said = (ast.get_docstring(node) or "").splitlines()[0].removeprefix("Return ")
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list):
        return f"- `{node.name}`: {said}"
    given = ast.unparse(node.args).removeprefix("self").removeprefix(", ")
    return f"- `{node.name}({given})`: {said}"


def programs(_: str) -> str:
    """Return the programs that the tables of file effects know."""
    tables = [getattr(import_module(f"guardhost.shell.{table}"), "ROWS", {}) for table in TABLES]
    return ", ".join(f"`{name}`" for name in sorted({name for table in tables for name in table}) if name != ".")


def calls(_: str) -> str:
    """Return the programs that have a spec, with the number of their commands where they have some."""
    said = []
    for program, (files, name, _) in FAMILIES.items():
        commands = [key for file in files.split() for key in import_module(f"guardhost.calls.specs.{file}").COMMANDS]
        known = [key for key in commands if key.startswith(f"{name} ")]
        said.append(f"`{program}` ({len(known)} subcommands)" if known else f"`{program}`")
    return ", ".join(said)


def examples(_: str) -> str:
    """Return the fields that an example may give, by the call."""
    shared = ", ".join(f"`{name}`" for name in COMMON)
    rows = [
        f"- beside `{kind}` also: " + ", ".join(f"`{n}`" for n in names if n not in COMMON) for kind, names in FIELDS.items()
    ]
    return "\n".join([f"- beside any call: {shared}", *rows])


def names(_: str) -> str:
    """Return everything that a policy imports."""
    return ", ".join(f"`{name}`" for name in guardhost.__all__)


def signature(name: str) -> str:
    """Return how a builder or a fact is called, and what it says of itself."""
    function = getattr(guardhost, name)
    said = (inspect.getdoc(function) or "").splitlines()[0].removeprefix("Return ")
    shown = str(inspect.signature(function)).replace("'", "").partition(" -> ")
    return f"- `{name}{shown[0]}`{f' returns `{shown[2]}`' if shown[2] else ''}: {said}"


MADE = {
    "fields": fields,
    "programs": programs,
    "calls": calls,
    "examples": examples,
    "names": names,
    "signature": signature,
}
