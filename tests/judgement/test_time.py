"""What happens when a judgement's time is up. Minutes pass on a lent clock, in milliseconds of ours."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from guardhost.judgement.sides import resolve
from guardhost.model.call import WriteCall
from guardhost.world.clock import Clock
from tests.judgement.lent import Stage

HEAD = "import guardhost as guard\nimport time\n"
FAST = 50.0  # how much faster the lent clock runs
CALM = 6.0  # the same where a judge is heard in time: a busy machine must not take its second from it


class Faster(Clock):
    """A clock on which a second is over in a fiftieth of one; what waits by it waits as much shorter."""

    __slots__ = ("_fast",)

    def __init__(self, fast: float = FAST) -> None:
        super().__init__()
        self._fast = fast

    def now(self) -> float:
        return super().now() * self._fast

    def wait(self, fd: int, seconds: float) -> bool:
        return super().wait(fd, seconds / self._fast)


def slow(seconds: float, seam: str = "command", fast: float = FAST) -> str:
    """Return a policy whose judge sleeps so long, on the lent clock."""
    return f"{HEAD}@guard.{seam}\ndef judge(req):\n    time.sleep({seconds / fast})\n"


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
    """Two seconds are within the budget of the only side."""
    stage.clock = Faster(CALM)
    stage.write("guard.py", slow(2, fast=CALM))
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
    stage.clock = Faster(CALM)
    stage.write("rules.py", "")
    stage.write("guard.py", "import rules\n" + slow(0, "tool"))
    stage.judge(seam="tool", tool="mcp__a__b")
    stage.write("guard.py", "import rules\n" + slow(30, "write", CALM))
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


HANGS = """#!{python}
import subprocess, sys, time
git = subprocess.Popen([{git!r}, *sys.argv[1:]], stdin=subprocess.PIPE, stdout=sys.stdout)
for number, line in enumerate(sys.stdin.buffer):
    if number >= {answers}:
        time.sleep(60)
    git.stdin.write(line)
    git.stdin.flush()
"""
COMMITTED = {
    "guard.py": "import guardhost as guard\nimport rules\nguard.command(rules.judge)\n",
    "rules.py": "import guardhost as g\ndef judge(req):\n    return g.deny('c') if 'touch' in req.command else None\n",
}


def hanging(folder: Path, answers: int) -> str:
    """Return a git program that answers so many questions about objects, and then no more."""
    program = folder / "hanging-git"
    program.write_text(HANGS.format(python=sys.executable, git=shutil.which("git"), answers=answers))
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize("answers", range(5))
@pytest.mark.parametrize("line", ["touch a", "git status"])
def test_a_git_that_hangs_while_the_commit_is_read_denies_a_read_as_well(tmp_path: Path, answers: int, line: str) -> None:
    stage = Stage(tmp_path, git=True)
    stage.repository.commit(COMMITTED)
    stage.repository.pack()
    stage.write("rules.py", "def judge(req):\n    return None\n")
    stage.lent = {"git": hanging(tmp_path, answers), "total": 1.5}
    outcome = stage.judge(line)
    assert (outcome.decision, outcome.rule) == ("deny", "guard-deadline")
    assert "resolve-committed" in outcome.reason


@pytest.mark.parametrize("answers", range(3))
def test_a_git_that_hangs_lets_the_kept_copy_answer(tmp_path: Path, answers: int) -> None:
    stage = Stage(tmp_path, git=True)
    stage.repository.commit(COMMITTED)
    assert stage.judge("touch a").decision == "deny"
    stage.repository.commit({"rules.py": "def judge(req):\n    return None\n"})
    stage.repository.pack()
    stage.lent = {"git": hanging(tmp_path, answers), "total": 3.0}
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.decided_by) == ("deny", "committed"), outcome
    assert "the last committed one still judges" in outcome.notes[0]
    outcome = stage.judge("ls")
    assert (outcome.decision, outcome.rule) == ("advise", "guard-kept")


def test_a_committed_judge_that_runs_out_leaves_the_working_one_its_time(tmp_path: Path) -> None:
    """Each phase has its own budget; a change is denied for the one that gave no answer, a read passes with its note."""
    stage = Stage(tmp_path, git=True)
    stage.repository.commit({"guard.py": slow(30 * FAST)})
    stage.write("guard.py", "import guardhost as guard\n@guard.command\ndef judge(req):\n    return guard.ask('working')\n")
    stage.lent = {"total": 2.0}
    outcome = stage.judge("touch a")
    assert (outcome.decision, outcome.rule) == ("deny", "guard-deadline")
    assert "call-committed" in outcome.reason
    outcome = stage.judge("git status")
    assert (outcome.decision, outcome.decided_by) == ("ask", "working")
    assert any("call-committed" in note for note in outcome.notes)
