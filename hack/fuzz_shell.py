"""Make shell lines from the grammar, run them under the shell itself, and list what guardhost read otherwise.

python -m hack.fuzz_shell COUNT [--seed N] [--shell bash|zsh]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from guardhost.shell.reading import begin, finish
from tests.shell.bash import Bash, missed, wrong
from tests.shell.grammar import Grammar
from tests.shell.reader import LENT

BATCH = 100


def batch(shell: Bash, lines: list[str]) -> tuple[list[tuple[str, list[str]]], dict[str, str]]:
    """Return the lines that were read otherwise than they ran, each with what is wrong, and those that are unreadable."""
    lent = [LENT.replace(cwd=shell.folder_of(at), home=shell.folder_of(at), shell=shell.shell) for at in range(len(lines))]
    found = []
    for start in range(0, len(lines), 8):  # a few readers at once
        several = [begin(line, one) for line, one in zip(lines[start : start + 8], lent[start : start + 8], strict=True)]
        found += [finish(one, 10.0) for one in several]
    faults, refused = [], {}
    for line, reading, ran in zip(lines, found, shell.run_all(lines), strict=True):
        if not reading.readable:
            refused[line] = reading.why.partition(": ")[2]
        elif line in shell.endless:  # it was ended early
            if said := [f"missed {one}" for one in missed(ran, reading)]:
                faults.append((line, said))
        elif (said := wrong(ran, reading)) and (missed(ran, reading) or shell.parses(line)):
            faults.append((line, said))
    return faults, refused


def main() -> int:
    """Run the lines and print what was found; 1 when something was."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shell", default="bash", choices=["bash", "zsh"])
    parser.add_argument("--refused", action="store_true", help="list what is unreadable though the shell reads it")
    given = parser.parse_args()
    unreadable: dict[str, int] = {}
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        shell = Bash(Path(folder).resolve(), given.shell)
        for start in range(0, given.count, BATCH):
            print(f"{start} lines, {bad} read otherwise", end="\r", file=sys.stderr, flush=True)
            seeds = range(given.seed + start, given.seed + min(start + BATCH, given.count))
            faults, refused = batch(shell, [Grammar(random.Random(seed)).line() for seed in seeds])
            bad += len(faults)
            for line, said in faults:
                print(repr(line), *said[:3], sep="\n    ", flush=True)
            for line, why in refused.items():
                unreadable[why] = unreadable.get(why, 0) + 1
                if given.refused and shell.parses(line):
                    print(f"refused: {why}: {line!r}")
    print(*(f"without end: {line!r}" for line in shell.endless), sep="\n")
    print(f"{given.count} lines, {bad} read otherwise than they ran, {sum(unreadable.values())} unreadable")
    for why, times in sorted(unreadable.items(), key=lambda one: -one[1])[:12]:
        print(f"  {times:6} {why}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
