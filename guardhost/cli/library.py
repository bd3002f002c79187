"""`guardhost library`: the rules that ship with guardhost, to be taken in with `use`."""

from __future__ import annotations

import os

import click
import yaml

from guardhost.model.jsontext import encode
from guardhost.model.mistakes import UsageError, whole_of


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, name: str | None, as_json: bool) -> int:
    """List the entries of the library, those in force here marked with `*`; with NAME print one as YAML."""
    from guardhost.rules.shelf import entries, names

    if name is not None:
        found = entries(name)
        if not found:
            near = whole_of(name, list(names()))
            fix = f"did you mean `{near}`?" if near else "`guardhost library` lists what there is"
            raise UsageError("GH1301", f"the library has no entry `{name}`", fix=fix)
        rules = [one.plain() for one in found]
        click.echo(encode({name: rules}) if as_json else yaml.safe_dump(rules, sort_keys=False, width=110).rstrip())
        return 0
    rows = _rows(_in_force())
    if as_json:
        click.echo(encode({"entries": rows}))
        return 0
    for row in rows:
        click.echo(f"{'*' if row['on'] else ' '} {row['name']:<32} {row['mode']:<6} {row['why']}")
    click.echo("`guardhost use NAME` takes one in; `guardhost library NAME` prints it")
    return 0


def _rows(used: set[str]) -> list[dict[str, object]]:
    from guardhost.rules.shelf import entries, names

    rows: list[dict[str, object]] = []
    for name in names():
        rules = [one.plain() for one in entries(name)]
        modes = "/".join(dict.fromkeys(str(rule.get("mode", "block")) for rule in rules)) if len(rules) < 3 else "-"
        several = ", ".join(str(rule["id"]) for rule in rules)
        why = several if len(rules) > 1 else str(rules[0].get("why") or rules[0].get("description", ""))
        rows.append({"name": name, "mode": modes, "why": why, "on": name in used, "rules": [rule["id"] for rule in rules]})
    return rows


def _in_force() -> set[str]:
    from guardhost.testing.ruled import files_of
    from guardhost.world.repository import find

    place = find(os.getcwd())
    files = files_of(place.root if place is not None else os.getcwd())
    return {rule["library"] for file in files for rule in file.compiled["rules"] if "library" in rule}
