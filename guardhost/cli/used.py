"""What `use` and `unuse` have in common: which rule file, and that it still loads before it is written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from guardhost.model.errors import PolicyError
from guardhost.model.mistakes import UsageError
from guardhost.world.repository import find
from guardhost.world.state import config

if TYPE_CHECKING:
    from collections.abc import Callable


def rule_file(*, user: bool) -> Path:
    """Return the rule file to change: the person's own, else this repository's; where there is none, `guard.yaml`."""
    if user:
        return Path(config(os.environ)) / "guard.yaml"
    place = find(os.getcwd())
    if place is None:
        raise UsageError(
            "GH1301", "this folder lies in no git repository", fix="go to one, or give --user for your own file"
        )
    root = Path(place.root)
    return next(
        (root / form for form in ("guard.yaml", "policy/guard.yaml") if (root / form).is_file()), root / "guard.yaml"
    )


def change(path: Path, edit: Callable[[str], str], *, user: bool) -> int:
    """Write a rule file as `edit` makes it of its text, unless it would not load any more."""
    from guardhost.rules.compiling import compile_file

    before = path.read_text(encoding="utf-8") if path.exists() else ""
    after = edit(before)
    old = {(one["code"], one["what"]) for one in compile_file(str(path), before.encode(), person=user)["problems"]}
    compiled = compile_file(str(path), after.encode(), person=user)
    new = [one for one in compiled["problems"] if (one["code"], one["what"]) not in old]
    if new:
        one = new[0]
        raise PolicyError(one["code"], one["what"], where=one["where"], fix=one["fix"])
    if after == before:
        click.echo(f"{path} stays as it is")
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(after, encoding="utf-8")
    click.echo(f"written  {path}")
    if compiled["audit"]:
        click.echo("it says `mode: audit`: its rules record and refuse nothing until you take that line away")
    if not user:
        click.echo("commit it: until then its rules judge beside those of HEAD, the stricter answer stands")
    return 0
