"""Judgements that the host stopped waiting for: counted from their marks, told once to the agent and to the person."""

from __future__ import annotations

from guardhost.judgement.wording import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.scene import Scene
    from guardhost.world.unfinished import Mark

RULE = "guard-unfinished"


def notice(scene: Scene, mark: str, notes: list[Note], after: list[Callable[[], object]]) -> None:
    """Note how many checks of this session never finished; each is told once."""
    from guardhost.world.unfinished import unfinished

    found = unfinished(scene.session_folder, mark, scene.now)
    if found:
        text = _sentence(len(found), "this session")
        notes.append(Note(text=text, full=text, rule=RULE))
        _forget(found, after)


def waiting(scene: Scene, person: list[str], after: list[Callable[[], object]]) -> None:
    """Tell the person at the start of a session what no judgement of an earlier one could tell."""
    from guardhost.world.unfinished import abandoned

    found = abandoned(scene.lent.state, scene.now)
    if found:
        person.append(_sentence(len(found), "an earlier session"))
        _forget(found, after)


def _sentence(count: int, whose: str) -> str:
    checks = "1 check" if count == 1 else f"{count} checks"
    return f"guardhost: {checks} of {whose} never finished: the host stopped waiting, so the call may have run unjudged"


def _forget(found: tuple[Mark, ...], after: list[Callable[[], object]]) -> None:
    from guardhost.world.marks import clear

    def forget() -> None:
        for mark in found:
            clear(mark.path)

    after.append(forget)
