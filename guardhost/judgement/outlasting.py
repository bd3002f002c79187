"""What a call leaves behind that later calls of the session are judged by: files that it downloads, aliases that it sets."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.scene import Matters
    from guardhost.model.line import Command
    from guardhost.world.session import Session

MOST = 50  # keys of one call


def keys(matters: Matters, session: Session | None = None, here: str = "") -> tuple[str, ...]:
    """Return the keys to remember a call by; `session` tells what earlier ones left."""
    from guardhost.builtin.fetching import decodes, fetches

    reading, effects = matters.reading, matters.effects
    if reading is None or effects is None:
        return ()
    found: list[str] = []
    names = {command.program for command in reading.commands if fetches(command) or decodes(command)}
    names.update(one for command in reading.commands for one in command.wrappers if fetches(command) and command.program)
    fresh: set[str] = set()
    for touch in effects.changes:
        brought = touch.via in names or (bool(names) and touch.via in ("tee", "dd", "sponge"))
        old = session is not None and bool(touch.source) and session.was_told(f"downloaded:{touch.source}")
        if touch.path and (brought or old or touch.source in fresh):
            fresh.add(touch.path)
    found.extend(f"downloaded:{path}" for path in sorted(fresh))
    if fresh:
        found.append("downloads")
    found.extend(f"alias:{name}" for command in reading.commands if (name := _alias(command)))
    found.extend(_paths(matters, here))
    return tuple(found[:MOST])


def _paths(matters: Matters, here: str) -> list[str]:
    """Folders that are put in front of PATH for what comes after."""
    reading = matters.reading
    if reading is None:
        return []
    from guardhost.shell.scope import against

    lasting = (c for c in reading.commands if c.program in ("export", "declare", "typeset", "fish_add_path"))
    said = [(word.raw, command.cwd) for command in lasting for word in command.args if word.startswith("PATH=")]
    said.extend((f"PATH={word.raw}", None) for name, word in reading.assignments if name == "PATH")
    found: list[str] = []
    for raw, cwd in said:
        front = raw.partition("=")[2].strip("\"'").replace("${PWD}", ".").replace("$PWD", ".").replace("$(pwd)", ".")
        for entry in front.split("$PATH")[0].split("${PATH")[0].split(":"):
            place = against(entry, cwd or here) if entry and "$" not in entry and entry[0] != "~" else None
            found.extend((f"path:{place}",) if place else ())
    return [*found, *(("paths",) if found else ())]


def _alias(command: Command) -> str:
    vcs = command.vcs
    if vcs is None or vcs.subcommand != "config":
        return ""
    for at, word in enumerate(vcs.args):
        if word.lower().startswith("alias.") and at + 1 < len(vcs.args):
            value = vcs.args[at + 1]
            return str(word)[6:] if not value.known or value.startswith("!") else ""
    return ""


def remember(session: Session, matters: Matters, here: str) -> None:
    """Put the keys of a call in the folder `here` into the session's memory."""
    for key in keys(matters, session, here):
        session.tell(key)
