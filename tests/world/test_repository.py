from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from guardhost.world.repository import find, read_ref
from tests.repository import Repository

Make = Callable[..., Repository]


def test_no_repository(tmp_path: Path) -> None:
    assert find(str(tmp_path)) is None
    assert find("relative") is None
    assert find("") is None


def test_a_checkout_its_branch_and_its_commit(make_repository: Make) -> None:
    made = make_repository({"a/b": "x"})
    place = find(f"{made.root}/a/not/there/yet")
    assert place is not None
    assert (place.root, place.git_dir, place.common_dir) == (str(made.root), f"{made.root}/.git", f"{made.root}/.git")
    assert (place.head, place.branch, place.reftable) == (made.git("rev-parse", "HEAD"), "main", False)


def test_unborn_detached_packed_and_nested_names(make_repository: Make) -> None:
    unborn = find(str(make_repository(name="unborn").root))
    assert unborn is not None
    assert (unborn.head, unborn.branch) == ("", "main")
    made = make_repository({"a": "x"})
    made.git("checkout", "--quiet", "-b", "topic/deep")
    commit = made.commit({"a": "y"})
    made.git("pack-refs", "--all")
    packed = find(str(made.root))
    assert packed is not None
    assert (packed.head, packed.branch) == (commit, "topic/deep")
    made.git("checkout", "--quiet", "--detach")
    detached = find(str(made.root))
    assert detached is not None
    assert (detached.head, detached.branch) == (commit, "")
    made.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    assert read_ref(detached.git_dir, detached.common_dir, "refs/heads/alias") == made.git("rev-parse", "main")
    assert read_ref(detached.git_dir, detached.common_dir, "refs/heads/none") == ""
    assert read_ref(detached.git_dir, detached.common_dir, "refs/../HEAD") == ""


def test_a_linked_worktree_shares_the_common_folder(make_repository: Make, tmp_path: Path) -> None:
    made = make_repository({"a": "x"})
    made.git("worktree", "add", "--quiet", "-b", "other", str(tmp_path / "tree"))
    place = find(str(tmp_path / "tree"))
    assert place is not None
    assert (place.root, place.common_dir, place.branch) == (f"{tmp_path}/tree", f"{made.root}/.git", "other")
    assert place.git_dir == f"{made.root}/.git/worktrees/tree"
    assert place.head == made.git("rev-parse", "other")


def test_a_worktree_of_a_bare_repository(make_repository: Make, tmp_path: Path) -> None:
    made = make_repository({"a": "x"})
    made.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare.git"))
    made.git("--git-dir", str(tmp_path / "bare.git"), "worktree", "add", "--quiet", str(tmp_path / "tree"))
    place = find(str(tmp_path / "tree"))
    assert place is not None
    assert (place.root, place.common_dir) == (f"{tmp_path}/tree", f"{tmp_path}/bare.git")


def test_a_submodule_is_a_repository_of_its_own(make_repository: Make) -> None:
    inner = make_repository({"a": "x"}, name="inner")
    outer = make_repository({"b": "y"}, name="outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "sub")
    place = find(f"{outer.root}/sub")
    assert place is not None
    assert place.root == f"{outer.root}/sub"
    assert place.head == inner.git("rev-parse", "HEAD")


def test_a_root_reached_through_a_link_has_one_name(make_repository: Make, tmp_path: Path) -> None:
    made = make_repository({"a/b": "x"})
    (tmp_path / "link").symlink_to(made.root)
    place = find(f"{tmp_path}/link/a")
    assert place is not None
    assert place.root == str(made.root)


@pytest.mark.parametrize("planted", ["folder", "empty file", "gitdir to nowhere", "fifo"])
def test_a_planted_git_does_not_hide_the_repository_above(make_repository: Make, planted: str) -> None:
    import os

    made = make_repository({"sub/a": "x"})
    git = made.root / "sub" / ".git"
    if planted == "folder":
        git.mkdir()
    elif planted == "fifo":
        os.mkfifo(git)
    else:
        git.write_text("" if planted == "empty file" else "gitdir: /nowhere\n")
    place = find(f"{made.root}/sub")
    assert place is not None
    assert place.root == str(made.root)


def test_refs_that_only_git_reads_are_said_to_be_unknown(make_repository: Make) -> None:
    made = make_repository({"a": "x"})
    (made.root / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    place = find(str(made.root))
    assert place is not None
    assert (place.head, place.branch, place.reftable) == ("", "", True)
