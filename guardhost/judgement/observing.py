"""Moments that are no call: recorded, remembered, answered harmlessly."""

from __future__ import annotations

from guardhost.judgement.scene import Judged, Scene
from guardhost.model.event import AGENT, DONE, FINISH, PROMPT, SESSION
from guardhost.model.outcome import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.scene import Lent
    from guardhost.model.event import Event


def observe(event: Event, lent: Lent) -> Judged:
    """Record the moment and what it says of the session's agents; at a session's start tell the person what waits."""
    scene = Scene(event, lent)
    outcome = Outcome()
    session_wide = event.moment == AGENT or (event.moment == DONE and event.seam == "spawn")
    if session_wide and (lent.recording or lent.session is not None):
        scene.session.observe(event, scene.now)
    if event.moment in (DONE, PROMPT, FINISH) and scene.ruled(()):
        from guardhost.judgement.moments import note

        outcome = note(scene)
    starts = event.moment == SESSION and "start" in event.name.lower()
    if lent.recording and not lent.state.usable and starts:
        from guardhost.judgement.wording import forgetful

        text = forgetful(lent.state)
        return Judged(outcome=Outcome(context=text, notes=(text,), person=(text,)))
    if not lent.recording or not lent.state.usable:
        return Judged(outcome=outcome)
    from guardhost.judgement.recording import FULL, record

    after: list[Callable[[], object]] = []
    size = record(scene, outcome)
    if starts:
        outcome = Outcome(person=_waiting(scene, size, after))
    if size and (starts or size >= FULL):
        from guardhost.judgement.keeping import keep_up

        keep_up(scene, after)
    return Judged(outcome=outcome, after=tuple(after))


def _waiting(scene: Scene, size: int, after: list[Callable[[], object]]) -> tuple[str, ...]:
    """Return what the person is told when a session starts: checks that never finished, a trail that cannot be kept."""
    from guardhost.judgement.unfinished import waiting

    person: list[str] = []
    waiting(scene, person, after)
    if not size:
        from guardhost.judgement.keeping import unrecorded

        person.append(unrecorded(scene))
    return tuple(person)
