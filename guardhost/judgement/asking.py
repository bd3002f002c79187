"""Ask the judges of every policy that applies, side by side, within the phases of the deadline."""

from __future__ import annotations

from guardhost.judgement.deadline import LOAD, RESOLVE, Deadline
from guardhost.judgement.facts import Facts, Shared
from guardhost.judgement.requests import requests
from guardhost.judgement.sides import resolve
from guardhost.model.verdict import ALLOW, Answer, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.policies import Policy
    from guardhost.judgement.scene import Matters, Scene
    from guardhost.judgement.sides import Sides
    from guardhost.judgement.wording import Note
    from guardhost.judges.caller import Replied, Side
    from guardhost.model.errors import PolicyError
    from guardhost.model.request import Request

    After = list[Callable[[], object]]
    Asks = tuple[tuple[str, Request], ...]


class Asked:
    """What the policies said, gathered while they are asked."""

    __slots__ = ("after", "answer", "notes", "person", "replies", "shared", "sided", "spoken")

    def __init__(self, so_far: Answer, shared: Shared) -> None:
        self.answer = so_far
        self.notes: list[Note] = []
        self.person: list[str] = []  # what the person alone is told: changes of a policy
        self.replies: list[tuple[Policy, Side, Replied]] = []
        self.sided: list[tuple[Policy, Sides]] = []
        self.shared = shared
        self.after: After = []  # what can wait until the answer is given
        self.spoken: list[tuple[str, set[tuple[str, str]]]] = []  # (decision, keys asked for) a side


def ask_policies(scene: Scene, policies: tuple[Policy, ...], matters: Matters, so_far: Answer | None) -> Asked:
    """Ask the policies in order until one denies; no side after a deny is asked."""
    asked = Asked(ALLOW if so_far is None else so_far, Shared(scene))
    # Two phases of reading, then each policy has two sides at the most.
    deadline = Deadline(scene.lent.clock, scene.lent.began, scene.lent.total, 2 + 2 * len(policies))
    deadline.enter(LOAD)
    sided = [(policy, _sides(scene, asked, policy, deadline.enter(RESOLVE))) for policy in policies]
    deadline.plan(sum(max(1, len(sides.turns)) for _, sides in sided))
    for policy, sides in sided:
        _told(scene, asked, policy, sides)
        if asked.answer.decision != "deny":
            _ask(scene, asked, policy, sides, matters, deadline)
        asked.sided.append((policy, sides))
        if sides.committed is not None:
            asked.after.append(sides.committed.close)  # a first load reads its files through it
    return asked


def _ask(scene: Scene, asked: Asked, policy: Policy, sides: Sides, matters: Matters, deadline: Deadline) -> None:
    """Ask the sides of one policy in order; what the first answers says whether another is needed."""
    turns = list(sides.turns)
    asks = requests(scene, scene.workspace if policy.name == "person" else policy.root, matters) if turns else ()
    answered = False
    compiled: After = []
    while turns and asked.answer.decision != "deny":
        side, phase = turns.pop(0)
        budget = deadline.enter(phase)
        facts = Facts(asked.shared, side.source, policy.place or scene.place)
        _done(compiled)  # what one side compiles is kept before code of another starts
        if side.name == "working" and asked.answer.decision != "allow" and scene.mark:
            from guardhost.judgement.unfinished import write_down

            write_down(scene, asked.answer)
        reply = _run(scene, side, asks, facts, budget, asked.after, compiled)
        asked.replies.append((policy, side, reply))
        _take(scene, asked, side, reply, facts)
        following = sides.more(side, reply) if sides.more is not None else ()
        turns.extend(following)
        pending = sides.pending or bool(following)
        if reply.kind == "out_of_time":
            from guardhost.judgement.late import Late, out_of_time

            late = Late(phase=phase, budget=budget, side=side, policy=policy, pending=pending, answered=answered)
            out_of_time(scene, asked, matters, reply, late)
        answered = answered or (reply.kind == "answered" and side.name == "committed")
    asked.after.extend(compiled)


def _done(steps: After) -> None:
    while steps:
        steps.pop(0)()


def _told(scene: Scene, asked: Asked, policy: Policy, sides: Sides) -> None:
    """Say what was wrong with the committed side before anything is asked."""
    if not sides.problem and not sides.kept:
        return
    if sides.late:
        reason = f"try again once git answers: the phase `{RESOLVE}` ran out of its time in {policy.root}"
        asked.answer = merge(asked.answer, Answer(decision="deny", reason=reason, rule="guard-deadline", source="committed"))
        return
    from guardhost.judgement.wording import Note

    if sides.kept:
        why = f" ({sides.problem})" if sides.problem else ""
        full = (
            f"HEAD of {policy.root} gives no policy although one was judged before{why}; the last committed one still judges"
        )
        asked.notes.append(
            Note(text="the last committed policy still judges", full=full, rule="guard-kept", key=policy.root)
        )
    else:
        _failure(scene, asked, "committed", sides.problem)


def _run(scene: Scene, side: Side, asks: Asks, facts: Facts, budget: float, after: After, compiled: After) -> Replied:
    if scene.lent.run is not None:
        return scene.lent.run(side, asks, facts, budget)
    from guardhost.judges.caller import call

    return call(side, asks, facts, budget, scene.lent.clock, lambda: _prepare(scene), after, compiled)


def _prepare(scene: Scene) -> None:
    """Do, while a child is at work, what the host process needs once it has answered."""
    import select  # noqa: F401 - waited with

    import guardhost.judgement.remembering  # noqa: F401 - put down with
    from guardhost.judgement.recording import asked_text

    if scene.text is None:
        scene.text = asked_text(scene.event)


def _sides(scene: Scene, asked: Asked, policy: Policy, seconds: float) -> Sides:
    if policy.error is not None:
        _failed(scene, asked, "working" if policy.name == "repository" else "person", policy.error)
    if scene.lent.sides is not None:
        return scene.lent.sides(policy, scene.lent)
    return resolve(policy, scene.lent, lambda: scene.git, seconds)


def _failed(scene: Scene, asked: Asked, side: str, error: PolicyError) -> None:
    _failure(scene, asked, side, str(error))


def _failure(scene: Scene, asked: Asked, side: str, error: str, seam: str = "") -> None:
    """Tell what failed: a whole side (no `seam`), or one judge or rule of it (`<name>: <error>, <file:line>`)."""
    from guardhost.judgement.wording import failure

    rule = f"workspace-{seam or scene.event.seam}-failed"
    note = failure(side, error, rule, whole=not seam)
    asked.notes.append(note)
    stance = scene.settings.on_judge_error if scene.settings is not None else "allow"
    if stance in ("ask", "deny"):
        reason = f"mend the policy first: your settings say `on_judge_error: {stance}`\n{note.full}"
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
    if reply.kind == "answered":
        asked.spoken.append((spoken.decision, facts.asked))
    asked.answer = merge(asked.answer, spoken)
    for failure, seam in zip(reply.failures, reply.failed_seams, strict=False):
        _failure(scene, asked, side.name, failure, seam)
    if reply.kind == "failed":
        place = f"{reply.where}: " if reply.where else ""
        _failure(scene, asked, side.name, f"{place}{reply.error}")
