"""The walk over the tree: every program that the line runs, in order, and what the shell knows when it does."""

from __future__ import annotations

from guardhost.model.line import Redirect, Word
from guardhost.shell.numbers import NUMBER, bind, evaluated, integer, is_number, number
from guardhost.shell.programs import Program, base_name, emit, record, record_unknown
from guardhost.shell.scope import TooMuchError, unknown
from guardhost.shell.tree import Node, Written
from guardhost.shell.words import expand, guessed, holds_code, inner, lookup, text
from guardhost.shell.wrappers import ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.shell.scope import Run, Scope
    from guardhost.shell.tree import Assigned, Redirection

MOST_DRY = 4
MOST_SETTLING = 16
MOST_VALUE = 65536  # characters of a variable that we follow
_SURE = frozenset(("true", ":"))
# Variables that a shell expands or runs by itself.
_EXPANDED_LATER = frozenset(("PS4", "PS0", "PROMPT_COMMAND", "BASH_ENV", "ENV"))
_LEAVES = frozenset(("break", "return", "exit", "continue", "exec"))
# Compound statements whose status is that of what they run last.
_TRANSPARENT = frozenset(("chain", "pipe", "group", "subshell", "time"))


def walk(run: Run, scope: Scope, nodes: tuple[Node, ...]) -> None:
    """Record what statements run, one after the other, in this shell."""
    bounds = [len(run.commands)]
    for node in nodes:
        run.step()
        if node.background or node.kind == "coproc":
            run.background = True
            _statement(run, scope.fork(background=True), node)
            run.spans.append(("opaque", (bounds[-1], len(run.commands)), ()))
        else:
            _statement(run, scope, node)
        bounds.append(len(run.commands))
        if node.negated:
            run.spans.append(("not", (bounds[-2], bounds[-1]), ()))
    if len(nodes) > 1:
        run.spans.append(("list", tuple(bounds), ()))


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
        walk(run, inside, body)
        _after_call(scope, inside, sure=sure)
    return sure and depth < 2


def _after_call(scope: Scope, inside: Scope, *, sure: bool) -> None:
    """Take over what a function changed: its folder; a variable that it touched may have been its own."""
    positional = scope.positional
    if sure:
        scope.cwd, scope.old, scope.stack, scope.moved = inside.cwd, inside.old, inside.stack, scope.moved or inside.moved
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
    _COMPOUND[node.kind](run, scope, node)
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
    redirects, stdin, piped = _redirects(run, scope, node.redirects)
    env: list[tuple[str, Word]] = []
    for one in node.assigns:
        name, word = _assigned(run, scope, one)
        if node.text:
            words.append(_declaration(one, word))
        if one.name and (one.value is not None or one.elements is not None):
            env.append((name, word))
            if not words or node.text:
                _assign(run, scope, one, word)
    if not words or node.text:
        run.assignments.extend(env)
        env = []
    program = Program(
        words=tuple(words),
        env=tuple(env),
        redirects=scope.redirects + redirects if words else redirects,
        stdin=stdin if stdin is not None or piped else scope.stdin,
        piped=piped or (stdin is None and scope.piped),
    )
    if any(guess) and (guess[0] or base_name(words[0]) in ROWS):
        record_unknown(run, scope)  # the guess may be wrong, and never names fewer programs
    emit(run, scope, program)


def _declaration(one: Assigned, word: Word) -> Word:
    if not one.name:
        return word
    if one.value is None and one.elements is None:
        return Word(one.name)
    if not word.known or one.elements is not None:
        return Word(known=False, raw=one.name + "=" + word.raw, parts=(one.name + "=", None))
    return Word(one.name + "=" + word, raw=one.name + "=" + word.raw)


def _assigned(run: Run, scope: Scope, one: Assigned) -> tuple[str, Word]:
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
    return one.name, text(run, scope, one.value, assigned=bool(one.name))


def _assign(run: Run, scope: Scope, one: Assigned, word: Word) -> None:
    value: str | tuple[Word, ...] | None = str(word) if word.known else None
    if one.elements is not None:
        kept = _mark(run)
        made = tuple(word for written in one.elements for word in expand(run, scope, written))
        _rewind(run, kept)
        value = made if all(word.known and not word.pattern for word in made) else None
    if one.append:
        value = _appended(lookup(run, scope, one.name), value)
    if value is None and one.elements is None and not one.append and not one.indexed and number(run, scope, one.value):
        value = NUMBER
    scope.variables[one.name] = None if one.indexed else value
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


def _chain(run: Run, scope: Scope, node: Node) -> None:
    bounds = [len(run.commands)]
    walk(run, scope, node.branches[0])
    states = [scope.fork()]
    reached = scope.fork(certain=scope.certain and node.ops[0] == "&&" and _is_sure(node.branches[0]))
    for op, branch in zip(node.ops, node.branches[1:], strict=True):
        bounds.append(len(run.commands))
        if op == "&&":
            walk(run, reached, branch)
        else:
            other = reached.fork(certain=False)
            other.merge(*states)
            walk(run, other, branch)
            reached.merge(reached.fork(), other)
            states.append(other)
        states.append(reached.fork())
        reached.certain = False
    run.spans.append(("chain", (*bounds, len(run.commands)), node.ops))
    scope.merge(*states)


def _is_sure(nodes: tuple[Node, ...]) -> bool:
    node = nodes[-1] if nodes else None
    if node is None or node.kind != "simple" or node.negated or node.redirects or not node.words:
        return False
    return node.words[0].raw in _SURE


def _pipe(run: Run, scope: Scope, node: Node) -> None:
    """Each side is a shell of its own; what a literal `echo` says is what the next one reads."""
    stdin, piped = scope.stdin, scope.piped
    bounds = [len(run.commands)]
    for branch in node.branches:
        inside = scope.fork(stdin=stdin, piped=piped)
        walk(run, inside, branch)
        bounds.append(len(run.commands))
        stdin = literal_output(run, scope.fork(stdin=stdin, piped=piped), branch)
        piped = stdin is None
    run.spans.append(("pipe", tuple(bounds), ()))
    if run.lent.shell == "zsh":
        scope.merge(scope.fork(), inside)


def _group(run: Run, scope: Scope, node: Node) -> None:
    walk(run, scope, node.branches[0])


def _subshell(run: Run, scope: Scope, node: Node) -> None:
    walk(run, scope.fork(), node.branches[0])


def _coproc(run: Run, scope: Scope, node: Node) -> None:
    walk(run, scope.fork(stdin=None, piped=True), node.branches[0])


def _time(run: Run, scope: Scope, node: Node) -> None:
    before = scope.wrappers
    scope.wrappers = (*before, "time")
    walk(run, scope, node.branches[0])
    scope.wrappers = before


def _if(run: Run, scope: Scope, node: Node) -> None:
    condition, then, other = node.branches
    bounds = [len(run.commands)]
    walk(run, scope, condition)
    bounds.append(len(run.commands))
    left, right = scope.fork(certain=False), scope.fork(certain=False)
    walk(run, left, then)
    bounds.append(len(run.commands))
    walk(run, right, other)
    run.spans.append(("if", (*bounds, len(run.commands)), ()))
    scope.merge(left, right)


def _case(run: Run, scope: Scope, node: Node) -> None:
    inner(run, scope, node.inner)
    ends = [scope.fork()]
    for branch in node.branches:
        inside = scope.fork(certain=False)
        inside.merge(*ends)  # `;&` falls through from any branch before
        walk(run, inside, branch)
        ends.append(inside)
    scope.merge(*ends)


def _while(run: Run, scope: Scope, node: Node) -> None:
    condition, body = node.branches
    before = scope.repeats
    scope.repeats = before or not scope.payload
    _settle(run, scope, (condition, body))
    walk(run, scope, condition)
    inside = scope.fork(certain=scope.certain and node.kind == "while" and _is_sure(condition))
    walk(run, inside, body)
    scope.merge(scope.fork(), inside)
    scope.repeats = before


def _for(run: Run, scope: Scope, node: Node) -> None:
    if node.words is None:
        items = list(scope.positional) if scope.positional is not None else [unknown()]
    else:
        items = [word for written in node.words for word in expand(run, scope, written)]
    if node.kind == "select":
        bind(run, scope, "REPLY")
    bind(run, scope, node.text, str(items[0]) if len(items) == 1 and items[0].known else None)
    followed = node.kind == "for" and all(word.known for word in items) and _fits(run, items)
    if followed and not any(word.pattern for word in items):
        _unrolled(run, scope, node, items)
        return
    scope.variables[node.text] = None
    _looped(
        run,
        scope,
        node,
        certain=scope.certain and node.kind == "for" and any(word.known and not word.pattern for word in items),
        items=items if followed else None,
    )


def _fits(run: Run, items: list[Word]) -> bool:
    """Take a loop's turns from the budget; over it only numbers may become unknown: any other value may be a name."""
    if len(items) <= run.turns:
        run.turns -= len(items)
        return True
    if all(is_number(str(word)) and not word.pattern for word in items):
        return False
    raise TooMuchError("the loops take too many turns; split the line into several commands")


def _unrolled(run: Run, scope: Scope, node: Node, items: list[Word]) -> None:
    sure = scope.certain
    for word in items:
        recorded = len(run.commands)
        scope.variables[node.text] = str(word)
        walk(run, scope, node.branches[0])
        if any(command.program in _LEAVES for command in run.commands[recorded:]):
            scope.certain = False
    scope.certain = sure


def _cfor(run: Run, scope: Scope, node: Node) -> None:
    _expression(run, scope, node)
    _looped(run, scope, node, certain=False)


def _looped(run: Run, scope: Scope, node: Node, *, certain: bool, items: list[Word] | None = None) -> None:
    """Walk a body as its later turns are; a variable whose values are patterns is each of them once."""
    _settle(run, scope, (node.branches[0],), loose=node.text)
    ends = [scope.fork()]
    for word in items or (None,):
        inside = scope.fork(certain=certain)
        if word is not None:
            inside.variables[node.text] = (word,) if word.pattern else str(word)
        walk(run, inside, node.branches[0])
        ends.append(inside)
    scope.merge(*ends)


def _settle(run: Run, scope: Scope, parts: tuple[tuple[Node, ...], ...], loose: str = "") -> None:
    """Make unknown what a turn of the loop changes: walk it unrecorded until another turn changes nothing more."""
    if run.dry >= MOST_DRY:
        raise TooMuchError("loops nest too deep; split the line into several commands")
    run.dry += 1
    for _ in range(MOST_SETTLING):
        before, kept = scope.place(), _mark(run)
        trial = scope.fork()
        for nodes in parts:
            walk(run, trial, nodes)
        _rewind(run, kept)
        scope.merge(scope.fork(), trial)
        if loose:
            scope.variables[loose] = None
        if scope.place() == before:
            break
    else:
        raise TooMuchError("what a loop changes cannot be followed; split the line into several commands")
    run.dry -= 1


def _mark(run: Run) -> tuple[int, int, int, int, dict[str, object]]:
    return (len(run.commands), len(run.assignments), len(run.spans), run.turns, dict(run.uncalled))


def _rewind(run: Run, kept: tuple[int, int, int, int, dict[str, object]]) -> None:
    """Forget what was recorded since the mark; the work stays counted."""
    commands, assignments, spans, run.turns, pending = kept
    del run.commands[commands:]
    del run.spans[spans:]
    del run.assignments[assignments:]
    run.uncalled = pending  # type: ignore[assignment] # its own former value


def _function(run: Run, scope: Scope, node: Node) -> None:
    run.functions = True
    for name in node.text.split(" "):
        scope.functions[name] = (node.branches[0], True)
        key = name
        while key in run.uncalled and run.uncalled[key][0] is not node.branches[0]:
            key += " "
        run.uncalled[key] = (node.branches[0], scope.fork())


def _expression(run: Run, scope: Scope, node: Node) -> None:
    """`[[ ]]`, `(( ))`, `let`: what runs inside; a variable that is named there may be set."""
    inner(run, scope, node.inner)
    if any(isinstance(one, Written) and _indexes(one) for one in node.inner):
        record_unknown(run, scope)
    for said in node.ops:
        evaluated(run, scope, said, node.inner)


def _indexes(written: Written) -> bool:
    """Return whether quoted text holds an index that arithmetic would run."""
    said = "".join(piece.text for piece in written.pieces if piece.kind == "text")
    return "[" in said and holds_code(said)


def literal_output(run: Run, scope: Scope, nodes: tuple[Node, ...]) -> str | None:
    """Return what statements say on standard output where that is literal: `echo`, `printf`, `cat <<EOF`, `pwd`."""
    if len(nodes) != 1:
        return None
    node = nodes[0]
    if node.kind != "simple" or node.text or node.background or any(not r.op.startswith("<") for r in node.redirects):
        return None
    if any(piece.inner or piece.kind == "commands" for written in node.words or () for piece in written.pieces):
        return None  # what is nested is walked once, where it stands
    kept = _mark(run)
    words = [word for written in node.words or () for word in expand(run, scope, written)]
    _, stdin, piped = _redirects(run, scope, node.redirects)
    _rewind(run, kept)
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
    "if": _if, "case": _case, "while": _while, "until": _while, "for": _for, "select": _for, "cfor": _cfor,
    "function": _function, "expression": _expression,
}  # fmt: skip
