from __future__ import annotations

import fcntl
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from guardhost.world import files, refs, trail

MANY = """
import sys
from guardhost.world import trail
for n in range(int(sys.argv[3])):
    trail.append(sys.argv[1], {"who": sys.argv[2], "n": n, "pad": "x" * 700}, float(sys.argv[4]))
"""


def _writer(folder: Path, who: str, many: int, wait_s: float = 0.2) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-I", "-c", MANY, str(folder), who, str(many), str(wait_s)])


def test_what_is_recorded_is_read_back_in_order(tmp_path: Path) -> None:
    assert trail.append(str(tmp_path), {"n": 1, "text": 'a "quoted"\n\ud800'})
    assert trail.append(str(tmp_path), {"n": 2})
    assert [record["n"] for record in trail.records(str(tmp_path))] == [1, 2]
    assert list(trail.records(f"{tmp_path}/none")) == []
    assert (tmp_path / "trail" / trail.CURRENT).stat().st_mode & 0o777 == 0o600


def test_eight_writers_at_once_lose_and_tear_nothing(tmp_path: Path) -> None:
    writers = [_writer(tmp_path, str(who), 40) for who in range(8)]
    assert [writer.wait(60) for writer in writers] == [0] * 8
    kept = [(record["who"], record["n"]) for record in trail.records(str(tmp_path))]
    assert sorted(kept) == sorted((str(who), n) for who in range(8) for n in range(40))


def test_writers_that_wait_for_no_lock_lose_nothing_either(tmp_path: Path) -> None:
    writers = [_writer(tmp_path, str(who), 40, wait_s=0.0) for who in range(6)]
    assert [writer.wait(60) for writer in writers] == [0] * 6
    assert trail.append(str(tmp_path), {"who": "last", "n": 0})
    kept = [(record["who"], record["n"]) for record in trail.records(str(tmp_path))]
    assert len(kept) == len(set(kept)) == 241
    assert not (tmp_path / "trail" / "spill").exists()


def test_writers_killed_at_any_time_leave_a_trail_that_can_be_read_and_written(tmp_path: Path) -> None:
    chance = random.Random(7)
    for turn in range(24):
        writers = [_writer(tmp_path, f"{turn}-{who}", 100_000, wait_s=0.001) for who in range(2)]
        time.sleep(0.04 + chance.random() * 0.03)
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
            writer.wait(10)
    assert trail.append(str(tmp_path), {"who": "last", "n": 0})
    kept = [(record["who"], record["n"]) for record in trail.records(str(tmp_path))]
    assert len(kept) == len(set(kept))
    assert kept[-1] == ("last", 0)
    for who in {who for who, _ in kept}:
        assert sorted(n for name, n in kept if name == who) == list(range(sum(name == who for name, _ in kept)))


def test_a_torn_tail_is_ended_and_skipped(tmp_path: Path) -> None:
    current = tmp_path / "trail" / trail.CURRENT
    trail.append(str(tmp_path), {"n": 1})
    with current.open("ab") as file:
        file.write(b'{"n": 2, "te')
    trail.append(str(tmp_path), {"n": 3})
    assert [record["n"] for record in trail.records(str(tmp_path))] == [1, 3]


def test_a_held_lock_is_not_waited_for_and_the_next_writer_takes_the_spill_over(tmp_path: Path) -> None:
    trail.append(str(tmp_path), {"n": 1})
    with (tmp_path / "trail" / trail.CURRENT).open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        for n in (2, 3):
            program = (
                "import sys; from guardhost.world import trail; trail.append(sys.argv[1], {'n': int(sys.argv[2])}, 0.01)"
            )
            subprocess.run([sys.executable, "-c", program, str(tmp_path), str(n)], check=True)
        assert len(os.listdir(tmp_path / "trail" / "spill")) == 2
        assert [record["n"] for record in trail.records(str(tmp_path))] == [1, 2, 3]
    trail.append(str(tmp_path), {"n": 4})
    assert not (tmp_path / "trail" / "spill").exists()
    assert [record["n"] for record in trail.records(str(tmp_path))] == [1, 2, 3, 4]


def test_what_was_taken_over_before_a_kill_is_not_taken_over_twice(tmp_path: Path) -> None:
    spill = tmp_path / "trail" / "spill"
    trail.append(str(tmp_path), {"n": 1})
    spill.mkdir()
    (spill / "1-1.jsonl").write_bytes(b'{"n":2}\n')
    with (tmp_path / "trail" / trail.CURRENT).open("ab") as file:
        file.write(b'{"n":2}\n{"n":')
    trail.append(str(tmp_path), {"n": 4})
    assert [record["n"] for record in trail.records(str(tmp_path))] == [1, 2, 4]


def test_an_unfinished_spill_is_left_until_its_writer_must_be_gone(tmp_path: Path) -> None:
    spill = tmp_path / "trail" / "spill"
    spill.mkdir(parents=True)
    (spill / ".new.tmp").write_bytes(b'{"n":')
    (spill / ".old.tmp").write_bytes(b'{"n":')
    os.utime(spill / ".old.tmp", (1, 1))
    trail.append(str(tmp_path), {"n": 1})
    assert os.listdir(spill) == [".new.tmp"]
    assert [record["n"] for record in trail.records(str(tmp_path))] == [1]


def test_a_trail_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "trail").write_text("")
    assert not trail.append(str(tmp_path), {"n": 1})
    assert list(trail.records(str(tmp_path))) == []


def test_something_else_in_the_place_of_a_segment_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "trail" / "00000001.jsonl").mkdir(parents=True)
    os.mkfifo(tmp_path / "trail" / "00000002.jsonl")
    (tmp_path / "victim").write_text('{"n": 0}\n')
    (tmp_path / "trail" / "00000003.jsonl").symlink_to(tmp_path / "victim")
    os.mkfifo(tmp_path / "trail" / trail.CURRENT)
    assert trail.append(str(tmp_path), {"n": 1}, 0.0)
    assert [record["n"] for record in trail.records(str(tmp_path))] == [1]


def test_older_segments_come_first(tmp_path: Path) -> None:
    trail.append(str(tmp_path), {"n": 3})
    for n in (2, 1):
        (tmp_path / "trail" / f"{n:08d}.jsonl").write_bytes(b'{"n":%d}\n' % n)
    assert [record["n"] for record in trail.records(str(tmp_path))] == [1, 2, 3]


def test_a_text_is_kept_under_its_digest(tmp_path: Path) -> None:
    name = trail.put_blob(str(tmp_path), b"rm -rf build")
    assert name == files.digest(b"rm -rf build") == trail.put_blob(str(tmp_path), b"rm -rf build")
    assert trail.get_blob(str(tmp_path), name) == b"rm -rf build"
    path = tmp_path / "blobs" / name[:2] / name[2:]
    path.write_bytes(b"rm -rf other")
    assert trail.get_blob(str(tmp_path), name) is None
    path.write_bytes(b"rm")
    assert trail.put_blob(str(tmp_path), b"rm -rf build") == name
    assert path.read_bytes() == b"rm -rf build"


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "0" * 31, "0" * 32, "g" * 32])
def test_what_is_no_digest_finds_nothing(tmp_path: Path, name: str) -> None:
    assert trail.get_blob(str(tmp_path), name) is None


def test_a_ref_gives_the_text_back(tmp_path: Path) -> None:
    ref = refs.store(str(tmp_path), "do this instead\n\nbecause")
    assert ref.startswith("grd-")
    assert refs.store(str(tmp_path), "do this instead\n\nbecause") == ref
    assert refs.load(str(tmp_path), ref) == "do this instead\n\nbecause"
    (tmp_path / "refs" / ref[4:]).write_text("something else")
    assert refs.load(str(tmp_path), ref) is None
    assert refs.store(str(tmp_path), "do this instead\n\nbecause") == ref
    assert refs.load(str(tmp_path), ref) == "do this instead\n\nbecause"


def test_a_text_that_cannot_be_stored_has_no_ref(tmp_path: Path) -> None:
    (tmp_path / "refs").write_text("")
    assert refs.store(str(tmp_path), "text") == ""
    assert refs.store(f"{tmp_path}/other", "x" * (2 << 20)) == ""


@pytest.mark.parametrize("ref", ["", "grd-", "grd-../../x", "grd-0123456789ab", "grd-ABCDEF012345"])
def test_what_is_no_ref_finds_nothing(tmp_path: Path, ref: str) -> None:
    assert refs.load(str(tmp_path), ref) is None
