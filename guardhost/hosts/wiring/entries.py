"""Our entries in a host's settings text: found, put in, brought up to date, taken out. Nothing else in it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.hosts.wiring.jsonedit import Node, Text
from guardhost.hosts.wiring.launcher import ours
from guardhost.model.errors import GuardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Place = tuple[str, int, int]  # event, group, handler


def found(text: Text) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Give every handler of ours with its place; the text must have the shape that `check` accepts."""
    hooks = text.root.get("hooks")
    for event in hooks.members if hooks is not None else ():
        for at, group in enumerate(event.node.items):
            handlers = group.get("hooks")
            if handlers is None and group.kind == "object" and ours(group.value.get("command")):
                yield (event.key, at, 0), group.value  # a host whose lists hold the handlers themselves
            for index, handler in enumerate(handlers.items if handlers is not None else ()):
                if handler.kind == "object" and ours(handler.value.get("command")):
                    yield (event.key, at, index), handler.value


def by_event(text: Text) -> dict[str, list[Any]]:
    """Return the groups that hold handlers of ours, event -> groups."""
    found_in: dict[str, list[Any]] = {}
    for (event, at, _), _ in found(text):
        found_in.setdefault(event, []).append(_groups(text, event).items[at].value)
    return found_in


def changes(old: Mapping[str, list[Any]], new: Mapping[str, list[Any]]) -> list[str]:
    """Return what an edit does to our entries, in words: which are added, updated, taken out, and how many stay."""
    if "" in new:  # a file that is ours alone
        return ["the same as before" if old == new else "updated" if old else "added"]
    kinds = {
        "added": [event for event in new if event not in old],
        "updated": [event for event in new if event in old and new[event] != old[event]],
        "taken out": [event for event in old if event not in new],
    }
    told = [f"{word} {len(events)} ({', '.join(events)})" for word, events in kinds.items() if events]
    stay = sum(1 for event in new if old.get(event) == new[event])
    return [*told, f"{stay} already there"] if stay else told


def check(text: Text) -> None:
    """Raise GH1501 with the place when `hooks` has a shape that we cannot add to."""
    _must(text, text.root, "object", "the settings")
    hooks = text.root.get("hooks")
    if hooks is None:
        return
    _must(text, hooks, "object", "`hooks`")
    for event in hooks.members:
        _must(text, event.node, "array", f"`hooks.{event.key}`")
        for group in event.node.items:
            _must(text, group, "object", f"an entry of `hooks.{event.key}`")
            handlers = group.get("hooks")
            if handlers is not None:
                _must(text, handlers, "array", f"`hooks` of an entry of `hooks.{event.key}`")


def _must(text: Text, node: Node, kind: str, what: str) -> None:
    if node.kind != kind:
        line = text.text.count("\n", 0, node.start) + 1
        where = f"{text.where}:{line}:{node.start - text.text.rfind(chr(10), 0, node.start)}"
        raise GuardError("GH1501", f"{what} must be an {kind}", where=where, fix="mend the file, then run it again")


def wire(text: Text, wanted: Mapping[str, dict[str, Any]]) -> None:
    """Make our entries the `wanted` ones, event -> group: those that are right stay where they are."""
    check(text)
    stale = {event for (event, _, _), _ in found(text)} - set(wanted)
    for event in stale:
        _take(text, event)
    for event, group in wanted.items():
        _set(text, event, group)


def _set(text: Text, event: str, group: dict[str, Any]) -> None:
    places = [place for place, _ in found(text) if place[0] == event]
    if len(places) == 1:
        node = _groups(text, event).items[places[0][1]]
        handlers = node.get("hooks")
        if handlers is None or len(handlers.items) == 1:  # the group is ours alone
            if node.value != group:
                text.replace(node, group)
            return
    _take(text, event)
    if text.root.get("hooks") is None:
        text.append(text.root, {event: [group]}, "hooks")
    elif _find(text, event) is None:
        text.append(_hooks(text), [group], event)
    else:
        text.append(_groups(text, event), group)


def unwire(text: Text) -> bool:
    """Take out every entry of ours, and what is empty without them; return whether there was one."""
    check(text)
    events = {event for (event, _, _), _ in found(text)}
    for event in events:
        _take(text, event)
    hooks = text.root.get("hooks")
    if events and hooks is not None and not hooks.members and not _commented(text, hooks):
        text.remove(text.root, [member.key for member in text.root.members].index("hooks"))
    return bool(events)


def _take(text: Text, event: str) -> None:
    """Take our handlers out of one event, one after the other, each with the group or event that it alone filled."""
    taken = False
    while place := next((place for place, _ in found(text) if place[0] == event), None):
        group = _groups(text, event).items[place[1]]
        handlers = group.get("hooks")
        if handlers is not None and len(handlers.items) > 1:
            text.remove(handlers, place[2])
        else:
            text.remove(_groups(text, event), place[1])
        taken = True
    groups = _find(text, event)
    if taken and groups is not None and not groups.items and not _commented(text, groups):
        hooks = _hooks(text)
        text.remove(hooks, [member.key for member in hooks.members].index(event))


def _commented(text: Text, node: Node) -> bool:
    return bool(text.text[node.start + 1 : node.end - 1].strip())


def _hooks(text: Text) -> Node:
    node = text.root.get("hooks")
    assert node is not None  # noqa: S101 - every caller has looked
    return node


def _find(text: Text, event: str) -> Node | None:
    hooks = text.root.get("hooks")
    return hooks.get(event) if hooks is not None else None


def _groups(text: Text, event: str) -> Node:
    node = _find(text, event)
    assert node is not None  # noqa: S101 - every caller has looked
    return node
