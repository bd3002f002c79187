"""Targets as plain data: the alternatives of a formula's target, and which rules concern a tool."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def alternatives(target: Any, own: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """Return a target that a formula asks for as alternatives; `own` are those that it only names by number."""
    if isinstance(target, dict) and "t" in target:
        found: list[dict[str, Any]] = own[target["t"]]
        return found
    if isinstance(target, str):
        return [{"tools": [target]}]
    if isinstance(target, list | tuple):
        return [one for part in target for one in alternatives(part, own)]
    tools = target["tool"]
    made: dict[str, Any] = {"tools": [tools] if isinstance(tools, str) else list(tools)}
    if target.get("with"):
        made["with"] = dict(target["with"])
    if target.get("where"):
        made["where"] = {name: [one] if isinstance(one, str) else list(one) for name, one in target["where"].items()}
    return [made | {name: target[name] for name in ("exists", "succeeded") if name in target}]


def index(rules: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Return the numbers of the rules that concern a tool, by its name; those that concern any stand under ""."""
    found: dict[str, list[int]] = {}
    for place, rule in enumerate(rules):
        names: set[str] = set()
        for target in rule.get("asked", rule["targets"]):
            for one in target:
                names.update("" if "*" in tool or "?" in tool else tool for tool in one["tools"])
        for condition in rule.get("conditions", ()):
            names.add(condition.get("tool_name", ""))
        for name in names:
            found.setdefault(name, []).append(place)
    return found
