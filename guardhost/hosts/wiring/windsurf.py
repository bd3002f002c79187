"""Windsurf's set-up: its hooks file, our entries in it, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.windsurf import BEFORE
from guardhost.hosts.wiring.common import by_status, filed
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "windsurf"
HOME = ".codeium/windsurf"  # a folder of the home that shows that the host is there
FILES = "~/.codeium/windsurf/hooks.json, and .windsurf/hooks.json of a project"  # as a person is told them
MANAGED = ("/etc/windsurf/hooks.json",)
settings_file, settings_files = filed(".windsurf/hooks.json", "hooks.json", "", ".codeium/windsurf")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return our entries by event; `lines` are the shell lines to wire."""
    return {name: {"command": line, "show_output": True} for name, line in lines.items()}


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "agent_action_name": BEFORE,
        "trajectory_id": session,
        "tool_info": {"command_line": line, "cwd": cwd},
    }
    return to_json(asked).encode()


decision = by_status
