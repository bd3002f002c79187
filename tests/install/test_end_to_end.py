"""Whole hook calls through a written launcher: every payload and every kind of malformed input gets its answer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost import __version__
from guardhost.hosts.wiring import launcher
from guardhost.hosts.wiring.launcher import Launch
from guardhost.world.build import package
from tests.hosts.test_claude_code import MALFORMED, PAYLOADS


@pytest.fixture
def wired(home: Path) -> str:
    state = str(home / ".local/state/guardhost")
    return launcher.write(str(home / "data"), Launch(sys.executable, f"{package()}/stub.py", state, "", __version__))


def answer(path: str, event: str, data: bytes) -> dict[str, object]:
    """Return what the hook said; it never fails and never says anything but one JSON object."""
    done = subprocess.run([path, "claude-code", event], input=data, capture_output=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    said: dict[str, object] = json.loads(done.stdout) if done.stdout else {}
    return said


@pytest.mark.parametrize("file", sorted(PAYLOADS.glob("claude-code.*.json")), ids=lambda file: file.stem)
def test_every_payload_is_answered(file: Path, wired: str) -> None:
    event = file.name.split(".")[1]
    said = answer(wired, event, file.read_bytes())
    own = said.get("hookSpecificOutput", {"hookEventName": event})
    assert isinstance(own, dict)
    assert own["hookEventName"] == event
    if event != "PreToolUse":
        assert "permissionDecision" not in own


@pytest.mark.parametrize("event", ["PreToolUse", "Stop"])
@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_input_is_answered(kind: str, event: str, wired: str) -> None:
    said = answer(wired, event, MALFORMED[kind])
    own = said.get("hookSpecificOutput", {})
    assert isinstance(own, dict)
    assert own.get("permissionDecision") == ("deny" if event == "PreToolUse" else None)
    assert event == "PreToolUse" or said == {}


def test_the_generic_host_answers_on_its_wire(wired: str) -> None:
    for event, decision in (
        ({"command": "true"}, "allow"),
        ({"comand": "true"}, "deny"),
        ({"command": "guardhost uninstall"}, "deny"),
    ):
        done = subprocess.run(
            [wired, "generic"], input=json.dumps(event), capture_output=True, text=True, timeout=20, check=False
        )
        assert (done.returncode, done.stderr, json.loads(done.stdout)["decision"]) == (0, "", decision)


def test_a_hook_whose_standard_input_is_closed_denies(wired: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{wired} claude-code PreToolUse <&-"], capture_output=True, timeout=20, check=False
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
