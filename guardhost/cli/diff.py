"""`guardhost diff`: which recorded calls and examples two versions of the policy judge differently."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.recorded import CUT, at, here, printable, state_folder, what, whole
from guardhost.doctor import SESSION
from guardhost.model.errors import PolicyError
from guardhost.model.jsontext import encode
from guardhost.model.mistakes import UsageError
from guardhost.model.verdict import SEAMS
from guardhost.testing.compared import LAXER, STRICTER, TEXT, differences, distinct, examples, raised, recorded, worst_first
from guardhost.testing.replayed import KINDS, in_order
from guardhost.world.git import program
from guardhost.world.objects import ENVIRONMENT
from guardhost.world.objects import command as git_words
from guardhost.world.process import run
from guardhost.world.repository import Place, find
from guardhost.world.trail import records

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guardhost.testing.compared import Case, Difference, Raised
    from guardhost.testing.versions import Version

ALIKE, LETS_THROUGH, UNUSABLE = 0, 1, 2
WORKING = "the working tree"
COLOURS = {LAXER: "red", STRICTER: "green", TEXT: "cyan"}
WORDS = {LAXER: "laxer", STRICTER: "stricter", TEXT: "other text"}
SECONDS = 10.0  # for one answer of git


@click.command()
@click.argument("versions", nargs=-1, metavar="[REF [REF]]")
@click.option("--last", type=click.IntRange(min=0), default=300, show_default=True, help="Recorded calls; 0 takes all.")
@click.option("--root", type=click.Path(exists=True, file_okay=False), help="The repository; the one around this folder.")
@click.option("--state", default=None, help="The state folder, when it is not the usual one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, versions: tuple[str, ...], last: int, root: str | None, state: str | None, as_json: bool) -> int:
    """Judge recorded calls and the examples of the rules by two versions of this repository's policy.

    The policy of REF (HEAD, if none is given) against the working tree's, or that of one REF against another's, with the
    rule files of each; what `builtin:` raises is compared by itself. Where a rule goes by earlier calls, the recorded ones
    are replayed in their order. The worst is told first: what is let through that was not. Nothing is run or recorded.
    Exit status 1 when something is let through that was not, 2 when a version does not load.
    """
    if len(versions) > 2:
        raise UsageError("GH1301", "`diff` compares two versions", fix="give no more than two commits")
    place = find(os.path.realpath(root or os.getcwd()))
    if place is None:
        raise UsageError("GH1301", "there is no repository here", fix="go into one, or name it with --root")
    git = program(os.environ)
    names = (*(versions or ("HEAD",)), WORKING)[:2]
    commits = [_commit(place, name, git) if name != WORKING else "" for name in names]
    from guardhost.testing.versions import Version

    opened: list[Version] = []
    try:
        for name, commit in zip(names, commits, strict=True):
            try:
                opened.append(Version(place, commit, name, git))
            except PolicyError as error:
                click.echo(f"guardhost: the policy of {name} does not load: {error}", err=True)
                return UNUSABLE
        return _compare(opened[0], opened[1], place, _Wanted(last, state), as_json=as_json)
    finally:
        for version in opened:
            version.close()


class _Wanted:
    """Which recorded calls are taken: how many, and from which state folder."""

    def __init__(self, last: int, state: str | None) -> None:
        self.last = last
        self.state = state


def _commit(place: Place, name: str, git: str) -> str:
    """Return the id of the commit that a person names; `UsageError` when there is none."""
    if not git and name == "HEAD" and place.head:
        return place.head
    words = (*git_words(git, place), "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    status, said = run(words, SECONDS, environment=ENVIRONMENT) if git and not name.startswith("-") else (None, b"")
    if status != 0:
        fix = "name a commit, a branch or a tag" if git else "install git"
        if name == "HEAD" and (git or not place.reftable):
            fix = "commit something first"
        raise UsageError("GH1301", f"`{name}` names no commit of {place.root}", fix=fix)
    return said.decode("ascii").strip()


def _compare(before: Version, after: Version, place: Place, wanted: _Wanted, *, as_json: bool) -> int:
    cases = examples(before, after)
    calls, lost = _calls(place, wanted, whole_run=before.remembers or after.remembers)
    every = [*cases, *calls]
    judged = (one for one in _progress(differences(before, after, every), len(every)) if one is not None)
    found = worst_first(distinct(judged))
    built_in = raised(before, after)
    through = sum(one.lets_through for one in found) + sum(one.lets_through for one in built_in)
    counted = sum(case.counts for case in cases), sum(case.counts for case in calls), lost
    if as_json:
        told = {"from": before.name, "to": after.name, "examples": counted[0], "recorded": counted[1], "lost": lost}
        click.echo(
            encode(
                {
                    **told,
                    "lets_through": through,
                    "differences": [_as_data(one) for one in found],
                    "builtin": [_of_builtin(one) for one in built_in],
                }
            )
        )
    else:
        for rule in built_in:
            _show_raised(rule)
        for one in found:
            _show(one)
        click.echo(_summary(before, after, [*found, *built_in], counted))
    return LETS_THROUGH if through else ALIKE


def _calls(place: Place, wanted: _Wanted, *, whole_run: bool) -> tuple[list[Case], int]:
    """Return the newest recorded calls, each once, and how many records do not have what was asked.

    A `whole_run` has them as they came, with their ends and what else happened between them.
    """
    folder = here(state_folder(wanted.state))
    kept = [
        one for one in records(folder) if one.get("kind") in KINDS and not str(one.get("session", "")).startswith(SESSION)
    ]
    newest = _until(sorted(kept, key=at, reverse=True), wanted.last)
    found = [(record, _case(folder, record, place.root)) for record in newest]
    lost = sum(case is None and record["kind"] in SEAMS for record, case in found)
    if whole_run:
        return in_order(reversed(found), place.root), lost
    calls: dict[tuple[str, str, str], Case] = {}
    for record, case in found:
        if case is not None and case.event is not None:
            calls.setdefault((case.kind, whole(folder, record), case.event.cwd), case)
    return list(calls.values()), lost


def _until(kept: Iterable[dict[str, Any]], last: int) -> Iterable[dict[str, Any]]:
    """Give records up to the `last` call, all of them when that is 0."""
    calls = 0
    for record in kept:
        calls += record["kind"] in SEAMS
        if last and calls > last:
            return
        yield record


def _case(folder: str, record: dict[str, Any], root: str) -> Case | None:
    if record["kind"] not in SEAMS:
        return None
    text = whole(folder, record)
    label = text if record["kind"] == "command" else what(folder, record)
    return None if record.get("asked") and text.endswith(CUT) else recorded(record, text, root, label)


def _progress(found: Iterable[Difference | None], total: int) -> Iterable[Difference | None]:
    if not sys.stderr.isatty():
        yield from found
        return
    with click.progressbar(found, length=total, label="calls", file=sys.stderr) as bar:
        yield from bar


def _show(one: Difference) -> None:
    before, after = one.before, one.after
    decisions = before.decision if one.change == TEXT else f"{before.decision} -> {after.decision}"
    rule = (before if one.change == LAXER else after).rule or after.rule or before.rule
    head = click.style(f"{WORDS[one.change]:<10}  {decisions:<16}", fg=COLOURS[one.change], bold=one.lets_through)
    click.echo(f"{head}  {rule:<24}  {printable(one.case.text)}  ({one.case.origin})".rstrip())
    if one.change == TEXT:
        for sign, judged in (("-", before), ("+", after)):
            click.echo(f"    {sign} {printable(judged.reason.strip().partition(chr(10))[0])}")


def _show_raised(one: Raised) -> None:
    head = click.style(
        f"{WORDS[one.change]:<10}  {f'{one.before} -> {one.after}':<16}", fg=COLOURS[one.change], bold=one.lets_through
    )
    click.echo(f"{head}  {one.rule:<24}  wherever this built-in rule fires  (builtin:)")


def _of_builtin(one: Raised) -> dict[str, Any]:
    return {
        "rule": one.rule, "before": one.before, "after": one.after, "change": one.change, "lets_through": one.lets_through,
    }  # fmt: skip


def _summary(before: Version, after: Version, found: list[Difference | Raised], counted: tuple[int, int, int]) -> str:
    tried, calls, lost = counted
    through = sum(one.lets_through for one in found)
    counts = [f"{sum(one.change == kind for one in found)} {WORDS[kind]}" for kind in (LAXER, STRICTER, TEXT)]
    missing = f" ({lost} more were recorded without their text)" if lost else ""
    told = ", ".join(counts) if found else "all judged alike"
    worst = f"; {through} let through that {'was' if through == 1 else 'were'} not" if through else ""
    return f"{before.name} -> {after.name}: {tried} examples, {calls} recorded calls{missing}: {told}{worst}"


def _as_data(one: Difference) -> dict[str, Any]:
    sides = {
        name: {"decision": judged.decision, "rule": judged.rule, "reason": judged.reason}
        for name, judged in (("before", one.before), ("after", one.after))
    }
    case = {"kind": one.case.kind, "call": one.case.text, "origin": one.case.origin}
    return {"change": one.change, "lets_through": one.lets_through, **case, **sides}
