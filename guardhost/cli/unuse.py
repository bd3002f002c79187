"""`guardhost unuse`: take rules of the library out of a rule file."""

from __future__ import annotations

import click

from guardhost.cli.used import change, rule_file


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--user", is_flag=True, help="Your own guard.yaml, for every repository.")
def command(*, names: tuple[str, ...], user: bool) -> int:
    """Take entries of the library out of `use`; until that is committed, the committed file judges all the same."""
    from guardhost.rules.editing import without_used

    path = rule_file(user=user)
    return change(path, lambda text: without_used(text, str(path), list(dict.fromkeys(names))), user=user)
