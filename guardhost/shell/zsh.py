"""What zsh reads otherwise than bash; loaded only where that shell runs the line."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.bounds import TooMuchError
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.programs import Program
    from guardhost.shell.scope import Run, Scope
    from guardhost.shell.tree import Node, Written

# Commands that change how what follows is read: splitting, patterns, arrays, what a name stands for.
CHANGES = frozenset(("setopt", "unsetopt", "emulate", "set", "zmodload", "disable", "enable", "unhash", "hash", "functions"))
_FORMS = frozenset(("foreach", "end", "always", "nocorrect"))


def words(node: Node, made: list[Word]) -> list[Word]:
    """Return the words of a command as zsh passes them; `TooMuchError` for a form that the reader takes for words."""
    first = next(iter(node.words or ()), None)
    if first is not None and not node.text:
        brace = first.pieces[:1] and not first.pieces[0].quoted and first.pieces[0].text[:1] == "{"
        if (brace and first.raw != "{}") or (first.raw in _FORMS and first.raw != "nocorrect"):
            raise TooMuchError(f"`{first.raw[:20]}` is read by zsh in a way of its own; write it as plainer commands")
    while made and made[0].raw == "-":
        del made[0]  # the program is then started as a login shell would be
    return made[:1] + [unknown(word.raw) if word.raw[:1] == "=" and len(word.raw) > 1 else word for word in made[1:]]


def pattern(written: Written) -> Word | None:
    """Return a word that is a pattern of zsh alone as an unknown one with its literal start, None for any other."""
    for at, piece in enumerate(written.pieces):
        if piece.kind != "text" or piece.quoted:
            continue
        odd = min((found for sign in "(<" if (found := piece.text.find(sign)) >= 0), default=-1)
        odd = 0 if at == 0 and piece.text[:1] == "^" else odd
        if odd < 0:
            continue
        head = "".join(one.text for one in written.pieces[:at] if one.kind == "text") + piece.text[:odd]
        cut = min((found for sign in "*?[" if (found := head.find(sign)) >= 0), default=len(head))
        start = head[:cut] if all(one.kind == "text" for one in written.pieces[:at]) else ""
        return Word(known=False, raw=written.raw, parts=(start, None) if start else (None,))
    return None


def after(run: Run, scope: Scope, program: Program, name: str) -> None:
    """Note what a command changes for the words that follow."""
    if name in CHANGES:
        scope.distrust()
    if name == "hash" and any("=" in word or not word.known for word in program.words[1:]):
        from guardhost.shell.programs import record_unknown

        record_unknown(run, scope)  # a name may be another program from here
