"""Judge calls as an agent's are judged: the whole flow, with a memory of its own that ends with the test."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from guardhost.hosts.generic import from_object
from guardhost.judgement.unhosted import BUDGET, Unhosted
from guardhost.model.mistakes import UsageError
from guardhost.model.record import Record
from guardhost.testing.given import split
from guardhost.world.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from guardhost.judgement.policies import Policy
    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.scene import Lent
    from guardhost.judgement.sides import Sides
    from guardhost.judges.caller import Replied
    from guardhost.model.event import Event


class Judgement(Record):
    """What was decided. `rule` is the full id (`workspace:ci-watch`, `guard-tamper`), `reason` what the agent is told.

    `fired` are (rule, decision) of each named rule of the policy that was asked, `failures` what failed in it.
    """

    decision: str = "allow"
    rule: str = ""
    reason: str = ""
    next: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    read_only: bool = False
    mode: str = ""
    fired: tuple[tuple[str, str], ...] = ()
    failures: tuple[str, ...] = ()


class Session:
    """One session of an agent in the repository at `root`; what is told once is told once in it.

    Use it in a `with` statement, or close it. `budget` is in seconds a judgement; `builtin=False` asks the policy alone;
    `sides` says which sides a policy has, `rules` which rule files judge, the usual ones when None. A test is about what
    stands in the working tree, so that alone judges; with `committed=True` HEAD's policy does as well, as for an agent.
    """

    def __init__(
        self,
        root: str | os.PathLike[str] = ".",
        *,
        budget: float = BUDGET,
        builtin: bool = True,
        sides: Callable[[Policy, Lent], Sides] | None = None,
        rules: Callable[[], list[RuleFile]] | None = None,
        committed: bool = False,
    ) -> None:
        self.root = os.path.realpath(root)
        self._folder = tempfile.TemporaryDirectory(prefix="guardhost-")
        nowhere = str(Path(self._folder.name) / "nowhere")
        env = {**os.environ, "XDG_CONFIG_HOME": nowhere, "XDG_STATE_HOME": nowhere}
        state = State(folder=nowhere, usable=False, why="a test leaves nothing behind")
        self._unhosted = Unhosted(
            env, state, budget=budget, builtin=builtin, git=_git(), sides=sides, rules=rules, working=not committed
        )

    def renew(self) -> None:
        """Begin another session: nothing was asked, told or spent in it."""
        self._unhosted.renew()

    def judge(
        self,
        line: str | None = None,
        *,
        write: Mapping[str, Any] | None = None,
        spawn: Mapping[str, Any] | None = None,
        tool: str | None = None,
        args: Mapping[str, Any] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        unattended: bool = False,
        **fields: Any,
    ) -> Judgement:
        """Judge one call: a shell line, or a write, a spawn or a tool in the words of the generic host's events.

        `fields` are further ones of the request, as in an example: `parent="root/fix x"`, `checkout={"branch": ""}`.
        """
        given = {"command": line, "write": write, "spawn": spawn, "tool": tool, "args": args}
        call = {key: dict(value) if hasattr(value, "keys") else value for key, value in given.items() if value is not None}
        where = os.path.realpath(cwd) if cwd is not None else self.root
        return self.judge_call({**call, **fields}, cwd=where, unattended=unattended)

    def judge_call(self, call: dict[str, Any], **event: Any) -> Judgement:
        """Judge one call given as on the wire: `{"command": LINE}`, `{"write": {...}}`, `{"tool": NAME, "args": {...}}`.

        It may have fields of the request besides, as an example may.
        """
        wire, given = split(call)
        self._unhosted.given = given
        try:
            return self.judge_event(from_object({"cwd": self.root, "session": "test", **event, **wire}, self._unhosted.env))
        finally:
            self._unhosted.given = None

    def judge_event(self, event: Event, *, completes: bool | None = None) -> Judgement:
        """Judge one decoded event; `completes`: the end of each call that ran is an event as well."""
        self._unhosted.completes = completes
        outcome = self._unhosted.judge(event)
        replies = [reply for _, reply in self._unhosted.replies]
        return Judgement(
            decision=outcome.decision,
            rule=outcome.rule,
            mode=outcome.mode,
            reason=outcome.reason or outcome.context,
            next=outcome.next,
            notes=outcome.notes,
            read_only=outcome.read_only,
            fired=tuple(one for reply in replies for one in reply.fired),
            failures=tuple(one for reply in replies for one in _failures(reply)),
        )

    def close(self) -> None:
        """End its processes."""
        self._unhosted.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _failures(reply: Replied) -> tuple[str, ...]:
    if reply.kind == "failed":
        return (f"{reply.where}: {reply.error}",)
    return (*reply.failures, f"no answer: {reply.why}") if reply.kind == "out_of_time" else reply.failures


def _git() -> str:
    import shutil

    found = shutil.which("git")
    return os.path.realpath(found) if found else ""


def judge(
    line: str | None = None,
    *,
    write: Mapping[str, Any] | None = None,
    spawn: Mapping[str, Any] | None = None,
    tool: str | None = None,
    args: Mapping[str, Any] | None = None,
    root: str | os.PathLike[str] = ".",
    cwd: str | os.PathLike[str] | None = None,
    unattended: bool = False,
    **fields: Any,
) -> Judgement:
    """Judge one call in the repository at `root`, in a session of its own. For several in one session use `Session`.

    Exactly one of `line` (a shell line), `write` (`path` and `content`, or `old_text` and `new_text`, ...), `spawn`
    (`description`, `prompt`, `isolated`, ...) and `tool` (with `args`). `UsageError` when it is not exactly one. `fields`
    are further ones of the request: `parent`, `role`, `agent`, `checkout`, `lease`, `target`, ...
    """
    if sum(one is not None for one in (line, write, spawn, tool)) != 1:
        raise UsageError("GH1301", "`judge` takes one call", fix="give a line, or one of write=, spawn= and tool=")
    with Session(root) as session:
        return session.judge(line, write=write, spawn=spawn, tool=tool, args=args, cwd=cwd, unattended=unattended, **fields)
