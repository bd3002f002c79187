from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from guardhost.world import state


@pytest.mark.parametrize(
    ("env", "declared", "folder"),
    [
        ({"HOME": "{t}"}, "", "{t}/.local/state/guardhost"),
        ({"HOME": "{t}", "XDG_STATE_HOME": "{t}/s"}, "", "{t}/s/guardhost"),
        ({"HOME": "{t}", "XDG_STATE_HOME": "relative"}, "", "{t}/.local/state/guardhost"),
        ({"HOME": "{t}", "XDG_STATE_HOME": "{t}/s"}, "{t}/wired/", "{t}/wired"),
    ],
)
def test_the_wired_folder_wins_then_the_environment(tmp_path: Path, env: dict[str, str], declared: str, folder: str) -> None:
    given = {name: value.format(t=tmp_path) for name, value in env.items()}
    found = state.locate(given, declared.format(t=tmp_path))
    assert found == state.State(folder=folder.format(t=tmp_path))
    assert stat.S_IMODE(os.stat(found.folder).st_mode) == 0o700


def test_an_open_folder_is_closed(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir(mode=0o755)
    assert state.locate({}, f"{tmp_path}/s").usable
    assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for declared, why in (
        ("relative", "not absolute"),
        (f"{tmp_path}/file", "no folder"),
        (f"{tmp_path}/file/x", "cannot be"),
    ):
        found = state.locate({}, declared)
        assert not found.usable
        assert why in found.why


def test_a_folder_of_another_user_is_not_used(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    (tmp_path / "s").mkdir()
    os.chown(tmp_path / "s", 12345, 12345)
    assert state.locate({}, f"{tmp_path}/s").why == "it belongs to another user"


def test_each_repository_and_session_has_a_folder_of_its_own() -> None:
    where = state.State(folder="/s")
    assert state.of_repository(where, "/home/u/my proj/.git").startswith("/s/repositories/my_proj-")
    places = ("/a/x/.git", "/b/x/.git", "/a/x", "/a/x\udcff", "/a/x\ud800")
    assert len({state.of_repository(where, place) for place in places}) == len(places)
    sessions = (("a", "bc"), ("ab", "c"), ("", "abc"), ("a", ""), ("a", "\ud800"))
    assert len({state.of_session(where, *one) for one in sessions}) == len(sessions)
