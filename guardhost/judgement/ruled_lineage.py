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

    action = _action(memory, form, before[0], now, files)
    scene.person = (*scene.person, *_said(action, memory, form, before, now, files), *_mistakes(memory, form, files))
    head = memory.ruled_head
    entry = {
        "time": round(scene.now, 3),
        "kind": "policy",
        "action": action,
        "root": memory.root,
        "head": head,
        "before": before[1] if before[1] != head else "",
        "form": form,
        "session": scene.event.session,
        "host": scene.event.host,
    }
    append(scene.folder, {key: value for key, value in entry.items() if value})


def _said(
    action: str, memory: Memory, form: str, before: tuple[str, str], now: str, files: list[RuleFile]
) -> tuple[str, ...]:
    """Return what the person is told of a change."""
    name, head = f"{form} of {memory.root}", memory.ruled_head
    old = before[1] if before[1] != head else ""
    if action == "loosening-pending":
        lost = _lost(memory, form, files)
        return (f"an edit that may loosen {name}{lost} waits for a commit; until then the committed form judges too",)
    if action == "committed":
        since = f"; `guardhost diff {old[:12]} {head[:12]}` says what it judges differently" if old and head else ""
        return (f"the committed {name} has changed: HEAD is {head[:12]} now{since}",)
    if action == "removed":
        return (f"{name} is gone, and its rules with it",)
    if not before[0] and not now.partition(" ")[0] and memory.ruled_head:
        return (f"{name} is not committed: until it is, each edit of it counts at once, also a looser one",)
    return ()


def _lost(memory: Memory, form: str, files: list[RuleFile]) -> str:
    """Return the rules of the committed form that the working one has not, or not as they stand there."""
    sides = {file.side: _rules(file) for file in files if file.path == f"{memory.root}/{form}"}
    keys = {key for key, _, _ in sides.get("committed", set()) - sides.get("working", set())}
    rules = (rule for file in files if file.side == "committed" for rule in file.compiled["rules"])
    names = [f"`{rule['id']}`" for rule in rules if rule["key"] in keys]
    return f" ({', '.join(names[:3])}{', ...' if len(names) > 3 else ''})" if names else ""


def _mistakes(memory: Memory, form: str, files: list[RuleFile]) -> list[str]:
    """Return what is wrong with the `builtin` of a file: it raises nothing, and no rule of the file is broken by it."""
    found = [file.compiled for file in files if file.path == f"{memory.root}/{form}" and file.compiled["builtin"]]
    if not found:
        return []
    from guardhost.judgement.raising import mistakes

    wrong = (one for compiled in found for one in mistakes(compiled))
    return list(dict.fromkeys(f"{one['where']}: {one['code']}: {one['what']}; {one['fix']}" for one in wrong))


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
