"""`guardhost version`: which guardhost answers, and from where."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

import click

import guardhost


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """Print the version, and the interpreter and folder that it runs from."""
    facts = {
        "version": guardhost.__version__,
        "python": platform.python_version(),
        "interpreter": sys.executable,
        "folder": str(Path(guardhost.__file__).parent),
    }
    if as_json:
        click.echo(json.dumps(facts))
    else:
        click.echo(f"guardhost {facts['version']}\npython {facts['python']}, {facts['interpreter']}\n{facts['folder']}")
