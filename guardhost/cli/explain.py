"""`guardhost explain`: the full text of a refusal, a rule's page, a code's page."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from guardhost.builtin.catalog import CATALOG
from guardhost.cli.recorded import everywhere, here, printable, state_folder
from guardhost.model.codes import CODES
from guardhost.model.mistakes import UsageError, suggest
from guardhost.world.build import package
from guardhost.world.refs import PREFIX, load

DOCS = Path(package()) / "docs"


@click.command()
@click.argument("what", metavar="REF|RULE|CODE")
@click.option("--state", default=None, help="The state folder, when it is not the usual one.")
def command(what: str, state: str | None) -> None:
    """Print a refusal in full by its ref (grd-...), or the page of a rule (guard-tamper) or of a code (GH1045)."""
    if what.startswith(PREFIX):
        click.echo(printable(stored(what, state)))
        return
    _show(page(what))


def stored(ref: str, declared_state: str | None) -> str:
    """Return the text kept under a ref, in this repository or any other; `UsageError` when it is nowhere."""
    state = state_folder(declared_state)
    for folder in (here(state), *everywhere(state)):
        text = load(folder, ref)
        if text is not None:
            return text
    raise UsageError(
        "GH1301", f"no text is kept under `{ref}`", fix="copy the ref whole; `guardhost log --json` shows recent ones"
    )


def page(what: str) -> str:
    """Return the page of a rule or a code; `UsageError` with the nearest one when there is none."""
    if what.upper() in CODES:
        return _page("codes", what.upper()) or f"# {what.upper()}: {CODES[what.upper()]}\n"
    rules = {row.id: row for row in CATALOG}
    if what in rules:
        row = rules[what]
        return _page("rules", what) or f"# {row.id} ({row.default})\n\nCatches {row.catches}.\n\n{row.why}\n\n{row.remedy}\n"
    if what.startswith("workspace:"):
        name = what.removeprefix("workspace:")
        return f"`{name}` is a rule of the repository's own policy. `guardhost rules` shows it, with its why and its file.\n"
    near = suggest(what.upper() if what[:2].upper() == "GH" else what, [*rules, *CODES])
    fix = (
        f"did you mean `{near}`?"
        if near
        else "give a ref such as grd-0123456789ab, a rule such as guard-tamper, or a code such as GH1045"
    )
    raise UsageError("GH1301", f"`{what}` is no ref, rule or code", fix=fix)


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
