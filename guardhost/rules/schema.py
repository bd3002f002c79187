"""The JSON Schema of rule files, for editors."""

from __future__ import annotations

from typing import Any

from guardhost.rules.compiling import MODES, PRIORITIES, SCOPES, UNREADABLE
from guardhost.rules.kinds import KINDS
from guardhost.rules.shelf import names

TEXT = {"type": "string", "minLength": 1}
ANY = {"type": "object"}


def _object(required: list[str] | None = None, **properties: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
    return made | ({"required": required} if required else {})


def _one_or_more(of: Any) -> dict[str, Any]:
    return {"oneOf": [of, {"type": "array", "items": of, "minItems": 1}]}


def _target() -> dict[str, Any]:
    glob = {"type": ["string", "number"]}
    mapping = _object(
        ["tool"],
        tool=_one_or_more(TEXT),
        where={"type": "object", "additionalProperties": _one_or_more(glob)},
        exists={"type": "boolean"},
        succeeded={"type": "boolean"},
        known={"type": "boolean"},
        not_tool=_one_or_more(TEXT),
    )
    mapping["properties"]["with"] = {"type": "object"}
    return {"oneOf": [TEXT, mapping, {"type": "array", "items": {"$ref": "#/$defs/target"}, "minItems": 1}]}


def _rule() -> dict[str, Any]:
    target = {"$ref": "#/$defs/target"}
    since = _object(["first", "then"], first=target, then=target, since=target)
    condition = _object(tool_name=TEXT, path_pattern=TEXT, exclude_path_pattern=TEXT, args_check=ANY)
    kinds: dict[str, Any] = {
        "never": target,
        "before": {"oneOf": [since, {"type": "array", "items": target, "minItems": 2, "maxItems": 2}]},
        "require": target,
        "at_most": _object(["call", "times"], call=target, times={"type": "integer", "minimum": 0}),
        "finally": {"oneOf": [target, _object(["call"], call=target, since=target)]},
        "ltl": TEXT,
        "formula": ANY,
        "conditions": {"type": "array", "items": condition},
    }
    example = {"type": ["string", "object"]}
    rule = _object(
        ["id"],
        id=TEXT, mode={"enum": list(MODES)}, scope={"enum": list(SCOPES)}, why=TEXT, fix=TEXT, enabled={"type": "boolean"},
        priority={"enum": list(PRIORITIES)}, suggested_tool={"type": "string"}, description={"type": "string"},
        weight={"type": "number", "minimum": 0}, block_message={"type": "string"},
        tests={"type": "array", "items": _one_or_more(example)}, where=ANY, **kinds,
    )  # fmt: skip
    rule["properties"] |= {"with": ANY, "from": {}}
    return rule | {"oneOf": [{"required": [name]} for name in KINDS]}


def _settings() -> dict[str, Any]:
    stance = {"enum": list(UNREADABLE)}
    unreadable = {"oneOf": [stance, _object(interactive=stance, auto=stance)]}
    number = {"type": "integer", "minimum": 1}
    return {
        "type": "object",
        "properties": {
            "mode": {"enum": list(MODES)}, "scope": {"enum": list(SCOPES)}, "retries": number, "report": number,
            "retry_counting": {"enum": ["cumulative", "consecutive", "hybrid"]}, "unreadable": unreadable,
            "unparseable": unreadable, "finish_retries": {"type": "integer", "minimum": 0},
        },
    }  # fmt: skip


def schema() -> dict[str, Any]:
    """Return the schema of a rule file as plain data."""
    changes = _object(mode={"enum": list(MODES)}, scope={"enum": list(SCOPES)})
    changes["properties"]["from"] = {}
    used = {"oneOf": [{"enum": list(names())}, {"type": "object", "additionalProperties": changes, "maxProperties": 1}]}
    rules = {"type": "array", "items": {"$ref": "#/$defs/rule"}}
    whole = _object(
        version={"const": 1}, mode={"enum": ["enforce", "audit"]}, use={"type": "array", "items": used},
        settings=_settings(), rules=rules, tools=ANY, disable={"type": "array", "items": TEXT}, builtin=ANY, requires=TEXT,
    )  # fmt: skip
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "guardhost rule file"}
    return about | whole | {"$defs": {"target": _target(), "rule": _rule()}}
