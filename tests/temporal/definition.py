"""The semantics by definition: over the whole run, for every position anew, slowly. What monitors are held against.

A call is `Call(tool, sure, paths, open)`: `sure` is False where it only may have run, `paths` are what its variables bind,
`open` says that it has an argument that is not known. Targets are tool names, lists of them, or a tool `with` `{"f": "$x"}`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from guardhost.temporal.formula import thaw, variables

F_, UNMET, P_, HOLDS, T_ = 0, 1, 2, 3, 4


class Call(NamedTuple):
    tool: str
    sure: bool = True
    paths: tuple[str, ...] = ()
    open: bool = False


def answer(target: Any, call: Call, env: dict[str, str] | None = None) -> int:
    """0, 1 (maybe) or 2."""
    target = thaw(target) if isinstance(target, tuple) else target
    tools = target if isinstance(target, list) else [target["tool"] if isinstance(target, dict) else target]
    if call.tool not in tools:
        return 0
    if env is not None and isinstance(target, dict) and env[target["with"]["f"][1:]] not in call.paths:
        return 1 if call.open else 0
    return 2 if call.sure else 1


def bind(target: Any, call: Call) -> list[tuple[tuple[str, ...] | None, int]]:
    if call.tool != target["tool"]:
        return []
    known: list[tuple[tuple[str, ...] | None, int]] = [((path,), 2 if call.sure else 1) for path in call.paths]
    return [*known, (None, 1)] if call.open else known


class Run:
    """Values of formulas on a run; `value(f, i, n)` is at position i when n calls have been made."""

    def __init__(self, calls: list[Call], env: dict[str, str] | None = None) -> None:
        self.calls = calls
        self.env = env

    def value(self, f: Any, i: int, n: int, cautious: bool = True) -> int:
        """`cautious` is False where the formula stands negated: what may be is then taken for so."""
        op = f[0]

        def now(one: Any, at: int) -> int:
            return self.value(one, at, n, cautious)

        if op == "not":
            return 4 - self.value(f[1], i, n, not cautious)
        if op == "implies":
            left = self.value(f[1], i, n, not cautious)
            return T_ if left == F_ else max(4 - left, now(f[2], i))
        if op in ("and", "or"):
            return (min if op == "and" else max)(now(one, i) for one in f[1:])
        if op in ("true", "false"):
            return T_ if op == "true" else F_
        if op == "now":
            if i >= n:
                return P_
            said = answer(f[1], self.calls[i], self.env)
            return T_ if said == 2 or (said == 1 and not cautious) else F_
        if op in ("each", "some"):
            return self._quantifier(f, i, n, cautious)
        if op in LEAVES:
            return self._leaf(f, n, cautious)
        if op == "count_before":
            return self._count(f, i, n, cautious)
        return self._temporal(f, i, n, now)

    def _temporal(self, f: Any, i: int, n: int, now: Callable[[Any, int], int]) -> int:
        op = f[0]
        if op == "at":
            return F_ if f[1] < 0 else P_ if f[1] >= n else now(f[2], f[1])
        if op == "G":
            return min([*(now(f[1], j) for j in range(i, n)), P_])
        if op == "F":
            return max([*(now(f[1], j) for j in range(i, n)), P_])
        if op == "X":
            return P_ if i + 1 >= n else now(f[1], i + 1)
        if op in ("U", "W"):
            return self._until(lambda j: now(f[1], j), lambda j: now(f[2], j), i, n)
        if op == "R":
            return 4 - self._until(lambda j: 4 - now(f[1], j), lambda j: 4 - now(f[2], j), i, n)
        if op == "Y":
            return P_ if i > n else F_ if i == 0 else now(f[1], i - 1)
        if i >= n:
            return P_
        if op == "O":
            return max([F_, *(now(f[1], j) for j in range(i + 1))])
        if op == "H":
            return min(now(f[1], j) for j in range(i + 1))
        assert op == "S"
        return max(min([now(f[2], j), *(now(f[1], k) for k in range(j + 1, i + 1))]) for j in range(i + 1))

    @staticmethod
    def _until(left: Any, right: Any, i: int, n: int) -> int:
        best, prefix = F_, T_
        for j in range(i, n):
            best = max(best, min(right(j), prefix))
            prefix = min(prefix, left(j))
        return max(best, min(prefix, P_))

    def _count(self, f: Any, i: int, n: int, cautious: bool) -> int:
        if i >= n:
            return P_
        least = sum(self.value(f[1], j, n, True) > P_ for j in range(i))
        most = sum(self.value(f[1], j, n, False) > P_ for j in range(i))
        held = [compare(f[2], count, f[3]) for count in range(min(least, most), max(least, most) + 1)]
        return T_ if (all(held) if cautious else any(held)) else F_

    def _quantifier(self, f: Any, i: int, n: int, cautious: bool) -> int:
        if i >= n:
            return P_
        name = variables(f[1])[0]
        found = []
        for values, said in bind(thaw(f[1]), self.calls[i]):
            assert values is not None
            if said == 2 or (f[0] == "each") == cautious:
                found.append(Run(self.calls, {name: values[0]}).value(f[2], i, n, cautious))
        return min([*found, T_]) if f[0] == "each" else max([*found, F_])

    def _leaf(self, f: Any, n: int, cautious: bool) -> int:
        """The worst, or the best, of all runs that it may have been."""
        targets = targets_of(f)
        said = [[answer(target, call) for target in targets] for call in self.calls[:n]]
        worlds = product(*(product(*((False, True) if one == 1 else (one == 2,) for one in row)) for row in said))
        found = [leaf(f, [list(row) for row in world]) for world in worlds]
        return min(found) if cautious else max(found)


LEAVES = (
    "called",
    "called_n",
    "before",
    "after",
    "all_before",
    "in_order",
    "within_steps",
    "branch_called",
    "instance_before",
)


def targets_of(f: Any) -> list[Any]:
    op = f[0]
    if op in ("called", "called_n"):
        return [f[1]]
    if op == "in_order":
        return list(f[1][1:])
    if op == "all_before":
        return [*f[1][1:], f[2]]
    if op == "instance_before":
        return [f[1], f[3]]
    return [one for one in f[1:3] if one is not None]


def compare(op: str, left: int, right: int) -> bool:
    return {
        "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "==": left == right,
    }[op]  # fmt: skip


def places(world: list[list[bool]], column: int) -> list[int]:
    return [at for at, row in enumerate(world) if row[column]]


def leaf(f: Any, world: list[list[bool]]) -> int:
    """The value of an atom about the run; `world` has a row a call and a column a target."""
    op, n = f[0], len(world)
    first = [(places(world, column) or [n])[0] for column in range(len(targets_of(f)))]
    if op == "called":
        return T_ if first[0] < n else UNMET
    if op == "called_n":
        count = len(places(world, 0))
        if f[2] in ("<", "<="):
            return HOLDS if compare(f[2], count, f[3]) else F_
        if f[2] in (">", ">="):
            return T_ if compare(f[2], count, f[3]) else UNMET
        return F_ if count > f[3] else HOLDS if count == f[3] else UNMET
    if op in ("before", "all_before"):
        return P_ if first[-1] == n else T_ if all(one < first[-1] for one in first[:-1]) else F_
    if op == "after":
        if first[0] < n:
            return T_ if first[1] < first[0] else F_
        return UNMET
    if op == "branch_called":
        wrong = len(first) > 1
        if wrong and first[1] < n:
            return F_
        return P_ if first[0] == n else HOLDS if wrong else T_
    if op == "in_order":
        wanted = 0
        for row in world:
            wanted += wanted < len(row) and row[wanted]
        return T_ if wanted == len(first) else P_
    if op == "instance_before":
        others = places(world, 1)
        if len(others) < f[4]:
            return P_
        ones = places(world, 0)
        return T_ if len(ones) >= f[2] and ones[f[2] - 1] < others[f[4] - 1] else F_
    assert op == "within_steps"
    if first[0] == n:
        return P_
    answers = [at for at in places(world, 1) if at > first[0]]
    if answers and answers[0] - first[0] <= f[3]:
        return T_
    return P_ if not answers and n - first[0] <= f[3] else F_


class Failures(Run):
    """What of a formula fails, and whether the last call brought it."""

    def found(self, f: Any, i: int, n: int, negated: bool = False) -> tuple[bool, bool]:
        """Return (whether the n-th call brought a failure for good, whether an obligation is not met)."""
        value = self._signed(f, i, n, negated)
        if value >= P_:
            return False, False
        op = f[0]
        if op == "not":
            return self.found(f[1], i, n, not negated)
        if op in ("true", "false", "now", "count_before", "each", "some"):
            return i == n - 1, False
        if op in LEAVES:
            return self._leaf_found(f, n, negated, value)
        if op == "at":
            return self.found(f[2], f[1], n, negated) if f[1] >= 0 else (n == 1, False)
        if op == "X":
            return self.found(f[1], i + 1, n, negated)
        if op == "Y":
            brought, unmet = self.found(f[1], i - 1, n, negated) if i else (False, False)
            return brought or (value == F_ and i == n - 1), unmet or value == UNMET
        if op in ("U", "W", "R", "S"):
            return self._pair(f, i, n, negated)
        return self._group(f, i, n, negated, value)

    def _signed(self, f: Any, i: int, n: int, negated: bool) -> int:
        return 4 - self.value(f, i, n, False) if negated else self.value(f, i, n, True)

    def _leaf_found(self, f: Any, n: int, negated: bool, value: int) -> tuple[bool, bool]:
        if value == UNMET:
            return False, True
        counted = {"called": 0, "called_n": 0, "branch_called": len(targets_of(f)) - 1}.get(f[0])
        again = counted is not None and n > 0 and answer(targets_of(f)[counted], self.calls[n - 1]) > 0
        before = self._signed(f, 0, n - 1, negated)
        return again or before != F_ or self._surer(f, n, negated), False

    def _surer(self, f: Any, n: int, negated: bool) -> bool:
        """Whether what may have failed now has for certain."""
        return self._certain(f, n, negated) and not self._certain(f, n - 1, negated)

    def _certain(self, f: Any, n: int, negated: bool) -> bool:
        lenient = 4 - self.value(f, 0, n, True) if negated else self.value(f, 0, n, False)
        return lenient == F_

    def _group(self, f: Any, i: int, n: int, negated: bool, value: int) -> tuple[bool, bool]:
        op = f[0]
        if op == "implies":
            found = [self.found(f[1], i, n, not negated), self.found(f[2], i, n, negated)]
        elif op in ("and", "or"):
            found = [self.found(one, i, n, negated) for one in f[1:]]
        else:
            found = [self.found(f[1], j, n, negated) for j in (range(i, n) if op in "GF" else range(i + 1))]
        all_of = (op in ("and", "G", "H")) != negated
        return self._joined(all_of, value, found)

    @staticmethod
    def _joined(all_of: bool, value: int, found: list[tuple[bool, bool]]) -> tuple[bool, bool]:
        if all_of:
            return any(one[0] for one in found), any(one[1] for one in found)
        return (value == F_ and any(one[0] for one in found)), value == UNMET

    def _pair(self, f: Any, i: int, n: int, negated: bool) -> tuple[bool, bool]:
        """As it unfolds: `right or (left and the same at the next position)`, and its dual for R."""
        step = -1 if f[0] == "S" else 1
        value = self._signed(f, i, n, negated)
        if value >= P_:
            return False, False
        left, right = self.found(f[1], i, n, negated), self.found(f[2], i, n, negated)
        there = 0 <= i + step < n
        rest = self._pair(f, i + step, n, negated) if there else (False, False)
        beyond = P_ if f[0] != "S" else (T_ if negated else F_)
        rest_value = self._signed(f, i + step, n, negated) if there else beyond
        outer_any = (f[0] != "R") != negated
        inner_value = (min if outer_any else max)(self._signed(f[1], i, n, negated), rest_value)
        inner = self._joined(outer_any, inner_value, [left, rest])
        return self._joined(not outer_any, value, [right, inner])


class Finished:
    """The ordinary two values, on a run that is over; every call of it ran."""

    def __init__(self, calls: list[Call], env: dict[str, str] | None = None) -> None:
        self.calls = calls
        self.env = env

    def holds(self, f: Any, i: int = 0) -> bool:
        op, n = f[0], len(self.calls)
        if op == "not":
            return not self.holds(f[1], i)
        if op == "implies":
            return not self.holds(f[1], i) or self.holds(f[2], i)
        if op in ("and", "or"):
            return (all if op == "and" else any)(self.holds(one, i) for one in f[1:])
        if op in ("true", "false"):
            return bool(op == "true")
        if op == "now":
            return i < n and answer(f[1], self.calls[i], self.env) == 2
        if op in LEAVES:
            return self._leaf(f)
        if op in ("each", "some"):
            ways = bind(thaw(f[1]), self.calls[i]) if i < n else []
            inner = [Finished(self.calls, {variables(f[1])[0]: (v or ("",))[0]}).holds(f[2], i) for v, _ in ways]
            return all(inner) if op == "each" else any(inner)
        if op == "count_before":
            return compare(f[2], sum(self.holds(f[1], j) for j in range(min(i, n))), f[3])
        return self._temporal(f, i, n)

    def _temporal(self, f: Any, i: int, n: int) -> bool:
        op = f[0]
        later, earlier = range(i, n), range(min(i + 1, n))
        if op == "G":
            return all(self.holds(f[1], j) for j in later)
        if op == "F":
            return any(self.holds(f[1], j) for j in later)
        if op == "X":
            return i + 1 < n and self.holds(f[1], i + 1)
        if op == "Y":
            return i > 0 and self.holds(f[1], i - 1)
        if op == "O":
            return any(self.holds(f[1], j) for j in earlier)
        if op == "H":
            return all(self.holds(f[1], j) for j in earlier)
        if op == "S":
            return any(self.holds(f[2], j) and all(self.holds(f[1], k) for k in range(j + 1, i + 1)) for j in earlier)
        if op == "R":
            return all(self.holds(f[2], j) or any(self.holds(f[1], k) for k in range(i, j)) for j in later)
        met = any(self.holds(f[2], j) and all(self.holds(f[1], k) for k in range(i, j)) for j in later)
        return met or (op == "W" and all(self.holds(f[1], j) for j in later))

    def _leaf(self, f: Any) -> bool:
        world = [[answer(target, call) == 2 for target in targets_of(f)] for call in self.calls]
        op = f[0]
        if op == "called_n":
            return compare(f[2], len(places(world, 0)), f[3])
        value = leaf(f, world)
        if op == "within_steps":
            return value == T_ or not places(world, 0)
        return value in (HOLDS, T_) if op == "branch_called" else value == T_
