"""What a phase that ran out of time means for the call."""

from __future__ import annotations

from guardhost.judgement.wording import Note
from guardhost.model.record import Record
from guardhost.model.verdict import Answer, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.asking import Asked
    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Matters, Scene
    from guardhost.judges.caller import Replied, Side


RULE = "guard-deadline"


class Late(Record):
    """A phase that ran out."""

    phase: str
    budget: float
    side: Side
    policy: Policy
    pending: bool
    answered: bool


def out_of_time(scene: Scene, asked: Asked, matters: Matters, reply: Replied, late: Late) -> None:
    """Deny a change, let a read through with a note; a write that may mend a slow policy passes with a note."""
    where = f"{late.policy.root}/{late.side.form}"
    if reply.why == "time":
        do, said = "make the policy answer in time", f"the phase `{late.phase}` ran out of its {late.budget:.1f} s"
    else:
        do = "mend the judge, which ended without an answer"
        said = f"the phase `{late.phase}` (budget {late.budget:.1f} s) ended early: {reply.why}"
    key = f"{late.phase}\0{where}"
    if not scene.lent.hosted:
        _deny(asked, late, f"not graded: {said}")
    elif matters.read_only:
        full = f"{said}; this call only reads, so it passes unjudged by {where}"
        asked.notes.append(Note(text=f"{said}; this read passes unjudged", full=full, rule=RULE, key=key))
    elif _mends(scene, late) and (not late.pending or late.answered):
        full = f"{said}; this write to a file of the policy passes so that a policy like that can be mended"
        asked.notes.append(Note(text=full, full=full, rule=RULE, key=key))
    else:
        what = "A call that changes something does not pass unjudged."
        _deny(asked, late, f"{do}, then try again: {said}\n{what} The policy is {where}.")


def _deny(asked: Asked, late: Late, reason: str) -> None:
    asked.answer = merge(asked.answer, Answer(decision="deny", reason=reason, rule=RULE, source=late.side.name))


def _mends(scene: Scene, late: Late) -> bool:
    """Whether the call is an edit, by an edit tool, of files that the policy loads."""
    from guardhost.judgement.loaded import remembered
    from guardhost.world.files import real_path

    if scene.event.seam != "write" or not scene.event.writes:
        return False
    root = real_path(late.policy.root)
    policy = {f"{root}/{name}" for name in (late.side.form, *remembered(scene.lent.state, late.policy.root))}
    return all(
        real_path(f"{scene.event.cwd}/{call.path}" if call.path[:1] != "/" else call.path) in policy
        for call in scene.event.writes
    )
