"""What the rules that a call breaks come to: the strongest mode decides.

What a mode remembers from call to call (a warning that may be overridden, refusals that are counted, a stop) is a
`Ledger`: plain data of one session.
"""

from __future__ import annotations

from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.rules.verdicts import Broken

ORDER = ("stop", "block", "ask", "retry", "warn", "log")


class Violation(Record):
    """A rule that the call breaks: `key` tells it from every other one, `settings` are those of its file."""

    key: str
    rule: Mapping[str, Any]
    broken: Broken
    settings: Mapping[str, Any] = {}
    audit: bool = False
    person: bool = False

    @property
    def mode(self) -> str:
        """The mode that it has for this call: a stop that rests on a maybe only refuses."""
        mode: str = self.rule["mode"]
        return "block" if mode == "stop" and self.broken.maybe else mode


class Decided(Record):
    """What is decided: `decision` on the wire, the `lead`ing violation, `others` of its mode, and what to remember."""

    decision: str = "allow"
    mode: str = ""
    lead: Violation | None = None
    others: tuple[Violation, ...] = ()
    told: tuple[Violation, ...] = ()  # that do not refuse: `log`, and all of an audit
    ledger: Mapping[str, Any] | None = None  # the session's, where it changes


def decide(violations: list[Violation], ledger: Mapping[str, Any], call: str, *, twin: bool) -> Decided:
    """Return what is decided of a call; `twin` says that it was sent with the one that was warned of."""
    told = tuple(one for one in violations if one.audit or one.mode == "log")
    left = [one for one in violations if not one.audit and one.mode != "log"]
    warned = ledger.get("warned") or {}
    same = warned.get("call") == call and not twin
    passed = set(warned.get("rules", ())) if same else set()
    left = [one for one in left if not (one.mode == "warn" and one.key in passed)]
    now = {key: value for key, value in ledger.items() if key != "warned" or twin}
    if not left:
        now = _cleared(now, violations)
        return Decided(decision="advise" if told else "allow", mode=_mode(told), told=told, ledger=_changed(ledger, now))
    mode = min((one.mode for one in left), key=ORDER.index)
    leading = [one for one in left if one.mode == mode]
    decision = {"ask": "ask"}.get(mode, "deny")
    if mode == "warn" and not twin:
        now["warned"] = {"call": call, "rules": sorted(passed | {one.key for one in leading})}
    elif mode == "retry":
        decision, now = _counted(leading, now)
    elif mode == "stop":
        now["stop"] = {"rule": leading[0].rule["id"], "why": leading[0].rule.get("why", "")}
    return Decided(
        decision=decision, mode=mode, lead=leading[0], others=tuple(leading[1:]), told=told, ledger=_changed(ledger, now)
    )


def _mode(told: tuple[Violation, ...]) -> str:
    return "log" if told and not all(one.audit for one in told) else ""


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return now if dict(before) != dict(now) else None


def _cleared(now: dict[str, Any], violations: list[Violation]) -> dict[str, Any]:  # noqa: ARG001 - a call that passes
    """Forget refusals in a row once a call is let through."""
    counts = now.get("retries")
    if not counts:
        return now
    kept = {key: one for key, one in counts.items() if one[1] != "consecutive"}
    return {**now, "retries": kept} if kept else {key: value for key, value in now.items() if key != "retries"}


def _counted(leading: list[Violation], now: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Count the refusals of `retry` rules: at the last one the person is asked, and the count starts again."""
    counts = dict(now.get("retries", {}))
    decision = "deny"
    for one in leading:
        how = one.settings.get("retry_counting", "cumulative")
        number = counts.get(one.key, [0, how])[0] + 1
        if number >= one.settings.get("retries", 3):
            decision = "ask"
            counts.pop(one.key, None)
        else:
            counts[one.key] = [number, how]
    return decision, {**now, "retries": counts}
