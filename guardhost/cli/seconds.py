"""A time in seconds on the command line."""

from __future__ import annotations

import math
from typing import Any

import click


class Seconds(click.FloatRange):
    """A finite number of seconds, a tenth at least: `nan` compares with nothing, so a range alone lets it in."""

    def __init__(self) -> None:
        super().__init__(min=0.1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or fail with what is wrong with it."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no number of seconds", param, ctx)
        return number
