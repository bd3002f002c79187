"""The text of a formula, read. Loosest first: `->` (to the right), `|`, `&`, then `! G F X Y O H` and `U W R S`.

    G(now("push") -> Y(O(now("test"))))
    G(each({tool: rm, with: {paths: $f}}, Y(O(now({tool: Write, with: {file_path: $f}})))))

A unary operator beside U, W, R or S needs parentheses: programs differ in what it means without them.
"""

from __future__ import annotations

from guardhost.model.mistakes import suggest
from guardhost.temporal import formula as build
from guardhost.temporal.formula import BINARY, COMPARISONS, Formula
from guardhost.temporal.printing import show
from guardhost.temporal.tokens import WORDS, mistake, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_DEPTH = 60
LETTERS = ("G", "F", "X", "Y", "O", "H")
PAIRS = tuple(op for op in BINARY if op != "implies")
TARGETS = {"called": 1, "before": 2, "after": 2}
ATOMS = (
    "now", "called", "called_with", "called_n", "before", "after", "all_before", "in_order", "within_steps",
    "count_before", "eventually", "always", "branch_called", "instance_before", "each", "some", "at", "true", "false",
)  # fmt: skip


def parse(text: str, *, peer: bool = False) -> tuple[Formula, tuple[str, ...]]:
    """Return (the formula, what a person should know of how it was read).

    With `peer` a unary operator beside U, W, R or S keeps the reading of AGENTLTL.yaml, which is the looser one.
    `GuardError` GH1701 with `line:column` of the text when it is none.
    """
    reader = _Reader(text, peer)
    formula = reader.implication()
    kind, value, at = reader.here
    if kind != "end":
        raise mistake(text, at, f"`{value}` stands after the end of the formula", "join formulas with `&`, `|` or `->`")
    return formula, tuple(reader.lints)


class _Reader:
    def __init__(self, text: str, peer: bool) -> None:
        self._text = text
        self._peer = peer
        self._tokens = tokens(text)
        self._at = 0
        self._depth = 0
        self.lints: list[str] = []

    @property
    def here(self) -> tuple[str, Any, int]:
        return self._tokens[self._at]

    def _take(self) -> tuple[str, Any, int]:
        token = self._tokens[self._at]
        self._at += token[0] != "end"
        return token

    def _has(self, *signs: str) -> bool:
        return self.here[0] in signs

    def _expect(self, sign: str, after: str) -> None:
        kind, value, at = self._take()
        if kind != sign:
            seen = f"`{value}`" if value != "" else "the end"
            raise mistake(self._text, at, f"{seen} stands where `{sign}` must", f"{after} ends with `{sign}` or goes on")

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise mistake(self._text, self.here[2], "the formula nests too deep", f"stay below {MOST_DEPTH} levels")

    def implication(self) -> Formula:
        self._deeper()
        left = self._several("|", build.either, lambda: self._several("&", build.both, self._temporal))
        if self._has("->"):
            self._take()
            left = build.implies(left, self.implication())
        self._depth -= 1
        return left

    def _several(self, sign: str, join: Any, one: Any) -> Formula:
        found = [one()]
        while self._has(sign):
            self._take()
            found.append(one())
        joined: Formula = join(*found)
        return joined

    def _temporal(self) -> Formula:
        """Read operators before an atom, the atom, and what stands beside it."""
        at = self.here[2]
        self._deeper()
        before = self._unaries()
        formula = self._primary()
        pair = self._pair()
        formula = self._beside(before, formula, pair, at) if pair else _wrapped(before, formula)
        self._depth -= 1
        return formula

    def _unaries(self) -> list[str]:
        found = []
        while True:
            kind, value, at = self.here
            if kind == "!":
                found.append("not")
            elif kind == "word" and value.upper() in LETTERS:
                found.append(value.upper())
            else:
                return found
            if len(found) > MOST_DEPTH:
                raise mistake(self._text, at, "the formula nests too deep", f"stay below {MOST_DEPTH} levels")
            self._take()

    def _pair(self) -> str:
        kind, value, _ = self.here
        return value.upper() if kind == "word" and value.upper() in PAIRS else ""

    def _beside(self, before: list[str], left: Formula, pair: str, at: int) -> Formula:
        self._take()
        inner_at = self.here[2]
        closed = self._has("(")
        right = self._temporal()
        if right[0] in PAIRS and not closed and not self._peer:
            readings = (
                Formula((pair, left, right)),
                Formula((right[0], Formula((pair, left, right[1])), right[2])),
            )
            raise self._ambiguous(inner_at, f"`{pair}` beside `{right[0]}`", readings)
        loose = _wrapped(before, Formula((pair, left, right)))
        if not before:
            return loose
        if not self._peer:
            sign = "!" if before[-1] == "not" else before[-1]
            raise self._ambiguous(at, f"`{sign}` beside `{pair}`", (Formula((pair, _wrapped(before, left), right)), loose))
        self.lints.append(f"read as `{show(loose)}`; say so with parentheses, for other programs read it otherwise")
        return loose

    def _ambiguous(self, at: int, what: str, readings: tuple[Formula, Formula]) -> Exception:
        one, other = (show(reading) for reading in readings)
        return mistake(self._text, at, f"{what} needs parentheses", f"write `{one}` or `{other}`")

    def _primary(self) -> Formula:
        kind, value, at = self._take()
        if kind == "(":
            inner = self.implication()
            self._expect(")", "a parenthesis")
            return inner
        name = value.lower() if kind == "word" else ""
        if name in ("true", "false"):
            return build.TRUE if name == "true" else build.FALSE
        if name not in ATOMS:
            raise self._unknown(kind, value, at)
        self._expect("(", f"`{name}`")
        if name in ("now", "called", "before", "after", "branch_called"):
            found = self._plain(name, at)
        else:
            found = getattr(self, "_fixed" if name == "at" else f"_{name}")()
        self._expect(")", f"`{name}(...)`")
        return found

    def _unknown(self, kind: str, value: Any, at: int) -> Exception:
        if kind == "end":
            return mistake(self._text, at, "the formula ends where something must stand", "finish it")
        near = suggest(str(value).lower(), list(ATOMS)) if kind == "word" else ""
        fix = f"did you mean `{near}`?" if near else f"use one of {', '.join(ATOMS)}"
        if kind == "text" or (kind == "word" and not near):
            shown = value if kind == "text" else str(value)
            fix = f'a call at this position is `now("{shown}")`'
        return mistake(self._text, at, f"`{value}` is no formula", fix)

    def _plain(self, name: str, at: int) -> Formula:
        found = [self.target()]
        while self._has(","):
            self._take()
            found.append(self.target())
        least, most = {"now": (1, 1), "called": (1, 1), "branch_called": (1, 2)}.get(name, (2, 2))
        if not least <= len(found) <= most:
            wanted = str(least) if least == most else f"{least} or {most}"
            raise mistake(self._text, at, f"`{name}` takes {wanted} of these, not {len(found)}", "name so many tools")
        made: Formula = getattr(build, name)(*found)
        return made

    def target(self) -> Any:
        """Read a tool's name, a mapping or a list of either."""
        kind, value, at = self.here
        if kind not in ("text", "{", "["):
            shown = f"`{value}`" if value != "" else "the end"
            raise mistake(self._text, at, f"{shown} is no tool", f'a name stands in double quotes: "{value}"')
        found = self.flow()
        if found in ("", [], {}):
            raise mistake(self._text, at, "a target is empty", "name a tool")
        return found

    def flow(self) -> Any:
        """Read plain data, as YAML has it on one line."""
        self._deeper()
        kind, value, at = self._take()
        if kind == "{":
            value = self._mapping()
        elif kind == "[":
            value = []
            while not self._has("]"):
                value.append(self.flow())
                self._comma("]")
            self._take()
        elif kind not in ("text", "number", "word"):
            raise mistake(self._text, at, f"`{value}` is no value", "write a text in double quotes")
        self._depth -= 1
        return WORDS.get(value, value) if kind == "word" else value

    def _mapping(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._has("}"):
            kind, key, at = self._take()
            if kind not in ("word", "text"):
                raise mistake(self._text, at, f"`{key}` is no key", "write `{tool: ..., with: {...}}`")
            if key in found:
                raise mistake(self._text, at, f"the key `{key}` stands twice", "leave one")
            self._expect(":", "a key")
            found[key] = self.flow()
            self._comma("}")
        self._take()
        return found

    def _comma(self, end: str) -> None:
        if not self._has(end):
            self._expect(",", "an entry")

    def _compared(self) -> tuple[str, int]:
        self._expect(",", "it")
        kind, value, at = self._take()
        if kind not in COMPARISONS:
            raise mistake(
                self._text, at, f"`{value}` compares nothing", f"write one of {' '.join(COMPARISONS)} and a number"
            )
        return kind, self._number()

    def _number(self, least: int = 0) -> int:
        kind, value, at = self._take()
        if kind != "number" or not isinstance(value, int) or value < least:
            raise mistake(self._text, at, f"`{value}` is no number from {least} on", "write a whole number")
        return value

    def _then(self) -> Any:
        self._expect(",", "a target")
        return self.target()

    def _list(self) -> list[Any]:
        at = self.here[2]
        found = self.target()
        if not isinstance(found, list):
            raise mistake(self._text, at, "a list of tools must stand here", 'write `["one", "other"]`')
        return found

    def _called_with(self) -> Formula:
        kind, tool, at = self._take()
        if kind != "text":
            raise mistake(self._text, at, f"`{tool}` is no tool", "a name stands in double quotes")
        args: dict[str, Any] = {}
        while self._has(","):
            self._take()
            kind, key, at = self._take()
            if kind not in ("word", "text") or key in args:
                raise mistake(self._text, at, f"`{key}` names no argument, or one again", "write `name=value`")
            self._expect("=", "an argument's name")
            args[key] = self.flow()
        return build.called_with(tool, args)

    def _called_n(self) -> Formula:
        target = self.target()
        return build.called_n(target, *self._compared())

    def _count_before(self) -> Formula:
        formula = self.implication()
        return build.count_before(formula, *self._compared())

    def _all_before(self) -> Formula:
        firsts = self._list()
        return build.all_before(firsts, self._then())

    def _in_order(self) -> Formula:
        return build.in_order(self._list())

    def _within_steps(self) -> Formula:
        trigger, response = self.target(), self._then()
        self._expect(",", "a target")
        return build.within_steps(trigger, response, self._number())

    def _instance(self) -> tuple[Any, int]:
        target = self.target()
        self._expect("[", "a target")
        number = self._number(1)
        self._expect("]", "a number")
        return target, number

    def _instance_before(self) -> Formula:
        one = self._instance()
        self._expect(",", "an instance")
        return build.instance_before(*one, *self._instance())

    def _quantified(self, make: Any) -> Formula:
        target = self.target()
        self._expect(",", "a target")
        made: Formula = make(target, self.implication())
        return made

    def _each(self) -> Formula:
        return self._quantified(build.each)

    def _some(self) -> Formula:
        return self._quantified(build.some)

    def _moment(self) -> Formula:
        return build.now(self.target()) if self._has("text", "{", "[") else self.implication()

    def _eventually(self) -> Formula:
        return build.F(self._moment())

    def _always(self) -> Formula:
        return build.G(self._moment())

    def _fixed(self) -> Formula:
        position = self._number()
        self._expect(",", "a position")
        return build.at(position, self.implication())


def _wrapped(operators: list[str], formula: Formula) -> Formula:
    for op in reversed(operators):
        formula = Formula((op, formula))
    return formula
