"""Mistral Vibe's set-up: its hooks file, our entries in it, the switch that it needs, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.mistral_vibe import BEFORE, TIMEOUT
from guardhost.hosts.wiring.common import below, filed, json_decision, older
from guardhost.model.jsontext import encode as to_json

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


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "session_id": session,
        "cwd": cwd,
        "hook_event_name": BEFORE,
        "tool_name": "bash",
        "tool_input": {"command": line},
    }
    return to_json(asked).encode()


def decision(stdout: bytes) -> str:
    """Return what a reply to a call says: allow, advise, ask or deny; "" when it is no reply of this host."""
    return json_decision(stdout, "decision")


def outdated(version: str) -> str:
    """Return why the version that was printed is too old to trust with our entries, "" when it is not."""
    return older(version, (2, 15, 0), "it has no hooks")
