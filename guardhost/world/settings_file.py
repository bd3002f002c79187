"""Read the person's guard.yaml with its positions. Loaded only when the file has a content that was not read before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.model.errors import GuardError
from guardhost.model.mistakes import suggest
from guardhost.world.settings import CHOICES, DECISIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

# YAML itself reads these words as true and false, so a person may write any of them.
BOOLEANS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
# Settings of rules, which stand in the same mapping and are read with the rules.
OF_RULES = (
    "announce", "finish_retries", "mode", "report", "retries", "retry_counting", "scan_output", "scope", "unparseable",
    "unreadable",
)  # fmt: skip


def parse(data: bytes, path: str, rules: Mapping[str, bool]) -> dict[str, Any]:
    """Return the values that hold, as text, and under `problems` a sentence for each one that does not.

    `rules` are the ids of the built-in rules, with whether one is fixed.
    """
    problems: list[str] = []
    builtin: dict[str, str] = {}
    found: dict[str, Any] = {"problems": problems, "builtin": builtin}
    for section, name, value in _entries(data, path, problems):
        if section == "disable":
            if name.value in rules:
                taken = _switched_off(builtin, name, path, rules)
                problems.extend([str(taken)] if taken else [])
            continue
        taken = _rule(builtin, name, value, path, rules) if section == "builtin" else _take(found, name, value, path)
        if taken:
            problems.append(str(taken))
    return found


def _rule(builtin: dict[str, str], name: Any, value: Any, path: str, rules: Mapping[str, bool]) -> GuardError | None:
    """Take what a built-in rule is set to, or return what is wrong with it."""
    key = name.value if isinstance(name.value, str) else ""
    if key not in rules:
        near = suggest(key, list(rules))
        fix = f"did you mean `{near}`?" if near else "`guardhost rules --builtin` lists them"
        return GuardError("GH1010", f"there is no built-in rule `{key}`", where=_at(name, path), fix=fix)
    if rules[key]:
        fix = "take the line out; `guardhost explain` says why it is fixed"
        return GuardError("GH1010", f"`{key}` cannot be set", where=_at(name, path), fix=fix)
    given = value.value if isinstance(value.value, str) else ""
    chosen = "off" if value.tag == "tag:yaml.org,2002:bool" and BOOLEANS.get(given.lower()) == "false" else given
    if key in builtin:
        fix = "keep one of them; the first one holds"
        return GuardError("GH1010", f"`{key}` is set twice", where=_at(name, path), fix=fix)
    if chosen not in DECISIONS:
        near = suggest(chosen, DECISIONS)
        fix = f"did you mean `{near}`?" if near else f"give one of: {', '.join(DECISIONS)}"
        return GuardError("GH1010", f"`{key}: {given}` cannot be", where=_at(value, path), fix=fix)
    builtin[key] = chosen
    return None


def _switched_off(builtin: dict[str, str], name: Any, path: str, rules: Mapping[str, bool]) -> GuardError | None:
    """Take a built-in rule that stands under `disable`, or return that it cannot be."""
    if rules[name.value]:
        fix = "take the entry out; `guardhost explain` says why it is fixed"
        return GuardError("GH1010", f"`{name.value}` cannot be disabled", where=_at(name, path), fix=fix)
    builtin.setdefault(name.value, "off")
    return None


def _entries(data: bytes, path: str, problems: list[str]) -> list[tuple[str, Any, Any]]:
    """Return (section, name, value) of the top-level `settings`, `builtin` and `disable`, the latter two as nodes.

    What is disabled comes last: a rule that is set is as it is set.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(data, Loader=loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        problems.append(str(_unreadable(error, path)))
        return []
    if root is None:
        return []
    if not isinstance(root, yaml.MappingNode):
        problems.append(
            str(GuardError("GH1001", "the file is no mapping", where=_at(root, path), fix="write `settings:` there"))
        )
        return []
    entries: list[tuple[str, Any, Any]] = []
    for name, value in root.value:
        if name.value == "disable":
            listed = value.value if isinstance(value, yaml.SequenceNode) else [value]
            entries.extend(("disable", one, one) for one in listed)
            continue
        if name.value not in ("settings", "builtin") or value.tag == "tag:yaml.org,2002:null":
            continue
        if isinstance(value, yaml.MappingNode):
            entries.extend((name.value, *pair) for pair in value.value)
        else:
            what = f"`{name.value}` is no mapping of names to values"
            problems.append(
                str(GuardError("GH1010", what, where=_at(value, path), fix="write `name: value` lines below it"))
            )
    return sorted(entries, key=lambda entry: entry[0] == "disable")


def _unreadable(error: Exception, path: str) -> GuardError:
    mark = getattr(error, "problem_mark", None)
    where = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else path
    what = getattr(error, "problem", None) or "it nests too deep or is no UTF-8"
    return GuardError(
        "GH1001", f"the file is no YAML: {what}", where=where, fix="mend it; until then every setting has its default"
    )


def _at(node: Any, path: str) -> str:
    return f"{path}:{node.start_mark.line + 1}:{node.start_mark.column + 1}"


def _take(found: dict[str, Any], name: Any, value: Any, path: str) -> GuardError | None:
    """Take one setting, or return what is wrong with it."""
    key = name.value if isinstance(name.value, str) else ""
    if key in OF_RULES:
        return None
    if key not in CHOICES:
        near = suggest(key, list(CHOICES))
        fix = f"did you mean `{near}`?" if near else f"there are: {', '.join(CHOICES)}"
        return GuardError("GH1010", f"there is no setting `{key}`", where=_at(name, path), fix=fix)
    if key in found:
        fix = "keep one of them; the first one holds"
        return GuardError("GH1010", f"`{key}` is set twice", where=_at(name, path), fix=fix)
    given = value.value if isinstance(value.value, str) else ""
    chosen = BOOLEANS.get(given.lower(), given) if key == "unattended" else given
    if chosen not in CHOICES[key]:
        near = suggest(chosen, CHOICES[key])
        fix = f"did you mean `{near}`?" if near else f"give one of: {', '.join(CHOICES[key])}"
        return GuardError("GH1010", f"`{key}: {given}` cannot be", where=_at(value, path), fix=fix)
    found[key] = chosen
    return None
