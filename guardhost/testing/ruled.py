"""The rule files that judge in a repository, as people's verbs show and try them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from guardhost.judgement.rulefiles import RuleFile, close_left, rule_files
from guardhost.judgement.scene import RULE_FORMS, Scene
from guardhost.judgement.unhosted import Unhosted
from guardhost.judges.source import read_form
from guardhost.model.errors import GuardError, PolicyError
from guardhost.model.event import Event
from guardhost.rules.loading import load, unreadable
from guardhost.world.state import State, locate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.judgement.wording import Note
    from guardhost.judges.source import Source

NOWHERE = State(folder="", usable=False)  # what is compiled is kept in this process alone


def files_of(root: str, *, working: bool = False) -> list[RuleFile]:
    """Return the rule files that judge in a repository: the person's, and those of both its sides, or `working` alone."""
    notes: list[Note] = []
    with Unhosted(os.environ, locate(os.environ), working=working) as unhosted:
        event = Event(host="generic", dialect="generic", seam="command", cwd=root, project=root)
        scene = Scene(event, unhosted.lent())
        try:
            return rule_files(scene, (), notes)
        finally:
            close_left(scene)


def files_in(source: Source, root: str, side: str) -> list[RuleFile]:
    """Return the rule files that one version of a repository has, the committed one or the working tree's.

    A commit has none where a link stands in its place; in the working tree that is a mistake of the file.
    """
    found: list[RuleFile] = []
    for form in RULE_FORMS:
        try:
            data = read_form(source, form)
        except GuardError as error:
            if side == "working":
                found.append(RuleFile(side=side, root=root, path=f"{root}/{form}", compiled=unreadable(form, error)))
            continue
        if data is not None:
            found.append(RuleFile(side=side, root=root, path=f"{root}/{form}", compiled=load(data, form, NOWHERE)))
    return found


def check(files: list[RuleFile]) -> None:
    """Raise the first mistake of these files as `PolicyError`."""
    for problem in (problem for file in files for problem in file.compiled["problems"]):
        raise PolicyError(problem["code"], problem["what"], where=problem["where"], fix=problem["fix"])


def error_text(problem: Mapping[str, str]) -> str:
    """Return one mistake of a rule file in a line."""
    return f"{problem['where']}: {problem['code']}: {problem['what']}; {problem['fix']}"


def rows(file: RuleFile) -> list[dict[str, Any]]:
    """Return what there is to say of each rule of a file."""
    where = "HEAD:" if file.side == "committed" else ""
    return [
        {
            "id": rule["id"],
            "mode": "audit" if file.compiled["audit"] else rule["mode"],
            "source": file.side,
            "kind": rule["kind"],
            "scope": rule["scope"] if "digest" in rule else "",
            "class": rule.get("class", _class(rule)),
            "where": f"{where}{rule.get('used', rule['where'])}",
            "why": rule.get("why") or rule.get("description", ""),
            "enabled": not rule.get("off", False),
            "examples": len(rule.get("tests", ())),
        }
        for rule in file.compiled["rules"]
    ]


def _class(rule: Mapping[str, Any]) -> str:
    return "INERT" if rule["kind"] == "finally" else "SAFE"
