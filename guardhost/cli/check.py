"""`guardhost check`: judge one line, or a file of events, and run nothing."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.also import ALSO
from guardhost.cli.quoted import Quoted, lines, one_of
from guardhost.cli.seconds import Seconds
from guardhost.hosts.generic import verdict as wire
from guardhost.judgement.scene import FORMS, RULE_FORMS
from guardhost.judgement.unhosted import BUDGET, Unhosted
from guardhost.judgement.wording import uncommitted
from guardhost.model.errors import GuardError
from guardhost.model.event import Event
from guardhost.model.jsontext import decode
from guardhost.model.line import Word
from guardhost.model.mistakes import PayloadError
from guardhost.model.outcome import Outcome
from guardhost.model.verdict import rank
from guardhost.world.git import program
from guardhost.world.repository import find
from guardhost.world.state import locate
from guardhost.world.work import Work

if TYPE_CHECKING:
    from guardhost.judges.caller import Replied
    from guardhost.model.effects import Effects


ENCODE = json.JSONEncoder(separators=(",", ":")).encode
COLOURS = {"allow": "green", "advise": "cyan", "ask": "yellow", "deny": "red"}


@click.command(cls=Quoted)
@click.argument("line", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as it stands on the wire.")
@click.option("--why", is_flag=True, help="Also print what was read, every rule that was asked and what decided.")
@click.option("--batch", metavar="FILE", help="Judge one JSON event a line (- for standard input).")
@click.option("--rules-only", is_flag=True, help="Leave the built-in rules out.")
@click.option("--budget", type=Seconds(), default=BUDGET, show_default=True, help="Seconds for each judgement.")
def command(*, line: str | None, as_json: bool, why: bool, batch: str | None, rules_only: bool, budget: float) -> int:
    """Judge LINE in this directory: nothing is run, recorded or spent.

    LINE is one word: quote it. Exit status 0 for allow or advise, 1 for ask or deny. With --batch it is 0 whatever the
    verdicts are, and each event's verdict is a line of JSON; 2 where FILE cannot be read.
    """
    one_of(line, batch, "check")
    with Unhosted(os.environ, locate(os.environ), budget=budget, builtin=not rules_only) as unhosted:
        if batch is not None:
            _batch(unhosted, batch)
            return 0
        event = Event(host="generic", dialect="generic", seam="command", command=line or "", cwd=os.getcwd())
        outcome = unhosted.judge(event)
        _show(unhosted, event, outcome, as_json=as_json, why=why)
        nobody = not unhosted.replies and not outcome.rule
        hint = _nobody() if nobody else _alone(unhosted, outcome) or _edited(outcome)
        if hint and not as_json:
            click.echo(f"guardhost: {hint}", err=True)
        return 1 if rank(outcome.decision) >= rank("ask") else 0


def _nobody() -> str:
    place = find(os.getcwd())
    if place is None:
        return "no policy judges here: this folder lies in no git repository; the built-in rules alone were asked"
    return f"no policy judges here: {place.root} has none; `guardhost init` writes one to start from"


def _alone(unhosted: Unhosted, outcome: Outcome) -> str:
    """Return that the policy of this repository is not committed, "" where it is, or where there is no repository."""
    place = find(os.getcwd())
    sides = {side.name for side, _ in unhosted.replies if place is not None and side.source.root == place.root}
    if sides != {"working"} or place is None or outcome.notes:  # a note says why HEAD was not asked
        return ""
    return uncommitted(place.root)


def _edited(outcome: Outcome) -> str:
    """Return that HEAD decided although its policy is edited, "" where it did not, or where nothing is edited."""
    place = find(os.getcwd()) if outcome.decided_by in ("committed", "rules") and outcome.decision != "allow" else None
    changes = Work(place, program(os.environ)).changes() if place is not None else None
    for _, _, path in changes or ():
        is_rules = path in RULE_FORMS
        if is_rules == (outcome.decided_by == "rules") and (is_rules or path in FORMS or path.startswith("policy/")):
            return (
                f"{path} is edited and not committed: an edit tightens at once, and loosens once it is committed; "
                "`guardhost diff` shows what it changes"
            )
    return ""


def _show(unhosted: Unhosted, event: Event, outcome: Outcome, *, as_json: bool, why: bool) -> None:
    if as_json:
        shown = wire(outcome)
        if why:
            shown["why"] = _why(unhosted, event, outcome)
        click.echo(ENCODE(shown))
        return
    text = (outcome.reason or outcome.context).strip()
    click.echo(f"{click.style(outcome.decision, fg=COLOURS.get(outcome.decision))}  {outcome.rule}".rstrip())
    if text:
        click.echo("\n".join(f"  {one}" for one in text.splitlines()))
    if why:
        for key, value in _why(unhosted, event, outcome).items():
            click.echo(f"  {key}: {_plain(value)}")


def _why(unhosted: Unhosted, event: Event, outcome: Outcome) -> dict[str, Any]:
    """Return what was read of a line, who was asked, and what decided."""
    from guardhost.calls.structured import structured
    from guardhost.judgement.flow import reader
    from guardhost.shell.effects import effects
    from guardhost.shell.reading import read
    from guardhost.shell.readonly import prove

    lent = reader(event, unhosted.lent())
    reading = read(event.command, lent)
    read_only, word = prove(reading)
    programs = [(*one.wrappers, one.program or one.word.raw, *(word.raw for word in one.args)) for one in reading.commands]
    return {
        "readable": reading.why or "yes",
        "programs": [" ".join(words) for words in programs],
        "calls": [f"{call.tool} {ENCODE(_plainly(call.args))}" for call in structured(reading.commands)],
        "effects": _effects(effects(reading, lent)),
        "read only": "yes" if read_only else f"no: {word}",
        "asked": [one for side, reply in unhosted.replies for one in _asked(side.name, reply)] or _unasked(outcome),
        "time": [
            f"{side.name} side: {elapsed:.1f} ms"
            for (side, _), elapsed in zip(unhosted.replies, unhosted.times, strict=True)
        ],
        "decided by": outcome.decided_by or "nobody: no rule had an opinion",
        "passes": outcome.next[0] if outcome.next else _said(outcome) if outcome.rule else "as it is",
    }


def _unasked(outcome: Outcome) -> list[str]:
    return [f"no judge: {outcome.rule} had answered"] if outcome.rule else []


def _effects(found: Effects) -> list[str]:
    touched = [f"{touch.kind} {touch.path or touch.raw}" for touch in found.touches]
    return touched + [said for name, said in ALSO.items() if getattr(found, name)]


def _said(outcome: Outcome) -> str:
    """Return what the first line of an answer says to do."""
    return (outcome.reason or outcome.context).strip().partition("\n")[0]


def _plainly(value: Any) -> Any:
    """Return a call's arguments with each word that nobody knows before the run as it stands on the line."""
    if isinstance(value, Word):
        return str(value) if value.known else value.raw
    if hasattr(value, "items"):
        return {key: _plainly(one) for key, one in value.items()}
    return [_plainly(one) for one in value] if isinstance(value, tuple | list) else value


def _asked(side: str, reply: Replied) -> list[str]:
    """Return every rule that a side was asked for, with what it said."""
    spoken = reply.fired or tuple((verdict.rule or seam, verdict.decision) for seam, verdict in reply.verdicts)
    return [f"{decision}  workspace:{rule} ({side})" for rule, decision in spoken]


def _plain(value: object) -> str:
    if isinstance(value, list):
        return "".join(f"\n    - {_plain(item)}" for item in value) or "none"
    return str(value) if isinstance(value, str) else ENCODE(value)


def _batch(unhosted: Unhosted, path: str) -> None:
    """Judge events in order, with memory across the run; a line that is no event gets a verdict that says so."""
    for number, line in lines(path, "events"):
        answer = _one(unhosted, line, number)
        sys.stdout.write(ENCODE(answer) + "\n")


def _one(unhosted: Unhosted, line: bytes, number: int) -> dict[str, object]:
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
        outcome = unhosted.judge(event)
    except (GuardError, ValueError) as error:
        reason = f"line {number}: {error}"
        outcome = Outcome(decision="deny", reason=reason, rule=getattr(error, "code", "GH1202"))
    return {"id": name, **wire(outcome)}
