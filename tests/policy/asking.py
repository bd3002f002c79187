"""Ask a policy about a line, an edit or a spawn as a hook does: in a child, from the files on the disk."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guardhost.calls.structured import structured
from guardhost.judges.caller import Side, call
from guardhost.judges.source import WorkTree
from guardhost.model.change import Change, WriteRequest
from guardhost.model.effects import DELETE, MOVE
from guardhost.model.request import CommandRequest
from guardhost.model.spawn import SpawnRequest
from guardhost.model.tool import ToolRequest
from guardhost.model.verdict import Verdict
from guardhost.shell import effects, reading, readonly
from guardhost.testing.given import split
from guardhost.world import build as world
from guardhost.world import process
from guardhost.world.clock import Clock
from tests.judges.policy import Facts

if TYPE_CHECKING:
    from guardhost.judges.facts import Asked
    from guardhost.model.fact import Binary
    from guardhost.model.request import Request

ROOT = Path(__file__).resolve().parents[2]


class Session(Facts):
    """One session of an agent in the checkout `root` whose root policy is `form`; what is told once is told once in it."""

    def __init__(self, root: Path = ROOT, form: str = "policy/guard.py", binary: Binary | None = None) -> None:
        super().__init__(root)
        self.side = Side(name="working", source=WorkTree(str(root)), form=form)
        self.judging = binary

    def binary(self) -> Binary:
        return self.judging or world.binary()

    def ask(self, asks: list[tuple[str, Request]], facts: Asked | None = None) -> Verdict:
        """Return the strictest answer to what one call asks; whatever fails in the policy fails the test."""
        replied = call(self.side, tuple(asks), facts or self, 20.0, Clock())
        assert (replied.kind, replied.error, replied.failures) == ("answered", "", ()), replied
        return max((verdict for _, verdict in replied.verdicts), default=Verdict("allow"))

    def line(self, line: str, **fields: Any) -> Verdict:
        """Return the verdict on a shell line; `fields` are those of its `CommandRequest`."""
        return self.ask(self.of_line(line, **fields))

    def of_line(self, line: str, **fields: Any) -> list[tuple[str, Request]]:
        """Return what the judges are asked about a shell line."""
        where = fields.setdefault("dir", str(self.root))
        lent = reading.Lent(
            cwd=where, home="/home/u", shfmt=world.shfmt(), start=functools.partial(process.start, environment={})
        )
        read = reading.read(line, lent, 20.0)
        fields.setdefault("workspace", str(self.root))
        fields.setdefault("read_only", readonly.prove(read)[0])
        request = CommandRequest(
            command=line, readable=read.readable, commands=read.commands, calls=structured(read.commands), **fields
        )
        touched = effects.effects(read, lent).changes if read.readable else ()
        kinds = {DELETE: "delete", MOVE: "move"}
        changes = [self._change(touch.path, kinds.get(touch.kind, "write")) for touch in touched if touch.path]
        return [("command", request), *(("change", change) for change in changes)]

    def _change(self, path: str, kind: str, after: str | None = None) -> Change:
        file = self.root / path
        before = file.read_text() if file.is_file() else None
        return Change(path=path, real_path=str(file), workspace=str(self.root), kind=kind, before=before, after=after)

    def write(self, path: str, **fields: Any) -> Verdict:
        """Return the verdict on an edit."""
        new = fields.get("content") or fields.get("new_text")
        request = WriteRequest(path=path, real_path=str(self.root / path), workspace=str(self.root), **fields)
        return self.ask([("write", request), ("change", self._change(path, "write", new))])

    def spawn(self, **fields: Any) -> Verdict:
        """Return the verdict on a subagent."""
        return self.ask([("spawn", SpawnRequest(workspace=str(self.root), **fields))])

    def tool(self, name: str, args: dict[str, Any]) -> Verdict:
        """Return the verdict on a tool's call."""
        return self.ask([("tool", ToolRequest(workspace=str(self.root), tool=name, args=args))])

    def example(self, example: Any) -> tuple[str, Verdict]:
        """Return the decision that an example beside a rule wants, and the verdict that it gets."""
        if isinstance(example, str):
            wanted, _, line = example.partition(": ")
            return wanted, self.line(line)
        (wanted, asked), *_ = example.items()
        asked, given = split(asked)
        if "command" in asked:
            asks = self.of_line(asked["command"])
            return wanted, self.ask(list(given.asks(tuple(asks))), given.facts(self)) if given else self.ask(asks)
        if "write" in asked:
            return wanted, self.write(**asked["write"])
        if "spawn" in asked:
            return wanted, self.spawn(**asked["spawn"])
        return wanted, self.tool(asked["tool"], asked["args"])
