"""Goose's set-up: a plugin folder with nothing but our hooks, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.goose import BEFORE
from guardhost.hosts.wiring.common import filed, least, nested, numbers, saying
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "goose"
HOME = ".config/goose"  # a folder of the home that shows that the host is there
FILES = "~/.agents/plugins/guardhost/hooks/hooks.json, and the same below a project"  # as a person is told them
settings_file, settings_files = filed(
    ".agents/plugins/guardhost/hooks/hooks.json", ".agents/plugins/guardhost/hooks/hooks.json"
)


def covers(groups: Any, line: str) -> bool:
    """Return whether a group runs `line` for every tool; a bare `*` is no pattern there, and its group never runs."""
    return any(
        isinstance(group, dict) and not group.get("matcher") and line in [hook.get("command") for hook in group["hooks"]]
        for group in groups
    )


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:
    """Return our entries by event; `lines` are the shell lines to wire.

    A build from 1.48 blocks a call whose guard died; an older one might skip the whole file over the key.
    """
    blocks = {"on_failure": "block"} if numbers(version) >= (1, 48, 0) else {}
    return {name: nested("goose", line, name, more=blocks if name == BEFORE else None) for name, line in lines.items()}


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "event": BEFORE,
        "session_id": session,
        "working_dir": cwd,
        "tool_name": "developer__shell",
        "tool_input": {"command": line},
    }
    return to_json(asked).encode()


decision = saying("decision")
outdated = least((1, 48, 0), "a guard that dies lets the call run")
