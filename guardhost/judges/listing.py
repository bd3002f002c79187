"""The child's half of an inventory: which rules a load defined, and which seams ask them."""

from __future__ import annotations

from guardhost.judges.rule import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guardhost.judges.child import Pipe
    from guardhost.judges.registry import Registry


def tell(registry: Registry, pipe: Pipe) -> None:
    """Say each named rule with its seams, and each of its examples."""
    from guardhost.model.jsontext import encode

    asked = {seam: {id(one) for one in _within(judge)} for seam, judge in registry.judges.items()}
    for at, judge in enumerate(registry.rules):
        name, tests, mode, place = getattr(judge, MARK)
        seams = [seam for seam, within in asked.items() if id(judge) in within]
        why = judge.__doc__ if type(judge.__doc__) is str else ""
        pipe.say("rule", str(at), name, " ".join(seams), mode, place, why)
        for test in tests:
            pipe.say("example", str(at), encode(test))
        pipe.flush()


def _within(judge: Any, depth: int = 20) -> Iterator[Any]:
    """Return a judge and the rules that `strictest` composed it of."""
    yield judge
    for one in getattr(judge, "rules", ()) if depth else ():
        yield from _within(one, depth - 1)
