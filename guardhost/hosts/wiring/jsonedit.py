"""JSON that people keep: read with its positions, changed by small edits of its text.

Comments (`//`, `/* */`), commas before a closing bracket, a byte order mark and any indentation are kept as they are.
What an insertion put in, the matching removal takes out to the byte.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined] # not in its stub
from typing import Any

from guardhost.model.errors import GuardError

MOST_DEPTH = 100
_PLAIN = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_SPACE = " \t\r\n"


@dataclass(frozen=True)
class Node:
    """One value: its span in the text, and its members or items in order when it is an object or an array."""

    kind: str  # "object", "array" or "plain"
    start: int
    end: int
    plain: Any = None
    members: tuple[Member, ...] = ()
    items: tuple[Node, ...] = ()

    @property
    def value(self) -> Any:
        """The value as `json.loads` would give it."""
        if self.kind == "object":
            return {member.key: member.node.value for member in self.members}
        return [item.value for item in self.items] if self.kind == "array" else self.plain

    def get(self, key: str) -> Node | None:
        """Return the member's value, None when there is none."""
        return next((member.node for member in self.members if member.key == key), None)


@dataclass(frozen=True)
class Member:
    """A key with its value; `start` is where the key begins."""

    key: str
    start: int
    node: Node


@dataclass
class Text:
    """A JSON text under change. `where` names it in errors. Every edit gives a new tree: take nodes anew after one."""

    text: str
    where: str = ""
    root: Node = field(init=False)

    def __post_init__(self) -> None:
        self.root = _Parser(self.text, self.where).whole()

    def replace(self, node: Node, value: Any) -> None:
        """Put `value` in the place of `node`, in the indentation of its line."""
        pretty = "\n" in self.text[node.start : node.end] or not self._compact()
        self._put([(node.start, node.end, self._written(value, self._margin(node.start)) if pretty else _flat(value))])

    def append(self, parent: Node, value: Any, key: str = "") -> None:
        """Add `value` as the last item of an array, or the last member `key` of an object."""
        inner = self.text[parent.start + 1 : parent.end - 1]
        children = _spans(parent)
        many = "\n" in inner or (not children and not inner.strip() and not self._compact())
        margin = self._margin(parent.start) if many else ""
        own = (self._margin(children[0][0]) if children and "\n" in inner else margin + self._step()) if many else ""
        written = f"{_flat(key)}: " if key else ""
        written += self._written(value, own) if many else _flat(value)
        if not inner.strip():
            self._put(
                [(parent.start + 1, parent.end - 1, f"{self._line(own)}{written}{self._line(margin)}" if many else written)]
            )
            return
        at = parent.start + 1 + len(inner.rstrip(_SPACE))
        edits = [(at, at, (self._line(own) if many else " ") + written)]
        if children:
            comma = self._comma(children[-1][1], parent.end - 1)
            edits = [(at, at, edits[0][2] + ",")] if comma >= 0 else [(children[-1][1], children[-1][1], ","), *edits]
        self._put(edits)

    def remove(self, parent: Node, index: int) -> None:
        """Take out one item or member, with its comma and the space before it."""
        children = _spans(parent)
        start, end = children[index]
        comma = self._comma(end, children[index + 1][0] if index + 1 < len(children) else parent.end - 1)
        before = start - (len(self.text[:start]) - len(self.text[:start].rstrip(_SPACE)))
        since = children[index - 1][1] if index else parent.start + 1
        rest = self.text[comma + 1 if comma >= 0 else end :].split("\n", 1)[0].strip()
        held = self._line("") if rest and self._ends_in_line_comment(since, before) else ""
        edits = [(before, end, held)]
        if comma >= 0:
            edits.append((comma, comma + 1, ""))
        elif index:
            left = self._comma(children[index - 1][1], start)
            edits.insert(0, (left, left + 1, ""))
        self._put(edits)
        shrunk = _at(self.root, parent.start)
        if shrunk is not None and not _spans(shrunk) and not self.text[shrunk.start + 1 : shrunk.end - 1].strip():
            self._put([(shrunk.start + 1, shrunk.end - 1, "")])

    def _put(self, edits: list[tuple[int, int, str]]) -> None:
        """Apply edits that are in the order of the text, the last one first, so that the places of the others hold."""
        for start, end, new in reversed(edits):
            self.text = self.text[:start] + new + self.text[end:]
        self.root = _Parser(self.text, self.where).whole()

    def _ends_in_line_comment(self, start: int, end: int) -> bool:
        """Return whether the last comment between two places runs to the end of its line: what follows must not join it."""
        parser = _Parser(self.text, self.where)
        at, last = start, ""
        while (at := parser.space(at)) < end:
            last = self.text[at : at + 2]
            at = parser.skip_one(at) if last in ("//", "/*") else at + 1
        return last == "//"

    def _comma(self, start: int, end: int) -> int:
        """Return where the comma between two places is, -1 when there is none; comments may stand around it."""
        at = _Parser(self.text, self.where).skip(start)
        return at if at < end and self.text[at] == "," else -1

    def _margin(self, at: int) -> str:
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _line(self, margin: str) -> str:
        return ("\r\n" if "\r\n" in self.text else "\n") + margin

    def _compact(self) -> bool:
        return "\n" not in self.text.strip() and bool(_spans(self.root))

    def _step(self) -> str:
        """Return one level of the file's indentation: that of the first member of the root, else two spaces."""
        first = self._margin(self.root.members[0].start) if self.root.members else ""
        return first or "  "

    def _written(self, value: Any, margin: str) -> str:
        lines = json.dumps(value, ensure_ascii=False, indent=self._step()).split("\n")
        return self._line(margin).join(lines)


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _spans(node: Node) -> list[tuple[int, int]]:
    return [(m.start, m.node.end) for m in node.members] if node.kind == "object" else [(i.start, i.end) for i in node.items]


def _at(node: Node, start: int) -> Node | None:
    if node.start == start:
        return node
    for child in [*(member.node for member in node.members), *node.items]:
        found = _at(child, start)
        if found is not None:
            return found
    return None


class _Parser:
    """One pass over the text, its place in `at`."""

    def __init__(self, text: str, where: str) -> None:
        self.text = text
        self.where = where
        self.at = 0

    def whole(self) -> Node:
        self.at = self.skip(1 if self.text.startswith("\ufeff") else 0)
        node = self._value(0)
        self.at = self.skip(self.at)
        if self.at < len(self.text):
            self._fail("there is text after the JSON value")
        return node

    def skip(self, at: int) -> int:
        """Return the next place that is neither space nor comment."""
        at = self.space(at)
        while self.text.startswith(("//", "/*"), at):
            at = self.space(self.skip_one(at))
        return at

    def space(self, at: int) -> int:
        """Return the next place that is no space."""
        while at < len(self.text) and self.text[at] in _SPACE:
            at += 1
        return at

    def skip_one(self, at: int) -> int:
        """Return the place behind the comment that begins here; its end of line is not part of it."""
        if self.text.startswith("//", at):
            end = self.text.find("\n", at)
            return len(self.text) if end < 0 else end
        end = self.text.find("*/", at + 2)
        if end < 0:
            self.at = at
            self._fail("a comment does not end")
        return end + 2

    def _fail(self, what: str) -> None:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - self.text.rfind("\n", 0, self.at)
        raise GuardError("GH1501", what, where=f"{self.where}:{line}:{column}", fix="mend the file, then run it again")

    def _value(self, depth: int) -> Node:
        if depth > MOST_DEPTH:
            self._fail("the JSON nests too deep")
        char = self.text[self.at : self.at + 1]
        start = self.at
        if char in ("{", "["):
            return self._object(depth) if char == "{" else self._array(depth)
        if char == '"':
            plain: Any = self._string()
        else:
            found = _PLAIN.match(self.text, self.at)
            if found is None:
                self._fail("a JSON value is missing" if char else "the JSON ends too early")
            self.at = found.end() if found else self.at
            plain = json.loads(self.text[start : self.at])
        return Node("plain", start, self.at, plain)

    def _string(self) -> str:
        try:
            text, self.at = scanstring(self.text, self.at + 1, True)
        except ValueError as error:
            self._fail(f"a text is broken: {error.args[0].split(':')[0].lower()}")
        found: str = text
        return found

    def _array(self, depth: int) -> Node:
        start, items = self.at, []
        self.at = self.skip(self.at + 1)
        while not self._closed("]"):
            items.append(self._value(depth + 1))
            self._next("]")
        return Node("array", start, self.at, items=tuple(items))

    def _object(self, depth: int) -> Node:
        start = self.at
        members: dict[str, Member] = {}
        self.at = self.skip(self.at + 1)
        while not self._closed("}"):
            begins = self.at
            if self.text[self.at : self.at + 1] != '"':
                self._fail("a key in double quotes is missing")
            key = self._string()
            if key in members:
                self.at = begins
                self._fail(f"the key `{key}` stands twice in one object")
            self.at = self.skip(self.at)
            if self.text[self.at : self.at + 1] != ":":
                self._fail(f"a `:` is missing after the key `{key}`")
            self.at = self.skip(self.at + 1)
            members[key] = Member(key, begins, self._value(depth + 1))
            self._next("}")
        return Node("object", start, self.at, members=tuple(members.values()))

    def _closed(self, bracket: str) -> bool:
        if self.text[self.at : self.at + 1] != bracket:
            return False
        self.at += 1
        return True

    def _next(self, bracket: str) -> None:
        """Step over the comma behind an entry; without one the bracket must close."""
        self.at = self.skip(self.at)
        if self.text[self.at : self.at + 1] == ",":
            self.at = self.skip(self.at + 1)
        elif self.text[self.at : self.at + 1] != bracket:
            self._fail(f"a `,` or `{bracket}` is missing")
