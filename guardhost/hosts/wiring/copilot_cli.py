"""Copilot CLI's set-up: a hooks file of our own, and canaries."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from guardhost.hosts.copilot_cli import TIMEOUT
from guardhost.hosts.wiring.common import below, json_decision, older
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "copilot"
HOME = ".copilot"  # a folder of the home that shows that the host is there
FILES = "~/.copilot/hooks/guardhost.json, and .github/hooks/guardhost.json of a project"  # as a person is told them


def settings_file(env: Mapping[str, str], project: str = "") -> str:
    """Return the file that our entries go into: the project's when its root is given, else the person's, "" if unknown."""
    return (
        f"{project}/.github/hooks/guardhost.json"
        if project
        else below(env, "hooks/guardhost.json", "COPILOT_HOME", ".copilot")
    )


def settings_files(env: Mapping[str, str], project: str = "") -> tuple[str, ...]:
    """Return every file of a person and a project that may hold hooks; the host reads all of them."""
    both = (settings_file(env), settings_file(env, project) if project else "")
    return tuple(file for file in both if file)


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


def decision(stdout: bytes) -> str:
    """Return what a reply to a call says: allow, advise, ask or deny; "" when it is no reply of this host."""
    return json_decision(stdout, "permissionDecision")


def outdated(version: str) -> str:
    """Return why the version that was printed is too old to trust with our entries, "" when it is not."""
    return older(version, (1, 0, 57), "a guard that dies lets the call run")
