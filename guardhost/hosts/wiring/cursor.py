"""Cursor's set-up: its hooks file, our entries in it, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.cursor import BEFORE, CALLS, TIMEOUT
from guardhost.hosts.wiring.common import filed, flat_covers, json_decision
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "cursor-agent"
FILES = "~/.cursor/hooks.json, and .cursor/hooks.json of a project"  # as a person is told them
MANAGED = ("/etc/cursor/hooks.json", "/Library/Application Support/Cursor/hooks.json")
covers = flat_covers
settings_file, settings_files = filed(".cursor/hooks.json", "hooks.json", "", ".cursor")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return our entries by event; `lines` are the shell lines to wire. A guard that dies before a call blocks it."""
    closed = {"failClosed": True}
    found = {name: {"command": line, "timeout": TIMEOUT} | (closed if name in CALLS else {}) for name, line in lines.items()}
    return {"version": 1, **found}


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "conversation_id": session,
        "hook_event_name": BEFORE,
        "cursor_version": "0",
        "workspace_roots": [cwd],
        "command": line,
        "cwd": cwd,
    }
    return to_json(asked).encode()


def decision(stdout: bytes) -> str:
    """Return what a reply to a call says: allow, ask or deny; "" when it is none: no answer is a failure there."""
    return json_decision(stdout, "permission") if stdout.strip() else ""
