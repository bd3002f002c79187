"""The public surface changes only on purpose."""

from __future__ import annotations

import guardhost
from hack import surface


def test_the_surface_is_the_locked_one():
    assert surface.lines() == surface.LOCK.read_text(encoding="utf-8").splitlines()


def test_every_public_name_can_be_had():
    for name in guardhost.__all__:
        assert getattr(guardhost, name) is not None
        assert name in dir(guardhost)


def test_a_changed_surface_is_shown_with_its_fix(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(surface, "LOCK", tmp_path / "surface.txt")
    monkeypatch.setattr(surface, "lines", lambda: ["guardhost.allow() -> 'Verdict'"])
    assert surface.main([]) == 1
    assert "hack/update-surface" in capsys.readouterr().out
    assert surface.main(["--update"]) == 0
    assert surface.main([]) == 0
