"""Install and uninstall on real files: nothing of the person's moves, and what was put in comes out to the byte."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from guardhost.hosts import claude_code
from guardhost.hosts.wiring import found, launcher, settings
from guardhost.hosts.wiring.installing import uninstall
from guardhost.model.errors import GuardError
from guardhost.model.mistakes import UsageError
from tests.install.conftest import HOOKS, NEW, NONE, OLD, Person
from tests.install.test_jsonedit import BROKEN, NASTY


def test_every_event_is_wired_with_its_name_and_time_out(person: Person) -> None:
    person.install()
    hooks = person.hooks()
    assert list(hooks) == list(claude_code.EVENTS)
    for event, groups in hooks.items():
        (group,) = groups
        (handler,) = group["hooks"]
        assert handler == {
            "type": "command",
            "command": f"{person.launcher} claude-code {event}",
            "timeout": 1 if event == "SessionEnd" else 10,
        }
        assert group.get("matcher", "*") == "*"
    assert hooks["PreToolUse"][0]["matcher"] == "*"


@pytest.mark.parametrize(
    ("version", "blocks"),
    [(NEW, True), ("2.2.0", True), ("3.0.0 x", True), (OLD, False), (NONE, False), ("claude 9", False), ("2.1", False)],
)
def test_a_guard_that_dies_blocks_only_where_the_version_knows_how(person: Person, version: str, blocks: bool) -> None:
    person.version = version
    person.install()
    marked = [event for event, groups in person.hooks().items() if "onFailure" in groups[0]["hooks"][0]]
    assert marked == (["PreToolUse"] if blocks else [])


@pytest.mark.parametrize("name", NASTY)
def test_a_nasty_file_comes_back_to_the_byte(person: Person, name: str) -> None:
    before = NASTY[name].encode()
    person.file.write_bytes(before)
    person.install()
    wired = person.file.read_bytes()
    person.install()
    assert person.file.read_bytes() == wired
    assert (person.home / ".claude/settings.json.before-guardhost").read_bytes() == before
    person.uninstall()
    assert person.file.read_bytes() == before
    assert [path.name for path in person.file.parent.iterdir()] == ["settings.json"]


def test_no_file_before_is_no_file_after(person: Person) -> None:
    person.install()
    person.uninstall()
    assert not person.file.exists()
    assert list(person.file.parent.iterdir()) == []


@pytest.mark.parametrize("text", ["", "\n", "\ufeff"])
def test_an_empty_file_is_an_empty_object(person: Person, text: str) -> None:
    person.file.write_text(text)
    person.install()
    assert len(person.hooks()) == len(claude_code.EVENTS)
    person.uninstall()
    assert person.file.read_text() == text


def test_other_peoples_hooks_stay_and_ours_go_alone(person: Person) -> None:
    person.file.write_text(HOOKS)
    person.install()
    assert [group["matcher"] for group in person.hooks()["PreToolUse"]] == ["Bash", "*"]
    assert "// only the shell" in person.file.read_text()
    changed = person.file.read_text().replace("// mine", "// changed since")
    person.file.write_text(changed)
    person.uninstall()
    assert person.file.read_text() == HOOKS.replace("// mine", "// changed since")


def test_a_file_changed_since_keeps_the_change(person: Person) -> None:
    person.install()
    value = json.loads(person.file.read_text())
    value["model"] = "opus"
    person.file.write_text(json.dumps(value))
    person.uninstall()
    assert json.loads(person.file.read_text()) == {"model": "opus"}


def test_an_upgrade_and_a_moved_environment_update_what_is_ours(person: Person, tmp_path: Path) -> None:
    person.file.write_text(HOOKS)
    person.install()
    wired = person.file.read_text()
    old = wired.replace(
        f"{person.launcher} claude-code Stop", "/old/place/guardhost/guardhost-hook claude-code Stop"
    ).replace('"timeout": 10', '"timeout": 60')
    extra = old.replace(
        '"hooks": {\n',
        '"hooks": {\n    "Retired": [{"hooks": [{"type": "command", "command": "/x/guardhost-hook a Retired"}]}],\n',
        1,
    )
    person.file.write_text(extra)
    person.install()
    assert person.file.read_text() == wired
    person.uninstall()
    assert person.file.read_text() == HOOKS
    moved = tmp_path / "moved"
    moved.symlink_to(Path(person.interpreter).parent.parent)
    person.install()
    person.interpreter = str(moved / "bin" / "python")
    person.install()
    assert f"interpreter={moved}/bin/python" in person.launcher.read_text()


def test_ours_twice_or_narrowed_becomes_ours_once(person: Person) -> None:
    person.install()
    value = json.loads(person.file.read_text())
    value["hooks"]["PreToolUse"] += value["hooks"]["PreToolUse"]
    value["hooks"]["Stop"][0]["hooks"].insert(0, {"type": "command", "command": "mine"})
    value["hooks"]["PostToolUse"][0]["matcher"] = "Bash"
    person.file.write_text(json.dumps(value, indent=2))
    person.install()
    hooks = person.hooks()
    assert len(hooks["PreToolUse"]) == 1
    assert hooks["PostToolUse"][0]["matcher"] == "*"
    assert [h["command"] for g in hooks["Stop"] for h in g["hooks"]] == ["mine", f"{person.launcher} claude-code Stop"]


@pytest.mark.parametrize(("text", "what"), [case for case in BROKEN if case[0]])
def test_a_broken_file_is_refused_and_left(person: Person, text: str, what: str) -> None:
    person.file.write_text(text)
    with pytest.raises(GuardError, match="GH1501") as raised:
        person.install()
    assert what in str(raised.value)
    assert str(person.file) in raised.value.where
    assert person.file.read_text() == text
    assert not person.launcher.exists()


@pytest.mark.parametrize(
    "value",
    [
        [],
        1,
        {"hooks": []},
        {"hooks": {"Stop": {}}},
        {"hooks": {"Stop": [1]}},
        {"hooks": {"Stop": [{"hooks": {}}]}},
        {"hooks": None},
    ],
)
def test_a_shape_that_we_cannot_add_to_is_refused(person: Person, value: object) -> None:
    person.file.write_text(json.dumps(value))
    with pytest.raises(GuardError, match="must be an"):
        person.install()
    assert json.loads(person.file.read_text()) == value


def test_invalid_utf8_and_a_folder_are_refused(person: Person) -> None:
    person.file.write_bytes(b'{"a": "\xff"}')
    with pytest.raises(GuardError, match="no UTF-8 at byte 7"):
        person.install()
    person.file.unlink()
    person.file.mkdir()
    with pytest.raises(GuardError, match="no regular file"):
        person.install()


def test_a_link_is_followed_and_kept(person: Person, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "claude.json"
    target.parent.mkdir()
    target.write_text("{}\n")
    target.chmod(0o640)
    person.file.symlink_to(target)
    told = person.install()
    assert person.file.is_symlink()
    assert len(json.loads(target.read_text())["hooks"]) == len(claude_code.EVENTS)
    assert target.stat().st_mode & 0o777 == 0o640
    assert any(f"a link to {target}" in line for line in told)
    person.uninstall()
    assert person.file.is_symlink()
    assert target.read_text() == "{}\n"


def test_a_link_to_nothing_yet_makes_its_target(person: Person, tmp_path: Path) -> None:
    person.file.symlink_to(tmp_path / "later.json")
    person.install()
    assert person.file.is_symlink()
    assert (tmp_path / "later.json").exists()


def test_print_writes_nothing(person: Person) -> None:
    person.file.write_text(HOOKS)
    told = person.install(only_print=True)
    assert any(line.startswith("+") and "claude-code PreToolUse" in line for line in told)
    assert "#!/bin/sh" in told
    assert person.file.read_text() == HOOKS
    assert not person.launcher.exists()
    person.install()
    wired = person.file.read_text()
    assert any(line.startswith("-") for line in person.uninstall(only_print=True, everything=True))
    assert person.file.read_text() == wired
    assert person.launcher.exists()


def test_a_team_gets_portable_lines_and_all_takes_everything_out(person: Person, tmp_path: Path) -> None:
    project = tmp_path / "team"
    (project / ".git").mkdir(parents=True)
    person.version = NEW
    person.install(project=str(project))
    person.install()
    team = json.loads((project / ".claude/settings.json").read_text())["hooks"]
    assert list(team) == list(claude_code.EVENTS)
    text = json.dumps(team)
    assert str(person.home) not in text
    assert "onFailure" not in text
    assert person.launcher.exists()
    person.uninstall("claude-code")
    assert (project / ".claude/settings.json").exists()
    person.install()
    told = person.uninstall(everything=True)
    assert any("team" in line for line in told)
    assert not (project / ".claude/settings.json").exists()
    assert not person.file.exists()
    assert not person.launcher.exists()


def test_all_leaves_no_folder_unless_something_is_recorded_in_it(person: Person) -> None:
    data, state = person.launcher.parent, person.home / ".local/state/guardhost"
    person.install()
    (state / "sessions" / "x" / "marks").mkdir(parents=True)
    told = person.uninstall(everything=True)
    assert (data.exists(), state.exists()) == (False, False)
    assert not any("kept" in line for line in told)
    person.install()
    (state / "repositories" / "x").mkdir(parents=True)
    (state / "repositories" / "x" / "record").write_text("")
    told = person.uninstall(everything=True)
    assert told[-1] == f"kept what was recorded, in {state}; remove it with: rm -r {state}"
    assert (data.exists(), state.exists()) == (False, True)


def test_one_broken_file_does_not_keep_the_others_wired(person: Person, tmp_path: Path) -> None:
    project = tmp_path / "team"
    project.mkdir()
    person.install(project=str(project))
    person.install()
    (project / ".claude/settings.json").write_text("{")
    _, failed = uninstall((), person.env, everything=True)
    assert [error.code for error in failed] == ["GH1501"]
    assert not person.file.exists()
    assert person.launcher.exists()


def test_a_change_in_between_is_not_overwritten(person: Person) -> None:
    person.file.write_text("{}")
    edit = settings.installed(str(person.file), {"Stop": {"hooks": [{"type": "command", "command": "/x/guardhost-hook"}]}})
    person.file.write_text('{"a": 1}')
    with pytest.raises(GuardError, match="by another program"):
        settings.apply(edit, str(person.home / "data"))
    assert person.file.read_text() == '{"a": 1}'


def test_a_lost_record_only_costs_the_byte_identity(person: Person) -> None:
    person.file.write_text("{\n}\n")
    person.install()
    (person.launcher.parent / settings.RECORD).write_text("nonsense")
    person.uninstall()
    assert json.loads(person.file.read_text()) == {}


def test_the_config_folder_of_claude_is_used(person: Person, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "config"))
    person.install()
    assert (tmp_path / "config" / "settings.json").exists()
    assert not person.file.exists()


def test_hosts_are_found_or_asked_for(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any("claude-code" in line for line in person.install(hosts=()))
    person.uninstall()
    person.file.parent.rmdir()
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    with pytest.raises(GuardError, match="GH1505"):
        person.install(hosts=())
    with pytest.raises(UsageError, match="did you mean `claude-code`"):
        person.install(hosts=("claude-cod",))
    assert "guardhost-hook generic" in person.install(hosts=("generic",))[-1]


@pytest.mark.parametrize("inside", [True, False])
def test_an_interpreter_inside_a_repository_is_refused(tmp_path: Path, inside: bool, home: Path) -> None:
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    python = tmp_path / ("repo/.venv" if inside else "env") / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    made = launcher.Launch(str(python), str(tmp_path / "env" / "stub.py"), "/s")
    (tmp_path / "env").mkdir(exist_ok=True)
    if inside:
        with pytest.raises(GuardError, match=r"GH1504.*interpreter.*repo"):
            found.safe(made, env)
    else:
        found.safe(made, env)


@pytest.mark.parametrize(("root", "refused"), [("", False), (".pyenv", False), ("work", True), ("work/.tool", True)])
def test_a_versioned_home_and_its_tools_are_no_project(home: Path, root: str, refused: bool) -> None:
    (home / root / ".git").mkdir(parents=True)
    (home / root / "bin").mkdir()
    assert bool(found.repository_of(str(home / root / "bin" / "python"), str(home))) is refused


def test_a_worktree_counts_as_a_repository(home: Path, tmp_path: Path) -> None:
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / ".git").write_text("gitdir: /x\n")
    assert found.repository_of(str(tmp_path / "linked" / "python"), str(home)) == str(tmp_path / "linked")


def test_an_interpreter_without_guardhost_is_refused(person: Person, tmp_path: Path) -> None:
    person.interpreter = str(tmp_path / "none")
    with pytest.raises(GuardError, match="GH1504"):
        person.install()


def test_a_hanging_claude_is_not_waited_for(tmp_path: Path) -> None:
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    assert found.ask([str(program)], 0.05) == ""
    assert (
        found.version("claude", {"PATH": str(tmp_path)}, lambda words, seconds: " 2.1.300 (Claude Code)\n")
        == "2.1.300 (Claude Code)"
    )
    assert found.version("claude", {"PATH": "/nowhere"}) == ""


def test_the_wired_line_runs_the_launcher(person: Person) -> None:
    person.install()
    line = person.hooks()["SessionStart"][0]["hooks"][0]["command"]
    payload = json.dumps({"hook_event_name": "SessionStart", "session_id": "s", "cwd": "/", "source": "startup"})
    done = subprocess.run(["/bin/sh", "-c", line], input=payload, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0
    assert not done.stdout or json.loads(done.stdout)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("install", "claud-code"), "did you mean `claude-code`"),
        (("install", "--require"), "use it with --project"),
        (("uninstall", "--all", "claude-code"), "leave out the rest"),
        (("install", "--projekt"), "did you mean `--project`"),
        (("uninstall", "zed"), "known hosts"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    from guardhost.cli import run

    assert run(words) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err


def test_the_verbs_wire_and_take_out(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    from guardhost.cli import run

    assert run(["install", "claude-code", "--interpreter", person.interpreter]) == 0
    assert run(["uninstall", "claude-code"]) == 0
    assert run(["uninstall", "--all"]) == 0
    told = capsys.readouterr().out
    for part in ("launcher: ", "claude-code: wired in ", "claude-code: taken out of ", "removed "):
        assert part in told
