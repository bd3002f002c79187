# SPDX-License-Identifier: GPL-3.0-or-later
"""A second reader of shell syntax, a program of its own: bash on standard input, its tree as JSON on standard output.

This file alone is under the GPL (version 3 or later), as bashlex is, on which it stands. Nothing imports it: it is started
as a process where the shfmt program cannot run, and by the tests as a second opinion. The JSON has the shape that
`shfmt --to-json` gives. What bashlex does not read, or is known to read wrongly, is refused: exit status 1 and
`line:column: why` on standard error.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import bashlex  # type: ignore[import-untyped,unused-ignore]  # it has no annotations
from bashlex import errors

_SPECIAL_NAMES = frozenset("@*#?$!-")
_SPECIAL = '`$"\\'


class RefusedError(Exception):
    """The text holds something that is not read here; `at` is its offset."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at
        self.why = why


class _Maker:
    """Makes the JSON of one text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.offsets = [0]
        for char in source:
            self.offsets.append(self.offsets[-1] + len(char.encode("utf-8", "surrogatepass")))

    def place(self, start: int, end: int) -> dict[str, Any]:
        return {"Pos": {"Offset": self.offsets[start], "Line": 1}, "End": {"Offset": self.offsets[end]}}

    def statements(self, node: Any) -> list[dict[str, Any]]:
        """Return a node as statements: a list is cut at `;`, `&` and newlines."""
        if node.kind != "list":
            return [self.statement(node)]
        made: list[dict[str, Any]] = []
        op = ";"
        for part in node.parts:
            if part.kind == "operator":
                op = part.op
                if op == "&" and made:
                    made[-1]["Background"] = True
                continue
            one = self.statement(part)
            if op in ("&&", "||"):
                left = made.pop()
                if left.get("Background"):
                    raise RefusedError(part.pos[0], "an operator behind a background job")
                one = {"Cmd": {"Type": "BinaryCmd", "Op": op, "X": left, "Y": one}}
            made.append(one)
        return made

    def statement(self, node: Any) -> dict[str, Any]:
        make = getattr(self, "of_" + node.kind, None)
        if make is None:
            raise RefusedError(node.pos[0], f"a {node.kind}")
        found: dict[str, Any] = make(node)
        return found

    def of_list(self, node: Any) -> dict[str, Any]:
        made = self.statements(node)
        return made[0] if len(made) == 1 else {"Cmd": {"Type": "Block", "Stmts": made}}

    def of_pipeline(self, node: Any) -> dict[str, Any]:
        words = [part.word for part in node.parts if part.kind == "reservedword"]
        if words not in ([], ["!"]):
            raise RefusedError(node.pos[0], "a pipeline of this form")
        sides = [part for part in node.parts if part.kind not in ("reservedword", "pipe")]
        ops = [part.pipe for part in node.parts if part.kind == "pipe"]
        made = self.statement(sides[0])
        for op, side in zip(ops, sides[1:], strict=True):
            made = {"Cmd": {"Type": "BinaryCmd", "Op": op, "X": made, "Y": self.statement(side)}}
        if words and made.get("Negated"):
            raise RefusedError(node.pos[0], "two negations")
        return {**made, "Negated": True} if words else made

    def of_command(self, node: Any) -> dict[str, Any]:
        args, assigns, redirects = [], [], []
        for part in node.parts:
            if part.kind == "redirect":
                redirects.append(self.redirect(part))
            elif part.kind == "assignment":
                assigns.append(self.assignment(part))
            else:
                args.append(self.word(part))
        if args and (args[0]["Parts"] or [{}])[0].get("Value") in _OWN:
            raise RefusedError(node.pos[0], "a word that the shell reads in a way of its own")
        return {"Cmd": {"Type": "CallExpr", "Args": args, "Assigns": assigns}, "Redirs": redirects}

    def of_compound(self, node: Any) -> dict[str, Any]:
        redirects = [self.redirect(part) for part in node.redirects]
        first = node.list[0]
        if self.source.startswith("((", first.pos[0]):
            raise RefusedError(first.pos[0], "arithmetic")
        if first.kind == "reservedword":
            inside = [one for part in node.list[1:-1] for one in self.statements(part)]
            made: dict[str, Any] = {"Cmd": {"Type": "Subshell" if first.word == "(" else "Block", "Stmts": inside}}
        else:
            made = self.statement(first)
        return {**made, "Redirs": redirects}

    def of_if(self, node: Any) -> dict[str, Any]:
        branches: list[tuple[str, list[dict[str, Any]]]] = []
        for part in node.parts:
            if part.kind == "reservedword":
                branches.append((part.word, []))
            else:
                branches[-1][1].extend(self.statements(part))
        last: dict[str, Any] | None = None
        pairs = [one for one in branches if one[0] != "fi"]
        if pairs[-1][0] == "else":
            last = {"Then": pairs.pop()[1]}
        for at in range(len(pairs) - 2, -1, -2):
            last = {"Cond": pairs[at][1], "Then": pairs[at + 1][1], **({"Else": last} if last else {})}
        return {"Cmd": {"Type": "IfClause", **(last or {})}}

    def of_while(self, node: Any) -> dict[str, Any]:
        condition, body = [part for part in node.parts if part.kind != "reservedword"]
        until = node.kind == "until"
        both = {"Cond": self.statements(condition), "Do": self.statements(body)}
        return {"Cmd": {"Type": "WhileClause", "Until": until, **both}}

    of_until = of_while

    def of_for(self, node: Any) -> dict[str, Any]:
        words = [part for part in node.parts if part.kind == "word"]
        given = any(part.kind == "reservedword" and part.word == "in" for part in node.parts)
        head = {"Type": "WordIter", "Name": {"Value": words[0].word}, "Items": [self.word(one) for one in words[1:]]}
        if given:
            head["InPos"] = {"Line": 1}
        return {"Cmd": {"Type": "ForClause", "Loop": head, "Do": self.statements(node.parts[-2])}}

    def of_function(self, node: Any) -> dict[str, Any]:
        body = self.statement(node.parts[-1])
        return {"Cmd": {"Type": "FuncDecl", "Name": {"Value": node.name.word}, "Body": body}}

    def redirect(self, node: Any) -> dict[str, Any]:
        start, end = node.pos
        if self.source[start - 1 : start] == "}":
            raise RefusedError(start, "a descriptor in a variable")
        made: dict[str, Any] = {"Op": node.type, **({"N": {"Value": str(node.input)}} if node.input is not None else {})}
        if hasattr(node.output, "pos"):
            made["Word"] = self.word(node.output)
        else:
            text = str(node.output)
            made["Word"] = {"Parts": [{"Type": "Lit", "Value": text}], **self.place(end - len(text), end)}
        if node.type in ("<<", "<<-"):
            self.document(node, made)
        return made

    def document(self, node: Any, made: dict[str, Any]) -> None:
        body = node.heredoc.value if node.heredoc is not None else None
        if body is None or any(char in body for char in "$`\\"):
            raise RefusedError(node.pos[0], "a here-document that expands")
        said = body[: len(body) - len(node.output.word)]
        start = self.source.find(said, node.output.pos[1]) if said else -1
        if said and start < 0:
            raise RefusedError(node.pos[0], "a here-document that is not found again")
        if said:
            place = self.place(start, start + len(said))
            made["Hdoc"] = {"Parts": [{"Type": "Lit", "Value": said, **place}], **place}

    def assignment(self, node: Any) -> dict[str, Any]:
        start, end = node.pos
        name = self.source[start:end].partition("=")[0]
        bare = name.removesuffix("+")
        if not bare.replace("_", "a").isalnum() or self.source[start + len(name) + 1 : end][:1] == "(":
            raise RefusedError(start, "an assignment of this form")
        first = start + len(name) + 1
        value = {"Parts": self.parts(node, first, end), **self.place(first, end)}
        return {"Name": {"Value": bare}, "Append": bare != name, **({"Value": value} if first < end else {})}

    def word(self, node: Any) -> dict[str, Any]:
        start, end = node.pos
        return {"Parts": self.parts(node, start, end), **self.place(start, end)}

    def parts(self, node: Any, start: int, end: int) -> list[dict[str, Any]]:
        """Return a word's text and expansions; what the text comes to must be what bashlex says that it is."""
        if self.source[start - 1 : start] == "$":
            raise RefusedError(start, "a quote behind a dollar")
        inner = {part.pos[0]: part for part in node.parts if part.kind != "tilde"}
        made, at, used = self.scanned(inner, start, end, quoted=False)
        if at != end or used != len(inner):
            raise RefusedError(start, "a word of this form")
        return made

    def scanned(self, inner: dict[int, Any], at: int, end: int, *, quoted: bool) -> tuple[list[dict[str, Any]], int, int]:
        made: list[dict[str, Any]] = []
        text, used = at, 0

        def flush(until: int) -> None:
            if until > text:
                made.append({"Type": "Lit", "Value": self.source[text:until], **self.place(text, until)})

        while at < end:
            char = self.source[at]
            if char == "\\":
                at = min(at + 2, end)
                continue
            if at in inner:
                flush(at)
                made.append(self.expansion(inner[at]))
                text = at = inner[at].pos[1]
                used += 1
            elif char == '"':
                flush(at)
                if quoted:
                    return made, at, used
                inside, close, more = self.scanned(inner, at + 1, end, quoted=True)
                if self.source[close : close + 1] != '"':
                    raise RefusedError(at, "a quote without an end")
                made.append({"Type": "DblQuoted", "Parts": inside, **self.place(at, close + 1)})
                text = at = close + 1
                used += more
            elif char == "'" and not quoted:
                flush(at)
                close = self.source.find("'", at + 1)
                if close < 0 or close >= end:
                    raise RefusedError(at, "a quote without an end")
                made.append({"Type": "SglQuoted", "Value": self.source[at + 1 : close], **self.place(at, close + 1)})
                text = at = close + 1
            elif char in _SPECIAL or (char == "(" and not quoted):
                raise RefusedError(at, "an expansion of this form")
            else:
                at += 1
        flush(at)
        return made, at, used

    def expansion(self, node: Any) -> dict[str, Any]:
        start, end = node.pos
        raw = self.source[start:end]
        if node.kind == "parameter":
            name = node.value
            plain = name in _SPECIAL_NAMES or name.replace("_", "a").isalnum()
            if not plain or raw not in ("$" + name, "${" + name + "}"):
                raise RefusedError(start, "an expansion of this form")
            return {"Type": "ParamExp", "Param": {"Value": node.value}, **self.place(start, end)}
        if raw[0] == "`" and "\\" in raw:
            raise RefusedError(start, "a backslash in backticks")
        if node.kind not in ("commandsubstitution", "processsubstitution") or raw.startswith(("$(<", "$((")):
            raise RefusedError(start, "an expansion of this form")
        inside = self.statements(node.command)
        if node.kind == "commandsubstitution":
            return {"Type": "CmdSubst", "Stmts": inside, **self.place(start, end)}
        return {"Type": "ProcSubst", "Op": raw[:2], "Stmts": inside, **self.place(start, end)}


_OWN = frozenset(("export", "declare", "typeset", "local", "readonly", "nameref", "let", "time", "coproc", "select", "[["))


def tree(source: str) -> dict[str, Any]:
    """Return the tree of a text; `RefusedError` for what is not read here."""
    if not source.strip() or all(line.strip()[:1] in ("", "#") for line in source.split("\n")):
        return {"Stmts": []}
    maker = _Maker(source)
    try:
        trees = bashlex.parse(source)
    except errors.ParsingError as error:
        raise RefusedError(min(error.position, len(source)), str(error.message)) from None
    except Exception as error:  # noqa: BLE001 - it raises of many kinds for what it does not know
        raise RefusedError(0, f"not read by bashlex ({type(error).__name__})") from None
    return {"Stmts": [one for node in trees for one in maker.statements(node)]}


def main() -> int:
    """Read standard input and write its tree."""
    source = sys.stdin.buffer.read().decode("utf-8")
    try:
        made = tree(source)
    except RefusedError as error:
        line, column = source.count("\n", 0, error.at) + 1, error.at - source.rfind("\n", 0, error.at)
        sys.stderr.write(f"{line}:{column}: {error.why}\n")
        return 1
    except (RecursionError, AttributeError, IndexError, ValueError) as error:
        sys.stderr.write(f"1:1: not read by bashlex ({type(error).__name__})\n")
        return 1
    sys.stdout.write(json.dumps(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
