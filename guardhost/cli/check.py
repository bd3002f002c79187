"""`guardhost check`: judge one line, or a file of events, and run nothing."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from guardhost.hosts.generic import verdict as wire
from guardhost.model.errors import GuardError
from guardhost.model.event import Event
from guardhost.model.jsontext import decode, encode
from guardhost.model.mistakes import PayloadError, UsageError
from guardhost.model.outcome import Outcome
from guardhost.model.verdict import rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.cli.unhosted import Bench

BUDGET = 120.0
COLOURS = {"allow": "green", "advise": "cyan", "ask": "yellow", "deny": "red"}


@click.command()
@click.argument("line", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as it stands on the wire.")
@click.option("--why", is_flag=True, help="Also print what was read, every rule that was asked and what decided.")
@click.option("--batch", metavar="FILE", help="Judge one JSON event a line (- for standard input).")
@click.option("--rules-only", is_flag=True, help="Leave the built-in rules out.")
@click.option(
    "--budget", type=click.FloatRange(min=0.1), default=BUDGET, show_default=True, help="Seconds for each judgement."
)
def command(*, line: str | None, as_json: bool, why: bool, batch: str | None, rules_only: bool, budget: float) -> int:
    """Judge LINE in this directory: nothing is run, recorded or spent. Exit status 0 allow or advise, 1 ask or deny."""
    if (line is None) == (batch is None):
        raise UsageError("GH1301", "`check` takes one line or --batch FILE", fix="such as `guardhost check 'git status'`")
    from guardhost.cli.unhosted import Bench

    with Bench(budget=budget, builtin=not rules_only) as bench:
        if batch is not None:
            _batch(bench, batch)
            return 0
        event = Event(host="generic", dialect="generic", seam="command", command=line or "", cwd=os.getcwd())
        outcome = bench.judge(event)
        _show(bench, event, outcome, as_json=as_json, why=why)
        return 1 if rank(outcome.decision) >= rank("ask") else 0


def _show(bench: Bench, event: Event, outcome: Outcome, *, as_json: bool, why: bool) -> None:
    if as_json:
        shown = wire(outcome)
        if why:
            shown["why"] = bench.why(event, outcome)
        click.echo(encode(shown))
        return
    text = (outcome.reason or outcome.context).strip()
    click.echo(f"{click.style(outcome.decision, fg=COLOURS.get(outcome.decision))}  {outcome.rule}".rstrip())
    if text:
        click.echo("\n".join(f"  {one}" for one in text.splitlines()))
    if why:
        for key, value in bench.why(event, outcome).items():
            click.echo(f"  {key}: {_plain(value)}")


def _plain(value: object) -> str:
    if isinstance(value, list):
        return "".join(f"\n    - {_plain(item)}" for item in value) or "none"
    return str(value) if isinstance(value, str) else encode(value)


def _batch(bench: Bench, path: str) -> None:
    """Judge events in order, with memory across the run; a line that is no event gets a verdict that says so."""
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        answer = _one(bench, line, number)
        sys.stdout.write(encode(answer) + "\n")


def _one(bench: Bench, line: bytes, number: int) -> dict[str, object]:
    from guardhost.hosts.generic import from_object

    name: object = ""
    try:
        value = decode(line)
        if not isinstance(value, dict):
            raise PayloadError("GH1202", "the line is no JSON object", fix="give one event a line")
        name = value.get("id", "")
        event = from_object(value, os.environ)
        if not event.cwd:
            event = event.replace(cwd=os.getcwd())
        outcome = bench.judge(event)
    except (GuardError, ValueError) as error:
        reason = f"line {number}: {error}"
        outcome = Outcome(decision="deny", reason=reason, rule=getattr(error, "code", "GH1202"))
    return {"id": name, **wire(outcome)}


def _lines(path: str) -> Iterator[bytes]:
    if path == "-":
        yield from sys.stdin.buffer
        return
    try:
        with open(path, "rb") as file:
            yield from file
    except OSError as error:
        raise UsageError(
            "GH1301", f"`{path}` cannot be read ({error.strerror})", fix="give a file of events, or -"
        ) from None
