"""The floors of the house: a room imports only rooms below it, families not sideways, the hook's path nothing dear."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import NamedTuple

from guardhost.builtin.asking import FAMILIES as RULE_FILES
from guardhost.cli import VERBS
from guardhost.hosts import HOSTS

PACKAGE = "guardhost"
ROOT = Path(__file__).parent.parent / PACKAGE
# Lowest first; a room may import what stands before it. `cli` and the files beside the rooms may import any.
HOOK_PATH = ("model", "shell", "calls", "temporal", "world", "judges", "rules", "builtin", "judgement", "hosts")
ROOMS = (*HOOK_PATH, "testing", "doctor", "report")
# Compiled into the interpreter or next to nothing to load; whatever else stands at the head of a file is dear.
CHEAP = frozenset({"__future__", "errno", "fcntl", "itertools", "marshal", "posix", "select", "sys", "time"})
# The members of a family, as its own table names them. Two members never import each other; what they share is no member.
FAMILIES: dict[str, frozenset[str]] = {
    "hosts": frozenset(path.rpartition(".")[2] for path in HOSTS.values()),
    "builtin": frozenset(RULE_FILES),
    "cli": frozenset(verb.replace("-", "_") for verb in VERBS),
}
RULE_COMPILERS = (
    "compiling", "editing", "examples", "form", "importing", "lint", "nodes", "reading", "schema", "shadow", "shelf",
)  # fmt: skip
# Folders and files that live in a room of the hook's path and are never loaded by a hook call, with the reason.
OFF_PATH: dict[str, str] = {
    "hosts/wiring": "what `install`, `uninstall` and `doctor` do to the hosts' files",
    "shell/reader_bashlex": "a program of its own, started where shfmt cannot run",
    **{f"rules/{name}": "compiles rule files, only when a content is new" for name in RULE_COMPILERS},
    "world/settings_file": "reads the person's YAML, only when its content is new",
}


class Import(NamedTuple):
    """One import statement that runs: the module's full name, its line, and whether it runs when the file is loaded."""

    name: str
    line: int
    at_load: bool


def imports(source: str, module: str) -> list[Import]:
    """Return what the source of `module` imports when it runs; what only type checkers see is left out."""
    found: list[Import] = []
    _collect(ast.parse(source).body, module, at_load=True, found=found)
    return found


def _collect(body: list[ast.stmt], module: str, *, at_load: bool, found: list[Import]) -> None:
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            _collect(node.orelse, module, at_load=at_load, found=found)
        elif isinstance(node, ast.Import):
            found += [Import(alias.name, node.lineno, at_load) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [Import(name, node.lineno, at_load) for name in _names(node, module)]
        else:
            inner = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for part in _bodies(node):
                _collect(part, module, at_load=at_load and not inner, found=found)


def _bodies(node: ast.stmt) -> list[list[ast.stmt]]:
    parts = [value for _, value in ast.iter_fields(node) if isinstance(value, list)]
    bodies = [part for part in parts if part and isinstance(part[0], ast.stmt)]
    for part in parts:
        bodies += [one.body for one in part if isinstance(one, ast.ExceptHandler | ast.match_case)]
    return bodies


def _names(node: ast.ImportFrom, module: str) -> list[str]:
    base = node.module or ""
    if node.level:
        above = module.split(".")[: -node.level]
        base = ".".join([*above, base] if base else above)
    rooms = (PACKAGE, *(f"{PACKAGE}.{room}" for room in (*ROOMS, "cli")))
    return [f"{base}.{alias.name}" for alias in node.names] if base in rooms else [base]


def faults(root: Path = ROOT) -> list[str]:
    """Return every import that goes up, sideways or for something dear: one line each, with the way out."""
    found: list[str] = []
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        if len(parts) < 2:
            continue
        module = ".".join((PACKAGE, *parts))
        for one in imports(file.read_text(encoding="utf-8"), module):
            found += [f"{PACKAGE}/{'/'.join(parts)}.py:{one.line}: {what}" for what in _faults_of(one, parts)]
    return found


def _faults_of(one: Import, parts: tuple[str, ...]) -> list[str]:
    room, stem = parts[0], parts[1]
    names = one.name.split(".")
    if names[0] != PACKAGE:
        dear = (
            names[0] not in CHEAP
            and names[0][0] != "_"
            and one.at_load
            and room in HOOK_PATH
            and not _off_path("/".join(parts))
        )
        return [f"`{one.name}` is dear on the hook's path; import it inside the function that needs it"] if dear else []
    target = names[1] if len(names) > 1 else ""
    if room in ROOMS and target in (*ROOMS, "cli") and _level(target) > _level(room):
        return [f"`{room}` lies below `{target}`; move the code down, or lend what it needs as an argument"]
    members = FAMILIES.get(room, frozenset())
    if target == room and len(names) > 2 and stem in members and names[2] in members - {stem}:
        return [f"`{stem}` and `{names[2]}` are of one family; put what they share into a file of its own"]
    return []


def _off_path(file: str) -> bool:
    return any(file == place or file.startswith(place + "/") for place in OFF_PATH)


def _level(room: str) -> int:
    return (*ROOMS, "cli").index(room)


if __name__ == "__main__":
    problems = faults()
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
