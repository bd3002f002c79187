"""What was answered without a judgement is recorded as well: what could not be read, a crash, what came too late."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from guardhost.cli import run
from tests.hosts.test_claude_code import MALFORMED
from tests.install.wired import DENY, Wired
from tests.repository import Repository


@pytest.mark.parametrize("kind", MALFORMED)
@pytest.mark.parametrize(
    ("words", "decision"),
    [(("claude-code", "PreToolUse"), "deny"), (("claude-code", "Stop"), "allow"), (("generic",), "deny")],
    ids=["call", "other moment", "generic"],
)
def test_what_could_not_be_read_is_recorded(
    wired: Wired,
    make_repository: Callable[..., Repository],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: str,
    words: tuple[str, ...],
    decision: str,
) -> None:
    monkeypatch.chdir(make_repository({"a": "1"}).root)
    subprocess.run([wired.path, *words], input=MALFORMED[kind], capture_output=True, timeout=30, check=True)
    (record,) = wired.recorded()
    assert (record["kind"], record["host"], record["decision"]) == ("unread", words[0], decision)
    assert record["rule"].startswith("GH12")
    assert run(["log", "--kind", "unread"]) == 0
    assert record["rule"] in capsys.readouterr().out.splitlines()[1]


def test_a_crash_of_ours_is_recorded_with_its_call(wired: Wired, make_repository: Callable[..., Repository]) -> None:
    root = make_repository({"guard.py": DENY}).root
    package = Path(wired.launch.stub).parent
    broken = package / "judgement" / "guarding.py"
    kept = broken.read_bytes()
    shutil.rmtree(package / "__pycache__", ignore_errors=True)
    try:
        broken.write_bytes(b"raise RuntimeError('boom')\n")
        verdict = wired.judge(root, "touch a", call_id="c1")
    finally:
        broken.write_bytes(kept)
        shutil.rmtree(package / "__pycache__", ignore_errors=True)
    assert (verdict["decision"], verdict["rule"]) == ("deny", "guard-deadline")
    (record,) = (one for one in wired.recorded() if one["kind"] == "command")
    assert (record["call_id"], record["text"], record["decision"]) == ("c1", "touch a", "deny")
    assert list(wired.state.glob("sessions/*/marks/*")) == []


def test_what_came_too_late_is_recorded(wired: Wired) -> None:
    """A host that never closes its end is answered by the watchdog."""
    hook = subprocess.Popen([wired.path, "generic"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert hook.wait(30) == 0
    hook.communicate()
    (record,) = wired.recorded()
    assert (record["kind"], record["rule"], record["decision"]) == ("unread", "GH1103", "deny")
