"""The doctor: what is wired is run and its answers are read; every state of a guard has its status, fix and exit."""

from __future__ import annotations

import json
import os
import posix
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from guardhost import __version__
from guardhost.cli import doctor as verb
from guardhost.doctor import (
    CHECKS,
    INVALID,
    PROBLEM,
    UNCOVERED,
    UNPROBED,
    VERIFIED,
    Check,
    Found,
    Ran,
    examine,
    exit_status,
)
from guardhost.hosts.wiring import settings, setup
from guardhost.hosts.wiring.installing import Wish, wanted
from guardhost.model.codes import CODES
from guardhost.model.event import Event
from guardhost.world.build import package
from guardhost.world.marks import make
from tests.doctor.conftest import DENY, POLICY, REFUSED, Wired, answering, group
from tests.repository import Repository


def test_all_wired_is_verified(wired: Wired) -> None:
    found = wired.only()
    assert (found.status, found.host) == (VERIFIED, "claude-code")
    assert "10 ms at most" in found.detail


ANSWERS = [
    ("the canary passes", {"forbidden": Ran(0, b"", 0.0)}, UNCOVERED, "canary passed"),
    ("an advice", {"forbidden": Ran(0, b'{"systemMessage": "gone"}', 0.0)}, UNCOVERED, "it said"),
    ("no answer in time", {"forbidden": None}, UNPROBED, "10 s"),
    ("no second answer", {"harmless": None}, UNPROBED, "10 s"),
    ("program missing", {"forbidden": Ran(127, b"", 0.0)}, UNCOVERED, "missing"),
    ("not executable", {"forbidden": Ran(126, b"", 0.0)}, UNCOVERED, "missing"),
    ("a crash", {"forbidden": Ran(1, b"", 0.0)}, UNCOVERED, "exits with 1"),
    (
        "another dialect",
        {"forbidden": Ran(0, b'{"hookSpecificOutput": {"hookEventName": "Stop"}}', 0.0)},
        INVALID,
        "dialect",
    ),
    (
        "refused by a crash",
        {"forbidden": replace(REFUSED, stdout=DENY.replace("guard-tamper", "x").encode())},
        INVALID,
        "rule",
    ),
    ("no JSON", {"forbidden": Ran(0, b"Traceback", 0.0)}, INVALID, "dialect"),
    ("refuses everything", {"harmless": Ran(0, DENY.encode(), 0.0)}, INVALID, "even `true`"),
]


@pytest.mark.parametrize(("answers", "status", "detail"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS])
def test_the_answers_decide(wired: Wired, answers: dict[str, Any], status: str, detail: str) -> None:
    found = wired.only(run=answering(**answers))
    assert found.status == status
    assert detail in found.detail
    assert found.fix == "guardhost install claude-code"


def change(wired: Wired, **changes: Any) -> None:
    wired.file.write_text(json.dumps(json.loads(wired.file.read_text()) | changes))


def narrowed(wired: Wired) -> None:
    wired.file.write_text(wired.file.read_text().replace('"matcher": "*"', '"matcher": "Bash"', 1))


def another_build(wired: Wired) -> None:
    other = wired.launcher.parent / "other" / "stub.py"
    other.parent.mkdir()
    other.touch()
    wired.launcher.write_text(wired.launcher.read_text().replace(f"{package()}/stub.py", str(other)))


def relaunched(old: str, new: str) -> Callable[[Wired], object]:
    return lambda wired: wired.launcher.write_text(wired.launcher.read_text().replace(old, new))


STATES: list[tuple[str, Callable[[Wired], object], str, str]] = [
    ("no file", lambda wired: wired.file.unlink(), UNCOVERED, "no file of it has an entry"),
    ("no entry", lambda wired: wired.file.write_text("{}"), UNCOVERED, "no file of it has an entry"),
    ("duplicate keys", lambda wired: wired.file.write_text('{"a": 1, "a": 2}'), INVALID, "stands twice"),
    ("unparsable", lambda wired: wired.file.write_text("{"), INVALID, ":1:2:"),
    ("switched off", lambda wired: change(wired, disableAllHooks=True), UNCOVERED, "disableAllHooks"),
    ("some tools only", narrowed, UNCOVERED, "some tools only"),
    ("launcher missing", lambda wired: wired.launcher.unlink(), UNCOVERED, "missing"),
    ("launcher of another", lambda wired: wired.launcher.write_text("#!/bin/sh\n"), UNCOVERED, "none of ours"),
    (
        "interpreter gone",
        relaunched(f"interpreter={sys.executable}", "interpreter=/gone/python"),
        UNCOVERED,
        "/gone/python, which is gone",
    ),
    ("another build", another_build, INVALID, "another build"),
    (
        "an event is missing",
        lambda wired: wired.file.write_text(wired.file.read_text().replace('"Stop"', '"Stopped"')),
        PROBLEM,
        "not those of this version",
    ),
]


@pytest.mark.parametrize(("mess", "status", "detail"), [row[1:] for row in STATES], ids=[row[0] for row in STATES])
def test_the_state_decides(wired: Wired, mess: Callable[[Wired], object], status: str, detail: str) -> None:
    mess(wired)
    found = wired.only()
    assert (found.status, found.host) == (status, "claude-code")
    assert detail in found.detail


def test_a_line_by_hand_whose_program_is_missing_is_uncovered_and_exits_2(wired: Wired) -> None:
    hook = {"type": "command", "command": "./guardhost hook claude-code"}
    wired.file.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [hook]}]}}))
    findings = examine(replace(wired.here, run=verb.run_line), [check for check in CHECKS if check.name == "host"])
    assert [finding.found.status for finding in findings] == [UNCOVERED]
    assert exit_status(findings) == 2


def test_a_link_is_followed(wired: Wired, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.json"
    wired.file.rename(target)
    wired.file.symlink_to(target)
    assert wired.only().status == VERIFIED


def test_a_managed_switch_is_told_beside_the_rest(wired: Wired, tmp_path: Path) -> None:
    managed = tmp_path / "managed.json"
    managed.write_text('{"allowManagedHooksOnly": true}')
    found = wired.host(managed={"claude-code": (str(managed), "/nowhere.json")})
    assert [one.status for one in found] == [UNCOVERED, VERIFIED]


def test_a_team_line_is_run_too(wired: Wired, make_repository: Callable[..., Repository]) -> None:
    root = str(make_repository({"a": "b"}).root)
    file = setup("claude-code").settings_file(wired.here.env, root)
    edit = settings.installed(file, wanted("claude-code", Wish(project=root), "", wired.here.env))
    settings.apply(edit, str(wired.launcher.parent))
    twice, *both = wired.host(cwd=root)
    assert [one.status for one in both] == [VERIFIED, VERIFIED]
    assert (twice.status, "judged 2 times" in twice.detail) == (PROBLEM, True)
    assert "guardhost uninstall --project claude-code" in twice.fix


def test_no_host_is_a_problem(wired: Wired) -> None:
    wired.file.unlink()
    for left in wired.file.parent.iterdir():
        left.unlink()
    wired.file.parent.rmdir()
    found = wired.only(env={**wired.here.env, "PATH": "/usr/bin:/bin"})
    assert (found.status, found.fix) == (PROBLEM, "guardhost install claude-code")


def test_the_real_thing_answers_both_canaries(wired: Wired) -> None:
    found = wired.only(run=verb.run_line)
    assert (found.status, found.detail[:0]) == (VERIFIED, "")
    assert list(Path(wired.here.env["HOME"], ".local/state/guardhost/repositories").iterdir()) == []  # of no use afterwards


def test_what_a_doctor_left_that_was_ended_is_removed(wired: Wired, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    repositories = Path(wired.here.env["HOME"], ".local/state/guardhost/repositories")
    left = [
        parent / name for parent in (tmp_path, repositories) for name in ("guardhost-doctor-old", "guardhost-doctor-new")
    ]
    (tmp_path / "victim").mkdir()
    for folder in left:
        folder.mkdir(parents=True)
        (folder / "inside").write_text("")
        now = wired.here.now()
        os.utime(folder, (now, now - 7200 if folder.name.endswith("old") else now - 60))
    (tmp_path / "guardhost-doctor-link").symlink_to(tmp_path / "victim")
    os.utime(tmp_path / "guardhost-doctor-link", (0, 0), follow_symlinks=False)
    wired.only()
    assert [folder.exists() for folder in left] == [False, True, False, True]
    assert (tmp_path / "victim").exists()


def test_a_line_that_hangs_is_ended_with_its_group(tmp_path: Path) -> None:
    assert verb.run_line("sleep 60 & sleep 60", b"", str(tmp_path), 0.05) is None


POLICIES = [
    ("judges", {"guard.py": POLICY}, VERIFIED, "judges command"),
    ("below", {"policy/guard.py": POLICY}, VERIFIED, "policy/guard.py, judges command"),
    ("none", {}, VERIFIED, "no policy in"),
    ("nothing registered", {"guard.py": "x = 1\n"}, PROBLEM, "judges nothing"),
    ("a typo", {"guard.py": "import guardhost\nguardhost.comand\n"}, INVALID, "guard.py:2"),
    ("a syntax error", {"guard.py": "def f(:\n"}, INVALID, "SyntaxError"),
    ("both forms", {"guard.py": POLICY, "policy/guard.py": POLICY}, INVALID, "both"),
]


@pytest.mark.parametrize(("files", "status", "detail"), [row[1:] for row in POLICIES], ids=[str(row[0]) for row in POLICIES])
def test_policies_are_loaded(wired: Wired, tmp_path: Path, files: dict[str, str], status: str, detail: str) -> None:
    (tmp_path / ".git").mkdir()
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (found,) = group("policy", wired.here)
    assert found.status == status
    assert detail in found.detail


def test_the_start_up_files_are_looked_at(wired: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    from guardhost import startup

    monkeypatch.setattr(startup, "current", lambda package: True)
    assert [one.status for one in group("startup", wired.here)] == [VERIFIED]
    monkeypatch.setattr(startup, "current", lambda package: False)
    assert f"the start-up files of {package()} are missing or stale" in group("startup", wired.here)[0].detail
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    (found,) = group("startup", wired.here)
    assert (found.status, "5 ms more" in found.detail) == (PROBLEM, True)
    another_build(wired)
    assert group("startup", wired.here) == []


def test_the_cost_of_imports_is_told(wired: Wired, tmp_path: Path) -> None:
    (tmp_path / "guard.py").write_text("import json\nfrom re import compile\nimport rules_x\n" + POLICY)
    (tmp_path / "rules_x.py").write_text("def f():\n    import logging\n")
    (found,) = group("policy_cost", wired.here)
    assert (found.status, found.detail) == (VERIFIED, "this repository: about 12 ms on each call (json 7 ms, re 5 ms)")
    (tmp_path / "guard.py").write_text("import dataclasses, typing\n" + POLICY)
    assert group("policy_cost", wired.here)[0].status == PROBLEM


def test_settings_that_are_not_understood_are_told(wired: Wired, home: Path) -> None:
    assert group("settings", wired.here)[0].status == VERIFIED
    file = home / ".config/guardhost/guard.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("settings:\n  on_judge_error: perhaps\n")
    (found,) = group("settings", wired.here)
    assert (found.status, str(file) in found.fix) == (PROBLEM, True)


def test_the_state_folder(wired: Wired, home: Path) -> None:
    assert group("state_folder", wired.here)[0].status == VERIFIED
    moved = {**wired.here.env, "XDG_STATE_HOME": str(home / "elsewhere")}
    assert group("state_folder", replace(wired.here, env=moved))[0].status == PROBLEM
    state = home / ".local/state/guardhost"
    for name in ("crashes", "x"):
        (state / name).mkdir(parents=True, exist_ok=True)
    assert group("crashes", wired.here)[0].status == VERIFIED
    (state / "crashes" / "1.txt").touch()
    assert group("crashes", wired.here)[0].status == PROBLEM
    assert group("clock", replace(wired.here, now=lambda: 1.0e9))[0].status == PROBLEM
    assert group("clock", replace(wired.here, now=lambda: 9.0e9))[0].status == VERIFIED


def test_unfinished_judgements_are_counted_and_not_claimed(wired: Wired, home: Path) -> None:
    assert group("unfinished", wired.here)[0].status == VERIFIED
    event = Event(moment="call", host="claude-code", session="s", seam="command", name="PreToolUse")
    make(f"{home}/.local/state/guardhost/sessions/s", event, "digest", 10.0, 1.0)
    for _ in range(2):
        (found,) = group("unfinished", wired.here)
        assert (found.status, found.detail) == (
            PROBLEM,
            "judgements that began and never finished: 1; the last one was of a command call",
        )


def test_a_state_folder_that_is_a_file_is_invalid(wired: Wired, home: Path) -> None:
    state = home / ".local/state/guardhost"
    state.parent.mkdir(parents=True)
    state.write_text("")
    told = [one for check in CHECKS if check.group in ("state", "trail") for one in group(check.name, wired.here)]
    assert [one.status for one in told] == [INVALID]
    assert f"{state}, it is no folder" in told[0].detail


def test_a_state_folder_that_cannot_be_entered_is_one_finding(wired: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bool:
        return False

    monkeypatch.setattr(posix, "access", refuse)  # what a folder of another user says; root may enter every one
    findings = [one for one in examine(wired.here) if one.check.group not in ("programs", "hosts")]
    assert not [one for one in findings if "the check itself failed" in one.found.detail]
    assert [one.check.name for one in findings if one.found.status != VERIFIED] == ["state_folder"]


def test_programs_on_path(wired: Wired, tmp_path: Path) -> None:
    def on(*names: str) -> dict[str, str]:
        for name in names:
            program = tmp_path / name / "guardhost"
            program.parent.mkdir(exist_ok=True)
            program.write_text("#!/bin/sh\n")
            program.chmod(0o755)
        return {**wired.here.env, "PATH": os.pathsep.join(str(tmp_path / name) for name in names)}

    def same(words: list[str], seconds: float) -> str:
        return f"guardhost {__version__}\n"

    for env, ask, status in (
        (on("a"), same, VERIFIED),
        (on("a", "b"), same, PROBLEM),
        (on("a"), lambda words, seconds: "guardhost 0.0.1\n", PROBLEM),
        (on("a"), lambda words, seconds: "", PROBLEM),
        (on(), same, PROBLEM),
    ):
        assert group("guardhost_on_path", replace(wired.here, env=env, ask=ask))[0].status == status
    assert group("git", replace(wired.here, env=on(), ask=same))[0].status == PROBLEM
    assert group("git", replace(wired.here, ask=lambda words, seconds: "git version 2\n"))[0].status == VERIFIED
    assert group("shfmt", replace(wired.here, ask=lambda words, seconds: "v3\n"))[0].status == VERIFIED


@pytest.mark.parametrize(
    ("said", "status"), [("2.1.300 (Claude Code)", VERIFIED), ("2.1.100 (Claude Code)", PROBLEM), ("odd", VERIFIED)]
)
def test_an_old_host_is_told(wired: Wired, tmp_path: Path, said: str, status: str) -> None:
    program = tmp_path / "claude"
    program.touch()
    program.chmod(0o755)
    here = replace(wired.here, env={**wired.here.env, "PATH": str(tmp_path)}, ask=lambda words, seconds: said)
    assert [one.status for one in group("host_version", here)] == [status]


def test_a_check_that_fails_itself_does_not_hide_the_others(wired: Wired) -> None:
    def fail(*words: object) -> Ran:
        raise RuntimeError("boom")

    findings = examine(replace(wired.here, run=fail), [check for check in CHECKS if check.name in ("host", "crashes")])
    assert [finding.found.status for finding in findings] == [UNPROBED, VERIFIED]
    assert "boom" in findings[0].found.detail


def test_every_row_has_its_function_and_its_page() -> None:
    groups = {path.stem for path in Path(verb.__file__).parent.parent.joinpath("doctor").glob("*.py")} - {
        "__init__",
        "launched",
        "entries",
        "loaded",
        "ruled",
    }
    assert {check.group for check in CHECKS} == groups
    for check in CHECKS:
        assert check.page in CODES
        assert check.what
        assert check.fix


def test_json_and_exit(
    wired: Wired, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from guardhost.cli import run

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verb, "here", lambda: replace(wired.here, run=answering(forbidden=Ran(0, b"", 0.0))))
    assert run(["doctor", "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert (told["schema_version"], told["status"], told["guardhost"]) == (1, "broken", __version__)
    row = told["findings"][0]
    assert (row["check"], row["status"], row["host"], row["page"]) == ("host", "uncovered", "claude-code", "GH1601")
    assert all(row["fix"] or row["status"] == "verified" for row in told["findings"])
    assert run(["doctor"]) == 2
    text = capsys.readouterr().out
    assert re.search(r"uncovered +host claude-code: .*canary passed", text)
    assert "-> guardhost install claude-code   (guardhost explain GH1601)" in text


def test_exit_is_the_worst() -> None:
    row = Check("x", "hosts", "w", "f", "GH1601")
    from guardhost.doctor import Finding

    for statuses, status in (
        ((VERIFIED,), 0),
        ((VERIFIED, PROBLEM), 1),
        ((UNPROBED,), 1),
        ((PROBLEM, UNCOVERED), 2),
        ((INVALID,), 2),
        ((), 0),
    ):
        assert exit_status([Finding(row, Found(one, "")) for one in statuses]) == status
