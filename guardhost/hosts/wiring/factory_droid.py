"""Factory Droid's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.factory_droid import BEFORE
from guardhost.hosts.wiring.common import asking, filed, nested, nested_covers, nested_decision

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "droid"
FILES = "~/.factory/settings.json, and .factory/settings.json of a project"  # as a person is told them
AFTERWARDS = "look at them once in /hooks of Droid: what is new or changed does not run before"
covers = nested_covers
MATCHED = (BEFORE, "PostToolUse")
settings_file, settings_files = filed(".factory/settings.json", "settings.json", "", ".factory")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return our entries by event; `lines` are the shell lines to wire."""
    return {name: nested("factory-droid", line, name, matched=MATCHED) for name, line in lines.items()}


def off(value: Any, *, managed: bool) -> str:  # noqa: ARG001 - every set-up has the same functions
    """Return the switch in a settings file's value that keeps our hooks from running, "" when there is none."""
    return "hooksDisabled" if isinstance(value, dict) and value.get("hooksDisabled") is True else ""


canary = asking(BEFORE, "Execute", permission_mode="default")
decision = nested_decision
