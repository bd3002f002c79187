"""Run the examples that stand beside the rules of rule files: each about its own rule alone, in a session of its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from guardhost.hosts.generic import from_object
from guardhost.judgement.rulefiles import RuleFile
from guardhost.judgement.sides import Sides
from guardhost.judges.inventory import Listed
from guardhost.model.errors import GuardError
from guardhost.model.mistakes import UsageError
from guardhost.model.verdict import telling
from guardhost.rules.examples import Step, parse_step
from guardhost.rules.plain import index
from guardhost.testing.examples import Tried
from guardhost.testing.judging import Judgement, Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Lent
    from guardhost.model.event import Event


def alone(file: RuleFile, rule: Mapping[str, Any]) -> RuleFile:
    """Return a rule file with one rule."""
    rules = [{key: value for key, value in rule.items() if key != "off"}]
    of_one = {"rules": rules, "index": index(rules), "connecting": None, "problems": [], "audit": False}
    return file.replace(compiled={**file.compiled, **of_one})


def _no_sides(policy: Policy, lent: Lent) -> Sides:  # noqa: ARG001 - as the flow asks
    return Sides()


def only(file: RuleFile, rule: Mapping[str, Any], root: str, budget: float) -> Session:
    """Return a session in which one rule alone judges."""
    files = [alone(file, rule)]
    return Session(root, budget=budget, builtin=False, sides=_no_sides, rules=partial(list, files))


def run(files: Sequence[RuleFile], root: str, budget: float = 120.0) -> Iterator[Tried]:
    """Run the examples of every rule, those of one that both sides have once."""
    seen: set[str] = set()
    for file in files:
        for rule in file.compiled["rules"]:
            if rule["key"] in seen or not rule.get("tests"):
                continue
            seen.add(rule["key"])
            with only(file, rule, root, budget) as session:
                for test in rule["tests"]:
                    session.renew()
                    for said in test if isinstance(test, list) else [test]:
                        yield _tried(session, rule, parse_step(said))


def _tried(session: Session, rule: Mapping[str, Any], step: Step) -> Tried:
    tried = Tried(rule=rule["id"], where=rule.get("used", rule["where"]), example=_shown(step), expected=step.expected)
    try:
        judged = judge_step(session, step)
    except GuardError as error:
        return tried.replace(problem=str(error))
    got = told(judged)
    problem = "" if holds(step, judged) else _instead(judged, got)
    return tried.replace(got=got, fired=judged.decision != "allow", problem=problem)


def _shown(step: Step) -> str:
    """Return a step without the word that is expected of it, which stands beside it."""
    word, _, rest = step.text.partition(":")
    return rest.strip() if word.strip() == step.expected else step.text


def _instead(judged: Judgement, got: str) -> str:
    """Return what was answered instead, and why where there is a reason."""
    reason = telling(judged.reason) if judged.reason.strip() else ""
    by = f" by {judged.rule}" if judged.rule else " (no rule fires)" if got == "allow" else ""
    return f"it answered {got}{by}" + (f": {reason}" if reason else "")


def judge_step(session: Session, step: Step) -> Judgement:
    """Judge one step in a session; an allowed call ends with the step's status."""
    return session.judge_event(event_of(session.root, step))


def event_of(root: str, step: Step) -> Event:
    """Return a step as an event in the repository at `root`."""
    event: dict[str, Any] = {"cwd": root, "session": "test", **step.wire}
    if step.moment == "call":
        event["status"] = step.status
    else:
        event["event"] = step.moment
    return from_object(event, {})


def told(judged: Judgement) -> str:
    """Return a verdict in the words of examples."""
    if judged.decision == "deny" and judged.mode in ("warn", "stop"):
        return judged.mode
    return "note" if judged.decision == "advise" else judged.decision


def holds(step: Step, judged: Judgement) -> bool:
    """Return whether a step is as expected: `deny` is any refusal, `allow` also lets a note ride along."""
    got = told(judged)
    if step.expected == "deny":
        return judged.decision == "deny"
    return (
        got == step.expected or got == {"advise": "note"}.get(step.expected) or (step.expected == "allow" and got == "note")
    )


def sequence(session: Session, texts: Sequence[str]) -> Iterator[Tried]:
    """Judge steps by everything that applies, as one session. `UsageError` for a bad form."""
    steps: list[Step] = []
    for text in texts:
        try:
            steps.append(parse_step(text))
        except ValueError as error:
            fix = 'write "deny: LINE", or "allow: Tool {json}"'
            raise UsageError("GH1301", f"an example {error}: {text[:60]!r}", fix=fix) from None
    for step in steps:
        judged = judge_step(session, step)
        got = judged.decision
        same = holds(step, judged) and not (step.expected == "allow" and got == "advise")
        problem = "" if same else _instead(judged, got)
        yield Tried(rule=judged.rule, example=_shown(step), expected=step.expected, got=got, problem=problem)


def as_listed(files: Sequence[RuleFile]) -> tuple[Listed, ...]:
    """Return the rules of rule files as the rules of a policy are listed."""
    found: dict[str, Listed] = {}
    for file in files:
        for rule in file.compiled["rules"]:
            found.setdefault(
                rule["id"],
                Listed(
                    name=rule["id"], why=rule.get("why", ""), mode=rule["mode"], tests=tuple(rule.get("tests", ())),
                    where=rule.get("used", rule["where"]), seams=("rules",),
                ),
            )  # fmt: skip
    return tuple(found.values())
