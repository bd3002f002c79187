"""What the tests of the judgement lend it: a clock whose hands they move, sides that answer from a table."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from guardhost.judgement.flow import judge
from guardhost.judgement.scene import Judged, Lent
from guardhost.model.event import Event
from guardhost.model.outcome import Outcome
from guardhost.world.clock import Clock
from guardhost.world.state import locate
from tests.repository import Repository


class Hands(Clock):
    """A clock that stands still until it is told to move."""

    def __init__(self) -> None:
        self._now = 1000.0

    __slots__ = ("_now",)

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return 1_700_000_000.0 + self._now

    def pass_(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds


class Stage:
    """A repository on the disk with a policy, a state folder, and calls that are judged as a hook would judge them."""

    def __init__(self, folder: Path, policy: str = "", *, git: bool = False) -> None:
        self.root = folder / "repository"
        if git:
            self.repository = Repository(self.root)
        else:
            (self.root / ".git" / "objects").mkdir(parents=True)
            (self.root / ".git" / "refs").mkdir()
            (self.root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.state = locate({}, str(folder / "state"))
        self.env = {"HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "config")}
        self.clock: Clock = Clock()
        self.lent: dict[str, Any] = {}
        if policy:
            self.write("guard.py", policy)

    def write(self, name: str, text: str) -> Path:
        """Put a file into the repository."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return path

    def settings(self, text: str) -> None:
        """Write the person's own guard.yaml."""
        folder = Path(self.env["XDG_CONFIG_HOME"]) / "guardhost"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "guard.yaml").write_text(text)

    def judge(self, command: str = "", **fields: Any) -> Outcome:
        """Judge one call and close it, as if its answer had been printed."""
        judged = self.judged(command, **fields)
        judged.close()
        return judged.outcome

    def judged(self, command: str = "", **fields: Any) -> Judged:
        """Judge one call whose answer is never printed."""
        given: dict[str, Any] = {"host": "generic", "dialect": "generic", "session": "s1", "cwd": str(self.root)}
        if command:
            given |= {"seam": "command", "command": command}
        lent: dict[str, Any] = {
            "clock": self.clock,
            "env": self.env,
            "state": self.state,
            "began": self.clock.now(),
            "total": 7.0,
            "timeout": 10.0,
        }
        return judge(Event(**(given | fields)), Lent(**(lent | self.lent)))
