"""What a hook says in a host's dialect where the guard itself is missing. The adapter's own replies say it."""

from __future__ import annotations

from guardhost.hosts import adapter
from guardhost.hosts.reply import Reply
from guardhost.model.event import CALL, NOTE, Event
from guardhost.model.outcome import Outcome


def _event(host: str, name: str) -> Event:
    moment = adapter(host).EVENTS.get(name, (NOTE,))[0]
    if host == "generic" and not name:
        name = moment = CALL  # what calls us without an event's name has a call
    return Event(moment=moment, host=host, dialect=host, name=name)


def gone(host: str, name: str, text: str) -> Reply:
    """Return what is said where the guard is missing: it tells whom the host lets it tell, and stops nothing."""
    event = _event(host, name)
    told = Outcome(decision="advise", context=text, person=(text,))
    if host == "generic":
        told = Outcome(decision="advise", context=text) if event.moment == CALL else Outcome(notes=(text,))
    reply: Reply = adapter(host).encode(told, event)
    shown = text in reply.stdout or text in reply.stderr
    return reply if shown else reply.replace(stderr=f"{text}\n")


def refusal(host: str, name: str, text: str) -> Reply:
    """Return what is said where the guard is missing and required: a deny before a call, else nothing."""
    event = _event(host, name)
    if event.moment != CALL:
        return nothing(host, name)
    reply: Reply = adapter(host).encode(Outcome(decision="deny", reason=text), event)
    return reply


def nothing(host: str, name: str) -> Reply:
    """Return what is said where there is nothing to say: the host goes its own way."""
    reply: Reply = adapter(host).encode(Outcome(), _event(host, name))
    return reply
