"""`guardhost reset`: forget what rules remember, and lift a stop."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from guardhost.cli.recorded import state_folder
from guardhost.cli.sessions import chosen
from guardhost.model.mistakes import UsageError
from guardhost.world.ledger import FILE
from guardhost.world.repository import find
from guardhost.world.state import of_repository

STORES = ("memory.db", "calls", FILE)  # how the files of a memory begin


@click.command()
@click.option("--project", is_flag=True, help="Also what the rules of `scope: project` remember of this repository.")
@click.option(
    "--session",
    default="",
    help="Only the session whose id begins so: the host's own, or the one that `log --memory` shows; all without it.",
)
@click.option("--state", default=None, help="The state folder, when it is not the usual one.")
def command(*, project: bool, session: str, state: str | None) -> int:
    """Forget the calls that rules remember of each session: warnings, counts, what came before. A stop is lifted.

    For a person: an agent that runs it is refused. Exit status 2 when no session is the one that is named.
    """
    found = state_folder(state)
    folders = chosen(found, session)
    if session and not folders:
        fix = "`guardhost log --memory` shows the ids of those that are remembered, `guardhost log --json` those of all"
        raise UsageError("GH1301", f"no session's id begins with `{session}`, so nothing was forgotten", fix=fix)
    cleared = sum(_forget(folder) for folder in folders)
    if cleared:
        click.echo(f"forgotten: what rules remember of {cleared} session{'' if cleared == 1 else 's'}")
    else:
        click.echo(f"no rule remembered anything of {'this session' if session else 'any session'}")
    if project:
        place = find(os.getcwd())
        where = Path(of_repository(found, (place.common_dir or place.root) if place is not None else os.getcwd()))
        click.echo(
            f"forgotten: what rules remember of {where.name}" if _forget(where) else "no rule remembered this repository"
        )
    return 0


def _forget(folder: Path) -> bool:
    """Remove the memory of a folder; False where there was none."""
    there = [path for path in folder.glob("*") if path.name.startswith(STORES)]
    for path in there:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return bool(there)
