"""Every host that has a file: wired for a person and a team, twice the same, checked by the doctor, taken out again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from guardhost import __version__
from guardhost.cli.doctor import run_line
from guardhost.doctor import INVALID, PROBLEM, UNCOVERED, VERIFIED, Found, Here
from guardhost.hosts import HOSTS, adapter
from guardhost.hosts.wiring import installing, launcher, setup
from guardhost.hosts.wiring.installing import Wish, files_of, install, uninstall
from guardhost.hosts.wiring.launcher import Launch
from guardhost.model.event import CALL
from guardhost.world.build import package
from tests.hosts.dialects import decision

WIRED = [host for host in HOSTS if hasattr(setup(host), "PROGRAM")]
TEAM = [host for host in WIRED if host != "agent-zero"]  # its plugins are a person's
SHARED = [host for host in WIRED if host in ("codex", "cursor", "gemini-cli", "qwen-code", "factory-droid", "windsurf")]
NONE = lambda words, seconds: ""  # noqa: E731 - a prober that finds nothing


@pytest.fixture
def person(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person with a home, this very guardhost, and an Agent Zero."""
    (tmp_path / "a0" / "usr").mkdir(parents=True)
    monkeypatch.setenv("A0_ROOT", str(tmp_path / "a0"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(installing, "safe", lambda *_: None)
    monkeypatch.setattr(installing, "hasten", lambda *_: True)
    return home


def wire(*hosts: str, **wish: Any) -> list[str]:
    return install(Wish(hosts=hosts, **wish), os.environ, probe=NONE)


def tree(*folders: Path) -> dict[str, bytes]:
    skip = ("/.local/",)
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {str(path): path.read_bytes() for path in files if not any(part in str(path) for part in skip)}


def found(host: str, cwd: Path) -> list[Found]:
    from guardhost.doctor.hosts import _host

    here = Here(dict(os.environ), str(cwd), NONE, run_line, lambda: 1.8e9)
    return list(_host(host, here))


@pytest.mark.parametrize("host", WIRED)
def test_wired_twice_is_the_same_and_taken_out_nothing_is_left(host: str, person: Path, tmp_path: Path) -> None:
    before = tree(person, tmp_path)
    told = wire(host)
    once = tree(person, tmp_path)
    assert len(once) > len(before)
    assert wire(host)[1:] != told[1:]  # "already there"
    assert tree(person, tmp_path) == once
    assert all(path.startswith("/") for path in files_of(host, os.environ))
    _, failed = uninstall((host,), os.environ)
    assert failed == []
    assert tree(person, tmp_path) == before


@pytest.mark.parametrize("host", WIRED)
def test_printing_writes_nothing(host: str, person: Path, tmp_path: Path) -> None:
    before = tree(person, tmp_path)
    told = install(Wish(hosts=(host,)), os.environ, only_print=True, probe=NONE)
    assert tree(person, tmp_path) == before
    assert any(line.startswith("+") for line in told)


COMMENTED = """{
  // mine
  "other": [1, 2,], /* kept */
  "hooks": {"EVENT": [{"command": "/opt/other"}]},
}
"""


@pytest.mark.parametrize("host", SHARED)
def test_comments_and_entries_of_others_stay(host: str, person: Path) -> None:
    file = Path(setup(host).settings_file(os.environ))
    file.parent.mkdir(parents=True)
    text = COMMENTED.replace("EVENT", adapter(host).BEFORE)
    file.write_text(text)
    wire(host)
    now = file.read_text()
    assert "// mine" in now
    assert "/* kept */" in now
    assert '{"command": "/opt/other"}' in now
    file.write_text(now + "\n")  # touched since: our entries are cut out of it
    uninstall((host,), os.environ)
    left = file.read_text()
    assert "guardhost" not in left
    assert '"hooks": {"' + adapter(host).BEFORE + '": [{"command": "/opt/other"}]}' in left


TOML = """# mine
title = "x"   # kept

[[hooks]]
name = "other"
type = "before_tool"
command = "/opt/other"  # theirs

[section]
key = 1
"""


def test_toml_keeps_its_format(person: Path) -> None:
    file = Path(setup("mistral-vibe").settings_file(os.environ))
    file.parent.mkdir(parents=True)
    file.write_text(TOML)
    wire("mistral-vibe")
    now = file.read_text()
    assert all(line in now for line in TOML.splitlines())
    assert now.count("guardhost-hook") == 3
    assert "strict = true" in now
    wire("mistral-vibe")
    assert file.read_text() == now
    file.write_text(now + "# later\n")
    uninstall(("mistral-vibe",), os.environ)
    left = file.read_text()
    assert "guardhost" not in left
    assert all(line in left for line in TOML.splitlines())


@pytest.mark.parametrize("text", ["not = [toml", "hooks = 3\n", "\xff"])
def test_toml_that_cannot_be_read_is_left_alone(text: str, person: Path) -> None:
    from guardhost.model.errors import GuardError

    file = Path(setup("mistral-vibe").settings_file(os.environ))
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="latin-1")
    with pytest.raises(GuardError, match=r"it is|must be"):
        wire("mistral-vibe")
    assert file.read_text(encoding="latin-1") == text


@pytest.mark.parametrize("host", ["copilot-cli", "kiro", "opencode", "amp", "cline"])
def test_a_foreign_file_with_our_name_is_never_written_over(host: str, person: Path) -> None:
    from guardhost.model.errors import GuardError

    file = Path(setup(host).settings_file(os.environ))
    file.parent.mkdir(parents=True)
    file.write_text("theirs\n")
    with pytest.raises(GuardError, match="another program's file"):
        wire(host)
    uninstall((host,), os.environ)
    assert file.read_text() == "theirs\n"


def test_of_all_hosts_one_that_cannot_be_wired_keeps_no_other_from_it(person: Path) -> None:
    bad = Path(setup("cursor").settings_file(os.environ))
    bad.parent.mkdir(parents=True)
    bad.write_text("{")
    (person / ".codex").mkdir()
    told = wire()
    assert any(line.startswith("cursor: NOT wired: ") for line in told)
    assert (person / ".codex" / "hooks.json").exists()


@pytest.mark.parametrize("host", WIRED)
def test_the_doctor_runs_what_is_wired(host: str, person: Path, tmp_path: Path) -> None:
    assert [one.status for one in found(host, tmp_path)][:1] == [UNCOVERED]
    wire(host)
    if host == "mistral-vibe":
        assert any(one.status == UNCOVERED and "enable_experimental_hooks" in one.detail for one in found(host, tmp_path))
        (person / ".vibe" / "config.toml").write_text("enable_experimental_hooks = true\n")
    statuses = {one.status for one in found(host, tmp_path)}
    assert statuses == {VERIFIED}, found(host, tmp_path)
    assert any("refused the canary" in one.detail for one in found(host, tmp_path))


@pytest.mark.parametrize("host", WIRED)
def test_the_doctor_sees_a_guard_that_is_gone(host: str, person: Path, tmp_path: Path) -> None:
    wire(host)
    folder = installing.data_folder(os.environ)
    launcher.write(folder, Launch("/nowhere/python", "/nowhere/stub.py", str(person / "s"), "", __version__))
    assert any(one.status == UNCOVERED and "gone" in one.detail for one in found(host, tmp_path))


@pytest.mark.parametrize("host", SHARED)
def test_the_doctor_sees_entries_of_another_version_and_files_that_are_broken(
    host: str, person: Path, tmp_path: Path
) -> None:
    wire(host)
    file = Path(setup(host).settings_file(os.environ))
    file.write_text(file.read_text().replace('"timeout": 10', '"timeout": 11').replace('"show_output": true', '"x": 1'))
    assert any(one.status == PROBLEM for one in found(host, tmp_path))
    file.write_text(file.read_text()[:-3])
    assert [one.status for one in found(host, tmp_path)] == [INVALID]


@pytest.mark.parametrize("host", [host for host in WIRED if host not in ("claude-code", "amp")])
def test_a_program_that_is_gone_blocks_nothing_and_says_so(host: str, person: Path) -> None:
    module = adapter(host)
    path = launcher.write(str(person / "data"), Launch("/nowhere/python", "/nowhere/stub.py", str(person), "", __version__))
    for event, (moment, _) in module.EVENTS.items():
        done = subprocess.run([path, host, event], input=b"{}", capture_output=True, timeout=20, check=False)
        said = done.stdout + done.stderr
        assert done.returncode == 0
        assert b"NOT judged" in said
        if moment == CALL and host not in ("windsurf", "kiro", "goose"):
            from guardhost.hosts.reply import Reply

            assert decision(host, Reply(stdout=done.stdout.decode())) == "allow"


@pytest.mark.parametrize("required", [False, True])
@pytest.mark.parametrize("host", [host for host in TEAM if host != "amp"])
def test_a_teams_line_tells_or_refuses_where_the_guard_is_missing(host: str, required: bool, person: Path) -> None:
    from guardhost.hosts.reply import Reply

    module, told = adapter(host), b""
    for event, (moment, _) in module.EVENTS.items():
        line = launcher.team_command(host, event, required=required)
        done = subprocess.run(["/bin/sh", "-c", line], input=b"{}", capture_output=True, timeout=20, check=False)
        reply = Reply(stdout=done.stdout.decode(), stderr=done.stderr.decode(), exit=done.returncode)
        told += done.stdout + done.stderr
        if moment == CALL:
            assert decision(host, reply) == ("deny" if required else "allow"), (event, reply)
        else:
            assert done.returncode == 0
    assert (b"requires guardhost" if required else b"nothing is judged here") in told


@pytest.mark.parametrize("host", TEAM)
def test_a_team_is_wired_with_a_line_without_a_place_of_mine(host: str, person: Path, tmp_path: Path) -> None:
    root = tmp_path / "team"
    root.mkdir()
    wire(host, project=str(root))
    texts = b"".join(tree(root).values())
    assert texts
    assert str(person).encode() not in texts
    uninstall((host,), os.environ, str(root))
    assert tree(root) == {}


def test_the_launcher_answers_every_host_as_its_adapter_does(person: Path, tmp_path: Path) -> None:
    path = launcher.write(
        str(person / "data"), Launch(sys.executable, f"{package()}/stub.py", str(person / "s"), "", __version__)
    )
    for host in WIRED:
        payload = setup(host).canary("guardhost uninstall --all", str(tmp_path), "s")
        done = subprocess.run(
            [path, host, adapter(host).BEFORE], input=payload, capture_output=True, timeout=20, check=False
        )
        assert b"guard-tamper" in done.stdout + done.stderr, host
        json.loads(done.stdout) if done.stdout else None


@pytest.mark.parametrize("host", WIRED)
def test_no_answer_is_an_answer_only_where_the_host_takes_it_for_one(host: str) -> None:
    """Cursor and Cline want an answer to every call; to the others none is "no opinion"."""
    assert setup(host).decision(b"") == ("" if host in ("cursor", "cline") else "allow")
    assert setup(host).decision(b"no reply") == ""
