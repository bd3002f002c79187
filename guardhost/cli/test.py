"""`guardhost test`: run the examples beside the rules, or a sequence given on the command line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from guardhost.cli.seconds import Seconds
from guardhost.model.errors import PolicyError
from guardhost.model.jsontext import encode
from guardhost.model.mistakes import UsageError
from guardhost.world.repository import find

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judges.inventory import Inventory, Listed
    from guardhost.testing.examples import Tried
    from guardhost.testing.judging import Session

HOLDS, BROKEN, UNUSABLE = 0, 1, 2


@click.command()
@click.argument("examples", nargs=-1, metavar='["deny: LINE" "allow: LINE" ...]')
@click.option("--root", type=click.Path(exists=True, file_okay=False), help="The repository; the one around this folder.")
@click.option("--strict", is_flag=True, help="A rule that no example fires is an error as well.")
@click.option("--budget", type=Seconds(), default=120.0, show_default=True, help="Seconds a judgement.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, examples: tuple[str, ...], root: str | None, strict: bool, budget: float, as_json: bool) -> int:
    """Run the examples beside the rules of this repository's policy; nothing is run, recorded or spent.

    What stands in the working tree is tested, committed or not; `guardhost check` asks HEAD's policy as well.

    With EXAMPLES, judge these as one session by everything that applies: "deny: LINE", "allow: LINE (exit 1)",
    'ask: Tool {json}', "prompt:", "deny: finish:". Exit status 0 all hold, 1 one does not, a
    rule is not registered or nothing is, 2 there is nothing that could be run.
    """
    from guardhost.testing.judging import Session
    from guardhost.testing.rule_examples import as_listed, run
    from guardhost.testing.ruled import error_text, files_of

    place = find(os.getcwd())
    where = os.path.realpath(root or (place.root if place is not None else "."))
    if examples:
        with Session(where, budget=budget) as session:
            return _tell_sequence(_sequence(session, examples), as_json=as_json)
    files = files_of(where, working=True)
    try:
        form, inventory = _inventory(where, files)
    except PolicyError as error:
        click.echo(f"guardhost: {error}", err=True)
        return UNUSABLE
    if not inventory.seams and not inventory.rules:
        fix = "register a judge in it, as with `guard.command(...)`; `guardhost explain policy` shows how"
        click.echo(f"guardhost: {os.path.join(where, form)}: the policy judges nothing; {fix}", err=True)
        if as_json:
            _tell(inventory, [], strict=strict, as_json=True)
        return BROKEN
    with Session(where, budget=budget, builtin=False, rules=list) as session:  # each example is about its own rule
        tried = list(_progress(session, inventory))
    tried += run(files, where, budget)
    problems = [error_text(problem) for file in files for problem in file.compiled["problems"]]
    for problem in problems:
        click.echo(f"guardhost: {problem}", err=True)
    whole = inventory.replace(rules=(*inventory.rules, *as_listed(files)))
    return max(_tell(whole, tried, strict=strict, as_json=as_json), BROKEN if problems else HOLDS)


def _sequence(session: Session, examples: tuple[str, ...]) -> list[Tried]:
    from guardhost.testing.rule_examples import sequence

    return list(sequence(session, examples))


def _inventory(root: str, files: list[RuleFile]) -> tuple[str, Inventory]:
    from guardhost.judges.inventory import Inventory
    from guardhost.testing.found import listed

    found = listed(root)
    if found is None and any(file.compiled["rules"] or file.compiled["problems"] for file in files):
        return files[0].path, Inventory(seams=("rules",))
    if found is None:
        raise UsageError("GH1301", f"there is no policy in {root}", fix="`guardhost init` writes one to start from")
    return found


def _progress(session: Session, inventory: Inventory) -> Iterable[Tried]:
    from guardhost.testing.examples import run, steps

    total = sum(1 for rule in inventory.rules for test in rule.tests for _ in steps(test))
    if not sys.stderr.isatty():
        yield from run(session, inventory.rules)
        return
    with click.progressbar(run(session, inventory.rules), length=total, label="examples", file=sys.stderr) as bar:
        yield from bar


def _tell(inventory: Inventory, tried: list[Tried], *, strict: bool, as_json: bool) -> int:
    wrong = [one for one in tried if one.problem]
    fired = {one.rule for one in tried if one.fired}
    silent = [rule for rule in inventory.rules if rule.name not in fired and rule.seams]
    apart = [rule for rule in inventory.rules if not rule.seams]
    if as_json:
        click.echo(
            encode(
                {
                    "rules": len(inventory.rules),
                    "examples": len(tried),
                    "failed": [_as_data(one) for one in wrong],
                    "never_fires": [rule.name for rule in silent],
                    "not_registered": [rule.name for rule in apart],
                    "seams": list(inventory.seams),
                }
            )
        )
    else:
        for one in wrong:
            click.echo(f"{one.where}  {one.rule}  `{one.expected}: {one.example}`: {one.problem}")
        for rule in apart:
            click.echo(
                f"{rule.where}  {rule.name}  is not registered, so nothing asks it: give it to a seam in the root file"
            )
        for rule in silent:
            click.echo(f"{rule.where}  {rule.name}  never fires: give it an example that it answers")
        click.echo(_summary(inventory, tried, wrong, silent, apart))
    return BROKEN if wrong or apart or (strict and silent) else HOLDS


def _summary(inventory: Inventory, tried: list[Tried], wrong: list[Tried], silent: list[Listed], apart: list[Listed]) -> str:
    outcome = f"{len(wrong)} not as written" if wrong else "all as written"
    groups = (("not registered", apart), ("never fires", silent))
    never = "".join(f" {what}: {', '.join(rule.name for rule in rules)}" for what, rules in groups if rules)
    rules, examples = _number(len(inventory.rules), "rule"), _number(len(tried), "example")
    return f"{rules}, {examples}, {outcome}.{never}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _tell_sequence(tried: list[Tried], *, as_json: bool) -> int:
    wrong = [one for one in tried if one.problem]
    if as_json:
        click.echo(encode({"examples": [_as_data(one) for one in tried], "failed": len(wrong)}))
    else:
        for one in tried:
            click.echo(f"{'ok  ' if not one.problem else 'FAIL'}  {one.expected}: {one.example}  {one.problem}".rstrip())
    return BROKEN if wrong else HOLDS


def _as_data(one: Tried) -> dict[str, str]:
    fields = ("rule", "where", "example", "expected", "got", "problem")
    return {name: getattr(one, name) for name in fields}
