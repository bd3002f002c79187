"""`guardhost rules`: the rules that would judge here, where they stand and why they are there."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.recorded import of_head
from guardhost.model.errors import PolicyError
from guardhost.model.jsontext import encode
from guardhost.world.repository import find

if TYPE_CHECKING:
    from guardhost.judges.inventory import Inventory


@click.command()
@click.option("--root", type=click.Path(exists=True, file_okay=False), help="The repository; the one around this folder.")
@click.option("--builtin", is_flag=True, help="List the built-in rules instead.")
@click.option("--check", is_flag=True, help="Only say whether every policy loads; exit status 2 when one does not.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of rule files, for editors.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, root: str | None, builtin: bool, check: bool, schema: bool, as_json: bool) -> int:
    """List the rules in force here, the person's own first. Exit status 2 when a policy or a rule file does not load.

    A rule that only the committed policy has judges until a commit, and is marked with HEAD.
    Each line: the rule, its mode ("-" where it answers as its function says), the seams that ask it, its file, its why.
    A rule of a rule file has its kind, its memory and its class instead of seams: `guardhost explain rules` has the words.
    `guardhost explain RULE` shows one with its examples.
    """
    if schema:
        from guardhost.rules.schema import schema as rule_schema

        click.echo(json.dumps(rule_schema(), indent=2))
        return 0
    if builtin:
        _print({"rules": _builtin(), "errors": []}, as_json=as_json)
        return 0
    place = find(os.getcwd())
    found = _found(os.path.realpath(root or (place.root if place is not None else ".")), both=not check)
    if check:
        found["rules"] = []
    _print(found, as_json=as_json, counted=not check)
    for lint in found["lints"] if not as_json else ():
        click.echo(f"note: {lint}", err=True)
    if check and not found["errors"] and not as_json:
        click.echo("every policy loads")
    return 2 if found["errors"] else 0


def _builtin() -> list[dict[str, Any]]:
    from guardhost.builtin.catalog import CATALOG

    return [
        {
            "id": row.id,
            "mode": row.default,
            "source": "builtin",
            "where": f"guardhost explain {row.id}",
            "why": row.catches,
            "fixed": row.fixed,
        }
        for row in CATALOG
    ]


def _found(root: str, *, both: bool) -> dict[str, Any]:
    from guardhost.testing.found import listed
    from guardhost.world.state import config

    rules: list[dict[str, Any]] = []
    errors: list[str] = []
    policies = []
    for source, folder in (("person", config(os.environ)), ("working", root)):
        try:
            one = listed(folder, source) if folder else None
        except PolicyError as error:
            errors.append(str(error))
            continue
        if one is not None:
            policies.append(os.path.join(folder, one[0]))
            rules += _rows(source, one[1])
    if both:
        rules += _committed_alone(root, {row["id"] for row in rules if row["source"] == "working"})
    lints = _of_files(root, rules, policies, errors)
    return {"policies": policies, "rules": rules, "errors": errors, "lints": lints}


def _of_files(root: str, rules: list[dict[str, Any]], policies: list[str], errors: list[str]) -> list[str]:
    """Add the rules of rule files and their mistakes; return what else is to be said of them."""
    from guardhost.judgement.raising import mistakes, told
    from guardhost.rules.lint import between, lints
    from guardhost.testing.own_fix import refusing
    from guardhost.testing.ruled import error_text, files_of, rows

    said: list[str] = []
    shown = {(row["id"], row["source"]) for row in rules}
    files = files_of(root)
    for file in files:
        if file.path not in policies:
            policies.append(file.path)
        rules += [row for row in rows(file) if (row["id"], row["source"]) not in shown]
        errors += [error_text(problem) for problem in file.compiled["problems"]]
        said += [f"{one['where']}: {one['what']}" for one in (*file.compiled["lints"], *lints(file.compiled))]
        errors += [error_text(problem) for problem in mistakes(file.compiled)] if file.side != "person" else []
        said += refusing(file, root)
        said += told(file.compiled, person=file.side == "person")
    for side in ("committed", "working"):
        one_side = [file.compiled for file in files if file.side == side and file.root == root]
        said += [f"{one['where']}: {one['what']}" for one in between(one_side)]
    return list(dict.fromkeys(said))


def _committed_alone(root: str, working: set[str]) -> list[dict[str, Any]]:
    """Return the rows of HEAD's policy that the working tree's lacks: both sides judge until a commit."""
    one = of_head(root)
    if one is None:
        return []
    form, inventory = one
    rows = _rows("committed", inventory)
    return [row | {"where": f"HEAD:{row['where'] or form}"} for row in rows if row["id"] not in working]


def _rows(source: str, inventory: Inventory) -> list[dict[str, Any]]:
    rows = [
        {
            "id": f"workspace:{rule.name}",
            "mode": rule.mode,
            "source": source,
            "seams": list(rule.seams),
            "where": rule.where,
            "why": rule.why,
            "examples": len(rule.tests),
        }
        for rule in inventory.rules
    ]
    named = {seam for rule in inventory.rules for seam in rule.seams}
    rows += [
        {
            "id": f"workspace:{seam}",
            "mode": "",
            "source": source,
            "seams": [seam],
            "where": "",
            "why": "",
            "examples": 0,
        }
        for seam in inventory.seams
        if seam not in named
    ]
    return rows


def _how(row: dict[str, Any]) -> str:
    """Return what stands beside a rule that is not looked at as most are: `guardhost explain rules` has the words."""
    if row["kind"] == "finally":
        return " at the end"
    return "" if row["class"] == "SAFE" else f" {row['class']}"


def _print(found: dict[str, Any], *, as_json: bool, counted: bool = True) -> None:
    if as_json:
        click.echo(encode(found))
        return
    for row in found["rules"]:
        seams = ", ".join(row["seams"]) or "not registered" if "seams" in row else row["source"]
        if "kind" in row:
            memory = f" {row['scope']}" if row["scope"] else ""
            seams = f"{row['kind']}{memory}{_how(row)}{'' if row['enabled'] else ' off'}"
        why = row["why"].strip().partition("\n")[0]
        click.echo(
            "  ".join(
                part for part in (f"{row['id']:<32}", f"{row['mode'] or '-':<8}", f"{seams:<16}", row["where"], why) if part
            )
        )
    if any(row["source"] == "committed" and "kind" not in row for row in found["rules"]):
        click.echo("HEAD: the committed policy has it and the working tree's has not; it judges until a commit takes it out")
    if counted and not found["rules"] and not found["errors"]:
        click.echo(
            "no policy here; `guardhost init` writes one to start from, `guardhost rules --builtin` lists what holds anyway"
        )
    for error in found["errors"]:
        click.echo(f"guardhost: {error}", err=True)
