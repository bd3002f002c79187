"""A throw-away person with a repository, and the words of a wired hook call: for the start-up check and the bench."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from guardhost.world.build import ALONE

STUB = Path(__file__).parent.parent / "guardhost" / "stub.py"
# A judge that imports nothing and answers every seam that a payload below reaches.
GUARD = """import guardhost as guard


@guard.command
def watch(req):
    for command in req.commands:
        if command.program == "gh" and command.args[:2] == ("run", "watch"):
            return guard.deny("read the board once", rule="ci-watch", next="gh pr checks")
    return None


@guard.write
def lock(req):
    if req.path.endswith(".lock"):
        return guard.deny("let the package manager write it", rule="lock-file")
    return None
"""


class Person:
    """A home below `folder`, with state, settings and git identity of its own; `environment` is all that it has."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir(parents=True, exist_ok=True)
        self.state = self.home / ".local" / "state" / "guardhost"
        identity = {
            f"GIT_{who}_{what}": "bench@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        self.environment = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **identity,
        }

    def repository(self, name: str, files: dict[str, str]) -> Path:
        """Make a repository with one commit of `files`."""
        root = self.home / name
        root.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "--allow-empty", "-m", "start"]):
            subprocess.run(["git", *words], cwd=root, env=self.environment, check=True, capture_output=True)
        return root

    def commit(self, root: Path, path: str, text: str) -> None:
        """Commit one file of a repository anew."""
        (root / path).write_text(text, encoding="utf-8")
        words = ["git", "commit", "-q", "-a", "-m", "change"]
        subprocess.run(words, cwd=root, env=self.environment, check=True, capture_output=True)

    def hook(self, event: str = "PreToolUse", python: str = sys.executable, host: str = "claude-code") -> list[str]:
        """Return the words that an installed hook is started with, no shell between."""
        return [python, *ALONE, str(STUB), "hook", host, event, "--state", str(self.state)]


def payload(cwd: Path, tool: str, arguments: dict[str, object], session: str = "") -> bytes:
    """Return what Claude Code sends before one call of `tool`, in a session of the folder's own: its project judges it."""
    session = session or f"bench-{cwd.name}"
    event = {
        "session_id": session,
        "transcript_path": "",
        "cwd": str(cwd),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": arguments,
        "tool_use_id": f"toolu_{session}",
    }
    return json.dumps(event).encode()


def line(cwd: Path, command: str, session: str = "") -> bytes:
    """Return what Claude Code sends before it runs one shell line."""
    return payload(cwd, "Bash", {"command": command, "description": "", "timeout": 120000}, session)
