"""Nothing raises, hangs or recurses out: each hostile line is read or refused in its time."""

from __future__ import annotations

import pytest

from guardhost.shell.effects import effects
from guardhost.shell.reading import read
from guardhost.shell.readonly import prove

from .reader import LENT, reading

HOSTILE = {
    "a megabyte of code": "c1 " * 350_000,
    "a megabyte in quotes": "c1 '" + "x" * 1_000_000 + "'",
    "two megabytes": "x" * 2_000_000,
    "open substitutions": "$(" * 10_000,
    "nested substitutions": "echo " + "$(" * 150 + "c1" + ")" * 150,
    "nested subshells": "(" * 90 + "c1" + ")" * 90,
    "nested groups": "{ " * 250 + "c1" + "; }" * 250,
    "nested ifs": "if true; then " * 300 + "c1" + "; fi" * 300,
    "nested loops": "while c1; do " * 20 + "c2" + "; done" * 20,
    "a long chain": " && ".join(["c1"] * 2000),
    "a long pipe": " | ".join(["c1"] * 2000),
    "many statements": "c1;" * 8000,
    "braces that multiply": "c1 " + "{a,b}" * 40,
    "a brace range without end": "c1 {1..999999999999}",
    "open braces": "c1 " + "{" * 290 + "," * 1000,
    "functions that multiply": "".join(f"f{n}() {{ f{n + 1}; f{n + 1}; f{n + 1}; }};" for n in range(30)) + "f0",
    "a function that calls itself": "f() { f; f; f; f; f; f; f; f; f; f; }; f",
    "loops that multiply": "for a in 1 2 3 4 5 6 7 8; do " * 8 + "c1 $a" + "; done" * 8,
    "eval of itself": 'X=\'eval "$X"\'; eval "$X"',
    "wrappers without end": "sudo " * 3000 + "c1",
    "many payloads": "; ".join(f"sh -c 'c1; c{n}'" for n in range(100)),
    "a payload in a payload": "sh -c " * 50 + "c1",
    "variables that double": "a=xxxxxxxxxxxxxxxx;" + "a=$a$a;" * 40 + "c1 $a",
    "lone surrogates": "c1 \ud800",
    "a NUL": "c1\0",
    "CRLF": "c1\r\nc2\r\n",
    "a BOM": "\ufeffc1",
    "control characters": "c1 \x01\x02\x1b[31m",
    "a here-document without end": "cat <<EOF\n" + "x\n" * 1000,
    "many here-documents without end": "cat <<A <<B <<C <<D <<E\n",
    "only quotes": "'\"" * 5000,
    "backticks": "`" * 2001,
    "dollars": "$" * 20_000,
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_line_gets_an_answer(line: str) -> None:
    found = read(line, LENT, 2.0)
    assert found.readable or (found.why and not found.commands)
    effects(found, LENT)
    prove(found)


def test_a_long_here_document_is_no_code() -> None:
    body = "some text with (brackets and `ticks`\n" * 20_000
    found = reading(f"cat > notes.md <<'EOF'\n{body}EOF\ngit add notes.md")
    assert found.readable, found.why
    assert [command.program for command in found.commands] == ["cat", "git"]
    assert found.commands[0].stdin == body


@pytest.mark.parametrize(
    "out", [b"", b"{", b"[]", b'{"Stmts": 1}', b'{"Stmts": [{"Cmd": {"Type": "CallExpr", "Args": [3]}}]}', b"null"]
)
def test_a_reader_that_answers_nonsense_makes_the_line_unreadable(out: bytes) -> None:
    class Nonsense:
        def finish(self, seconds: float) -> tuple[int, bytes]:
            return 0, out

    found = read("(a)", LENT.replace(start=lambda argv, stdin: Nonsense()), 1.0)
    assert not found.readable


def test_a_reader_that_is_too_slow_or_cannot_start() -> None:
    class Slow:
        def finish(self, seconds: float) -> tuple[None, bytes]:
            return None, b""

    assert "too long" in read("(a)", LENT.replace(start=lambda argv, stdin: Slow()), 1.0).why
    assert "cannot be started" in read("(a)", LENT.replace(shfmt="/nonexistent/shfmt"), 1.0).why
