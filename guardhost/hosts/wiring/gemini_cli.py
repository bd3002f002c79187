"""Gemini CLI's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.gemini_cli import BEFORE
from guardhost.hosts.wiring.common import asking, filed, least, nested, nested_covers, saying

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "gemini"
FILES = "~/.gemini/settings.json, and .gemini/settings.json of a project"  # as a person is told them
AFTERWARDS = "a project's hooks run in a trusted folder only, once you have seen what Gemini CLI shows of them"
covers = nested_covers
NAMED = {"name": "guardhost"}  # as the host shows it
MATCHED = (BEFORE, "AfterTool")
settings_file, settings_files = filed(".gemini/settings.json", ".gemini/settings.json", "GEMINI_CLI_HOME", "")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return our entries by event; `lines` are the shell lines to wire."""
    return {name: nested("gemini-cli", line, name, unit=1000, matched=MATCHED, more=NAMED) for name, line in lines.items()}


def off(value: Any, *, managed: bool) -> str:  # noqa: ARG001 - every set-up has the same functions
    """Return the switch in a settings file's value that keeps our hooks from running, "" when there is none."""
    switches = value.get("hooksConfig") if isinstance(value, dict) else None
    return "hooksConfig.enabled" if isinstance(switches, dict) and switches.get("enabled") is False else ""


canary = asking(BEFORE, "run_shell_command", timestamp="1970-01-01T00:00:00Z")
decision = saying("decision")
outdated = least((0, 26, 0), "hooks are off unless they are switched on")
