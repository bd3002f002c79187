"""Whether a call is what a target means, for runs that are given as plain data. Rule files have their own, richer matching.

A call is `(tool, arguments)`. A target is a name (a glob where it has a `*`), a mapping with `tool`, `with` (equality; a
list contains it) and `where` (globs over texts), or a list of these.
"""

from __future__ import annotations

from itertools import product

from guardhost.model.errors import GuardError
from guardhost.temporal.values import NO, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Call = tuple[str, Mapping[str, Any]]

KEYS = ("tool", "with", "where")


def matcher(targets: Sequence[Any], call: Call) -> Callable[[int], int]:
    """Return what a monitor asks: whether the call is target `i`."""
    return lambda place: YES if matches(targets[place], call) else NO


def binder(targets: Sequence[Any], call: Call) -> Callable[[int], list[tuple[tuple[str, ...] | None, int]]]:
    """Return what a monitor asks: how the call binds the variables of target `i`."""
    return lambda place: [(values, YES) for values in bindings(targets[place], call)]


def matches(target: Any, call: Call) -> bool:
    """Return whether a call is what a target means; `GuardError` GH1701 for a target with another key."""
    if isinstance(target, list):
        return any(matches(one, call) for one in target)
    if isinstance(target, str):
        return _fits(target, call[0])
    _known(target)
    named = target.get("tool", "*")
    return (
        any(_fits(one, call[0]) for one in (named if isinstance(named, list) else [named]))
        and all(_equal(call[1].get(key), value) for key, value in target.get("with", {}).items() if not _variable(value))
        and all(_globbed(call[1], key, value) for key, value in target.get("where", {}).items())
    )


def bindings(target: Any, call: Call) -> list[tuple[str, ...]]:
    """Return the ways in which a call that a target means binds its variables, every value of a list by itself."""
    if isinstance(target, list):
        return list(dict.fromkeys(way for one in target for way in bindings(one, call)))
    if not matches(target, call):
        return []
    names: dict[str, list[str]] = {}
    for key, value in target["with"].items():
        if _variable(value):
            here = [str(one) for one in _items(call[1].get(key)) if one is not None]
            names[value] = [one for one in here if one in names[value]] if value in names else here
    return list(product(*names.values()))


def _known(target: Any) -> None:
    stray = next((key for key in target if key not in KEYS), None) if isinstance(target, dict) else repr(target)
    if stray is not None:
        raise GuardError("GH1701", f"`{stray}` is no key of a target here", fix=f"use {', '.join(KEYS)}")


def _variable(value: Any) -> bool:
    return isinstance(value, str) and value[:1] == "$" and value[1:].isidentifier()


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _equal(actual: Any, wanted: Any) -> bool:
    if isinstance(wanted, bool):
        return bool(actual) == wanted
    if isinstance(wanted, list):
        return _items(actual) == wanted if isinstance(actual, list | tuple) else False
    return any(one == wanted or (isinstance(wanted, int | float) and str(one) == str(wanted)) for one in _items(actual))


def _globbed(args: Mapping[str, Any], key: str, wanted: Any) -> bool:
    values = list(args.values()) if key == "*" else [args.get(key)]
    return any(_fits(str(pattern), text) for pattern in _items(wanted) for value in values for text in _texts(value))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in _texts(one)]
    return [] if value is None else [str(value)]


def _fits(pattern: str, text: str) -> bool:
    if "*" not in pattern:
        return pattern == text
    from fnmatch import fnmatchcase

    return fnmatchcase(text, pattern)
