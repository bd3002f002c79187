"""Kill hook calls at random points, and see that nothing that was finished is lost: `python -m hack.killed [COUNT]`."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from guardhost.world.state import State
from guardhost.world.trail import records
from guardhost.world.unfinished import left
from hack.fixture import GUARD, Person, line

LINES = ("ls -la src", "make test > out.log", "gh run watch", "echo " + "x" * 400)
WARM = 8  # calls that are not killed, and say how long one lives


def killed(folder: Path, count: int, seed: int = 7) -> dict[str, int]:
    """Start `count` hook calls, kill each at a random time of its life, and return what was seen, each fault by name."""
    person = Person(folder)
    root = person.repository("repo", {"guard.py": GUARD})
    chance = random.Random(seed)
    usual = sorted(_call(person, root, f"warm-{n}", LINES[n % 4])[1] for n in range(WARM))[WARM // 2]
    finished = {f"warm-{n}" for n in range(WARM)}
    for n in range(count):
        name = f"call-{n}"
        done, _ = _call(person, root, name, LINES[n % 4], chance.random() * usual * 1.1)
        if done:
            finished.add(name)
    return _seen(person, finished, count)


def _call(person: Person, root: Path, name: str, command: str, after: float = 60.0) -> tuple[bool, float]:
    """Return (whether the call answered and ended by itself, its seconds); it is killed `after` that many."""
    event = {**json.loads(line(root, command)), "tool_use_id": name}
    began = time.monotonic()
    hook = subprocess.Popen(
        person.hook(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=root,
        env=person.environment,
    )
    assert hook.stdin is not None
    hook.stdin.write(json.dumps(event).encode())
    hook.stdin.close()
    try:
        hook.wait(max(0.0, began + after - time.monotonic()))
        done = hook.returncode == 0
    except subprocess.TimeoutExpired:
        hook.kill()
        hook.wait()
        done = False
    assert hook.stdout is not None
    hook.stdout.close()
    return done, time.monotonic() - began


def _seen(person: Person, finished: set[str], count: int) -> dict[str, int]:
    folder = next((person.state / "repositories").iterdir())
    found = list(records(str(folder)))
    kept = [str(record["call_id"]) for record in found if record.get("call_id")]
    told = [note for record in found for note in record.get("notes", ()) if "never finished" in note]
    text = (folder / "trail" / "current.jsonl").read_bytes()
    torn = 0
    for one in text.split(b"\n"):
        try:
            json.loads(one or b"{}")
        except ValueError:
            torn += 1
    return {
        "started": count,
        "killed": count + WARM - len(finished),
        "recorded": len(kept),
        "torn lines": torn,
        "told unfinished": sum(int(note.split()[1]) for note in told),
        "still marked": len(left(State(folder=str(person.state)), time.time())),
        "lost": len(finished - set(kept)),
        "twice": len(kept) - len(set(kept)),
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        seen = killed(Path(made).resolve(), int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    print(", ".join(f"{name} {number}" for name, number in seen.items()))
    sys.exit(1 if seen["lost"] or seen["twice"] else 0)
