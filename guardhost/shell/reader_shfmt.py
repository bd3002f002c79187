"""From the JSON of `shfmt --to-json` (its positions are offsets in bytes) to our tree."""

from __future__ import annotations

from guardhost.shell.tree import MOST_DESCRIPTOR, Assigned, Node, Piece, Redirection, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.shell.reading import Lent
    from guardhost.shell.tree import Inner

MOST_DEPTH = 100
DIALECTS = {"zsh": "zsh", "mksh": "mksh", "ksh": "mksh"}


class TooDeepError(Exception):
    """The line nests deeper than `MOST_DEPTH`."""


class StrayDocumentError(Exception):
    """A here-document ends outside the substitution that it began in, where shells read on in ways of their own."""


class LostDocumentError(Exception):
    """The reader took the body of a here-document for commands: it does behind a `[[ ]]` or `let` that ends the line."""


def argv(lent: Lent) -> tuple[str, ...]:
    """Return the words that start the reader; a dialect on the line keeps it from reading settings files."""
    if lent.shfmt:
        return (lent.shfmt, "-ln=" + DIALECTS.get(lent.shell, "bash"), "--to-json")
    return (lent.python, "-I", __file__.rpartition("/")[0] + "/reader_bashlex.py")


def tree(parsed: dict[str, Any], source: bytes) -> tuple[Node, ...]:
    """Return the statements of a parsed file; `TooDeepError` when too deep, `KeyError` and kin for another shape."""
    return _Adapter(source).statements(parsed.get("Stmts"), 0)


class _Adapter:
    """Holds the bytes that the offsets point into."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.end = len(source) + 1  # of the substitution that is being read
        self.begins: dict[int, int] = {}  # where the next here-document of a line begins, by where the line ends

    def statements(self, found: list[dict[str, Any]] | None, depth: int) -> tuple[Node, ...]:
        if depth > MOST_DEPTH:
            raise TooDeepError
        return tuple(self.statement(one, depth + 1) for one in found or ())

    def statement(self, found: dict[str, Any], depth: int) -> Node:
        node = self.command(found.get("Cmd") or {}, depth)
        changes: dict[str, Any] = {}
        if "Redirs" in found:
            changes["redirects"] = tuple(self.redirection(one, depth) for one in found["Redirs"])
        if found.get("Negated"):
            changes["negated"] = True
        if found.get("Background") or found.get("Disown"):
            changes["background"] = True
        if found.get("Coprocess"):
            node = Node(kind="coproc", branches=((node,),))
        return node.replace(**changes) if changes else node

    def command(self, found: dict[str, Any], depth: int) -> Node:
        kind = found.get("Type")
        if kind is None or kind == "CallExpr":
            return Node(
                kind="simple",
                words=tuple(self.word(one, depth) for one in found.get("Args") or ()),
                assigns=tuple(self.assigned(one, depth) for one in found.get("Assigns") or ()),
            )
        if kind == "BinaryCmd" or (kind == "FuncDecl" and _joined(found["Body"])):
            return self.binary(found, depth)
        if kind in _COMMANDS:
            return _COMMANDS[kind](self, found, depth)
        texts = self.tested(found, depth) if kind == "TestClause" else (self.plain(found),)
        if kind == "TestClause" and _branches(found):
            kind = "maybe"
        return Node(kind="expression", text=str(kind), inner=self.inside(found, depth), ops=texts)

    def tested(self, found: Any, depth: int) -> tuple[str, ...]:
        """Return the texts in `[[ ]]` that are evaluated as arithmetic or as a name."""
        if depth > MOST_DEPTH:
            raise TooDeepError
        if isinstance(found, list):
            return tuple(text for one in found for text in self.tested(one, depth))
        if not isinstance(found, dict) or "Parts" in found:
            return ()
        if found.get("Op") in ("-eq", "-ne", "-lt", "-le", "-gt", "-ge"):
            return (self.plain(found["X"]), self.plain(found["Y"]))
        if found.get("Op") in ("-v", "-R"):
            text = self.plain(found["X"])
            return (text,) if "[" in text or "$" in text else ()
        return tuple(text for one in found.values() for text in self.tested(one, depth + 1))

    def plain(self, found: dict[str, Any]) -> str:
        """Return the text of an expression without the substitutions in it."""
        start = (found.get("Pos") or {}).get("Offset", 0)
        text = bytearray(self.source[start : (found.get("End") or {}).get("Offset", 0)])
        todo: list[Any] = [found]
        while todo:
            one = todo.pop()
            if isinstance(one, dict) and one.get("Type") in ("CmdSubst", "ProcSubst"):
                first, last = one["Pos"]["Offset"] - start, one["End"]["Offset"] - start
                text[first:last] = b" " * (last - first)
            elif isinstance(one, dict | list):
                todo.extend(one.values() if isinstance(one, dict) else one)
        return text.decode("utf-8", "replace")

    def binary(self, found: dict[str, Any], depth: int) -> Node:
        """Flatten what nests to the left into one chain of `&&` and `||` over pipes."""
        sides, ops = _flat(found)
        groups, joints = [[sides[0]]], []
        for op, side in zip(ops, sides[1:], strict=True):
            if op in ("|", "|&"):
                groups[-1].append(side)
            else:
                joints.append(op)
                groups.append([side])
        made = [self.piped(group, depth + 1) for group in groups]
        return made[0] if not joints else Node(kind="chain", branches=tuple((one,) for one in made), ops=tuple(joints))

    def piped(self, group: list[dict[str, Any]], depth: int) -> Node:
        made = tuple((self.statement(one, depth),) for one in group)
        return made[0][0] if len(made) == 1 else Node(kind="pipe", branches=made)

    def loop(self, found: dict[str, Any], depth: int) -> Node:
        head, body = found["Loop"], self.statements(found.get("Do"), depth + 1)
        if head["Type"] != "WordIter":
            return Node(kind="cfor", inner=self.inside(head, depth), branches=(body,), ops=(self.plain(head),))
        words = tuple(self.word(one, depth) for one in head.get("Items") or ())
        given = words if words or (head.get("InPos") or {}).get("Line") else None
        kind = "select" if found.get("Select") else "for"
        return Node(kind=kind, text=head["Name"]["Value"], words=given, branches=(body,))

    def branch(self, found: dict[str, Any], depth: int) -> Node:
        then = self.statements(found.get("Then"), depth + 1)
        if not found.get("Cond"):
            return Node(kind="group", branches=(then,))
        other = found.get("Else")
        rest = (self.branch(other, depth + 1),) if other else ()
        return Node(kind="if", branches=(self.statements(found["Cond"], depth + 1), then, rest))

    def case(self, found: dict[str, Any], depth: int) -> Node:
        items = found.get("Items") or ()
        patterns = tuple(self.word(one, depth) for item in items for one in item.get("Patterns") or ())
        bodies = tuple(self.statements(item.get("Stmts"), depth + 1) for item in items)
        return Node(kind="case", inner=(self.word(found["Word"], depth), *patterns), branches=bodies)

    def declared(self, found: dict[str, Any], depth: int) -> Node:
        args = tuple(self.assigned(one, depth) for one in found.get("Args") or ())
        return Node(kind="simple", text=found["Variant"]["Value"], assigns=args)

    def wrapped(self, found: dict[str, Any], depth: int) -> Node:
        kind = {"Subshell": "subshell", "Block": "group", "CoprocClause": "coproc", "TimeClause": "time"}[found["Type"]]
        if "Stmts" in found or kind in ("subshell", "group"):
            return Node(kind=kind, branches=(self.statements(found.get("Stmts"), depth + 1),))
        inner = found.get("Stmt")
        node = self.statement(inner, depth + 1) if inner else Node(kind="simple", words=())
        if kind == "coproc" and node.kind == "simple":
            from guardhost.shell.coproc import beside

            said = (inner or {}).get("Cmd") or {}
            parts = [one for name in ("Args", "Assigns") for one in said.get(name) or ()]
            parts.sort(key=lambda one: int(one["Pos"]["Offset"]))
            words = [self.word(found.get("Name"), depth)] if found.get("Name") else []
            node = beside(node, words + [self.word({**one, "Parts": self.both(one)}, depth) for one in parts])
        return Node(kind=kind, branches=((node,) if inner or node.words else (),))

    def both(self, found: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the parts of a word, also of one that was taken for an assignment."""
        if "Parts" in found:
            return list(found["Parts"])
        value = found.get("Value") or {"Parts": []}
        start = found["Pos"]["Offset"]
        end = value["Pos"]["Offset"] if "Pos" in value else found["End"]["Offset"]
        return [{"Type": "Lit", "Value": self.source[start:end].decode("utf-8", "replace")}, *value["Parts"]]

    def whilst(self, found: dict[str, Any], depth: int) -> Node:
        both = (self.statements(found.get("Cond"), depth + 1), self.statements(found.get("Do"), depth + 1))
        return Node(kind="until" if found.get("Until") else "while", branches=both)

    def function(self, found: dict[str, Any], depth: int) -> Node:
        names = [one["Value"] for one in found.get("Names") or ()]
        name = (found.get("Name") or {}).get("Value", "")
        return Node(
            kind="function", text=" ".join([name, *names]).strip(), branches=((self.statement(found["Body"], depth + 1),),)
        )

    def redirection(self, found: dict[str, Any], depth: int) -> Redirection:
        number = (found.get("N") or {}).get("Value", "")
        if number.isdigit() and int(number) > MOST_DESCRIPTOR:
            raise ValueError("a word that the reader takes for a descriptor")
        fd = int(number) if number.isdigit() and len(number) < 6 else None
        op, word = found["Op"], self.word(found["Word"], depth)
        if op not in ("<<", "<<-"):
            return Redirection(op=op, fd=fd, target=word, name=number[1:-1] if number[:1] == "{" else "")
        return Redirection(op=op, fd=fd, target=self.document(found, word, depth))

    def document(self, found: dict[str, Any], delimiter: Written, depth: int) -> Written:
        body = found.get("Hdoc") or {"Parts": []}
        if not self.follows(found, delimiter):
            raise LostDocumentError
        if (body.get("Pos") or {}).get("Offset", 0) > self.end:
            raise StrayDocumentError
        quoted = any(piece.quoted for piece in delimiter.pieces) or "\\" in delimiter.raw
        pieces: list[Piece] = []
        for part in body.get("Parts") or ():
            if part["Type"] != "Lit":
                pieces.append(self.piece(part, depth, quoted=True))
                continue
            text = _untabbed(part["Value"], not pieces) if found["Op"] == "<<-" else part["Value"]
            pieces.append(Piece(kind="text", text=text if quoted else _unescaped(text, "\\$`"), quoted=True))
        return Written(raw=self.slice(body), pieces=tuple(pieces))

    def follows(self, found: dict[str, Any], delimiter: Written) -> bool:
        """Return whether a here-document begins where it must, or is empty; the reader may take its lines for commands."""
        at = found["Word"]["End"]["Offset"]
        end = self.source.find(b"\n", at)
        while self.source[end - 1 : end] == b"\\" and end > 0:  # the line goes on
            end = self.source.find(b"\n", end + 1)
        begin = self.begins.get(end, end + 1 or len(self.source))
        last = found["Hdoc"]["End"]["Offset"] if "Hdoc" in found else begin
        self.begins[end] = self.source.find(b"\n", last) + 1 or len(self.source)
        if "Hdoc" in found:
            between = self.source[at : found["Hdoc"]["Pos"]["Offset"]]
            return between.count(b"\n") < 2 or not (b"]]" in between or b" let " in between.replace(b";", b" "))
        following = self.source[begin:].partition(b"\n")[0].lstrip(b"\t")
        return following.decode("utf-8", "replace") == "".join(piece.text for piece in delimiter.pieces)

    def assigned(self, found: dict[str, Any], depth: int) -> Assigned:
        name = (found.get("Name") or {}).get("Value", "")
        value, array = found.get("Value"), found.get("Array")
        elements: tuple[Written, ...] | None = None
        inner = self.inside(found.get("Index"), depth)
        indexed = found.get("Index") is not None
        if array is not None:
            elements = tuple(self.word(one.get("Value"), depth) for one in array.get("Elems") or ())
            for one in array.get("Elems") or ():
                inner += self.inside(one.get("Index"), depth)
                indexed = indexed or one.get("Index") is not None
        texts = [one.get("Index") for one in (found, *((array or {}).get("Elems") or ()))]
        word = self.word(value, depth) if value else None if found.get("Naked") or array is not None else Written()
        return Assigned(
            name=name,
            value=word,
            elements=elements,
            append=bool(found.get("Append")),
            inner=inner,
            indexed=indexed,
            index=" ".join(self.plain(one) for one in texts if one is not None),
        )

    def word(self, found: dict[str, Any] | None, depth: int) -> Written:
        if not found:
            return Written()
        return Written(raw=self.slice(found), pieces=self.pieces(found.get("Parts"), depth))

    def slice(self, found: dict[str, Any]) -> str:
        start, end = (found.get("Pos") or {}).get("Offset", 0), (found.get("End") or {}).get("Offset", 0)
        return self.source[start:end].decode("utf-8", "replace")

    def pieces(self, parts: list[dict[str, Any]] | None, depth: int, *, quoted: bool = False) -> tuple[Piece, ...]:
        if depth > MOST_DEPTH:
            raise TooDeepError
        made: list[Piece] = []
        for part in parts or ():
            kind = part["Type"]
            if kind == "Lit":
                made.extend([_dequoted(part["Value"])] if quoted else _literal(part["Value"]))
            elif kind == "SglQuoted":
                made.append(_single(part))
            elif kind == "DblQuoted":
                inside = part.get("Parts") or ()
                if not inside or not all(map(_spreads, inside)):
                    made.append(Piece(kind="text", quoted=True))  # it is a word even where all in it is empty
                made.extend(self.pieces(part.get("Parts"), depth + 1, quoted=True))
            else:
                made.append(self.piece(part, depth, quoted=quoted))
        return tuple(made)

    def piece(self, part: dict[str, Any], depth: int, *, quoted: bool) -> Piece:
        kind = part["Type"]
        if kind in ("CmdSubst", "ProcSubst"):
            outer, self.end = self.end, part["End"]["Offset"]
            inside = self.statements(part.get("Stmts"), depth + 1)
            self.end = outer
            return Piece(kind="commands", op=part.get("Op", "$("), quoted=quoted, inner=inside)
        if kind == "ParamExp":
            return self.parameter(part, depth, quoted=quoted)
        if kind == "ExtGlob":
            text = part["Pattern"]["Value"]
            return Piece(kind="run" if "$" in text or "`" in text or "(" in text else "unknown", quoted=quoted)
        return Piece(kind="unknown", op=kind, quoted=quoted, inner=self.inside(part, depth), text=self.plain(part))

    def parameter(self, part: dict[str, Any], depth: int, *, quoted: bool) -> Piece:
        name = (part.get("Param") or {}).get("Value", "")
        inner = self.inside(part, depth)
        expansion = part.get("Exp")
        if expansion and expansion["Op"] == "@" and self.slice(expansion.get("Word") or {}) == "P":
            return Piece(kind="run", quoted=quoted, inner=inner)
        if "e" in (part.get("Flags") or {}).get("Value", ""):
            return Piece(kind="run", quoted=quoted, inner=inner)
        index = self.plain(part["Index"]) if "Index" in part else ""
        if index.isdigit() and index.isascii() and not set(part) & _COMPUTED and not expansion:
            return Piece(kind="variable", text=name, op="[" + index, quoted=quoted)
        if "Slice" in part or (index and index not in ("@", "*")):
            text = index + " " + " ".join(self.plain(one) for one in (part.get("Slice") or {}).values() if "Pos" in one)
            return Piece(kind="unknown", op="Slice", quoted=quoted, inner=inner, text=text)
        if "Excl" in part and not index and "Names" not in part:
            return Piece(kind="unknown", op="indirect", quoted=quoted, inner=inner, text=name)
        if set(part) & {"Length", "Param"} == {"Length", "Param"} and not expansion:
            return Piece(kind="unknown", op="length", quoted=quoted, inner=inner)
        if set(part) - _PLAIN or (expansion and expansion["Op"].lstrip(":") not in _EXPANSIONS):
            return Piece(kind="unknown", op="edited", quoted=quoted, inner=inner)
        if "Index" in part:
            index = self.slice(part["Index"])
            if index in ("@", "*") and not expansion:
                return Piece(kind="variable", text=name, op="[" + index, quoted=quoted)
            return Piece(kind="unknown", quoted=quoted, inner=inner)
        if expansion:
            given = expansion.get("Word")
            bare = quoted and given and expansion["Op"].lstrip(":") in _DEFAULTS
            word = Written(raw=self.slice(given), pieces=self.bare(given, depth)) if bare else self.word(given, depth + 1)
            return Piece(kind="variable", text=name, op=expansion["Op"], quoted=quoted, inner=(word,))
        return Piece(kind="variable", text=name, quoted=quoted)

    def bare(self, found: dict[str, Any], depth: int) -> tuple[Piece, ...]:
        """Return a default value that stands in double quotes: there an apostrophe quotes nothing."""
        made: list[Piece] = []
        for part in found.get("Parts") or ():
            if part["Type"] == "SglQuoted":
                text = self.slice(part)
                kind = (
                    "run" if "$(" in text or "`" in text or "${" in text else "unknown" if set(text) & set("$\\") else "text"
                )
                made.append(Piece(kind=kind, text=text if kind == "text" else "", quoted=True))
            elif part["Type"] == "Lit":
                made.append(Piece(kind="text", text=_unescaped(part["Value"], '\\$`"}'), quoted=True))
            else:
                made.extend(self.pieces([part], depth + 1, quoted=part["Type"] != "DblQuoted"))
        return tuple(made)

    def inside(self, found: Any, depth: int) -> tuple[Inner, ...]:
        """Return every word anywhere in an expression that is no statement itself."""
        if depth > MOST_DEPTH:
            raise TooDeepError
        if isinstance(found, list):
            return tuple(one for item in found for one in self.inside(item, depth))
        if not isinstance(found, dict):
            return ()
        if "Parts" in found:
            return (self.word(found, depth + 1),)
        return tuple(
            one for value in found.values() for one in self.inside(value, depth + 1) if isinstance(value, dict | list)
        )


_PLAIN = {"Type", "Pos", "End", "Dollar", "Rbrace", "Short", "Param", "Index", "Exp"}
_DEFAULTS = ("-", "=", "+", "?")
_EXPANSIONS = ("-", "=", "+", "?", "#", "##", "%", "%%")
_COMPUTED = {"Excl", "Length", "Width", "Slice", "Repl", "Names", "NestedParam", "Flags", "Plus", "IsSet", "Modifiers"}
_COMMANDS = {
    "ForClause": _Adapter.loop,
    "IfClause": _Adapter.branch,
    "WhileClause": _Adapter.whilst,
    "CaseClause": _Adapter.case,
    "DeclClause": _Adapter.declared,
    "FuncDecl": _Adapter.function,
    "Subshell": _Adapter.wrapped,
    "Block": _Adapter.wrapped,
    "CoprocClause": _Adapter.wrapped,
    "TimeClause": _Adapter.wrapped,
}


def _spreads(part: dict[str, Any]) -> bool:
    """Return whether a part in double quotes may be no word at all: `$@`, `${a[@]}`."""
    if part["Type"] != "ParamExp":
        return False
    index = part.get("Index") or {}
    parts = index.get("Parts") or (index.get("Word") or {}).get("Parts") or [{}]
    return (part.get("Param") or {}).get("Value") == "@" or parts[0].get("Value") == "@"


def _joined(statement: dict[str, Any]) -> bool:
    """Return whether a statement is sides of an operator and nothing more."""
    beside = statement.get("Redirs") or statement.get("Negated") or statement.get("Background")
    return not beside and (statement.get("Cmd") or {}).get("Type") == "BinaryCmd"


def _flat(found: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the statements that operators join, and the operators between them, in order.

    The reader takes what follows `f() { ...; } &&` for the body of f, where shells end it at the brace.
    """
    if found["Type"] == "FuncDecl":
        sides, ops = _flat(found["Body"]["Cmd"])
        return [{"Cmd": {**found, "Body": sides[0]}}, *sides[1:]], ops
    parts: list[tuple[list[dict[str, Any]], list[str]]] = []
    joints: list[str] = []
    while True:
        parts.append(_side(found["Y"]))
        joints.append(found["Op"])
        if not _joined(found["X"]):
            break
        found = found["X"]["Cmd"]
    sides, ops = _side(found["X"])
    for (more, between), joint in zip(reversed(parts), reversed(joints), strict=True):
        sides += more
        ops += [joint, *between]
    return sides, ops


def _side(statement: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    found = statement.get("Cmd") or {}
    beside = statement.get("Redirs") or statement.get("Negated") or statement.get("Background")
    taken = not beside and found.get("Type") == "FuncDecl" and _joined(found["Body"])
    return _flat(found) if taken or _joined(statement) else ([statement], [])


def _branches(found: Any) -> bool:
    """Return whether a test has sides that are not always looked at."""
    todo = [found]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            if one.get("Type") == "BinaryTest" and one.get("Op") in ("&&", "||"):
                return True
            todo.extend(one.values() if "Parts" not in one else ())
        elif isinstance(one, list):
            todo.extend(one)
    return False


def _literal(text: str) -> list[Piece]:
    """Return unquoted text as pieces: what a backslash quotes is a piece of its own."""
    if "\\" not in text:
        return [Piece(kind="text", text=text)]
    made: list[Piece] = []
    at = 0
    while at < len(text):
        found = text.find("\\", at)
        if found < 0 or found + 1 >= len(text):
            made.append(Piece(kind="text", text=text[at:]))
            break
        if found > at:
            made.append(Piece(kind="text", text=text[at:found]))
        if text[found + 1] != "\n":
            made.append(Piece(kind="text", text=text[found + 1], quoted=True))
        at = found + 2
    return made


def _dequoted(text: str) -> Piece:
    return Piece(kind="text", text=_unescaped(text, '\\$`"'), quoted=True)


def _unescaped(text: str, special: str) -> str:
    """Take off the backslashes that quote one of `special` or end a line; the others stay."""
    if "\\" not in text:
        return text
    out: list[str] = []
    at = 0
    while at < len(text):
        found = text.find("\\", at)
        if found < 0 or found + 1 >= len(text):
            break
        out.append(text[at:found])
        following = text[found + 1]
        out.append("" if following == "\n" else following if following in special else "\\" + following)
        at = found + 2
    out.append(text[at:])
    return "".join(out)


def _untabbed(text: str, starts: bool) -> str:
    lines = text.split("\n")
    return "\n".join(line.lstrip("\t") if at or starts else line for at, line in enumerate(lines))


def _single(part: dict[str, Any]) -> Piece:
    text = part.get("Value", "")
    if not part.get("Dollar"):
        return Piece(kind="text", text=text, quoted=True)
    from guardhost.shell.ansi import decode

    known = decode(text)
    return Piece(kind="unknown", quoted=True) if known is None else Piece(kind="text", text=known, quoted=True)
