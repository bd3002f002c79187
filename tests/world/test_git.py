from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from guardhost.model.fact import Checkout
from guardhost.world.git import RepoFacts, facts, program
from guardhost.world.repository import find
from tests.repository import Repository

Make = Callable[..., Repository]
GIT = program(os.environ)


def _facts(root: Path, git: str = GIT) -> RepoFacts:
    place = find(str(root))
    assert place is not None
    return facts(place, git, 20.0)


@pytest.fixture
def clone(make_repository: Make, tmp_path: Path) -> Repository:
    origin = make_repository({"a": "1"}, name="origin")
    origin.git("branch", "topic/deep")
    origin.git("clone", "--quiet", ".", str(tmp_path / "clone"))
    return Repository(tmp_path / "clone")


def test_the_program_is_found_by_an_absolute_path_only(tmp_path: Path) -> None:
    assert program({"PATH": f".:bin:{os.path.dirname(GIT)}/"}) == GIT
    (tmp_path / "git").write_text("no program")
    assert program({"PATH": str(tmp_path)}) == ""
    assert program({}) == ""


def test_a_clone_knows_its_remote(clone: Repository) -> None:
    found = _facts(clone.root)
    assert found.checkout() == Checkout(
        branch="main", remote_branches=("origin/main", "origin/topic/deep"), base="origin/main"
    )
    assert (found.branch(), found.default_branch(), found.unpushed()) == ("main", "main", 0)
    clone.commit({"a": "2"})
    assert _facts(clone.root).unpushed() == 1
    clone.git("checkout", "--quiet", "--detach")
    assert _facts(clone.root).branch() == ""


def test_the_default_branch_without_the_word_of_the_remote(clone: Repository) -> None:
    clone.git("remote", "set-head", "origin", "--delete")
    assert _facts(clone.root).default_branch() == "main"
    clone.git("update-ref", "-d", "refs/remotes/origin/main")
    assert _facts(clone.root).default_branch() == ""
    clone.git("symbolic-ref", "refs/remotes/up/HEAD", "refs/remotes/up/trunk/x")
    clone.git("update-ref", "refs/remotes/up/trunk/x", "HEAD")
    assert _facts(clone.root).default_branch() == "trunk/x"
    assert _facts(clone.root).checkout() == Checkout(
        branch="main", remote_branches=("origin/topic/deep", "up/trunk/x"), base="up/trunk/x"
    )


def test_without_remotes_and_without_commits(make_repository: Make) -> None:
    found = _facts(make_repository({"a": "1"}).root)
    assert found.checkout() == Checkout(branch="main")
    assert (found.unpushed(), found.default_branch()) == (1, "")
    unborn = _facts(make_repository(name="unborn").root)
    assert (unborn.unpushed(), unborn.dirty(), unborn.branch()) == (None, False, "main")


def test_dirty_and_tracked(make_repository: Make, tmp_path: Path) -> None:
    made = make_repository({"a": "1", "d/b": "1", "*": "1"})
    made.write("new", "1")
    found = _facts(made.root)
    assert found.dirty() is False
    wanted = {
        "a": True,
        f"{made.root}/d/b": True,
        "d": True,
        "new": False,
        "none": False,
        f"{tmp_path}/x": False,
        "[a]": False,
    }
    assert {path: found.tracked(path) for path in wanted} == wanted
    assert [found.answer("tracked", path) for path in ("a", "new")] == ["1", ""]
    made.write("d/b", "2")
    assert _facts(made.root).dirty() is True
    assert [_facts(made.root).answer(name) for name in ("dirty", "branch", "unpushed", "_run", "none")] == [
        "1",
        "main",
        "1",
        "",
        "",
    ]


def test_a_worktree_has_facts_of_its_own(make_repository: Make, tmp_path: Path) -> None:
    made = make_repository({"a": "1"})
    made.git("worktree", "add", "--quiet", "-b", "other", str(tmp_path / "tree"))
    (tmp_path / "tree" / "a").write_text("2")
    found = _facts(tmp_path / "tree")
    assert (found.branch(), found.dirty(), found.tracked("a")) == ("other", True, True)
    assert _facts(made.root).dirty() is False


@pytest.mark.parametrize("name", ["clean", "process"])
def test_nothing_that_the_repository_configures_is_started(make_repository: Make, tmp_path: Path, name: str) -> None:
    made = make_repository({"a": "1", ".gitattributes": "a filter=x.y\n"})
    ran = tmp_path / "ran"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    trap.chmod(0o755)
    for setting in (f"filter.x.y.{name}", "core.fsmonitor", "core.pager", "diff.external", "core.sshCommand"):
        made.git("config", setting, str(trap))
    made.git("config", "filter.x.y.required", "true")
    hooks = made.root / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-index-change", "fsmonitor-watchman"):
        shutil.copy(trap, hooks / hook)
    made.write("a", "2")
    os.utime(made.root / "a", (1, 1))
    found = _facts(made.root)
    assert (found.dirty(), found.tracked("a"), found.unpushed()) == (True, True, 1)
    assert found.checkout() is not None
    assert not ran.exists()


def test_what_git_cannot_say_is_unknown(make_repository: Make, tmp_path: Path) -> None:
    made = make_repository({"a": "1"})
    slow = tmp_path / "git"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    place = find(str(made.root))
    assert place is not None
    for found in (facts(place, "", 5.0), facts(place, f"{tmp_path}/none", 5.0), facts(place, str(slow), 0.05)):
        assert found.checkout() is None
        assert (found.dirty(), found.tracked("a"), found.unpushed(), found.default_branch()) == (None, None, None, "")
        assert found.branch() == "main"


def test_a_repository_of_another_owner_is_read(make_repository: Make) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a repository away")
    made = make_repository({"a": "1"})
    for path in [made.root, *made.root.rglob("*")]:
        os.chown(path, 12345, 12345)
    found = _facts(made.root)
    assert (found.dirty(), found.unpushed()) == (False, 1)
