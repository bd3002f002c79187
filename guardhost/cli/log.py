"""`guardhost log`: what was judged, as it was recorded."""

from __future__ import annotations

import sys
import time
from datetime import datetime
from heapq import nlargest
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.recorded import at, everywhere, here, moment_of, printable, state_folder, what
from guardhost.doctor import SESSION
from guardhost.model.event import MOMENTS, UNREAD
from guardhost.model.jsontext import encode
from guardhost.model.mistakes import UsageError
from guardhost.model.verdict import RANK, SEAMS, rank
from guardhost.world.trail import records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Test = Callable[[dict[str, Any]], bool]

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
COLOURS = {"deny": "red", "ask": "yellow", "advise": "cyan"}
COLUMNS = ("when", "repository", "decision", "kind", "rule", "ref")
WHERE_SOME = ("repository", "ref")  # columns that a table without any has not
LEAST = {"when": 14, "decision": 8, "kind": 7}  # columns, so that one page looks like the next
WIDE = 200  # columns where the output is no terminal
ROOM = 16  # columns that `what` needs beside the others
KINDS = [
    *(seam for seam in SEAMS if seam != "change"),
    *(moment for moment in MOMENTS if moment != "call"),
    "policy",
    UNREAD,
]
FOLDER = "\0folder"  # where a record was read; no record has such a field


@click.command()
@click.option("--last", type=click.IntRange(min=0), default=20, show_default=True, help="How many records; 0 shows all.")
@click.option("--decision", multiple=True, type=click.Choice(list(RANK)), help="Only these decisions.")
@click.option("--rule", default="", help="Only what this rule decided; a part of its id is enough.")
@click.option("--session", default="", help="Only this session; the start of its id is enough.")
@click.option(
    "--kind", multiple=True, type=click.Choice(KINDS), metavar="KIND", help=f"Only these kinds: {', '.join(KINDS)}."
)
@click.option(
    "--since", default="", help="Only what came after: 30m, 2h, 3d, or a date such as 2026-01-31 or 2026-01-31T09:30."
)
@click.option("--all", "all_repositories", is_flag=True, help="Records of all repositories, not of this one alone.")
@click.option("--state", default=None, help="The state folder, when it is not the usual one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record a line.")
@click.option("--memory", is_flag=True, help="The calls that rules remember, of this repository and of each session.")
@click.option("--purge", is_flag=True, help="Remove the records, and the texts that no other record names.")
@click.option("--before", default="", help="With --purge: only what is older: 30d, or a date.")
@click.option("--yes", is_flag=True, help="With --purge: do not ask.")
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
    memory: bool,
    purge: bool,
    before: str,
    yes: bool,
) -> None:
    """Show what was judged in this repository, the newest last; a call that was judged twice is one line of the table.

    The newest 100,000 records are kept: for 30 days, denies, asks and changes of a policy for a year. `--json` prints each
    as it was kept, `--purge` removes them.
    """
    found_state = state_folder(state)
    if memory:
        from guardhost.cli.memories import show

        show(found_state, here(found_state), last, as_json=as_json)
        return
    folders = everywhere(found_state) if all_repositories else [here(found_state)]
    if purge or before or yes:
        _purge(folders, before, yes, asked_for=purge, filtered=any((decision, rule, session, kind, since, as_json)))
        return
    after = moment(since, time.time()) if since else 0.0
    wanted: list[Test] = [
        lambda record: not decision or record.get("decision") in decision,
        lambda record: rule in str(record.get("rule", "")),
        lambda record: str(record.get("session", "")).startswith(session),
        lambda record: bool(session) or not str(record.get("session", "")).startswith(SESSION),
        lambda record: not kind or record.get("kind") in kind,
        lambda record: at(record) >= after,
    ]
    read = (one for one in _read(folders, all_repositories) if all(test(one) for test in wanted))
    found = newest(read if as_json else folded(read), last)
    if as_json:
        for record in found:
            click.echo(encode({key: value for key, value in record.items() if key != FOLDER}))
    elif found:
        _show(found)
    else:
        click.echo(
            "nothing of that was recorded" if any((decision, rule, session, kind, since)) else "nothing was recorded yet"
        )


def _purge(folders: list[str], before: str, yes: bool, *, asked_for: bool, filtered: bool) -> None:
    """Remove what was recorded in these folders; on a terminal the person is asked first."""
    from guardhost.world.retention import purge

    if not asked_for:
        raise UsageError("GH1301", "`--before` and `--yes` go with `--purge` only", fix="add --purge, or leave them out")
    if filtered:
        fix = "choose records with --before, or purge them all"
        raise UsageError("GH1301", "`--purge` removes what was recorded up to a time, not by its kind", fix=fix)
    now = time.time()
    until = moment(before, now, "--before") if before else None
    what = f"what was recorded before {before}" if before else "all that was recorded"
    where = "in this repository" if len(folders) == 1 else f"in {len(folders)} repositories"
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(
                "GH1301", f"`--purge` removes {what} {where} for good", fix="say --yes where nobody can be asked"
            )
        if not click.confirm(f"Remove {what} {where} for good?"):
            click.echo("nothing was removed")
            return
    removed = sum(purge(folder, now, until) for folder in folders)
    click.echo(f"removed {removed} record{'' if removed == 1 else 's'}")


def _read(folders: list[str], named: bool) -> Iterable[dict[str, Any]]:
    for folder in folders:
        repository = {"repository": folder.rpartition("/")[2]} if named else {}
        for record in records(folder):
            yield {**repository, **record, FOLDER: folder}


def newest(found: Iterable[dict[str, Any]], last: int) -> list[dict[str, Any]]:
    """Return the last records by time, in order; all of them when `last` is 0. Writers at once may record out of order."""
    placed = ((at(record), place, record) for place, record in enumerate(found))
    kept = nlargest(last, placed, key=_place) if last else placed
    return [record for _, _, record in sorted(kept, key=_place)]


def _place(placed: tuple[float, int, dict[str, Any]]) -> tuple[float, int]:
    return placed[:2]


def moment(text: str, now: float, option: str = "--since") -> float:
    """Return the Unix time that an option such as `--since` names: so long ago, or a local date and time.

    `UsageError` for anything else.
    """
    count, unit = text[:-1], text[-1:]
    if count.isdigit() and unit in UNITS:
        return now - int(count) * UNITS[unit]
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        fix = "write 30m, 2h, 3d, or a date such as 2026-01-31"
        raise UsageError("GH1301", f"`{option} {text}` is no time", fix=fix) from None


def folded(found: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Return one record for each call: a call that two entries judged, or that was judged and then done, is one line.

    The stricter answer stands, as it does in the host; what the other one knows besides is kept. A host that gives the
    call's id at one of its events only tells of the same again at the others: that belongs to the last such call. An id
    that was given to calls that ask for different things names several; what does not say what it asks goes with the first.
    """
    calls: dict[tuple[str, str, str], dict[str, Any]] = {}
    first: dict[tuple[str, str], str] = {}  # what was asked for first, by session and id
    last: dict[tuple[str, str, str], tuple[str, str, str]] = {}
    for record in found:
        session, kind, name = (str(record.get(part, "")) for part in ("session", "kind", "call_id"))
        text = str(record.get("asked") or record.get("text", ""))
        if name:
            if text and first.get((session, name)) == "":  # the one that did not say is this call
                calls[session, name, text] = calls.pop((session, name, ""))
                first[session, name] = text
            key = session, name, text or first.get((session, name), "")
            first.setdefault((session, name), text)
            last[session, kind, text] = key
        elif session and text and (session, kind, text) in last:
            key = last[session, kind, text]
        else:
            yield record
            continue
        before = calls.get(key)
        if before is None:
            calls[key] = record
        elif rank(str(record.get("decision", "allow"))) > rank(str(before.get("decision", "allow"))):
            calls[key] = {**before, **record, "time": before.get("time")}
    yield from calls.values()


def _show(found: list[dict[str, Any]]) -> None:
    """Print a table: every column but `what` whole; where little room is left, `what` stands on a line of its own."""
    import shutil

    from rich.cells import cell_len, set_cell_size

    wide = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
    rows = [_row(record) for record in found]
    columns = [name for name in COLUMNS if name not in WHERE_SOME or any(row[name] for row in rows)]
    widths = {name: max(LEAST.get(name, 0), len(name), *(cell_len(row[name]) for row in rows)) for name in columns}
    room = wide - sum(width + 2 for width in widths.values())
    for row in ({name: name for name in (*COLUMNS, "what")}, *rows):
        line = "  ".join(set_cell_size(row[name], widths[name]) for name in columns)
        shown = _cut(row["what"], room if room >= ROOM else wide - 4)
        text = f"{line}  {shown}" if room >= ROOM else f"{line.rstrip()}\n    {shown}"
        click.echo(click.style(text.rstrip(), fg=COLOURS.get(row["decision"]), bold=row["decision"] == "decision"))


def _cut(text: str, room: int) -> str:
    from rich.cells import cell_len, set_cell_size

    return text if cell_len(text) <= room else set_cell_size(text, max(room, 4) - 1).rstrip() + "…"


def _row(record: dict[str, Any]) -> dict[str, str]:
    row = {
        "when": moment_of(record)[5:],
        "repository": record.get("repository", ""),
        "decision": record.get("decision", ""),
        "kind": record.get("kind", ""),
        "rule": record.get("rule", ""),
        "ref": record.get("ref", ""),
        "what": what(record.get(FOLDER, ""), record),
    }
    return {name: printable(str(value)).replace("\n", " ") for name, value in row.items()}
