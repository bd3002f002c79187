"""`guardhost explain`: a refusal with its call and its rule, a rule of this repository or of the library, or a page."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from guardhost.builtin.catalog import CATALOG
from guardhost.cli.recorded import HEAD, everywhere, here, in_force, moment_of, printable, state_folder, what, whole
from guardhost.model.codes import CODES
from guardhost.model.mistakes import UsageError, suggest
from guardhost.model.verdict import SEAMS
from guardhost.world.build import package
from guardhost.world.refs import LENGTHS, PREFIX, load
from guardhost.world.repository import find
from guardhost.world.trail import records

if TYPE_CHECKING:
    from guardhost.judges.inventory import Listed

DOCS = Path(package()) / "docs"
WORKSPACE = "workspace:"
ONLY_HEAD = "the committed policy alone has it; it judges until a commit takes it out"


@click.command()
@click.argument("name", metavar="REF|RULE|CODE|PAGE")
@click.option("--state", default=None, help="The state folder, when it is not the usual one.")
def command(name: str, state: str | None) -> None:
    """Print a refusal by its ref (grd-...), a rule of this repository (ci-watch), of a rule file, of the library or of
    guardhost (guard-tamper), a code.

    `guardhost explain policy` prints the reference for policy authors.
    """
    if name.startswith(PREFIX) or _is_bare_ref(name):
        click.echo(printable(refusal(name if name.startswith(PREFIX) else PREFIX + name, state)))
        return
    known = page(name)
    if known:
        _show(known)
    else:
        click.echo(printable(rule(name)))


def _is_bare_ref(name: str) -> bool:
    """Whether a word is a ref without what every ref begins with, as a double click marks it."""
    return len(name) in LENGTHS and all(char in "0123456789abcdef" for char in name)


def refusal(ref: str, declared_state: str | None) -> str:
    """Return the text kept under a ref with its call and its rule; `UsageError` when it is in no repository."""
    state = state_folder(declared_state)
    for folder in dict.fromkeys((here(state), *everywhere(state))):
        text = load(folder, ref)
        if text is None:
            continue
        record: dict[str, Any] = {}
        for one in records(folder):
            record = one if one.get("ref") == ref else record
        return _told(text, _facts(folder, record)) if record else text
    raise UsageError(
        "GH1301", f"no text is kept under `{ref}`", fix="copy the ref whole; `guardhost log --json` shows recent ones"
    )


def _facts(folder: str, record: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what the record of a refusal says, and what its rule says today."""
    id_, cwd = str(record.get("rule", "")), str(record.get("cwd", ""))
    call = whole(folder, record) if record.get("kind") == "command" else what(folder, record)
    judged_by = f"{id_} ({record['decided_by']})" if record.get("decided_by") else id_
    found = [("call", call), ("in", cwd), ("time", moment_of(record)), ("rule", judged_by)]
    place = find(cwd) if cwd else None
    own = _own(id_.removeprefix(WORKSPACE), place.root if place else cwd) if id_.startswith(WORKSPACE) else None
    if own is not None:
        found += [("why", own[1].why), ("file", _file(*own))]
    elif record.get("decided_by") == "rules" and cwd:
        from guardhost.cli.explained import in_files

        found += [fact for fact in next(iter(in_files(id_, place.root if place else cwd)), []) if fact[0] in ("why", "file")]
    row = next((row for row in CATALOG if row.id == id_), None)
    if row is not None:
        found += [("why", row.why), ("page", f"guardhost explain {id_}")]
    return [*found, *(("next", str(one)) for one in record.get("next", ()))]


def _told(text: str, facts: list[tuple[str, str]]) -> str:
    """Return the text without its own last lines, which say the rule, and the facts as a list."""
    return f"{text.partition(chr(10) * 2 + 'rule: ')[0]}\n\n" + _list(facts)


def _list(facts: list[tuple[str, str]]) -> str:
    return "\n".join(f"{key:<5} {value}".replace("\n", "\n      ") for key, value in facts if value)


def rule(name: str) -> str:
    """Return what a rule of the policy here says of itself; `UsageError` with the nearest name when there is none."""
    place = find(os.getcwd())
    root = place.root if place is not None else os.getcwd()
    bare = name.removeprefix(WORKSPACE)
    own = _own(bare, root)
    if own is not None:
        _, one = own
        seams = ", ".join(one.seams) or "none: it is not registered, and never asked"
        facts = [("why", one.why), ("seam", seams), ("mode", one.mode), ("file", _file(*own))]
        facts += [("side", ONLY_HEAD)] if own[0] == HEAD else []
        return f"{WORKSPACE}{bare}\n\n" + _list([*facts, *(("test", _example(test)) for test in one.tests)])
    from guardhost.cli.explained import in_files, in_library, known_names

    of_files = in_files(name, root) or in_library(name)
    if of_files:
        return f"{name}\n\n" + "\n\n".join(_list(facts) for facts in of_files)
    if name.startswith(WORKSPACE) and bare in SEAMS:
        return (
            f"{name}\n\nThe policy's {bare} judge answered without a name: `guard.rule(...)` gives a rule one, with its why."
        )
    raise _unknown(name, [*(rule.name for _, rule in in_force(root)), *known_names(root)])


def _unknown(name: str, own: list[str]) -> UsageError:
    bare = name.removeprefix(WORKSPACE)
    if bare != name:
        near = suggest(bare, own)
        fix = f"did you mean `{WORKSPACE}{near}`?" if near else "`guardhost rules` lists the rules that judge here"
        return UsageError("GH1301", f"no rule `{bare}` judges in this folder", fix=fix)
    known = [*own, *(row.id for row in CATALOG), *CODES, *_pages()]
    near = suggest(name.upper() if name[:2].upper() == "GH" else name, known)
    fix = (
        f"did you mean `{near}`?"
        if near
        else "give a ref such as grd-0123456789ab, a rule such as guard-tamper, a code such as GH1045, or a page: "
        + ", ".join(f"`{one}`" for one in _pages())
    )
    return UsageError("GH1301", f"`{name}` is no ref, rule, code or page", fix=fix)


def _own(name: str, root: str) -> tuple[str, Listed] | None:
    return next(((folder, one) for folder, one in in_force(root) if one.name == name), None)


def _file(folder: str, one: Listed) -> str:
    if folder == HEAD:
        return f"HEAD:{one.where}"
    path = os.path.join(folder, one.where)
    inside = os.path.relpath(path)
    return inside if not inside.startswith("..") else path


def _example(test: Any) -> str:
    from guardhost.model.jsontext import encode

    return test if isinstance(test, str) else encode(test)


def page(name: str) -> str:
    """Return the page of a code, a built-in rule or a topic, "" when there is none."""
    if name.upper() in CODES:
        return _page("codes", name.upper()) or f"# {name.upper()}: {CODES[name.upper()]}\n"
    rows = {row.id: row for row in CATALOG}
    if name in rows:
        row = rows[name]
        return _page("rules", name) or f"# {row.id} ({row.default})\n\nCatches {row.catches}.\n\n{row.why}\n\n{row.remedy}\n"
    return _page("", name) if name in _pages() else ""


def _pages() -> list[str]:
    return sorted(path.stem for path in DOCS.glob("*.md"))


def _page(folder: str, name: str) -> str:
    path = DOCS / folder / f"{name}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _show(text: str) -> None:
    if not sys.stdout.isatty():
        click.echo(text.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))
