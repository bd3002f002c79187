"""A small grammar of shell lines that run stand-ins, with the constructs nested in each other."""

from __future__ import annotations

import random

_DEPTH = 3


class Grammar:
    """Makes lines from one source of chance."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.left = 12  # programs at most, so that a line stays short

    def line(self) -> str:
        return self._list(0)

    def _list(self, depth: int) -> str:
        parts = [self._statement(depth) for _ in range(self.chance.randint(1, 3))]
        out = parts[0]
        for part in parts[1:]:
            out += self.chance.choice(["; ", " && ", " || ", " | ", "\n", "; "]) + part
        return out

    def _statement(self, depth: int) -> str:
        if depth >= _DEPTH or self.left <= 0:
            return self._simple(depth)
        inner = depth + 1
        shapes = [
            lambda: self._simple(depth),
            lambda: self._simple(depth),
            lambda: self._assignment(inner),
            lambda: f"( {self._list(inner)} )",
            lambda: f"{{ {self._list(inner)}; }}",
            lambda: f"if {self._list(inner)}; then {self._list(inner)}; else {self._list(inner)}; fi",
            lambda: f"for v in {self._word(inner)} {self._word(inner)}; do {self._list(inner)}; done",
            lambda: f"while {self._list(inner)}; do {self._list(inner)}; break; done",
            lambda: f"case {self._word(inner)} in a*) {self._list(inner)};; *) {self._list(inner)};; esac",
            lambda: f"f() {{ {self._simple(inner)}; {self._assignment(inner)}; }}; f {self._word(inner)}",
            lambda: f"cd {self.chance.choice(['sub', '..', '-', '.', '$v'])}",
            lambda: f"eval {self._quoted(self._simple(_DEPTH))}",
            lambda: f"bash -c {self._quoted(self._list(_DEPTH))} _ {self._word(inner)}",
            lambda: f"[[ -n {self._word(inner)} ]]",
            lambda: f"set -- {self._word(inner)} {self._word(inner)}",
            lambda: f"! {self._simple(depth)}",
            lambda: f"time {self._simple(depth)}",
        ]
        return self.chance.choice(shapes)()

    def _simple(self, depth: int) -> str:
        self.left -= 1
        name = self.chance.choice(["c1", "c2", "c3", '"c4"', "c\\5", "$'c6'", "$p", "c{7,8}"])
        words = " ".join(self._word(depth) for _ in range(self.chance.randint(0, 2)))
        tail = self.chance.choice(["", "", "", " >/dev/null", " 2>&1", ' <<< "$v"', " <<E\n$v\nE\n"])
        if depth >= _DEPTH and "\n" in tail:
            tail = ""
        return f"{self.chance.choice(['', '', '', 'v=x ', 'command '])}{name} {words}{tail}"

    def _assignment(self, depth: int) -> str:
        name = self.chance.choice(["v", "p", "w"])
        value = self.chance.choice(["c1", "c2", "", "a", self._word(depth), "'c3 x'"])
        return f"{name}={value}"

    def _word(self, depth: int) -> str:
        simple = [
            "a",
            "'b c'",
            '"d  e"',
            "$v",
            '"$v"',
            "${w}",
            "$1",
            '"$@"',
            "x$v",
            "{1,2}",
            "\\$",
            "$'\\t'",
            "''",
            "~/z",
            "a=b",
            "#x",
        ]
        if depth >= _DEPTH or self.left <= 0 or self.chance.random() < 0.7:
            return self.chance.choice(simple[:-1])
        inner = depth + 1
        shapes = [
            lambda: f"$({self._list(inner)})",
            lambda: f'"$({self._list(inner)})"',
            lambda: f"${{u:-$({self._simple(inner)})}}",
            lambda: f"${{v:+{self._word(inner)}}}",
            lambda: f"$(( 1 + $({self._simple(inner)}; echo 1) ))",
            lambda: f"<({self._simple(inner)})",
            lambda: "$(echo c3)",
        ]
        return self.chance.choice(shapes)()

    def _quoted(self, text: str) -> str:
        return "'" + text.replace("'", "'\\''") + "'"
