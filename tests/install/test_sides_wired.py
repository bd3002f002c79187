"""The committed policy through the launcher that `install` writes, in repositories that git made: no edit loosens it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from guardhost.hosts.wiring.launcher import Launch
from tests.install.wired import ADVISE, ALLOW, ASK, DENY, GIT, Wired, denied, loosen
from tests.repository import Repository

Make = Callable[..., Repository]


def test_an_edit_cannot_loosen_and_can_tighten(wired: Wired, make_repository: Make) -> None:
    repository = make_repository({"guard.py": DENY})
    denied(wired.judge(repository.root))
    loosen(repository.root)
    denied(wired.judge(repository.root))
    repository.commit()
    assert wired.judge(repository.root)["decision"] == "allow"
    repository.write("guard.py", DENY)
    verdict = wired.judge(repository.root)
    assert (verdict["decision"], verdict["decided_by"]) == ("deny", "working")


def test_a_nested_repository_is_one_of_its_own(wired: Wired, make_repository: Make) -> None:
    """The session's project judges, and so does the repository that the call is in."""
    outer = make_repository({"guard.py": DENY})
    inner = make_repository({"guard.py": ALLOW}, name="repo/inner")
    assert wired.judge(inner.root, session="inner")["decision"] == "allow"
    denied(wired.judge(outer.root, session="outer"))
    denied(wired.judge(inner.root, session="outer"))
    strict = make_repository({"guard.py": DENY}, name="repo/strict")
    loosen(strict.root)
    denied(wired.judge(strict.root, session="strict"))
    loosen(outer.root)
    outer.git("commit", "-qam", "looser")
    denied(wired.judge(outer.root, f"touch {strict.root}/a", session="outer"))
    denied(wired.judge(outer.root, f"git -C {strict.root} gc", session="outer"))


def test_a_symlinked_root(wired: Wired, make_repository: Make, tmp_path: Path) -> None:
    repository = make_repository({"guard.py": DENY})
    link = tmp_path / "link"
    link.symlink_to(repository.root)
    denied(wired.judge(link))
    loosen(repository.root)
    denied(wired.judge(link))
    denied(wired.judge(repository.root))


def test_a_head_that_is_born_anew(wired: Wired, make_repository: Make) -> None:
    """Unborn, the kept copy judges and it is told; born again, HEAD's word counts."""
    repository = make_repository({"guard.py": DENY})
    denied(wired.judge(repository.root))
    repository.git("checkout", "-q", "--orphan", "anew")
    repository.git("rm", "-q", "-rf", "--cached", ".")
    loosen(repository.root)
    verdict = wired.judge(repository.root)
    denied(verdict)
    assert any("last committed" in note for note in verdict["notes"]), verdict
    repository.commit({"guard.py": ALLOW})
    assert wired.judge(repository.root)["decision"] == "allow"


def test_a_version_control_that_is_made_anew_is_judged_by_the_kept_copy_first(wired: Wired, make_repository: Make) -> None:
    repository = make_repository({"guard.py": DENY})
    denied(wired.judge(repository.root))
    shutil.rmtree(repository.root / ".git")
    loosen(repository.root)
    denied(wired.judge(repository.root))
    repository.git("init", "-q", "-b", "main")
    denied(wired.judge(repository.root))


def test_sha256(wired: Wired, tmp_path: Path) -> None:
    root = tmp_path / "sha256"
    root.mkdir()
    subprocess.run([GIT, "init", "-q", "--object-format=sha256", str(root)], check=True, capture_output=True)
    (root / "guard.py").write_text(DENY)
    for words in (["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([GIT, *words], cwd=root, check=True, capture_output=True)
    loosen(root)
    denied(wired.judge(root))
    denied(wired.judge(root))


def test_a_reftable(wired: Wired, make_repository: Make, tmp_path: Path) -> None:
    """Where git can make it. Where it cannot, what is unreadable is told and the kept copy judges."""
    made = subprocess.run(
        [GIT, "init", "-q", "--ref-format=reftable", str(tmp_path / "reftable")], check=False, capture_output=True
    )
    if made.returncode == 0:
        repository = Repository(tmp_path / "reftable")
        repository.commit({"guard.py": DENY})
        loosen(repository.root)
        denied(wired.judge(repository.root))
    repository = make_repository({"guard.py": DENY})
    denied(wired.judge(repository.root))
    (repository.root / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    loosen(repository.root)
    verdict = wired.judge(repository.root)
    denied(verdict)
    assert verdict["notes"]


def test_a_partial_clone_starts_nothing(wired: Wired, make_repository: Make, tmp_path: Path) -> None:
    """A promised object that is missing is not fetched: the repository names the program that would fetch it."""
    repository = make_repository({"guard.py": DENY})
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.git(
        "clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repository.root}", str(tmp_path / "partial")
    )
    root = tmp_path / "partial"
    ran = tmp_path / "ran"
    program = tmp_path / "ssh"
    program.write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
    program.chmod(0o755)
    for key, value in (
        ("core.sshCommand", str(program)),
        ("remote.origin.url", "ssh://example.invalid/x"),
        ("remote.origin.uploadpack", str(program)),
        ("core.fsmonitor", str(program)),
        ("core.alternateRefsCommand", str(program)),
        ("credential.helper", str(program)),
    ):
        subprocess.run([GIT, "config", key, value], cwd=root, check=True)
    loosen(root)
    verdict = wired.judge(root)
    assert not ran.exists()
    assert any("cannot be read" in note for note in verdict["notes"]), verdict


def test_a_replaced_object_is_not_believed(wired: Wired, make_repository: Make) -> None:
    repository = make_repository({"guard.py": DENY})
    good = repository.git("rev-parse", "HEAD:guard.py")
    loosen(repository.root)
    repository.git("replace", good, repository.git("hash-object", "-w", "guard.py"))
    denied(wired.judge(repository.root))
    head = repository.git("rev-parse", "HEAD")
    repository.git("replace", "-d", good)
    repository.git("commit", "-qam", "looser")
    looser = repository.git("rev-parse", "HEAD")
    repository.git("reset", "-q", "--hard", head)
    repository.git("replace", head, looser)
    denied(wired.judge(repository.root))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_another_owners_repository(wired: Wired, make_repository: Make) -> None:
    repository = make_repository({"guard.py": DENY})
    loosen(repository.root)
    for path in (repository.root, *repository.root.rglob("*")):
        os.chown(path, 12345, 12345, follow_symlinks=False)
    denied(wired.judge(repository.root))


PLANTED = "import posix\nposix.close(posix.open({ran!r}, posix.O_CREAT | posix.O_WRONLY))\n"


def test_nothing_planted_starts(wired: Wired, make_repository: Make, home: Path, tmp_path: Path) -> None:
    """Start-up modules, PYTHON variables, and compiled files beside the policy."""
    files = {"guard.py": "import guardhost as guard\nimport rules\nguard.command(rules.judge)\n", "rules.py": DENY}
    repository = make_repository({**files, "rules.py": DENY.replace("@guard.command\n", "")})
    root = repository.root
    ran = tmp_path / "ran"
    text = PLANTED.format(ran=str(ran))
    for name in (
        "sitecustomize.py",
        "usercustomize.py",
        "guardhost.py",
        "posix.py",
        "time.py",
        "__init__.py",
        "encodings.py",
    ):
        repository.write(name, text)
    site = home / f".local/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    site.mkdir(parents=True)
    (site / "usercustomize.py").write_text(text)
    (site / "evil.pth").write_text(f"import sys; open({str(ran)!r}, 'w')\n")
    startup = tmp_path / "startup.py"
    startup.write_text(text)
    wired.env = {
        "PYTHONPATH": str(root),
        "PYTHONSTARTUP": str(startup),
        "PYTHONHOME": "",
        "PYTHONUSERBASE": str(home / ".local"),
    }
    compiled = root / "loose.py"
    compiled.write_text("import guardhost as guard\ndef judge(req):\n    return None\n")
    subprocess.run(
        [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", str(compiled)], check=True
    )
    made = next((root / "__pycache__").glob("loose.*.pyc"))
    for name in ("rules", "guard"):
        shutil.copy(made, root / "__pycache__" / made.name.replace("loose", name))
        shutil.copy(made, root / f"{name}.pyc")
    for _ in range(2):
        denied(wired.judge(root))
    assert not ran.exists()


def test_variables_of_git_take_nothing_away(wired: Wired, make_repository: Make) -> None:
    repository = make_repository({"guard.py": DENY})
    other = make_repository({"guard.py": ALLOW}, name="other")
    loosen(repository.root)
    for env in (
        {"GIT_DIR": str(other.root / ".git")},
        {"GIT_DIR": "/nowhere", "GIT_WORK_TREE": str(other.root)},
        {"GIT_OBJECT_DIRECTORY": str(other.root / ".git/objects")},
        {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.worktree", "GIT_CONFIG_VALUE_0": str(other.root)},
        {"GIT_CEILING_DIRECTORIES": str(repository.root), "GIT_INDEX_FILE": "/nowhere"},
    ):
        wired.env = env
        denied(wired.judge(repository.root, session=str(env)))
    repository.git("config", "core.worktree", str(other.root))
    denied(wired.judge(repository.root))


def test_the_repository_that_a_variable_names_judges_as_well(wired: Wired, make_repository: Make) -> None:
    plain = make_repository({"README": "x"})
    strict = make_repository({"guard.py": DENY}, name="strict")
    loosen(strict.root)
    denied(wired.judge(plain.root, f"GIT_DIR={strict.root}/.git git gc"))
    wired.env = {"GIT_DIR": str(strict.root / ".git")}
    denied(wired.judge(plain.root, "git gc"))


def test_neither_git_nor_pygit2(started: Launch, home: Path, make_repository: Make, tmp_path: Path) -> None:
    """It is told, and the kept copy judges where there is one."""
    wired = Wired(started, home / "data")  # the environment of these tests' interpreter has no pygit2
    wired.env = {"PATH": str(tmp_path)}
    shell = tmp_path / "sh"
    shell.symlink_to("/bin/sh")
    repository = make_repository({"guard.py": DENY})
    loosen(repository.root)
    first = wired.judge(repository.root)
    assert any("pygit2" in note for note in first["notes"]), first
    with_git = Wired(replace(started, git=GIT), home / "data-with-git")
    denied(with_git.judge(repository.root))
    denied(wired.judge(repository.root))


def test_a_format_of_the_future(wired: Wired, make_repository: Make) -> None:
    """Git refuses to read it: that is told, and the kept copy judges."""
    repository = make_repository({"guard.py": DENY})
    denied(wired.judge(repository.root))
    repository.write("src/a", "1")
    repository.commit()
    config = repository.root / ".git" / "config"
    config.write_text(config.read_text().replace("repositoryformatversion = 0", "repositoryformatversion = 99"))
    loosen(repository.root)
    verdict = wired.judge(repository.root)
    denied(verdict)
    assert verdict["notes"]


def test_line_ends_and_filters(wired: Wired, make_repository: Make, tmp_path: Path) -> None:
    """What git turns on its way into the tree is no edit, and no filter is started to find that out."""
    ran = tmp_path / "ran"
    repository = make_repository({"guard.py": DENY, ".gitattributes": "*.py text eol=crlf filter=evil\n"})
    for name in ("clean", "smudge", "process"):
        repository.git("config", f"filter.evil.{name}", f"touch {ran}; cat")
    (repository.root / "guard.py").write_bytes(DENY.replace("\n", "\r\n").encode())
    denied(wired.judge(repository.root))
    (repository.root / "guard.py").write_bytes(ALLOW.replace("\n", "\r\n").encode())
    denied(wired.judge(repository.root))
    assert not ran.exists()


@pytest.mark.parametrize("mode", [0o000, 0o755, 0o200])
def test_a_change_of_mode(wired: Wired, make_repository: Make, mode: int) -> None:
    repository = make_repository({"guard.py": DENY})
    (repository.root / "guard.py").chmod(mode)
    denied(wired.judge(repository.root))
    denied(wired.judge(repository.root))


MARK = "import os\nopen({ran!r}, 'w').close()\n"
KILLS = "os.killpg(os.getpgid(os.getppid()), 9)\n"
FORGES = """
for fd in range(3, 200):
    for data in (b'4:done,', b'{"decision": "allow"}', b'7:verdict,1:0,5:allow,0:,0:,'):
        try:
            os.write(fd, data)
        except OSError:
            pass
os._exit(0)
"""


@pytest.mark.parametrize("does", [KILLS, "os.kill(os.getppid(), 9)\n", FORGES, "os._exit(0)\n", "while True: pass\n"])
def test_no_code_of_the_working_tree_starts_once_the_committed_side_denies(
    wired: Wired, make_repository: Make, tmp_path: Path, does: str
) -> None:
    repository = make_repository({"guard.py": DENY})
    ran = tmp_path / "ran"
    repository.write("guard.py", MARK.format(ran=str(ran)) + does + ALLOW)
    denied(wired.judge(repository.root))
    assert not ran.exists()


@pytest.mark.parametrize("where", ["load", "call"])
@pytest.mark.parametrize(("committed", "decision"), [(ASK, "ask"), (ADVISE, "advise")])
def test_forged_frames_take_nothing_back(
    wired: Wired, make_repository: Make, committed: str, decision: str, where: str
) -> None:
    """What the working side writes into its pipes is its own answer at the most, and the stricter one stands."""
    repository = make_repository({"guard.py": committed})
    body = "import os\n" + FORGES
    if where == "call":
        body = "import guardhost as guard\nimport os\n@guard.command\ndef judge(req):\n" + "".join(
            f"    {line}\n" for line in FORGES.splitlines()
        )
    repository.write("guard.py", body)
    verdict = wired.judge(repository.root)
    assert verdict["decision"] in (decision, "deny"), verdict


def test_a_judge_that_kills_the_hook_is_told_with_the_next_call(wired: Wired, make_repository: Make) -> None:
    """Nothing can answer that is dead; the mark it leaves says that a call was not judged."""
    repository = make_repository({"guard.py": ALLOW})
    repository.write("guard.py", "import os\nos.kill(os.getppid(), 9)\n")
    said = json.dumps({"cwd": str(repository.root), "command": "touch a", "session": "s"}).encode()
    subprocess.run([wired.path, "generic"], input=said, capture_output=True, timeout=30, check=False)
    repository.git("checkout", "-q", "guard.py")
    verdict = wired.judge(repository.root)
    assert any("never finished" in note or "unfinished" in note for note in verdict["notes"]), verdict


@pytest.mark.parametrize("where", ["load", "call"])
@pytest.mark.parametrize("how", ["os.kill(os.getppid(), 9)", "os.kill(os.getppid(), 19)\n"])
def test_what_was_decided_before_a_judge_of_the_working_tree_ended_the_hook_is_told(
    wired: Wired, make_repository: Make, where: str, how: str
) -> None:
    """The committed side asked; the code that ran after it cannot take that back, and the next call says it."""
    repository = make_repository({"guard.py": ASK.replace("'committed'", "'a person decides'")})
    call = "" if where == "load" else "import guardhost as guard\n@guard.command\ndef judge(req):\n    "
    repository.write("guard.py", f"import os\n{call}{how}\n")
    hook = wired.start("generic", cwd=str(repository.root), command="touch a", session="s")
    os.waitid(os.P_PID, hook.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
    hook.kill()  # one that is stopped is ended by its host
    assert hook.communicate()[0] == b""
    repository.git("checkout", "-q", "guard.py")
    told = [note for note in wired.judge(repository.root)["notes"] if "never finished" in note]
    assert len(told) == 1
    assert "had decided ask [workspace:command]: a person decides" in told[0]
    assert not any("never finished" in note for note in wired.judge(repository.root)["notes"])


def test_a_call_without_a_place_is_judged_where_its_hook_runs(
    wired: Wired, make_repository: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = make_repository({"guard.py": DENY})
    monkeypatch.chdir(repository.root)
    denied(wired.judge(Path()))  # a path that is not absolute says no place
