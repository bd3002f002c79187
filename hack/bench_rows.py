"""The rows of the bench: what each runs, in which fixture, and its bar."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from guardhost.hosts import HOSTS, adapter
from guardhost.hosts.wiring import setup
from hack.bench_rules import TEMPORAL, remember, rule_file
from hack.fixture import GUARD, Person, line, payload
from hack.timing import Run, elapsed_ms

BARE = "python -I -c pass"
PLAIN = "hook, import-free guard.py, clean tree, plain line"
EDITED = "the same, policy edited and not committed"
RULED = "hook, 30 rules of which 10 are temporal, plain line"
PLAIN_LINE = "ls -la src"
COMPOUND_LINE = 'cd src && grep -rn "TODO" . | head -20; make test > "$LOG" 2>&1'
BATCH_LINES = 10_000


class Row(NamedTuple):
    """A row and its bar. `unit`: "x" a ratio to `base`, "ms" a difference to it; `most` is None for a row to look at."""

    name: str
    run: Run
    unit: str
    base: str
    most: float | None
    fixture: str


class Stage:
    """Everything that the rows run in, made anew below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.person = Person(folder)
        self.judged = self.person.repository("judged", {"guard.py": GUARD, "src/main.py": "print()\n"})
        self.unjudged = self.person.repository("unjudged", {"src/main.py": "print()\n"})
        self.fresh = self.person.repository("fresh", {"guard.py": long_policy(0)})
        self.edited = self.person.repository("edited", {"guard.py": GUARD, "src/main.py": "print()\n"})
        (self.edited / "guard.py").write_text(f"{GUARD}\n# edited\n", encoding="utf-8")
        self.changed = self.person.repository("changed", {"guard.py": long_policy(0)})
        self.ruled = {name: self._ruled(name, rules) for name, rules in (("ruled", 30), ("many-rules", 1000), ("long", 30))}
        self._turn = 0

    def _ruled(self, name: str, rules: int) -> Path:
        files = {"guard.py": GUARD, "guard.yaml": rule_file(rules), "src/main.py": "print()\n"}
        return self.person.repository(name, files)

    def remembering(self, name: str, root: Path, calls: int) -> Run:
        """Return the run of the wired hook on a plain line, in a repository whose rules have seen so many calls."""
        run = self.run(name, root, line(root, PLAIN_LINE))
        known = set(self.person.state.rglob("memory.db"))
        elapsed_ms(run)
        made = set(self.person.state.rglob("memory.db")) - known
        if not made:
            raise RuntimeError(f"the rules of {root.name} opened no memory")
        for store in made:
            remember(store, calls)
        return run

    def file(self, name: str, data: bytes) -> str:
        """Write one payload and return its path."""
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def run(self, name: str, root: Path, data: bytes, before: Callable[[], None] | None = None, at_once: int = 1) -> Run:
        """Return the run of the wired hook on one payload."""
        return Run(self.person.hook(), self.file(name, data), self.person.environment, str(root), before, at_once)

    def edit_anew(self) -> None:
        """Edit a policy to what was never seen before, and commit nothing."""
        self._turn += 1
        (self.changed / "guard.py").write_text(long_policy(self._turn), encoding="utf-8")

    def commit_anew(self) -> None:
        """Commit a policy that was never seen before."""
        self._turn += 1
        self.person.commit(self.fresh, "guard.py", long_policy(self._turn))


def long_policy(turn: int) -> str:
    """Return a policy of about 300 lines; another turn is another text."""
    helpers = "\n\n".join(
        f"def helper_{at}(req):\n    words = [word for command in req.commands for word in command.args]\n"
        f"    return len(words) > {at} and words[0] == 'turn-{turn}'\n"
        for at in range(56)
    )
    return f"{GUARD}\n\n{helpers}"


def clean_python() -> str:
    """Return the Python of an environment with nothing in it, made once below the cache folder."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "guardhost-bench"
    tag = f"{sysconfig.get_python_version()}-{sys.base_prefix.replace('/', '_')}"
    python = cache / tag / "bin" / "python"
    if not python.exists():
        base = Path(sys.base_prefix) / "bin" / f"python{sysconfig.get_python_version()}"
        maker = str(base) if base.exists() else sys.executable
        subprocess.run([maker, "-I", "-m", "venv", "--without-pip", "--clear", str(cache / tag)], check=True)
    return str(python)


def rows(stage: Stage, peers: list[list[str]]) -> list[Row]:
    """Return the rows that are timed in rounds, the bare interpreter first."""
    person, judged = stage.person, stage.judged
    small = payload(judged, "Write", {"file_path": f"{judged}/src/new.py", "content": "print()\n"})
    large = payload(judged, "Write", {"file_path": f"{judged}/src/new.py", "content": "print('hello')\n" * 69_906})
    empty = stage.file("empty", b"")
    plain = line(judged, PLAIN_LINE)
    bare = Run([clean_python(), "-I", "-c", "pass"], empty, person.environment, str(stage.folder))
    judged_text = "a repository with one commit and a guard.py of two judges without imports"
    found = [
        Row(BARE, bare, "x", BARE, None, "an environment with nothing in it"),
        Row(
            "hook, no policy, plain line", stage.run("a", stage.unjudged, line(stage.unjudged, PLAIN_LINE)), "x", BARE, 1.15,
            "a repository without guard.py",
        ),
        Row(PLAIN, stage.run("b", judged, plain), "x", BARE, 1.35, judged_text),
        Row("the same, compound line", stage.run("c", judged, line(judged, COMPOUND_LINE)), "x", BARE, 1.5, COMPOUND_LINE),
        Row(
            EDITED, stage.run("h", stage.edited, line(stage.edited, PLAIN_LINE)), "x", BARE, 1.5,
            "the same repository, a line added to its guard.py: both sides judge",
        ),
        Row(
            "first judgement after a commit", stage.run("d", stage.fresh, line(stage.fresh, PLAIN_LINE), stage.commit_anew),
            "ms", PLAIN, 10.0, "a guard.py of about 300 lines, another one committed before each run",
        ),
        Row(
            "first judgement after an edit", stage.run("i", stage.changed, line(stage.changed, PLAIN_LINE), stage.edit_anew),
            "ms", EDITED, 10.0, "a guard.py of about 300 lines, edited to another one before each run",
        ),
        Row(
            RULED, stage.remembering("j", stage.ruled["ruled"], 10), "x", BARE, 2.0,
            f"a guard.yaml of 30 rules beside the guard.py, {TEMPORAL} of them about earlier calls; 10 calls recorded",
        ),
        Row(
            "the same, 1,000 rules", stage.remembering("k", stage.ruled["many-rules"], 10), "x", BARE, 2.4,
            f"{TEMPORAL} of them about earlier calls",
        ),
        Row(
            "30 rules, 1,000,000 recorded calls against 10", stage.remembering("l", stage.ruled["long"], 1_000_000), "x",
            RULED, 1.1, "the record has a million calls, each with its end",
        ),
        Row("hook, small Write payload", stage.run("e", judged, small), "x", BARE, None, judged_text),
        Row(
            "hook, 1 MB Write payload", stage.run("f", judged, large), "ms", "hook, small Write payload", 25.0,
            f"{len(large):,} bytes on standard input, whose text is masked and searched",
        ),
        Row("8 bare Pythons at once", bare._replace(at_once=8), "x", BARE, None, "the slowest of 8, on 2 cores"),
        Row(
            "8 hooks at once in one repository", stage.run("g", judged, plain, at_once=8), "x", PLAIN, 5.0,
            "the slowest of 8 against one alone, on 2 cores",
        ),
    ]  # fmt: skip
    for words in peers:
        run = Run(words, stage.file("b", plain), {**os.environ, **person.environment}, str(judged))
        found.append(Row(f"peer: {' '.join(words)}", run, "x", BARE, None, "the payload of the plain line"))
    return found


def on_hosts(stage: Stage) -> dict[str, Run]:
    """Return the wired hook of every host on one plain line in its own dialect, in the repository without a policy."""
    found = {}
    for host in HOSTS:
        set_up = setup(host)
        if hasattr(set_up, "PROGRAM"):
            path = stage.file(f"host-{host}", set_up.canary(PLAIN_LINE, str(stage.unjudged), f"bench-{host}"))
            words = stage.person.hook(adapter(host).BEFORE, host=host)
            found[host] = Run(words, path, stage.person.environment, str(stage.unjudged))
    return found


def batch(stage: Stage) -> Run:
    """Return `guardhost check --batch` over many plain lines, in the repository with judges."""
    events = [
        json.dumps({"id": str(at), "command": f"ls -la src/{at}", "cwd": str(stage.judged)}) for at in range(BATCH_LINES)
    ]
    path = stage.file("batch", ("\n".join(events) + "\n").encode())
    words = [sys.executable, "-I", "-m", "guardhost", "check", "--batch", path]
    return Run(words, os.devnull, stage.person.environment, str(stage.judged))


def counted(run: Run) -> Run:
    """Return the run with words that leave the hash seed to the environment, as an exact count needs it."""
    words = [word for word in run.words if word != "-I"]
    return run._replace(words=[words[0], "-s", *words[1:]])
