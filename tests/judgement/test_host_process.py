"""A prompt counts only from the process that told of the call: what the agent starts below it lifts no stop."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from guardhost.judgement import host_process
from guardhost.world.clock import began
from hack.fixture import Person

RULES = "rules: [{id: s, never: curl, mode: stop, why: no network}]\n"
READS = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only /proc says who started a process")


class Session:
    """Claude Code is this very process: it starts the hooks itself, or lets a shell of the agent start one."""

    def __init__(self, folder: Path) -> None:
        self.person = Person(folder)
        self.root = self.person.repository("repo", {"guard.yaml": RULES})

    def said(self, event: str, **more: Any) -> bytes:
        return json.dumps({"session_id": "s", "cwd": str(self.root), "hook_event_name": event, **more}).encode()

    def hook(self, event: str, data: bytes, shell: str = "{}") -> str:
        line = shell.format(shlex.join(self.person.hook(event)))
        words = self.person.hook(event) if shell == "{}" else ["bash", "-c", line]
        done = subprocess.run(words, input=data, env=self.person.environment, cwd=self.root, capture_output=True, check=True)
        return done.stdout.decode()

    def stopped(self) -> bool:
        call = self.said(
            "PreToolUse", tool_name="Bash", tool_input={"command": "make docs"}, tool_use_id=os.urandom(4).hex()
        )
        return '"deny"' in self.hook("PreToolUse", call)

    def prompts(self, shell: str = "{}") -> None:
        self.hook("UserPromptSubmit", self.said("UserPromptSubmit", prompt="go on"), shell)


@READS
def test_the_agent_cannot_speak_for_the_person(tmp_path: Path) -> None:
    session = Session(tmp_path)
    curl = session.said("PreToolUse", tool_name="Bash", tool_input={"command": "curl x"}, tool_use_id="1")
    assert '"deny"' in session.hook("PreToolUse", curl)
    assert session.stopped()
    for shell in ("{}; true", "cat | {}", "cat >p; (nohup setsid {} <p &) ; sleep 1"):
        session.prompts(shell)
        assert session.stopped(), shell
    session.prompts()
    assert not session.stopped()


@READS
def test_a_host_that_starts_its_hooks_through_a_shell_is_heard(tmp_path: Path) -> None:
    session = Session(tmp_path)
    curl = session.said("PreToolUse", tool_name="Bash", tool_input={"command": "curl x"}, tool_use_id="1")
    assert '"deny"' in session.hook("PreToolUse", curl, "{}; true")
    assert session.stopped()
    session.prompts("{}; true")
    assert not session.stopped()


# what an earlier hook said of its host, and whether this one stands in for it
SAID = [
    (None, False),
    ([], False),
    ("text", False),
    ([1], False),
    ([True, 7], False),
    ([os.getpid(), began(os.getpid()) + 1], False),  # a process of that number that began at another time
    ([2**22 + 7, 5], False),  # one that has ended
]


@pytest.mark.parametrize(("said", "wanted"), SAID)
def test_what_nobody_can_tell_is_the_host(said: object, wanted: bool) -> None:
    assert host_process.stands_in(said) is wanted


@READS
def test_the_process_itself_and_one_above_it(tmp_path: Path) -> None:
    assert not host_process.stands_in(host_process.caller())
    text = (
        "import sys, posix; from guardhost.judgement.host_process import stands_in;"
        " print(stands_in([int(sys.argv[1]), int(sys.argv[2])]))"
    )
    me = [str(os.getpid()), str(began(os.getpid()))]
    words = [sys.executable, "-c", text, *me]
    for run, wanted in ((words, "False"), (["bash", "-c", f"{shlex.join(words)}; true"], "True")):
        done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=tmp_path)
        assert done.stdout.strip() == wanted
