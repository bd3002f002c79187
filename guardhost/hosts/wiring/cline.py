"""Cline's set-up: one script of ours for each event, for the IDE and the CLI, and canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.cline import BEFORE
from guardhost.hosts.wiring.common import filed, json_decision
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.hosts.wiring.launcher import Launch

PROGRAM = "cline"
HOME = "Documents/Cline"  # a folder of the home that shows that the host is there
FILES = "~/Documents/Cline/Hooks/, and .clinerules/hooks/ of a project"  # as a person is told them
AFTERWARDS = "switch hooks on in Cline's settings, under Features"
MARK = "# guardhost for Cline. Written by `guardhost install`, taken away by `guardhost uninstall cline`."
settings_file, settings_files = filed(".clinerules/hooks/PreToolUse", "Documents/Cline/Hooks/PreToolUse")


def own_files(
    lines: Mapping[str, str],
    env: Mapping[str, str],
    project: str = "",
    started: Launch | None = None,  # noqa: ARG001 - every set-up has the same functions
) -> dict[str, str]:
    """Return every file of ours, path -> its whole text: the host finds a hook by the name of its file."""
    folder = settings_file(env, project).rpartition("/")[0]
    return {f"{folder}/{name}": f"#!/bin/sh\n{MARK}\n{line}\n" for name, line in lines.items()} if folder else {}


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return the text of the script that is asked before a call."""
    return {"": f"#!/bin/sh\n{MARK}\n{lines[BEFORE]}\n"}


def wired_lines(text: str, event: str) -> list[str]:  # noqa: ARG001 - every set-up has the same functions
    """Return the shell line of a script."""
    return [line for line in text.splitlines() if line and not line.startswith("#")][:1]


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "clineVersion": "0", "hookName": BEFORE, "taskId": session, "workspaceRoots": [cwd],
        "preToolUse": {"toolName": "execute_command", "parameters": {"command": line}},
    }  # fmt: skip
    return to_json(asked).encode()


def decision(stdout: bytes) -> str:
    """Return what a reply to a call says: allow, advise or deny; "" when it is no reply of this host."""
    return json_decision(stdout, "cancel") if stdout.strip() else ""
