"""Timing processes as a host starts them: `posix_spawn`, no shell between, standard input from a file."""

from __future__ import annotations

import os
import random
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

Before = Callable[[], None]


class Run(NamedTuple):
    """One process to time: its words, the file that it reads, its environment and folder; `before` is not timed."""

    words: Sequence[str]
    stdin: str
    environment: Mapping[str, str]
    folder: str
    before: Before | None = None
    at_once: int = 1


def elapsed_ms(run: Run) -> float:
    """Start the process, or so many at once, and return the milliseconds until the last has ended."""
    if run.before:
        run.before()
    os.chdir(run.folder)
    began = time.perf_counter()
    for pid in [_start(run) for _ in range(run.at_once)]:
        _, status = os.waitpid(pid, 0)
        if os.waitstatus_to_exitcode(status) < 0:
            raise RuntimeError(f"{run.words} died by signal {-os.waitstatus_to_exitcode(status)}")
    return (time.perf_counter() - began) * 1000


def _start(run: Run) -> int:
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, run.stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    return os.posix_spawn(run.words[0], list(run.words), dict(run.environment), file_actions=actions)


def rounds(
    runs: Mapping[str, Run], count: int, chance: random.Random, tick: Callable[[int], None]
) -> dict[str, list[float]]:
    """Time every run once a round, in random order, `count` times; `tick` hears of each round."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        elapsed_ms(run)
    for at in range(count):
        for name in chance.sample(sorted(runs), len(runs)):
            times[name].append(elapsed_ms(runs[name]))
        tick(at + 1)
    return times


def ratio(times: Sequence[float], base: Sequence[float]) -> float:
    """Return the median of the ratios of each round, so that a slow minute of the machine cancels out."""
    return statistics.median(one / other for one, other in zip(times, base, strict=True))


def difference(times: Sequence[float], base: Sequence[float]) -> float:
    """Return the median of the differences of each round, in milliseconds."""
    return statistics.median(one - other for one, other in zip(times, base, strict=True))


def instructions(run: Run) -> int:
    """Return the instructions of the process itself, its forked children apart; needs `valgrind`.

    `-I` would ignore PYTHONHASHSEED, and only a fixed seed makes the count exact, so the words must not hold it.
    """
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *run.words]
    environment = {**run.environment, "PYTHONHASHSEED": "0"}
    with open(run.stdin, "rb") as stdin:
        counted = subprocess.Popen(
            words, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, cwd=run.folder, text=True
        )
        said = counted.communicate(timeout=120)[1]
    found = re.search(rf"=={counted.pid}== Collected : (\d+)", said)
    if not found:
        raise RuntimeError(f"valgrind counted nothing: {said[-300:]}")
    return int(found[1])


# A child's peak counts the pages of the process that spawned it, so a small process must do that.
_SMALL = """import posix, sys
opened = [(posix.POSIX_SPAWN_OPEN, 0, sys.argv[1], 0, 0), (posix.POSIX_SPAWN_OPEN, 1, "/dev/null", 1, 0)]
pid = posix.posix_spawn(sys.argv[2], sys.argv[2:], posix.environ, file_actions=opened)
print(posix.wait4(pid, 0)[2].ru_maxrss)"""


def resident_mb(run: Run) -> float:
    """Return the largest resident memory of the process or a child that it waited for, in MB."""
    import sys

    words = [run.words[0], "-I", "-S", "-c", _SMALL, run.stdin, *run.words]
    said = subprocess.run(words, env=dict(run.environment), cwd=run.folder, capture_output=True, text=True, check=True)
    return int(said.stdout) / (1024 * 1024 if sys.platform == "darwin" else 1024)
