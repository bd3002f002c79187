"""What a written word becomes: braces, tilde, variables, substitutions, splitting, quote removal; patterns are kept."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.scope import MOST_WORDS
from guardhost.shell.tree import Node, Piece, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from guardhost.shell.scope import Run, Scope
    from guardhost.shell.tree import Inner

    # A piece of a word being made: its text (None is unknown) and whether it was quoted.
    Fragment: TypeAlias = tuple[str | None, bool]
    # A value: text, several words, a word to be put in as it is written, or None where it is not known.
    Value: TypeAlias = str | tuple[Word, ...] | Written | None

USUAL_IFS = " \t\n"
_BLANKS = USUAL_IFS
_GLOB = "*?["


def expand(run: Run, scope: Scope, written: Written, *, braces: bool = True) -> list[Word]:
    """Return the words that `written` stands for as an argument; what runs inside it is recorded on the way."""
    made: list[Word] = []
    if run.lent.shell == "zsh":
        from guardhost.shell.programs import record_unknown
        from guardhost.shell.zsh import pattern

        if any(_qualifies(piece) for piece in written.pieces):
            record_unknown(run, scope, raw=written.raw)
        odd = pattern(written)
        if odd is not None:
            text(run, scope, written)
            return [odd]
    for pieces in spread(written.pieces) if braces else [written.pieces]:
        for field in _fields(run, scope, pieces, split=run.lent.shell != "zsh"):
            made.extend(_globbed(run, scope, _word(field, written.raw)))
    return made


def text(run: Run, scope: Scope, written: Written | None, *, assigned: bool = False) -> Word:
    """Return `written` as one word that is neither split nor matched (an assignment, a here-document, a `case`)."""
    if written is None:
        return Word("")
    pieces = written.pieces
    if any(piece.kind == "variable" and _matched(scope.variables.get(piece.text)) for piece in pieces):
        return Word(known=False, raw=written.raw)
    if assigned and pieces and not pieces[0].quoted and pieces[0].kind == "text":
        pieces = (pieces[0].replace(text=_tildes(run, scope, pieces[0].text)), *pieces[1:])
    fragments = [fragment for field in _fields(run, scope, pieces, split=None) for fragment in field]
    return _word([(part, True) for part, _ in fragments], written.raw)


def _matched(value: str | tuple[Word, ...] | None) -> bool:
    """Return whether a value is what a pattern matches."""
    return isinstance(value, tuple) and any(one.pattern for one in value)


def inner(run: Run, scope: Scope, found: tuple[Inner, ...], *, certain: bool = True) -> None:
    """Record what runs inside an expression that we do not compute."""
    from guardhost.shell.walk import walk

    inside = scope if certain else scope.fork(certain=False)
    for one in found:
        if isinstance(one, Written):
            text(run, inside, one)
        elif isinstance(one, Node):
            walk(run, inside.fork(), (one,))
        else:
            _value(run, inside, one)


def _fields(run: Run, scope: Scope, pieces: tuple[Piece, ...], *, split: bool | None) -> list[list[Fragment]]:
    """Return the fields of a word: `split` as bash does (True), as zsh does (False), or kept one word (None)."""
    fields: list[list[Fragment]] = [[]]
    for at, piece in enumerate(pieces):
        run.step()
        if piece.kind == "text":
            if at == 0 and not piece.quoted and "~" in piece.text:
                fields[-1].extend(_tilde(run, scope, piece.text, last=len(pieces) == 1))
            elif piece.text or piece.quoted:
                fields[-1].append((piece.text, piece.quoted))
            continue
        value = _value(run, scope, piece)
        if isinstance(value, tuple):
            _several(scope, fields, value, piece, split=split)
        elif isinstance(value, Written):
            _spliced(run, scope, fields, value, split=split)
        elif value is None or piece.quoted or not (split or (split is False and piece.kind == "commands")):
            if value is None or value or piece.quoted:
                fields[-1].append((value, piece.quoted))
        else:
            _parted(scope, fields, value)
    return [field for field in fields if field]


def _parted(scope: Scope, fields: list[list[Fragment]], value: str) -> None:
    """Split a value as `IFS` says at this point of the line."""
    marks = scope.variables.get("IFS", USUAL_IFS)
    if marks == USUAL_IFS:
        _split(fields, value)
    elif not isinstance(marks, str):
        fields[-1].append((None, False))
    else:
        from guardhost.shell.splitting import pieces

        words, starts, ends = pieces(value, marks)
        if starts and fields[-1] and (value[0] in _BLANKS or words[:1] == [""]):
            words = words[1:] if words[:1] == [""] else words
            fields.append([])
        for at, word in enumerate(words):
            if at:
                fields.append([])
            fields[-1].append((word, not word))
        if ends and fields[-1]:
            fields.append([])


def _between(scope: Scope) -> str | None:
    """Return what `"$*"` puts between words, None where that is not known."""
    marks = scope.variables.get("IFS", USUAL_IFS)
    return marks[:1] if isinstance(marks, str) else None


def _several(
    scope: Scope, fields: list[list[Fragment]], values: tuple[Word, ...], piece: Piece, *, split: bool | None
) -> None:
    """Add the elements of an array or of `$@`: each a word of its own when quoted, split when not."""
    if split is False and not piece.quoted:
        for at, value in enumerate(values):
            if at:
                fields.append([])
            fields[-1].extend((part, not value.pattern) for part in value.parts)
        return
    if split is None or (piece.quoted and (piece.op == "[*" or piece.text == "*")):
        if len(values) > 1 and any(map(loose, values)):
            fields[-1].append((None, True))
            return
        between = _between(scope)
        for at, value in enumerate(values):
            fields[-1].extend(
                ([(between, True)] if at else []) + [(None if value.pattern else part, True) for part in value.parts]
            )
        return
    for at, value in enumerate(values):
        if at:
            fields.append([])
        if value.pattern:
            fields[-1].append((str(value), False))
        elif piece.quoted or not value.known:
            fields[-1].extend((part, True) for part in value.parts)
        else:
            _parted(scope, fields, str(value))


def _qualifies(piece: Piece) -> bool:
    """Return whether a piece holds what may be zsh's qualifiers that run something: `*(e:text:)`, `*(+name)`."""
    _, opened, rest = piece.text.partition("(") if piece.kind == "text" and not piece.quoted else ("", "", "")
    return bool(opened) and ("e" in rest or "+" in rest)


def _spliced(run: Run, scope: Scope, fields: list[list[Fragment]], word: Written, *, split: bool | None) -> None:
    """Add a word that stands inside an expansion: its unquoted text is split, its quoted text is kept whole."""
    for piece in word.pieces:
        if piece.kind == "text" and not piece.quoted and split:
            _parted(scope, fields, piece.text)
            continue
        inside = _fields(run, scope, (piece,), split=split)
        fields[-1].extend(inside[0] if inside else [])
        fields.extend(inside[1:])


def _split(fields: list[list[Fragment]], value: str) -> None:
    if value[:1] and value[0] in _BLANKS and fields[-1]:
        fields.append([])
    words = [word for line in value.split("\n") for part in line.split("\t") for word in part.split(" ") if word]
    for at, word in enumerate(words):
        if at:
            fields.append([])
        fields[-1].append((word, False))
    if value and value[-1] in _BLANKS and fields[-1]:
        fields.append([])


def _word(field: list[Fragment], raw: str) -> Word:
    pattern = any(part and not quoted and has_glob(part) for part, quoted in field)
    parts: list[str | None] = []
    for said, quoted in field:
        part = said
        if said is not None and pattern and quoted:
            part = "".join("\\" + char if char in "*?[]\\{}" else char for char in said)
        if part is not None and parts and parts[-1] is not None:
            parts[-1] += part
        elif (part is not None or parts[-1:] != [None]) and (part != "" or not parts):
            parts.append(part)
    parts = [part for part in parts if part != ""] or parts[:1]
    if None not in parts:
        return Word("".join(part or "" for part in parts), raw=raw, pattern=pattern)
    return Word(known=False, raw=raw, parts=tuple(parts))


def has_glob(part: str) -> bool:
    """Return whether unquoted text is a pattern."""
    return "*" in part or "?" in part or ("[" in part and "]" in part[part.index("[") + 1 :])


def _globbed(run: Run, scope: Scope, word: Word) -> list[Word]:
    """Expand a pattern on the disk that we are lent; without one, or without a match, keep it."""
    if not word.pattern or run.lent.glob is None or scope.cwd is None:
        return [word]
    relative = not word.startswith("/")
    found = run.lent.glob(scope.cwd + "/" + word if relative else str(word))
    if len(found) > MOST_WORDS:
        return [word]
    cut = len(scope.cwd) + 1 if relative else 0
    return [Word(path[cut:], raw=word.raw) for path in found] or [word]


def _tilde(run: Run, scope: Scope, piece: str, *, last: bool) -> list[Fragment]:
    """Return the first, unquoted piece of a word with its tilde expanded."""
    if not piece.startswith("~"):
        name, equals, rest = piece.partition("=")
        if equals and "~" in rest and name.rstrip("+").replace("_", "a").isalnum() and not name[0].isdigit():
            return [(name + "=", False), *_assigned_tildes(run, scope, rest, last=last)]
        return [(piece, False)]
    name, slash, rest = piece[1:].partition("/")
    if not slash and not last:
        return [(None, True)]
    home = _home(run, scope, name)
    if home is None and slash:
        return [(None, True), (slash + rest, False)]
    return [(None if home is None else (home.rstrip("/") if slash else home), True), (slash + rest, False)][
        : 2 if slash else 1
    ]


def _assigned_tildes(run: Run, scope: Scope, value: str, *, last: bool) -> list[Fragment]:
    """Return the value of an argument that looks like an assignment, with the tildes behind its `=` and its colons."""
    first, colon, rest = value.partition(":")
    front: list[Fragment] = [(first, False)]
    if first.startswith("~"):
        front = _tilde(run, scope, first, last=last or bool(colon))
    if not colon:
        return front
    end = rest.rpartition(":")[2]
    if end.startswith("~") and "/" not in end and not last:
        return [*front, (None, True)]
    return [*front, (_tildes(run, scope, colon + rest), False)]


def _tildes(run: Run, scope: Scope, value: str) -> str:
    """Expand the tildes of an assigned value, at its start and after each colon, where the folder is known."""
    if "~" not in value:
        return value
    parts = value.split(":")
    for at, part in enumerate(parts):
        if at and part.startswith("~"):
            name, slash, rest = part[1:].partition("/")
            home = _home(run, scope, name)
            parts[at] = part if home is None else home + slash + rest
    return ":".join(parts)


def _home(run: Run, scope: Scope, name: str) -> str | None:
    if name == "":
        value = scope.variables.get("HOME", run.lent.home or None)
        return value if isinstance(value, str) else None
    if name == "+":
        return scope.cwd
    return scope.old if name == "-" else None


def _value(run: Run, scope: Scope, piece: Piece) -> Value:
    """Return the value of a piece that is no text, None when it is not known; what it runs is recorded."""
    if piece.kind == "variable":
        return _variable(run, scope, piece)
    if piece.kind == "commands":
        return _output(run, scope, piece)
    if piece.kind == "text":
        return piece.text
    inner(run, scope, piece.inner, certain=piece.op not in ("Slice", "edited"))
    if piece.kind == "run":
        from guardhost.shell.programs import record_unknown

        record_unknown(run, scope)
    elif piece.op in ("ArithmExp", "Slice"):
        from guardhost.shell.numbers import evaluated

        evaluated(run, scope, piece.text, piece.inner)
    elif piece.op == "indirect":
        _indirect(run, scope, piece.text)
    return None


def _indirect(run: Run, scope: Scope, name: str) -> None:
    """`${!x}`: the value is a name, with an index that is evaluated."""
    value = lookup(run, scope, name)
    scope.leave(3)  # what it names may be nothing
    if isinstance(value, str) and value.replace("_", "a").isalnum():
        return
    from guardhost.shell.programs import record_unknown

    if value is not None or name in scope.variables:
        record_unknown(run, scope)
    run.acts = run.acts or f"the variable that {name} names"


def holds_code(value: str) -> bool:
    """Return whether a text would run a command where the shell expands it once more."""
    return "$(" in value or "`" in value


def _variable(run: Run, scope: Scope, piece: Piece) -> Value:
    value = lookup(run, scope, piece.text)
    if value:
        run.step(sum(map(len, value)) // 64)  # values that double must not grow without end
    if piece.op[1:].isdigit() and piece.op[0] == "[":
        return _element(run, value, int(piece.op[1:]))
    if piece.op.startswith("["):
        return value if isinstance(value, tuple) else (Word(value),) if isinstance(value, str) else None
    if isinstance(value, tuple) and piece.text not in ("@", "*"):
        if run.lent.shell == "zsh" and not any(one.pattern for one in value):
            return None if piece.op or piece.quoted else value  # all elements, not the first
        first = value[0] if value else Word("")
        if first.pattern and piece.op.lstrip(":") in ("", "-", "="):
            return Written(raw=piece.text, pieces=(Piece(kind="text", text=str(first)),))
        value = str(first) if first.known and not first.pattern else None
    if not piece.op:
        return value
    return _default(run, scope, piece, value)


def _element(run: Run, value: str | tuple[Word, ...] | None, at: int) -> str | None:
    if value is None or run.lent.shell == "zsh":  # which counts from one
        return None
    several = value if isinstance(value, tuple) else (Word(value),)
    return _maybe(several[at]) if at < len(several) else "" if all(one.known for one in several) else None


def _cut(kind: str, value: str, cut: str) -> str | None:
    """Return `${x%word}` and its kin for a plain word and for the usual patterns, None for others."""
    if kind == "##" and cut == "*/":
        return value.rpartition("/")[2]
    if kind in ("%", "%%") and cut in ("/*", ".*") and cut[0] in value:
        return value.rpartition(cut[0])[0] if kind == "%" else value.partition(cut[0])[0]
    if set(cut) & set("*?[\\(") and cut not in ("/*", ".*"):
        return None
    return value.removesuffix(cut) if kind[0] == "%" else value.removeprefix(cut) if cut not in ("/*", ".*") else None


def _used(run: Run, scope: Scope, piece: Piece, other: Written) -> str | Written | None:
    """Return the word of `${x:-word}`: as it is written where its own quotes keep it from being split."""
    if not piece.quoted and any(one.quoted for one in other.pieces):
        return other
    return _maybe(text(run, scope, other))


def _default(run: Run, scope: Scope, piece: Piece, value: str | tuple[Word, ...] | None) -> Value:
    """`${x:-word}` and its kin: the word is used only where we know that it is."""
    other = piece.inner[0]
    if "?" in piece.op and not value:
        scope.leave(3)
    if value is None and isinstance(other, Written) and guessed(scope, piece):
        value = ""
    if value is None or not isinstance(other, Written):
        inner(run, scope, piece.inner, certain=False)
        if "=" in piece.op:
            _bound(run, scope, piece.text, None)
        return None
    kind = piece.op.lstrip(":")
    if kind[0] in "#%":
        if not value:  # there is nothing to cut, and what would be cut is not looked at
            inner(run, scope, piece.inner, certain=False)
            return ""
        cut = text(run, scope, other)
        return _cut(kind, value, str(cut)) if isinstance(value, str) and cut.known else None
    empty = not value and (":" in piece.op or guessed(scope, piece))
    if kind == "+":
        return "" if empty else _used(run, scope, piece, other)
    if not empty:
        return value
    if kind == "-":
        return _used(run, scope, piece, other)
    word = text(run, scope, other)
    if kind == "=":
        _bound(run, scope, piece.text, _maybe(word))
    return _maybe(word)


def guessed(scope: Scope, piece: Piece) -> bool:
    """Return whether `${x:-word}` is taken for its plain word: nothing sets x, whose name is no environment's."""
    if piece.kind != "variable" or piece.op not in ("-", ":-", "=", ":=") or not isinstance(piece.inner[0], Written):
        return False
    plain = all(one.kind == "text" for one in piece.inner[0].pieces)
    return plain and piece.text.islower() and not {piece.text, "\0any", "\0"} & scope.variables.keys()


def _bound(run: Run, scope: Scope, name: str, value: str | None) -> None:
    from guardhost.shell.numbers import bind

    bind(run, scope, name, value)


def _maybe(word: Word) -> str | None:
    return str(word) if word.known else None


def lookup(run: Run, scope: Scope, name: str) -> str | tuple[Word, ...] | None:
    """Return the value of a variable at this point of the line, None when it is not known."""
    if name in scope.variables:
        return None if "\0" in scope.variables else scope.variables[name]
    if name == "PWD":
        return scope.cwd
    if name == "OLDPWD":
        return scope.old
    if name == "HOME":
        return run.lent.home or None
    if name == "TMPDIR":
        return run.lent.tmpdir or None
    if name in ("@", "*"):
        return scope.positional
    if name.isdigit() and name != "0" and scope.positional is not None:
        at = int(name) - 1
        if at >= len(scope.positional):
            return ""
        word = scope.positional[at]
        if any(map(loose, scope.positional[:at])):
            return None
        return (word,) if word.pattern else _maybe(word)
    return None


def loose(word: Word) -> bool:
    """Return whether a word may be none or several words when the line runs."""
    return word.pattern or (not word.known and (word.raw[:1] != '"' or "@" in word.raw))


def _output(run: Run, scope: Scope, piece: Piece) -> str | None:
    """Record what a substitution runs and return its output where that is literal."""
    from guardhost.shell.walk import literal_output, walk

    nodes = [one for one in piece.inner if isinstance(one, Node)]
    inside = scope.fork(redirects=(), piped=scope.piped, breaks=None)
    walk(run, inside, tuple(nodes))
    if piece.op != "$(":
        return None
    said = literal_output(run, scope, tuple(nodes))
    return None if said is None else said.replace("\0", "").rstrip("\n")


def spread(pieces: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    """Return the words that brace expansion makes; what is no plain text counts as one character."""
    if not any(piece.kind == "text" and not piece.quoted and "{" in piece.text for piece in pieces):
        return [pieces]
    from guardhost.shell.braces import spread as spread_out

    return spread_out(pieces)
