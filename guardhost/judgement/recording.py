"""Put one event down in the trail."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.judgement.scene import Scene
    from guardhost.model.event import Event
    from guardhost.model.outcome import Outcome

PREVIEW = 160  # characters of what was asked that the record itself carries


def record(scene: Scene, outcome: Outcome) -> None:
    """Record what was asked and what was decided. A record that cannot be kept is said to the person by the doctor."""
    lent = scene.lent
    if not lent.state.usable:
        return
    from guardhost import __version__
    from guardhost.world.trail import append

    event = scene.event
    entry: dict[str, Any] = {
        "time": round(scene.now, 3),
        "kind": event.seam or event.moment,
        "host": event.host,
        "session": event.session,
        "agent": event.agent,
        "call_id": event.call_id,
        "tool": event.tool or event.name,
        "cwd": event.cwd,
        **_asked(scene, event),
        "decision": outcome.decision,
        "rule": outcome.rule,
        "decided_by": outcome.decided_by,
        "read_only": outcome.read_only,
        "elapsed_ms": round(outcome.elapsed_ms, 2),
        "version": __version__,
    }
    if event.status is not None:
        entry["status"] = event.status
    if outcome.ref:
        entry["ref"] = outcome.ref
    if outcome.next:
        entry["next"] = list(outcome.next)
    append(scene.folder, {key: value for key, value in entry.items() if value not in ("", None)})


def _asked(scene: Scene, event: Event) -> dict[str, Any]:
    """Return what was asked as the person's settings want it: its text as a blob with a preview, its digest, or nothing."""
    text = asked_text(event)
    how = scene.settings.record if scene.settings is not None else "text"
    named = (
        {"description": event.spawn.description, "to": event.spawn.to} if event.spawn is not None and how == "text" else {}
    )
    if not text or how == "off":
        return named
    if how == "text" and len(text) <= PREVIEW and "\n" not in text:
        return {**named, "text": text}
    data = text.encode("utf-8", "surrogateescape")
    if how == "digest":
        from guardhost.world.files import digest

        return {"asked": digest(data)}
    from guardhost.world.trail import put_blob

    return {**named, "asked": put_blob(scene.folder, data), "text": text[:PREVIEW].split("\n", 1)[0] + " ..."}


def asked_text(event: Event) -> str:
    """Return what a call asks for, as text."""
    if event.seam == "command":
        return event.command
    if event.seam == "write":
        from guardhost.model.jsontext import encode

        return encode([dict(call.__dict__) for call in event.writes])
    if event.seam == "spawn" and event.spawn is not None:
        return event.spawn.prompt
    if event.seam == "tool":
        from guardhost.model.jsontext import encode

        return encode(dict(event.args))
    return event.text
