"""Which lines of a host's files ask the guard before a call, those that were written by hand included."""

from __future__ import annotations

from typing import Any

from guardhost.hosts import adapter
from guardhost.hosts.wiring import launcher, setup
from guardhost.hosts.wiring.common import calls
from guardhost.hosts.wiring.forms import Json, Own, form_of, parsed
from guardhost.hosts.wiring.settings import read
from guardhost.hosts.wiring.switches import value_of


def entries_of(name: str, path: str) -> tuple[Any, list[tuple[str, str, Any]]]:
    """Return a file's value, and (event, the line that asks the guard, the event's groups) of each entry before a call."""
    _, data = read(path)
    if data is None:
        return {}, []
    form, value = form_of(path, data), value_of(path, data)
    if isinstance(form, Json):
        return value, [(event, line, value["hooks"][event]) for event in calls(name) for line in _lines(value, event)]
    if isinstance(form, Own):
        lines = _own_lines(name, path, data.decode("utf-8", "replace"))
        return value, [("", line, None) for line in lines] if form.by_event(data, path) else []
    found = form.by_event(data, path)
    return value, [(event, str(one["command"]), None) for event in calls(name) for one in found.get(event, [])]


def _own_lines(name: str, path: str, text: str) -> list[str]:
    """Return the line of a file that is ours alone which is asked before a call."""
    found = getattr(setup(name), "wired_lines", None)
    if found is not None:
        lines: list[str] = found(text, adapter(name).BEFORE)
        return lines
    words = f"{launcher.FILE} {name} {adapter(name).BEFORE}"
    return [line for line in _strings(parsed(text.encode(), path).root.value) if words in _plain(line)][:1]


def _plain(line: str) -> str:
    return line.replace("'", "").replace('"', "")


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _strings(one)]


def _lines(value: Any, event: str) -> list[str]:
    groups = (
        value.get("hooks", {}).get(event, []) if isinstance(value, dict) and isinstance(value.get("hooks", {}), dict) else []
    )
    hooks = [
        hook
        for group in groups
        if isinstance(group, dict)
        for hook in group.get("hooks", [group]) or ()
        if isinstance(hook, dict)
    ]
    return list(dict.fromkeys(str(hook.get("command")) for hook in hooks if _guards(hook.get("command"))))


def _guards(line: object) -> bool:
    """Return whether a line starts a guardhost, also one that was written by hand."""
    return launcher.ours(line) or (isinstance(line, str) and "guardhost" in line and " hook" in line)
