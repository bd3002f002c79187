"""`hack/bootstrap-worktree` in repositories of its own: nothing is fetched, environments are made without packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.policy.asking import ROOT

# Stands for `hack/environment`: makes the environment of the checkout that it lies in, without any package.
ENVIRONMENT = """#!/bin/sh
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ -x "$root/.venv/bin/python" ] || PYTHON -m venv --without-pip "$root/.venv" >&2
echo made >>"$root/made"
printf '%s\\n' "$root/.venv/bin/python"
"""


def run(script: Path, *words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(script), *words], cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture
def repository(make_repository):
    """A repository with the script, and a linked worktree `linked` of it."""
    made = make_repository({"pyproject.toml": '[project]\nname = "guardhost"\n', ".gitignore": ".venv\nmade\n"})
    (made.root / "hack").mkdir()
    shutil.copy(ROOT / "hack/bootstrap-worktree", made.root / "hack/bootstrap-worktree")
    environment = made.root / "hack/environment"
    environment.write_text(ENVIRONMENT.replace("PYTHON", sys.executable))
    environment.chmod(0o755)
    made.commit({}, "scripts")
    made.git("worktree", "add", "--quiet", "-b", "topic", str(made.root.parent / "linked"))
    return made


@pytest.fixture
def linked(repository):
    return repository.root.parent / "linked"


def test_a_linked_worktree_gets_an_environment_of_its_own(repository, linked):
    for _ in range(2):  # it is safe to run again
        done = run(linked / "hack/bootstrap-worktree", cwd=linked)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith(f"{linked} runs {linked}/.venv/bin/python\n")
    prefix = subprocess.run(
        [linked / ".venv/bin/python", "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True, check=True
    )
    assert prefix.stdout.strip() == f"{linked}/.venv"
    assert not (repository.root / ".venv").exists()


def test_the_main_checkout_bootstraps_a_worktree_by_its_folder(repository, linked):
    done = run(repository.root / "hack/bootstrap-worktree", "../linked", cwd=repository.root, GIT_DIR="/nonexistent")
    assert done.returncode == 0, done.stderr
    assert (linked / ".venv/bin/python").exists()
    assert not (repository.root / ".venv").exists()


def test_print_does_nothing(linked):
    done = run(linked / "hack/bootstrap-worktree", "--print", cwd=linked)
    assert (done.returncode, done.stdout) == (0, f"would run: {linked}/hack/environment dev\n")
    assert not (linked / "made").exists()


def test_a_link_to_another_environment_is_replaced_and_the_other_stays(repository, linked):
    run(repository.root / "hack/bootstrap-worktree", cwd=repository.root)
    (linked / ".venv").symlink_to(repository.root / ".venv")
    done = run(linked / "hack/bootstrap-worktree", cwd=linked)
    assert done.returncode == 0, done.stderr
    assert "is a link" in done.stdout
    assert not (linked / ".venv").is_symlink()
    assert (repository.root / ".venv/bin/python").exists()


def test_what_it_cannot_do_is_one_sentence(repository, linked, make_repository, tmp_path):
    script = repository.root / "hack/bootstrap-worktree"
    other = make_repository({"hack/environment": "#!/bin/sh\n"}, name="other").root
    (other / "hack/environment").chmod(0o755)
    plain = make_repository({"a": ""}, name="plain").root
    (tmp_path / "folder").mkdir()
    for words, said in [
        (["--odd"], "unknown option --odd"),
        (["a", "b"], "one folder at a time"),
        (["absent"], "absent is no folder"),
        ([str(tmp_path / "folder")], "lies in no work tree of git"),
        ([str(plain)], "is no checkout of guardhost"),
        ([str(other)], "is a checkout of another repository"),
    ]:
        done = run(script, *words, cwd=repository.root)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_the_real_environment_script_leaves_a_current_one_alone(repository):
    root = repository.root
    shutil.copy(ROOT / "hack/environment", root / "hack/environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(root / ".venv")], check=True)
    checksum = subprocess.run(
        ["cksum"], input=(root / "pyproject.toml").read_bytes(), capture_output=True, check=True
    ).stdout
    (root / ".venv/made-for-dev").write_text(f"{root} {checksum.decode()}")
    done = run(root / "hack/bootstrap-worktree", cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{root} runs {root}/.venv/bin/python\n"
