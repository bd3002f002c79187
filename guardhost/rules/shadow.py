"""Which rule another one leaves nothing to do: each call that it refuses, the other refuses as strongly.

Only what is certain is said: where two patterns differ in more than a star, neither is taken to cover the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.model.pattern import fits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STRONGEST = ("stop", "block", "ask", "retry", "warn", "log")
FILLER = "\ue000"  # stands for what a star of the narrower pattern takes; no pattern spells it


def shadows(rule: Mapping[str, Any], other: Mapping[str, Any], *, first: bool) -> bool:
    """Return whether `rule` leaves `other` nothing to do; `first` says that it stands before it in the file."""
    if rule.get("off") or other.get("off"):
        return False
    if rule["kind"] == other["kind"] == "conditions":  # the first that matches decides, whatever its mode
        place, behind = rule.get("priority", 9), other.get("priority", 9)
        return (place < behind or (place == behind and first)) and _conditions(rule, other)
    if STRONGEST.index(rule["mode"]) > STRONGEST.index(other["mode"]):
        return False
    return _refuses_all(rule, other)


def _refuses_all(rule: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    kind, mine, theirs = other["kind"], rule["targets"], other["targets"]
    if rule["kind"] == "never":
        refused = {"never": 0, "at_most": 0, "before": 1}.get(kind)
        return refused is not None and covers(mine[0], theirs[refused])
    if rule["kind"] != kind or (rule["scope"], other["scope"]) not in (("session", "session"), ("project", "project")):
        return False
    if kind == "at_most":
        return rule["times"] <= other["times"] and covers(mine[0], theirs[0])
    if kind == "before":
        return _before(rule, other)
    return kind == "require" and all(any(_same_demand(one, wide) for wide in mine[0]) for one in theirs[0])


def _before(rule: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whatever satisfies `rule` satisfies `other`, which is asked of no more calls."""
    mine, theirs = rule["targets"], other["targets"]
    if rule.get("variables") or other.get("variables"):
        return mine[0] == theirs[0] and all(one in mine[1] for one in theirs[1])
    return mine[2:] == theirs[2:] and covers(theirs[0], mine[0]) and covers(mine[1], theirs[1])


def _same_demand(one: Mapping[str, Any], wide: Mapping[str, Any]) -> bool:
    rest = {key: value for key, value in one.items() if key != "tools"}
    return rest == {key: value for key, value in wide.items() if key != "tools"} and _names(wide["tools"], one["tools"])


def _conditions(rule: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    asked = [one for one in other["conditions"] if one]
    return bool(asked) and all(any(_condition(wide, one) for wide in rule["conditions"] if wide) for one in asked)


def _condition(wide: Mapping[str, Any], one: Mapping[str, Any]) -> bool:
    """Return whether a condition asks for all that `wide` does; what it asks for beside that only narrows it."""
    checks = one.get("args_check", {})
    return all(one.get(key) == wide[key] for key in wide if key != "args_check") and all(
        checks.get(name) == pattern for name, pattern in wide.get("args_check", {}).items()
    )


def covers(wide: Sequence[Mapping[str, Any]], narrow: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether each call that is, or may be, what `narrow` means is what `wide` means."""
    return all(any(_covers(one, other) for one in wide) for other in narrow)


def _covers(wide: Mapping[str, Any], narrow: Mapping[str, Any]) -> bool:
    if wide.get("vars") or not _names(wide["tools"], narrow["tools"]):
        return False
    if wide.get("not") and not _names(narrow.get("not", []), wide["not"]):
        return False
    if any(flag in wide and wide[flag] != narrow.get(flag) for flag in ("exists", "succeeded", "known")):
        return False
    equal, globs = narrow.get("with", {}), narrow.get("where", {})
    if "exists" in wide and wide.get("where") != globs:
        return False
    return all(name in equal and equal[name] == value for name, value in wide.get("with", {}).items()) and all(
        any(_pattern(patterns, equal.get(one), globs.get(one)) for one in ((*equal, *globs) if name == "*" else (name,)))
        for name, patterns in wide.get("where", {}).items()
    )


def _names(wide: Sequence[str], narrow: Sequence[str]) -> bool:
    return all(any(_wider(one, name) for one in wide) for name in narrow)


def _pattern(wide: Sequence[str], value: Any, patterns: Sequence[str] | None) -> bool:
    if isinstance(value, str):
        return any(fits(value, one) for one in wide)
    return bool(patterns) and all(any(_wider(one, pattern) for one in wide) for pattern in patterns or ())


def _wider(wide: str, narrow: str) -> bool:
    """Return whether every text that fits `narrow` fits `wide`."""
    if wide == narrow:
        return True
    if any(sign in one for sign in "?[" for one in (wide, narrow)):
        return False
    last_name_only = "/" not in wide and "/" in narrow  # what `narrow` fits only whole, `wide` also fits by its last name
    texts = [narrow.replace("*", FILLER)]
    return all(fits(text, wide) or (last_name_only and fits(text.rpartition("/")[2], wide)) for text in texts)
