"""Ask the judges of every policy that applies, side by side, within the phases of the deadline."""

from __future__ import annotations

from guardhost.judgement.deadline import CALL_COMMITTED, CALL_WORKING, LOAD, Deadline
from guardhost.judgement.facts import Facts, Shared
from guardhost.judgement.policies import Sides, usual_sides
from guardhost.judgement.requests import requests
from guardhost.model.verdict import ALLOW, Answer, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Matters, Scene
    from guardhost.judgement.wording import Note
    from guardhost.judges.caller import Replied, Side
    from guardhost.model.errors import PolicyError
    from guardhost.model.request import Request

    After = list[Callable[[], object]]
    Asks = tuple[tuple[str, Request], ...]

PHASES = {"committed": CALL_COMMITTED, "working": CALL_WORKING, "person": "call-person"}


class Asked:
    """What the policies said, gathered while they are asked."""

    __slots__ = ("after", "answer", "notes", "replies", "shared", "spoken")

    def __init__(self, so_far: Answer, shared: Shared) -> None:
        self.answer = so_far
        self.notes: list[Note] = []
        self.replies: list[tuple[Policy, Side, Replied]] = []
        self.shared = shared
        self.after: After = []  # what can wait until the answer is given
        self.spoken: list[tuple[str, set[tuple[str, str]]]] = []  # (decision, keys asked for) a side


def ask_policies(scene: Scene, policies: tuple[Policy, ...], matters: Matters, so_far: Answer | None) -> Asked:
    """Ask the policies in order until one denies; no side after a deny is asked."""
    asked = Asked(ALLOW if so_far is None else so_far, Shared(scene))
    sided = [(policy, _sides(scene, asked, policy)) for policy in policies]
    deadline = Deadline(
        scene.lent.clock, scene.lent.began, scene.lent.total, 1 + sum(len(sides.sides) for _, sides in sided)
    )
    deadline.enter(LOAD)
    for policy, sides in sided:
        answered = False
        workspace = scene.workspace if policy.name == "person" else policy.root
        asks = requests(scene, workspace, matters) if sides.sides else ()
        for side in sides.sides:
            if asked.answer.decision == "deny":
                return asked
            phase = PHASES.get(side.name, CALL_WORKING)
            budget = deadline.enter(phase)
            facts = Facts(asked.shared, side.source, policy.place or scene.place)
            reply = _run(scene, side, asks, facts, budget, asked.after)
            asked.replies.append((policy, side, reply))
            _take(scene, asked, side, reply, facts)
            if reply.kind == "out_of_time":
                from guardhost.judgement.late import Late, out_of_time

                late = Late(phase=phase, budget=budget, side=side, policy=policy, pending=sides.pending, answered=answered)
                out_of_time(scene, asked, matters, reply, late)
            answered = answered or (reply.kind == "answered" and side.name == "committed")
    return asked


def _run(scene: Scene, side: Side, asks: Asks, facts: Facts, budget: float, after: After) -> Replied:
    if scene.lent.run is not None:
        return scene.lent.run(side, asks, facts, budget)
    from guardhost.judges.caller import Spare, call

    return call(side, asks, facts, budget, scene.lent.clock, Spare(_prepare, after))


def _prepare() -> None:
    """Load, while a child is at work, what the host process needs once it has answered."""
    import select  # noqa: F401 - waited with

    import guardhost.judgement.recording
    import guardhost.judgement.remembering  # noqa: F401 - put down with


def _sides(scene: Scene, asked: Asked, policy: Policy) -> Sides:
    if policy.error is not None:
        _failed(scene, asked, "working" if policy.name == "repository" else "person", policy.error)
        return Sides()
    return (scene.lent.sides or usual_sides)(policy, scene.lent)


def failure_rule(scene: Scene) -> str:
    """Return the id under which a failure of this seam is told."""
    return f"workspace-{scene.event.seam}-failed"


def _failed(scene: Scene, asked: Asked, side: str, error: PolicyError) -> None:
    _failure(scene, asked, side, str(error))


def _failure(scene: Scene, asked: Asked, side: str, error: str) -> None:
    rule = failure_rule(scene)
    from guardhost.judgement.wording import Note

    whose = "your own policy" if side == "person" else f"the {side} policy"
    full = f"{whose} failed and judged nothing here: {error}\nThe built-in rules and every other source still applied."
    asked.notes.append(
        Note(text=f"{whose} is still failing; the other sources applied", full=full, rule=rule, key=f"{side}\0{error}")
    )
    stance = scene.settings.on_judge_error if scene.settings is not None else "allow"
    if stance in ("ask", "deny"):
        reason = f"mend the policy first: {whose} failed, and your settings say `on_judge_error: {stance}`\n{error}"
        asked.answer = merge(asked.answer, Answer(decision=stance, reason=reason, rule=rule, source=side))


def _take(scene: Scene, asked: Asked, side: Side, reply: Replied, facts: Facts) -> None:
    spoken = Answer()
    for seam, verdict in reply.verdicts:
        answer = Answer(
            decision=verdict.decision,
            reason=verdict.reason,
            rule="" if verdict.decision == "allow" else f"workspace:{verdict.rule or seam}",
            source=side.name,
            next=verdict.next,
        )
        spoken = merge(spoken, answer)
    asked.spoken.append((spoken.decision, facts.asked))
    asked.answer = merge(asked.answer, spoken)
    for failure in reply.failures:
        _failure(scene, asked, side.name, failure)
    if reply.kind == "failed":
        place = f"{reply.where}: " if reply.where else ""
        _failure(scene, asked, side.name, f"{place}{reply.error}")
