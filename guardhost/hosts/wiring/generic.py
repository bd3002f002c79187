"""The generic host's set-up: nothing of its own to wire, since whoever calls us knows how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guardhost.hosts.generic import verdict
from guardhost.model.event import CALL
from guardhost.model.jsontext import encode as to_json
from guardhost.model.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping


def gone(name: str, text: str) -> str:
    """Return what a hook prints where the guard itself is missing: it tells, and stops nothing."""
    told = Outcome(decision="advise", context=text) if name in ("", CALL) else Outcome(notes=(text,))
    return to_json(verdict(told))


def settings_file(env: Mapping[str, str], project: str = "") -> str:  # noqa: ARG001 - every adapter has the same functions
    """Return "": whatever calls us is wired by the one who wrote it."""
    return ""
