"""The trail stays within its bounds, and what should outlive the rest does."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from guardhost.world import refs, retention, trail
from guardhost.world.retention import DAY_S
from guardhost.world.trail import SEGMENT

NOW = 1_800_000_000.0
READ = {"kind": "command", "decision": "allow", "read_only": True}
PASSED = {"kind": "command", "decision": "allow", "read_only": False}
DENIED = {"kind": "command", "decision": "deny"}
ASKED = {"kind": "write", "decision": "ask"}
POLICY = {"kind": "policy", "action": "loaded"}


def put(folder: Path, *given: Mapping[str, object], age_s: float = 0.0) -> None:
    for one in given:
        assert trail.append(str(folder), {"time": NOW - age_s, **one})


def close(folder: Path) -> None:
    assert retention.rotate(f"{folder}/trail", NOW, always=True)


def kinds(folder: Path) -> list[str]:
    return [str(one.get("read_only") or one.get("decision") or one["kind"]) for one in trail.records(str(folder))]


def test_a_full_segment_is_closed_and_nothing_of_it_is_lost(tmp_path: Path) -> None:
    put(tmp_path, {"n": 1})
    assert not retention.rotate(f"{tmp_path}/trail", NOW)
    put(tmp_path, {"n": 2, "pad": "x" * SEGMENT})
    retention.tidy(str(tmp_path), NOW)
    put(tmp_path, {"n": 3})
    assert sorted(os.listdir(tmp_path / "trail")) == ["00000001.jsonl", trail.CURRENT]
    assert [one["n"] for one in trail.records(str(tmp_path))] == [1, 2, 3]


def test_a_segment_is_closed_after_a_day(tmp_path: Path) -> None:
    put(tmp_path, READ, age_s=DAY_S + 60)
    assert retention.rotate(f"{tmp_path}/trail", NOW)
    assert not retention.rotate(f"{tmp_path}/trail", NOW)


@pytest.mark.parametrize(
    ("days", "left"),
    [
        (29, ["True", "allow", "deny", "ask", "policy"]),
        (32, ["deny", "ask", "policy"]),
        (364, ["deny", "ask", "policy"]),
        (367, []),
    ],
)
def test_denies_asks_and_changes_of_a_policy_outlive_the_rest(tmp_path: Path, days: int, left: list[str]) -> None:
    put(tmp_path, READ, PASSED, DENIED, ASKED, POLICY, age_s=days * DAY_S)
    close(tmp_path)
    assert retention.tidy(str(tmp_path), NOW) == 5 - len(left)
    assert kinds(tmp_path) == left


@pytest.mark.parametrize(
    ("most", "left"),
    [
        (10, ["True", "allow", "deny", "True", "allow", "deny"]),
        (5, ["allow", "deny", "True", "allow", "deny"]),
        (4, ["allow", "deny", "allow", "deny"]),
        (3, ["deny", "allow", "deny"]),
        (2, ["deny", "deny"]),
        (1, ["deny"]),
    ],
)
def test_beyond_the_bound_reads_go_first_and_denies_last(tmp_path: Path, most: int, left: list[str]) -> None:
    for _ in range(2):
        put(tmp_path, READ, PASSED, DENIED)
        close(tmp_path)
    retention.tidy(str(tmp_path), NOW, most)
    assert kinds(tmp_path) == left


def test_a_clock_that_was_set_back_makes_no_record_old(tmp_path: Path) -> None:
    put(tmp_path, READ)
    close(tmp_path)
    put(tmp_path, READ, age_s=2000 * DAY_S)
    close(tmp_path)
    assert retention.tidy(str(tmp_path), NOW) == 0
    assert retention.tidy(str(tmp_path), NOW - 3000 * DAY_S) == 0
    assert kinds(tmp_path) == ["True", "True"]


def test_a_text_in_a_record_cannot_make_it_lasting(tmp_path: Path) -> None:
    put(tmp_path, {**READ, "text": '"decision":"deny"'}, age_s=40 * DAY_S)
    close(tmp_path)
    assert retention.tidy(str(tmp_path), NOW) == 1


def test_texts_that_no_record_names_are_collected(tmp_path: Path) -> None:
    folder = str(tmp_path)
    named, unnamed = trail.put_blob(folder, b"named"), trail.put_blob(folder, b"unnamed")
    told, untold = refs.store(folder, "told"), refs.store(folder, "untold")
    fresh = trail.put_blob(folder, b"fresh")
    put(tmp_path, {**DENIED, "asked": named, "ref": told})
    for path in [*tmp_path.glob("blobs/*/*"), *tmp_path.glob("refs/*")]:
        if fresh[2:] not in path.name:
            os.utime(path, (NOW - 7200, NOW - 7200))
    os.utime(tmp_path / "blobs" / fresh[:2] / fresh[2:], (NOW, NOW))
    assert retention.collect(folder, NOW) == 2
    assert [trail.get_blob(folder, name) for name in (named, unnamed, fresh)] == [b"named", None, b"fresh"]
    assert (refs.load(folder, told), refs.load(folder, untold)) == ("told", None)
    trail.put_blob(folder, b"named")
    assert os.stat(tmp_path / "blobs" / named[:2] / named[2:]).st_mtime > 1.0


def test_nothing_is_collected_while_a_part_of_the_trail_cannot_be_read(tmp_path: Path) -> None:
    folder = str(tmp_path)
    name = trail.put_blob(folder, b"text")
    (tmp_path / "trail" / "00000001.jsonl").mkdir(parents=True)
    assert retention.collect(folder, NOW * 2) == 0
    assert trail.get_blob(folder, name) == b"text"


def test_a_writer_that_waits_while_its_segment_is_thinned_out_loses_nothing(tmp_path: Path) -> None:
    put(tmp_path, READ, DENIED, age_s=40 * DAY_S)
    path = tmp_path / "trail" / trail.CURRENT
    program = "import sys; from guardhost.world import trail; trail.append(sys.argv[1], {'kind': 'late'}, 20.0)"
    with path.open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        writer = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)])
        while f"{path}" not in _opened_by(writer.pid):
            assert writer.poll() is None
        path.rename(tmp_path / "trail" / "00000001.jsonl")
        (tmp_path / "trail" / "new").write_bytes(b'{"kind":"kept","decision":"deny"}\n')
        (tmp_path / "trail" / "new").rename(tmp_path / "trail" / "00000001.jsonl")
    assert writer.wait(30) == 0
    assert kinds(tmp_path) == ["deny", "late"]


def _opened_by(pid: int) -> list[str]:
    try:
        return [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")]
    except OSError:
        return []


def test_a_purge_removes_records_and_texts_spilled_ones_too(tmp_path: Path) -> None:
    folder = str(tmp_path)
    put(tmp_path, {**READ, "asked": trail.put_blob(folder, b"old")}, age_s=100)
    close(tmp_path)
    put(tmp_path, {**DENIED, "asked": trail.put_blob(folder, b"new")})
    (tmp_path / "trail" / "spill").mkdir()
    (tmp_path / "trail" / "spill" / "1-1.jsonl").write_bytes(b'{"time":5.0,"kind":"note"}\n')
    assert retention.purge(folder, NOW, before=NOW - 50) == 2
    assert kinds(tmp_path) == ["deny"]
    assert len([*tmp_path.glob("blobs/*/*")]) == 1
    assert retention.purge(folder, NOW * 2) == 1
    assert kinds(tmp_path) == []
    assert [*tmp_path.glob("blobs/*/*")] == []
    put(tmp_path, READ)
    assert kinds(tmp_path) == ["True"]
