"""Targets as plain data: the alternatives of a formula's target, and which rules concern a tool."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

FLAGS = ("exists", "succeeded", "known")
KEYS = ("tool", "not_tool", "with", "where", *FLAGS)


def alternatives(target: Any, own: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """Return a target that a formula asks for as alternatives; `own` are those that it only names by number."""
    if isinstance(target, dict) and "t" in target:
        found: list[dict[str, Any]] = own[target["t"]]
        return found
    if isinstance(target, str):
        return [{"tools": [target]}]
    if isinstance(target, list | tuple):
        return [one for part in target for one in alternatives(part, own)]
    _sound(target)
    made: dict[str, Any] = {"tools": _listed(target["tool"])}
    if target.get("with"):
        made["with"] = dict(target["with"])
    if target.get("where"):
        made["where"] = {name: _listed(one) for name, one in target["where"].items()}
    if target.get("not_tool"):
        made["not"] = _listed(target["not_tool"])
    return [made | {name: target[name] for name in FLAGS if name in target}]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _sound(target: dict[str, Any]) -> None:
    """Raise `PolicyError` GH1012 for a target of a formula that says what targets do not have."""
    stray = next((key for key in target if key not in KEYS), "")
    if "tool" in target and not stray and all(isinstance(target.get(name, True), bool) for name in FLAGS):
        return
    from guardhost.model.errors import PolicyError
    from guardhost.model.mistakes import suggest

    if stray:
        near = suggest(stray, list(KEYS))
        fix = f"did you mean `{near}`?" if near else f"there are: {', '.join(KEYS)}"
        raise PolicyError("GH1012", f"unknown key `{stray}` in a target", fix=fix)
    if "tool" not in target:
        raise PolicyError("GH1012", "the target names no tool", fix='write `tool: NAME`, `tool: "*"` for any')
    name = next(name for name in FLAGS if not isinstance(target.get(name, True), bool))
    raise PolicyError("GH1012", f"`{name}` is neither true nor false", fix="write `true` or `false`")


def index(rules: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Return the numbers of the rules that concern a tool, by its name; those that concern any stand under "".

    Those of a pattern stand under what it begins with and a `*`.
    """
    found: dict[str, list[int]] = {}
    for place, rule in enumerate(rules):
        names: set[str] = set()
        for target in rule.get("asked", rule["targets"]):
            for one in target:
                names.update(_key(tool) for tool in one["tools"])
        for condition in rule.get("conditions", ()):
            names.add(condition.get("tool_name", ""))
        for name in names:
            found.setdefault(name, []).append(place)
    return found


def _key(tool: str) -> str:
    ends = [at for at in (tool.find("*"), tool.find("?")) if at >= 0]
    return tool if not ends else f"{tool[: min(ends)]}*" if min(ends) else ""
