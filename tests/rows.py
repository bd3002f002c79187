"""Run a function for every row of a long table, many rows in one test: pytest's own work for one is more than theirs.

For tables whose rows need nothing of a test's own: a row sees the home and the environment that the rows before it
left. What needs a folder of its own, or may be skipped, takes `pytest.mark.parametrize`.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

PIECE = 40  # rows in one test


def each_row(*tables: object) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return what makes a test of a function; `tables` are names and their rows in turn, as `parametrize` takes them.

    Several tables are multiplied. Every row is run, whatever the ones before it said; those that failed are told
    together, each with its row.
    """
    rows = [_joined(parts) for parts in product(*map(_arguments, tables[::2], tables[1::2]))]
    assert rows, "a table without rows tests nothing"
    pieces = [rows[at : at + PIECE] for at in range(0, len(rows), PIECE)]

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.parametrize("piece", pieces, ids=[f"rows from {at * PIECE}" for at in range(len(pieces))])
        def test(piece: Sequence[dict[str, Any]]) -> None:
            failures = [failure for failure in (_failure(function, row) for row in piece) if failure]
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(piece)} rows", failures)

        test.__name__, test.__doc__, test.__module__ = function.__name__, function.__doc__, function.__module__
        return test  # type: ignore[no-any-return] # the mark says nothing of what it marks

    return decorate


def _arguments(names: Any, table: Any) -> list[dict[str, Any]]:
    table = list(table)
    if isinstance(names, str) and "," not in names:
        return [{names: row} for row in table]
    assert not any(hasattr(row, "marks") for row in table), "a row with marks of its own takes `parametrize`"
    listed = names.replace(" ", "").split(",") if isinstance(names, str) else names
    return [dict(zip(listed, row, strict=True)) for row in table]


def _joined(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {name: value for part in parts for name, value in part.items()}


def _failure(function: Callable[..., None], row: dict[str, Any]) -> Exception | None:
    try:
        function(**row)
    except Exception as error:  # noqa: BLE001 - whatever a row raises is told with it, after the rows behind it have run
        error.add_note(f"the row: {row!r}"[:2000])
        return error
    return None
