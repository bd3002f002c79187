"""The rules of one file against the calls of one line: which concern them, and which of them are broken."""

from __future__ import annotations

from guardhost.rules.kinds import STATELESS, kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from guardhost.rules.members import Member
    from guardhost.rules.values import Ground
    from guardhost.rules.verdicts import Broken


def relevant(compiled: Mapping[str, Any], members: list[Member]) -> list[int]:
    """Return the numbers of the rules that concern any of the calls, in the order of the file."""
    index = compiled["index"]
    names = {face[0] for member in members for face in member.faces}
    found = set(index.get("", ()))
    for name in names:
        found.update(index.get(name, ()))
    for key, numbers in index.items():
        if key[-1:] == "*" and any(name.startswith(key[:-1]) for name in names):
            found.update(numbers)
    return sorted(found)


def connecting(compiled: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the rules in force that connect calls."""
    known: list[int] | None = compiled.get("connecting")
    if known is not None:
        return known
    return [number for number, rule in enumerate(compiled["rules"]) if rule["kind"] not in STATELESS and not rule.get("off")]


def stateless(
    compiled: Mapping[str, Any], numbers: list[int], members: list[Member], raw: Member, ground: Ground
) -> Iterator[tuple[Mapping[str, Any], Broken]]:
    """Yield the rules that one call alone breaks; `raw` is the call as the host sent it, which `conditions` look at too."""
    rules = [compiled["rules"][number] for number in numbers]
    first = False
    for rule in sorted(rules, key=lambda rule: rule.get("priority", 9)):
        if rule.get("off") or rule["kind"] not in STATELESS or (first and rule["kind"] == "conditions"):
            continue
        asked = [raw, *members] if rule["kind"] == "conditions" and raw not in members else members
        for member in asked:
            broken = kind(rule["kind"]).broken(rule, member, ground)
            if broken is not None:
                first = first or rule["kind"] == "conditions"
                yield rule, broken
                break
