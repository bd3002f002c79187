"""Kiro's set-up: a hooks file of our own for the IDE and the CLI from 3, and canaries."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from guardhost.hosts.kiro import BEFORE, TIMEOUT
from guardhost.hosts.wiring.common import asking, by_status, filed

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "kiro-cli"
HOME = ".kiro"  # a folder of the home that shows that the host is there
FILES = "~/.kiro/hooks/guardhost.json, and .kiro/hooks/guardhost.json of a project"  # as a person is told them
AFTERWARDS = "a CLI before 3 reads hooks from an agent's own file only, `~/.kiro/agents/NAME.json`: wire it there by hand"
settings_file, settings_files = filed(".kiro/hooks/guardhost.json", "hooks/guardhost.json", "KIRO_HOME", ".kiro")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return the whole file; `lines` are the shell lines to wire."""
    hooks = [
        {"name": f"guardhost {name}", "trigger": name, "action": {"type": "command", "command": line}, "timeout": TIMEOUT,
         "enabled": True} | ({"matcher": ".*"} if name in (BEFORE, "PostToolUse") else {})
        for name, line in lines.items()
    ]  # fmt: skip
    return {"": json.dumps({"version": "v1", "hooks": hooks}, indent=2) + "\n"}


canary = asking(BEFORE, "execute_bash")
decision = by_status
