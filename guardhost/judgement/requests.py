"""From an event to what the judges receive: one request a seam, one change a file."""

from __future__ import annotations

from guardhost.model.request import CommandRequest, lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.judgement.scene import Matters, Scene
    from guardhost.model.call import WriteCall
    from guardhost.model.change import Change, WriteRequest
    from guardhost.model.effects import Effects, Touch
    from guardhost.model.event import Event
    from guardhost.model.fact import Checkout
    from guardhost.model.line import Command
    from guardhost.model.request import Request
    from guardhost.model.spawn import SpawnRequest
    from guardhost.model.structured import Call
    from guardhost.shell.reading import Reading

MOST_TEXT = 1024 * 1024  # bytes of a file that a judge is shown as `before`
PUBLISHING = ("push", "commit")


def _common(scene: Scene, workspace: str) -> dict[str, Any]:
    """Return what every request of one policy has."""
    event = scene.event
    return {
        "host": event.host,
        "session": event.session,
        "agent": event.agent,
        "parent": scene.session.title_of(event.agent) if event.agent else "",
        "workspace": workspace,
        "unattended": scene.unattended,
        "time": scene.now,
    }


def requests(scene: Scene, workspace: str, matters: Matters) -> tuple[tuple[str, Request], ...]:
    """Return what the judges of one policy are asked: (seam, request) in order."""
    common = _common(scene, workspace)
    event = scene.event
    asks: list[tuple[str, Request]] = []
    if event.seam == "command" and matters.reading is not None:
        asks.append(("command", _command(scene, common, matters.reading, matters.read_only)))
    elif event.seam == "write":
        asks.extend(("write", _write(scene, common, call)) for call in event.writes)
    elif event.seam == "spawn":
        asks.append(("spawn", _spawn(scene, common)))
    elif event.seam == "tool":
        from guardhost.model.tool import ToolRequest

        asks.append(("tool", ToolRequest(**common, tool=event.tool, args=event.args, read_only=event.read_only)))
    if matters.effects is not None and matters.effects.changes:
        asks.extend(("change", change) for change in _changes(scene, common, matters.effects))
    return tuple(asks)


def _command(scene: Scene, common: dict[str, Any], reading: Reading, read_only: bool) -> CommandRequest:
    request = CommandRequest(
        **common,
        command=scene.event.command,
        description=scene.event.description,
        readable=reading.readable,
        commands=reading.commands,
        checkout=_checkout(scene, reading),
        dir=scene.event.cwd,
        read_only=read_only,
    )
    return lazily(request, calls_of)


def calls_of(commands: tuple[Command, ...]) -> tuple[Call, ...]:
    """Return a line's programs as structured calls: asked for by a judge, if it looks at them at all."""
    from guardhost.calls.structured import structured

    return structured(commands, _text_in)


def _text_in(name: str, folder: str | None) -> str | None:
    """Return the text of a file that a word names, None when it is not known or cannot be read."""
    return _text(joined(folder or "/", name)) if folder is not None or name.startswith("/") else None


def _checkout(scene: Scene, reading: Reading) -> Checkout | None:
    """Read the checkout of the first program that pushes or commits: it costs processes, so only then."""
    for command in reading.commands:
        vcs = command.vcs
        if vcs is None or vcs.tool != "git" or vcs.subcommand not in PUBLISHING or command.cwd is None:
            continue
        from guardhost.world.git import facts
        from guardhost.world.repository import find

        directory = joined(command.cwd, vcs.directory or "") if vcs.directory is not None else ""
        place = find(directory) if directory else None
        return facts(place, scene.git).checkout() if place is not None and scene.git else None
    return None


def joined(directory: str, path: str) -> str:
    """Return `path` read against `directory`, lexically normal."""
    whole = path if path.startswith("/") else f"{directory}/{path}"
    kept: list[str] = []
    for part in whole.split("/"):
        if part == "..":
            del kept[-1:]
        elif part not in ("", "."):
            kept.append(part)
    return "/" + "/".join(kept)


def _write(scene: Scene, common: dict[str, Any], call: WriteCall) -> WriteRequest:
    from guardhost.model.change import WriteRequest

    return WriteRequest(
        **common,
        path=call.path,
        real_path=_real(scene.event, call.path),
        content=call.content,
        old_text=call.old_text,
        new_text=call.new_text,
        edits=call.edits,
        known=call.known,
    )


def _real(event: Event, path: str) -> str:
    from guardhost.world.files import real_path

    if path.startswith("/"):
        return real_path(path)
    return real_path(f"{event.cwd}/{path}") if path and event.cwd else path


def _spawn(scene: Scene, common: dict[str, Any]) -> SpawnRequest:
    from guardhost.model.spawn import SpawnRequest

    spawn = scene.event.spawn
    if spawn is None:
        return SpawnRequest(**common)
    session = scene.session
    now = scene.now
    return SpawnRequest(
        **common,
        kind=spawn.kind,
        model=spawn.model,
        agent_type=spawn.agent_type,
        description=spawn.description,
        name=spawn.name,
        prompt=spawn.prompt,
        background=spawn.background,
        isolated=spawn.isolated,
        depth=session.depth_of(scene.event.agent),
        live=session.live(),
        target=session.target(spawn.to, now) if spawn.kind == "continue" else None,
    )


def edit_effects(event: Event) -> Effects:
    """Return what an edit tool's call touches, in the terms of a shell line's effects."""
    from guardhost.model.effects import Effects

    return Effects(touches=tuple(_touch(event, call) for call in event.writes))


def _touch(event: Event, call: WriteCall) -> Touch:
    from guardhost.model.effects import DELETE, WRITE, Touch

    path = joined(event.cwd, call.path) if call.path and (call.path.startswith("/") or event.cwd) else ""
    return Touch(
        kind=DELETE if call.delete else WRITE,
        path=path,
        raw=call.path,
        via=event.tool or "write",
        overwrites=call.whole,
        text=after_text(call, None) if call.whole else call.new_text or "\n".join(new for _, new in call.edits) or None,
    )


def after_text(call: WriteCall, before: str | None, *, new: bool = False) -> str | None:
    """Return the file's text once the call has run, None when that cannot be told; `new`: there is no file yet."""
    if call.delete or call.part or not call.known:
        return None
    if call.whole:
        return call.content
    text = "" if new else before
    edits = call.edits or ((call.old_text, call.new_text),)
    for (old, changed), everywhere in zip(edits, call.everywhere or (call.replace_all,) * len(edits), strict=True):
        if text is None or (old and old not in text) or (call.lines and not _one_place(text, old)):
            return None
        if not old:
            text = changed if not text else None  # an empty text is replaced only in an empty file
        else:
            text = text.replace(old, changed) if everywhere else text.replace(old, changed, 1)
    return text


def _one_place(text: str, old: str) -> bool:
    """Return whether whole lines stand in a text just once: where else they could be replaced is not known."""
    at = text.find(old)
    return bool(old) and (at == 0 or text[at - 1] == "\n") and text.find(old, at + 1) < 0


def _changes(scene: Scene, common: dict[str, Any], effects: Effects) -> list[Change]:
    """Return one change a file: what a line does to one file step by step is one change of it."""
    calls = {joined(scene.event.cwd, call.path): call for call in scene.event.writes}
    made = {touch.path for touch in effects.changes if touch.path and (touch.recursive or touch.via == "mkdir")}
    found: dict[tuple[str, bool], Change] = {}
    for touch in effects.changes:
        tree = _is_tree(touch, made)
        if tree is None:
            continue
        path = _checkout_of(touch.path) if touch.top else touch.path or touch.raw
        real = _real(scene.event, path) if touch.path else ""
        key = real or path, tree
        found[key] = _change(common, touch, calls.get(touch.path), path, real, found.get(key), tree=tree)
    return list(found.values())


def _is_tree(touch: Touch, made: set[str]) -> bool | None:
    """Return whether a change takes in a whole folder, by what is on the disk; None for a guess that the disk disproves.

    `made` are folders that the line itself makes.
    """
    if not touch.tree:
        return False
    if not touch.path or touch.pattern:
        return True
    from guardhost.model.effects import DELETE, MOVE
    from guardhost.world.files import exists, is_folder, is_link

    place = touch.source or touch.path
    if touch.kind in (DELETE, MOVE) and not touch.raw.endswith("/") and is_link(place):
        return False  # the link goes, what it points at stays
    if is_folder(place):
        return True
    if exists(place):
        return False
    if touch.via == "git" and not touch.certain and not touch.below:
        return None  # a branch's name that could have been a path
    return touch.recursive or touch.below or place in made


def _checkout_of(path: str) -> str:
    """Return the root of the checkout that a folder lies in, the folder itself where there is none."""
    from guardhost.world.repository import find

    place = find(path)
    return place.root if place is not None and place.root else path


def _change(
    common: dict[str, Any],
    touch: Touch,
    call: WriteCall | None,
    path: str,
    real: str,
    earlier: Change | None,
    *,
    tree: bool,
) -> Change:
    from guardhost.model.change import Change
    from guardhost.model.effects import APPEND, WRITE
    from guardhost.world.files import exists

    one = bool(touch.path) and not touch.pattern and not tree
    new = earlier is None and one and not exists(real)
    start = earlier.before if earlier is not None else _text(real) if one else None
    now = earlier.after if earlier is not None else start
    if call is not None:
        after = after_text(call, now, new=new)
    elif touch.kind == APPEND:
        known = now is not None or new
        after = (now or "") + touch.text if touch.text is not None and known else None
    else:
        after = touch.text if touch.kind == WRITE and not tree else None
    kind = touch.kind if earlier is None or earlier.kind == touch.kind or touch.kind not in (APPEND, WRITE) else WRITE
    return Change(
        **common,
        path=path,
        real_path=real,
        kind=kind,
        via=touch.via,
        before=start,
        after=after,
        tree=tree,
        glob=touch.pattern,
        known=bool(touch.path),
    )


def _text(path: str) -> str | None:
    from guardhost.model.errors import GuardError
    from guardhost.world.files import read_regular

    try:
        data = read_regular(path, MOST_TEXT)
    except GuardError:
        return None  # a folder, a FIFO or a giant: its text is unknown, which is what None says
    return data.decode("utf-8", "replace") if data is not None else None
