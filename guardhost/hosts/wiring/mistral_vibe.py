"""Mistral Vibe's set-up: its hooks file, our entries in it, the switch that it needs, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.mistral_vibe import BEFORE, TIMEOUT
from guardhost.hosts.wiring.common import asking, below, filed, least, saying

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "vibe"
FILES = "~/.vibe/hooks.toml, and .vibe/hooks.toml of a project"  # as a person is told them
SWITCH = "enable_experimental_hooks"
AFTERWARDS = f"Vibe runs hooks only with `{SWITCH} = true` in its config.toml"
settings_file, settings_files = filed(".vibe/hooks.toml", "hooks.toml", "VIBE_HOME", ".vibe")


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return our tables by event; `lines` are the shell lines to wire. A guard that dies before a call blocks it."""
    return {
        name: {"name": f"guardhost-{name}", "type": name, "command": line, "timeout": float(TIMEOUT)}
        | ({"strict": True} if name == BEFORE else {})
        for name, line in lines.items()
    }


def switches(env: Mapping[str, str]) -> tuple[str, str, bool]:
    """Return (the file, the key, the value) of a switch without which no hook runs."""
    return below(env, "config.toml", "VIBE_HOME", ".vibe"), SWITCH, True


canary = asking(BEFORE, "bash")
decision = saying("decision")
outdated = least((2, 15, 0), "it has no hooks")
