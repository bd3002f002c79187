"""Another guard's configuration as a rule file. Off the hook's path."""

from __future__ import annotations

from typing import Any

import yaml

from guardhost.model.errors import GuardError
from guardhost.rules.compiling import RULE, compile_file
from guardhost.rules.nodes import read

ORDER = (*(name for name in RULE if name not in ("why", "fix")), "why", "fix")


def imported(data: bytes, file: str, kind: str) -> tuple[str, list[str]]:
    """Return the text of a rule file that means the same, and what of the original could not be taken."""
    try:
        root = read(data, file)
    except GuardError as error:
        return "", [str(error)]
    given = root.plain() if root is not None and root.kind == "map" else {}
    problems: list[str] = []
    made = _enforcer(given, problems, file) if kind == "rule-enforcer" else dict(given)
    text = f"# from {file.rsplit('/', 1)[-1]}\n" + yaml.safe_dump(made, sort_keys=False, width=110, allow_unicode=True)
    compiled = compile_file("guard.yaml", text.encode())
    problems += [f"{one['rule'] or 'the file'}: {one['what']}; {one['fix']}" for one in compiled["problems"]]
    return text, problems


def _enforcer(given: dict[str, Any], problems: list[str], file: str) -> dict[str, Any]:
    """Return a Rule Enforcer config with the keys that rule files have."""
    made: dict[str, Any] = {"version": 1}
    if given.get("mode") in ("enforce", "audit"):
        made["mode"] = given["mode"]
    problems += [f"{file}: `{key}` has no meaning here" for key in given if key not in ("mode", "rules", "version")]
    rules = given.get("rules")
    made["rules"] = [_rule(rule, problems) for rule in rules if isinstance(rule, dict)] if isinstance(rules, list) else []
    return made


def _rule(rule: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    known = {key: value for key, value in rule.items() if key in RULE and value not in (None, "")}
    problems += [f"{rule.get('id', 'a rule')}: `{key}` has no meaning here" for key in rule if key not in RULE]
    return {key: known[key] for key in ORDER if key in known}
