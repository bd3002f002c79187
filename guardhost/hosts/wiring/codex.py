"""Codex's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.codex import BEFORE
from guardhost.hosts.wiring.common import filed, nested, nested_covers, nested_decision, older
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "codex"
FILES = "~/.codex/hooks.json, and .codex/hooks.json of a project"  # as a person is told them
AFTERWARDS = "run /hooks in Codex once and trust these: what is new or changed does not run before"
covers = nested_covers
MATCHED = (BEFORE, "PostToolUse", "PermissionRequest")
settings_file, settings_files = filed(".codex/hooks.json", "hooks.json", "CODEX_HOME", ".codex")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return our entries by event; `lines` are the shell lines to wire."""
    return {name: nested("codex", line, name, matched=MATCHED) for name, line in lines.items()}


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "session_id": session,
        "cwd": cwd,
        "hook_event_name": BEFORE,
        "turn_id": "canary",
        "tool_name": "Bash",
        "tool_input": {"command": line},
    }
    return to_json(asked).encode()


decision = nested_decision


def outdated(version: str) -> str:
    """Return why the version that was printed is too old to trust with our entries, "" when it is not."""
    return older(version, (0, 124, 0), "hooks are off unless the feature is switched on")
