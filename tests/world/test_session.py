from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.model.call import SpawnCall
from guardhost.model.event import Event
from guardhost.model.spawn import SpawnTarget
from guardhost.world.served import serve, served
from guardhost.world.session import Session
from guardhost.world.state import State

NOW = 1_000_000.0


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(folder=f"{tmp_path}/state")


@pytest.fixture(params=["disk", "memory"])
def session(request: pytest.FixtureRequest, state: State) -> Session:
    return Session(state if request.param == "disk" else None, "claude-code", "s1", NOW)


def test_a_key_is_new_until_it_is_spent(session: Session) -> None:
    assert session.peek_once("k")
    assert session.peek_once("k")
    assert session.spend_once("k")
    assert not session.peek_once("k")
    assert not session.spend_once("k")
    assert session.peek_once("other \ud800")


def test_a_count_goes_up_when_it_is_spent(session: Session) -> None:
    assert [session.peek_count("k"), session.peek_count("k")] == [1, 1]
    assert session.spend_count("k") == 1
    assert session.peek_count("k") == 2
    assert session.peek_once("k")


def test_what_was_told_and_who_denied(session: Session) -> None:
    assert not session.was_told("k")
    assert session.tell("k")
    assert session.was_told("k")
    assert not session.tell("k")
    assert not session.was_denied("k")
    assert session.deny("k")
    assert session.was_denied("k")


def test_memory_is_shared_by_processes_and_not_by_sessions(state: State) -> None:
    Session(state, "claude-code", "s1", NOW).spend_once("k")
    assert not Session(state, "claude-code", "s1", NOW).peek_once("k")
    assert Session(state, "claude-code", "s2", NOW).peek_once("k")
    assert Session(state, "generic", "s1", NOW).peek_once("k")


def test_a_host_without_sessions_has_a_new_one_every_two_hours(state: State) -> None:
    Session(state, "generic", "", 7200.0 * 5).spend_once("k")
    assert not Session(state, "generic", "", 7200.0 * 6 - 1).peek_once("k")
    assert Session(state, "generic", "", 7200.0 * 6).peek_once("k")


def test_eight_writers_at_once_count_every_time_and_spend_once(state: State) -> None:
    program = """
import sys
from guardhost.world.session import Session
from guardhost.world.state import State
session = Session(State(folder=sys.argv[1]), "claude-code", "s1", 0.0)
won = [session.spend_once(str(n)) for n in range(50)]
for n in range(50): session.spend_count("k")
print(sum(won))
"""
    words = [sys.executable, "-I", "-c", program, state.folder]
    started = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(8)]
    assert sum(int(one.communicate(timeout=60)[0]) for one in started) == 50
    assert Session(state, "claude-code", "s1", NOW).peek_count("k") == 401


def test_a_planted_link_is_not_followed(state: State, tmp_path: Path) -> None:
    session = Session(state, "claude-code", "s1", NOW)
    session.spend_once("k")
    (tally,) = os.listdir(f"{session.folder}/tally")
    os.unlink(f"{session.folder}/tally/{tally}")
    (tmp_path / "victim").write_text("")
    os.symlink(tmp_path / "victim", f"{session.folder}/tally/{tally}")
    session.spend_once("k")
    assert (tmp_path / "victim").read_text() == ""


def test_an_unusable_state_is_remembered_for_one_judgement(tmp_path: Path) -> None:
    session = Session(State(folder="/x", usable=False), "claude-code", "s1", NOW)
    assert session.spend_once("k")
    assert not session.peek_once("k")
    (tmp_path / "file").write_text("")
    session = Session(State(folder=f"{tmp_path}/file"), "claude-code", "s1", NOW)
    assert session.spend_once("k")
    assert not session.peek_once("k")


def test_the_first_project_stands(session: Session, state: State) -> None:
    assert session.project == ""
    assert session.settle("/a/\udcff") == "/a/\udcff"
    assert session.settle("/b") == "/a/\udcff" == session.project
    if session.folder:
        assert Session(state, "claude-code", "s1", NOW).project == "/a/\udcff"


def test_a_host_without_sessions_has_no_project(state: State) -> None:
    nameless = Session(state, "claude-code", "", NOW)
    assert (nameless.settle("/b"), nameless.project) == ("/b", "")


SPAWN = SpawnCall(name="bob", description="main/feat parser", model="m", agent_type="Explore", background=True)


def _call(call: str = "c1", by: str = "", **changed: str) -> Event:
    return Event(moment="call", call_id=call, agent=by, spawn=SPAWN.replace(**changed))


def _done(call: str = "c1", spawned: str = "a1", by: str = "") -> Event:
    return Event(moment="done", call_id=call, agent=by, spawned=spawned, spawn=SPAWN)


def _start(agent: str = "a1", kind: str = "Explore") -> Event:
    return Event(moment="agent", agent=agent, agent_type=kind)


def _end(agent: str = "a1", transcript: str = "") -> Event:
    return Event(moment="agent", agent=agent, agent_type="Explore", ends=True, transcript=transcript)


def _message(to: str) -> Event:
    return Event(moment="call", spawn=SpawnCall(kind="continue", to=to))


def _see(session: Session, *events: Event) -> None:
    for at, event in enumerate(events):
        session.observe(event, NOW + at)


@pytest.mark.parametrize(
    ("events", "live"),
    [
        ([], 0),
        ([_call()], 1),
        ([_call(), _start()], 1),
        ([_call(), _start(), _done()], 1),
        ([_call(), _done(), _start()], 1),
        ([_call(), _start(), _done(), _end()], 0),
        ([_call(), _start(), _end(), _done()], 0),
        ([_call(), _done(spawned="")], 0),
        ([_call(), _done()], 0),
        ([_done(), _start()], 1),
        ([_start()], 1),
        ([_end()], 0),
        ([_call("c1"), _call("c2"), _start("a1"), _start("a2"), _end("a1")], 1),
        ([_call(), _start(), _end(), _message("bob"), _start()], 1),
        ([_call(), _start(kind="other")], 2),
    ],
)
def test_one_agent_is_one_whatever_tells_of_it(session: Session, events: list[Event], live: int) -> None:
    _see(session, *events)
    assert session.live() == live


def test_a_spawn_that_was_never_heard_of_again_does_not_run_for_ever(state: State) -> None:
    _see(Session(state, "claude-code", "s1", NOW), _call())
    assert Session(state, "claude-code", "s1", NOW + 3600).live() == 1
    assert Session(state, "claude-code", "s1", NOW + 3 * 3600).live() == 0


def test_titles_and_depths_follow_the_spawns(session: Session) -> None:
    _see(
        session,
        _call("c1"),
        _start("a1"),
        _call("c2", "a1", description="feat/sub x", name="eve"),
        _start("a2"),
        _done("c2", "a2"),
    )
    assert [session.title_of(agent) for agent in ("", "a1", "a2", "a9")] == ["", "main/feat parser", "feat/sub x", ""]
    assert [session.depth_of(agent) for agent in ("", "a1", "a2", "a9")] == [0, 1, 2, 1]
    assert (session.live(), session.live(""), session.live("a1"), session.live("a2")) == (2, 1, 1, 0)


def test_starts_in_another_order_are_put_right_by_the_finished_calls(session: Session) -> None:
    _see(session, _call("c1", description="one"), _call("c2", description="two"), _start("a2"), _start("a1"))
    _see(session, _done("c1", "a1"), _done("c2", "a2"), _end("a2"))
    assert [session.title_of(agent) for agent in ("a1", "a2")] == ["one", "two"]
    assert session.live() == 1


def test_an_agent_is_known_by_name_and_by_id(session: Session, tmp_path: Path) -> None:
    transcript = tmp_path / "t.jsonl"
    usage = '{"message":{"usage":{"input_tokens":5,"cache_read_input_tokens":19120,"cache_creation_input_tokens":800}}}\n'
    transcript.write_text(usage)
    _see(session, _call(), _start(), _done(), _end(transcript=str(transcript)))
    known = SpawnTarget(agent="bob", idle_ms=7000, description="main/feat parser", model="m", context_tokens=19925)
    assert session.target("bob", NOW + 10) == known
    assert session.target("a1", NOW + 10) == known.replace(agent="a1")
    session.observe(_message("bob"), NOW + 8)
    assert session.target("a1", NOW + 10).idle_ms == 2000
    assert session.target("a1", NOW).idle_ms == 0


def test_an_agent_never_seen_has_unknown_facts(session: Session) -> None:
    assert session.target("bob", NOW) == SpawnTarget(agent="bob")
    session.observe(_message("bob"), NOW)
    assert session.target("bob", NOW + 1).idle_ms == 1000
    assert session.live() == 0


def test_what_is_no_record_is_passed_over(state: State) -> None:
    session = Session(state, "claude-code", "s1", NOW)
    os.makedirs(session.folder)
    bad = ['{"what":"spawn","at":"x"}', "[1]", '{"what":"other"}', '{"what":"spawn","at":1}', '{"what":"sp']
    Path(session.folder, "agents.jsonl").write_text("\n".join(bad))
    _see(session, _call(), _start())
    assert Session(state, "claude-code", "s1", NOW).live() == 1


def test_a_served_command_is_known_word_for_word_until_twenty_more(tmp_path: Path) -> None:
    folder, root = str(tmp_path), "/repo"
    assert not served(folder, root, "gh pr checks 1")
    assert serve(folder, root, ("gh pr checks 1", "git status"))
    assert serve(folder, root, ())
    assert served(folder, root, " gh pr checks 1\n")
    for other in ("gh pr checks", "sudo gh pr checks 1", "gh pr checks 1; rm x", "X=1 gh pr checks 1", "gh pr checks 1 &"):
        assert not served(folder, root, other)
    assert not served(folder, "/other", "gh pr checks 1")
    serve(folder, root, tuple(str(n) for n in range(18)))
    assert served(folder, root, "gh pr checks 1")
    serve(folder, root, ("one more",))
    assert not served(folder, root, "gh pr checks 1")
    assert served(folder, root, "git status")
