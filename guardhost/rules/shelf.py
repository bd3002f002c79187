"""The library: rules that a rule file takes in with `use`, one file a family. Off the hook's path."""

from __future__ import annotations

from guardhost.rules.nodes import Node, read
from guardhost.world.files import names as files_of
from guardhost.world.files import read_regular

_shelf: dict[str, list[Node]] = {}  # a cache: the entries by name


def folder() -> str:
    """Return where the library's files lie."""
    return f"{__file__.rpartition('/')[0]}/library"


def names() -> tuple[str, ...]:
    """Return the names of all entries."""
    return tuple(_read())


def entries(name: str) -> list[Node]:
    """Return the rules of an entry, those of every part of a bundle; none where there is no such entry."""
    return _read().get(name, [])


def _read() -> dict[str, list[Node]]:
    if _shelf:
        return _shelf
    bundles: list[tuple[str, list[str]]] = []
    for file in files_of(folder()):
        if not file.endswith(".yaml"):
            continue
        root = read(read_regular(f"{folder()}/{file}", 1 << 20) or b"", f"library/{file}")
        for key, value in root.value if root is not None else ():
            if value.kind == "list":
                _shelf[key.text] = value.value
            elif value.get("bundle") is not None:
                bundles.append((key.text, [one.text for one in value.get("bundle").value]))
            else:
                _shelf[key.text] = [value]
    for name, parts in bundles:
        _shelf[name] = [rule for part in parts for rule in _shelf[part]]
    return _shelf
