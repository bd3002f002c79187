"""Amp's set-up: a plugin file of ours, and canaries."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from guardhost.hosts.amp import BEFORE
from guardhost.hosts.wiring.common import filed, launchers, plugin, saying
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "amp"
HOME = ".config/amp"  # a folder of the home that shows that the host is there
FILES = "~/.config/amp/plugins/guardhost.ts, and .amp/plugins/guardhost.ts of a project"  # as a person is told them
settings_file, settings_files = filed(".amp/plugins/guardhost.ts", "amp/plugins/guardhost.ts", "XDG_CONFIG_HOME", ".config")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return the whole file, which starts the launcher that the lines start."""
    return {"": plugin("amp.ts", next(iter(lines.values())))}


def wired_lines(text: str, event: str) -> list[str]:
    """Return the shell line that the plugin's call of an event comes to."""
    return [f"{shlex.quote(path)} amp {event}" for path in launchers(text)]


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "hook": BEFORE, "thread": {"id": session}, "toolUseID": "", "tool": "shell_command", "input": {"command": line},
        "cwd": cwd,
    }  # fmt: skip
    return to_json(asked).encode()


decision = saying("action")
