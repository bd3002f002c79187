"""Whole hook calls: a payload in another dialect is answered in it, and one in the environment needs no standard input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.hosts.reply import Reply
from guardhost.world.build import package
from tests.hosts.dialects import PAYLOADS, data_of, decision, host_of

FORBIDDEN = "guardhost uninstall --all"
STUB = [sys.executable, "-I", "-S", f"{package()}/stub.py", "hook"]


def hook(wired: str, event: str, data: bytes, home: Path) -> Reply:
    words = [*STUB, wired, event, "--state", str(home / "state")]
    done = subprocess.run(words, input=data, capture_output=True, timeout=30, check=False)
    return Reply(stdout=done.stdout.decode(), stderr=done.stderr.decode(), exit=done.returncode)


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("cursor.beforeShellExecution", "git push --force origin main"),
        ("codex.PreToolUse.Bash", "git push --force origin main"),
        ("copilot.PreToolUse.pascal-case", "git push --force origin main"),
        ("gemini.BeforeTool.run_shell_command", "git push --force origin main"),
        ("vibe.before_tool.bash", "git push --force"),
        ("windsurf.pre_run_command", "git push --force origin main"),
        ("droid.PreToolUse.Execute", "git push --force"),
        ("goose.PreToolUse.shell", "git push --force"),
    ],
)
def test_a_payload_is_answered_in_its_own_dialect(file: str, line: str, home: Path) -> None:
    data = data_of(file).replace(line.encode(), FORBIDDEN.encode())
    reply = hook("claude-code", "PreToolUse", data, home)
    assert decision(host_of(file), reply) == "deny"
    assert "guard-tamper" in reply.stdout + reply.stderr
    broken = data.replace(f'"{FORBIDDEN}"'.encode(), b"7")
    reply = hook("claude-code", "PreToolUse", broken, home)
    assert decision(host_of(file), reply) == "deny"
    assert "GH1201" in reply.stdout + reply.stderr


def test_a_payload_in_the_environment_needs_no_standard_input(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    payload = json.loads((PAYLOADS / "kiro.ide0.USER_PROMPT.postToolUse.json").read_text())
    asked = {"toolName": "execute_bash", "toolArgs": {"command": FORBIDDEN}}
    for event, given, status in (
        ("PostToolUse", payload, 0),
        ("PreToolUse", asked, 2),
        ("PreToolUse", {"toolName": "x"}, 0),
    ):
        monkeypatch.setenv("USER_PROMPT", json.dumps(given))
        words = [*STUB, "kiro", event, "--state", str(home / "state")]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as held:
            assert held.wait(timeout=6) == status  # its standard input is never closed
