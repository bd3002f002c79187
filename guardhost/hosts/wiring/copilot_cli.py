"""Copilot CLI's set-up: a hooks file of our own, and canaries."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from guardhost.hosts.copilot_cli import TIMEOUT
from guardhost.hosts.wiring.common import filed, least, saying
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "copilot"
HOME = ".copilot"  # a folder of the home that shows that the host is there
FILES = "~/.copilot/hooks/guardhost.json, and .github/hooks/guardhost.json of a project"  # as a person is told them
settings_file, settings_files = filed(".github/hooks/guardhost.json", "hooks/guardhost.json", "COPILOT_HOME", ".copilot")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return the whole file; `lines` are the shell lines to wire."""
    hooks = {name: [{"type": "command", "bash": line, "timeoutSec": TIMEOUT}] for name, line in lines.items()}
    return {"": json.dumps({"version": 1, "hooks": hooks}, indent=2) + "\n"}


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "sessionId": session,
        "timestamp": 0,
        "cwd": cwd,
        "toolName": "bash",
        "toolArgs": {"command": line},
    }
    return to_json(asked).encode()


decision = saying("permissionDecision")
outdated = least((1, 0, 57), "a guard that dies lets the call run")
