"""`secret-write`: a file of secrets is not replaced or committed unasked, and no literal secret comes into new text."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.git_acts import acts
from guardhost.builtin.ground import fixed, spelled
from guardhost.builtin.literals import secret_in
from guardhost.builtin.paths import fits, fold, inside, roots
from guardhost.builtin.secrets import holds_secret, is_template
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.verdict import Answer

ID = "secret-write"
_MODES = ("chmod", "chown", "chgrp", "chattr", "setfacl", "touch", "mkdir", "ssh-keygen", "openssl", "git")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask about a secret that is replaced, committed or written down."""
    told = [what for touch in matter.effects.changes if (what := _written(touch, matter))]
    told.extend(what for act in acts(matter) if (what := _added(act, matter)))
    told.extend(_literals(matter))
    return tuple(answer(ID, "ask", what) for what in dict.fromkeys(told))


def _root(matter: Matter, name: str) -> str:
    return next((root for root in roots(matter, *matter.places.workspaces) if inside(name, root)), "")


def _written(touch: Touch, matter: Matter) -> str:
    if touch.via in _MODES or touch.kind == "append" or touch.pattern or not touch.certain:
        return ""
    names = spelled(touch, matter)
    if not any(holds_secret(name, _root(matter, name)) for name in names):
        return ""
    if touch.kind in ("delete", "move"):
        return ""
    if touch.source and is_template(fold(touch.source).rpartition("/")[2]):
        return ""
    edit = matter.event.seam == "write" and not touch.overwrites
    there = matter.kind is None or bool(matter.kind(touch.path))
    if matter.event.seam == "write":
        return (
            ""
            if edit or (not there and _is_filled_in_later(touch.text))
            else f"`{touch.raw or touch.path}` holds secrets and would be replaced."
        )
    return f"`{touch.raw or touch.path}` holds secrets and would be replaced." if touch.overwrites and there else ""


def _is_filled_in_later(text: str | None) -> bool:
    """Whether a new file names its secrets by marks that something puts them in for."""
    return text is not None and any(mark in text for mark in ("${", "{{", "<%=")) and not secret_in(text)


def _added(act: Act, matter: Matter) -> str:
    if act.name not in ("add", "stage") or act.given("dry_run"):
        return ""
    forced = act.given("force")
    if forced and act.given("all", "no_ignore_removal") and not act.words("paths") and matter.names is not None:
        root = act.work.root if act.work is not None else act.folder
        held = [name for name in matter.names(root) if holds_secret(fold(f"{root}/{name}"), "")] if root else []
        return f"`{held[0]}` holds secrets and would be committed." if held else ""
    for word in act.words("paths"):
        path = against(word, act.folder) if word.known else None
        if not path:
            continue
        if holds_secret(fold(path), ""):
            ignored = act.work.ignored(path) if act.work is not None else True
            if forced or ignored is False:
                return f"`{word}` holds secrets and would be committed."
        elif (
            forced
            and matter.names is not None
            and (word.pattern or (matter.kind is not None and matter.kind(path) == "folder"))
        ):
            folder, last = (fixed(path) or "/", path.rpartition("/")[2]) if word.pattern else (path, "*")
            taken = [name for name in matter.names(folder) if last == "*" or fits(fold(name), fold(last))]
            held = [name for name in taken if holds_secret(fold(f"{folder}/{name}"), "")]
            if held:
                return f"`{word}` takes in `{held[0]}`, which holds secrets."
    return ""


def _literals(matter: Matter) -> list[str]:
    found: list[str] = []
    for touch in matter.effects.changes:
        path = fold(touch.path)
        if not touch.text or touch.kind == "delete" or _is_sample(path, matter):
            continue
        if holds_secret(path, _root(matter, path)) and not path.rpartition("/")[2].startswith(".env."):
            continue
        name = secret_in(touch.text)
        if name:
            found.append(f"`{touch.raw or touch.path}` would hold {name}.")
    return found


def _is_sample(path: str, matter: Matter) -> bool:
    root = _root(matter, path)
    parts = path[len(root) :].split("/")[:-1] if root else []
    return any(part in ("tests", "test", "fixtures", "testdata", "__tests__", "spec", "examples", "mocks") for part in parts)
