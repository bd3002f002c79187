"""`host-settings`: what a host asks, and whom, is changed by a person, whatever the channel."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.finding import finds, reaches
from guardhost.builtin.guarded_keys import VARIABLES, compare, guards, is_json
from guardhost.builtin.host_files import SHARED, examples, holds, kind_of
from guardhost.builtin.paths import fold, hits, inside, is_sample, removes
from guardhost.builtin.settings_verbs import changed_by
from guardhost.builtin.strangers import strangers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.finding import Find
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.call import WriteCall
    from guardhost.model.effects import Touch
    from guardhost.model.verdict import Answer

    Found = tuple[str, str]

ID = "host-settings"
_MODES = ("chmod", "chown", "chgrp", "chattr", "setfacl")
_COPIERS = ("cp", "mv", "install")


def judge(matter: Matter, changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny a change of hooks, permissions or guard variables, ask about any other change of a host's settings."""
    told = [found for touch, names in changes if (found := _by_file(touch, names, matter))]
    told.extend(_by_find(matter))
    told.extend(found for command in matter.commands if (found := changed_by(command)))
    told.extend(_by_stranger(matter))
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(told))


def _by_stranger(matter: Matter) -> list[Found]:
    return [
        ("ask", f"What `{program}` does with `{shown}`, a host's own, is not known.")
        for program, shown, path in strangers(matter)
        if kind_of(path) in ("settings", "hooks", "permissions") and not is_sample(path, matter)
    ]


def _by_find(matter: Matter) -> list[Found]:
    """Deny what asks for a host's files by name or folder, ask about a sweep that takes in one that is there."""
    for find in finds(matter):
        for base in _bases(matter):
            for path, _kind in examples(base):
                if not reaches(find, path, ()):
                    continue
                if _is_named(find, path, base):
                    return [("deny", f"What `find` changes here takes in `{path}`.")]
                if matter.read_text(path) is not None:
                    return [("ask", f"What `find` changes here takes in `{path}`.")]
    return []


def _is_named(find: Find, path: str, base: str) -> bool:
    name, host = path.rpartition("/")[2], path[len(base) :].strip("/").split("/")[0]
    below = any(start != base and inside(start, path.rpartition("/")[0]) for start in find.starts)
    return below or any(test == name or host in test for test in find.tests)


def _bases(matter: Matter) -> tuple[str, ...]:
    places = matter.places
    known = (*places.workspaces, matter.event.cwd, matter.event.project, places.home)
    return tuple(dict.fromkeys(fold(base).rstrip("/") for base in known if base))


def _by_file(touch: Touch, names: tuple[str, ...], matter: Matter) -> Found | None:
    shown = f"`{touch.raw or touch.path}`"
    if touch.pattern:
        return _by_pattern(touch, names, shown, matter)
    for name in names:
        kind = kind_of(name)
        if kind and not is_sample(name, matter):
            return _judged(kind, touch, shown, matter)
        kind = holds(name)
        if kind and not is_sample(name, matter):
            if removes(touch):
                return ("deny", f"{shown} holds a host's hooks or settings.")
            if (touch.recursive or touch.via == "mv") and _own_folder(name):
                return ("ask", f"What is copied into {shown} may hold hooks or settings.")
    return None


def _own_folder(name: str) -> bool:
    return name.rsplit("/", 1)[-1] not in SHARED


def _by_pattern(touch: Touch, names: tuple[str, ...], shown: str, matter: Matter) -> Found | None:
    for name in names:
        if kind_of(name) and not is_sample(name, matter):
            return _judged(kind_of(name), touch, shown, matter)
    for base in _bases(matter):
        for path, kind in examples(base):
            plain = not path[len(base) :].startswith("/.")
            if hits(touch, names, path) and not (plain and matter.read_text(path) is None):
                return ("ask" if kind == "servers" else "deny", f"{shown} takes in `{path}`.")
    return None


def _judged(kind: str, touch: Touch, shown: str, matter: Matter) -> Found | None:
    if kind == "environment":
        return _environment(touch, shown, matter)
    if kind == "brief":
        return _brief(touch, shown, matter)
    if touch.via in _MODES and touch.kind != "delete":
        return None if kind == "editor" else ("ask", f"{shown} is a host's own.")
    old = _old(touch, matter)
    gone = touch.kind in ("delete", "move") or touch.link
    if kind == "editor":
        return _editor(old, touch, gone, shown, matter)
    if kind == "servers":
        return _servers(old, touch, gone, shown, matter)
    if kind == "scripts":
        return ("ask" if old is None and not gone else "deny", f"{shown} is a program that a host's hooks start.")
    if kind in ("hooks", "permissions"):
        return ("deny", f"{shown} says which hooks a host asks, or what it may do unasked.")
    return _settings(old, touch, gone, shown, matter)


def _settings(old: str | None, touch: Touch, gone: bool, shown: str, matter: Matter) -> Found | None:
    if gone:
        harmless = old is not None and not guards(old)
        return ("ask" if harmless else "deny", f"{shown} holds a host's hooks and permissions.")
    if touch.via in ("touch", "git"):
        return ("ask", f"{shown} holds a host's settings.")
    new = _new(old, touch, matter)
    if new is None:
        if _pieces_are_plain(touch, matter):
            return ("ask", f"{shown} holds a host's settings.")
        return ("deny", f"The new text of {shown} is not known, so its hooks and permissions could go.")
    broken = touch.path.lower().endswith(("json", "jsonc")) and bool(new.strip()) and not is_json(new)
    return _by_text("guarded" if broken else compare(old, new), shown)


def _by_text(change: str, shown: str) -> Found | None:
    if change == "guarded":
        return ("deny", f"The hooks, permissions or guard variables in {shown} would change.")
    return ("ask", f"{shown} holds a host's settings.") if change == "other" else None


def _servers(old: str | None, touch: Touch, gone: bool, shown: str, matter: Matter) -> Found | None:
    new = None if gone else _new(old, touch, matter)
    if new is not None and compare(old, new) == "guarded" and guards(new):
        return ("deny", f"{shown} would let a tool server act unasked.")
    return None if new is not None and new == old else ("ask", f"{shown} lists the tool servers that a host starts.")


def _editor(old: str | None, touch: Touch, gone: bool, shown: str, matter: Matter) -> Found | None:
    """An editor's settings are ordinary work but for the keys about an agent in it."""
    new = "{}" if gone else _new(old, touch, matter)
    if new is None:
        call = _call(touch, matter)
        told = call is not None and any(_speaks(text) for text in (call.old_text, call.new_text, call.content))
        return ("ask", f"{shown} may say what an editor's agent does unasked.") if told else None
    if compare(old, new, editor=True) == "guarded":
        return ("deny", f"{shown} would change what an editor's agent may do unasked.")
    return None


def _speaks(text: str) -> bool:
    lowered = text.lower()
    return "autoapprove" in lowered or "chat.tools" in lowered or "usehooks" in lowered


def _environment(touch: Touch, shown: str, matter: Matter) -> Found | None:
    """A file of variables that moves a host's settings, or the guard's folders, for what starts next."""
    call = _call(touch, matter)
    texts = (call.content, call.new_text, *(new for _old, new in call.edits)) if call else (touch.text or "",)
    for line in "\n".join(texts).splitlines():
        name = line.strip().removeprefix("export ").partition("=")
        if name[1] and name[0].strip().startswith(VARIABLES) and not name[0].startswith(("PYTHON", "LD_")):
            return ("ask", f"`{name[0].strip()}` in {shown} moves a host's or the guard's settings.")
    return None


def _brief(touch: Touch, shown: str, matter: Matter) -> Found | None:
    """The front matter of an agent's or a skill's text, which can carry hooks and a permission mode."""
    text = _new(_old(touch, matter), touch, matter)
    if touch.kind in ("delete", "move") or text is None or not text.startswith("---"):
        return None
    front = text[3:].partition("\n---")[0]
    for line in front.splitlines():
        key, _, value = line.partition(":")
        if key.strip().lower() == "permissionmode" and value.strip().strip("\"'").lower() == "bypasspermissions":
            return ("deny", f"{shown} would start an agent that asks nobody.")
        if key == "hooks" and touch.text != _old(touch, matter):
            return ("ask", f"{shown} brings hooks of its own.")
    return None


def _old(touch: Touch, matter: Matter) -> str | None:
    return matter.read_text(touch.path)


def _new(old: str | None, touch: Touch, matter: Matter) -> str | None:
    """Return the text that the file will have, None when it is not known."""
    call = _call(touch, matter)
    if call is not None:
        return _edited(old, call)
    if touch.text is not None:
        return (old or "") + touch.text if touch.kind == "append" else touch.text
    return _copied(touch, matter) if touch.via in _COPIERS else None


def _call(touch: Touch, matter: Matter) -> WriteCall | None:
    for call in matter.event.writes:
        if call.path and (call.path == touch.path or len(matter.event.writes) == 1 or touch.raw == call.path):
            return call
    return None


def _edited(old: str | None, call: WriteCall) -> str | None:
    if not call.known or call.part:
        return None
    edits = call.edits or (((call.old_text, call.new_text),) if call.old_text or call.new_text else ())
    if call.whole or call.content or not edits:
        return call.content
    for before, after in edits:
        if old is None or not before or before not in old:
            return None
        old = old.replace(before, after) if call.replace_all else old.replace(before, after, 1)
    return old


def _pieces_are_plain(touch: Touch, matter: Matter) -> bool:
    """Whether an edit of a text that could not be read changes pieces that speak of nothing that guards."""
    call = _call(touch, matter)
    if call is None or not call.known or call.part:
        return False
    edits = call.edits or ((call.old_text, call.new_text),)
    return not any(guards(piece) for pair in edits for piece in pair)


def _copied(touch: Touch, matter: Matter) -> str | None:
    """Return the text of the one file that is copied or moved here, as this call itself leaves it."""
    sources = [
        other.path
        for other in matter.effects.touches
        if (other.kind == "move" and other.to == touch.path) or (other.kind == "read" and other.via == touch.via)
    ]
    if len(set(sources)) != 1 or not sources[0]:
        return None
    made = [other for other in matter.effects.changes if other.path == sources[0] and other.kind != "move"]
    if made:
        return made[-1].text if len(made) == 1 and made[0].kind == "write" else None
    return matter.read_text(sources[0])
