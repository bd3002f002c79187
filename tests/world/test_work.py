"""What would be lost in a checkout, told by git itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from guardhost.world.repository import find
from guardhost.world.work import Work
from tests.repository import Repository

GIT = shutil.which("git") or ""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "r")
    made.commit({"a.py": "A = 1\n", "b.py": "B = 1\n", ".gitignore": "build/\n"})
    return made


def work(repository: Repository, git: str = GIT) -> Work:
    place = find(str(repository.root))
    assert place is not None
    return Work(place, git, 10.0)


def test_changes_are_told_with_index_and_tree(repository: Repository) -> None:
    assert work(repository).changes() == ()
    repository.write("a.py", "A = 2\n")
    repository.write("b.py", "B = 2\n")
    repository.git("add", "b.py")
    repository.write("new/c.py", "C\n")
    repository.write("build/x.o", "x\n")
    assert work(repository).changes() == ((" ", "M", "a.py"), ("M", " ", "b.py"), ("?", "?", "new/"))


def test_a_clean_is_asked_for_what_it_would_remove(repository: Repository) -> None:
    repository.write("new/c.py", "C\n")
    repository.write("build/x.o", "x\n")
    root = str(repository.root)
    assert work(repository).cleaned((), (), root) == ()
    assert work(repository).cleaned(("-d",), (), root) == ("new/",)
    assert work(repository).cleaned(("-d", "-x"), (), root) == ("build/", "new/")
    assert work(repository).cleaned(("-d", "-x"), ("build",), root) == ("build/",)
    assert (repository.root / "new/c.py").exists()


def test_commits_that_nothing_else_has(repository: Repository) -> None:
    git = repository.git
    git("branch", "same")
    git("checkout", "-q", "-b", "alone")
    repository.commit({"c.py": "C\n"})
    git("checkout", "-q", "main")
    told = work(repository)
    assert (told.only_here("same"), told.only_here("alone"), told.only_here("none")) == (0, 1, 0)
    assert told.detached() == 0
    git("tag", "kept", "alone")
    assert work(repository).only_here("alone") == 0
    git("checkout", "-q", "--detach", "main")
    repository.commit({"d.py": "D\n"})
    assert work(repository).detached() == 1


def test_stash_worktrees_settings_and_ignored(repository: Repository, tmp_path: Path) -> None:
    repository.write("build/x", "x\n")
    told = work(repository)
    assert (told.stashed(), told.worktrees, told.setting("clean.requireForce")) == (False, 0, "")
    assert (told.ignored("build/x"), told.ignored("a.py")) == (True, False)
    assert (bool(told.commit("main")), told.commit("nowhere"), told.commit("--all")) == (True, "", "")
    repository.write("a.py", "A = 3\n")
    repository.git("stash", "-q")
    repository.git("worktree", "add", "-q", str(tmp_path / "w"), "-b", "w")
    repository.git("config", "clean.requireForce", "false")
    told = work(repository)
    assert (told.stashed(), told.worktrees, told.setting("clean.requireForce")) == (True, 1, "false")


def test_without_git_nothing_is_told(repository: Repository) -> None:
    told = work(repository, "")
    assert told.changes() is None
    assert told.cleaned((), (), str(repository.root)) is None
    assert told.only_here("main") == 0


def test_nothing_that_the_repository_configures_is_started(repository: Repository, tmp_path: Path) -> None:
    log = tmp_path / "started"
    for key in ("core.fsmonitor", "filter.x.clean", "core.sshCommand"):
        repository.git("config", key, f"touch {log}; false")
    (repository.root / ".gitattributes").write_text("*.py filter=x\n")
    log.unlink(missing_ok=True)
    repository.root.joinpath("a.py").write_text("A = 5\n")
    work(repository).changes()
    work(repository).cleaned(("-d",), (), str(repository.root))
    assert not log.exists()
