"""What the expressions of Python code are worth, and what their evaluation does."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.shell.inline_calls import BUILTINS, CALLS
from guardhost.shell.inline_values import Made, Many, Named, below, found_in, joined, parent, texts
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guardhost.shell.inline_values import Value


class TooMuchCodeError(Exception):
    """The code stands for more than we follow."""


class Expressions:
    """The expressions of a piece of code. `inline_python.Code` has its statements, and starts it."""

    args: tuple[Word, ...]
    home: str
    folder: str | None
    cwd: Word | None
    names: dict[str, Value]
    stars: list[str]
    made: list[Made]
    sure: bool
    steps: int
    over: Callable[[Value, Any, Callable[[], None]], None]
    bind: Callable[[Any, Value], None]

    def look(self, node: Any) -> None:
        """Look at everything below a node that is of no kind with a meaning of its own."""
        for field in node._fields:
            child = getattr(node, field, None)
            for one in child if isinstance(child, list) else (child,):
                if hasattr(one, "_fields"):
                    self.value(one)

    def value(self, node: Any) -> Value:
        """Return what an expression is worth, noting what it does."""
        self.steps -= 1
        if self.steps < 0:
            raise TooMuchCodeError
        act = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if act is not None:
            result: Value = act(node)
            return result
        self.look(node)
        return None

    def _of_constant(self, node: Any) -> Value:
        value = node.value
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        if isinstance(value, bool) or value is None or value is ...:
            return None
        return Word(value if isinstance(value, str) else str(value))

    def _of_name(self, node: Any) -> Value:
        if node.id in self.names:
            return self.names[node.id]
        for module in self.stars:
            if f"{module}.{node.id}" in CALLS:
                return Named(f"{module}.{node.id}")
        if node.id in BUILTINS or f"builtins.{node.id}" in CALLS:
            return Named(f"builtins.{node.id}")
        if node.id == "__file__" and self.args:
            return self.args[0]
        return Named("builtins") if node.id == "__builtins__" else None

    def _of_attribute(self, node: Any) -> Value:
        owner = self.value(node.value)
        if isinstance(owner, Named):
            name = f"{owner.name}.{node.attr}"
            if name == "sys.argv":
                return self.args
            return Word("/") if name == "os.sep" else Named(name)
        if node.attr == "parent":
            return parent(owner)
        if node.attr == "name" and isinstance(owner, Word) and owner.known:
            return Word(owner.rstrip("/").rsplit("/", 1)[-1])
        return owner if node.attr == "path" else None  # of an entry of a folder

    def _of_joinedstr(self, node: Any) -> Value:
        return joined(*[self.value(one) for one in node.values])

    def _of_formattedvalue(self, node: Any) -> Value:
        value = self.value(node.value)
        plain = node.format_spec is None and node.conversion in (-1, 115)
        return value if plain else unknown()

    def _of_binop(self, node: Any) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        kind = type(node.op).__name__
        if kind == "Add":
            if isinstance(left, tuple) and isinstance(right, tuple):
                return left + right
            if isinstance(left, tuple) or isinstance(right, tuple):
                return None
            return joined(left, right) if isinstance(left, Word) or isinstance(right, Word) else None
        if kind == "Div" and isinstance(left, Word | Named | Many):
            return below(left.word if isinstance(left, Many) else left, right)
        if kind == "Mod" and isinstance(left, Word) and left.known and left.count("%") == 1 and "%s" in left:
            head, _, tail = left.partition("%s")
            one = right[0] if isinstance(right, tuple) and len(right) == 1 else right
            return joined(Word(head), one if isinstance(one, Word) else None, Word(tail))
        return None

    def _of_ifexp(self, node: Any) -> Value:
        self.value(node.test)
        sure, self.sure = self.sure, False
        one, other = self.value(node.body), self.value(node.orelse)
        self.sure = sure
        return one if isinstance(one, Word) and one == other and one.known else None

    def _of_boolop(self, node: Any) -> Value:
        self.value(node.values[0])
        sure, self.sure = self.sure, False
        for one in node.values[1:]:
            self.value(one)
        self.sure = sure
        return None

    def _of_list(self, node: Any) -> Value:
        made: list[Value] = []
        for one in node.elts:
            if type(one).__name__ == "Starred":
                more = texts(self.value(one.value))
                if more is None:
                    made.append(Many(None))
                    continue
                made.extend(more)
            else:
                made.append(self.value(one))
        return tuple(made)

    _of_tuple = _of_list
    _of_set = _of_list

    def _of_subscript(self, node: Any) -> Value:
        owner, index = self.value(node.value), node.slice
        if isinstance(owner, Named) and owner.name == "os.environ":
            key = self.value(index)
            return Word(self.home) if key == "HOME" and self.home else unknown()
        if isinstance(owner, tuple):
            return _member(owner, index)
        if isinstance(owner, Many):
            return owner.word
        self.value(index)
        return unknown() if isinstance(owner, Word) else None

    def _of_namedexpr(self, node: Any) -> Value:
        value = self.value(node.value)
        self.bind(node.target, value)
        return value

    def _of_await(self, node: Any) -> Value:
        return self.value(node.value)

    _of_starred = _of_await

    def _of_lambda(self, node: Any) -> Value:
        made = Made(tuple(arg.arg for arg in node.args.args), [_Return(node.body)], {})
        self.made.append(made)
        return made

    def _of_listcomp(self, node: Any) -> Value:
        before = dict(self.names)
        results: list[Value] = []
        elements = [node.elt] if hasattr(node, "elt") else [node.key, node.value]

        def turn(at: int = 0) -> None:
            if at < len(node.generators):
                generator = node.generators[at]
                value = self.value(generator.iter)

                def inner() -> None:
                    for test in generator.ifs:
                        self.value(test)
                    sure = self.sure
                    self.sure = sure and not generator.ifs
                    turn(at + 1)
                    self.sure = sure

                self.over(value, generator.target, inner)
            else:
                results.extend(self.value(element) for element in elements)

        turn()
        self.names = before
        whole = all(isinstance(one, Word) and one.known and not one.pattern for one in results)
        return tuple(results) if whole else Many(results[0] if results and isinstance(results[0], Word) else None)

    _of_generatorexp = _of_listcomp
    _of_setcomp = _of_listcomp
    _of_dictcomp = _of_listcomp

    def _of_call(self, node: Any) -> Value:
        from guardhost.shell.inline_acts import called

        return called(self, node)  # type: ignore[arg-type] # its own subclass

    def here(self) -> Word:
        """Return the folder that the code is in."""
        return self.cwd if self.cwd is not None else Word(self.folder) if self.folder else unknown()

    def globbed(self, folder: Value, pattern: Value, *, deep: bool = False) -> Many:
        """Return what a glob finds."""
        return found_in(folder, pattern, deep=deep)


class _Return:
    """The body of a lambda, as the statement that it stands for."""

    _fields = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _member(owner: tuple[Any, ...], index: Any) -> Value:
    number = getattr(index, "value", None)
    if type(index).__name__ == "UnaryOp" and type(index.op).__name__ == "USub":
        found = getattr(index.operand, "value", None)
        number = -found if isinstance(found, int) else None
    if isinstance(number, int) and -len(owner) <= number < len(owner):
        member: Value = owner[number]
        return member
    if type(index).__name__ == "Slice" and index.step is None:
        low, high = (getattr(one, "value", None) if one is not None else None for one in (index.lower, index.upper))
        if (index.lower is None or isinstance(low, int)) and (index.upper is None or isinstance(high, int)):
            return owner[low:high]
    return None
