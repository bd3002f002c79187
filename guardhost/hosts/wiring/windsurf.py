"""Windsurf's set-up: its hooks file, our entries in it, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.windsurf import BEFORE
from guardhost.hosts.wiring.common import below
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "windsurf"
HOME = ".codeium/windsurf"  # a folder of the home that shows that the host is there
FILES = "~/.codeium/windsurf/hooks.json, and .windsurf/hooks.json of a project"  # as a person is told them
MANAGED = ("/etc/windsurf/hooks.json",)


def settings_file(env: Mapping[str, str], project: str = "") -> str:
    """Return the file that our entries go into: the project's when its root is given, else the person's, "" if unknown."""
    return f"{project}/.windsurf/hooks.json" if project else below(env, "hooks.json", "", ".codeium/windsurf")


def settings_files(env: Mapping[str, str], project: str = "") -> tuple[str, ...]:
    """Return every file of a person and a project that may hold hooks; the host reads all of them."""
    both = (settings_file(env), settings_file(env, project) if project else "")
    return tuple(file for file in both if file)


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


def decision(stdout: bytes) -> str:
    """Return "allow": what this host is told stands in the exit status alone."""
    return "" if stdout.strip() else "allow"
