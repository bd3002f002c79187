"""Run the examples that stand beside rules.

An example is about its own rule: "deny: LINE" holds when that rule answers deny, "allow: LINE" when it has nothing to
say, whatever other rules answer. Each is judged in a session of its own; a list in the list is one session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.judges.rule import why_no_example
from guardhost.model.errors import GuardError
from guardhost.model.mistakes import UsageError
from guardhost.model.record import Record
from guardhost.model.verdict import rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guardhost.judges.inventory import Listed
    from guardhost.testing.judging import Judgement, Session

# How an example says a call that is no shell line, by the seam that judges it.
FORMS = {
    "write": '{"write": {"path": "a.py", "content": "x"}}',
    "spawn": '{"spawn": {"description": "fix x"}}',
    "tool": '{"tool": "mcp__aws__delete", "args": {}}',
}


class Tried(Record):
    """One example that was run: `problem` is "" when it holds. `fired` says that the rule had an answer other than allow."""

    rule: str
    where: str = ""
    example: str = ""
    expected: str = ""
    got: str = ""
    problem: str = ""
    fired: bool = False


def run(session: Session, rules: Sequence[Listed]) -> Iterator[Tried]:
    """Run the examples of every rule, one after the other."""
    for rule in rules:
        for test in rule.tests:
            session.renew()
            for expected, call in steps(test):
                yield _tried(session, rule, expected, call)


def steps(test: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the calls of an example in order: (expected decision, the call as on the wire)."""
    if isinstance(test, str):
        decision, _, line = test.partition(":")
        yield decision, {"command": line.strip()}
    elif isinstance(test, dict):
        yield from test.items()
    else:
        for one in test:
            yield from steps(one)


def sequence(session: Session, texts: Sequence[str]) -> Iterator[Tried]:
    """Judge lines such as "deny: git push" by everything that applies, as one session. `UsageError` for a bad form."""
    for text in texts:
        wrong = why_no_example(text)
        if wrong:
            raise UsageError("GH1301", f"an example {wrong}", fix='write "deny: LINE", or "allow: Tool {json}"')
    for text in texts:
        for expected, call in steps(text):
            judged = session.judge_call(call)
            same = judged.decision == expected
            problem = "" if same else f"{judged.decision} by {judged.rule or 'no rule'}" + _first_line(judged.reason)
            yield Tried(rule=judged.rule, example=shown(call), expected=expected, got=judged.decision, problem=problem)


def _tried(session: Session, rule: Listed, expected: str, call: dict[str, Any]) -> Tried:
    tried = Tried(rule=rule.name, where=rule.where, example=shown(call), expected=expected)
    try:
        judged = session.judge_call(call)
    except GuardError as error:
        return tried.replace(problem=str(error))
    answers = [decision or "nothing" for name, decision in judged.fired if name == rule.name]
    got = max(answers, key=lambda decision: rank(decision) if decision != "nothing" else 4) if answers else ""
    fired = got not in ("", "allow", "nothing")
    return tried.replace(got=got, fired=fired, problem=_problem(rule, expected, got, judged, call))


def _problem(rule: Listed, expected: str, got: str, judged: Judgement, call: dict[str, Any]) -> str:
    failed = [text for text in judged.failures if text.startswith(f"{rule.name}: ")]
    if failed:
        return f"it failed: {failed[0].removeprefix(rule.name + ': ')}"
    if judged.failures and not got:
        return f"it was not asked: {judged.failures[0]}"
    if not got and expected != "allow":
        return f"it was not asked: {_why_not_asked(rule, call)}"
    if (got or "allow") == expected:
        return ""
    return f"it answered {got or 'allow'}"


def _why_not_asked(rule: Listed, call: dict[str, Any]) -> str:
    if not rule.seams:
        return "no seam registers it"
    if rule.seams == ("change",):
        return f"this {'line' if 'command' in call else 'call'} changes no file that guardhost can see"
    seams = " and ".join(rule.seams)
    if list(call) == ["command"] and "command" not in rule.seams:
        form = FORMS.get(rule.seams[0], "")
        return f"it is read as a shell line, and the rule judges {seams}" + (f': write {{"deny": {form}}}' if form else "")
    return f"the rule judges {seams}"


def _first_line(text: str) -> str:
    line = text.strip().partition("\n")[0]
    return f": {line}" if line else ""


def shown(call: dict[str, Any]) -> str:
    """Return a call in one line."""
    if list(call) == ["command"]:
        return str(call["command"])
    from guardhost.model.jsontext import encode

    return encode(call)
