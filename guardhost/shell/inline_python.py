"""Python code, read without being run: what it does to files, which programs it starts, whether it talks to others.

The code's own parser reads it (the built-in `compile`, which needs no import). Straight code is followed with the
values that are known; what a branch, a loop or a function does may happen. Whatever is not understood is unknown.
"""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.inline import Does, Start
from guardhost.shell.inline_calls import PURE
from guardhost.shell.inline_expressions import Expressions, TooMuchCodeError
from guardhost.shell.inline_values import Made, Many, Named, Walk, below, is_in, joined, texts
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.shell.inline import Touched
    from guardhost.shell.inline_values import Value

MOST_STEPS = 20_000
MOST_TURNS = 64
MOST_CALLS = 6
_ONLY_AST = 0x400  # of `compile`: the tree, no code


def read(text: str, args: tuple[Word, ...], home: str, cwd: str | None) -> Does:
    """Return what Python code does when it is run with these arguments."""
    tree = parsed(text)
    if tree is None:
        return Does(unknown=True)
    code = Code(args, home, cwd)
    try:
        code.block(tree.body)
        code.rest()
    except (TooMuchCodeError, RecursionError):
        code.unknown = True
    return code.does()


def parsed(text: str) -> Any:
    """Return the tree of a text, None where Python would not take it."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(text, "", "exec", _ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class Code(Expressions):
    """The code under way: what its names are, and what it did so far."""

    def __init__(self, args: tuple[Word, ...], home: str, cwd: str | None) -> None:
        self.args = args
        self.home = home
        self.folder = cwd
        self.cwd: Word | None = None  # where the code went itself
        self.names: dict[str, Value] = {}
        self.stars: list[str] = []
        self.made: list[Made] = []
        self.touches: list[Touched] = []
        self.starts: list[Start] = []
        self.network = self.unknown = self.changes_env = False
        self.sure = True
        self.steps = MOST_STEPS
        self.turns = MOST_TURNS
        self.depth = 0

    def does(self) -> Does:
        """Return what was found."""
        return Does(
            touches=tuple(self.touches),
            starts=tuple(self.starts),
            network=self.network,
            unknown=self.unknown,
            changes_env=self.changes_env,
        )

    def touch(self, kind: str, value: Value, **more: object) -> None:
        """Note that a path is touched; a value that is not known is a path that is not known."""
        word = value if isinstance(value, Word) else value.word if isinstance(value, Many) else None
        if isinstance(value, Many) or not self.sure:
            more["certain"] = False
        touched = (kind, self.place(word if word is not None else unknown()), more)
        if touched not in self.touches[-8:]:
            self.touches.append(touched)

    def place(self, word: Word) -> Word:
        """Return a path as the line would have to write it, from the folder where the code went."""
        if self.cwd is None or (word.parts and str(word.parts[0] or "").startswith("/")):
            return word
        return below(self.cwd, word)

    # Statements.

    def block(self, body: list[Any]) -> None:
        """Follow statements."""
        for node in body:
            self.steps -= 1
            if self.steps < 0:
                raise TooMuchCodeError
            kind = type(node).__name__
            act = getattr(self, f"_do_{kind.lower()}", None)
            if act is not None:
                act(node)
            else:
                self.look(node)

    def maybe(self, *bodies: list[Any]) -> None:
        """Follow statements that may run: what each of them sets is not known afterwards, unless all agree."""
        before, sure = dict(self.names), self.sure
        ends = []
        for body in bodies:
            self.names, self.sure = dict(before), False
            self.block(body)
            ends.append(self.names)
        self.sure = sure
        self.names = before
        for end in ends:
            for name, value in end.items():
                if name not in before:
                    self.names[name] = value
                elif before[name] is not value:
                    self.names[name] = value if isinstance(value, Made | Named) else None

    def rest(self) -> None:
        """Follow the functions that nothing called: something may."""
        for made in self.made:
            if not made.called:
                self.sure = False
                self.call(made, (), {})

    def _do_import(self, node: Any) -> None:
        for alias in node.names:
            self._imported(alias.name)
            shown = alias.asname or alias.name.partition(".")[0]
            self.names[shown] = Named(alias.name if alias.asname else shown)

    def _do_importfrom(self, node: Any) -> None:
        module = node.module or ""
        if node.level:
            self.unknown = True
            module = "." + module
        else:
            self._imported(module)
        for alias in node.names:
            if alias.name == "*":
                self.stars.append(module)
            else:
                self.names[alias.asname or alias.name] = Named(f"{module}.{alias.name}")

    def _imported(self, name: str) -> None:
        from guardhost.shell.inline_calls import NETWORK

        if not is_in(name, PURE) and not is_in(name, NETWORK):
            self.unknown = True  # a module that we do not know may do anything

    def _do_assign(self, node: Any) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def _do_annassign(self, node: Any) -> None:
        if node.value is not None:
            self.bind(node.target, self.value(node.value))

    def _do_augassign(self, node: Any) -> None:
        value = self.value(node.value)
        if type(node.target).__name__ != "Name" or type(node.op).__name__ not in ("Add", "Div"):
            self.bind(node.target, None)
            return
        before = self.names.get(node.target.id)
        after = texts(before)
        if after is not None and texts(value) is not None:
            self.names[node.target.id] = after + (texts(value) or ())
        elif isinstance(before, Word):
            divides = type(node.op).__name__ == "Div"
            self.names[node.target.id] = below(before, value) if divides else joined(before, value)
        else:
            self.names[node.target.id] = None

    def bind(self, target: Any, value: Value) -> None:
        """Give a target its value."""
        kind = type(target).__name__
        if kind == "Name":
            self.names[target.id] = value
        elif kind in ("Tuple", "List"):
            known = texts(value)
            whole = known is not None and len(known) == len(target.elts)
            for at, one in enumerate(target.elts):
                self.bind(one, known[at] if known is not None and whole else None)
        elif kind == "Starred":
            self.bind(target.value, None)
        elif kind in ("Subscript", "Attribute"):
            owner = self.value(target.value)
            if isinstance(owner, Named):
                self.changes_env = self.changes_env or owner.name == "os.environ"
                self.unknown = self.unknown or owner.name != "os.environ"
            elif kind == "Subscript" and type(target.value).__name__ == "Name":
                self.names[target.value.id] = None
                self.value(target.slice)

    def _do_delete(self, node: Any) -> None:
        for target in node.targets:
            if type(target).__name__ == "Name":
                self.names.pop(target.id, None)
            else:
                self.bind(target, None)

    def _do_functiondef(self, node: Any) -> None:
        names = tuple(arg.arg for arg in (*node.args.posonlyargs, *node.args.args))
        given = dict(zip(names[::-1], node.args.defaults[::-1], strict=False))
        made = Made(names, node.body, {name: self.value(default) for name, default in given.items()})
        for one in (*node.decorator_list, *[default for default in node.args.kw_defaults if default is not None]):
            self.value(one)
        self.made.append(made)
        self.names[node.name] = made

    _do_asyncfunctiondef = _do_functiondef

    def _do_classdef(self, node: Any) -> None:
        for one in (*node.decorator_list, *node.bases):
            self.value(one)
        before = dict(self.names)
        self.block(node.body)
        self.names = before
        self.names[node.name] = Named("builtins.object")

    def _do_if(self, node: Any) -> None:
        if self.is_main(node.test):
            self.block(node.body)
            return
        self.value(node.test)
        self.maybe(node.body, node.orelse)

    @staticmethod
    def is_main(test: Any) -> bool:
        """Return whether a condition is `__name__ == "__main__"`."""
        sides = (getattr(test, "left", None), *getattr(test, "comparators", ()))
        found = {getattr(side, "id", getattr(side, "value", "")) for side in sides if side is not None}
        return type(test).__name__ == "Compare" and found == {"__name__", "__main__"}

    def _do_for(self, node: Any) -> None:
        value = self.value(node.iter)
        self.over(value, node.target, lambda: self.block(node.body))
        self.maybe(node.orelse)

    _do_asyncfor = _do_for

    def over(self, value: Value, target: Any, body: Any) -> None:
        """Follow a loop: each turn where its values are known, else one turn that may be."""
        known = texts(value)
        if known is not None and len(known) <= self.turns:
            self.turns -= len(known)
            for one in known:
                self.bind(target, one)
                body()
            return
        sure, self.sure = self.sure, False
        for _ in range(2):  # what the first turn sets, the second may use
            one = value.word if isinstance(value, Many) else None
            self.bind(target, (one, None, None) if isinstance(value, Walk) else one)
            body()
            for name in [name for name, value in self.names.items() if isinstance(value, tuple)]:
                self.names[name] = None  # a list may have grown
        self.sure = sure

    def _do_while(self, node: Any) -> None:
        self.value(node.test)
        sure, self.sure = self.sure, False
        before = dict(self.names)
        self.block(node.body)
        for name, value in list(self.names.items()):
            if before.get(name) is not value and not isinstance(value, Made | Named):
                self.names[name] = None
        self.block(node.body)
        self.block(node.orelse)
        self.sure = sure

    def _do_with(self, node: Any) -> None:
        cwd = self.cwd
        for item in node.items:
            value = self.value(item.context_expr)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, value)
        self.block(node.body)
        self.cwd = cwd if any("chdir" in _dotted(item.context_expr) for item in node.items) else self.cwd

    _do_asyncwith = _do_with

    def _do_try(self, node: Any) -> None:
        self.block(node.body)
        self.maybe(*[handler.body for handler in node.handlers], node.orelse)
        self.block(node.finalbody)

    _do_trystar = _do_try

    def _do_match(self, node: Any) -> None:
        self.value(node.subject)
        self.maybe(*[case.body for case in node.cases])

    def _do_raise(self, node: Any) -> None:
        self.look(node)
        self.sure = False

    _do_assert = _do_raise

    def _do__return(self, node: Any) -> None:
        """The body of a lambda."""
        self.names["\0return"] = self.value(node.value)

    def _do_return(self, node: Any) -> None:
        if node.value is not None:
            self.names["\0return"] = self.value(node.value)

    def call(self, made: Made, args: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
        """Follow a call of a function that the code makes."""
        made.called = True
        if self.depth >= MOST_CALLS:
            return None
        outer, sure = self.names, self.sure
        given = dict(zip(made.names, args, strict=False))
        self.names = {**outer, **dict.fromkeys(made.names), **made.defaults, **given, **keywords}
        self.names.pop("\0return", None)
        self.depth += 1
        self.block(made.body)
        self.depth -= 1
        result = self.names.get("\0return")
        self.names, self.sure = outer, sure
        return result


def _dotted(node: Any) -> str:
    """Return the name that is called, as far as it is spelled out."""
    node = getattr(node, "func", node)
    return str(getattr(node, "attr", getattr(node, "id", "")))
