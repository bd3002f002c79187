"""Another guard's configuration as a rule file. Off the hook's path."""

from __future__ import annotations

from typing import Any

import yaml

from guardhost.model.errors import GuardError
from guardhost.rules.compiling import RULE, compile_file
from guardhost.rules.nodes import Node, read

ORDER = (*(name for name in RULE if name not in ("why", "fix")), "why", "fix")


def imported(data: bytes, file: str, kind: str) -> tuple[str, list[str]]:
    """Return the text of a rule file that means the same, and what of the original could not be taken, with its place.

    The text is "" where the original holds no rules at all.
    """
    try:
        root = read(data, file)
    except GuardError as error:
        return "", [str(error)]
    if root is None or root.kind != "map":
        return "", [f"{file}:1:1: GH1011: there are no rules in it; name a file with `rules:` in it"]
    given = root.plain()
    made = _enforcer(given) if kind == "rule-enforcer" else dict(given)
    if not made.get("rules") and not made.get("use"):
        return "", [f"{root.where}: GH1011: there are no rules in it; name a file with `rules:` in it"]
    text = f"# from {file.rsplit('/', 1)[-1]}\n" + yaml.safe_dump(made, sort_keys=False, width=110, allow_unicode=True)
    taken = compile_file("guard.yaml", text.encode())["problems"]
    return text, _placed(compile_file(file, data)["problems"], taken, _places(root))


def _places(root: Node) -> dict[str, str]:
    """Return where each rule of the original stands."""
    rules = root.get("rules")
    named = [(one.get("id"), one) for one in (rules.value if rules is not None and rules.kind == "list" else ())]
    return {name.text: one.where for name, one in named if name is not None}


def _placed(there: list[dict[str, str]], taken: list[dict[str, str]], places: dict[str, str]) -> list[str]:
    """Return the mistakes that were taken over, at their places in the original, and its keys that have no meaning here."""
    known = {_said(one) for one in taken}
    placed = [one for one in there if _said(one) in known or one["what"].startswith("unknown key")]
    lost = [one for one in taken if _said(one) not in {_said(other) for other in placed}]
    told = [*placed, *({**one, "where": places.get(one["rule"], "the file")} for one in lost)]
    return [f"{one['where']}: {one['code']}: {one['what']}; {one['fix']}" for one in told]


def _said(problem: dict[str, str]) -> tuple[str, str]:
    return problem["rule"], problem["what"].partition(", first at line")[0]


def _enforcer(given: dict[str, Any]) -> dict[str, Any]:
    """Return a Rule Enforcer config with the keys that rule files have."""
    made: dict[str, Any] = {"version": 1}
    if given.get("mode") in ("enforce", "audit"):
        made["mode"] = given["mode"]
    rules = given.get("rules")
    made["rules"] = [_rule(rule) for rule in rules if isinstance(rule, dict)] if isinstance(rules, list) else []
    return made


def _rule(rule: dict[str, Any]) -> dict[str, Any]:
    known = {key: value for key, value in rule.items() if key in RULE and value not in (None, "")}
    return {key: known[key] for key in ORDER if key in known}
