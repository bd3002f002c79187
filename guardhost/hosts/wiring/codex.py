"""Codex's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.codex import BEFORE
from guardhost.hosts.wiring.common import below, nested, nested_covers, nested_decision, older
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "codex"
FILES = "~/.codex/hooks.json, and .codex/hooks.json of a project"  # as a person is told them
AFTERWARDS = "run /hooks in Codex once and trust these: what is new or changed does not run before"
covers = nested_covers
MATCHED = (BEFORE, "PostToolUse", "PermissionRequest")


def settings_file(env: Mapping[str, str], project: str = "") -> str:
    """Return the file that our entries go into: the project's when its root is given, else the person's, "" if unknown."""
    return f"{project}/.codex/hooks.json" if project else below(env, "hooks.json", "CODEX_HOME", ".codex")


def settings_files(env: Mapping[str, str], project: str = "") -> tuple[str, ...]:
    """Return every file of a person and a project that may hold hooks; the host reads all of them."""
    both = (settings_file(env), settings_file(env, project) if project else "")
    return tuple(file for file in both if file)


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


def decision(stdout: bytes) -> str:
    """Return what a reply to a call says: allow, advise, ask or deny; "" when it is no reply of this host."""
    return nested_decision(stdout)


def outdated(version: str) -> str:
    """Return why the version that was printed is too old to trust with our entries, "" when it is not."""
    return older(version, (0, 124, 0), "hooks are off unless the feature is switched on")
