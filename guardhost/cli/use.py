"""`guardhost use`: take rules of the library into a rule file."""

from __future__ import annotations

import click

from guardhost.cli.used import change, rule_file
from guardhost.model.mistakes import UsageError, whole_of
from guardhost.rules.compiling import MODES


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--mode", type=click.Choice(MODES), help="The mode that the rules have here.")
@click.option("--user", is_flag=True, help="Your own guard.yaml, for every repository.")
def command(*, names: tuple[str, ...], mode: str | None, user: bool) -> int:
    """Put entries of the library into `use` of this repository's guard.yaml; the rest of the file stays as it is."""
    from guardhost.rules.editing import with_used
    from guardhost.rules.shelf import names as known

    for name in names:
        if name not in known():
            near = whole_of(name, list(known()))
            fix = f"did you mean `{near}`?" if near else "`guardhost library` lists what there is"
            raise UsageError("GH1301", f"the library has no entry `{name}`", fix=fix)
    path = rule_file(user=user)
    return change(path, lambda text: with_used(text, str(path), list(dict.fromkeys(names)), mode or ""), user=user)
