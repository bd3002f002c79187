"""The patch text of `apply_patch`: every file that it adds, updates, moves or deletes.

Read leniently, since the programs that apply it are lenient, too: what stands around the sections is skipped, and a
section counts wherever its header can be one.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Hunks = tuple[tuple[str, str], ...]

ADD, UPDATE, DELETE = "add", "update", "delete"
BEGIN = "*** Begin Patch"
_HEADS = (("*** Add File: ", ADD), ("*** Update File: ", UPDATE), ("*** Delete File: ", DELETE))
_MOVE = "*** Move to: "
_ENDS = ("*** End Patch", "*** End of File")


class Section:
    """What a patch does to one file.

    `to` is where an update moves it, "" when it stays; `text` is what an added file has; `hunks` are (old, new) lines of
    an update in order; `known` is False where a line of it has no meaning here.
    """

    __slots__ = ("hunks", "kind", "known", "path", "text", "to")

    def __init__(self, kind: str, path: str) -> None:
        self.kind = kind
        self.path = path
        self.to = ""
        self.text = ""
        self.hunks: list[tuple[str, str]] = []
        self.known = True


def read(text: str) -> tuple[Section, ...]:
    """Return the sections of a patch in order, () when it has none."""
    sections: list[Section] = []
    fresh = True  # the next line of an update begins a hunk
    for raw in text.split("\n"):
        line = raw.removesuffix("\r")
        head = _head(line, sections)
        if head is not None:
            sections.append(head)
            fresh = True
        elif sections:
            fresh = _take(sections[-1], line, fresh=fresh)
    return tuple(sections)


def _head(line: str, sections: list[Section]) -> Section | None:
    if sections and sections[-1].kind == UPDATE and line[:1] in ("+", "-", " "):
        return None  # a line of its hunk, whatever it looks like
    bare = line.strip()
    for head, kind in _HEADS:
        if bare.startswith(head):
            return Section(kind, bare[len(head) :].strip())
    return None


def _take(section: Section, line: str, *, fresh: bool) -> bool:
    """Add one line to its section; return whether the next one begins a hunk."""
    if line.strip().startswith(_MOVE) and section.kind == UPDATE and line[:1] not in ("+", "-"):
        section.to = line.strip()[len(_MOVE) :].strip()
        return True
    if section.kind == ADD:
        if line[:1] == "+":
            section.text += line[1:] + "\n"
        else:
            section.known = section.known and (not line.strip() or line.strip().startswith(_ENDS))
        return True
    if section.kind == DELETE or line.strip().startswith(_ENDS):
        return True
    if line[:2] == "@@":
        return True
    if line[:1] not in ("+", "-", " ", ""):
        section.known = False
        return True
    if fresh:
        section.hunks.append(("", ""))
    old, new = section.hunks[-1]
    body = line[1:] + "\n"
    section.hunks[-1] = (old if line[:1] == "+" else old + body, new if line[:1] == "-" else new + body)
    return False


def paths(text: str) -> tuple[tuple[str, str], ...]:
    """Return (path, what happens to it) for every path that a patch names; a move deletes one and adds another."""
    found: list[tuple[str, str]] = []
    for section in read(text):
        found.append((section.path, DELETE if section.to else section.kind))
        if section.to:
            found.append((section.to, ADD))
    return tuple(found)
