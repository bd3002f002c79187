"""`guardhost doctor`: whether the guard is really on; every finding with its fix."""

from __future__ import annotations

import json
import os
import subprocess
import time
from typing import TYPE_CHECKING

import click

from guardhost import __version__
from guardhost.cli.environment import tidied
from guardhost.doctor import VERIFIED, WEIGHT, WORDS, Finding, Here, Ran, examine, exit_status
from guardhost.hosts import HOSTS
from guardhost.hosts.wiring import setup
from guardhost.hosts.wiring.found import ask

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = ("green", "yellow", "red")
HIDDEN = ("CLAUDE_PROJECT_DIR",)  # a canary belongs to no session's project


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(as_json: bool) -> int:
    """Run what is wired with a forbidden and a harmless call, and look at everything that the guard stands on.

    Exit status: 0 all is well, 1 there are problems, 2 something is broken.
    """
    findings = examine(here())
    status = exit_status(findings)
    if as_json:
        rows = [finding.as_json() for finding in findings]
        click.echo(
            json.dumps({"schema_version": 1, "guardhost": __version__, "status": WORDS[status], "findings": rows}, indent=2)
        )
    else:
        from rich.console import Console

        _print(findings, status, Console(highlight=False, soft_wrap=True))
    return status


def here() -> Here:
    """Return this person's surroundings, as the checks are lent them."""
    managed = {name: tuple(getattr(setup(name), "MANAGED", ())) for name in HOSTS}
    return Here(tidied(os.environ), os.getcwd(), ask, run_line, time.time, managed)


def run_line(line: str, stdin: bytes, cwd: str, seconds: float) -> Ran | None:
    """Run a wired line as a host does, through the shell; None when it does not end in time. Its whole group is ended."""
    env = {name: value for name, value in os.environ.items() if name not in HIDDEN}
    began = time.monotonic()
    with subprocess.Popen(
        ["/bin/sh", "-c", line],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=env,
        start_new_session=True,
    ) as started:
        try:
            said, complaint = started.communicate(stdin, timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, 9)
            return None
    return Ran(started.returncode, said, time.monotonic() - began, complaint)


def _print(findings: tuple[Finding, ...], status: int, console: Console) -> None:
    from rich.text import Text

    for finding in findings:
        row = finding.as_json()
        weight = WEIGHT[row["status"]]
        name = f"{row['check']} {row['host']}".strip()
        console.print(Text.assemble((f"{row['status']:<10}", COLOURS[weight]), f"{name}: {row['detail']}"))
        if row["fix"]:
            console.print(Text(f"{'':<10}-> {row['fix']}   (guardhost explain {row['page']})"))
    bad = sum(1 for finding in findings if finding.found.status != VERIFIED)
    total = len(findings)
    console.print(
        Text(f"all {total} checks are well" if not bad else f"{bad} of {total} findings need you", COLOURS[status])
    )
