"""What an example or a test says of a request besides the call: its fields, and what a fact answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.judgement.requests import calls_of
from guardhost.judges.rule import FIELDS
from guardhost.model.fact import Binary, Checkout, Job, JobList
from guardhost.model.mistakes import UsageError
from guardhost.model.record import Record
from guardhost.model.record import fields as fields_of
from guardhost.model.request import CommandRequest, lazily
from guardhost.model.spawn import SpawnTarget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guardhost.judges.facts import Asked
    from guardhost.model.request import Request

# Field -> the record that a mapping stands for.
RECORDS: dict[str, type[Record]] = {"checkout": Checkout, "lease": Job, "target": SpawnTarget, "binary": Binary}
ON_THE_WIRE = ("host", "session", "agent", "unattended")  # an event has these itself
NAMES = {name for names in FIELDS.values() for name in names if name not in ON_THE_WIRE}


def split(call: Mapping[str, Any]) -> tuple[dict[str, Any], Given | None]:
    """Return the call as it is on the wire, and what else was said of it; `UsageError` for a field that cannot be."""
    wire = {key: value for key, value in call.items() if key not in NAMES}
    said = {key: _field(key, value) for key, value in call.items() if key in NAMES}
    return wire, Given(said) if said else None


def _field(name: str, value: Any) -> Any:
    kind = RECORDS.get(name)
    if kind is None or not hasattr(value, "items"):
        return value
    try:
        return kind(**{key: tuple(one) if isinstance(one, list) else one for key, one in value.items()})
    except TypeError as error:
        raise UsageError("GH1301", f"`{name}` is no {kind.__name__}", fix=str(error)) from None


class Given:
    """Puts what was said into the requests, and before the facts."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = {key: value for key, value in said.items() if key != "binary"}
        self._binary: Binary | None = said.get("binary")

    def asks(self, asks: tuple[tuple[str, Request], ...]) -> tuple[tuple[str, Request], ...]:
        """Return the requests, each with those of the fields that it has."""
        return tuple((seam, self._with(request)) for seam, request in asks)

    def _with(self, request: Request) -> Request:
        known = fields_of(type(request))
        made = request.replace(**{key: value for key, value in self._said.items() if key in known})
        return lazily(made, calls_of) if isinstance(made, CommandRequest) else made

    def facts(self, facts: Asked) -> Asked:
        """Return who answers for the facts."""
        return _Facts(facts, self._binary) if self._binary is not None else facts


class _Facts:
    def __init__(self, facts: Asked, binary: Binary) -> None:
        self._facts = facts
        self._binary = binary

    def binary(self) -> Binary:
        """Return what the example says."""
        return self._binary

    def once(self, key: str) -> bool:
        """Return what the host process says."""
        return self._facts.once(key)

    def count(self, key: str) -> int:
        """Return what the host process says."""
        return self._facts.count(key)

    def jobs(self) -> JobList:
        """Return what the host process says."""
        return self._facts.jobs()

    def happened(self, target: Any, since: Any) -> bool:
        """Return what the host process says."""
        return self._facts.happened(target, since)

    def read(self, path: str) -> str | None:
        """Return what the host process says."""
        return self._facts.read(path)

    def repo(self, name: str, path: str = "") -> str:
        """Return what the host process says."""
        return self._facts.repo(name, path)
