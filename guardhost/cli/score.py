"""`guardhost score`: how far a finished run kept to the rules that connect calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from guardhost.model.mistakes import UsageError
from guardhost.temporal.finished import Constraint, Scored, score
from guardhost.temporal.printing import show
from guardhost.testing.constraints import read

PLACES = ("guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml")
NAMES = ("tool", "tool_name", "name")
ARGUMENTS = ("args", "arguments", "tool_args", "input")


@click.command()
@click.argument("trace", type=click.Path(exists=True, dir_okay=False))
@click.option("--rules", type=click.Path(exists=True, dir_okay=False), help="The rule file; the one of this folder.")
@click.option("--weight", "weights", multiple=True, metavar="ID=N", help="What a rule weighs instead; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, trace: str, rules: str | None, weights: tuple[str, ...], as_json: bool) -> int:
    """Judge the calls of a finished run, one JSON object a line such as {"tool": "git_push", "args": {"force": true}}.

    Formulas have their ordinary two-valued meaning: at the end `X` is false, and what was to come must have come. The score
    is 1 - (weight of the rules that are broken) / (weight of all). Calls are matched as they stand in the file. Exit
    status 1 when a rule is broken.
    """
    file = rules or next((place for place in PLACES if Path(place).is_file()), None)
    if file is None:
        raise UsageError("GH1301", "there is no rule file here", fix="name one with --rules")
    constraints = _weighed(read(Path(file).read_text(encoding="utf-8"), file), weights)
    scored = score(constraints, calls(Path(trace)))
    if as_json:
        click.echo(json.dumps(_data(scored)))
    else:
        _tell(scored)
    return 1 if scored.violated else 0


def calls(trace: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls of a file; `UsageError` with the line that is none."""
    found: list[tuple[str, dict[str, Any]]] = []
    for number, line in enumerate(trace.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            found += _calls(line, f"{trace}:{number}")
    return found


def _calls(line: str, where: str) -> list[tuple[str, dict[str, Any]]]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise _no_call(where) from None
    rows = data["tool_calls"] if isinstance(data, dict) and isinstance(data.get("tool_calls"), list) else [data]
    return [_call(row, where) for row in rows]


def _call(row: Any, where: str) -> tuple[str, dict[str, Any]]:
    if not isinstance(row, dict):
        raise _no_call(where)
    tool = next((row[key] for key in NAMES if key in row), None)
    args: Any = next((row[key] for key in ARGUMENTS if key in row), {})
    if not isinstance(tool, str) or not isinstance(args, dict):
        raise _no_call(where)
    return tool, args


def _no_call(where: str) -> UsageError:
    fix = 'write one object a line: {"tool": "git_push", "args": {"force": true}}'
    return UsageError("GH1301", "this line is no call", where=where, fix=fix)


def _weighed(constraints: list[Constraint], weights: tuple[str, ...]) -> list[Constraint]:
    given: dict[str, float] = {}
    for text in weights:
        name, _, number = text.rpartition("=")
        if not name or not number.replace(".", "", 1).isdigit():
            raise UsageError("GH1301", f"`{text}` is no weight", fix="write `rule-id=2`")
        given[name] = float(number)
    stray = next((name for name in given if name not in {one.name for one in constraints}), None)
    if stray is not None:
        raise UsageError("GH1301", f"there is no rule `{stray}`", fix="give the id of one")
    return [one.replace(weight=given.get(one.name, one.weight)) for one in constraints]


def _data(scored: Scored) -> dict[str, Any]:
    rows = [
        {
            "name": one.name,
            "passed": one in scored.satisfied,
            "severity": one.severity,
            "weight": one.weight,
            "formula": show(one.formula),
        }
        for one in (*scored.violated, *scored.satisfied)
    ]
    return {"compliance": round(scored.compliance, 6), "constraints": rows}


def _tell(scored: Scored) -> None:
    for one in scored.violated:
        why = f"  {one.why}" if one.why else ""
        click.echo(f"{click.style('broken', fg='red')}  {one.name}  {one.severity}  {one.weight:g}{why}")
    for one in scored.satisfied:
        click.echo(f"{click.style('kept', fg='green')}    {one.name}  {one.severity}  {one.weight:g}")
    click.echo(f"compliance {scored.compliance:.3f}")
