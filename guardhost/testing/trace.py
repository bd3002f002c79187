"""A finished run as a file: one JSON object a line, written by hand, by a program, or by `guardhost log --json`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from guardhost.model.call import WriteCall
from guardhost.model.event import Event
from guardhost.model.mistakes import UsageError
from guardhost.model.record import Record
from guardhost.rules.members import of_tool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAMES = ("tool", "tool_name", "name")
ARGUMENTS = ("args", "arguments", "tool_args", "tool_input", "input")
STATUS = ("status", "exit_code", "exit")
SHELLS = ("bash", "shell", "run_shell_command", "run_terminal_cmd", "execute_command", "terminal", "local_shell")
RECORDED = ("command", "write", "tool", "spawn")  # the kinds of records that are calls
CUT = " ..."  # the end of a text that a record has only the beginning of


class Ran(Record):
    """One call of a run. `sure` is False for one that a person was asked about, and nothing says that it was done.

    `status` is its exit status; `existed` says whether its paths were there before it, None where the trace does not.
    """

    event: Event
    where: str
    status: int = 0
    sure: bool = True
    existed: bool | None = None


class Trace(Record):
    """The calls of a run, and the places of records whose text was not kept whole."""

    calls: tuple[Ran, ...] = ()
    lost: tuple[str, ...] = ()


def read(text: str, name: str, cwd: str, whole: Callable[[dict[str, Any]], str]) -> Trace:
    """Return the run of a file; `whole` returns a record's text. `UsageError` GH1301 with the line that is no call."""
    calls: list[Ran] = []
    lost: list[str] = []
    records: dict[tuple[str, str], tuple[dict[str, Any], str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}:{number}"
        for row in _rows(line, where) if line.strip() else ():
            if "decision" in row and "kind" in row:
                key = str(row.get("session", "")), str(row.get("call_id") or where)
                records[key] = (_merged(records.get(key, ({}, ""))[0], row), records.get(key, ({}, where))[1])
            elif not ("kind" in row and "time" in row):  # such a record is of no call: a policy that was loaded
                calls.append(_call(row, where, cwd))
    for row, where in records.values():
        found = list(_recorded(row, where, whole))
        calls += found
        if not found and _is_call(row):
            lost.append(where)
    return Trace(calls=tuple(calls), lost=tuple(lost))


def _rows(line: str, where: str) -> list[dict[str, Any]]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise _no_call(where) from None
    rows = data["tool_calls"] if isinstance(data, dict) and isinstance(data.get("tool_calls"), list) else [data]
    if not all(isinstance(row, dict) for row in rows):
        raise _no_call(where)
    return rows


def _no_call(where: str) -> UsageError:
    fix = 'write one object a line: {"tool": "git_push", "args": {"force": true}}, or {"command": "git push --force"}'
    return UsageError("GH1301", "this line is no call", where=where, fix=fix)


def _call(row: dict[str, Any], where: str, cwd: str) -> Ran:
    cwd = str(row.get("cwd") or cwd)
    status = _status(row)
    existed = row.get("existed")
    row = row["function"] if isinstance(row.get("function"), dict) else row  # as some models say a call
    if isinstance(row.get("command"), str):
        event = Event(seam="command", command=row["command"], cwd=cwd)
    else:
        tool = next((row[key] for key in NAMES if key in row), None)
        args: Any = next((row[key] for key in ARGUMENTS if key in row), {})
        if isinstance(args, str):
            args = _plain(args, dict) if args.strip()[:1] == "{" else None
        if not isinstance(tool, str) or not isinstance(args, dict):
            raise _no_call(where)
        event = _tool(tool, args, cwd)
    return Ran(event=event, where=where, status=status, existed=existed if isinstance(existed, bool) else None)


def _status(row: dict[str, Any]) -> int:
    found = next((row[key] for key in STATUS if isinstance(row.get(key), int)), 0)
    return int(found)


def _tool(tool: str, args: dict[str, Any], cwd: str) -> Event:
    """Return a tool's call; that of a host's shell is the line that it runs."""
    line = args.get("command")
    if tool.lower() in SHELLS and isinstance(line, str):
        return Event(seam="command", command=line, tool=tool, args=args, cwd=cwd)
    return Event(seam="tool", tool=tool, args=args, cwd=cwd)


def _merged(before: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    """Return one record for a call that was judged and then done: how it ended, and the decision that it had."""
    if not before:
        return row
    refused = "deny" in (before["decision"], row["decision"])
    return {**row, **before, "decision": "deny" if refused else before["decision"], "done": True, "status": _status(row)}


def _is_call(row: dict[str, Any]) -> bool:
    return row["kind"] in RECORDED and row["decision"] != "deny"


def _recorded(row: dict[str, Any], where: str, whole: Callable[[dict[str, Any]], str]) -> Iterator[Ran]:
    """Yield the calls of a record: none for what was refused, for moments, and for a text that was not kept."""
    text = whole(row) if _is_call(row) else ""
    if not text or (text.endswith(CUT) and row.get("asked")):
        return
    sure = row["decision"] != "ask" or bool(row.get("done"))
    for event in _events(row, text):
        yield Ran(event=event, where=where, status=_status(row), sure=sure)


def _events(row: dict[str, Any], text: str) -> Iterator[Event]:
    kind, tool, cwd = row["kind"], str(row.get("tool", "")), str(row.get("cwd", ""))
    if kind == "command":
        yield Event(seam=kind, command=text, tool=tool, args={"command": text}, cwd=cwd)
    elif kind == "spawn":
        said = {"prompt": text, "description": row.get("description"), "to": row.get("to")}
        yield Event(seam=kind, tool=tool or "Agent", args={key: one for key, one in said.items() if one}, cwd=cwd)
    elif kind == "tool":
        yield Event(seam=kind, tool=tool, args=_plain(text, dict), cwd=cwd)
    else:
        for one in _plain(text, list):
            known = {name: one[name] for name in WriteCall(path="").__dict__ if name in one} if isinstance(one, dict) else {}
            bare = Event(seam=kind, writes=(WriteCall(**{"path": "", **known}),), cwd=cwd)
            yield bare if known.get("delete") or not tool else Event(seam=kind, tool=tool, args=of_tool(bare).args, cwd=cwd)


def _plain(text: str, kind: type) -> Any:
    try:
        found = json.loads(text)
    except ValueError:
        return kind()
    return found if isinstance(found, kind) else kind()
