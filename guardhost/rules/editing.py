"""Change the `use` list of a rule file in its text, so that everything else stays as it is written."""

from __future__ import annotations

import yaml

from guardhost.model.errors import PolicyError
from guardhost.rules.nodes import read


def with_used(text: str, file: str, names: list[str], mode: str = "") -> str:
    """Return the text of a rule file with these entries of the library in its `use`; those that are there are changed."""
    added: list[str] = []
    for name in names:
        entry = f"{{{name}: {{mode: {mode}}}}}" if mode else name
        node = _use(text, file)
        found = next((one for one in _entries(node) if _named(one) == name), None)
        if found is None:
            added.append(entry)
        else:
            entry = f"[{entry}]" if mode and found is node else entry
            text = text[: _start(found)] + entry + text[_end(found) :]
    return _with_added(text, file, added) if added else text


def without_used(text: str, file: str, names: list[str]) -> str:
    """Return the text of a rule file without these entries; `PolicyError` GH1014 for one that is not there."""
    for name in names:
        node = _use(text, file)
        found = next((one for one in _entries(node) if _named(one) == name), None)
        if found is None or node is None:
            from guardhost.model.mistakes import suggest

            near = suggest(name, [_named(one) for one in _entries(node)])
            fix = f"did you mean `{near}`?" if near else "`guardhost library` marks those in use"
            raise PolicyError("GH1014", f"`use` has no entry `{name}`", where=file, fix=fix)
        text = _without(text, node, found, _key(text, file))
    return text


def _key(text: str, file: str) -> int:
    root = _root(text, file)
    return next((_start(key) for key, _ in root.value if key.value == "use"), 0) if root is not None else 0


def _root(text: str, file: str) -> yaml.MappingNode | None:
    """Return the file's mapping, which is read as every rule file is first; `PolicyError` for one that cannot be."""
    read(text.encode(), file)
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is not None and not isinstance(root, yaml.MappingNode):
        raise PolicyError("GH1011", "the rule file is no mapping", where=f"{file}:1:1", fix="write `rules:` there")
    return root


def _use(text: str, file: str) -> yaml.Node | None:
    root = _root(text, file)
    node = next((value for key, value in root.value if key.value == "use"), None) if root is not None else None
    if isinstance(node, yaml.MappingNode):
        where = f"{file}:{node.start_mark.line + 1}:{node.start_mark.column + 1}"
        raise PolicyError("GH1012", "`use` is no list", where=where, fix="write it as a list: `use: [NAME]`")
    return node


def _is_empty(node: yaml.Node) -> bool:
    return node.tag == "tag:yaml.org,2002:null"


def _entries(node: yaml.Node | None) -> list[yaml.Node]:
    if isinstance(node, yaml.SequenceNode):
        return list(node.value)
    return [] if node is None or _is_empty(node) else [node]


def _named(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        return str(node.value[0][0].value) if node.value else ""
    return str(node.value)


def _start(node: yaml.Node) -> int:
    return int(node.start_mark.index)


def _end(node: yaml.Node) -> int:
    """Return where a node's own text ends; the parser has the end of a block at whatever comes next."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _line_end(text: str, at: int) -> int:
    """Return where the line ends in which a text ends, behind its newline."""
    if at and text[at - 1] == "\n":
        return at
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _with_added(text: str, file: str, entries: list[str]) -> str:
    root = _root(text, file)
    node = _use(text, file)
    if root is not None and node is None and root.flow_style:
        at = _start(root) + 1
        return f"{text[:at]}use: [{', '.join(entries)}]{', ' if root.value else ''}{text[at:]}"
    if node is None:
        at = _line_end(text, _end(root)) if root is not None and root.value else len(text)
        return _inserted(text, at, ["use:", *(f"  - {entry}" for entry in entries)])
    if isinstance(node, yaml.SequenceNode) and not node.flow_style:
        dash = " " * node.start_mark.column
        return _inserted(text, _line_end(text, _end(node)), [f"{dash}- {entry}" for entry in entries])
    if isinstance(node, yaml.SequenceNode):
        at = _start(node) + 1
        comma = "" if not node.value else "," if text[at : at + 1] in "\r\n" else ", "
        return f"{text[:at]}{', '.join(entries)}{comma}{text[at:]}"
    before = text[: _start(node)]
    blank = "" if before[-1:].isspace() else " "
    kept = [] if _is_empty(node) else [text[_start(node) : _end(node)]]
    return f"{before}{blank}[{', '.join([*entries, *kept])}]{text[_end(node) :]}"


def _inserted(text: str, at: int, lines: list[str]) -> str:
    ends = "\r\n" if "\r\n" in text else "\n"
    front = text[:at]
    return front + (ends if front and front[-1] != "\n" else "") + "".join(line + ends for line in lines) + text[at:]


def _without(text: str, node: yaml.Node, one: yaml.Node, key: int) -> str:
    if not isinstance(node, yaml.SequenceNode):
        return f"{text[: _start(node)]}[]{text[_end(node) :]}"
    if not node.flow_style:
        start = text.rfind("\n", 0, key if len(node.value) == 1 else _start(one)) + 1
        return text[:start] + text[_line_end(text, _end(one)) :]
    front, rest = text[: _start(one)], text[_end(one) :]
    if rest.lstrip().startswith(","):
        rest = rest.lstrip()[1:]
        rest = rest if rest.lstrip(" \t")[:1] in "\r\n" else rest.lstrip(" \t")
    else:
        front = front.rstrip().removesuffix(",")
    if front.rpartition("\n")[2].strip() == "" and "\n" in front and rest.lstrip(" \t")[:1] in ("\r", "\n"):
        front = front.rstrip()  # the entry stood on lines of its own
    return front + rest
