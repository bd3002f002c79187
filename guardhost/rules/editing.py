"""Change the `use` list of a rule file in its text, so that everything else stays as it is written."""

from __future__ import annotations

from guardhost.model.errors import PolicyError
from guardhost.rules.nodes import Node, read


def with_used(text: str, file: str, names: list[str], mode: str = "") -> str:
    """Return the text of a rule file with these entries of the library in its `use`; those that are there are changed."""
    kept = without_used(text, file, names, missing_ok=True)
    entries = [f"{{{name}: {{mode: {mode}}}}}" if mode else name for name in names]
    node = _use(kept, file)
    if node is None:
        added = "".join(f"  - {entry}\n" for entry in entries)
        start = kept if not kept or kept.endswith("\n") else kept + "\n"
        return f"{start}use:\n{added}"
    lines = kept.splitlines(keepends=True)
    if _flow(kept, node):
        return _into_flow(lines, node, entries)
    last = node.value[-1] if node.value else node
    at, indent = last.line, " " * (last.column - 3 if node.value else 2)
    end = at if _ends(lines, at) else len(lines)
    return "".join([*lines[:end], *(f"{indent}- {entry}\n" for entry in entries), *lines[end:]])


def _ends(lines: list[str], at: int) -> bool:
    return bool(lines[at - 1].endswith("\n"))


def _use(text: str, file: str) -> Node | None:
    root = read(text.encode(), file)
    node = root.get("use") if root is not None else None
    if node is not None and node.kind == "scalar" and node.value is not None:
        raise PolicyError("GH1012", "`use` is no list", where=node.where, fix="write it as a list: `use: [NAME]`")
    return node


def _flow(text: str, node: Node) -> bool:
    line = text.splitlines()[node.line - 1]
    return node.kind != "scalar" and line[node.column - 1 : node.column] == "["


def _into_flow(lines: list[str], node: Node, entries: list[str]) -> str:
    line = lines[node.line - 1]
    start = node.column
    front, rest = line[:start], line[start:]
    comma = ", " if node.value else ""
    lines[node.line - 1] = f"{front}{', '.join(entries)}{comma}{rest}"
    return "".join(lines)


def without_used(text: str, file: str, names: list[str], *, missing_ok: bool = False) -> str:
    """Return the text of a rule file without these entries; `PolicyError` GH1014 for one that is not there."""
    for name in names:
        node = _use(text, file)
        found = [one for one in (node.value if node is not None and node.kind == "list" else ()) if _named(one) == name]
        if not found and not missing_ok:
            raise PolicyError(
                "GH1014", f"`use` has no entry `{name}`", where=file, fix="`guardhost library` marks those in use"
            )
        for one in found[:1]:
            text = _without(text, node, one)
    return text


def _named(node: Node) -> str:
    return node.text if node.kind == "scalar" else node.value[0][0].text if node.kind == "map" and node.value else ""


def _without(text: str, node: Node | None, one: Node) -> str:
    lines = text.splitlines(keepends=True)
    if node is not None and _flow(text, node):
        raw = lines[one.line - 1]
        start = one.column - 1
        end = start + len(one.text) if one.kind == "scalar" else _closing(raw, start)
        front, rest = raw[:start], raw[end:]
        if rest.lstrip().startswith(","):
            rest = rest.lstrip()[1:].lstrip()
        else:
            front = front.rstrip().removesuffix(",")
        lines[one.line - 1] = front + rest
        return "".join(lines)
    if node is not None and len(node.value) == 1:
        at = next(number for number, line in enumerate(lines) if line.startswith("use:"))
        return "".join(lines[:at] + lines[one.line :])
    del lines[one.line - 1]
    return "".join(lines)


def _closing(line: str, start: int) -> int:
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] == "{") - (line[at] == "}")
        if not depth:
            return at + 1
    return len(line.rstrip("\n"))
