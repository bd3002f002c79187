"""The lineage of rule files: the loading and each change of one is an event of the trail, told once."""

from __future__ import annotations

from guardhost.judgement.loaded import hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.judgement.loaded import Memory
    from guardhost.judgement.rulefiles import RuleFile
    from guardhost.judgement.scene import Scene


def tell(scene: Scene, memory: Memory, now: Mapping[str, str], files: list[RuleFile]) -> None:
    """Put down what has changed of the rule files of a root, and remember it; `now` is form -> digests of both sides."""
    head = memory.ruled_head
    told: dict[str, str] = {}
    for form in dict.fromkeys((*memory.ruled_told, *now)):
        before, _, since = memory.ruled_told.get(form, "").rpartition(" ")
        if form in now:
            told[form] = f"{now[form]} {head if now[form] != before else since}"
        if now.get(form, "") != before:
            _append(scene, memory, form, (before, since), now.get(form, ""), files)
    hold(scene.lent, memory.replace(ruled_told=told))


def _append(scene: Scene, memory: Memory, form: str, before: tuple[str, str], now: str, files: list[RuleFile]) -> None:
    from guardhost.world.trail import append

    head = memory.ruled_head
    entry = {
        "time": round(scene.now, 3),
        "kind": "policy",
        "action": _action(memory, form, before[0], now, files),
        "root": memory.root,
        "head": head,
        "before": before[1] if before[1] != head else "",
        "form": form,
        "session": scene.event.session,
        "host": scene.event.host,
    }
    append(scene.folder, {key: value for key, value in entry.items() if value})


def _action(memory: Memory, form: str, before: str, now: str, files: list[RuleFile]) -> str:
    """Return the change in a word, as that of a policy is told."""
    if not now:
        return "removed"
    committed, _, working = now.partition(" ")
    if committed != working and (committed or memory.ruled_head):
        sides = {file.side: file for file in files if file.path == f"{memory.root}/{form}"}
        return "tightened" if _covers(sides.get("working"), sides.get("committed")) else "loosening-pending"
    if not before or not committed:
        return "loaded"
    return "committed" if before.partition(" ")[0] != committed else "undone"


def _covers(working: RuleFile | None, committed: RuleFile | None) -> bool:
    """Whether the working file has every rule that the committed one has, as it stands there."""
    if committed is None:
        return True
    return working is not None and _rules(working) >= _rules(committed)


def _rules(file: RuleFile) -> set[tuple[str, str, bool]]:
    rules = (rule for rule in file.compiled["rules"] if not rule.get("off"))
    return {(rule["key"], rule["mode"], file.compiled["audit"]) for rule in rules}
