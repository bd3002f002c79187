"""Named rules, and several of them as one judge.

A rule is a function with a name that is checked at load, examples beside it and a docstring that says why.
"""

from __future__ import annotations

import sys

from guardhost.judges.registry import Answer, current, here, loading, no_verdict, sound, why_not
from guardhost.model.errors import PolicyError
from guardhost.model.verdict import RANK, SEAMS, Verdict, check_name, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import FrameType
    from typing import Any, TypeAlias, TypeVar, overload

    Example: TypeAlias = str | Mapping[str, Mapping[str, Any]] | Sequence["Example"]
    Rule = TypeVar("Rule", bound=Callable[..., Verdict | None])
    Asked = TypeVar("Asked")

MODES = ("block", "ask", "log")  # a deny stays, becomes an ask, becomes an advice
KINDS = (*(seam for seam in SEAMS if seam != "change"), "args")  # what an example's call may be written with
# What else an example may say of its call: fields of the request, and what the fact `binary` answers.
COMMON = ("host", "session", "agent", "parent", "role", "lease", "unattended", "time", "binary")
FIELDS = {"command": (*COMMON, "description", "checkout"), "spawn": (*COMMON, "depth", "live", "target")}
MARK = "__guard_rule__"


def rule(name: str, *, tests: Sequence[Example] = (), mode: str | None = None) -> Callable[[Rule], Rule]:
    """Mark a function as the rule `name`: what it answers without a name of its own carries this one.

    `tests` are its examples ("deny: LINE", "allow: LINE", {"deny": {"write": {...}}}, with fields of the request
    {"deny": {"command": LINE, "parent": "root/fix x"}}, or a list of these as one sequence), run by `guardhost test`.
    `mode` is "block" (as the function says), "ask" (a deny asks the person) or "log" (whatever it says is told and stops
    nothing). The docstring is its why. `PolicyError` GH1045 for a bad name,
    a bad example, an unknown mode or a function that cannot take one request.
    """
    frame = here()
    _check(name, tests, mode, frame)

    def mark(function: Any) -> Any:
        wrong = why_not(function)
        if wrong:
            raise current().refuse(f"the rule `{name}` {wrong}", frame, "give it a function of one argument, the request")
        return _named(function, name, tuple(tests), mode or "", current().place(frame))

    return mark


def _check(name: object, tests: object, mode: object, frame: FrameType) -> None:
    try:
        check_name(name)
    except PolicyError as error:
        raise current().refuse(error.what, frame, error.fix) from None
    if mode is not None and mode not in MODES:
        raise current().refuse(f"the rule `{name}` has the mode {mode!r}", frame, f"use one of: {', '.join(MODES)}")
    if not isinstance(tests, list | tuple):
        raise current().refuse(f"the examples of `{name}` are no list", frame, 'write `tests=["deny: LINE"]`')
    for example in tests:
        wrong = why_no_example(example)
        if wrong:
            fix = 'write "deny: LINE", {"deny": {"write": {"path": ..., "content": ...}}}, or a list of these'
            raise current().refuse(f"an example of `{name}` {wrong}", frame, fix)


def why_no_example(example: object) -> str:
    """Return what is wrong with the form of an example, "" when nothing is."""
    if isinstance(example, str):
        decision, colon, line = example.partition(":")
        if not colon or decision not in RANK:
            return f"does not begin with a decision ({', '.join(RANK)}) and a colon: {example[:60]!r}"
        return "" if line.strip() else f"has no line after `{decision}:`"
    if isinstance(example, dict):
        return _why_no_call(example)
    if isinstance(example, list | tuple) and example:
        return next((wrong for wrong in map(why_no_example, example) if wrong), "")
    return f"is no text, mapping or list: {type(example).__name__}"


def _why_no_call(example: dict[Any, Any]) -> str:
    if len(example) != 1 or next(iter(example)) not in RANK:
        return f"must map one decision ({', '.join(RANK)}) to a call"
    call = next(iter(example.values()))
    if not isinstance(call, dict) or not any(kind in call for kind in KINDS[:-1]):
        return f"must name a call: one of {', '.join(KINDS[:-1])}"
    kind = next(kind for kind in KINDS if kind in call)
    known = (*KINDS, *FIELDS.get(kind, COMMON))
    unknown = next((str(key) for key in call if key not in known), "")
    if not unknown:
        return ""
    from guardhost.model.mistakes import suggest

    near = suggest(unknown, known)
    return f"has the unknown key `{unknown}`; " + (f"did you mean `{near}`?" if near else f"it may have: {', '.join(known)}")


def _named(function: Callable[[Any], Any], name: str, tests: tuple[Any, ...], mode: str, place: str) -> Any:
    def judge(request: Any) -> Any:
        answer = function(request)
        if sound(answer):
            answer = softened(answer, mode)
            if not answer.rule and answer.decision != "allow":
                answer = Verdict(answer.decision, answer.reason, name, answer.next)
        if current().tracing:
            current().fired.append((name, "allow" if answer is None else answer.decision if sound(answer) else ""))
        return answer

    for field in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(judge, field, getattr(function, field, None))
    judge.__wrapped__ = function  # type: ignore[attr-defined] # what `functools.wraps` sets, without its cost
    setattr(judge, MARK, (name, tests, mode, place))
    if loading:
        current().rules.append(judge)
    return judge


def softened(answer: Verdict, mode: str) -> Verdict:
    """Return what a rule's mode makes of its answer."""
    most = {"ask": "ask", "log": "advise"}.get(mode)
    if most is None or RANK.get(answer.decision, 3) <= RANK[most]:
        return answer
    return Verdict(most, answer.reason, answer.rule, answer.next)


if TYPE_CHECKING:

    @overload
    def strictest(*rules: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]: ...

    @overload
    def strictest(*rules: Answer) -> Verdict: ...

    def strictest(*rules: Any) -> Any:
        """Return one judge of several: all are asked, a failing one is isolated, the strictest answer stands.

        Equal answers below a deny are told together, under the first name that one of them has. Given verdicts
        instead of functions, it returns the strictest of them.
        """

else:

    def strictest(*rules):
        """Return one judge of several: all are asked, a failing one is isolated, the strictest answer stands.

        Equal answers below a deny are told together, under the first name that one of them has. Given verdicts
        instead of functions, it returns the strictest of them.
        """
        if rules and all(one is None or isinstance(one, Verdict) for one in rules):
            return _strictest_of(rules) or Verdict("allow")
        wrong = "`guard.strictest` needs at least one rule" if not rules else ""
        wrong = wrong or next((f"`guard.strictest` {why}" for why in map(why_not, rules) if why), "")
        if wrong:
            raise current().refuse(wrong, here(), "give it functions of one argument: `guard.strictest(one, two)`")

        def judge(request):
            return _strictest_of([_isolated(one, request) for one in rules])

        judge.__name__ = "strictest"
        judge.rules = rules
        return judge


def _isolated(one: Callable[[Any], Any], request: Any) -> Any:
    registry = current()
    try:
        answer = one(request)
        if answer is not None and not sound(answer):
            raise no_verdict(answer, one)
    except BaseException as error:  # noqa: BLE001 - `sys.exit` in one rule must not void the others
        registry.failures.append((name_of(one), error, sys.exc_info()[2]))
        if registry.host is None:
            sys.stderr.write(f"guardhost: the rule {name_of(one)} failed: {type(error).__name__}\n")
        return None
    return answer


def name_of(judge: object) -> str:
    """Return a rule's name, or the name of a function that has none."""
    marked = getattr(judge, MARK, None)
    name = marked[0] if isinstance(marked, tuple) else getattr(judge, "__name__", "")
    return name if isinstance(name, str) else ""


def _strictest_of(answers: Sequence[Verdict | None]) -> Verdict | None:
    best: Verdict | None = None
    for answer in answers:
        if answer is not None:
            best = answer if best is None else _joined(best, answer)
    return best


def _joined(first: Verdict, second: Verdict) -> Verdict:
    """Join two answers by the algebra of the sides: the stricter one, both texts of equal ones below a deny."""
    from guardhost.model.verdict import Answer as Told

    told = [Told(decision=one.decision, reason=one.reason, rule=one.rule, next=one.next) for one in (first, second)]
    both = merge(told[0], told[1])
    rule = both.rule or (second.rule if first.decision == second.decision else "")
    return Verdict(both.decision, both.reason, rule, both.next)
