"""What a judgement leaves for the next one: a policy's files, what HEAD has of them, the keys that were spent."""

from __future__ import annotations

from guardhost.judgement.loaded import Memory, hold, recall
from guardhost.judges.source import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.asking import Asked
    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Lent, Scene
    from guardhost.judgement.sides import Sides
    from guardhost.model.outcome import Outcome


MOST_FILES = 2000


def remember_policies(scene: Scene, asked: Asked, outcome: Outcome, after: list[Callable[[], object]]) -> str:
    """Keep what the loads read, tell the trail of a policy's change, spend the keys of every side whose verdict is told.

    Returns the digest of the policies that judged.
    """
    states = [_state(scene, asked, policy, sides) for policy, sides in asked.sided] if scene.lent.recording else []
    if scene.lent.memories is not None:
        for policy, sides in asked.sided:
            _hold(scene.lent, asked, policy, sides)
    spent: set[tuple[str, str]] = set()
    told = asked.answer.decision if outcome.decision != "allow" else "allow"
    for decision, keys in asked.spoken:
        if decision in ("allow", told):
            spent |= keys
    if spent:
        after.append(lambda: asked.shared.spend(spent))
    return ",".join(state.partition(" ")[2].strip().replace(" ", "+") for state in states if state)


def _hold(lent: Lent, asked: Asked, policy: Policy, sides: Sides) -> None:
    """Hold in this process what a commit has, so that the next event of a batch asks git nothing."""
    if sides.memory is None or sides.kept or _settled(asked, policy, sides):
        return
    looked = dict(sides.committed.looked) if sides.committed is not None else sides.memory.looked
    hold(lent, sides.memory.replace(looked=looked))


def _state(scene: Scene, asked: Asked, policy: Policy, sides: Sides) -> str:
    """Return the state of a policy that judged, as the trail is told it: a word and the digests of its files."""
    if policy.name != "repository":
        from guardhost.judgement.lineage import state_of

        return state_of(asked, policy, sides, Memory(root=policy.root))
    if not _settled(asked, policy, sides):
        return _remember(scene, asked, policy, sides)
    return sides.memory.told if sides.memory is not None else ""


def _settled(asked: Asked, policy: Policy, sides: Sides) -> bool:
    """Whether one run served both sides and its load read nothing that is not remembered: then there is nothing to keep."""
    if sides.committed is not None or sides.pending or len(sides.turns) != 1 or policy.place is None:
        return False
    source = sides.turns[0][0].source
    known = source.known if isinstance(source, Snapshot) else ()
    return bool(known) and all(set(reply.files) <= set(known) for one, _, reply in asked.replies if one is policy)


def _remember(scene: Scene, asked: Asked, policy: Policy, sides: Sides) -> str:
    """Keep a policy's memory where it has changed, and return its state; a HEAD that lacks the kept copy leaves it be."""
    before = recall(scene.lent.state, policy.root)
    now = sides.memory if sides.memory is not None and not sides.kept else before
    if sides.committed is not None and not sides.kept:
        now = now.replace(looked=dict(sides.committed.looked))
    now = now.replace(files=_files(asked, policy, before, now), told=before.told)
    from guardhost.judgement.lineage import state_of, tell

    told = state_of(asked, policy, sides, now)
    if told and told != before.told:
        said = tell(scene, policy, before, now, told)
        asked.person.extend([said] if said else [])
        now = now.replace(told=told)
    if _fields(now) != _fields(before):
        hold(scene.lent, now)
    return told


def _fields(memory: Memory) -> tuple[object, ...]:
    return memory.head, memory.form, dict(memory.looked), memory.files, memory.told


def _files(asked: Asked, policy: Policy, before: Memory, now: Memory) -> tuple[str, ...]:
    """Return what is policy from now on: what this load read or looked for, and while HEAD stays what others did."""
    found = {name for one, _, reply in asked.replies if one is policy for name in (*reply.files, *reply.absent)}
    if before.head == now.head:
        found.update(before.files)
    return tuple(sorted(found))[:MOST_FILES]
