"""`guardhost init`: where the starter goes, and that it is never written over anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import guardhost
from guardhost.cli import init, run


def test_a_starter_and_its_test_go_to_the_root_of_the_repository(make_repository, monkeypatch, capsys):
    root = make_repository({"src/deep/a.py": ""}).root
    monkeypatch.chdir(root / "src" / "deep")
    assert run(["init"]) == 0
    assert (root / "guard.py").read_text() == init.GUARD
    assert "parents[1]" in (root / "tests" / "test_guard.py").read_text()
    said = capsys.readouterr().out
    assert said.startswith("written  guard.py\nwritten  tests/test_guard.py\n")
    assert "guardhost test" in said


@pytest.mark.parametrize("form", init.FORMS)
def test_what_is_there_is_left(form, make_repository, monkeypatch, capsys):
    repository = make_repository({form: "MINE = 1\n"})
    monkeypatch.chdir(repository.root)
    assert run(["init"]) == 0
    assert (repository.root / form).read_text() == "MINE = 1\n"
    assert repository.git("status", "--porcelain") == "?? tests/"
    assert f"left     {form}\n" in capsys.readouterr().out


def test_a_link_that_leads_nowhere_is_left_as_well(make_repository, monkeypatch):
    root = make_repository({"a": ""}).root
    (root / "guard.py").symlink_to("gone.py")
    monkeypatch.chdir(root)
    assert run(["init"]) == 0
    assert not (root / "gone.py").exists()


def test_print_writes_nothing(make_repository, monkeypatch, capsys):
    repository = make_repository({"test/a.txt": ""})
    monkeypatch.chdir(repository.root)
    assert run(["init", "--print"]) == 0
    said = capsys.readouterr().out
    assert init.GUARD in said
    assert "--- test/test_guard.py" in said
    assert repository.git("status", "--porcelain") == ""


def test_without_a_repository_it_is_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    assert (tmp_path / "guard.py").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path, monkeypatch, capsys):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_guard.py").mkdir()
    (tmp_path / "guard.py").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0  # what is there is left, whatever it is
    monkeypatch.setattr(init, "_policy", lambda root: root / "guard.py" / "x" / "\0")
    assert run(["init"]) != 0
    assert "Traceback" not in capsys.readouterr().err


def test_the_starter_passes_its_own_examples_and_its_own_test(make_repository, monkeypatch):
    root = make_repository({"README": ""}).root
    monkeypatch.chdir(root)
    assert run(["init"]) == 0
    assert run(["test", "--strict"]) == 0
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_guard.py"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout


def test_the_starter_is_typed(tmp_path):
    policy = tmp_path / "guard.py"
    policy.write_text(init.GUARD)
    words = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--cache-dir",
        str(tmp_path / "cache"),
        str(policy),
    ]
    sources = {**os.environ, "MYPYPATH": str(Path(guardhost.__file__).parent.parent)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=sources)
    assert done.returncode == 0, done.stdout
