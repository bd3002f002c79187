"""`guardhost score`: how far a finished run kept to the rules of rule files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.recorded import state_folder, whole
from guardhost.judgement.rulefiles import RuleFile
from guardhost.judges.source import WorkTree, read_form
from guardhost.model.errors import GuardError
from guardhost.model.mistakes import UsageError
from guardhost.rules.compiling import compile_file
from guardhost.rules.loading import FORMS, unreadable
from guardhost.testing.ruled import error_text
from guardhost.testing.scoring import Result, compliance, run
from guardhost.testing.trace import read
from guardhost.world.repository import find
from guardhost.world.state import of_repository

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEVERITIES = {
    "HARD_STOP": "mode stop: refused, and every later call until the person writes",
    "PERSISTENT_BLOCK": "mode block or ask: refused every time, or left to the person",
    "SOFT_BLOCK": "mode retry: refused, and after a few times the person is asked",
    "BLOCK_AND_WARN": "mode warn: refused once, the same call again passes",
    "TOLERATE": "mode log: runs, and is told",
}


@click.command()
@click.argument("trace", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--rules", type=click.Path(exists=True, dir_okay=False), help="The rule file; those of the repository without it."
)
@click.option("--weight", "weights", multiple=True, metavar="ID=N", help="What a rule weighs instead; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, trace: str, rules: str | None, weights: tuple[str, ...], as_json: bool) -> int:
    """Judge the calls of a finished run by the rules of guard.yaml, also those that it takes from the library.

    TRACE has one JSON object a line:

    \b
      {"command": "git push --force", "status": 1}
      {"tool": "Write", "args": {"file_path": "a.py"}, "existed": false}
      {"tool": "git_push", "args": {"force": true}}

    or a record of `guardhost log --json`: what was refused is left out. A shell line is judged as the calls of its
    programs. `status` is how it ended (0 without it), `cwd` where it ran, `existed` whether its paths were there before
    (without it the disk of now is asked).

    A rule is kept or broken by the run as a whole: at the end what was to come must have come. The score is 1 - (weight of
    the rules that are broken) / (weight of all); a rule has `weight` 1 where it says nothing else.

    Exit status 1 when a rule is broken, 2 when the trace or a rule file cannot be read.
    """
    place = find(os.getcwd())
    root = place.root if place is not None else os.path.realpath(".")
    files = _files(root, rules)
    problems = [error_text(one) for file in files for one in file.compiled["problems"]]
    for problem in problems:
        click.echo(f"guardhost: {problem}", err=True)
    if problems:
        return 2
    given = _weights(weights, files)
    ran = read(Path(trace).read_text(encoding="utf-8", errors="replace"), trace, root, _whole(root))
    results, unread = run(files, ran.calls, root, given)
    for note in (*unread, *(f"{where}: the text of this record was not kept whole" for where in ran.lost)):
        click.echo(f"note: {note}; it counts for no rule", err=True)
    if as_json:
        click.echo(json.dumps(_data(results)))
    else:
        _tell(results)
    return 0 if all(one.passed for one in results) else 1


def _files(root: str, named: str | None) -> list[RuleFile]:
    """Return the rule file that is named, else all that stand at the root; `UsageError` where there is no rule."""
    found: list[RuleFile] = []
    if named is not None:
        compiled = compile_file(named, Path(named).read_bytes(), finished=True)
        found.append(RuleFile(side="working", root=root, path=named, compiled=compiled))
    for form in () if named is not None else FORMS:
        try:
            data = read_form(WorkTree(root), form)
        except GuardError as error:
            found.append(RuleFile(side="working", root=root, path=form, compiled=unreadable(form, error)))
            continue
        if data is not None:
            found.append(RuleFile(side="working", root=root, path=form, compiled=compile_file(form, data, finished=True)))
    if not found:
        raise UsageError("GH1301", f"there is no rule file in {root}", fix="name one with --rules")
    if not any(file.compiled["rules"] or file.compiled["problems"] for file in found):
        fix = "write some below `rules:`, or take one with `guardhost use`"
        raise UsageError("GH1301", "there are no rules in it", where=found[0].path, fix=fix)
    return found


def _whole(root: str) -> Callable[[dict[str, Any]], str]:
    """Return what finds the whole text of a record, where this repository's records are kept here."""
    place = find(root)
    try:
        folder = of_repository(state_folder(None), (place.common_dir or place.root) if place else root)
    except GuardError:
        folder = ""
    return lambda record: whole(folder, record)


def _weights(weights: tuple[str, ...], files: Sequence[RuleFile]) -> dict[str, float]:
    given: dict[str, float] = {}
    for text in weights:
        name, _, number = text.rpartition("=")
        if not name or not number.replace(".", "", 1).isdigit():
            raise UsageError("GH1301", f"`{text}` is no weight", fix="write `rule-id=2`")
        given[name] = float(number)
    known = {rule["id"] for file in files for rule in file.compiled["rules"]}
    stray = next((name for name in given if name not in known), None)
    if stray is not None:
        raise UsageError("GH1301", f"there is no rule `{stray}`", fix="give the id of one")
    return given


def _data(results: Sequence[Result]) -> dict[str, Any]:
    rows = [
        {
            "name": one.rule["id"],
            "kind": one.rule["kind"],
            "passed": one.passed,
            "mode": one.rule["mode"],
            "severity": one.severity,
            "weight": one.weight,
            "at": one.at,
            "problem": one.problem,
        }
        for one in results
    ]
    return {"compliance": round(compliance(results), 6), "constraints": rows}


def _tell(results: Sequence[Result]) -> None:
    for one in sorted(results, key=lambda one: one.passed):
        word = click.style("kept  " if one.passed else "broken", fg="green" if one.passed else "red")
        why = one.rule.get("why", "").strip().partition("\n")[0]
        why = f"  {why}" if why and not one.passed else ""
        click.echo(f"{word}  {one.rule['id']}  {one.severity}  {one.weight:g}{why}")
        if not one.passed:
            click.echo(f"    {one.at + ': ' if one.at else ''}{one.problem}")
    for name, said in SEVERITIES.items():
        if any(one.severity == name for one in results):
            click.echo(click.style(f"{name}: {said}", dim=True))
    click.echo(f"compliance {compliance(results):.3f}")
