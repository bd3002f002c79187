"""What a policy author writes, as mypy in its strict mode reads it: the good passes, each mistake is found.

Checked by mypy with the rest of the tests; an error that is no longer found is an unused `type: ignore`.
"""

from __future__ import annotations

from typing import assert_type

import guardhost as guard
from guardhost import testing


@guard.rule(
    "ci-watch", tests=["deny: gh run watch 1", ["allow: a", "deny: b"], {"deny": {"write": {"path": "a", "content": ""}}}]
)
def watch(req: guard.CommandRequest) -> guard.Answer:
    for call in req.calls:
        assert_type(call.option("--context"), guard.Word | None)
        if call.flag("--watch") or call.operands[0].may_be("a", "b"):
            return guard.deny("read the board once", next="gh pr checks")
    if req.checkout is not None and req.checkout.branch == "main" and req.lease is None:
        return guard.ask("why", rule="other", next=["a", "b"])
    return None


@guard.rule("spawn-model", mode="ask")
def spawn_model(req: guard.SpawnRequest) -> guard.Verdict:
    return guard.deny("name the model") if not req.model and req.title.role else guard.allow()


@guard.change
def by_hand(change: guard.Change) -> guard.Answer:
    if change.matches("src/**") and any("x" in line for line in change.added_lines) and guard.once("k"):
        return guard.advise(f"{guard.repo().branch} {guard.count('k')} {guard.binary().version} {guard.read('a')}")
    return None


@guard.write
def edits(req: guard.WriteRequest) -> guard.Verdict:
    texts: list[str] = [new for _, new in req.edits]
    return guard.allow() if req.known and texts else guard.ask("unknown", rule="a")


assert_type(guard.strictest(guard.allow(), None), guard.Verdict)
guard.command(guard.strictest(watch, lambda req: guard.deny(req.command)))
guard.command(watch)
guard.spawn(spawn_model)
guard.tool(lambda req: guard.ask(req.tool) if not req.read_only else None)
stricter: bool = guard.deny("a") > guard.ask("b")
answered: guard.Answer = watch(guard.CommandRequest(command="ls", calls=(guard.Call(tool="ls"),)))
judged: str = testing.judge("ls").decision

guard.command(spawn_model)  # type: ignore[type-var] # another seam's request
guard.write(guard.strictest(watch, spawn_model))  # type: ignore[type-var] # rules of two request types
guard.tool("no function")  # type: ignore[type-var] # no function
guard.command()  # type: ignore[call-arg] # nothing
guard.deny()  # type: ignore[call-arg] # no reason
guard.deny("a", name="b")  # type: ignore[call-arg] # an unknown keyword
guard.CommandRequest(comand="ls")  # type: ignore[call-arg] # a misspelt field
guard.rule("a", tests=[5])  # type: ignore[list-item] # no example


@guard.command  # type: ignore[type-var] # an answer that is no verdict
def wordy(req: guard.CommandRequest) -> str:
    return "deny"
