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
    assert (root / "guard.yaml").read_text() == init.RULES
    assert "parents[1]" in (root / "tests" / "test_guard.py").read_text()
    said = capsys.readouterr().out
    assert said.startswith("written  guard.py\nwritten  guard.yaml\nwritten  tests/test_guard.py\n")
    assert "guardhost test" in said


@pytest.mark.parametrize("form", init.FORMS)
def test_what_is_there_is_left(form, make_repository, monkeypatch, capsys):
    repository = make_repository({form: "MINE = 1\n"})
    monkeypatch.chdir(repository.root)
    assert run(["init"]) == 0
    assert (repository.root / form).read_text() == "MINE = 1\n"
    rules = form.replace(".py", ".yaml")
    assert sorted(repository.git("status", "--porcelain").split("\n")) == [f"?? {rules}", "?? tests/"]
    assert f"left     {form}\n" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml"])
def test_rules_that_are_there_are_left_and_get_no_second_file(form, make_repository, monkeypatch, capsys):
    repository = make_repository({form: "version: 1\n"})
    monkeypatch.chdir(repository.root)
    assert run(["init"]) == 0
    assert sorted(repository.git("status", "--porcelain").split("\n")) == ["?? guard.py", "?? tests/"]
    assert f"left     {form}\n" in capsys.readouterr().out


def test_the_starter_rules_refuse_nothing_and_hold_their_examples(make_repository, monkeypatch, capsys):
    repository = make_repository({"a": ""})
    monkeypatch.chdir(repository.root)
    assert run(["init"]) == 0
    repository.commit()
    capsys.readouterr()
    assert run(["test"]) == 0
    assert capsys.readouterr().out == "3 rules, 9 examples, all as written.\n"
    for line in ("git commit --no-verify -m x", 'eval "$X"'):
        run(["check", "--rules-only", line])
        assert capsys.readouterr().out.startswith(("allow", "advise")), line
    assert run(["use", "no-force-push"]) == 0
    assert "it says `mode: audit`" in capsys.readouterr().out
    commented = init.RULES.replace("  # - id", "  - id").replace("\n  #   ", "\n    ")
    repository.write("guard.yaml", commented)
    assert run(["rules", "--check"]) == 0
    assert run(["test"]) == 0


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


def test_without_a_repository_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 2
    assert list(tmp_path.iterdir()) == []
    assert "lies in no git repository; run `git init` first" in capsys.readouterr().err
    assert run(["init", "--print"]) == 0


def test_a_folder_that_cannot_be_written_is_one_sentence(make_repository, monkeypatch, capsys):
    tmp_path = make_repository({"a": ""}).root
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


def test_it_says_how_its_test_is_run(make_repository, monkeypatch, capsys):
    monkeypatch.chdir(make_repository({"test/a.txt": ""}).root)
    assert run(["init"]) == 0
    assert f"{sys.executable} -m pytest test/test_guard.py" in capsys.readouterr().out
    assert "PYTHON -m pytest test/test_guard.py" in Path("test/test_guard.py").read_text()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "-m pip install pytest && " in init._pytest("tests/test_guard.py")


def test_the_starter_sees_a_new_package_in_every_spelling(make_repository, monkeypatch):
    monkeypatch.chdir(make_repository({"guard.py": init.GUARD}).root)
    for line, status in {
        "npm i left-pad": 1, "npm i --save-dev x": 1, "cd web && pip install -U a": 1, "uv add b": 1, "pnpm add c": 1,
        "npm install": 0, "pip install -r requirements.txt": 0, "npm run add": 0,
    }.items():  # fmt: skip
        assert run(["check", line]) == status, line


def test_both_forms_are_an_error_that_names_them(make_repository, monkeypatch, capsys):
    root = make_repository(dict.fromkeys(init.FORMS, "")).root
    monkeypatch.chdir(root)
    assert run(["init"]) == 1
    assert "both guard.py and policy/guard.py are there" in capsys.readouterr().err
    assert not (root / "tests").exists()


@pytest.mark.parametrize("text", [init.GUARD, init.TEST.format(depth=1, path="tests/test_guard.py")])
def test_the_starter_is_typed(text, tmp_path):
    policy = tmp_path / "guard.py"
    policy.write_text(text)
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
