"""A policy on the disk and a way to ask it, for the tests of this room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guardhost.judges.caller import Replied, Side, call
from guardhost.judges.source import WorkTree
from guardhost.model.fact import Binary, Job, JobList
from guardhost.model.request import CommandRequest
from guardhost.world.clock import Clock

if TYPE_CHECKING:
    from pathlib import Path

    from guardhost.model.request import Request

IMPORT = "import guardhost as guard\n"


class Facts:
    """Facts as a judgement lends them, from plain values."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.keys: dict[str, int] = {}

    def once(self, key: str) -> bool:
        return self.count(f"once {key}") == 1

    def count(self, key: str) -> int:
        self.keys[key] = self.keys.get(key, 0) + 1
        return self.keys[key]

    def happened(self, target: object, since: object) -> bool:
        return False

    def jobs(self) -> JobList:
        return JobList(jobs=(Job(id="j1", title="feat x", write_paths=("src/**",), state="running"),))

    def binary(self) -> Binary:
        return Binary(path="/usr/bin/guardhost", version="1.2", stamp="abc")

    def read(self, path: str) -> str | None:
        file = self.root / path
        return file.read_text() if file.exists() else None

    def repo(self, name: str, path: str = "") -> str:
        return {"branch": "main", "dirty": "1", "tracked": "1" if path == "guard.py" else "", "unpushed": "2"}.get(name, "")


class Policy:
    """A folder with a policy in it."""

    def __init__(self, root: Path, files: dict[str, str], *, cache: bool = False, name: str = "working") -> None:
        self.root = root
        for path, text in files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        form = "guard.py" if "guard.py" in files else "policy/guard.py"
        self.side = Side(name=name, source=WorkTree(str(root)), form=form, cache=str(root / ".cache") if cache else "")
        self.facts = Facts(root)

    def ask(self, *asks: tuple[str, Request], seconds: float = 10.0) -> Replied:
        wanted = asks or (("command", CommandRequest(command="touch a")),)
        return call(self.side, wanted, self.facts, seconds, Clock())


def judged(root: Path, body: str, before: str = "", seconds: float = 10.0) -> Replied:
    """Ask a command judge whose body is `body`, lines indented by four; `before` stands above it."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{IMPORT}{before}\n@guard.command\ndef judge(req):\n{lines}"
    return Policy(root, {"guard.py": text}).ask(seconds=seconds)
