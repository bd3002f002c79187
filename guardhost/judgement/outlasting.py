"""What a call leaves behind that later calls of the session are judged by: files that it downloads, aliases that it sets."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.scene import Matters
    from guardhost.model.line import Command
    from guardhost.world.session import Session

MOST = 50  # keys of one call


def keys(matters: Matters) -> tuple[str, ...]:
    """Return the keys to remember a call by."""
    from guardhost.builtin.fetching import fetches

    reading, effects = matters.reading, matters.effects
    if reading is None or effects is None:
        return ()
    found: list[str] = []
    names = {command.program for command in reading.commands if fetches(command)}
    fresh: set[str] = set()
    for touch in effects.changes:
        brought = touch.via in names or (bool(names) and touch.via in ("tee", "dd", "sponge"))
        if touch.path and (brought or touch.source in fresh):
            fresh.add(touch.path)
    found.extend(f"downloaded:{path}" for path in sorted(fresh))
    if fresh:
        found.append("downloads")
    found.extend(f"alias:{name}" for command in reading.commands if (name := _alias(command)))
    return tuple(found[:MOST])


def _alias(command: Command) -> str:
    vcs = command.vcs
    if vcs is None or vcs.subcommand != "config":
        return ""
    for at, word in enumerate(vcs.args):
        if word.lower().startswith("alias.") and at + 1 < len(vcs.args):
            value = vcs.args[at + 1]
            return str(word)[6:] if not value.known or value.startswith("!") else ""
    return ""


def remember(session: Session, matters: Matters) -> None:
    """Put the keys into the session's memory."""
    for key in keys(matters):
        session.tell(key)
