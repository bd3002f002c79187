"""`guardhost translate`: what a shell line runs, as structured calls, with what it touches. Nothing is run or judged."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.also import ALSO
from guardhost.cli.quoted import Quoted, lines, one_of
from guardhost.judgement.flow import reader
from guardhost.judgement.requests import calls_of
from guardhost.judgement.unhosted import Unhosted
from guardhost.model.effects import APPEND, DELETE, MOVE, READ, WRITE, Effects, Touch
from guardhost.model.event import Event
from guardhost.model.jsontext import decode
from guardhost.model.line import Word
from guardhost.shell.effects import effects
from guardhost.shell.reading import Reading, read
from guardhost.shell.readonly import prove
from guardhost.world.state import locate

if TYPE_CHECKING:
    from guardhost.judgement.scene import Lent
    from guardhost.model.line import Command
    from guardhost.model.structured import Call

ENCODE = json.JSONEncoder(separators=(",", ":")).encode
# what stands in the object -> the kinds of touches in it
TOUCHED = {"reads": (READ,), "writes": (WRITE, APPEND), "overwrites": (WRITE,), "deletes": (DELETE,), "moves": (MOVE,)}


@click.command(cls=Quoted)
@click.argument("line", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--cwd", type=click.Path(file_okay=False), help="Where the line runs; this folder when not given.")
@click.option(
    "--batch", metavar="FILE", help='Translate one JSON object {"id", "command", "cwd"} a line (- for standard input).'
)
def command(*, line: str | None, as_json: bool, cwd: str | None, batch: str | None) -> int:
    """Print what LINE runs, the structured calls it makes, what it touches and whether it only reads.

    LINE is one word: quote it. Exit status 1 where it cannot be read. With --batch each object's answer is a line of
    JSON, and the exit status is 0; 2 where FILE cannot be read.
    """
    one_of(line, batch, "translate")
    folder = os.path.abspath(cwd or os.getcwd())
    with Unhosted(os.environ, locate(os.environ)) as unhosted:
        lent = unhosted.lent()
        if batch is not None:
            for number, text in lines(batch, "objects with a command"):
                sys.stdout.write(ENCODE(_asked(text, number, folder, lent)) + "\n")
            return 0
        told = translated(line or "", folder, lent)
    if as_json:
        click.echo(ENCODE({"id": "", **told}))
    else:
        _show(told)
    return 0 if told["readable"] else 1


def _asked(text: bytes, number: int, folder: str, lent: Lent) -> dict[str, Any]:
    """Return the answer to one line of a batch; a line that asks nothing is told like one that cannot be read."""
    value: Any = None
    try:
        value = decode(text)
    except ValueError as error:
        why = f"line {number} is no JSON: {error}"
    else:
        why = f'line {number} is no object with a text "command"'
    if not isinstance(value, dict):
        return {"id": "", **_told(Reading(text="", readable=False, why=why), Effects())}
    line, cwd = value.get("command"), value.get("cwd")
    told = (
        translated(line, os.path.join(folder, cwd) if isinstance(cwd, str) else folder, lent)
        if isinstance(line, str)
        else _told(Reading(text="", readable=False, why=why), Effects())
    )
    return {"id": value.get("id", ""), **told}


def translated(line: str, cwd: str, lent: Lent) -> dict[str, Any]:
    """Return everything that is read of a line which runs in `cwd`, as the object that is printed."""
    given = reader(Event(host="generic", dialect="generic", seam="command", command=line, cwd=cwd), lent)
    reading = read(line, given)
    return _told(reading, effects(reading, given) if reading.readable else Effects())


def _told(reading: Reading, touched: Effects) -> dict[str, Any]:
    read_only, word = prove(reading)
    return {
        "readable": reading.readable,
        "why": reading.why,
        "programs": [_program(one) for one in reading.commands],
        "calls": [_call(one) for one in calls_of(reading.commands)],
        "effects": {
            **{name: _paths([touch for touch in touched.touches if _is_in(touch, name)]) for name in TOUCHED},
            **{name: getattr(touched, name) for name in ALSO},
        },
        "read_only": read_only,
        "read_only_why": word,
    }


def _program(one: Command) -> dict[str, Any]:
    return {
        "program": one.program,
        "args": known(one.args),
        "certain": one.certain,
        "cwd": one.cwd,
        "wrappers": list(one.wrappers),
    }


def _call(one: Call) -> dict[str, Any]:
    return {"tool": one.tool, "args": known(one.args), "unknown": list(one.unknown), "certain": one.certain}


def known(value: Any) -> Any:
    """Return arguments as JSON has them, None for each word that is not known before the run."""
    if isinstance(value, Word):
        return str(value) if value.known else None
    if hasattr(value, "items"):
        return {key: known(one) for key, one in value.items()}
    return [known(one) for one in value] if isinstance(value, tuple) else value


def _is_in(touch: Touch, name: str) -> bool:
    return touch.kind in TOUCHED[name] and (name != "overwrites" or touch.overwrites)


def _paths(touches: list[Touch]) -> list[dict[str, Any]]:
    """Return each path once: certain where one of its touches is, None for those that are not known before the run."""
    certain: dict[str, bool] = {}
    for touch in touches:
        certain[touch.path] = touch.certain or certain.get(touch.path, False)
    return [{"path": path or None, "certain": sure} for path, sure in certain.items()]


def _show(told: dict[str, Any]) -> None:
    """Print the answer for a person: what may run, or may be touched, is marked."""
    if not told["readable"]:
        click.echo(f"{click.style('unreadable', fg='red')}  {told['why']}")
        return
    _section("programs", [_said_program(one) for one in told["programs"]])
    _section("calls", [_said_call(one) for one in told["calls"]])
    _section("effects", _said_effects(told["effects"]))
    only = (
        click.style("yes", fg="green") if told["read_only"] else f"{click.style('no', fg='yellow')}: {told['read_only_why']}"
    )
    click.echo(f"{click.style('only reads', bold=True)}  {only}")


def _section(name: str, rows: list[str]) -> None:
    click.echo(f"{click.style(name, bold=True)}{'' if rows else '  none'}")
    for row in rows:
        click.echo(f"  {row}")


def _maybe(row: dict[str, Any]) -> str:
    return "" if row["certain"] else click.style("  maybe", fg="yellow")


def _said_program(one: dict[str, Any]) -> str:
    words = " ".join(_said(word) for word in (one["program"] or None, *one["args"]))
    through = f"  through {', '.join(one['wrappers'])}" if one["wrappers"] else ""
    return f"{words}{click.style(through + '  in ' + (one['cwd'] or 'an unknown folder'), dim=True)}{_maybe(one)}"


def _said_call(one: dict[str, Any]) -> str:
    given = "".join(f"  {name}={_said(value)}" for name, value in one["args"].items())
    lost = click.style(f"  not known: {' '.join(one['unknown'])}", fg="yellow") if one["unknown"] else ""
    return f"{click.style(one['tool'] or '?', fg='cyan')}{given}{lost}{_maybe(one)}"


def _said_effects(touched: dict[str, Any]) -> list[str]:
    rows = [f"{name:<10} {_said(one['path'])}{_maybe(one)}" for name in TOUCHED for one in touched[name]]
    return rows + [said for name, said in ALSO.items() if touched[name]]


def _said(value: Any) -> str:
    """Return a value as a person reads it: `?` is not known before the run."""
    if value is None:
        return "?"
    if isinstance(value, list):
        return f"[{', '.join(_said(one) for one in value)}]"
    if isinstance(value, str):
        return value if value and value.isprintable() and " " not in value else ENCODE(value)
    return ENCODE(value)
