"""A shell as the oracle: it runs lines with harmless stand-ins for programs, and tells what ran."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from pathlib import Path

from guardhost.model.glob import matches
from guardhost.model.line import Command, Word
from guardhost.shell.reading import Reading

NAMES = [f"c{n}" for n in range(1, 10)]
FAILING = {"c7": 1, "c8": 2}
SAYING = {"c3": "c5 y"}
TIME = '#!/bin/sh\nwhile case $1 in -*) true;; *) false;; esac; do shift; done\nexec "$@"\n'
REAL = "env timeout nice nohup xargs sh bash zsh cat find".split()  # noqa: SIM905 - reads better
_END = "\x1e"
Ran = tuple[str, str, tuple[str, ...]]


def _body(name: str) -> str:
    """Return what a stand-in does: it notes its name, its folder and its words, and some say something or fail."""
    said = f"echo '{SAYING[name]}'; " if name in SAYING else ""
    note = f'printf "%s\\037" {name} "$PWD" "$@" "{_END}" >> "$STANDIN_LOG"'
    return f"{note} 2>/dev/null; {said}return {FAILING.get(name, 0)}"


class Bash:
    """A folder with stand-ins on PATH. `shell` is bash or zsh.

    Each line has a folder of its own, with `sub` and its likes below it and a file `f1`.
    """

    def __init__(self, folder: Path, shell: str = "bash") -> None:
        self.folder, self.shell = folder, shell
        self.programs, self.work, self.log = folder / "bin", folder / "work", folder / "log"
        for one in (self.programs, self.log):
            one.mkdir(parents=True)
        self._furnish(self.work)
        self.batches = 0
        self.endless: list[str] = []  # lines that did not end
        self.environment = {"PATH": str(self.programs), "HOME": str(self.work), "LC_ALL": "C.UTF-8"}
        for name in REAL:
            real = shutil.which(name)
            if real is not None:
                (self.programs / name).symlink_to(real)
        for name in NAMES:
            (self.programs / name).write_text(f"#!/bin/sh\n{_body(name).replace('return', 'exit')}\n")
            (self.programs / name).chmod(0o755)
        (self.programs / "time").write_text(TIME)
        (self.programs / "time").chmod(0o755)
        functions = "".join(f"{name}() {{ {_body(name)}; }}\n" for name in NAMES[:8])
        exports = f"export -f {' '.join(NAMES[:8])}\n" if shell == "bash" else ""
        (folder / "prelude").write_text(functions + exports)

    def run(self, line: str) -> list[Ran]:
        """Run a line as a shell of its own and return each program that ran: name, folder, arguments."""
        self._call(("-c", line), self.work, 20)
        shutil.rmtree(self.work)
        self._furnish(self.work)
        return self._noted("0")

    def run_all(self, lines: list[str], first: int = 0) -> list[list[Ran]]:
        """Run many lines, each in a subshell of one shell, with functions for stand-ins that cost no process each.

        The line at index 0 runs in `folder_of(first)`.
        """
        self.batches += 1  # each has logs of its own: what goes on longer than its batch writes into no other
        script = [". " + shlex.quote(str(self.folder / "prelude"))]
        # What a line starts beside it, as `<(...)` does, holds the shell's output too, so that it is waited for.
        held = "19>&1 " if self.shell == "bash" else ""
        for at, line in enumerate(lines, first):
            folder, log = self.folder / "lines" / str(at), self.log / f"{self.batches}.{at}"
            self._furnish(folder)
            script.append(
                f"( cd {shlex.quote(str(folder))}; unset OLDPWD; export HOME=$PWD "
                f"STANDIN_LOG={shlex.quote(str(log))}; trap '' PIPE; ulimit -t 1 -f 128; set --; "
                f"eval {shlex.quote(line)} ) {held}</dev/null >/dev/null 2>&1 9>&1"
            )
        batch = self.folder / "batch"
        batch.write_text("\n".join(script) + "\n")
        done = self._call(("-f", str(batch)) if self.shell == "zsh" else (str(batch),), self.folder, 3 + len(lines) / 20)
        ran = [self._noted(f"{self.batches}.{at}") for at in range(first, first + len(lines))]
        shutil.rmtree(self.folder / "lines")
        if not done and len(lines) > 1:  # a line that does not end: the others are run without it
            half = len(lines) // 2
            return self.run_all(lines[:half], first) + self.run_all(lines[half:], first + half)
        if not done:
            self.endless.append(lines[0])
        return ran

    def parses(self, line: str) -> bool:
        """Return whether the shell finds no fault with how the line is written."""
        found = subprocess.run([str(self.programs / self.shell), "-n", "-c", line], capture_output=True, check=False)
        return found.returncode == 0

    def folder_of(self, at: int) -> str:
        """Return where `run_all` runs the line of this index."""
        return str(self.folder / "lines" / str(at))

    def _furnish(self, folder: Path) -> None:
        (folder / "sub" / "sub" / "sub").mkdir(parents=True)
        (folder.parent / "sub").mkdir(exist_ok=True)
        for one in (folder.parent, folder, folder / "sub", folder / "sub" / "sub", folder / "sub" / "sub" / "sub"):
            (one / "f1").write_text("c5 y\n")

    def _call(self, words: tuple[str, ...], folder: Path, seconds: float) -> bool:
        process = subprocess.Popen(
            [str(self.programs / self.shell), *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            env={**self.environment, "STANDIN_LOG": str(self.log / "0")}, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return False
        return True

    def _noted(self, name: str) -> list[Ran]:
        ran: list[Ran] = []
        path = self.log / name
        if not path.exists():
            return ran
        for entry in path.read_text(errors="surrogateescape").split(_END + "\x1f")[:-1]:
            program, cwd, *args = entry.split("\x1f")[:-1]
            ran.append((program, cwd, tuple(args)))
        path.unlink()
        return ran


def missed(ran: list[Ran], found: Reading) -> list[Ran]:
    """Return what ran and is not on our list."""
    return [one for one in ran if not any(_covers(command, one) for command in found.commands)]


def wrong(ran: list[Ran], found: Reading) -> list[str]:
    """Return what our list says and the run does not bear out: what certainly runs and did not, what cannot and did."""
    faults = [f"missed {one}" for one in missed(ran, found)]
    sure_ones = [one for one in found.commands if one.certain and not one.background and one.program in NAMES]
    faults += [
        f"did not run: {command.program} {command.args} in {command.cwd}"
        for command in sure_ones
        if not any(_covers(command, one) for one in ran)
    ]
    for name in NAMES:
        sure = sum(command.program == name for command in sure_ones)
        if sure > sum(one[0] == name for one in ran):
            faults.append(f"{name} is certain {sure} times, more than it ran")
    might = [command for command in found.commands if not command.never]
    return faults + [f"cannot run and did: {one}" for one in ran if not any(_covers(command, one) for command in might)]


def _covers(command: Command, ran: Ran) -> bool:
    name, cwd, args = ran
    if not command.program:
        return not command.word.known or command.word.pattern
    if command.program != name or (command.cwd is not None and command.cwd != cwd):
        return False
    return _fit(command.args, args)


def _fit(words: tuple[Word, ...], args: tuple[str, ...]) -> bool:
    """Return whether the words may be these arguments: a pattern, an unquoted unknown word and "$@" are any number."""
    if not words:
        return not args
    word = words[0]
    if word.pattern or (not word.known and (word.raw[:1] != '"' or "@" in word.raw)):
        return any(_fit(words[1:], args[at:]) for at in range(len(args) + 1))
    return bool(args) and _may_be(word, args[0]) and _fit(words[1:], args[1:])


def _may_be(word: Word, value: str) -> bool:
    return word == value or (word.pattern and matches(value, word)) or word.may_be(value)
