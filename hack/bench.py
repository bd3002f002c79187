"""What a hook costs, as ratios to bare Python, against the bars. `hack/bench --help` says how to ask."""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hack.bench_rows import BARE, BATCH_LINES, PLAIN, Row, Stage, batch, counted, on_hosts, rows
from hack.timing import Run, difference, elapsed_ms, instructions, ratio, resident_mb, rounds

SAME = 1.1  # what one host may cost over another: the reading of its payload
README = Path(__file__).parent.parent / "README.md"


def options(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="hack/bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60, help="paired runs of each row (60)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--readme", action="store_true", help="write the table into README.md")
    parser.add_argument("--check", action="store_true", help="exit 1 when a row is over its bar")
    parser.add_argument("--peer", action="append", default=[], metavar="COMMAND", help="time this too, on the same payload")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only the rows whose name holds this, and what they compare to"
    )
    parser.add_argument("--seed", type=int, default=None, help="the seed of the random order")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Measure, print, and return the exit status."""
    given = options(words)
    with tempfile.TemporaryDirectory(prefix="guardhost-bench-") as folder:
        measured = measure(Stage(Path(folder).resolve()), given)
        os.chdir("/")  # the last run's folder goes with the stage
    if given.readme:
        write_readme(measured)
    show(measured, as_json=given.json)
    return int(given.check and any(row["over"] for row in measured))


def measure(stage: Stage, given: argparse.Namespace) -> list[dict[str, Any]]:
    """Return one mapping a row, in the order of the table."""
    _two_cores()
    table = rows(stage, [_absolute(shlex.split(peer)) for peer in given.peer])
    _refuse_a_dead_hook(next(row for row in table if row.name == PLAIN))
    chosen = _chosen(table, given.only)
    runs = {row.name: row.run for row in chosen}
    times = rounds(runs, given.rounds, random.Random(given.seed), lambda at: _progress(at, given.rounds))
    measured = [_timed(row, times) for row in chosen]
    plain, bare = (next(row.run for row in table if row.name == name) for name in (PLAIN, BARE))
    others: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "instructions": lambda: _instructions(plain, bare),
        "every host": lambda: _hosts(stage, given),
        "check --batch": lambda: _batch(stage),
        "resident memory": lambda: _resident(plain),
    }
    return measured + [row for name, more in others.items() if given.only in name for row in more()]


def _two_cores() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])


def _absolute(words: list[str]) -> list[str]:
    found = shutil.which(words[0]) if words else None
    if not found:
        raise SystemExit(f"hack/bench: `{' '.join(words)}` is no program on PATH")
    return [found, *words[1:]]


def _refuse_a_dead_hook(row: Row) -> None:
    """A hook that fails at once is very fast: make sure that the refusals of the fixture's judge come through."""
    stdin = Path(row.run.stdin).read_bytes().replace(b"ls -la src", b"gh run watch 1")
    said = _said(row.run, stdin)
    if b"read the board once" not in said:
        raise SystemExit(f"hack/bench: the hook does not judge: {said[:300]!r}")


def _said(run: Run, stdin: bytes) -> bytes:
    done = subprocess.run(run.words, input=stdin, env=run.environment, cwd=run.folder, stdout=subprocess.PIPE, check=False)
    return done.stdout


def _chosen(table: list[Row], only: str) -> list[Row]:
    wanted = {row.name for row in table if only in row.name} | {BARE}
    while more := {row.base for row in table if row.name in wanted} - wanted:
        wanted |= more
    return [row for row in table if row.name in wanted]


def _progress(at: int, of: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{at}/{of} rounds" if at < of else "\r\x1b[K")


def _timed(row: Row, times: dict[str, list[float]]) -> dict[str, Any]:
    compare = ratio if row.unit == "x" else difference
    value = compare(times[row.name], times[row.base])
    return _row(row.name, value, row.unit, row.most, row.fixture, base=row.base, ms=statistics.median(times[row.name]))


def _row(name: str, value: float, unit: str, most: float | None, fixture: str, **more: Any) -> dict[str, Any]:
    at_least = unit == "lines/s"
    over = most is not None and (value < most if at_least else value > most)
    return {"row": name, "value": round(value, 3), "unit": unit, "bar": most, "over": over, "fixture": fixture, **more}


def _instructions(plain: Run, bare: Run) -> list[dict[str, Any]]:
    if not shutil.which("valgrind"):
        return []
    for _ in range(2):
        elapsed_ms(plain)  # what the hook keeps for its next call is made, whatever was edited meanwhile
    ours, least = instructions(counted(plain)), instructions(counted(bare))
    fixture = f"valgrind --tool=callgrind, {ours:,} against {least:,}"
    return [_row("instructions of the hook's parent, plain line with a judge", ours / least, "x", 1.2, fixture, base=BARE)]


def _hosts(stage: Stage, given: argparse.Namespace) -> list[dict[str, Any]]:
    """Time each host's plain line against Claude Code's, and return the dearest."""
    runs = on_hosts(stage)
    times = rounds(runs, given.rounds, random.Random(given.seed), lambda at: _progress(at, given.rounds))
    ratios = {host: ratio(found, times["claude-code"]) for host, found in times.items() if host != "claude-code"}
    dearest = max(ratios, key=lambda host: ratios[host])
    fixture = f"{len(ratios)} hosts against claude-code, no policy; the dearest is {dearest}"
    name = "plain line on every host, the dearest against Claude Code"
    median = statistics.median(times[dearest])
    return [_row(name, ratios[dearest], "x", SAME, fixture, base="claude-code", ms=median, ratios=ratios)]


def _batch(stage: Stage) -> list[dict[str, Any]]:
    run = batch(stage)
    said = _said(run, b"")
    if said.count(b"\n") != BATCH_LINES:
        raise SystemExit(f"hack/bench: check --batch answered {said.count(bytes([10]))} lines of {BATCH_LINES}")
    seconds = statistics.median(elapsed_ms(run) for _ in range(3)) / 1000
    return [
        _row(
            "check --batch, a plain line each",
            BATCH_LINES / seconds,
            "lines/s",
            5000,
            f"{BATCH_LINES:,} lines, start included",
        )
    ]


def _resident(plain: Run) -> list[dict[str, Any]]:
    value = statistics.median(resident_mb(plain) for _ in range(5))
    return [_row("resident memory of one hook, plain line", value, "MB", 16, "the largest of the hook and its judge")]


def write_readme(measured: list[dict[str, Any]]) -> None:
    """Put the rows into the table of README.md, between its heading row and the next blank line."""
    before, heading, after = README.read_text(encoding="utf-8").partition("| row | bar | measured |\n|---|---|---|\n")
    rest = after.partition("\n\n")[2]
    lines = [f"| {row['row']} | {_bar(row)} | {_value(row)} |" for row in measured]
    README.write_text(before + heading + "\n".join(lines) + "\n\n" + rest, encoding="utf-8")


def _value(row: dict[str, Any]) -> str:
    sign = "+" if row["unit"] == "ms" else ""
    return f"{row['value']:,.0f} /s" if row["unit"] == "lines/s" else f"{sign}{row['value']:,.2f} {row['unit']}"


def _bar(row: dict[str, Any]) -> str:
    return "" if row["bar"] is None else f"{row['bar']:g}"


def show(measured: list[dict[str, Any]], *, as_json: bool) -> None:
    """Print the rows as JSON or as a table."""
    if as_json:
        machine = {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()}
        print(json.dumps({"machine": machine, "rows": measured}, indent=2))
        return
    print(f"{'row':<58} {'value':>14} {'bar':>8}   median")
    for row in measured:
        mark = " OVER" if row["over"] else ""
        ms = f"{row['ms']:.2f} ms" if "ms" in row else ""
        print(f"{row['row'][:58]:<58} {_value(row):>14} {_bar(row):>8}   {ms}{mark}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
