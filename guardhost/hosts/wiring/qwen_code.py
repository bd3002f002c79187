"""Qwen Code's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.qwen_code import BEFORE
from guardhost.hosts.wiring.common import below, nested, nested_covers, nested_decision, older
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "qwen"
FILES = "~/.qwen/settings.json, and .qwen/settings.json of a project"  # as a person is told them
covers = nested_covers
NAMED = {"name": "guardhost"}  # as the host shows it
MATCHED = (BEFORE, "PostToolUse", "PostToolUseFailure")


def settings_file(env: Mapping[str, str], project: str = "") -> str:
    """Return the file that our entries go into: the project's when its root is given, else the person's, "" if unknown."""
    return f"{project}/.qwen/settings.json" if project else below(env, "settings.json", "QWEN_HOME", ".qwen")


def settings_files(env: Mapping[str, str], project: str = "") -> tuple[str, ...]:
    """Return every file of a person and a project that may hold hooks; the host reads all of them."""
    both = (settings_file(env), settings_file(env, project) if project else "")
    return tuple(file for file in both if file)


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


def decision(stdout: bytes) -> str:
    """Return what a reply to a call says: allow, advise, ask or deny; "" when it is no reply of this host."""
    return nested_decision(stdout)


def outdated(version: str) -> str:
    """Return why the version that was printed is too old to trust with our entries, "" when it is not."""
    return older(version, (0, 19, 7), "an ask was a deny without a word")
