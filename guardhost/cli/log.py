"""`guardhost log`: what was judged, as it was recorded."""

from __future__ import annotations

import sys
import time
from datetime import datetime
from heapq import nlargest
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.recorded import everywhere, here, printable, state_folder
from guardhost.model.jsontext import encode
from guardhost.model.mistakes import UsageError
from guardhost.model.verdict import RANK
from guardhost.world.trail import records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Test = Callable[[dict[str, Any]], bool]

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
COLOURS = {"deny": "red", "ask": "yellow", "advise": "cyan"}
WIDE = 200  # columns where the output is no terminal


@click.command()
@click.option("--last", type=click.IntRange(min=0), default=20, show_default=True, help="How many records; 0 shows all.")
@click.option("--decision", multiple=True, type=click.Choice(list(RANK)), help="Only these decisions.")
@click.option("--rule", default="", help="Only what this rule decided; a part of its id is enough.")
@click.option("--session", default="", help="Only this session; the start of its id is enough.")
@click.option("--kind", multiple=True, help="Only these kinds, such as command, write, spawn, tool, policy.")
@click.option(
    "--since", default="", help="Only what came after: 30m, 2h, 3d, or a date such as 2026-01-31 or 2026-01-31T09:30."
)
@click.option("--all", "all_repositories", is_flag=True, help="Records of all repositories, not of this one alone.")
@click.option("--state", default=None, help="The state folder, when it is not the usual one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record a line.")
def command(
    *,
    last: int,
    decision: tuple[str, ...],
    rule: str,
    session: str,
    kind: tuple[str, ...],
    since: str,
    all_repositories: bool,
    state: str | None,
    as_json: bool,
) -> None:
    """Show what was judged in this repository, the newest last."""
    after = moment(since, time.time()) if since else 0.0
    wanted: list[Test] = [
        lambda record: not decision or record.get("decision") in decision,
        lambda record: rule in str(record.get("rule", "")),
        lambda record: str(record.get("session", "")).startswith(session),
        lambda record: not kind or record.get("kind") in kind,
        lambda record: at(record) >= after,
    ]
    found_state = state_folder(state)
    folders = everywhere(found_state) if all_repositories else [here(found_state)]
    found = newest((one for one in _read(folders, all_repositories) if all(test(one) for test in wanted)), last)
    if as_json:
        for record in found:
            click.echo(encode(record))
    elif found:
        _show(found)
    else:
        click.echo(
            "nothing of that was recorded" if any((decision, rule, session, kind, since)) else "nothing was recorded yet"
        )


def _read(folders: list[str], named: bool) -> Iterable[dict[str, Any]]:
    for folder in folders:
        repository = {"repository": folder.rpartition("/")[2]} if named else {}
        for record in records(folder):
            yield {**repository, **record}


def newest(found: Iterable[dict[str, Any]], last: int) -> list[dict[str, Any]]:
    """Return the last records by time, in order; all of them when `last` is 0. Writers at once may record out of order."""
    placed = ((at(record), place, record) for place, record in enumerate(found))
    kept = nlargest(last, placed, key=_place) if last else placed
    return [record for _, _, record in sorted(kept, key=_place)]


def _place(placed: tuple[float, int, dict[str, Any]]) -> tuple[float, int]:
    return placed[:2]


def at(record: dict[str, Any]) -> float:
    """Return when it was recorded, in Unix seconds; 0 for a record that does not say."""
    when = record.get("time")
    return float(when) if isinstance(when, int | float) else 0.0


def moment(text: str, now: float) -> float:
    """Return the Unix time that `--since` names: so long ago, or a local date and time; `UsageError` for anything else."""
    count, unit = text[:-1], text[-1:]
    if count.isdigit() and unit in UNITS:
        return now - int(count) * UNITS[unit]
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        fix = "write 30m, 2h, 3d, or a date such as 2026-01-31"
        raise UsageError("GH1301", f"`--since {text}` is no time", fix=fix) from None


def _show(found: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = ["when", "decision", "rule", "kind", "what"]
    if any("repository" in record for record in found):
        columns.insert(1, "repository")
    for name in columns:
        table.add_column(name, no_wrap=True, overflow="ellipsis", ratio=1 if name == "what" else None)
    for record in found:
        row = _row(record)
        table.add_row(*(Text(row[name], style=COLOURS.get(row["decision"], "")) for name in columns))
    console.print(table)


def _row(record: dict[str, Any]) -> dict[str, str]:
    what = record.get("text") or record.get("tool") or record.get("asked") or record.get("action") or ""
    row = {
        "when": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at(record))),
        "repository": record.get("repository", ""),
        "decision": record.get("decision", ""),
        "rule": record.get("rule", ""),
        "kind": record.get("kind", ""),
        "what": what,
    }
    return {name: printable(str(value)).replace("\n", " ") for name, value in row.items()}
