"""What `coproc` starts, which the reader cuts into words in ways of its own; loaded only for such a line."""

from __future__ import annotations

from guardhost.shell.tree import Assigned, Node, Written


def beside(node: Node, words: list[Written]) -> Node:
    """Return what `coproc` starts: a word that is taken for its name is the program where no compound command follows."""
    if node.redirects and words and words[0].raw[:1] == "{" and words[0].raw[1:-1].replace("_", "a").isalnum():
        del words[0]  # `{fd}>file`
    assigns: list[Assigned] = []
    while words and (made := _assignment(words[0])) is not None:
        assigns.append(made)
        del words[0]
    return node.replace(words=tuple(words), assigns=tuple(assigns))


def _assignment(word: Written) -> Assigned | None:
    """Return a word as the assignment that it is when it stands in front of a program, None when it is none."""
    first = word.pieces[0] if word.pieces else None
    name, equals, value = first.text.partition("=") if first is not None and not first.quoted else ("", "", "")
    bare = name.removesuffix("+")
    if not equals or first is None or first.kind != "text" or not bare.replace("_", "a").isalnum() or bare[0].isdigit():
        return None
    rest = ((first.replace(text=value),) if value else ()) + word.pieces[1:]
    raw = word.raw.partition("=")[2]
    return Assigned(name=bare, append=name != bare, value=Written(raw=raw, pieces=rest))
