# ruff: noqa: N999 - a verb's file has the verb's name
"""`guardhost import`: turn another guard's configuration into a rule file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from guardhost.model.errors import PolicyError
from guardhost.model.mistakes import UsageError

KINDS = ("rule-enforcer", "agentltl")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--to", "target", type=click.Path(dir_okay=False), help="The rule file to write; printed without it.")
def command(*, kind: str, file: str, target: str | None) -> int:
    """Turn FILE into a guard.yaml: a Rule Enforcer config, or an AGENTLTL.yaml. What cannot be taken is told.

    Nothing that is there is written over.
    """
    from guardhost.rules.importing import imported

    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise UsageError("GH1301", f"{file} cannot be read: {error.strerror}", fix="name a file that is there") from None
    text, problems = imported(data, file, kind)
    for problem in problems:
        click.echo(f"guardhost: {problem}", err=True)
    if not text:
        return 2
    if target is None:
        sys.stdout.write(text)
    elif Path(target).exists():
        raise PolicyError("GH1502", "the file is there already", where=target, fix="name another one with --to")
    else:
        Path(target).write_text(text, encoding="utf-8")
        click.echo(f"written  {target}")
    return 2 if problems else 0
