"""What rules remember, as `guardhost log --memory` shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from guardhost.model.jsontext import encode
from guardhost.world.memory import FILE, Memory

if TYPE_CHECKING:
    from guardhost.world.state import State

ENDS = {True: "ran", False: "failed", None: "ran"}


def show(state: State, repository: str, last: int, *, as_json: bool) -> None:
    """Print the calls that rules remember: of the repository, and of each session, the newest last."""
    folders = [Path(repository), *sorted(Path(state.sessions).glob("*"))]
    there = [folder for folder in folders if (folder / FILE).exists()]
    for folder in there:
        rows = _rows(folder)
        for row in rows[-last:] if last else rows:
            scope = "project" if folder == Path(repository) else f"session {folder.name[:8]}"
            if as_json:
                click.echo(encode({"scope": scope, **row}))
            else:
                click.echo(f"{scope:<18} {row['how']:<8} {', '.join(row['calls'])}")
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
