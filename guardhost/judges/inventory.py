"""What a side would ask: its seams and named rules with their reasons and examples, for `guardhost rules` and `test`."""

from __future__ import annotations

from guardhost.judges.caller import FAILED, OUT_OF_TIME, Replied, Talk, ended, opened
from guardhost.judges.offspring import start
from guardhost.judges.rule import why_no_example
from guardhost.model.errors import PolicyError
from guardhost.model.jsontext import decode
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.judges.caller import Side
    from guardhost.judges.facts import Asked
    from guardhost.world.clock import Clock


class Listed(Record):
    """One named rule: `seams` that ask it (none: it is registered nowhere), `why` its docstring, `where` its file:line."""

    name: str
    seams: tuple[str, ...] = ()
    why: str = ""
    tests: tuple[Any, ...] = ()
    mode: str = ""
    where: str = ""


class Inventory(Record):
    """What one side registers; `files` are those that the load read, relative to the root."""

    seams: tuple[str, ...] = ()
    rules: tuple[Listed, ...] = ()
    files: tuple[str, ...] = ()


def inventory(side: Side, facts: Asked, seconds: float, clock: Clock) -> Inventory:
    """Load a side in a child and list it. `PolicyError` when it does not load or not within `seconds`."""
    talk = Talk(side, facts, clock.now() + seconds, clock)
    held = opened(talk, side)
    replied = held if isinstance(held, Replied) else _listened(talk, side, held, seconds)
    if replied.kind == FAILED:
        code, colon, what = replied.error.partition(": ")
        known = colon and code.startswith("GH") and code[2:].isdigit()
        what, _, fix = (what if known else replied.error).partition("; ")
        raise PolicyError(code if known else "GH1002", what, where=replied.where, fix=fix or "mend the policy")
    if replied.kind == OUT_OF_TIME:
        what = (
            f"the policy did not load within {seconds:g} s" if replied.why == "time" else f"loading it ended: {replied.why}"
        )
        raise PolicyError("GH1103", what, where=side.form, fix="let the top level of its files only define and register")
    return Inventory(seams=replied.seams, rules=_rules(talk), files=replied.files)


def _listened(talk: Talk, side: Side, held: list[list[bytes]], seconds: float) -> Replied:
    from guardhost.judges.child import Pipe, settle, tell_rules

    def run(reads: int, writes: int) -> None:
        tell_rules(Pipe(*settle(reads, writes, seconds)), side, held)

    try:
        child = start(run)
    except OSError:
        return talk.unstarted()
    why = "no whole answer"
    try:
        why = talk.listen(child, ())
    finally:
        why = ended(child, why)
        talk.collect(why)
    return talk.concluded(why)


def _rules(talk: Talk) -> tuple[Listed, ...]:
    tests: dict[str, list[Any]] = {}
    for at, text in talk.statements("example"):
        tests.setdefault(at, []).append(_example(text))
    return tuple(
        Listed(
            name=name, seams=tuple(seams.split()), mode=mode, where=where, why=why.strip(), tests=tuple(tests.get(at, ()))
        )
        for at, name, seams, mode, where, why in talk.statements("rule")
    )


def _example(text: str) -> Any:
    try:
        example = decode(text)
    except ValueError as error:
        raise PolicyError(
            "GH1045", f"an example cannot be read back: {error}", fix="use text, numbers, lists, mappings"
        ) from None
    wrong = why_no_example(example)
    if wrong:
        raise PolicyError("GH1045", f"an example {wrong}", fix="write it as `deny: LINE`")
    return example
