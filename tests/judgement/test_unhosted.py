"""Judging without a host: what one event has found out serves the next, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from guardhost.judgement import sides
from guardhost.judgement.unhosted import Unhosted
from guardhost.model.event import Event
from guardhost.world.repository import Place
from tests.judgement.lent import Stage

POLICY = 'import guardhost as guard\n@guard.command\ndef judge(req):\n    return guard.deny("no")\n'


def test_git_is_asked_once_for_all_events_of_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit holds what it holds; only another HEAD is another question."""
    stage = Stage(tmp_path, git=True)
    stage.repository.commit({"guard.py": POLICY})
    opened: list[str] = []
    real = sides.open_objects

    def counted(place: Place, git: str, seconds: float) -> object:
        opened.append(place.root)
        return real(place, git, seconds)

    monkeypatch.setattr(sides, "open_objects", counted)
    with Unhosted(stage.env, stage.state) as unhosted:
        for line in ("ls", "git status", "ls -la"):
            event = Event(host="generic", dialect="generic", seam="command", command=line, cwd=str(stage.root))
            assert unhosted.judge(event).decision == "deny"
    assert len(opened) == 1
    assert not list(Path(stage.state.folder).glob("repositories/*"))
    assert not list(Path(stage.state.folder).glob("policies/*"))
