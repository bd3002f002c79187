"""Requests made by hand, for tests that call a rule as the function that it is."""

from __future__ import annotations

import os
from typing import Any

from guardhost.calls.structured import structured
from guardhost.model.change import Change, WriteRequest
from guardhost.model.request import CommandRequest
from guardhost.model.spawn import SpawnRequest
from guardhost.model.tool import ToolRequest
from guardhost.shell.reading import Lent, read
from guardhost.shell.readonly import prove
from guardhost.world.build import shfmt
from guardhost.world.files import real_path
from guardhost.world.process import start

SECONDS = 10.0  # that the reader's process may take


def command(line: str, **fields: Any) -> CommandRequest:
    """Return what a command rule receives for a shell line, read in `dir` (a folder that need not be there).

    `fields` are those of `CommandRequest` (`checkout`, `role`, `session`, ...); given ones stand as they are.
    """
    where = fields.setdefault("dir", fields.get("workspace", os.getcwd()))
    reading = read(line, Lent(cwd=where, home=os.environ.get("HOME", ""), shfmt=shfmt(), start=start), SECONDS)
    fields = {"workspace": where, "read_only": prove(reading)[0], "commands": reading.commands, **fields}
    fields.setdefault("calls", structured(fields["commands"]) if reading.readable else ())
    return CommandRequest(command=line, readable=reading.readable, **fields)


def write(path: str, content: str = "", **fields: Any) -> WriteRequest:
    """Return what a write rule receives for an edit of `path`."""
    workspace = fields.setdefault("workspace", os.getcwd())
    fields.setdefault("real_path", real_path(path if path.startswith("/") else f"{workspace}/{path}"))
    return WriteRequest(path=path, content=content, **fields)


def change(path: str, before: str | None = None, after: str | None = None, **fields: Any) -> Change:
    """Return what a change rule receives for one changed file; its `kind` is "write" unless it is given."""
    workspace = fields.setdefault("workspace", os.getcwd())
    fields.setdefault("real_path", real_path(path if path.startswith("/") else f"{workspace}/{path}"))
    return Change(path=path, before=before, after=after, **fields)


def spawn(description: str = "", prompt: str = "", **fields: Any) -> SpawnRequest:
    """Return what a spawn rule receives for a subagent that is started."""
    return SpawnRequest(description=description, prompt=prompt, **fields)


def tool(name: str, args: dict[str, Any] | None = None, **fields: Any) -> ToolRequest:
    """Return what a tool rule receives for a call of the tool `name`."""
    return ToolRequest(tool=name, args=args or {}, **fields)
