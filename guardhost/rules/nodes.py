"""YAML as nodes with positions, in bounded time: no construction of objects, no alias that explodes, no endless nesting.

Off the hook's path: what is compiled from the nodes is kept as plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from guardhost.model.errors import PolicyError

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_BYTES = 1024 * 1024
MOST_NODES = 200_000  # each place that an alias stands at counts what it stands for
MOST_DEPTH = 60
RULES_FIX = "mend it; until then the committed form of the file judges"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER: Any = yaml.resolver.Resolver()
_TAG = "tag:yaml.org,2002:"
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Node:
    """One value: `kind` is "map" (`value`: a list of (key node, node)), "list" (of nodes) or "scalar" (what it means)."""

    __slots__ = ("column", "file", "kind", "line", "size", "text", "value")

    def __init__(self, kind: str, value: Any, file: str, mark: Any, text: str = "") -> None:
        self.kind = kind
        self.value = value
        self.file = file
        self.line = mark.line + 1
        self.column = mark.column + 1
        self.text = text  # of a scalar: as it is written
        self.size = 1

    @property
    def where(self) -> str:
        """The place, as `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"

    def get(self, name: str) -> Node | None:
        """Return the value of a key of a mapping, None when it has none."""
        found = [value for key, value in self.value if key.text == name] if self.kind == "map" else []
        return found[0] if found else None

    def at(self, place: Sequence[str | int]) -> Node:
        """Return the node that keys and numbers lead to, the last one on the way where one leads nowhere."""
        node = self
        for key in place:
            if node.kind == "list" and isinstance(key, int) and key < len(node.value):
                node = node.value[key]
            else:
                node = node.get(str(key)) or node
        return node

    def plain(self) -> Any:
        """Return the value as plain data, mappings with text for keys."""
        if self.kind == "map":
            return {key.text: value.plain() for key, value in self.value}
        return [one.plain() for one in self.value] if self.kind == "list" else self.value


def read(data: bytes, file: str) -> Node | None:
    """Return the root node, None of an empty file; `PolicyError` GH1011 with its place for what is no YAML of this kind."""
    if len(data) > MOST_BYTES:
        what = f"the file has {len(data)} bytes, more than the {MOST_BYTES} that are read"
        raise PolicyError("GH1011", what, where=f"{file}:1:1", fix="split it")
    try:
        return _Builder(file).build(data)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{file}:{mark.line + 1}:{mark.column + 1}" if mark else f"{file}:1:1"
        what = getattr(error, "problem", None) or str(error).partition("\n")[0]
        lines = data.split(b"\n")
        tab = mark is not None and mark.line < len(lines) and b"\t" in lines[mark.line]
        hint = "indent with blanks, not with a tab" if tab else RULES_FIX
        raise PolicyError("GH1011", f"the file is no YAML: {what}", where=where, fix=hint) from None
    except (UnicodeDecodeError, ValueError) as error:
        raise PolicyError("GH1011", f"the file is no YAML: {error}", where=f"{file}:1:1", fix=RULES_FIX) from None


class _Builder:
    """Builds nodes from the parser's events, one after the other; the parser itself is not recursive."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.open: list[Node] = []
        self.keys: list[Node | None] = []  # of each open mapping: the key whose value is still to come
        self.anchors: dict[str, Node] = {}
        self.names: list[str] = []  # of each open node: its anchor
        self.seen: list[dict[str, int]] = []  # of each open node: its keys and their lines
        self.nodes = 0
        self.root: Node | None = None

    def build(self, data: bytes) -> Node | None:
        events: Any = yaml.parse(data, Loader=_LOADER)
        for event in events:
            kind = type(event).__name__
            if kind == "ScalarEvent":
                self._add(self._scalar(event), event.anchor)
            elif kind in ("MappingStartEvent", "SequenceStartEvent"):
                self._start(event, "map" if kind[0] == "M" else "list")
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                self._end()
            elif kind == "AliasEvent":
                self._alias(event)
            elif kind == "DocumentStartEvent" and self.root is not None:
                raise self._wrong(event, "the file holds a second document", "keep one")
        return self.root

    def _scalar(self, event: Any) -> Node:
        tag = event.tag or _RESOLVER.resolve(yaml.ScalarNode, event.value, event.implicit)
        return Node("scalar", _value(tag, event.value), self.file, event.start_mark, event.value)

    def _start(self, event: Any, kind: str) -> None:
        if len(self.open) >= MOST_DEPTH:
            raise self._wrong(event, f"the file nests deeper than {MOST_DEPTH}", "make it flatter")
        node = Node(kind, [], self.file, event.start_mark)
        self._add(node, None)
        self.open.append(node)
        self.keys.append(None)
        self.names.append(event.anchor or "")
        self.seen.append({})

    def _end(self) -> None:
        node, name = self.open.pop(), self.names.pop()
        self.keys.pop()
        self.seen.pop()
        parts = [part for pair in node.value for part in pair] if node.kind == "map" else node.value
        node.size += sum(part.size for part in parts)
        if name:
            self.anchors[name] = node

    def _alias(self, event: Any) -> None:
        node = self.anchors.get(event.anchor)
        if node is None:
            what = "holds itself" if event.anchor in self.names else "is nowhere defined"
            raise self._wrong(event, f"the alias `*{event.anchor}` {what}", "write the value itself there")
        self.nodes += node.size - 1
        self._add(node, None)

    def _add(self, node: Node, anchor: str | None) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            fix = "split it, and use fewer aliases"
            raise PolicyError("GH1011", f"the file stands for more than {MOST_NODES} values", where=node.where, fix=fix)
        if anchor:
            self.anchors[anchor] = node
        if not self.open:
            self.root = node
            return
        parent, key = self.open[-1], self.keys[-1]
        if parent.kind == "list":
            parent.value.append(node)
        elif key is None:
            self.keys[-1] = self._key(node)
        else:
            parent.value.append((key, node))
            self.keys[-1] = None

    def _key(self, node: Node) -> Node:
        if node.kind != "scalar":
            raise PolicyError("GH1011", "a key is no text", where=node.where, fix="write `name: value`")
        if node.text == "<<":
            raise PolicyError("GH1011", "merge keys (`<<`) are not read", where=node.where, fix="write the keys themselves")
        earlier = self.seen[-1].setdefault(node.text, node.line)
        if earlier != node.line or any(key is not node and key.text == node.text for key, _ in self.open[-1].value[-1:]):
            what = f"the key `{node.text}` stands twice in one mapping, first at line {earlier}"
            raise PolicyError("GH1011", what, where=node.where, fix="keep one of them")
        return node

    def _wrong(self, event: Any, what: str, fix: str) -> PolicyError:
        mark = event.start_mark
        return PolicyError("GH1011", what, where=f"{self.file}:{mark.line + 1}:{mark.column + 1}", fix=fix)


def _value(tag: str, text: str) -> Any:
    """Return what a scalar means: text but for null, booleans and numbers, as YAML has them."""
    kind = tag.removeprefix(_TAG)
    if kind == "null":
        return None
    if kind == "bool":
        return _WORDS.get(text.lower(), text)
    if kind in ("int", "float"):
        try:
            return int(text.replace("_", ""), 10) if kind == "int" else float(text)
        except ValueError:
            return text
    return text
