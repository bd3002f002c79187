"""The rule files of this repository, those of HEAD and those on the disk."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from guardhost.doctor import INVALID, VERIFIED, Found
from guardhost.judgement.scene import RULE_FORMS
from guardhost.judgement.sides import head_of, open_objects
from guardhost.judges.committed import Committed
from guardhost.judges.source import WorkTree, read_form
from guardhost.model.errors import GuardError
from guardhost.rules.compiling import MODES
from guardhost.testing.ruled import files_in
from guardhost.world.git import program
from guardhost.world.repository import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.doctor import Here
    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judges.source import Source

SECONDS = 5.0  # for one answer of git


@dataclass(frozen=True)
class RuleFiles:
    """Both sides' rule files: `commit` is HEAD's id, "" for none; `changed` are the names of those that differ."""

    commit: str = ""
    head: tuple[RuleFile, ...] = ()
    disk: tuple[RuleFile, ...] = ()
    changed: tuple[str, ...] = ()
    problem: str = ""  # why HEAD's could not be read

    @property
    def broken(self) -> bool:
        """Whether a file on the disk has a mistake."""
        return any(file.compiled["problems"] for file in self.disk)

    def lost(self) -> list[str]:
        """Return the ids of the rules that HEAD has in force and the disk has not."""
        there = in_force(self.disk)
        return [rule for rule in in_force(self.head) if rule not in there]

    def weaker(self) -> list[str]:
        """Return, in words, the rules whose mode is weaker on the disk than in HEAD."""
        there = in_force(self.disk)
        both = ((rule, mode, there.get(rule, mode)) for rule, mode in in_force(self.head).items())
        return [f"`{rule}` is {now} and was {was}" for rule, was, now in both if MODES.index(now) > MODES.index(was)]


def in_force(files: tuple[RuleFile, ...]) -> dict[str, str]:
    """Return the rules that are on: id -> mode, the strongest one of its name."""
    found: dict[str, str] = {}
    for file in files:
        for rule in file.compiled["rules"]:
            mode = "log" if file.compiled["audit"] else rule["mode"]
            if not rule.get("off"):
                found[rule["id"]] = min(mode, found.get(rule["id"], mode), key=MODES.index)
    return found


def rule_files(here: Here) -> RuleFiles:
    """Return the rule files of the repository around the current folder."""
    place = find(here.cwd)
    root = place.root if place is not None else os.path.realpath(here.cwd)
    tree = WorkTree(root)
    disk = tuple(files_in(tree, root, "working"))
    git = program(here.env)
    commit = head_of(place, lambda: git, SECONDS) if place is not None else ""
    if place is None or not commit:
        return RuleFiles(disk=disk)
    committed = Committed(place, commit, {}, "", lambda at: open_objects(at, git, SECONDS))
    try:
        head = tuple(files_in(committed, root, "committed"))
        changed = tuple(form for form in RULE_FORMS if _bytes(committed, form) != _bytes(tree, form))
    except OSError as error:
        return RuleFiles(commit, disk=disk, problem=f"git's objects cannot be read ({error})")
    finally:
        committed.close()
    return RuleFiles(commit, head, disk, changed)


def _bytes(source: Source, form: str) -> bytes | None:
    try:
        data = read_form(source, form)
    except GuardError:
        return b"\0"  # neither a rule file nor none
    return data.replace(b"\r\n", b"\n") if data is not None else None


def loaded(files: RuleFiles) -> Iterator[Found]:
    """Give what each rule file holds, and every mistake with its place; one that is as HEAD has it is told once."""
    for file in (*files.head, *files.disk):
        form = file.path.removeprefix(f"{file.root}/")
        if file.side == "working" and form not in files.changed and files.commit and not files.problem:
            continue
        head = file.side == "committed"
        what = f"this repository's {form}" + (", committed side" if head and form in files.changed else "")
        for problem in file.compiled["problems"]:
            where = f"HEAD:{problem['where']}" if head and form in files.changed else problem["where"]
            detail = f"{what}: {where}: {problem['code']}: {problem['what']}"
            commit = "; then commit it: HEAD's judges until then" if head else ""
            yield Found(INVALID, detail, f"{problem['fix']}{commit}")
        if not file.compiled["problems"]:
            number = len(in_force((file,)))
            yield Found(VERIFIED, f"{what}: {number} rule{'' if number == 1 else 's'}")
