"""opencode's set-up: a plugin file of ours, and canaries."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from guardhost.hosts.opencode import BEFORE
from guardhost.hosts.wiring.common import filed, launchers, plugin, saying
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "opencode"
HOME = ".config/opencode"  # a folder of the home that shows that the host is there
FILES = "~/.config/opencode/plugin/guardhost.js, and .opencode/plugin/guardhost.js of a project"  # as a person is told them
settings_file, settings_files = filed(
    ".opencode/plugin/guardhost.js", "opencode/plugin/guardhost.js", "XDG_CONFIG_HOME", ".config"
)


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return the whole file, which starts the launcher that the lines start."""
    return {"": plugin("opencode.js", next(iter(lines.values())))}


def wired_lines(text: str, event: str) -> list[str]:
    """Return the shell line that the plugin's call of an event comes to."""
    return [f"{shlex.quote(path)} opencode {event}" for path in launchers(text)]


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "hook": BEFORE, "directory": cwd, "worktree": cwd, "input": {"tool": "bash", "sessionID": session, "callID": ""},
        "output": {"args": {"command": line}},
    }  # fmt: skip
    return to_json(asked).encode()


decision = saying("decision")
