"""`guardhost install`: wire the guard into the agent hosts found here, for this person or for a team."""

from __future__ import annotations

import os

import click

from guardhost.cli.environment import tidied
from guardhost.hosts.wiring.installing import Wish, install, project_root
from guardhost.model.mistakes import UsageError


@click.command("install")
@click.argument("hosts", nargs=-1, metavar="[HOST]...")
@click.option(
    "--project", is_flag=True, help="For the team: one portable line in this repository's settings, to be committed."
)
@click.option("--require", "required", is_flag=True, help="With --project: refuse every call where guardhost is missing.")
@click.option("--print", "only_print", is_flag=True, help="Show what would be written and write nothing.")
@click.option("--interpreter", default="", metavar="PATH", help="The Python that runs the hook; its guardhost is used.")
def command(hosts: tuple[str, ...], project: bool, required: bool, only_print: bool, interpreter: str) -> int:
    """Wire the guard into the agent hosts found here (or HOST...), for you or, with --project, for a team.

    What is wired is a small launcher in your data folder. Run it again after an upgrade or when the environment moved.
    """
    if required and not project:
        raise UsageError("GH1301", "`--require` is for a team", fix="use it with --project")
    wish = Wish(hosts, project_root() if project else "", required, interpreter)
    for line in install(wish, tidied(os.environ), only_print=only_print):
        click.echo(line)
    return 0
