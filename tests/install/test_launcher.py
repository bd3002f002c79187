"""The launcher: starts the stub, and where that is not possible it tells in the host's dialect and stops nothing."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from guardhost.hosts import HOSTS, adapter, claude_code
from guardhost.hosts.wiring import launcher
from guardhost.hosts.wiring.launcher import Launch

SHELLS = [shell for shell in ("/bin/sh", "/bin/dash", "/bin/bash", "/bin/busybox") if Path(shell).exists()]
EVERY = [(host, event) for host in HOSTS for event in adapter(host).EVENTS]


def run(path: str, *words: str, shell: str = "") -> subprocess.CompletedProcess[str]:
    applet = ["sh"] if shell.endswith("busybox") else []
    command = [shell, *applet, path, *words] if shell else [path, *words]
    return subprocess.run(command, input="{}", capture_output=True, text=True, timeout=20, check=False)


def broken(started: Launch, how: str, tmp_path: Path) -> Launch:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"\x7fELF nonsense")
    garbage.chmod(0o755)
    script = tmp_path / "script"
    script.write_text("#!/nowhere/python\n")
    script.chmod(0o755)
    return {
        "interpreter missing": replace(started, interpreter=str(tmp_path / "none")),
        "interpreter a dangling link": replace(started, interpreter=_dangling(tmp_path)),
        "interpreter a folder": replace(started, interpreter=str(tmp_path)),
        "interpreter garbage": replace(started, interpreter=str(garbage)),
        "interpreter of a missing one": replace(started, interpreter=str(script)),
        "stub missing": replace(started, stub=str(tmp_path / "none.py")),
    }[how]


def _dangling(tmp_path: Path) -> str:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone")
    return str(link)


WAYS = (
    "interpreter missing", "interpreter a dangling link", "interpreter a folder", "interpreter garbage",
    "interpreter of a missing one", "stub missing",
)  # fmt: skip


@pytest.mark.parametrize("shell", ["", *SHELLS])
@pytest.mark.parametrize("how", WAYS)
def test_a_guard_that_is_gone_tells_and_stops_nothing(how: str, shell: str, started: Launch, tmp_path: Path) -> None:
    path = launcher.write(str(tmp_path / "data"), broken(started, how, tmp_path))
    done = run(path, "claude-code", "PreToolUse", shell=shell)
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert "guardhost install" in answer["systemMessage"]
    assert answer["hookSpecificOutput"] == {"hookEventName": "PreToolUse", "additionalContext": answer["systemMessage"]}


@pytest.mark.parametrize("name", ["env", "it's one", 'a "quoted" one', "back\\slash", "ünïcode", "per%cent"])
def test_what_is_gone_names_its_environment_and_how_to_have_it_again(name: str, started: Launch, tmp_path: Path) -> None:
    environment = tmp_path / name
    lost = replace(started, interpreter=f"{environment}/bin/python", source="git+https://x.invalid/g@v1")
    done = run(launcher.write(str(tmp_path / "data"), lost), "claude-code", "PreToolUse")
    told = json.loads(done.stdout)["systemMessage"]
    assert f"It was installed in {environment}. " in told
    assert "bin/pip" in told
    assert "install git+https://x.invalid/g@v1" in told
    assert "take every entry that runs guardhost-hook out of the hooks in ~/.claude/settings.json" in told
    assert "pipx" not in told
    assert "README" in launcher.told_gone(replace(lost, source=""))


@pytest.mark.parametrize(("host", "event"), EVERY)
def test_every_event_has_its_own_valid_answer(host: str, event: str, started: Launch, tmp_path: Path) -> None:
    path = launcher.write(str(tmp_path / "data"), broken(started, "stub missing", tmp_path))
    done = run(path, host, event)
    assert done.returncode == 0
    assert "uninstall --all" in done.stdout + done.stderr  # where a host has no field for it, its log has it
    answer = json.loads(done.stdout) if done.stdout and not done.stdout.startswith("guardhost is wired") else {}
    if host == "claude-code":
        assert set(answer) <= {"systemMessage", "hookSpecificOutput"}
        assert answer.get("hookSpecificOutput", {"hookEventName": event})["hookEventName"] == event
    elif host == "generic":
        assert answer["decision"] == ("advise" if event == "call" else "allow")
    else:
        stopping = {"deny", "block", "reject-and-continue", True}
        assert not stopping & {answer.get(key, "") for key in ("decision", "permission", "action", "cancel")}


@pytest.mark.parametrize("words", [("generic",), ("claude-code",), ("claude-code", "Unheard"), ("unheard", "x"), ()])
def test_other_words_are_answered_too(words: tuple[str, ...], started: Launch, tmp_path: Path) -> None:
    path = launcher.write(str(tmp_path / "data"), broken(started, "stub missing", tmp_path))
    done = run(path, *words)
    assert done.returncode == 0
    assert "guardhost" in done.stdout + done.stderr
    assert not done.stdout or json.loads(done.stdout)


def test_the_stub_gets_the_words_and_the_folders(started: Launch, tmp_path: Path) -> None:
    stub = tmp_path / "it's a stub.py"
    stub.write_text("import sys, json\nprint(json.dumps([sys.argv[1:], sys.flags.isolated, sys.flags.no_site]))\n")
    state = str(tmp_path / "sta te")
    path = launcher.write(str(tmp_path / "da ta"), replace(started, stub=str(stub), state=state, git="/usr/bin/git"))
    for shell in ("", *SHELLS):
        done = run(path, "claude-code", "Stop", shell=shell)
        words = ["hook", "claude-code", "Stop", "--state", state, "--git", "/usr/bin/git"]
        assert json.loads(done.stdout) == [words, 1, 1]


def test_a_launcher_is_read_back(started: Launch, tmp_path: Path) -> None:
    odd = replace(started, source="-e '/a b'", git="/opt/g it/git", state=str(tmp_path / "it's"))
    path = launcher.write(str(tmp_path / "data"), odd)
    assert launcher.read(path) == odd
    assert launcher.read(str(tmp_path / "none")) is None
    (tmp_path / "other").write_text("#!/bin/sh\nexit 0\n")
    assert launcher.read(str(tmp_path / "other")) is None


def test_a_right_launcher_is_left_alone_and_a_wrong_one_is_written_anew(started: Launch, tmp_path: Path) -> None:
    path = Path(launcher.write(str(tmp_path), started))
    before = path.stat()
    launcher.write(str(tmp_path), started)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    path.chmod(0o644)
    launcher.write(str(tmp_path), started)
    assert path.stat().st_mode & 0o777 == 0o755
    launcher.write(str(tmp_path), replace(started, version="9.9"))
    assert path.read_text().startswith("#!/bin/sh\n# guardhost 9.9:")


@pytest.mark.parametrize("damage", ["no package", "a broken hook", "a hook that raises"])
def test_the_stub_survives_a_broken_package(damage: str, environment: Path, started: Launch, tmp_path: Path) -> None:
    folder = tmp_path / "package" / "guardhost"
    folder.mkdir(parents=True)
    for name in ("stub.py", "broken.py"):  # all that must be whole for the guard to say that it is not
        (folder / name).write_text(Path(started.stub).with_name(name).read_text())
    if damage != "no package":
        (folder / "__init__.py").write_text("")
        (folder / "hook.py").write_text(
            "def main(words\n" if damage == "a broken hook" else "raise RuntimeError('half \"an\" upgrade')\n"
        )
    interpreter = tmp_path / "bin" / "python"
    interpreter.parent.mkdir()
    interpreter.symlink_to(Path(started.interpreter).resolve())
    path = launcher.write(str(tmp_path), replace(started, stub=str(folder / "stub.py"), interpreter=str(interpreter)))
    for event in claude_code.EVENTS:
        done = run(path, "claude-code", event)
        answer = json.loads(done.stdout)
        assert (done.returncode, "cannot start" in answer["systemMessage"]) == (0, True)
        assert ("hookSpecificOutput" in answer) == (event in claude_code.CONTEXT)
    assert json.loads(run(path, "generic").stdout)["decision"] == "advise"


@pytest.mark.parametrize("required", [False, True])
@pytest.mark.parametrize("event", claude_code.EVENTS)
def test_a_team_line_without_guardhost(event: str, required: bool, tmp_path: Path) -> None:
    line = launcher.team_command("claude-code", event, required=required)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    for source in ("startup", "resume", "compact", "clear"):
        told = json.dumps({"source": source})
        done = subprocess.run(
            ["/bin/sh", "-c", line], input=told, capture_output=True, text=True, env=env, timeout=20, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        if event == "PreToolUse" and required:
            assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
        elif event == "SessionStart" and source in ("startup", "resume"):
            assert "install guardhost as the project's README says" in json.loads(done.stdout)["systemMessage"]
        else:
            assert done.stdout == ""


@pytest.mark.parametrize("data_home", ["", "else where"])
def test_a_team_line_runs_the_launcher_where_it_is(data_home: str, tmp_path: Path) -> None:
    folder = tmp_path / (data_home or ".local/share") / "guardhost"
    folder.mkdir(parents=True)
    program = folder / launcher.FILE
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    if data_home:
        env["XDG_DATA_HOME"] = str(tmp_path / data_home)
    line = launcher.team_command("claude-code", "Stop", required=True)
    assert subprocess.check_output(["/bin/sh", "-c", line], env=env, text=True) == "claude-code Stop\n"


def test_ours_are_known_by_the_launcher() -> None:
    assert launcher.ours(launcher.command("/h o/.local/share/guardhost/guardhost-hook", "claude-code", "Stop"))
    assert launcher.ours(launcher.team_command("claude-code", "Stop", required=False))
    for other in ("guardhost-hook-of-mine", "/usr/bin/guard", "", None, 5):
        assert not launcher.ours(other)
