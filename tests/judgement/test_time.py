"""What happens when a judgement's time is up. Minutes pass on a lent clock, in milliseconds of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from guardhost.judgement.sides import resolve
from guardhost.model.call import WriteCall
from guardhost.world.clock import Clock
from tests.judgement.lent import Stage

HEAD = "import guardhost as guard\nimport time\n"
FAST = 50.0  # how much faster the lent clock runs


class Faster(Clock):
    """A clock on which a second is over in a fiftieth of one; what waits by it waits as much shorter."""

    __slots__ = ()

    def now(self) -> float:
        return super().now() * FAST

    def wait(self, fd: int, seconds: float) -> bool:
        return super().wait(fd, seconds / FAST)


def slow(seconds: float, seam: str = "command") -> str:
    """Return a policy whose judge sleeps so long, on the lent clock."""
    return f"{HEAD}@guard.{seam}\ndef judge(req):\n    time.sleep({seconds / FAST})\n"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """Return a repository whose calls are judged by the faster clock."""
    made = Stage(tmp_path)
    made.clock = Faster()
    return made


def test_a_phase_that_runs_out_denies_a_change(stage: Stage) -> None:
    """It names the phase."""
    stage.write("guard.py", slow(30))
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.rule) == ("deny", "guard-deadline")
    assert "call-working" in outcome.reason


def test_a_read_passes_with_a_note_that_names_the_phase_and_its_budget(stage: Stage) -> None:
    """Proven to only read, so it passes unjudged, and that is told."""
    stage.write("guard.py", slow(30))
    outcome = stage.judge("git status")
    assert outcome.decision == "advise"
    assert "call-working" in outcome.context
    assert " s" in outcome.context


def test_the_clock_starts_when_the_hook_starts(stage: Stage) -> None:
    """A hook that began 6.5 s ago has no time for a judge of three seconds."""
    stage.write("guard.py", slow(3))
    stage.lent = {"began": stage.clock.now() - 6.5}
    outcome = stage.judge("touch a")
    assert outcome.decision == "deny"
    assert any(f"ran out of its {budget} s" in outcome.reason for budget in ("0.0", "0.1", "0.2"))


def test_a_slow_judge_within_its_time_is_heard(stage: Stage) -> None:
    """Two and a half seconds are within the budget of the only side."""
    stage.write("guard.py", slow(2.5))
    assert stage.judge("touch a").decision == "allow"


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "sum(range(10**11))",
        "while True:\n        try:\n            time.sleep(1)\n        except BaseException: pass",
        "import os; os._exit(0)",
        "import os; os.kill(os.getpid(), 11)",
        "import os; os.closerange(0, 256)",
    ],
)
def test_a_judge_that_gives_no_whole_answer_denies_a_change(stage: Stage, body: str) -> None:
    """Loops, C code that never yields, swallowed interrupts, exits, crashes, closed descriptors."""
    stage.write("guard.py", f"{HEAD}@guard.command\ndef judge(req):\n    {body}\n")
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.rule) == ("deny", "guard-deadline")


def test_a_write_that_may_mend_a_slow_policy_passes_with_a_note(stage: Stage) -> None:
    """A file that the guard loads, no change pending; any other file is denied."""
    stage.write("rules.py", "")
    stage.write("guard.py", "import rules\n" + slow(0, "tool"))
    stage.judge(seam="tool", tool="mcp__a__b")
    stage.write("guard.py", "import rules\n" + slow(30, "write"))
    for name, decision in (("guard.py", "advise"), ("rules.py", "advise"), ("other.py", "deny")):
        call = WriteCall(path=str(stage.root / name), content="x", whole=True)
        assert stage.judge(seam="write", writes=(call,)).decision == decision, name


def test_with_a_pending_change_and_no_committed_answer_the_write_is_denied(stage: Stage) -> None:
    """An edit of the policy must not switch off the policy that would judge it."""
    stage.write("guard.py", slow(30, "write"))
    stage.lent = {"sides": lambda policy, lent: resolve(policy, lent, str, 1.0).replace(pending=True)}
    call = WriteCall(path=str(stage.root / "guard.py"), content="x", whole=True)
    assert stage.judge(seam="write", writes=(call,)).decision == "deny"


def test_without_a_host_there_are_two_minutes(stage: Stage) -> None:
    """Twenty seconds pass; more than two minutes are not graded, a read included."""
    stage.lent = {"hosted": False, "recording": False, "total": 120.0}
    stage.write("guard.py", slow(20))
    assert stage.judge("touch a").decision == "allow"
    stage.write("guard.py", slow(130))
    outcome = stage.judge("ls")
    assert outcome.decision == "deny"
    assert "not graded" in outcome.reason
