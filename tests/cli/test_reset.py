"""`guardhost reset` forgets the sessions that a person names, by either id that `guardhost log` shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from guardhost.cli import run
from guardhost.cli.recorded import here, state_folder
from guardhost.world.memory import Memory
from guardhost.world.state import of_session
from guardhost.world.trail import append

IDS = {"codex": "abc-1", "claude-code": "abd-2", "kiro": "unrecorded"}


@pytest.fixture
def remembered(make_repository, monkeypatch):
    """Return the folder of each session's memory; no record tells of the last one."""
    monkeypatch.chdir(make_repository({"a": "1"}).root)
    state = state_folder(None)
    found = {}
    for host, session in IDS.items():
        folder = found[session] = of_session(state, host, session)
        memory = Memory(folder)
        with memory:
            memory.judged("one", [{}, {"faces": [["git_push", {}]]}], 1.0)
        memory.close()
        if session != "unrecorded":
            row = {"time": 1.0, "kind": "command", "host": host, "session": session, "decision": "allow", "text": "ls"}
            append(here(state), row)
    return found


def left(remembered):
    return [session for session, folder in remembered.items() if Path(folder, "memory.db").exists()]


CHOSEN = [
    ("abc-1", ["abd-2", "unrecorded"]),
    ("abc", ["abd-2", "unrecorded"]),
    ("ab", ["unrecorded"]),
    ("unrecorded", ["abc-1", "abd-2"]),
    ("", []),
]


@pytest.mark.parametrize(("named", "stays"), CHOSEN, ids=[row[0] or "all" for row in CHOSEN])
def test_the_hosts_id_names_a_session(remembered, capsys, named, stays):
    assert run(["reset", *(["--session", named] if named else [])]) == 0
    count = len(remembered) - len(stays)
    assert capsys.readouterr().out == f"forgotten: what rules remember of {count} session{'' if count == 1 else 's'}\n"
    assert left(remembered) == stays


def test_the_id_that_the_memory_is_shown_under_names_it_too(remembered, capsys):
    assert run(["log", "--memory"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "abd-2" in line)
    assert row.split()[3:] == ["judged", "git_push"]
    assert run(["reset", "--session", row.split()[1]]) == 0
    assert left(remembered) == ["abc-1", "unrecorded"]


def test_a_session_that_is_not_there_is_an_error(remembered, capsys):
    assert run(["reset", "--session", "nobody"]) == 2
    assert "`guardhost log --memory` shows" in capsys.readouterr().err
    assert left(remembered) == list(IDS.values())


def test_where_nothing_is_remembered_that_is_said(remembered, capsys):
    run(["reset"])
    capsys.readouterr()
    assert run(["reset"]) == 0
    assert capsys.readouterr().out == "no rule remembered anything of any session\n"
