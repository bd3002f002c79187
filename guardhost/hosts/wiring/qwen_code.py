"""Qwen Code's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.qwen_code import BEFORE
from guardhost.hosts.wiring.common import filed, nested, nested_covers, nested_decision, older
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "qwen"
FILES = "~/.qwen/settings.json, and .qwen/settings.json of a project"  # as a person is told them
covers = nested_covers
NAMED = {"name": "guardhost"}  # as the host shows it
MATCHED = (BEFORE, "PostToolUse", "PostToolUseFailure")
settings_file, settings_files = filed(".qwen/settings.json", "settings.json", "QWEN_HOME", ".qwen")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return our entries by event; `lines` are the shell lines to wire."""
    return {name: nested("qwen-code", line, name, unit=1000, matched=MATCHED, more=NAMED) for name, line in lines.items()}


def off(value: Any, *, managed: bool) -> str:  # noqa: ARG001 - every set-up has the same functions
    """Return the switch in a settings file's value that keeps our hooks from running, "" when there is none."""
    return "disableAllHooks" if isinstance(value, dict) and value.get("disableAllHooks") is True else ""


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "session_id": session,
        "cwd": cwd,
        "hook_event_name": BEFORE,
        "timestamp": "1970-01-01T00:00:00Z",
        "permission_mode": "default",
        "tool_name": "run_shell_command",
        "tool_input": {"command": line},
    }
    return to_json(asked).encode()


decision = nested_decision


def outdated(version: str) -> str:
    """Return why the version that was printed is too old to trust with our entries, "" when it is not."""
    return older(version, (0, 19, 7), "an ask was a deny without a word")
