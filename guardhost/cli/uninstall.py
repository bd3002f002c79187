"""`guardhost uninstall`: take our entries, and nothing else, out of the hosts' files."""

from __future__ import annotations

import os

import click

from guardhost.cli.environment import tidied
from guardhost.hosts.wiring.installing import project_root, uninstall
from guardhost.model.mistakes import UsageError


@click.command("uninstall")
@click.argument("hosts", nargs=-1, metavar="[HOST]...")
@click.option("--all", "everything", is_flag=True, help="Every file that was wired on this machine, and the launcher too.")
@click.option("--project", is_flag=True, help="The team's line in this repository, instead of your own entries.")
@click.option("--print", "only_print", is_flag=True, help="Show what would be written and write nothing.")
def command(hosts: tuple[str, ...], everything: bool, project: bool, only_print: bool) -> int:
    """Take the guard out of the agent hosts (or of HOST...). Policies, the trail and your settings stay."""
    if everything and (hosts or project):
        raise UsageError("GH1301", "`--all` means every host and every project", fix="leave out the rest")
    told, failed = uninstall(
        hosts, tidied(os.environ), project_root() if project else "", everything=everything, only_print=only_print
    )
    for line in told:
        click.echo(line)
    for error in failed:
        click.echo(f"guardhost: {error}", err=True)
    return 1 if failed else 0
