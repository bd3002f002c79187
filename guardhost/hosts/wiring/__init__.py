"""Putting the guard into the hosts' own files and taking it out again. Nothing here is on the hook's path.

What a host's files, entries and canaries look like stands in one file a host here, beside its dialect in `hosts/`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from guardhost.hosts import HOSTS, adapter

if TYPE_CHECKING:
    from types import ModuleType


def setup(name: str) -> ModuleType:
    """Return the set-up of one host; `UsageError` (GH1301) with the nearest name when there is none."""
    adapter(name)
    return import_module(HOSTS[name].replace(".hosts.", ".hosts.wiring."))
