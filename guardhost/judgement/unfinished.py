"""Judgements that the host stopped waiting for: counted from their marks, told once to the agent and to the person."""

from __future__ import annotations

from guardhost.judgement.wording import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.scene import Scene
    from guardhost.model.verdict import Answer
    from guardhost.world.unfinished import Mark

RULE = "guard-unfinished"
MOST_TOLD = 3  # answers of judgements that never finished
MOST_REASON = 400  # characters


def write_down(scene: Scene, answer: Answer) -> None:
    """Put down in the mark what is decided so far: the code that runs next may end this process."""
    from guardhost.judgement.recording import masked
    from guardhost.world.unfinished import decided

    decided(scene.mark, answer.decision, answer.rule, masked(answer.reason.strip())[:MOST_REASON])


def notice(scene: Scene, notes: list[Note], after: list[Callable[[], object]]) -> None:
    """Note how many checks of this session never finished; each is told once."""
    from guardhost.world.unfinished import unfinished

    found = unfinished(scene.session_folder, scene.mark, scene.now)
    if found:
        text = _sentence(found, "this session")
        notes.append(Note(text=text, full=text, rule=RULE))
        _forget(found, after)


def waiting(scene: Scene, person: list[str], after: list[Callable[[], object]]) -> None:
    """Tell the person at the start of a session what no judgement of an earlier one could tell."""
    from guardhost.world.unfinished import abandoned

    found = abandoned(scene.lent.state, scene.now)
    if found:
        person.append(_sentence(found, "an earlier session"))
        _forget(found, after)


def _sentence(found: tuple[Mark, ...], whose: str) -> str:
    checks = "1 check" if len(found) == 1 else f"{len(found)} checks"
    text = f"guardhost: {checks} of {whose} never finished: the host stopped waiting, so the call may have run unjudged"
    answers = dict.fromkeys(f"{mark.decision} [{mark.rule}]: {mark.reason}" for mark in found if mark.decision)
    return "\n".join([text, *(f"Before it ended, one had decided {one}" for one in list(answers)[:MOST_TOLD])])


def _forget(found: tuple[Mark, ...], after: list[Callable[[], object]]) -> None:
    from guardhost.world.marks import clear

    def forget() -> None:
        for mark in found:
            clear(mark.path)

    after.append(forget)
