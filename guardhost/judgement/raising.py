"""What the rule files of repositories make of built-in rules: they raise them. Only the person's own file lowers one."""

from __future__ import annotations

from guardhost.judgement.rulefiles import RULE, rule_files
from guardhost.judgement.wording import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from guardhost.judgement.scene import Scene
    from guardhost.model.verdict import Answer

ORDER = ("off", "advise", "ask", "deny")


def raised(
    scene: Scene, places: Iterable[str], answers: Sequence[Answer], chosen: Mapping[str, str], notes: list[Note]
) -> tuple[str, ...]:
    """Return what each answer of a built-in rule decides; `chosen` are the person's own decisions.

    A rule may answer more than once, each time with a decision of its own. A repository's wish to lower one of them is
    told, and waits for the person.
    """
    own = [chosen.get(answer.rule, answer.decision) for answer in answers]
    least: dict[str, str] = {}
    for file in rule_files(scene, places, notes):
        if file.side in ("person", "asked"):
            continue
        for rule, (decision, where) in _set(file.compiled).items():
            said = [had for had, answer in zip(own, answers, strict=True) if answer.rule == rule]
            if not said or _fixed(rule):
                continue
            if ORDER.index(decision) > min(map(ORDER.index, said)):
                least[rule] = max(decision, least.get(rule, "off"), key=ORDER.index)
            elif ORDER.index(decision) < ORDER.index(chosen.get(rule) or default(rule)):
                notes.append(_waits(rule, decision, where, file.root))
    return tuple(max(had, least.get(one.rule, "off"), key=ORDER.index) for had, one in zip(own, answers, strict=True))


def mistakes(compiled: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield what is wrong with the `builtin` of a repository's rule file, as its other problems are told."""
    from guardhost.builtin.catalog import CATALOG
    from guardhost.model.mistakes import suggest

    fixed = {row.id: row.fixed for row in CATALOG}
    for rule, (_, where) in compiled["builtin"].items():
        if rule not in fixed:
            near = suggest(rule, list(fixed))
            fix = f"did you mean `{near}`?" if near else "`guardhost rules --builtin` lists them"
            yield {"code": "GH1010", "what": f"there is no built-in rule `{rule}`", "where": where, "fix": fix, "rule": rule}
        elif fixed[rule]:
            fix = "take the line out; `guardhost explain` says why it is fixed"
            yield {"code": "GH1010", "what": f"`{rule}` cannot be set", "where": where, "fix": fix, "rule": rule}


def standing(files: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the built-in rules that a repository's rule files raise above what they decide by themselves, and to what."""
    found: dict[str, str] = {}
    for compiled in files:
        for rule, (decision, _) in compiled["builtin"].items():
            least = found.get(rule) or default(rule)
            if not _fixed(rule) and ORDER.index(decision) > ORDER.index(least):
                found[rule] = decision
    return found


def told(compiled: Mapping[str, Any], *, person: bool) -> Iterator[str]:
    """Yield a sentence for what a rule file disables that is no rule, and what a repository's would lower."""
    from guardhost.builtin.catalog import CATALOG

    fixed = {row.id: row.fixed for row in CATALOG}
    for rule, where in compiled["disable"].items():
        if rule not in fixed:
            yield f"{where}: `disable` names `{rule}`, which is no rule of this file, of the library in use, or built in"
    for rule, (decision, where) in _set(compiled).items() if not person else ():
        if not fixed.get(rule, True) and ORDER.index(decision) < ORDER.index(default(rule)):
            yield f"{where}: {_says(rule, decision)}"


def _set(compiled: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return what a file sets each built-in rule to, and where: one that it disables is off."""
    disabled = {rule: ("off", where) for rule, where in compiled["disable"].items()}
    return {**disabled, **{rule: (decision, where) for rule, (decision, where) in compiled["builtin"].items()}}


def default(rule: str) -> str:
    """Return the mildest decision that a built-in rule has by itself."""
    from guardhost.builtin.catalog import CATALOG

    row = next((row for row in CATALOG if row.id == rule), None)
    words = [word.strip(",:") for word in row.default.split()] if row is not None else []
    return min((word for word in words if word in ORDER), key=ORDER.index, default="off")


def _fixed(rule: str) -> bool:
    from guardhost.builtin.catalog import CATALOG

    return any(row.fixed for row in CATALOG if row.id == rule)


def _waits(rule: str, decision: str, where: str, root: str) -> Note:
    full = f"{where}: {_says(rule, decision)}"
    return Note(text=f"`{rule}` is still not lowered for a repository", full=full, rule=RULE, key=f"{root}\0{full}")


def _says(rule: str, decision: str) -> str:
    return (
        f"a repository cannot lower the built-in rule `{rule}` to {decision}: it only raises, "
        "and this waits until a person sets it in their own guard.yaml"
    )
