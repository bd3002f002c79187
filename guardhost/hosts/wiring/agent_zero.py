"""Agent Zero's set-up: a plugin folder of ours below its `usr/plugins`, and canaries."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING, Any

from guardhost.hosts.agent_zero import BEFORE, EVENTS
from guardhost.hosts.wiring.common import saying, shipped
from guardhost.hosts.wiring.launcher import read
from guardhost.model.jsontext import encode as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.hosts.wiring.launcher import Launch

PROGRAM = "agent-zero"
FILES = "usr/plugins/guardhost/ of Agent Zero, in $A0_ROOT, /a0 or ~/agent-zero"  # as a person is told them
AFTERWARDS = "a profile or project has its own config under plugins/guardhost/config.json: enabled, on_deny, workdir"
EXTENSION = "extensions/python/{}/_05_guardhost.py"
META = """# guardhost for Agent Zero. Written by `guardhost install`, taken away by `guardhost uninstall agent-zero`.
name: guardhost
title: guardhost
description: Asks the repository's own policy before each tool call.
version: 0.1.0
settings_sections:
  - agent
per_project_config: true
per_agent_config: true
"""
DEFAULTS = """# Written by `guardhost install`; a profile's or project's own config counts before it.
enabled: true
on_deny: repair   # repair: the agent reads why and goes on; stop: its loop ends
workdir: ""       # where its commands run; "" for its project's folder
"""


def root(env: Mapping[str, str]) -> str:
    """Return where Agent Zero lies, "" when it is not found."""
    home = env.get("HOME", "")
    places = (env.get("A0_ROOT", ""), "/a0", f"{home}/agent-zero" if home else "")
    return next((place for place in places if place.startswith("/") and os.path.isdir(f"{place}/usr")), "")


def settings_file(env: Mapping[str, str], project: str = "") -> str:
    """Return the extension that is asked before a call, "" where Agent Zero is not found; a project has none of its own."""
    return "" if project or not root(env) else f"{root(env)}/usr/plugins/guardhost/{EXTENSION.format(BEFORE)}"


def settings_files(env: Mapping[str, str], project: str = "") -> tuple[str, ...]:  # noqa: ARG001 - as every set-up
    """Return the file that holds our entry."""
    file = settings_file(env)
    return (file,) if file else ()


def own_files(
    lines: Mapping[str, str], env: Mapping[str, str], project: str = "", started: Launch | None = None
) -> dict[str, str]:
    """Return every file of ours, path -> its whole text."""
    folder = f"{root(env)}/usr/plugins/guardhost"
    if project or not root(env):
        return {}
    texts = {f"{folder}/{EXTENSION.format(event)}": _extension(event, lines[event], started) for event in EVENTS}
    return {**texts, f"{folder}/plugin.yaml": META, f"{folder}/default_config.yaml": DEFAULTS}


def _extension(event: str, line: str, started: Launch | None = None) -> str:
    started = started or read(shlex.split(line)[0])
    package = os.path.dirname(started.stub) if started is not None else ""
    given = {"PACKAGE": package, "STATE": started.state if started else "", "GIT": started.git if started else ""}
    return shipped("agent_zero.py", given | {"HOOK": event, "LAUNCHER": shlex.split(line)[0]})


def wiring(lines: Mapping[str, str], version: str = "") -> dict[str, Any]:  # noqa: ARG001 - every set-up has the same functions
    """Return the text of the extension that is asked before a call."""
    return {"": _extension(BEFORE, lines[BEFORE])}


def wired_lines(text: str, event: str) -> list[str]:
    """Return the shell line that asks the same guard what the extension asks in its own process."""
    package = next((line.split('"')[1] for line in text.splitlines() if line.startswith("PACKAGE = ")), "")
    launcher = next((line.split('"')[1] for line in text.splitlines() if line.startswith("LAUNCHER = ")), "")
    return [f"{shlex.quote(launcher)} agent-zero {event}"] if package and launcher else []


def canary(line: str, cwd: str, session: str) -> bytes:
    """Return the payload of a shell call before it runs."""
    asked: dict[str, Any] = {
        "hook": BEFORE, "tool_name": "code_execution_tool", "tool_args": {"runtime": "terminal", "code": line},
        "session_id": session, "cwd": cwd,
    }  # fmt: skip
    return to_json(asked).encode()


decision = saying("decision")
