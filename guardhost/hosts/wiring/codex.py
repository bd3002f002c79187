"""Codex's set-up: where its hooks lie, our entries in them, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.codex import BEFORE
from guardhost.hosts.wiring.common import asking, filed, least, nested, nested_covers, nested_decision

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


canary = asking(BEFORE, "Bash", turn_id="canary")
decision = nested_decision
outdated = least((0, 124, 0), "hooks are off unless the feature is switched on")
