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
    said = (
        f"the phase `{late.phase}` ran out of its {late.budget:.1f} s"
        if reply.why == "time"
        else f"the phase `{late.phase}` gave no whole answer ({reply.why}; budget {late.budget:.1f} s)"
    )
    rule = "guard-deadline"
    if not scene.lent.hosted:
        answer = Answer(decision="deny", reason=f"not graded: {said}", rule=rule, source=late.side.name)
        asked.answer = merge(asked.answer, answer)
    elif matters.read_only:
        text = f"{said}; this call only reads, so it passes unjudged by {late.policy.root}/{late.policy.form}"
        asked.notes.append(Note(text=text, full=text, rule=rule))
    elif _mends(scene, late) and (not late.pending or late.answered):
        text = f"{said}; this write to a file of the policy passes so that a slow policy can be mended"
        asked.notes.append(Note(text=text, full=text, rule=rule))
    else:
        where = f"{late.policy.root}/{late.policy.form}"
        what = "A call that changes something does not pass unjudged."
        reason = f"make the policy answer in time, then try again: {said}\n{what} The policy is {where}."
        asked.answer = merge(asked.answer, Answer(decision="deny", reason=reason, rule=rule, source=late.side.name))


def _mends(scene: Scene, late: Late) -> bool:
    """Whether the call is an edit, by an edit tool, of files that the policy loads."""
    from guardhost.judgement.loaded import remembered
    from guardhost.judgement.requests import joined
    from guardhost.world.files import real_path

    if scene.event.seam != "write" or not scene.event.writes:
        return False
    root = real_path(late.policy.root)
    policy = {f"{root}/{name}" for name in (late.policy.form, *remembered(scene.lent.state, root))}
    return all(real_path(joined(scene.event.cwd, call.path)) in policy for call in scene.event.writes)
