"""What a line's logic says of its programs: which ran, and how they ended, once another one runs or the line is over.

Facts are program number -> 0 (it ran and succeeded), 1 (it ran and failed) or None (it ran).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from guardhost.shell.reading import Reading

    # ("chain" | "pipe" | "list" | "not" | "if" | "opaque", where its parts begin and end, the operators between them)
    Span: TypeAlias = tuple[str, tuple[int, ...], tuple[str, ...]]
    Facts: TypeAlias = dict[int, int | None]


class Logic:
    """The logic of one line."""

    def __init__(self, reading: Reading) -> None:
        self.commands = reading.commands
        self.spans: dict[tuple[int, int], list[Span]] = {}
        for span in reading.spans:
            self.spans.setdefault((span[1][0], span[1][-1]), []).append(span)
        self.all = [span for span in reading.spans if span[0] in ("chain", "if")]

    def over(self, status: int) -> Facts:
        """Return what is known once the whole line has ended with a status."""
        return self._if(0, len(self.commands), ok=status == 0)

    def needs(self, number: int) -> Facts:
        """Return what is known of earlier programs when this one runs."""
        found: Facts = {}
        for kind, bounds, ops in self.all:
            if kind == "if":
                for part, ok in ((1, True), (2, False)):
                    if bounds[part] <= number < bounds[part + 1]:
                        found |= self._if(bounds[0], bounds[1], ok=ok)
            for at, op in enumerate(ops):
                if bounds[at + 1] <= number < bounds[at + 2]:
                    found |= self._chained(bounds[: at + 2], ops[:at], ok=op == "&&", layer=None)
        return {at: how for at, how in found.items() if at < number}

    def _if(self, start: int, end: int, *, ok: bool, layer: int | None = None) -> Facts:
        """Return what is known when a stretch of the line has ended well, or not.

        Several spans may cover the same stretch: `layer` of them, the inner ones, are still to be looked at; None is all.
        """
        kept = self.spans.get((start, end), [])
        layer = len(kept) if layer is None else layer
        if start >= end:
            return {}
        if not layer:
            return {} if end - start > 1 and not self.commands[end - 1].certain else {end - 1: 0 if ok else 1}
        kind, bounds, ops = kept[layer - 1]
        if kind in ("opaque", "if"):
            return {}
        if kind == "not":
            return self._if(start, end, ok=not ok, layer=layer - 1)
        if kind == "chain":
            return self._chained(bounds, ops, ok=ok, layer=layer)
        return self._in_turn(bounds, ok=ok, layer=layer)

    def _part(self, bounds: tuple[int, ...], part: int, *, ok: bool, layer: int | None) -> Facts:
        start, end = bounds[part], bounds[part + 1]
        whole = layer is not None and (start, end) == (bounds[0], bounds[-1])
        return self._if(start, end, ok=ok, layer=layer - 1 if whole and layer is not None else None)

    def _in_turn(self, bounds: tuple[int, ...], *, ok: bool, layer: int) -> Facts:
        """Return what is known of a pipe or a list: its last part gave the status, the others ran."""
        last = max((at for at in range(len(bounds) - 1) if bounds[at] < bounds[at + 1]), default=0)
        found = self._part(bounds, last, ok=ok, layer=layer) if last == len(bounds) - 2 else {}
        for at in range(len(bounds) - 1):
            if bounds[at + 1] - bounds[at] == 1 and self.commands[bounds[at]].certain:
                found.setdefault(bounds[at], None)
        return found

    def _chained(self, bounds: tuple[int, ...], ops: tuple[str, ...], *, ok: bool, layer: int | None) -> Facts:
        """Return what is known of a chain: all of `a && b` ran where it ended well, all of `a || b` where it did not."""
        wanted = "&&" if ok else "||"
        found: Facts = {}
        for part in range(len(ops), -1, -1):
            if part and ops[part - 1] != wanted:
                break  # it may have been skipped
            found |= self._part(bounds, part, ok=ok, layer=layer)
        return found
