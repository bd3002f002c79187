"""What is kept to be quick never decides: damaged, foreign or gone it is made anew, also by two Pythons on one folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from guardhost.hosts.wiring.launcher import Launch
from tests.install.conftest import environment_of
from tests.install.wired import ALLOW, Wired, denied, loosen
from tests.repository import Repository

Make = Callable[..., Repository]
# A policy that looks at a module, a data file and a file that is not there, on both sides.
FILES = {
    "guard.py": "import guardhost as guard\nimport rules\nguard.command(rules.judge)\n",
    "rules.py": "import guardhost as guard\ndef judge(req):\n"
    "    return guard.deny('committed') if req.command in guard.read('list.txt') else None\n",
    "list.txt": "touch a\n",
}


def others() -> list[str]:
    """Return the other Pythons here that guardhost runs on."""
    found = sorted(Path(sys.base_prefix).parent.glob("*/bin/python3.1[0-9]"))
    minors = {int(path.name.partition(".")[2]): str(path) for path in found}
    return [path for minor, path in sorted(minors.items()) if minor >= 11 and minor != sys.version_info[1]]


def code(wired: Wired) -> dict[str, bytes]:
    """Return the compiled files that are kept, by side and name."""
    return {str(path.relative_to(wired.state)): path.read_bytes() for path in wired.state.glob("code/*/*")}


@pytest.fixture
def repository(make_repository: Make, wired: Wired) -> Repository:
    """A repository whose policy was judged from both sides."""
    made = make_repository(FILES)
    denied(wired.judge(made.root))
    made.write("rules.py", FILES["rules.py"].replace("deny", "advise"))
    denied(wired.judge(made.root))
    assert code(wired)
    return made


@pytest.mark.skipif(not others(), reason="there is no other Python here that guardhost runs on")
def test_two_pythons_on_one_state_folder(
    wired: Wired, repository: Repository, started: Launch, home: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Both judge alike from one memory, each with code of its own, and neither makes the other's anew."""
    first = code(wired)
    every = [wired]
    for python in others():
        there = environment_of(tmp_path_factory.mktemp("other"), python)
        launch = replace(wired.launch, interpreter=str(there.interpreter), stub=str(there.stub))
        every.append(Wired(launch, home / f"data-{len(every)}"))
    for one in every:
        denied(one.judge(repository.root))
        assert one.judge(repository.root, "make")["decision"] == "allow"
    kept = code(wired)
    assert {name: kept[name] for name in first} == first
    repository.commit({"list.txt": "touch b\n"})
    for one in (*every, *reversed(every)):
        assert one.judge(repository.root)["decision"] == "allow"
        assert one.judge(repository.root, "touch b")["decision"] != "allow"
    again = code(wired)
    assert {name: again[name] for name in kept} == kept
    assert all(record["decision"] for record in wired.recorded() if record["kind"] == "command")
    assert not list(wired.state.glob("crashes/*"))


def forged(data: bytes) -> bytes:
    """Return a compiled file as another Python would have written it: its code means something else here, or nothing."""
    script = f"""
import sys
from marshal import dumps
from _imp import source_hash
from guardhost.judges.frames import pack, unpack
source, code, check = unpack(bytearray(sys.stdin.buffer.read()), 1 << 30)
other = dumps(compile({ALLOW!r}, "guard.py", "exec"))
sys.stdout.buffer.write(pack(source, other, source_hash(3000 | 0x0a0d0000, other)))
"""
    return subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, check=True).stdout


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "cut by one": lambda data: data[:-1],
    "junk": lambda data: os.urandom(len(data)),
    "one bit": lambda data: data[:-4] + bytes([data[-4] ^ 1]) + data[-3:],
    "something else": lambda data: b'{"head": [], "looked": {}, "files": 5}',
}


@pytest.mark.parametrize("spoil", [*SPOILT.values(), forged], ids=[*SPOILT, "of another python"])
def test_code_that_is_damaged_or_foreign_is_compiled_anew(
    wired: Wired, repository: Repository, spoil: Callable[[bytes], bytes]
) -> None:
    before = code(wired)
    for name, data in before.items():
        (wired.state / name).write_bytes(spoil(data))
    denied(wired.judge(repository.root))
    after = code(wired)
    committed = [name for name in before if "/committed/" in name]
    assert committed
    assert {name: after[name] for name in committed} == {name: before[name] for name in committed}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize("what", ["policies", "objects"])
def test_what_is_remembered_of_a_policy_is_read_anew_when_it_is_damaged(
    wired: Wired, repository: Repository, what: str, spoil: Callable[[bytes], bytes]
) -> None:
    kept = sorted((wired.state / what).iterdir())
    before = {path: path.read_bytes() for path in kept}
    assert before
    for path, data in before.items():
        path.write_bytes(spoil(data))
    loosen(repository.root)
    denied(wired.judge(repository.root))
    if what == "objects":
        whole = [data for path, data in before.items() if path.exists() and path.read_bytes() == data]
        assert len(whole) == len(FILES)
    else:
        (memory,) = (json.loads(path.read_bytes()) for path in kept)
        assert memory["head"] == repository.git("rev-parse", "HEAD")
    denied(wired.judge(repository.root))


@pytest.mark.parametrize("what", ["policies", "objects", "code"])
@pytest.mark.parametrize("instead", ["nothing", "a file", "a link", "a fifo"])
def test_a_folder_of_the_state_that_is_no_folder_costs_only_time(
    wired: Wired, repository: Repository, what: str, instead: str, tmp_path: Path
) -> None:
    place = wired.state / what
    place.rename(tmp_path / "aside")
    if instead == "a file":
        place.write_text("in the way")
    elif instead == "a link":
        place.symlink_to(tmp_path / "nowhere")
    elif instead == "a fifo":
        os.mkfifo(place)
    loosen(repository.root)
    for _ in range(2):
        denied(wired.judge(repository.root))


def test_a_kept_object_that_says_something_else_is_not_believed(wired: Wired, repository: Repository) -> None:
    """It is named by its id, and read again from git when it is not that."""
    oid = repository.git("rev-parse", "HEAD:rules.py")
    (wired.state / "objects" / oid).write_text(FILES["rules.py"].replace("deny", "advise").replace("'committed'", "'x'"))
    denied(wired.judge(repository.root))
    repository.git("checkout", "-q", ".")
    denied(wired.judge(repository.root))
    assert (wired.state / "objects" / oid).read_text() == FILES["rules.py"]


def test_the_memory_of_another_repository_in_its_place_is_not_believed(
    wired: Wired, repository: Repository, make_repository: Make
) -> None:
    """Two memories that changed places: each HEAD is compared with its own commit."""
    other = make_repository({"guard.py": ALLOW}, name="other")
    assert wired.judge(other.root, session="other")["decision"] == "allow"
    one, two = sorted((wired.state / "policies").iterdir())
    one.rename(one.with_suffix(".aside"))
    two.rename(one)
    one.with_suffix(".aside").rename(two)
    loosen(repository.root)
    denied(wired.judge(repository.root))
    assert wired.judge(other.root, session="other")["decision"] == "allow"
