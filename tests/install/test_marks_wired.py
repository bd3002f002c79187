"""Judgements that never finished, through the launcher: each is told once, to the agent and to the person, and no other."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from guardhost.world.clock import began
from guardhost.world.unfinished import MOST
from tests.install.mounted import READ_ONLY, mounting
from tests.install.wired import Hook, Wired
from tests.repository import Repository

# A judge that stops its hook on a line that says so, as a machine under load or a dead disk would.
PAUSES = """import os
import guardhost as guard
@guard.command
def judge(req):
    if "pause" in req.command:
        os.kill(os.getppid(), 19)
    return guard.deny("no") if "forbidden" in req.command else None
"""
WEEK = 7 * 86_400
Pause = Callable[..., Hook]


@pytest.fixture
def root(make_repository: Callable[..., Repository]) -> Path:
    return make_repository({"guard.py": PAUSES}).root


@pytest.fixture
def pause(wired: Wired, root: Path) -> Iterator[Pause]:
    """Start a hook that is stopped while it judges, with its mark made."""
    started: list[Hook] = []

    def start(session: str = "s") -> Hook:
        hook = wired.start_claude(root, "pause", session)
        started.append(hook)
        os.waitid(os.P_PID, hook.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
        return hook

    yield start
    for hook in started:
        hook.kill()
        hook.communicate()


def marks(wired: Wired) -> list[Path]:
    return sorted(wired.state.glob("sessions/*/marks/*"))


def renamed(mark: Path, *, age: float = 0.0, **parts: object) -> Path:
    """Give a mark another name, as an older one, another process or another run of the machine would have made it."""
    made, pid, start, boot = mark.name.split(".")
    names = {"pid": pid, "start": start, "boot": boot, **parts}
    name = f"{int(made) - int(age * 1e6):018d}.{names['pid']}.{names['start']}.{names['boot']}"
    return mark.rename(mark.with_name(name))


def told(reply: dict[str, Any]) -> tuple[int, int]:
    """Return how many unfinished checks (the agent, the person) are told of."""
    own = reply.get("hookSpecificOutput", {})
    texts = (own.get("additionalContext", "") + own.get("permissionDecisionReason", ""), reply.get("systemMessage", ""))
    counts = [
        sum(int(n) for n in re.findall(r"guardhost: (\d+) checks? of \S+ \S+ ?\S* never finished", text)) for text in texts
    ]
    return counts[0], counts[1]


def ended(hook: Hook) -> None:
    hook.kill()
    hook.communicate()


def test_one_that_was_killed_is_told_once(wired: Wired, root: Path, pause: Pause) -> None:
    ended(pause())
    assert told(wired.ask(root, "ls")) == (1, 1)
    assert told(wired.ask(root, "ls")) == (0, 0)
    assert marks(wired) == []
    notes = [note for record in wired.recorded() for note in record.get("notes", ()) if "never finished" in note]
    assert len(notes) == 1


def test_a_deny_tells_it_as_well(wired: Wired, root: Path, pause: Pause) -> None:
    ended(pause())
    reply = wired.ask(root, "forbidden")
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert told(reply) == (1, 1)


def test_a_slow_one_counts_once_the_host_must_have_given_it_up(wired: Wired, root: Path, pause: Pause) -> None:
    """The host declares ten seconds. What it says when it goes on after all nobody reads, and it clears its own mark."""
    hook = pause()
    assert told(wired.ask(root, "ls")) == (0, 0)
    (mark,) = marks(wired)
    renamed(mark, age=4)
    assert told(wired.ask(root, "ls")) == (0, 0)
    (mark,) = marks(wired)
    renamed(mark, age=10)
    assert told(wired.ask(root, "ls")) == (1, 1)
    assert told(wired.ask(root, "ls")) == (0, 0)
    hook.send_signal(signal.SIGCONT)
    wired.answer(hook)
    assert marks(wired) == []


def test_a_host_that_declares_no_time_never_gives_up(wired: Wired, root: Path) -> None:
    hook = wired.start("generic", cwd=str(root), command="pause", session="s")
    os.waitid(os.P_PID, hook.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
    (mark,) = marks(wired)
    renamed(mark, age=86_400)
    assert wired.judge(root, "ls")["notes"] == []
    ended(hook)
    assert len(wired.judge(root, "ls")["notes"]) == 1


def test_hooks_at_once_do_not_count_each_other(wired: Wired, root: Path, pause: Pause) -> None:
    stopped = [pause() for _ in range(2)]
    hooks = [wired.start_claude(root, f"ls {n}") for n in range(6)]
    assert [told(wired.answer(hook)) for hook in hooks] == [(0, 0)] * 6
    for hook in stopped:
        hook.send_signal(signal.SIGCONT)
        wired.answer(hook)
    assert marks(wired) == []


def test_of_hooks_at_once_one_tells_what_died_before(wired: Wired, root: Path, pause: Pause) -> None:
    ended(pause())
    hooks = [wired.start_claude(root, f"ls {n}") for n in range(6)]
    assert sorted(told(wired.answer(hook)) for hook in hooks) == [(0, 0)] * 5 + [(1, 1)]


def test_a_process_that_has_the_pid_now_is_another(wired: Wired, root: Path, pause: Pause) -> None:
    """This one has run for longer than the mark is old; with its own start it is the one that made the mark."""
    ended(pause())
    (mark,) = marks(wired)
    mine = renamed(mark, pid=os.getpid(), start=began(os.getpid()))
    assert told(wired.ask(root, "ls")) == (0, 0)
    renamed(mine, start=began(os.getpid()) + 1)
    assert told(wired.ask(root, "ls")) == (1, 1)


def test_one_from_before_a_reboot_counts(wired: Wired, root: Path, pause: Pause) -> None:
    """Whatever process has its number and its start on this run of the machine."""
    ended(pause())
    (mark,) = marks(wired)
    renamed(mark, pid=os.getpid(), start=began(os.getpid()), boot="0" * 32)
    assert told(wired.ask(root, "ls")) == (1, 1)


def test_one_from_the_future_is_told_once_after_the_clock_was_set_back(wired: Wired, root: Path, pause: Pause) -> None:
    ended(pause())
    (mark,) = marks(wired)
    renamed(mark, age=-3 * 86_400)
    assert told(wired.ask(root, "ls")) == (1, 1)
    assert told(wired.ask(root, "ls")) == (0, 0)
    assert marks(wired) == []


def test_another_session_is_told_nothing_while_the_host_lives(wired: Wired, root: Path, pause: Pause) -> None:
    ended(pause("one"))
    assert told(wired.ask(root, "ls", "two")) == (0, 0)
    assert told(wired.ask(root, "", "two", "SessionStart")) == (0, 0)
    assert told(wired.ask(root, "ls", "one")) == (1, 1)


def test_the_person_is_told_when_the_next_session_starts(wired: Wired, root: Path) -> None:
    """The host is gone with the session: no judgement of it will follow."""
    host = "import subprocess, sys; hook = subprocess.Popen(sys.argv[1:]); hook.wait()"
    wired.prefix = (sys.executable, "-c", host)
    gone = wired.start_claude(root, "pause")
    while not marks(wired):
        time.sleep(0.01)
    (mark,) = marks(wired)
    hook = int(mark.name.split(".")[1])
    gone.kill()
    os.kill(hook, signal.SIGKILL)
    ended(gone)
    while began(hook):
        time.sleep(0.01)
    wired.prefix = ()
    assert told(wired.ask(root, "ls", "other")) == (0, 0)
    assert told(wired.ask(root, "", "other", "SessionStart")) == (0, 1)
    assert told(wired.ask(root, "", "third", "SessionStart")) == (0, 0)


def test_ten_thousand_old_marks_are_swept_and_the_young_ones_told_each_once(wired: Wired, root: Path, pause: Pause) -> None:
    ended(pause())
    (mark,) = marks(wired)
    for n in range(9_000):
        renamed_to = mark.with_name(f"{n:018d}." + mark.name.partition(".")[2])
        renamed_to.touch()
    for n in range(1, 1_000):
        moment, _, rest = mark.name.partition(".")
        mark.with_name(f"{int(moment) - n:018d}.{rest}").touch()
    counts = []
    for _ in range(10_000 // MOST + 2):
        reply = wired.ask(root, "forbidden")
        assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
        assert "guard-deadline" not in str(reply)
        counts.append(told(reply))
    assert (sum(one for one, _ in counts), sum(other for _, other in counts)) == (1_000, 1_000)
    assert marks(wired) == []


@mounting
def test_with_a_state_that_cannot_be_written_they_are_told_once_it_can(wired: Wired, root: Path, pause: Pause) -> None:
    """What cannot be marked as told would be told again with every call."""
    ended(pause())
    wired.prefix = (*READ_ONLY, str(wired.state))
    reply = wired.ask(root, "forbidden")
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert told(reply) == (0, 0)
    assert "cannot be written" in reply["systemMessage"]
    wired.prefix = ()
    assert told(wired.ask(root, "ls")) == (1, 1)
    assert told(wired.ask(root, "ls")) == (0, 0)
