"""The words of a refusal: which rule, what about this call, which earlier one is missing."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.verdict import RULED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guardhost.rules.members import Member

MOST = 120  # characters of a value that are shown
HIDDEN = ("content", "old_string", "new_string", "prompt", "edits", "argv")


def shown(value: Any) -> str:
    """Return a value as it is told."""
    if isinstance(value, Word) and not value.known:
        return value.raw or "?"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(shown(one) for one in value) + "]"
    text = repr(str(value)) if isinstance(value, str) else str(value)
    return text if len(text) <= MOST else text[: MOST - 3] + "..."


def call_text(member: Member) -> str:
    """Return a call in a few words: its name and its arguments."""
    args = [
        f"{name}={shown(value)}" for name, value in member.args.items() if name not in HIDDEN and value not in (None, (), "")
    ]
    argv = member.args.get("argv")
    if not args and argv and len(member.args) == 1:
        args = [shown(word) for word in argv]
    return f"{member.name}({', '.join(args[:6])})"


def target_text(alternative: Mapping[str, Any]) -> str:
    """Return what an alternative of a target asks for."""
    name = " or ".join(alternative["tools"][:4])
    asked = [f"{arg}={shown(value)}" for arg, value in alternative.get("with", {}).items()]
    asked += [f"{arg} like {' or '.join(globs)}" for arg, globs in alternative.get("where", {}).items()]
    ended = (" that succeeded" if alternative["succeeded"] else " that failed") if "succeeded" in alternative else ""
    return name + (f" with {', '.join(asked)}" if asked else "") + ended


def targets_text(target: list[Mapping[str, Any]]) -> str:
    """Return what a target asks for, a few of its alternatives."""
    parts = [target_text(one) for one in target[:3]]
    return " or ".join(parts) + (" or another" if len(target) > 3 else "")


def meaning(rule: Mapping[str, Any]) -> str:
    """Return in a sentence what a rule refuses."""
    asked = [targets_text(target) for target in rule["targets"]]
    match rule["kind"]:
        case "never":
            return f"refuses {asked[0]}"
        case "before":
            since = f", since the last {asked[2]}" if len(asked) > 2 else ""
            same = f", for the same {' and '.join(f'${name}' for name in rule['variables'])}" if rule["variables"] else ""
            return f"refuses {asked[1]} unless there was before it {asked[0]}{same}{since}"
        case "require":
            tools = " or ".join(dict.fromkeys(tool for one in rule["targets"][0] for tool in one["tools"]))
            return f"refuses {tools} that is not {asked[0]}"
        case "at_most":
            return f"refuses {asked[0]} after {rule['times']} of them"
        case "finally":
            since = f", once there was {asked[1]}" if len(asked) > 1 else ""
            return f"sends the agent back at the end of a turn until there was {asked[0]}{since}"
        case "conditions":
            return "refuses " + " or ".join(_condition_text(one) for one in rule["conditions"][:3] if one)
    return f"refuses what breaks {rule.get('said', 'its formula')}"


def _condition_text(condition: Mapping[str, Any]) -> str:
    parts = [condition.get("tool_name", "any call")]
    parts += [f"with a path like {condition['path_pattern']}"] if "path_pattern" in condition else []
    parts += [f"but {condition['exclude_path_pattern']}"] if "exclude_path_pattern" in condition else []
    parts += [f"with {name} like {pattern}" for name, pattern in condition.get("args_check", {}).items()]
    return " ".join(parts)


def owed(rule: Mapping[str, Any]) -> str:
    """Return what a `finally` rule waits for."""
    since = f" since {targets_text(rule['targets'][1])}" if len(rule["targets"]) > 1 else ""
    return f"nothing has run that is {targets_text(rule['targets'][0])}{since}"


def missing(rule: Mapping[str, Any], values: Mapping[str, str] | None) -> str:
    """Return which earlier call a `before` misses; `values` are those of its variables as they are told."""
    first = rule["targets"][0]
    if not values:
        since = f" since {targets_text(rule['targets'][2])}" if len(rule["targets"]) > 2 else ""
        return f"no earlier call matched {targets_text(first)}{since}"
    bound = ", ".join(f"{name}={shown(value)}" for name, value in values.items())
    one = first[0]
    had = " and ".join(f"{arg}={shown(values.get(name, '?'))}" for arg, name in one.get("vars", {}).items())
    fixed = "".join(f" and {arg}={shown(value)}" for arg, value in one.get("with", {}).items())
    return f"for {bound}: no earlier {' or '.join(one['tools'])} call had {had}{fixed}"


def refusal(
    rule: Mapping[str, Any], problem: str, *, words: tuple[str, ...] = (), told: str = "", also: tuple[str, ...] = ()
) -> str:
    """Return the text of a refusal: the fix first where there is one, then the rule, the problem, its why."""
    lines = [_line(rule["fix"])] if rule.get("fix") else []
    lines.append(f"{RULED}{rule['id']}' blocked this call. Nothing was executed.")
    lines.append(f"  Problem: {problem.rstrip('.')}.{_unknown(words)}")
    if told:
        lines.insert(0, told.strip())
    if rule.get("why"):
        lines.append(f"  Why: {_line(rule['why'])}")
    if rule.get("suggested_tool"):
        lines.append(f"  Use instead: {rule['suggested_tool']}")
    if also:
        lines.append("  It also breaks: " + "; ".join(also))
    return "\n".join(lines)


def _line(text: str) -> str:
    return " ".join(text.split())


def _unknown(words: tuple[str, ...]) -> str:
    named = ", ".join(f"`{word}`" for word in words[:3] if word)
    return f" Not known before it runs: {named}; name it on the line." if named else ""
