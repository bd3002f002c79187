"""From the merged answer and its notes to the outcome that the host is given."""

from __future__ import annotations

from guardhost.judgement.wording import body, denied, denied_again, forgetful, kept
from guardhost.model.outcome import Outcome
from guardhost.model.verdict import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.scene import Matters, Scene
    from guardhost.judgement.wording import Note


def answered(
    scene: Scene, matters: Matters, answer: Answer | None, notes: list[Note], after: list[Callable[[], object]]
) -> Outcome:
    """Return the outcome: the answer in words, with every note on it."""
    noted = tuple(dict.fromkeys(note.rule for note in notes))
    told = tuple(dict.fromkeys(_note_text(scene, note, after) for note in notes))
    if scene.lent.recording and not scene.lent.state.usable:
        told = (*told, forgetful(scene.lent.state))
    return _spoken(scene, matters, answer, told, after, noted[0] if noted else "").replace(noted=noted)


def _spoken(
    scene: Scene,
    matters: Matters,
    answer: Answer | None,
    told: tuple[str, ...],
    after: list[Callable[[], object]],
    rule: str,
) -> Outcome:
    if answer is None:
        return Outcome(decision="advise", context=_with_notes("", told), rule=rule, notes=told, person=told)
    if answer.decision == "deny":
        return _deny(scene, matters, answer, told, after)
    if answer.decision == "ask":
        text = _with_notes(body(answer), told)
        outcome = Outcome(
            decision="ask", reason=text, rule=answer.rule, decided_by=answer.source, next=answer.next, mode=answer.mode
        )
    else:
        text = _with_notes(body(answer), told)
        outcome = Outcome(
            decision="advise", context=text, rule=answer.rule, decided_by=answer.source, next=answer.next, mode=answer.mode
        )
    _serve(scene, answer, after)
    return outcome.replace(notes=told, person=told)


def _with_notes(text: str, told: tuple[str, ...]) -> str:
    return "\n\n".join(part for part in (text, *told) if part)


def _note_text(scene: Scene, note: Note, after: list[Callable[[], object]]) -> str:
    """Return a note in full the first time in a session, in one line later."""
    if not note.full or not note.key:
        return note.full or note.text
    session, key = scene.session, f"{note.rule}\0{note.key}"
    if session.was_told(key):
        return note.text
    after.append(lambda: session.tell(key))
    return note.full


def _serve(scene: Scene, answer: Answer, after: list[Callable[[], object]]) -> None:
    if answer.next and scene.lent.recording:
        from guardhost.world.served import serve

        after.append(lambda: serve(scene.folder, scene.workspace, answer.next))


def _deny(
    scene: Scene, matters: Matters, answer: Answer, told: tuple[str, ...], after: list[Callable[[], object]]
) -> Outcome:
    programs = len(matters.reading.commands) if matters.reading is not None else 1
    text, ref = denied(answer, programs, ""), ""
    if kept(answer.rule) and scene.lent.recording and scene.lent.state.usable:
        text, ref = _kept(scene, answer, programs, after)
    _serve(scene, answer, after)
    return Outcome(
        decision="deny",
        mode=answer.mode,
        reason=_with_notes(text, told),
        rule=answer.rule,
        ref=ref,
        decided_by=answer.source,
        next=answer.next,
        notes=told,
        person=told,
    )


def _kept(scene: Scene, answer: Answer, programs: int, after: list[Callable[[], object]]) -> tuple[str, str]:
    """Return (text, ref): the whole text the first time in a session, one line later; whole when it cannot be kept."""
    from guardhost.judgement.recording import masked
    from guardhost.world.refs import store

    full = f"{denied(answer, programs, '')}\n\nrule: {answer.rule}\ndecided by: {answer.source}"
    ref = store(scene.folder, masked(full))
    if not ref:
        return denied(answer, programs, ""), ""
    session, key = scene.session, f"denied\0{answer.rule}\0{ref}"  # another text is another refusal
    if session.was_told(key):
        return denied_again(answer, ref), ref
    after.append(lambda: session.tell(key))
    return denied(answer, programs, ref), ref
