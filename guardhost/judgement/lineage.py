"""The lineage of a policy: each of its changes is an event of the trail, told once, and told to the person."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.asking import Asked
    from guardhost.judgement.loaded import Memory
    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Scene
    from guardhost.judgement.sides import Sides
    from guardhost.judges.caller import Replied


def state_of(asked: Asked, policy: Policy, sides: Sides, memory: Memory) -> str:
    """Return the state of a policy in one word and two digests, "" when nothing of it was loaded.

    `tightened` where the working side judges every seam that the committed one does, `loosening-pending` where it does not.
    """
    replies = {turn.name: reply for one, turn, reply in asked.replies if one is policy}
    working, committed = replies.get("working"), replies.get("committed")
    pending = sides.pending or (committed is not None and working is not None)
    approved = _digest(memory.looked.items()) if memory.form else ""
    if not replies:
        return "removed  " if memory.told and not memory.form and not sides.turns else ""
    if pending and working is None and any(side.name == "working" for side, _ in sides.turns):
        return memory.told  # the committed side's deny left it unasked
    if not pending:
        return f"loaded {approved or _files(policy.root, working or replies.get('person'))} "
    word = "tightened" if _covers(working, committed) else "loosening-pending"
    return f"{word} {approved} {_files(policy.root, working)}"


def _covers(working: Replied | None, committed: Replied | None) -> bool:
    if committed is None:
        return True
    return working is not None and set(working.seams) >= set(committed.seams)


def _files(root: str, reply: Replied | None) -> str:
    from guardhost.world.files import digest, read_own

    return _digest((name, digest(read_own(f"{root}/{name}") or b"")) for name in reply.files) if reply is not None else ""


def _digest(pairs: object) -> str:
    from guardhost.world.files import short

    return short(repr(sorted(pairs)))[:16]  # type: ignore[call-overload] # pairs of text


def tell(scene: Scene, policy: Policy, before: Memory, now: Memory, told: str) -> str:
    """Put the change down in the trail; return what the person is told of it, "" for nothing."""
    from guardhost.world.trail import append

    word = told.split(" ", 1)[0]
    if word == "loaded" and before.told:
        word = "committed" if before.head != now.head and told.split(" ")[1] != before.told.split(" ")[1] else "undone"
    entry = {
        "time": round(scene.now, 3),
        "kind": "policy",
        "action": word,
        "root": policy.root,
        "head": now.head,
        "before": before.head if before.head != now.head else "",
        "form": now.form or policy.form,
        "session": scene.event.session,
        "host": scene.event.host,
    }
    append(scene.folder, {key: value for key, value in entry.items() if value})
    usable = scene.lent.state.usable  # else it would be told with every call
    if word in ("loaded", "tightened") and not now.form and not before.told and policy.place is not None and usable:
        from guardhost.judgement.wording import uncommitted

        return uncommitted(policy.root)
    return _said(word, policy.root, before, now.head)


def _said(word: str, root: str, before: Memory, new: str) -> str:
    if word == "committed":
        old = before.head
        since = f"; `guardhost diff {old[:12]} {new[:12]}` says what it judges differently" if old and new else ""
        return f"the committed policy of {root} has changed: HEAD is {new[:12]} now{since}"
    if word == "removed" and before.form:
        return f"the committed policy of {root} is gone: HEAD is {new[:12]} now and has none"
    if word == "loosening-pending":
        return f"an edit that may loosen the policy of {root} waits for a commit; until then the committed policy judges too"
    return ""
