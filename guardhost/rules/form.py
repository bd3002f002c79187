"""One rule being compiled: its kind's node, what stands beside it, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.rules.reading import arguments, target, variables_of, wrong

if TYPE_CHECKING:
    from guardhost.rules.nodes import Node


class Form:
    """The rule `parts` of `kind`; `peer` says that it stands in an AGENTLTL.yaml. `lints` gathers what is told of it."""

    def __init__(self, kind: str, parts: dict[str, Node], *, peer: bool) -> None:
        self.kind = kind
        self.parts = parts
        self.node = parts[kind]
        self.peer = peer
        self.blocks = True  # a call that breaks it is refused
        self.lints: list[str] = []

    def target(
        self, node: Node, *, variables: bool = False, narrow: bool = False, bare: bool = True
    ) -> list[dict[str, Any]]:
        """Return a target; with `narrow` the rule's own `with` and `where` narrow each of its alternatives."""
        own = arguments(self.parts.get("with"), self.parts.get("where")) if narrow else {}
        found = target(node, variables=variables, bare=bare or bool(own))
        for alternative in found if own else ():
            for name, given in own.items():
                alternative[name] = {**alternative.get(name, {}), **given}
        return found

    def one_set_of_variables(self, nodes: tuple[Node, ...], targets: list[list[dict[str, Any]]]) -> None:
        """Raise where the parts of a `before` do not bind the same variables, or stand beside what those exclude."""
        first, then, *since = targets
        names = variables_of(then)
        if not any(variables_of(one) for one in targets):
            return
        if since:
            fix = "leave `since` out, or the variables"
            raise wrong(nodes[2], "`since` stands beside $variables", fix)
        for node, alternatives in zip(nodes, targets, strict=False):
            for one in alternatives:
                if set(one.get("vars", {}).values()) != names or not names:
                    missing = ", ".join(f"${name}" for name in sorted(names | variables_of(first)))
                    raise wrong(node, "the parts do not bind the same $variables", f"bind {missing} in each of them")
        for one in first:
            if {"where", "exists"} & one.keys():
                raise wrong(nodes[0], "`first` takes `with` only beside $variables", "leave `where` and `exists` out")

    @staticmethod
    def variables(alternatives: list[dict[str, Any]]) -> list[str]:
        """Return the variables of a target in their order."""
        return sorted(variables_of(alternatives))
