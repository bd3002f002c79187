"""Whatever the disk and the system do, a wired call is judged, no finished record is lost, and what is lost is told."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from guardhost.world.state import State
from guardhost.world.trail import CURRENT, records
from hack.fixture import GUARD, Person, line
from hack.killed import killed

ROOT_CAN_MOUNT = (
    os.geteuid() == 0 and not subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode
)
MOUNTED = """mount -t tmpfs -o size=64k tmpfs "$1" && {{ {before}; }}; shift; exec "$@" """
START = {"session_id": "s2", "transcript_path": "", "hook_event_name": "SessionStart", "source": "startup"}


class Wired:
    """A wired guard in a repository, and what its answers say."""

    def __init__(self, folder: Path) -> None:
        self.person = Person(folder)
        self.root = self.person.repository("repo", {"guard.py": GUARD})
        self.call("ls")

    def start(self, data: bytes, event: str = "PreToolUse", prefix: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
        words = [*prefix, *self.person.hook(event)]
        hook = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.root, env=self.person.environment
        )
        assert hook.stdin is not None
        hook.stdin.write(data)
        hook.stdin.close()
        return hook

    def call(self, command: str, prefix: tuple[str, ...] = (), name: str = "c") -> dict[str, object]:
        event = {**json.loads(line(self.root, command)), "tool_use_id": name}
        return answer(self.start(json.dumps(event).encode(), prefix=prefix))

    def session(self, prefix: tuple[str, ...] = ()) -> dict[str, object]:
        data = json.dumps({**START, "cwd": str(self.root)}).encode()
        return answer(self.start(data, "SessionStart", prefix))

    @property
    def folder(self) -> Path:
        return next((self.person.state / "repositories").iterdir())

    def calls(self) -> list[str]:
        return [str(one["call_id"]) for one in records(str(self.folder)) if one.get("call_id")]


def answer(hook: subprocess.Popen[bytes]) -> dict[str, object]:
    assert hook.stdout is not None
    with hook.stdout:
        said = hook.stdout.read()
    assert hook.wait(30) == 0
    found: dict[str, object] = json.loads(said or b"{}")
    return found


def denies(reply: dict[str, object]) -> bool:
    own = reply.get("hookSpecificOutput")
    return isinstance(own, dict) and own.get("permissionDecision") == "deny"


@pytest.fixture
def wired(tmp_path: Path) -> Wired:
    return Wired(tmp_path.resolve())


def test_calls_killed_at_random_points_lose_and_damage_no_finished_record(tmp_path: Path) -> None:
    seen = killed(tmp_path.resolve(), 60, seed=int(time.time()))
    assert (seen["lost"], seen["twice"]) == (0, 0)


def test_eight_calls_at_once_are_all_judged_and_recorded(wired: Wired) -> None:
    data = [json.dumps({**json.loads(line(wired.root, "gh run watch")), "tool_use_id": f"n{n}"}).encode() for n in range(8)]
    hooks = [wired.start(one) for one in data]
    assert [denies(answer(hook)) for hook in hooks] == [True] * 8
    assert sorted(wired.calls()) == sorted(["c", *(f"n{n}" for n in range(8))])


def test_a_lock_that_another_process_holds_costs_no_record(wired: Wired) -> None:
    with (wired.folder / "trail" / CURRENT).open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        assert denies(wired.call("gh run watch", name="while"))
        assert len(os.listdir(wired.folder / "trail" / "spill")) == 1
    wired.call("ls", name="after")
    assert wired.calls() == ["c", "while", "after"]
    assert not (wired.folder / "trail" / "spill").exists()


def test_a_clock_that_is_set_back_loses_nothing(wired: Wired) -> None:
    lines = (wired.folder / "trail" / CURRENT).read_text().splitlines()
    ahead = {**json.loads(lines[-1]), "time": time.time() + 1e8, "call_id": "ahead"}
    with (wired.folder / "trail" / CURRENT).open("a") as file:
        file.write(json.dumps(ahead, separators=(",", ":")) + "\n")
    assert denies(wired.call("gh run watch", name="after"))
    wired.session()
    assert wired.calls() == ["c", "ahead", "after"]


@pytest.mark.skipif(not ROOT_CAN_MOUNT, reason="a disk can be mounted by root only")
@pytest.mark.parametrize("before", ['head -c 1000000 /dev/zero >"$1/full" 2>/dev/null', 'mount -o remount,ro "$1"'])
def test_a_disk_that_takes_nothing_is_told_and_the_call_is_judged(wired: Wired, before: str) -> None:
    prefix = ("unshare", "-m", "sh", "-c", MOUNTED.format(before=before), "sh", str(wired.person.state))
    assert denies(wired.call("gh run watch", prefix, "lost"))
    assert "record" in str(wired.session(prefix).get("systemMessage"))
    assert not denies(wired.call("ls", name="after"))
    assert wired.calls() == ["c", "after"]


@pytest.mark.parametrize("instead", ["file", "link"])
def test_a_state_folder_that_cannot_be_made_is_told_and_the_call_is_judged(wired: Wired, instead: str) -> None:
    kept = wired.person.state.rename(wired.person.home / "kept")
    if instead == "file":
        wired.person.state.write_text("")
    else:
        wired.person.state.symlink_to("nowhere/at/all")
    assert denies(wired.call("gh run watch"))
    assert "cannot be used" in str(wired.session().get("systemMessage"))
    assert list(records(str(next((kept / "repositories").iterdir()))))[-1]["call_id"] == "c"


@pytest.mark.skipif(not ROOT_CAN_MOUNT, reason="a disk can be mounted by root only")
def test_on_a_full_disk_the_person_is_told_with_the_first_call_already(wired: Wired) -> None:
    full = MOUNTED.format(before='head -c 1000000 /dev/zero >"$1/full" 2>/dev/null')
    reply = wired.call("ls", ("unshare", "-m", "sh", "-c", full, "sh", str(wired.person.state)))
    assert "not recorded any more" in str(reply.get("systemMessage"))


def test_a_state_folder_that_is_gone_is_made_anew(wired: Wired) -> None:
    wired.person.state.rename(wired.person.home / "gone")
    assert denies(wired.call("gh run watch", name="anew"))
    assert wired.calls() == ["anew"]
    assert State(folder=str(wired.person.state)).usable


def test_files_that_may_not_grow_take_no_half_record(wired: Wired) -> None:
    size = (wired.folder / "trail" / CURRENT).stat().st_size
    limit = f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size + 20},) * 2)"
    limited = f"import os, resource, sys; {limit}; os.execv(sys.argv[1], sys.argv[1:])"
    prefix = (sys.executable, "-c", limited)
    assert denies(wired.call("gh run watch", prefix, "cut"))
    wired.call("ls", name="after")
    assert [one for one in wired.calls() if one != "cut"] == ["c", "after"]
