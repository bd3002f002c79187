"""The walk through branches and loops: what may run, what cannot, and what is known when they end."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.bounds import TooMuchError
from guardhost.shell.numbers import bind, is_number
from guardhost.shell.scope import unknown
from guardhost.shell.tree import Node
from guardhost.shell.walk import expression, mark, outcome, rewind, walk
from guardhost.shell.words import expand, inner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.shell.scope import Run, Scope

MOST_DRY = 4
MOST_SETTLING = 16


def _if(run: Run, scope: Scope, node: Node) -> None:
    condition, then, other = node.branches
    before, bounds = scope.fork(), [len(run.commands)]
    walk(run, scope, condition)
    bounds.append(len(run.commands))
    well = outcome(run, before, condition)
    left = scope.fork(certain=scope.certain and well is True, never=scope.never or well is False)
    right = scope.fork(certain=scope.certain and well is False, never=scope.never or well is True)
    walk(run, left, then)
    bounds.append(len(run.commands))
    walk(run, right, other)
    run.spans.append(("if", (*bounds, len(run.commands)), ()))
    scope.merge(*([left] if well is not False else []), *([right] if well is not True else []))


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
    well = outcome(run, scope, condition)
    turns = well if node.kind == "while" or well is None else not well  # whether it has a turn at all
    if turns is not False:
        _settle(run, scope, (condition, body))
    start = len(run.commands)
    walk(run, scope, condition)
    end = len(run.commands)
    inside = scope.fork(certain=scope.certain and turns is True, never=scope.never or turns is False)
    walk(run, inside, body)
    _ruled(run, scope, node, (start, end, len(run.commands)))
    if turns is not False:
        scope.merge(scope.fork(), inside)
    if turns is True and not scope.breaks:
        scope.leave(3)  # nothing ends it
    scope.repeats = before


def _ruled(run: Run, scope: Scope, node: Node, bounds: tuple[int, int, int]) -> None:
    """Record what a loop's condition says: how it ended in each turn, and how once the loop is over."""
    start, end, last = bounds
    turn = (end, last, last) if node.kind == "while" else (end, end, last)
    run.spans.append(("if", (start, *turn), ()))
    if not (scope.breaks or scope.background or node.redirects):
        run.spans.append(("over", (start, end, last), (node.kind,)))


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
    for word in items:
        scope.variables[node.text] = str(word)
        walk(run, scope, node.branches[0])
        if scope.breaks:
            scope.merge(scope.fork(), *scope.breaks)


def _cfor(run: Run, scope: Scope, node: Node) -> None:
    expression(run, scope, node)
    _looped(run, scope, node, certain=False)


def _looped(run: Run, scope: Scope, node: Node, *, certain: bool, items: list[Word] | None = None) -> None:
    """Walk a body as its later turns are; a variable whose values are patterns is each of them once."""
    _settle(run, scope, (node.branches[0],), loose=node.text)
    ends = [scope.fork()]
    for word in items or (None,):
        inside = scope.fork(certain=certain)
        inside.repeats = scope.repeats or items is None  # nobody knows how often
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
        before, kept, left = scope.place(), mark(run), scope.left
        trial = scope.fork()
        for nodes in parts:
            walk(run, trial, nodes)
        rewind(run, kept)
        scope.merge(scope.fork(), trial, *scope.breaks or ())
        scope.breaks, scope.left = [], left
        if loose:
            scope.variables[loose] = None
        if scope.place() == before:
            break
    else:
        raise TooMuchError("what a loop changes cannot be followed; split the line into several commands")
    run.dry -= 1


def _looping(follow: Callable[[Run, Scope, Node], None]) -> Callable[[Run, Scope, Node], None]:
    """Return how a loop is walked: where `break` and `continue` leave a turn, the state is one that it may end in."""

    def walked(run: Run, scope: Scope, node: Node) -> None:
        outer, scope.breaks, left = scope.breaks, [], scope.left
        follow(run, scope, node)
        if scope.breaks:
            if outer is not None:
                outer.extend(one for one in scope.breaks if one.left > 1)
            scope.merge(scope.fork(), *scope.breaks)
        scope.breaks, scope.left = outer, scope.left if scope.left > 1 else left

    return walked


KINDS = {
    "if": _if, "case": _case, "while": _looping(_while), "until": _looping(_while), "for": _looping(_for),
    "select": _looping(_for), "cfor": _looping(_cfor),
}  # fmt: skip
