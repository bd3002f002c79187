"""A formula as what a monitor runs: a table of nodes in which only atoms are negated, and the targets it asks about.

    spec = (nodes, root, end, targets, leaves, slots, quantifiers)

    nodes        (operator, part, ...); a part is the number of another node
    root, end    the node of the whole formula, and whether an empty run satisfies it
    targets      (the frozen target, its variables)
    leaves       see `leaves`
    slots        nodes that look back: each keeps something from call to call
    quantifiers  (trigger, everywhere, body, slots, atoms with variables)

Everything in it is plain data that `marshal` can keep.
"""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.temporal.formula import Formula, parts, thaw, variables
from guardhost.temporal.leaves import begin, compare, ended
from guardhost.temporal.values import BAD, SURE, WAIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Spec = tuple[Any, ...]

MOST_NODES = 500
MOST_DEPTH = 60
OPPOSITE = {"and": "or", "or": "and", "G": "F", "F": "G", "O": "H", "H": "O", "W": "R", "U": "R", "R": "U", "S": "T"}
SYMBOLS = {"and": "&", "or": "|"}
ENDS = {"U": False, "W": True, "R": True}
COMPLEMENT = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}
REMEMBERS = ("Y", "O", "H", "S", "T", "count")
AHEAD = ("G", "F", "X", "U", "R", "leaf", "at")
LEAVES = ("called", "called_with", "called_n", "before", "after", "all_before", "in_order", "within_steps")


def compile(formula: Formula) -> Spec:  # noqa: A001 - what it does, as with `re.compile`
    """Return what a monitor runs. `GuardError` GH1704 when the formula asks for what no monitor can keep."""
    table = _Table()
    root = table.node(formula, False, 0)
    nodes = tuple(table.nodes)
    inner = frozenset(node for row in table.quantifiers for node in row[4])
    slots = tuple(at for at, node in enumerate(nodes) if node[0] in REMEMBERS and at not in inner)
    leaves, quantifiers = tuple(table.leaves), tuple(table.quantifiers)
    targets = tuple((target, variables(target)) for target in table.targets)
    return (nodes, root, _empty(nodes, root, leaves, quantifiers), targets, leaves, slots, quantifiers)


def targets(spec: Spec) -> tuple[Any, ...]:
    """Return the targets that the spec asks about, as they were given; their places are what `match` and `bind` get."""
    return tuple(thaw(target) for target, _ in spec[3])


def variables_of(spec: Spec, target: int) -> tuple[str, ...]:
    """Return the variables of a target, in the order in which `bind` gives their values."""
    names: tuple[str, ...] = spec[3][target][1]
    return names


class _Table:
    """The nodes found so far, each once."""

    def __init__(self) -> None:
        self.nodes: list[tuple[Any, ...]] = []
        self.leaves: list[Any] = []
        self.targets: list[Any] = []
        self.quantifiers: list[Any] = []
        self._places: dict[str, int] = {}
        self._bound: tuple[str, ...] | None = None
        self._inside = 0  # how many temporal operators are around

    def node(self, formula: Formula, negated: bool, depth: int) -> int:
        """Return the number of the node for a formula or, `negated`, for its opposite."""
        if depth > MOST_DEPTH or len(self.nodes) > MOST_NODES:
            raise GuardError("GH1704", "the formula is too large to be watched", fix="write it as several rules")
        op = formula[0]
        if op == "not":
            return self.node(formula[1], not negated, depth + 1)
        if op == "implies":
            left, right = self.node(formula[1], not negated, depth + 1), self.node(formula[2], negated, depth + 1)
            return self._put(("&" if negated else "|", left, right))
        if op in ("true", "false"):
            return self._put(("c", SURE if (op == "true") != negated else BAD))
        if op in ("now", "each", "some", "at", "count_before"):
            return self._special(formula, negated, depth)
        if op in LEAVES or op in ("branch_called", "instance_before"):
            return self._put(("leaf", self._leaf(formula), negated))
        return self._operator(formula, negated, depth)

    def _put(self, node: tuple[Any, ...]) -> int:
        return self._place("node", node, self.nodes)

    def _place(self, kind: str, value: Any, table: list[Any]) -> int:
        """Return where a value stands in a table; told apart by its spelling, for 1 is no True in a target."""
        key = f"{kind}{value!r}"
        if key not in self._places:
            self._places[key] = len(table)
            table.append(value)
        return self._places[key]

    def _operator(self, formula: Formula, negated: bool, depth: int) -> int:
        op = formula[0]
        temporal = op not in SYMBOLS
        self._inside += temporal
        inner = [self.node(one, negated, depth + 1) for one in parts(formula)]
        self._inside -= temporal
        if op == "X":
            return self._put(("X", inner[0], negated))
        if op == "Y":
            return self._put(("Y", inner[0], SURE if negated else BAD))
        name = OPPOSITE[op] if negated else op
        if op in ENDS:
            return self._put(("U" if name in "UW" else "R", *inner, ENDS[op] != negated))
        return self._put((SYMBOLS.get(name, name), *inner))

    def _special(self, formula: Formula, negated: bool, depth: int) -> int:
        op = formula[0]
        if op == "now":
            return self._now(formula[1], negated)
        if op == "count_before":
            return self._count(formula, negated, depth)
        if op == "at":
            return self._at(formula, negated, depth)
        return self._quantifier(formula, negated, depth)

    def _at(self, formula: Formula, negated: bool, depth: int) -> int:
        if self._inside:
            raise GuardError("GH1704", "a fixed position stands inside a temporal operator", fix="take it out of it")
        if formula[1] < 0:
            return self._put(("c", SURE if negated else BAD))
        if formula[1] > MOST_NODES:
            raise GuardError("GH1704", f"position {formula[1]} is too far to be watched", fix=f"stay below {MOST_NODES}")
        place = self.node(formula[2], negated, depth + 1)
        for _ in range(formula[1]):
            place = self._put(("X", place, negated))
        return place

    def _now(self, target: Any, negated: bool) -> int:
        names = variables(target)
        if names and sorted(names) != sorted(self._bound or ()):
            raise GuardError(
                "GH1704",
                f"`${names[0]}` is bound by nothing here" if not self._bound else "the targets bind other variables",
                fix="a quantifier around it binds variables: `each(target, formula)`, with the same ones in every part",
            )
        return self._put(("now" if not names else "nowv", self._target(target), negated))

    def _target(self, target: Any) -> int:
        return self._place("target", target, self.targets)

    def _count(self, formula: Formula, negated: bool, depth: int) -> int:
        certain = self.node(formula[1], False, depth + 1)
        opposite = self.node(formula[1], True, depth + 1)
        if self._has(certain, AHEAD):
            raise GuardError(
                "GH1704",
                "`count_before` counts something that later calls decide",
                fix="count what is known at its position",
            )
        op = COMPLEMENT[formula[2]] if negated else formula[2]
        return self._put(("count", certain, opposite, op, formula[3]))

    def _quantifier(self, formula: Formula, negated: bool, depth: int) -> int:
        names = variables(formula[1])
        if not names:
            raise GuardError("GH1704", "the target of a quantifier binds no variable", fix="give it one: `with: {path: $p}`")
        if self._bound is not None:
            raise GuardError("GH1704", "a quantifier stands inside another", fix="bind all variables in one target")
        self._bound = names
        body = self.node(formula[2], negated, depth + 1)
        self._bound = None
        if self._has(body, AHEAD):
            raise GuardError(
                "GH1704",
                "what a quantifier holds over looks ahead",
                fix="say what must have come before instead, with Y, O, H or S",
            )
        within = self._within(body)
        slots = tuple(node for node in within if self.nodes[node][0] in REMEMBERS and self._has(node, ("nowv",)))
        atoms = tuple(node for node in within if self.nodes[node][0] == "nowv")
        row = (self._target(formula[1]), formula[0] == "each", negated, body, slots, atoms)
        place = self._place("each", row, self.quantifiers)
        return self._put(("each", place))

    def _within(self, root: int) -> list[int]:
        found, todo = dict.fromkeys([root]), [root]
        while todo:
            for part in inner(self.nodes[todo.pop()]):
                if part not in found:
                    found[part] = None
                    todo.append(part)
        return sorted(found)

    def _has(self, root: int, operators: tuple[str, ...]) -> bool:
        return any(self.nodes[node][0] in operators for node in self._within(root))

    def _leaf(self, formula: Formula) -> int:
        op: str = formula[0]
        args: tuple[Any, ...] = formula[1:]
        numbers: tuple[Any, ...] = ()
        if op == "called_with":
            op, args = "called", (("map", ("tool", formula[1]), ("with", formula[2])),)
        elif op == "called_n":
            args, numbers = args[:1], (formula[2], formula[3])
        elif op == "within_steps":
            args, numbers = args[:2], (formula[3],)
        elif op == "instance_before":
            args, numbers = (formula[1], formula[3]), (formula[2], formula[4])
        elif op == "branch_called":
            args = args[:1] if formula[2] is None else args
        elif op == "in_order":
            args = formula[1][1:]
        elif op == "all_before":
            args = (*formula[1][1:], formula[2])
        for target in args:
            if variables(target):
                raise GuardError("GH1704", f"`{formula[0]}` takes no variables", fix="use `now` within a quantifier")
        return self._place("leaf", (op, tuple(self._target(one) for one in args), numbers), self.leaves)


def inner(node: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the numbers of the nodes directly within a node."""
    op = node[0]
    if op in ("&", "|", "S", "T", "G", "F", "O", "H"):
        return node[1:]
    if op in ("U", "R", "count"):
        return node[1:3]
    return node[1:2] if op in ("X", "Y") else ()


def _empty(nodes: Any, root: int, leaves: Any, quantifiers: Any) -> bool:
    """Return whether a run without a call satisfies a node."""
    node = nodes[root]
    op = node[0]
    if op in ("&", "|"):
        return (all if op == "&" else any)(_empty(nodes, part, leaves, quantifiers) for part in node[1:])
    if op in ("G", "H", "T", "F", "O", "S"):
        return op in ("G", "H", "T")
    if op in ("U", "R", "X"):
        return bool(node[-1])
    if op == "c":
        return bool(node[1] > WAIT)
    if op == "leaf":
        return ended(leaves[node[1]], begin(leaves[node[1]]), node[2])
    if op == "count":
        return compare(node[3], 0, node[4])
    if op == "each":
        return bool(quantifiers[node[1]][1] != quantifiers[node[1]][2])
    return bool(node[2]) if op in ("now", "nowv") else bool(node[2] == SURE)
