"""What rules remember, as `guardhost log --memory` shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from guardhost.cli.recorded import printable
from guardhost.cli.sessions import folders, host_ids
from guardhost.model.jsontext import encode
from guardhost.world.memory import FILE, Memory

if TYPE_CHECKING:
    from guardhost.world.state import State

ENDS = {True: "ran", False: "failed", None: "ran"}


def show(state: State, repository: str, last: int, *, as_json: bool) -> None:
    """Print the calls that rules remember: of the repository, and of each session, the newest last.

    A session has the start of its folder's name and, where a record tells it, the host's own id; `reset` takes either.
    """
    ids = host_ids(state)
    places = [
        (Path(repository), "project", ""),
        *((one, f"session {one.name[:8]}", ids.get(one.name, "")) for one in folders(state)),
    ]
    there = [place for place in places if (place[0] / FILE).exists()]
    wide = max((len(shown) for _, _, shown in there), default=0)
    for folder, scope, shown in there:
        rows = _rows(folder)
        for row in rows[-last:] if last else rows:
            if as_json:
                click.echo(encode({"scope": scope, **({"session": shown} if shown else {}), **row}))
            else:
                parts = (f"{scope:<18}", *([f"{printable(shown):<{wide}}"] if wide else []), f"{row['how']:<8}")
                click.echo(f"{' '.join(parts)} {', '.join(row['calls'])}")
    if not there and not as_json:
        click.echo("no rule remembers anything here")


def _rows(folder: Path) -> list[dict[str, Any]]:
    memory = Memory(str(folder))
    try:
        with memory:
            rows = [{"how": ENDS[ok], "calls": _calls(members)} for members, ok in memory.replay()]
            return rows + [{"how": status, "calls": _calls(members)} for _, status, members in memory.open_calls()]
    finally:
        memory.close()


def _calls(members: list[Any]) -> list[str]:
    return [one["faces"][0][0] + ("?" if one.get("maybe") else "") for one in members if "faces" in one]
