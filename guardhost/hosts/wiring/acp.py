"""The Agent Client Protocol's set-up: nothing to wire, since the client that calls us knows how."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def settings_file(env: Mapping[str, str], project: str = "") -> str:  # noqa: ARG001 - every adapter has the same functions
    """Return "": whatever calls us is wired by the one who wrote it."""
    return ""
