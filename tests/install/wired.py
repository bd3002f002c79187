"""The launcher that `install` writes, and calls that a host makes through it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, TypeAlias

from guardhost.hosts.wiring import launcher
from guardhost.hosts.wiring.launcher import Launch
from guardhost.world.trail import records

Hook: TypeAlias = "subprocess.Popen[bytes]"
GIT = shutil.which("git") or ""
DENY = "import guardhost as guard\n@guard.command\ndef judge(req):\n    return guard.deny('committed')\n"
ASK = DENY.replace("deny", "ask")
ADVISE = DENY.replace("deny", "advise")
ALLOW = "import guardhost as guard\n@guard.command\ndef judge(req):\n    return None\n"


class Wired:
    """The launcher, and calls that a host makes through it; `prefix` are the words that start it, none as a rule."""

    def __init__(self, launch: Launch, data: Path) -> None:
        self.launch = launch
        self.path = launcher.write(str(data), launch)
        self.env: dict[str, str] = {}
        self.prefix: tuple[str, ...] = ()

    def judge(self, cwd: Path, command: str = "touch a", **event: Any) -> dict[str, Any]:
        """Return the verdict of one call of the generic host."""
        verdict = self.answer(self.start("generic", cwd=str(cwd), command=command, **{"session": "s", **event}))
        assert verdict
        return verdict

    def ask(self, cwd: Path, command: str = "touch a", session: str = "s", event: str = "PreToolUse") -> dict[str, Any]:
        """Return what Claude Code is told before it runs a line, or at another event."""
        return self.answer(self.start_claude(cwd, command, session, event))

    def start_claude(self, cwd: Path, command: str, session: str = "s", event: str = "PreToolUse") -> Hook:
        """Start the hook of one event of Claude Code."""
        payload = {"session_id": session, "transcript_path": "", "cwd": str(cwd), "hook_event_name": event}
        call = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": f"{session}-{command}"}
        return self.start("claude-code", event, **payload, **({"source": "startup"} if event == "SessionStart" else call))

    def start(self, *words: str, **payload: Any) -> Hook:
        """Start one hook."""
        line, env = [*self.prefix, self.path, *words], {**os.environ, **self.env}
        hook = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        assert hook.stdin is not None
        hook.stdin.write(json.dumps(payload).encode())
        hook.stdin.close()
        hook.stdin = None
        return hook

    def answer(self, hook: Hook) -> dict[str, Any]:
        """Return what a hook says in the end; it never fails, and says nothing beside."""
        out, err = hook.communicate(timeout=30)
        assert (hook.returncode, err) == (0, b""), (out, err)
        said: dict[str, Any] = json.loads(out or b"{}")
        return said

    @property
    def state(self) -> Path:
        """The state folder."""
        return Path(self.launch.state)

    def recorded(self) -> list[dict[str, Any]]:
        """Return all records of all repositories."""
        folders = sorted((self.state / "repositories").glob("*"))
        return [record for folder in folders for record in records(str(folder))]


def denied(verdict: dict[str, Any]) -> None:
    assert (verdict["decision"], verdict["decided_by"]) == ("deny", "committed"), verdict


def loosen(root: Path) -> None:
    (root / "guard.py").write_text(ALLOW)
