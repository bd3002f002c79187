"""Which reports of a host are of one call: it may be judged at two of the host's events, and its end told twice.

A host names a call by an id, or gives none; some give it at one event and not at another. Then what the call asks for
tells: its line, the files that it edits, its tool and input.
"""

from __future__ import annotations

from guardhost.world.files import short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.model.event import Event
    from guardhost.world.memory import Memory

    Open = tuple[str, str, list[Any]]

UNNAMED = "~"  # how the name of a call begins that its host gave no id


def content(event: Event) -> str:
    """Return what a call asks for, in the words that its host has for it at each of its events."""
    from guardhost.model.jsontext import encode

    what: dict[str, Any] = {
        "command": event.command,
        "write": sorted({edit.path for edit in event.writes}),
        "spawn": event.spawn.prompt if event.spawn is not None else "",
        "tool": [event.tool.rpartition("__")[2], dict(event.args)],
    }
    return short(encode([event.seam, what.get(event.seam)]))


def judged_before(event: Event, memory: Memory, mine: str) -> str:
    """Return the name of the open call that another event of the host told of, "" for none.

    `mine` is how the names of the session's calls begin. Two calls with ids of their own are two.
    """
    going = memory.open_calls()
    if event.call_id and any(name == mine + event.call_id for name, _, _ in going):
        return ""
    by = {name: entry[0].get("by") for name, _, entry in going}
    for name in _alike(event, going, mine, named=not event.call_id):
        if by[name] and by[name] != event.name and memory.get("by", name) is None:
            memory.put("by", name, event.name)
            return name
    return ""


def ended(event: Event, memory: Memory, mine: str) -> str:
    """Return the name of the open call whose end is told: by its id, else the oldest that asks for the same; "" for none."""
    going = memory.open_calls()
    if event.call_id and any(name == mine + event.call_id for name, _, _ in going):
        return mine + event.call_id
    return next(iter(_alike(event, going, mine, named=not event.call_id)), "")


def _alike(event: Event, going: list[Open], mine: str, *, named: bool) -> list[str]:
    """Return the session's open calls that ask for the same, those without an id first; `named`: also those with one."""
    like = content(event)
    found = [name for name, _, entry in going if name.startswith(mine) and entry[0].get("like") == like]
    unnamed = [name for name in found if name.startswith(mine + UNNAMED)]
    return unnamed + [name for name in found if named and name not in unnamed]
