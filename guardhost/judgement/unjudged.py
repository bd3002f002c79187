"""Put down in the trail what could not be judged: a payload that cannot be read, a crash, a judgement that came too late."""

from __future__ import annotations

from guardhost.judgement.scene import Scene
from guardhost.model.event import CALL, UNREAD, Event
from guardhost.model.outcome import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.scene import Lent


def unjudged(event: Event | None, lent: Lent, outcome: Outcome, host: str, name: str, cwd: str) -> None:
    """Record what was answered without a judgement; `event` is None where the payload could not be read.

    `host` and `name` are those of the wired command, `cwd` where the hook runs, when there is no event to say more.
    """
    if not lent.state.usable or (event is not None and event.moment != CALL):
        return
    from guardhost.judgement.recording import record

    if event is None:
        event = Event(host=host, dialect=host, name=name, seam=UNREAD, cwd=cwd)
    elapsed = (lent.clock.now() - lent.began) * 1000
    record(Scene(event, lent), outcome.replace(elapsed_ms=elapsed))
