"""Bash as the oracle: runs a line with harmless stand-ins for programs, and tells what ran."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from guardhost.model.glob import matches
from guardhost.model.line import Command, Word
from guardhost.shell.reading import Reading

NAMES = [f"c{n}" for n in range(1, 10)]
REAL = "env timeout nice nohup xargs sh bash cat find".split()  # noqa: SIM905 - reads better
_STAND_IN = '#!/bin/sh\nprintf "%s\\037" "${0##*/}" "$PWD" "$@" > "$STANDIN_LOG/$$"\n'
_PRELUDE = "".join(
    f'{name}() {{ printf "%s\\037" {name} "$PWD" "$@" > "$STANDIN_LOG/$BASHPID.$RANDOM$RANDOM"; }}; export -f {name}\n'
    for name in NAMES
)
Ran = tuple[str, str, tuple[str, ...]]


class Bash:
    """A folder with stand-ins on PATH. `quick` takes functions for them, which costs no process each."""

    def __init__(self, folder: Path, *, quick: bool = False) -> None:
        self.programs, self.work, self.log = folder / "bin", folder / "work", folder / "log"
        for one in (self.programs, self.work / "sub", self.log):
            one.mkdir(parents=True)
        self.environment = {
            "PATH": str(self.programs),
            "STANDIN_LOG": str(self.log),
            "HOME": str(self.work),
            "LC_ALL": "C.UTF-8",
        }
        for name in REAL:
            real = shutil.which(name)
            assert real is not None
            (self.programs / name).symlink_to(real)
        if quick:
            (folder / "prelude").write_text(_PRELUDE)
            self.environment["BASH_ENV"] = str(folder / "prelude")
        else:
            for name in NAMES:
                (self.programs / name).write_text(_STAND_IN)
                (self.programs / name).chmod(0o755)

    def run(self, line: str) -> list[Ran]:
        """Run a line and return each program that ran: name, folder, arguments."""
        subprocess.run(
            [str(self.programs / "bash"), "-c", line],
            cwd=self.work, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False,
        )  # fmt: skip
        ran: list[Ran] = []
        for entry in os.scandir(self.log):
            name, cwd, *args = Path(entry.path).read_text(errors="surrogateescape").split("\x1f")[:-1] or ["", ""]
            ran.append((name, cwd, tuple(args)))
            os.unlink(entry.path)
        shutil.rmtree(self.work)
        (self.work / "sub").mkdir(parents=True)
        return ran


def missed(ran: list[Ran], found: Reading) -> list[Ran]:
    """Return what ran and is not on our list."""
    return [one for one in ran if one[0] and not any(_covers(command, one) for command in found.commands)]


def _covers(command: Command, ran: Ran) -> bool:
    name, cwd, args = ran
    if not command.program:
        return not command.word.known or command.word.pattern
    if command.program != name or (command.cwd is not None and command.cwd != cwd):
        return False
    if any(not word.known and (word.raw[:1] != '"' or "@" in word.raw) for word in command.args):
        return True  # an unquoted unknown word, or "$@", may be any number of words
    return len(args) == len(command.args) and all(_may_be(w, a) for w, a in zip(command.args, args, strict=True))


def _may_be(word: Word, value: str) -> bool:
    return word == value or (word.pattern and matches(value, word)) or word.may_be(value)
