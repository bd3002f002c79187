"""What `guardhost explain` says of the rules of rule files, and of the library's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.judgement.rulefiles import RuleFile

Facts = list[tuple[str, str]]


def in_files(name: str, root: str) -> list[Facts]:
    """Return what each rule of this id in the rule files that judge at `root` says of itself, its place last."""
    from guardhost.testing.ruled import files_of

    found: dict[str, Facts] = {}
    for file in files_of(root):
        for rule in file.compiled["rules"]:
            if rule["id"] == name:
                found.setdefault(f"{file.path}\0{rule['key']}", _facts(rule, file))
    return list(found.values())


def in_library(name: str) -> list[Facts]:
    """Return what the rules of an entry of the library say of themselves, where it is not in use."""
    from guardhost.rules.compiling import compile_file

    rules = compile_file("guard.yaml", f"use: [{name}]\n".encode())["rules"] if name in _entries() else []
    taken = ("file", f"the library's; `guardhost use {name}` takes it in")
    return [[("rule", rule["id"]), *_what(rule), *_tests(rule), taken] for rule in rules]


def known_names(root: str) -> list[str]:
    """Return the ids of the rules in force and the names of the library's entries."""
    from guardhost.testing.ruled import files_of

    return [rule["id"] for file in files_of(root) for rule in file.compiled["rules"]] + list(_entries())


def _entries() -> tuple[str, ...]:
    from guardhost.rules.shelf import names

    return names()


def _facts(rule: Mapping[str, Any], file: RuleFile) -> Facts:
    place = rule.get("used", rule["where"])
    end = place.rpartition(":")[0].rpartition(":")[0]
    where = place if file.side == "person" else f"HEAD:{place}" if file.side == "committed" else _near(file, place, end)
    library = [("from", f"the library's `{rule['library']}`")] if "library" in rule else []
    state = [("state", "off")] if rule.get("off") else []
    audit = [("state", "audit: it refuses nothing and tells")] if file.compiled["audit"] else []
    return [*_what(rule), *state, *audit, *_tests(rule), *library, ("file", where)]


def _near(file: RuleFile, place: str, name: str) -> str:
    path = os.path.relpath(file.path)
    return place.replace(name, file.path if path.startswith("..") else path, 1)


def _what(rule: Mapping[str, Any]) -> Facts:
    from guardhost.rules.texts import meaning

    memory = f", by the calls of this {rule['scope']}" if "digest" in rule else ""
    return [
        ("what", meaning(rule)),
        ("why", rule.get("why") or rule.get("description", "")),
        ("fix", rule.get("fix") or rule.get("block_message", "")),
        ("mode", f"{rule['mode']}{memory}"),
    ]


def _tests(rule: Mapping[str, Any]) -> Facts:
    return [("test", "; ".join(one) if isinstance(one, list) else one) for one in rule.get("tests", ())]
