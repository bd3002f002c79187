"""What a shell binds and what it evaluates again: arithmetic, indexes, `-v`, `${!x}`, integer variables."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.programs import record_unknown
from guardhost.shell.scope import unknown
from guardhost.shell.tree import Node, Piece, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.scope import Run, Scope
    from guardhost.shell.tree import Inner

    Value = str | tuple[Word, ...] | None

# The value of a variable that holds some number: nothing of it can be evaluated to more than that.
NUMBER: tuple[Word, ...] = (Word(known=False, raw="a number"),)
# The shell's own numbers.
_COUNTERS = frozenset((
    "RANDOM", "SECONDS", "SRANDOM", "LINENO", "BASHPID", "PPID", "UID", "EUID", "COLUMNS", "LINES", "EPOCHSECONDS", "OPTIND",
    "OPTERR", "HISTCMD", "BASH_SUBSHELL", "SHLVL", "BASH_ARGC",
))  # fmt: skip
_ASSIGNS = ("+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "++", "--", "<<=", ">>=")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")


def bind(run: Run, scope: Scope, name: str, value: Value = None) -> None:
    """Note that the shell gives a variable another value here, by something else than a plain assignment."""
    run.assignments.append((name, Word(value) if isinstance(value, str) else unknown(name)))
    scope.variables[name] = value if "\0=" + name not in scope.variables else None
    if integer(scope, name) and not is_number(value):
        record_unknown(run, scope, raw=name)


def is_number(value: object) -> bool:
    """Return whether a value is a number, a known one or not."""
    if isinstance(value, str):
        text = value.strip().lstrip("+-")
        return text == "" or (text.isascii() and text.isdigit()) or (text[:2].lower() == "0x" and text[2:].isalnum())
    return isinstance(value, tuple) and all(one.raw == "a number" if not one.known else is_number(str(one)) for one in value)


def integer(scope: Scope, name: str) -> bool:
    """Return whether what a variable is given is evaluated as arithmetic."""
    return name in _COUNTERS or "\0" + name in scope.variables


def evaluated(run: Run, scope: Scope, text: str, found: tuple[Inner, ...] = ()) -> None:
    """Note what arithmetic of this text binds, and whether what it looks at could run something.

    A value that the line itself took from somewhere may: that adds an unknown program. One that was there before the
    line costs it the proof that it only reads.
    """
    for one in found:
        pieces = one.pieces if isinstance(one, Written) else (one,) if isinstance(one, Piece) else ()
        if any(piece.kind == "commands" and not counts(piece) for piece in pieces):
            record_unknown(run, scope)
            scope.leave(3)  # what is no arithmetic ends the line
    for name, end in _names(text):
        rest = text[end:].lstrip()
        if rest[:1] != "=" or rest[1:2] == "=" or text[: end - len(name)].endswith(("$", "${")):
            _looked_at(run, scope, name)
        if _assigned(text, end - len(name), end):
            run.assignments.append((name, unknown(name)))
            scope.variables[name] = NUMBER


def _looked_at(run: Run, scope: Scope, name: str) -> None:
    if name in scope.variables or name.isdigit() or name in ("@", "*"):
        from guardhost.shell.words import lookup

        value = lookup(run, scope, name)
        if is_number(value):
            return
        if value is not None or name in scope.variables:
            record_unknown(run, scope, raw=name)
            scope.leave(3)
            return
    elif name in _COUNTERS:
        return
    run.acts = run.acts or f"the value of {name} in arithmetic"


def _names(text: str) -> list[tuple[str, int]]:
    """Return the variables that a text names, each with where its name ends; a parameter only behind a `$`."""
    made: list[tuple[str, int]] = []
    at = 0
    while at < len(text):
        start = at
        if text[at] in _LETTERS:
            while at < len(text) and (text[at] in _LETTERS or text[at].isdigit()):
                at += 1
            made.append((text[start:at], at))
        elif text[at].isdigit():
            while at < len(text) and (text[at].isalnum() or text[at] in "#_"):
                at += 1
            if text[:start].endswith(("$", "${")):
                made.append((text[start:at], at))
        else:
            if text[at] in "@*" and text[:at].endswith(("$", "${")):
                made.append((text[at], at + 1))
            at += 1
    return made


def _assigned(text: str, start: int, end: int) -> bool:
    rest = text[end:].lstrip()
    if rest[:1] == "[":
        return "=" in rest or "++" in rest or "--" in rest
    plain = rest[:1] == "=" and rest[1:2] != "="
    return plain or rest.startswith(_ASSIGNS) or text[:start].rstrip().endswith(("++", "--"))


def number(run: Run, scope: Scope, written: Written | None) -> bool:
    """Return whether a value that is not known is some number all the same."""
    from guardhost.shell.words import lookup

    for piece in written.pieces if written is not None else ():
        if piece.kind == "text":
            fine = is_number(piece.text)
        elif piece.kind == "variable":
            fine = piece.text in ("#", "?", "$") or (not piece.op and is_number(lookup(run, scope, piece.text)))
            fine = fine or (piece.text in _COUNTERS and piece.text not in scope.variables)
        else:
            fine = piece.op in ("ArithmExp", "length") or (piece.kind == "commands" and counts(piece))
        if not fine:
            return False
    return written is not None


def counts(piece: Piece) -> bool:
    """Return whether what a substitution prints is a number: `$(wc -l < f)`, `$(date +%s)`, `$(... | wc -l)`."""
    node = piece.inner[-1] if len(piece.inner) == 1 else None
    if isinstance(node, Node) and node.kind == "pipe":
        node = node.branches[-1][-1] if node.branches[-1] else None
    if not isinstance(node, Node) or node.kind != "simple" or not node.words:
        return False
    words = [word.raw.strip("'\"") for word in node.words]
    operands = [word for word in words[1:] if not word.startswith("-")]
    name, options = words[0], [word for word in words[1:] if word.startswith("-")]
    if any("$" in word or "`" in word for word in (*options, name)):
        return False
    if name == "wc":
        return not operands and "--files0-from" not in " ".join(options)
    if name == "date":
        return words[1:] in (
            ["+%s"],
            ["+%Y"],
            ["+%m"],
            ["+%d"],
            ["+%H"],
            ["+%M"],
            ["+%S"],
            ["+%s%N"],
            ["+%N"],
            ["+%j"],
            ["+%u"],
        )
    if name == "grep":
        return "-c" in options and len(operands) <= 2 and not any(set("rRHl") & set(one) for one in options)
    if name == "stat":
        return words[1:3] in (["-c", "%s"], ["-c", "%Y"], ["-f", "%m"], ["-f", "%z"])
    return (
        (name == "nproc")
        or words[:2] in (["id", "-u"], ["tput", "cols"], ["tput", "lines"])
        or (words[:3] == ["git", "rev-list", "--count"])
    )
