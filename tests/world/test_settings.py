from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.world.settings import Settings, settings
from guardhost.world.state import State


def _read(tmp_path: Path, text: str | bytes) -> Settings:
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "guard.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return settings(f"{tmp_path}/config", State(folder=f"{tmp_path}/state"))


def test_without_a_file_everything_is_usual(tmp_path: Path) -> None:
    assert (
        settings(f"{tmp_path}/config", State(folder=f"{tmp_path}/state")) == Settings() == settings("", State(folder="/s"))
    )
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", Settings()),
        ("# nothing\n", Settings()),
        ("settings:\n", Settings()),
        ("rules: []\n", Settings()),
        ("settings: {retries: 3, unreadable: ask}\n", Settings()),
        ("settings:\n  on_judge_error: deny\n  record: digest\n", Settings(on_judge_error="deny", record="digest")),
        ("settings: {record: off, unattended: yes}\n", Settings(record="off", unattended=True)),
        ("settings: {unattended: false, on_judge_error: 'ask'}\n", Settings(unattended=False, on_judge_error="ask")),
    ],
)
def test_what_is_set_holds(tmp_path: Path, text: str, wanted: Settings) -> None:
    assert _read(tmp_path, text) == wanted
    assert _read(tmp_path, text) == wanted


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("on_judge_error: dney", "guard.yaml:3:19: GH1010: `on_judge_error: dney` cannot be; did you mean `deny`?"),
        (
            "on_juge_error: deny",
            "guard.yaml:3:3: GH1010: there is no setting `on_juge_error`; did you mean `on_judge_error`?",
        ),
        (
            "colour: blue",
            "guard.yaml:3:3: GH1010: there is no setting `colour`; there are: on_judge_error, record, unattended",
        ),
        ("unattended: 5", "guard.yaml:3:15: GH1010: `unattended: 5` cannot be; give one of: true, false"),
        ("unattended: [yes]", "guard.yaml:3:15: GH1010: `unattended: ` cannot be; give one of: true, false"),
        ("record: off", "guard.yaml:3:3: GH1010: `record` is set twice; keep one of them; the first one holds"),
        ("[1]: 2", "guard.yaml:3:3: GH1010: there is no setting ``; there are: on_judge_error, record, unattended"),
    ],
)
def test_a_bad_setting_is_told_with_its_place_and_the_others_stay(tmp_path: Path, line: str, problem: str) -> None:
    found = _read(tmp_path, f"settings:\n  record: digest\n  {line}\n")
    assert [one.removeprefix(f"{tmp_path}/config/") for one in found.problems] == [problem]
    assert found.replace(problems=()) == Settings(record="digest")
    assert _read(tmp_path, f"settings:\n  record: digest\n  {line}\n") == found


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("settings: {", "guard.yaml:2:1: GH1001: the file is no YAML"),
        ("- a\n", "guard.yaml:1:1: GH1001: the file is no mapping"),
        ("settings: on\n", "guard.yaml:1:11: GH1010: `settings` is no mapping"),
        ("a: 1\n---\nb: 2\n", "guard.yaml:2:1: GH1001: the file is no YAML"),
        (b"settings: \xff\n", "guard.yaml: GH1001: the file is no YAML"),
        (b"x" * (1 << 21), "guard.yaml: GH1001: the file has 2097152 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_leaves_everything_as_usual(tmp_path: Path, text: str | bytes, problem: str) -> None:
    found = _read(tmp_path, text)
    assert len(found.problems) == 1
    assert found.problems[0].removeprefix(f"{tmp_path}/config/").startswith(problem)
    assert found.replace(problems=()) == Settings()


def test_a_known_content_is_read_without_yaml_and_only_the_last_is_kept(tmp_path: Path) -> None:
    _read(tmp_path, "settings: {record: off}\n")
    wanted = _read(tmp_path, "settings: {record: digest, wrong: 1}\n")
    assert len(os.listdir(tmp_path / "state" / "settings")) == 1
    program = """
import sys
sys.path.append(sys.argv[3])
from guardhost.world.settings import settings
from guardhost.world.state import State
found = settings(sys.argv[1], State(folder=sys.argv[2]))
print(found.record, len(found.problems), sorted({"yaml", "os", "re", "json", "typing"} & set(sys.modules)))
"""
    root = str(Path(__file__).parents[2])
    words = [sys.executable, "-I", "-S", "-c", program, f"{tmp_path}/config", f"{tmp_path}/state", root]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "digest 1 []\n"
    assert wanted.record == "digest"


@pytest.mark.parametrize("kept", ["", "[]", "{", '{"problems": 5}', '{"problems": [], "record": "everything"}'])
def test_a_broken_copy_is_read_anew_or_not_believed(tmp_path: Path, kept: str) -> None:
    _read(tmp_path, "settings: {record: off}\n")
    (copy,) = (tmp_path / "state" / "settings").iterdir()
    copy.write_text(kept)
    assert _read(tmp_path, "settings: {record: off}\n").record == ("text" if "everything" in kept else "off")


def test_without_a_usable_state_the_file_is_read_each_time(tmp_path: Path) -> None:
    _read(tmp_path, "settings: {record: off}\n")
    assert settings(f"{tmp_path}/config", State(folder="/nowhere", usable=False)).record == "off"


RULES = {"delete-inside": False, "push-protected": False, "guard-tamper": True}


def _rules(tmp_path: Path, text: str) -> Settings:
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "guard.yaml").write_text(text)
    return settings(f"{tmp_path}/config", State(folder=f"{tmp_path}/state"), lambda: RULES)


def test_built_in_rules_are_set(tmp_path: Path) -> None:
    text = "builtin:\n  push-protected: off\n  delete-inside: deny\nsettings: {record: digest}\n"
    wanted = Settings(record="digest", builtin=(("push-protected", "off"), ("delete-inside", "deny")))
    assert _rules(tmp_path, text) == wanted
    assert _rules(tmp_path, text) == wanted


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("push-protectd: off", "2:3: GH1010: there is no built-in rule `push-protectd`; did you mean `push-protected`?"),
        ("colour: off", "2:3: GH1010: there is no built-in rule `colour`; `guardhost rules --builtin` lists them"),
        ("guard-tamper: off", "2:3: GH1010: `guard-tamper` cannot be set; take the line out"),
        ("push-protected: aks", "2:19: GH1010: `push-protected: aks` cannot be; did you mean `ask`?"),
        ("push-protected: allow", "2:19: GH1010: `push-protected: allow` cannot be; give one of: off, advise, ask, deny"),
    ],
)
def test_a_built_in_rule_that_cannot_be_set_so_is_told(tmp_path: Path, line: str, problem: str) -> None:
    found = _rules(tmp_path, f"builtin:\n  {line}\n")
    assert problem in found.problems[0]
    assert found.builtin == ()
