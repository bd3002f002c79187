"""Advice for a host that has no field for it at the moment: it waits for the next event that can carry it."""

from __future__ import annotations

import posix

from guardhost.world.files import open_own, read_own, unlink
from guardhost.world.state import of_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.judgement.scene import Lent
    from guardhost.model.event import Event
    from guardhost.model.outcome import Outcome

MOST = 8 * 1024  # bytes; what is over it is told by `guardhost log` alone
BETWEEN = b"\0"


def with_waiting(event: Event, outcome: Outcome, adapter: Any, lent: Lent) -> Outcome:
    """Return the outcome with what waited, or keep its own advice where the event cannot carry it.

    An ask or a deny before a call carries everything; of the others those that the adapter's `CARRIES` names do.
    """
    carries: tuple[str, ...] | None = getattr(adapter, "CARRIES", None)
    if carries is None or not lent.state.usable or not event.session:
        return outcome
    path = f"{of_session(lent.state, event.host, event.session)}/waiting"
    advises = outcome.decision in ("allow", "advise")
    if event.name in carries or (event.moment == "call" and not advises):
        return _taken(path, outcome, advises=advises)
    if event.moment == "call" and (outcome.context or outcome.notes):
        _keep(path, outcome, "of an earlier call")
    elif event.moment == "finish" and outcome.decision == "advise" and outcome.context:
        _keep(path, outcome, "of the turn before")
    return outcome


def _keep(path: str, outcome: Outcome, whence: str) -> None:
    text = outcome.context or "\n\n".join(outcome.notes)
    text = f"{whence}: {text}" + (f"\n[{outcome.rule}]" if outcome.rule and f"[{outcome.rule}]" not in text else "")
    data = text.encode("utf-8", "surrogatepass") + BETWEEN
    try:
        fd = open_own(path, posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT)
        try:
            if posix.fstat(fd).st_size + len(data) <= MOST:
                posix.write(fd, data)
        finally:
            posix.close(fd)
    except OSError:
        return  # the trail has it


def _taken(path: str, outcome: Outcome, *, advises: bool) -> Outcome:
    mine = f"{path}.{posix.getpid()}"
    try:
        posix.rename(path, mine)  # two hooks at once: one of them tells it
    except OSError:
        return outcome
    data = read_own(mine, MOST) or b""
    unlink(mine)
    texts = tuple(dict.fromkeys(one.decode("utf-8", "replace") for one in data.split(BETWEEN) if one))
    if not texts:
        return outcome
    if not advises:
        return outcome.replace(notes=(*outcome.notes, *texts))
    context = "\n\n".join((outcome.context, *texts) if outcome.context else texts)
    return outcome.replace(context=context)
