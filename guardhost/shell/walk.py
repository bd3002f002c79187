"""The walk over the tree: every program that the line runs, in order, and what the shell knows when it does."""

from __future__ import annotations

from guardhost.model.line import Redirect, Word
from guardhost.shell.bounds import TooMuchError
from guardhost.shell.numbers import NUMBER, bind, evaluated, integer, is_number, number
from guardhost.shell.programs import Program, base_name, emit, record, record_unknown
from guardhost.shell.scope import unknown
from guardhost.shell.tree import Node, Written
from guardhost.shell.words import expand, guessed, holds_code, inner, lookup, spread, text
from guardhost.shell.wrappers import row_of, wraps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.scope import Run, Scope
    from guardhost.shell.tree import Assigned, Redirection

MOST_VALUE = 65536  # characters of a variable that we follow
# Variables that a shell expands or runs by itself.
_EXPANDED_LATER = frozenset(("PS4", "PS0", "PROMPT_COMMAND", "BASH_ENV", "ENV"))
# Compound statements whose status is that of what they run last.
_TRANSPARENT = frozenset(("chain", "pipe", "group", "subshell", "time"))


def walk(run: Run, scope: Scope, nodes: tuple[Node, ...]) -> None:
    """Record what statements run, one after the other, in this shell."""
    bounds = [len(run.commands)]
    left: list[tuple[int, int, str]] = []
    for node in nodes:
        run.step()
        if node.background or node.kind == "coproc":
            run.background = True
            _statement(run, scope.fork(background=True, breaks=None), node)
            run.spans.append(("opaque", (bounds[-1], len(run.commands)), ()))
        else:
            _statement(run, scope, node)
            if node.kind in ("chain", "if") and (way := _left(scope, node)):
                left.append((bounds[-1], len(run.commands), way))
        bounds.append(len(run.commands))
        if node.negated:
            run.spans.append(("not", (bounds[-2], bounds[-1]), ()))
    if len(nodes) > 1:
        run.spans.append(("list", tuple(bounds), ()))
    for start, end, way in left:
        run.spans.append(("left", (bounds[0], start, end, bounds[-1]), (way,)))


def _left(scope: Scope, node: Node) -> str:
    """Return the way through a statement that ends this shell for certain: its operator, "then" or "else", "" for none."""
    if node.negated or node.redirects or "exit" in scope.functions or "\0" in scope.variables:
        return ""
    if node.kind == "chain":
        return node.ops[-1] if _exits(node.branches[-1]) else ""
    return "then" if _exits(node.branches[1]) else "else" if _exits(node.branches[2]) else ""


def _exits(nodes: tuple[Node, ...]) -> bool:
    node = nodes[-1] if nodes else None
    if node is None or node.background or node.negated:
        return False
    if node.kind == "group":
        return _exits(node.branches[0])
    return node.kind == "simple" and node.words is not None and [word.raw for word in node.words[:1]] == ["exit"]


def as_nodes(read: tuple[Node, ...] | list[Word]) -> tuple[Node, ...]:
    """Return what a reader gave as nodes, also the words of a plain line."""
    if isinstance(read, tuple):
        return read
    from guardhost.shell.tree import Piece

    words = tuple(Written(raw=word.raw, pieces=(Piece(kind="text", text=str(word), quoted=True),)) for word in read)
    return (Node(kind="simple", words=words),)


def uncalled(run: Run) -> None:
    """Record the bodies of functions that nothing on the line called: they may run later."""
    while run.uncalled:
        name = next(iter(run.uncalled))
        nodes, scope = run.uncalled.pop(name)
        inside = scope.fork(certain=False, positional=None, redirects=(), stdin=None, piped=False, active=(name, name))
        inside.forget()
        walk(run, inside, nodes)


def call(run: Run, scope: Scope, program: Program) -> bool:
    """Record a call of a function defined on the line as its body; False when another program of that name may be meant."""
    name = str(program.words[0])
    body, sure = scope.functions[name]
    depth = scope.active.count(name)
    run.uncalled.pop(name, None)
    if depth:
        scope.leave(3)  # it may go on without end
    if depth < 2:
        inside = scope.fork(
            active=(*scope.active, name),
            positional=None if depth else program.words[1:],
            redirects=scope.redirects + program.redirects,
            stdin=program.stdin,
            piped=program.piped,
            certain=scope.certain and sure,
            wrappers=scope.wrappers + program.via,
        )
        inside.env.update(program.env)
        inside.variables.update({key: str(word) if word.known else None for key, word in program.env})
        inside.returns, inside.breaks = [], None
        walk(run, inside, body)
        if inside.returns:
            inside.merge(inside.fork(), *inside.returns)
        inside.left = inside.left if inside.left > 2 else scope.left
        _after_call(scope, inside, sure=sure)
    return sure and depth < 2


def _after_call(scope: Scope, inside: Scope, *, sure: bool) -> None:
    """Take over what a function changed: its folder; a variable that it touched may have been its own."""
    positional = scope.positional
    if sure:
        scope.cwd, scope.old, scope.stack, scope.moved = inside.cwd, inside.old, inside.stack, scope.moved or inside.moved
        scope.folders = inside.folders
        scope.functions = inside.functions
    before = scope.fork()
    scope.merge(before, inside)
    scope.positional = positional


def _statement(run: Run, scope: Scope, node: Node) -> None:
    if node.kind == "simple":
        _simple(run, scope, node)
        return
    redirects, stdin, piped = _redirects(run, scope, node.redirects)
    before, recorded = (scope.redirects, scope.stdin, scope.piped), len(run.commands)
    scope.redirects = scope.redirects + redirects
    if piped or stdin is not None:
        scope.stdin, scope.piped = stdin, piped
    if node.kind in _COMPOUND:
        _COMPOUND[node.kind](run, scope, node)
    else:
        from guardhost.shell.branches import KINDS

        KINDS[node.kind](run, scope, node)
    if node.kind not in _TRANSPARENT and len(run.commands) > recorded:
        run.spans.append(("opaque", (recorded, len(run.commands)), ()))
    if redirects and len(run.commands) == recorded:
        record(run, scope, Program(words=(), redirects=redirects), "", Word(""), ())
    scope.redirects, scope.stdin, scope.piped = before


def _simple(run: Run, scope: Scope, node: Node) -> None:
    words = [Word(node.text)] if node.text else []
    guess = [any(guessed(scope, piece) for piece in written.pieces) for written in node.words or ()]
    for written in node.words or ():
        words.extend(expand(run, scope, written))
    if run.lent.shell == "zsh":
        from guardhost.shell.zsh import words as meant

        words = meant(node, words)
    redirects, stdin, piped = _redirects(run, scope, node.redirects)
    env: list[tuple[str, Word]] = []
    for one in node.assigns:
        name, word = _assigned(run, scope, one, declared=bool(node.text))
        if node.text:
            words.append(_declaration(one, word))
        if "\0=" + one.name in scope.variables:
            scope.leave(3)  # it is readonly: the line ends here
        if one.name and (one.value is not None or one.elements is not None):
            env.append((name, word))
            if not words or node.text:
                _assign(run, scope, one, word, lost=node.text == "local" and not scope.active)
    if not words or node.text:
        run.assignments.extend(env)
        env = []
    program = Program(
        words=tuple(words),
        env=tuple(env),
        redirects=scope.redirects + redirects if words else redirects,
        stdin=stdin if stdin is not None or piped else scope.stdin,
        piped=piped or (stdin is None and scope.piped),
        certain=not any(_may_be_several(one) for one in redirects),
    )
    if any(guess) and (guess[0] or wraps(base_name(words[0]))):
        record_unknown(run, scope)  # the guess may be wrong, and never names fewer programs
    if scope.payload and any("{" in written.raw for written in node.words or ()) and _posix(scope):
        kept = mark(run)
        plain = [word for written in node.words or () for word in expand(run, scope.fork(), written, braces=False)]
        rewind(run, kept)
        if plain != words:
            emit(run, scope.fork(), program.replace(words=tuple(plain), certain=False))
            program = program.replace(certain=False)
    emit(run, scope, program)
    if scope.stops and words and outcome(run, scope, (node,)) is not True:
        scope.leave(3)


def _posix(scope: Scope) -> bool:
    """Return whether the shell that reads this may be one that expands no braces: dash, where bash answers to `sh` too."""
    shells = [name for name in scope.wrappers if row_of(name)[0] == "shell"]
    return bool(shells) and shells[-1] in ("sh", "dash", "ash")


def _declaration(one: Assigned, word: Word) -> Word:
    if not one.name:
        return word
    if one.value is None and one.elements is None:
        return Word(one.name)
    if not word.known or one.elements is not None:
        return Word(known=False, raw=one.name + "=" + word.raw, parts=(one.name + "=", None))
    return Word(one.name + "=" + word, raw=one.name + "=" + word.raw)


def _assigned(run: Run, scope: Scope, one: Assigned, *, declared: bool = False) -> tuple[str, Word]:
    """Return the name and the value of an assignment as one word; what runs inside is recorded."""
    inner(run, scope, one.inner)
    if one.index:
        evaluated(run, scope, one.index, one.inner)
    if one.elements is not None:
        for written in one.elements:
            text(run, scope, written)
        return one.name, unknown(one.name)
    if one.value is None:
        return one.name, Word("")
    value = one.value
    if declared and any(piece.kind == "text" and not piece.quoted and "{" in piece.text for piece in value.pieces):
        several = [value.replace(pieces=pieces) for pieces in spread(value.pieces)]
        for other in several[:-1]:
            text(run, scope, other, assigned=True)
        value = several[-1]  # a declaration's words are expanded; the last one stays
    return one.name, text(run, scope, value, assigned=bool(one.name))


def _assign(run: Run, scope: Scope, one: Assigned, word: Word, *, lost: bool = False) -> None:
    """Give a variable its value; `lost` where that fails: `local` outside a function."""
    value: str | tuple[Word, ...] | None = str(word) if word.known else None
    if one.elements is not None:
        kept = mark(run)
        made = tuple(word for written in one.elements for word in expand(run, scope, written))
        rewind(run, kept)
        value = made if all(word.known and not word.pattern for word in made) else None
    if one.append:
        value = _appended(lookup(run, scope, one.name), value)
    if value is None and one.elements is None and not one.append and not one.indexed and number(run, scope, one.value):
        value = NUMBER
    scope.variables[one.name] = None if lost or one.indexed or "\0=" + one.name in scope.variables else value
    if integer(scope, one.name) and not is_number(value):
        record_unknown(run, scope)
    runs = one.name == "PROMPT_COMMAND" and (word or one.elements is not None)
    if one.name in _EXPANDED_LATER and (not word.known or holds_code(word) or runs):
        record_unknown(run, scope)


def _appended(before: str | tuple[Word, ...] | None, value: str | tuple[Word, ...] | None) -> str | tuple[Word, ...] | None:
    most = MOST_VALUE if isinstance(before, str) else MOST_VALUE // 16
    if before is not None and value is not None and len(before) + len(value) >= most:
        raise TooMuchError("a variable grows too long; write its value where it is used")
    if isinstance(before, str) and isinstance(value, str):
        return before + value
    return before + value if isinstance(before, tuple) and isinstance(value, tuple) else None


def _redirects(run: Run, scope: Scope, found: tuple[Redirection, ...]) -> tuple[tuple[Redirect, ...], str | None, bool]:
    """Return the redirections, the literal standard input (None if there is none) and whether it comes from elsewhere."""
    made: list[Redirect] = []
    stdin: str | None = None
    piped = False
    for one in found:
        if one.name:
            bind(run, scope, one.name)
        if one.op in ("<<", "<<-", "<<<"):
            target = text(run, scope, one.target)
        else:
            words = expand(run, scope, one.target)
            target = words[0] if len(words) == 1 else unknown(one.target.raw)
        made.append(Redirect(op=one.op, target=target, fd=one.fd))
        if one.fd in (None, 0) and one.op.startswith("<") and one.op != "<>":
            here = one.op.startswith("<<") and target.known
            stdin, piped = (str(target) + ("\n" if one.op == "<<<" else "") if here else None), not here
    return tuple(made), stdin, piped


def _may_be_several(redirect: Redirect) -> bool:
    """Return whether a redirection may fail since what a substitution says is several words: the program runs not then."""
    raw = redirect.target.raw
    return not redirect.target.known and redirect.op[:2] != "<<" and raw[:1] != '"' and ("$(" in raw or "`" in raw)


def _chain(run: Run, scope: Scope, node: Node) -> None:
    """Follow the state after success and the state after failure; None is a state that there cannot be."""
    before = scope.fork()
    bounds = [len(run.commands)]
    walk(run, scope, node.branches[0])
    well = outcome(run, before, node.branches[0])
    good: Scope | None = None if well is False else scope.fork()
    bad: Scope | None = None if well else _failed(before, scope, node.branches[0])
    for op, branch in zip(node.ops, node.branches[1:], strict=True):
        bounds.append(len(run.commands))
        taken, other = (good, bad) if op == "&&" else (bad, good)
        inside = before.fork(never=True) if taken is None else taken.fork(certain=taken.certain and other is None)
        start = inside.fork()
        walk(run, inside, branch)
        well = None if taken is None else outcome(run, taken, branch)
        if taken is not None:
            kept = inside.fork(certain=scope.certain)
            good = _either(good if op == "||" else None, None if well is False else kept)
            bad = _either(bad if op == "&&" else None, None if well else _failed(start, kept, branch))
    run.spans.append(("chain", (*bounds, len(run.commands)), node.ops))
    scope.merge(*(one for one in (good, bad) if one is not None))


def _failed(before: Scope, after: Scope, nodes: tuple[Node, ...]) -> Scope:
    """Return the state in which statements failed: a `cd` that fails leaves the folder as it was."""
    state = after.fork()
    word = nodes[-1].words[0].raw if nodes and nodes[-1].kind == "simple" and nodes[-1].words else ""
    if word in ("cd", "chdir", "pushd", "popd"):
        state.cwd, state.old, state.stack, state.folders = before.cwd, before.old, before.stack, before.folders
    return state


def _either(left: Scope | None, right: Scope | None) -> Scope | None:
    if left is None or right is None:
        return left or right
    left.merge(left.fork(), right)
    return left


_UNSURE = frozenset(("", "alias", "source", ".", "enable", "trap"))


def outcome(run: Run, scope: Scope, nodes: tuple[Node, ...]) -> bool | None:
    """Return whether statements certainly succeed (True) or fail (False), None when that is not known."""
    node = nodes[-1] if nodes else None
    if node is None or node.redirects or node.background or node.assigns:
        return None
    if node.kind in ("group", "subshell"):
        found = outcome(run, scope, node.branches[0])
    elif node.kind != "simple" or not node.words or node.text:
        return None
    else:
        pieces = node.words[0].pieces
        word = pieces[0].text if len(pieces) == 1 and pieces[0].kind == "text" else ""
        found = {"true": True, ":": True, "false": False}.get(word)
        if word in scope.functions or (found is not None and any(one.program in _UNSURE for one in run.commands)):
            return None
    return found if found is None or not node.negated else not found


def _pipe(run: Run, scope: Scope, node: Node) -> None:
    """Each side is a shell of its own; what a literal `echo` says is what the next one reads."""
    stdin, piped = scope.stdin, scope.piped
    bounds = [len(run.commands)]
    for branch in node.branches:
        inside = scope.fork(stdin=stdin, piped=piped, breaks=None)
        if branch is not node.branches[0] and branch[0].kind == "time":
            inside.certain = False  # there it is a program, which starts no assignment and no group
        walk(run, inside, branch)
        bounds.append(len(run.commands))
        stdin = literal_output(run, scope.fork(stdin=stdin, piped=piped), branch)
        piped = stdin is None
    run.spans.append(("pipe", tuple(bounds), ("pipefail",) if scope.pipefail else ()))
    if run.lent.shell == "zsh" or "\0" in scope.variables:
        scope.merge(scope.fork(), inside)  # the last side may be this shell, under `lastpipe`


def _group(run: Run, scope: Scope, node: Node) -> None:
    walk(run, scope, node.branches[0])


def _subshell(run: Run, scope: Scope, node: Node) -> None:
    walk(run, scope.fork(breaks=None), node.branches[0])


def _coproc(run: Run, scope: Scope, node: Node) -> None:
    walk(run, scope.fork(stdin=None, piped=True, breaks=None), node.branches[0])


def _time(run: Run, scope: Scope, node: Node) -> None:
    before = scope.wrappers
    scope.wrappers = (*before, "time")
    walk(run, scope, node.branches[0])
    scope.wrappers = before


def _function(run: Run, scope: Scope, node: Node) -> None:
    run.functions = True
    for name in node.text.split(" "):
        scope.functions[name] = (node.branches[0], True)
        key = name
        while key in run.uncalled and run.uncalled[key][0] is not node.branches[0]:
            key += " "
        run.uncalled[key] = (node.branches[0], scope.fork())


def expression(run: Run, scope: Scope, node: Node) -> None:
    """`[[ ]]`, `(( ))`, `let`: what runs inside; a variable that is named there may be set."""
    inner(run, scope, node.inner, certain=node.text != "maybe")
    if any(isinstance(one, Written) and _indexes(one) for one in node.inner):
        record_unknown(run, scope)
    for said in node.ops:
        evaluated(run, scope, said, node.inner)


def _indexes(written: Written) -> bool:
    """Return whether quoted text holds an index that arithmetic would run."""
    said = "".join(piece.text for piece in written.pieces if piece.kind == "text")
    return "[" in said and holds_code(said)


def mark(run: Run) -> tuple[int, int, int, int, dict[str, object]]:
    """Return what was recorded so far, to go back to."""
    return (len(run.commands), len(run.assignments), len(run.spans), run.turns, dict(run.uncalled))


def rewind(run: Run, kept: tuple[int, int, int, int, dict[str, object]]) -> None:
    """Forget what was recorded since the mark; the work stays counted."""
    commands, assignments, spans, run.turns, pending = kept
    del run.commands[commands:]
    del run.spans[spans:]
    del run.assignments[assignments:]
    run.uncalled = pending  # type: ignore[assignment] # its own former value


def literal_output(run: Run, scope: Scope, nodes: tuple[Node, ...]) -> str | None:
    """Return what statements say on standard output where that is literal: `echo`, `printf`, `cat <<EOF`, `pwd`."""
    if len(nodes) != 1:
        return None
    node = nodes[0]
    if node.kind != "simple" or node.text or node.background or any(not r.op.startswith("<") for r in node.redirects):
        return None
    if any(piece.inner or piece.kind == "commands" for written in node.words or () for piece in written.pieces):
        return None  # what is nested is walked once, where it stands
    kept = mark(run)
    words = [word for written in node.words or () for word in expand(run, scope, written)]
    _, stdin, piped = _redirects(run, scope, node.redirects)
    rewind(run, kept)
    if not words or any(not word.known or word.pattern for word in words) or words[0] in scope.functions:
        return None
    if words == ["git", "rev-parse", "--show-toplevel"] and run.lent.root is not None and scope.cwd:
        moved = any(name.startswith("GIT_") for name in (*scope.variables, *scope.env))
        return None if moved else run.lent.root(scope.cwd) or None
    if words[0] == "cat":
        given = stdin if stdin is not None or piped else scope.stdin
        return given if len(words) == 1 or words[1:] == ["-"] else None
    from guardhost.shell.internal import said

    return said([str(word) for word in words], scope.cwd)


_COMPOUND = {
    "chain": _chain, "pipe": _pipe, "group": _group, "subshell": _subshell, "coproc": _coproc, "time": _time,
    "function": _function, "expression": expression,
}  # fmt: skip
