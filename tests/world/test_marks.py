from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.model.event import Event
from guardhost.model.jsontext import encode
from guardhost.world import marks, unfinished
from guardhost.world.clock import began
from guardhost.world.state import State, of_session

EVENT = Event(host="claude-code", session="s1", seam="command")
NOW = 1_000_000.0


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(folder=f"{tmp_path}/state")


@pytest.fixture
def folder(state: State) -> str:
    return of_session(state, "claude-code", "s1")


def _dead() -> int:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    return gone.pid


def _plant(folder: str, pid: int, start: int, *, age_s: float = 0, timeout: float | None = 10, **changed: object) -> str:
    fields = {"host": "claude-code", "session": "s1", "seam": "write", "event": "d", "timeout": timeout, **changed}
    path = f"{folder}/marks/{int((NOW - age_s) * marks.MICRO):018d}.{pid}.{start}.{changed.get('boot', marks.boot())}"
    os.makedirs(f"{folder}/marks", exist_ok=True)
    Path(path).write_text(encode(fields))
    return path


def _report(folder: str, own: str = "") -> list[str]:
    return [mark.seam for mark in unfinished.unfinished(folder, own, NOW)]


def test_a_mark_is_made_and_cleared(folder: str) -> None:
    path = marks.make(folder, EVENT, "digest", 10.0, NOW)
    assert os.listdir(f"{folder}/marks") == [path.rpartition("/")[2]]
    assert unfinished.unfinished(folder, path, NOW) == ()
    marks.clear(path)
    assert os.listdir(f"{folder}/marks") == []
    marks.clear(path)


def test_without_a_folder_nothing_is_marked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert marks.make("", EVENT, "digest", 10.0, NOW) == ""
    assert marks.make(f"{tmp_path}/file", EVENT, "digest", 10.0, NOW) == ""
    marks.clear("")


def test_a_judgement_that_died_is_told_once_with_what_it_was(folder: str) -> None:
    own = marks.make(folder, EVENT, "digest", 10.0, NOW)
    _plant(folder, _dead(), 1)
    (told,) = unfinished.unfinished(folder, own, NOW)
    assert (told.session, told.seam, told.event, told.timeout, told.time) == ("s1", "write", "d", 10, NOW)
    assert unfinished.unfinished(folder, own, NOW) == ()
    marks.clear(told.path)
    assert os.listdir(f"{folder}/marks") == [own.rpartition("/")[2]]


def test_one_that_was_claimed_and_never_told_is_told_later(folder: str) -> None:
    _plant(folder, _dead(), 1)
    assert _report(folder) == ["write"]
    assert [mark.seam for mark in unfinished.unfinished(folder, "", NOW + 59)] == []
    assert [mark.seam for mark in unfinished.unfinished(folder, "", NOW + 61)] == ["write"]


@pytest.mark.parametrize(
    ("age_s", "timeout", "told"),
    [(5, 10, []), (60, 10, ["write"]), (60, None, []), (60_000, None, [])],
)
def test_a_running_one_counts_only_past_the_declared_time(
    folder: str, age_s: float, timeout: float | None, told: list[str]
) -> None:
    _plant(folder, os.getpid(), began(os.getpid()), age_s=age_s, timeout=timeout)
    assert _report(folder) == told


def test_a_process_that_ended_and_nobody_waited_for_is_gone(folder: str) -> None:
    gone = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    _plant(folder, gone.pid, began(gone.pid))
    assert _report(folder) == []
    gone.kill()
    os.waitid(os.P_PID, gone.pid, os.WEXITED | os.WNOWAIT)
    assert _report(folder) == ["write"]
    gone.communicate()


def test_a_reused_pid_fools_nobody(folder: str) -> None:
    _plant(folder, os.getpid(), began(os.getpid()) - 1)
    assert _report(folder) == ["write"]


def test_one_from_before_a_reboot_counts(folder: str) -> None:
    _plant(folder, os.getpid(), began(os.getpid()), boot="another")
    assert _report(folder) == ["write"]


def test_another_session_is_not_told_here(folder: str, state: State) -> None:
    _plant(of_session(state, "claude-code", "s2"), _dead(), 1)
    assert _report(folder) == []


@pytest.mark.parametrize("content", ["", '{"host": ', "[1]", '{"timeout": "x", "session": 5}'])
def test_a_mark_cut_short_still_counts(folder: str, content: str) -> None:
    path = _plant(folder, _dead(), 1)
    Path(path).write_text(content)
    (told,) = unfinished.unfinished(folder, "", NOW)
    assert (told.seam, told.timeout) == ("", None)


def test_what_was_decided_before_the_end_is_told_with_it(folder: str) -> None:
    path = _plant(folder, _dead(), 1)
    unfinished.decided(path, "advise", "workspace:x", "first")
    unfinished.decided(path, "ask", "workspace:y", "then\nünd")
    with open(path, "a") as cut:
        cut.write('\n{"decision": "allow')
    unfinished.decided(f"{path}.gone", "ask", "x", "y")
    (told,) = unfinished.unfinished(folder, "", NOW)
    assert (told.seam, told.decision, told.rule, told.reason) == ("write", "ask", "workspace:y", "then\nünd")
    assert os.listdir(f"{folder}/marks") == [told.path.rpartition("/")[2]]


def test_what_is_no_mark_is_passed_over(folder: str) -> None:
    os.makedirs(f"{folder}/marks/folder.1.1.x")
    for name in ("x", "1.2.3", "1.2.x.b", ".tmp"):
        Path(f"{folder}/marks/{name}").write_text("{}")
    assert _report(folder) == []


def test_a_session_whose_host_is_gone_is_told_elsewhere(state: State, folder: str) -> None:
    _plant(folder, _dead(), 1, host_pid=os.getpid(), host_began=began(os.getpid()))
    assert unfinished.abandoned(state, NOW) == ()
    _plant(of_session(state, "claude-code", "s2"), _dead(), 1, host_pid=_dead(), host_began=1)
    assert len(unfinished.abandoned(state, NOW)) == 1
    assert unfinished.abandoned(state, NOW) == ()


def test_quiet_sessions_are_swept_when_a_new_one_begins(state: State, folder: str, tmp_path: Path) -> None:
    old = of_session(state, "claude-code", "old")
    path = _plant(old, _dead(), 1)
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "file").write_text("kept")
    os.symlink(tmp_path / "victim", f"{old}/tally")
    recent = of_session(state, "claude-code", "recent")
    marks.make(recent, EVENT, "digest", 10.0, NOW)
    for one in (old, os.path.dirname(path)):
        os.utime(one, (NOW - 8 * 86400, NOW - 8 * 86400))
    os.utime(f"{old}/tally", (NOW - 8 * 86400, NOW - 8 * 86400), follow_symlinks=False)
    os.utime(f"{recent}/marks", (NOW, NOW))
    marks.make(folder, EVENT, "digest", 10.0, NOW)
    assert not os.path.exists(old)
    assert os.path.exists(recent)
    assert (tmp_path / "victim" / "file").read_text() == "kept"


def test_ten_thousand_marks_are_told_in_bounded_steps_each_once(folder: str) -> None:
    pid = _dead()
    path = _plant(folder, pid, 1)
    for n in range(10_000):
        Path(f"{path.rpartition('/')[0]}/{n:018d}.{pid}.1.{marks.boot()}").touch()
    assert _report(folder) == []  # a week old and older: swept, not told
    assert len(os.listdir(f"{folder}/marks")) == 10_001 - unfinished.MOST
    assert [_report(folder) for _ in range(10)][-1] == ["write"]
    assert len(os.listdir(f"{folder}/marks")) == 1
    assert _report(folder) == []


def test_a_claim_from_before_the_clock_was_set_back_does_not_last(folder: str) -> None:
    _plant(folder, _dead(), 1)
    assert len(unfinished.unfinished(folder, "", NOW + 1000)) == 1
    assert len(unfinished.unfinished(folder, "", NOW)) == 1
