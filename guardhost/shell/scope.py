"""Where a program runs: the folder, the variables and the functions known at that point of the line; and the collector."""

from __future__ import annotations

from guardhost.model.line import Command, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guardhost.model.line import Redirect
    from guardhost.shell.inline import Does
    from guardhost.shell.reading import Lent
    from guardhost.shell.tree import Node

MOST_STEPS = 20_000
MOST_TURNS = 256
MOST_READS = 16
MOST_FILES = 8  # script files that are read for one line
MOST_WORDS = 256


class Scope:
    """What the shell knows at one point of the line. A subshell gets a copy; branches are merged."""

    __slots__ = (
        "active", "background", "breaks", "certain", "cwd", "env", "folders", "functions", "left", "moved", "never", "old",
        "payload", "piped", "pipefail", "positional", "redirects", "repeats", "returns", "stack", "stdin", "stops",
        "variables", "wrappers",
    )  # fmt: skip

    def __init__(self, cwd: str | None) -> None:
        self.cwd: str | None = cwd
        self.folders: tuple[str, ...] = ()  # where `cwd` is not known: those that it may be
        self.old: str | None = None
        self.stack: tuple[str | None, ...] | None = ()
        self.moved = False
        self.variables: dict[str, str | tuple[Word, ...] | None] = {}
        self.env: dict[str, Word] = {}  # what the line gave the programs that it starts: exported, or in front of a wrapper
        self.functions: dict[str, tuple[tuple[Node, ...], bool]] = {}
        self.positional: tuple[Word, ...] | None = None
        self.certain = True
        self.never = False  # nothing gets here
        self.left = 0  # what may have been left before this point: 1 the turn of a loop, 2 a function, 3 the shell
        self.stops = False  # a program that fails ends the shell (`set -e`)
        self.pipefail = False  # a pipe that ends well did so in each of its parts (`set -o pipefail`)
        self.breaks: list[Scope] | None = None  # the states in which a turn of the loop was left
        self.returns: list[Scope] | None = None  # the states in which the function was left
        self.repeats = False
        self.background = False
        self.payload = False
        self.wrappers: tuple[str, ...] = ()
        self.redirects: tuple[Redirect, ...] = ()
        self.stdin: str | None = None
        self.piped = False
        self.active: tuple[str, ...] = ()

    def fork(self, **changes: Any) -> Scope:
        """Return a copy that changes nothing here."""
        other = Scope(self.cwd)
        for name in Scope.__slots__:
            setattr(other, name, getattr(self, name))
        other.variables = dict(self.variables)
        other.functions = dict(self.functions)
        other.env = dict(self.env)
        for name, value in changes.items():
            setattr(other, name, value)
        return other

    def place(self) -> tuple[Any, ...]:
        """Return what a branch may change, to compare and to merge."""
        return (self.cwd, self.old, self.stack, self.positional, dict(self.variables))

    def merge(self, *others: Scope) -> None:
        """Become what is true whichever of `others` was run: what differs is unknown; one that nothing leaves counts not."""
        self.left = max(other.left for other in others)
        self.never = all(other.never for other in others)
        self.stops = any(other.stops for other in others)
        self.moved = self.moved or any(other.moved for other in others)
        others = tuple(other for other in others if not other.never) or others
        self.pipefail = all(other.pipefail for other in others)
        first = others[0]
        self.cwd, self.old, self.stack, self.positional = first.cwd, first.old, first.stack, first.positional
        self.folders = first.folders
        self.variables, self.functions = dict(first.variables), dict(first.functions)
        self.env = dict(first.env)
        for other in others[1:]:
            self.env = {**other.env, **self.env}
            self.folders = self.folders if self.cwd == other.cwd and self.folders == other.folders else _either(self, other)
            self.cwd = self.cwd if self.cwd == other.cwd else None
            self.old = self.old if self.old == other.old else None
            self.stack = self.stack if self.stack == other.stack else None
            self.positional = self.positional if self.positional == other.positional else None
            for name in {*self.variables, *other.variables}:
                if name not in self.variables or name not in other.variables or not _same(self, other, name):
                    self.variables[name] = _number(self.variables.get(name), other.variables.get(name))
            for name in self.functions.keys() - other.functions.keys():
                self.functions[name] = (self.functions[name][0], False)
            for name, (body, sure) in other.functions.items():
                mine = self.functions.get(name)
                if mine is None or mine[0] is not body or not sure:
                    self.functions[name] = (_bodies(mine[0] if mine else (), body), False)

    def leave(self, level: int) -> None:
        """Note that what follows may not be reached."""
        if not self.never and self.left < level:
            self.left = level

    def inherited(self, env: tuple[tuple[str, Word], ...] = ()) -> tuple[tuple[str, Word], ...]:
        """Return what a program gets from the line: these assignments over what was given before, at its latest value."""
        if not self.env:
            return env
        given = dict(env)
        before = tuple((name, self._latest(name, word)) for name, word in self.env.items() if name not in given)
        return before + env

    def _latest(self, name: str, word: Word) -> Word:
        if name not in self.variables:
            return word
        value = None if "\0" in self.variables else self.variables[name]
        return word if value == word and word.known else Word(value) if isinstance(value, str) else unknown(name)

    def distrust(self) -> None:
        """Believe no variable from here: a name may stand for another one."""
        self.variables["\0"] = None

    def forget(self) -> None:
        """Know nothing any more of the folder and the variables."""
        self.cwd = self.old = self.stack = self.positional = None
        self.pipefail = False
        self.folders = ()
        self.moved = True
        self.variables = dict.fromkeys(self.variables)
        for name in ("HOME", "PWD", "OLDPWD", "TMPDIR", "IFS"):
            self.variables[name] = None


def _either(left: Scope, right: Scope) -> tuple[str, ...]:
    """Return the folders that either state may be in, where one of them is in one of several."""
    if not (left.folders or right.folders):
        return ()
    both = [path for one in (left, right) for path in ((one.cwd,) if one.cwd else one.folders)]
    return tuple(dict.fromkeys(both))[:MOST_WORDS]


def _bodies(mine: tuple[Node, ...], other: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the statements of a function that may be either."""
    return mine + tuple(node for node in other if all(node is not one for one in mine))


def _number(left: Any, right: Any) -> tuple[Word, ...] | None:
    """Return what a variable is that holds one of two values: some number, or not known."""
    if left is None or right is None:
        return None
    from guardhost.shell.numbers import NUMBER, is_number

    return NUMBER if is_number(left) and is_number(right) else None


def _same(left: Scope, right: Scope, name: str) -> bool:
    one, other = left.variables[name], right.variables[name]
    if isinstance(one, tuple) and isinstance(other, tuple):
        return [word.parts for word in one] == [word.parts for word in other]
    return one == other


class Run:
    """Collects the programs of one line, within its budgets."""

    __slots__ = (
        "acts",
        "assignments",
        "background",
        "commands",
        "did",
        "dry",
        "files",
        "functions",
        "lent",
        "reads",
        "spans",
        "steps",
        "turns",
        "uncalled",
    )

    def __init__(self, lent: Lent, read: Callable[[str], tuple[Node, ...] | list[Word] | None] | None = None) -> None:
        self.lent = lent
        self.commands: list[Command] = []
        self.spans: list[tuple[str, tuple[int, ...], tuple[str, ...]]] = []  # `Reading` tells
        self.did: list[tuple[Command, Does]] = []  # what the code does that a program is given
        self.files = MOST_FILES
        self.assignments: list[tuple[str, Word]] = []
        self.acts = ""
        self.background = False
        self.functions = False
        self.steps = MOST_STEPS
        self.turns = MOST_TURNS
        self.dry = 0
        self.reads = read
        self.uncalled: dict[str, tuple[tuple[Node, ...], Scope]] = {}

    def step(self, cost: int = 1) -> None:
        """Count work; `TooMuchError` when the line stands for more than we follow."""
        self.steps -= cost
        if self.steps < 0:
            from guardhost.shell.bounds import TooMuchError

            raise TooMuchError

    def record(self, command: Command) -> None:
        """Add a program, in order."""
        self.step()
        self.commands.append(command)


def unknown(raw: str = "") -> Word:
    """Return a word that is not known before the run."""
    return Word(known=False, raw=raw)


def normal(path: str) -> str:
    """Return an absolute path without `.`, `..` and doubled slashes; links as spelled."""
    out: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if out:
                out.pop()
        elif part and part != ".":
            out.append(part)
    return "/" + "/".join(out)


def against(path: str, cwd: str | None) -> str | None:
    """Return `path` made absolute against `cwd`, None when `cwd` is not known and needed."""
    if path.startswith("/"):
        return normal(path)
    return normal(cwd + "/" + path) if cwd else None
