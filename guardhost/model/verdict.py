"""The verdict and its algebra: `allow < advise < ask < deny`, strengthen only."""

from __future__ import annotations

from guardhost.model.errors import PolicyError
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

RANK = {"allow": 0, "advise": 1, "ask": 2, "deny": 3}
SEAMS = ("command", "write", "change", "spawn", "tool")
SIDES = ("committed", "working")
RULED = "✗ Rule '"  # how the first line of a rule file's refusal without a `fix` begins: it says only which rule it is


def telling(reason: str) -> str:
    """Return the line of a reason that says most: its first one; the problem and the why where that only names a rule."""
    lines = reason.strip().split("\n")
    if not lines[0].startswith(RULED) or len(lines) < 2:
        return lines[0].strip()
    said = [line.strip() for line in lines[1:3] if line.strip().startswith(("Problem: ", "Why: "))]
    return " ".join(said).removeprefix("Problem: ") or lines[0].strip()


def rank(decision: str) -> int:
    """Return how strict a decision is, 0 to 3; an unknown one ranks as deny."""
    return RANK.get(decision, 3)


class Verdict:
    """What a judge answers. Made by `allow`, `advise`, `ask` and `deny`; compares by strictness.

    `decision` is one of the four words; `reason` is never blank but for an allow, its first line says what to do
    instead; `rule` is the name of the rule that answered, or ""; `next` are commands that would do it right.
    """

    __slots__ = ("decision", "next", "reason", "rule")

    def __init__(self, decision: str, reason: str = "", rule: str = "", next: tuple[str, ...] = ()) -> None:  # noqa: A002 - the field's word on the wire
        for name, value in (("decision", decision), ("reason", reason), ("rule", rule), ("next", next)):
            object.__setattr__(self, name, value)

    decision: str  # `allow`, `advise`, `ask` or `deny`
    reason: str  # its first line says what to do instead
    rule: str  # the name of the rule, "" for none
    next: tuple[str, ...]  # commands that would do it right

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a verdict is immutable; build another instead of setting `{name}`")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash(self._all())

    def __lt__(self, other: Verdict) -> bool:
        return rank(self.decision) < rank(other.decision)

    def __le__(self, other: Verdict) -> bool:
        return rank(self.decision) <= rank(other.decision)

    def __gt__(self, other: Verdict) -> bool:
        return rank(self.decision) > rank(other.decision)

    def __ge__(self, other: Verdict) -> bool:
        return rank(self.decision) >= rank(other.decision)

    def __repr__(self) -> str:
        return f"Verdict({self.decision!r}, {self.reason!r}, rule={self.rule!r}, next={self.next!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Verdict, self._all())

    def _all(self) -> tuple[str, str, str, tuple[str, ...]]:
        return (self.decision, self.reason, self.rule, self.next)


def allow() -> Verdict:
    """Return the verdict without an opinion: the call goes its usual way."""
    return Verdict("allow")


def advise(reason: str, rule: str | None = None, next: str | Iterable[str] | None = None) -> Verdict:  # noqa: A002 - the policy author's word
    """Return a verdict that lets the call pass and tells the agent `reason`."""
    return _verdict("advise", reason, rule, next)


def ask(reason: str, rule: str | None = None, next: str | Iterable[str] | None = None) -> Verdict:  # noqa: A002 - the policy author's word
    """Return a verdict that lets the person decide; where nobody can be asked the host denies."""
    return _verdict("ask", reason, rule, next)


def deny(reason: str, rule: str | None = None, next: str | Iterable[str] | None = None) -> Verdict:  # noqa: A002 - the policy author's word
    """Return a verdict that stops the call. The first line of `reason` says what to do instead.

    `rule` names the rule (lowercase words joined by single hyphens); `next` is a command, or several, that would do
    it right. A blank reason or a bad name raises `PolicyError` (GH1101, GH1045), which voids the judgement.
    """
    return _verdict("deny", reason, rule, next)


def _verdict(decision: str, reason: str, rule: str | None, served: str | Iterable[str] | None) -> Verdict:
    if not isinstance(reason, str) or not reason.strip():
        raise PolicyError("GH1101", f"`{decision}` needs a reason that is not blank", fix="say what to do instead")
    if rule is not None:
        check_name(rule)
    return Verdict(decision, reason, rule or "", _commands(served))


def _commands(served: str | Iterable[str] | None) -> tuple[str, ...]:
    if served is None:
        return ()
    commands = (served,) if isinstance(served, str) else tuple(served)
    for command in commands:
        if not isinstance(command, str) or not command.strip():
            raise PolicyError("GH1101", "`next` is a command, or several, that are not blank", fix="give text")
    return commands


def check_name(name: object) -> str:
    """Return `name` when it can name a rule, else raise GH1045 with the nearest form that could."""
    if isinstance(name, str) and _is_kebab(name) and name not in SEAMS:
        return name
    if isinstance(name, str) and name in SEAMS:
        raise PolicyError("GH1045", f"`{name}` is the name of a seam and cannot name a rule", fix="name what it catches")
    form = _kebab(name) if isinstance(name, str) else ""
    fix = f"write `{form}`" if form else "give a name such as `ci-watch`"
    raise PolicyError("GH1045", f"{name!r} cannot name a rule: lowercase words joined by single hyphens", fix=fix)


def _is_kebab(name: str) -> bool:
    words = name.split("-")
    return all(word and word.isascii() and word.isalnum() and word == word.lower() for word in words)


def _kebab(name: str) -> str:
    spaced = "".join(("-" + c.lower()) if c.isupper() else c if c.isascii() and c.isalnum() else "-" for c in name)
    form = "-".join(word for word in spaced.split("-") if word)
    return form if form and form not in SEAMS else ""


class Answer(Record):
    """One source's answer, or several merged: what a verdict becomes once it is known who gave it.

    `rule` is the full id (`workspace:ci-watch`, `guard-tamper`), "" only on an allow; `source` is `builtin`, `rules`,
    `person`, `committed` or `working`, several joined by "+" where texts were joined.
    """

    decision: str = "allow"
    reason: str = ""
    rule: str = ""
    source: str = ""
    next: tuple[str, ...] = ()
    mode: str = ""  # of the rule of a rule file that decides


ALLOW = Answer()


def merge(so_far: Answer, answer: Answer) -> Answer:
    """Return the stricter of two answers; equal ones below deny keep both texts and the first named rule."""
    before, after = rank(so_far.decision), rank(answer.decision)
    if before == 3 or (before > after):
        return so_far
    if after > before:
        return answer
    if after == 0:
        return so_far
    return _joined(so_far, answer)


def _joined(first: Answer, second: Answer) -> Answer:
    told_before = second.reason == first.reason or second.reason in first.reason.split("\n\n")
    rule = second.rule if _unnamed(first.rule) and not _unnamed(second.rule) else first.rule
    source = first.source
    if not told_before and not (first.source in SIDES and second.source in SIDES):
        source = "+".join(dict.fromkeys([*first.source.split("+"), second.source]))
    return Answer(
        decision=first.decision,
        reason=first.reason if told_before else f"{first.reason}\n\n{second.reason}",
        rule=rule,
        source=source,
        next=tuple(dict.fromkeys(first.next + second.next)),
        mode=first.mode or second.mode,
    )


def _unnamed(rule: str) -> bool:
    return rule.startswith("workspace:") and rule[10:] in SEAMS
