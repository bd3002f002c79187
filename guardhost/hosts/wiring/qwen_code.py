"""Qwen Code's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.qwen_code import BEFORE
from guardhost.hosts.wiring.common import asking, filed, least, nested, nested_covers, nested_decision

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


canary = asking(BEFORE, "run_shell_command", timestamp="1970-01-01T00:00:00Z", permission_mode="default")
decision = nested_decision
outdated = least((0, 19, 7), "an ask was a deny without a word")
