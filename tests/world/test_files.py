from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.model.errors import PolicyError
from guardhost.world import files


def test_a_regular_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100_000)
    assert files.read_regular(f"{tmp_path}/a", 100_000) == b"x" * 100_000
    (tmp_path / "b").symlink_to("a")
    assert files.read_regular(f"{tmp_path}/b", 100_000) == b"x" * 100_000


@pytest.mark.parametrize("path", ["none", "a/none", "none/none"])
def test_an_absent_file_is_none(tmp_path: Path, path: str) -> None:
    (tmp_path / "a").write_text("")
    assert files.read_regular(f"{tmp_path}/{path}", 10) is None


@pytest.mark.parametrize("kind", ["folder", "fifo", "device", "dangling", "too big", "loop", "nul"])
def test_what_is_no_readable_regular_file_is_an_error_and_never_blocks(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "dangling":
        path.symlink_to("nowhere")
    elif kind == "too big":
        path.write_bytes(b"x" * 11)
    elif kind == "loop":
        path.symlink_to("a")
    text = "a\0b" if kind == "nul" else str(path)
    with pytest.raises(PolicyError) as caught:
        files.read_regular(text, 10)
    assert caught.value.code == "GH1001"
    assert caught.value.where == text
    assert files.read_own(text, 10) is None


def test_own_files_are_not_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("secret")
    (tmp_path / "b").symlink_to("a")
    assert files.read_own(f"{tmp_path}/b") is None
    assert files.read_own(f"{tmp_path}/b", follow=True) == b"secret"


def test_an_atomic_write_replaces_a_planted_link_and_is_private(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("kept")
    (tmp_path / "deep").mkdir(mode=0o700)
    (tmp_path / "deep" / "a").symlink_to(tmp_path / "victim")
    files.write_atomic(f"{tmp_path}/deep/a", b"new", sync=True)
    files.write_atomic(f"{tmp_path}/x/y/z", b"new")
    assert (tmp_path / "victim").read_text() == "kept"
    assert (tmp_path / "deep" / "a").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "x" / "y" / "z").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o700
    assert os.listdir(tmp_path / "x" / "y") == ["z"]


def test_a_failed_atomic_write_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match="directory"):
        files.write_atomic(f"{tmp_path}/a", b"new")
    assert os.listdir(tmp_path) == ["a"]


def test_the_first_write_once_stands(tmp_path: Path) -> None:
    assert files.write_once(f"{tmp_path}/d/a", b"one")
    assert not files.write_once(f"{tmp_path}/d/a", b"two")
    assert (tmp_path / "d" / "a").read_bytes() == b"one"
    assert os.listdir(tmp_path / "d") == ["a"]


def test_a_line_is_not_appended_through_a_link_or_to_a_fifo(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("kept")
    (tmp_path / "a").symlink_to("victim")
    os.mkfifo(tmp_path / "b")
    (tmp_path / "c").mkdir()
    assert [files.append_line(f"{tmp_path}/{name}", b"{}") for name in "abc"] == [0] * 3
    assert (tmp_path / "victim").read_text() == "kept"


def test_a_disk_that_takes_half_a_line_keeps_none_of_it(tmp_path: Path) -> None:
    program = """
import resource, signal, sys
from guardhost.world import files
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
print(*(files.append_line(sys.argv[1], line) for line in (b"x" * 60, b"y" * 60, b"z")))
"""
    done = subprocess.run([sys.executable, "-c", program, f"{tmp_path}/a"], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["61", "0", "63"]
    assert (tmp_path / "a").read_bytes() == b"x" * 60 + b"\nz\n"


@pytest.mark.parametrize(
    "path",
    [
        "/", "//", "", "real", "real/file", "link", "link/file", "link/none/more", "link/..", "link/../real/./file",
        "abs/file", "chain/file", "none/../real", "real/file/x", "real/../../none/..", "loop/a", "dangling/x",
    ],
)  # fmt: skip
def test_real_paths_are_those_of_the_library(tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_text("")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "abs").symlink_to(tmp_path / "real")
    (tmp_path / "chain").symlink_to("link")
    (tmp_path / "dangling").symlink_to("nowhere/at/all")
    monkeypatch.chdir(tmp_path)
    whole = path if path.startswith("/") else f"{tmp_path}/{path}"
    assert files.real_path(whole) == os.path.realpath(whole)
    assert files.real_path(path) == os.path.realpath(path)


def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert files.real_path(f"{tmp_path}/loop/a") == f"{tmp_path}/loop/a"
