"""Switches in a host's own settings that keep our hooks from running, or that they need."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from guardhost.hosts.wiring import settings, setup
from guardhost.hosts.wiring.forms import Json, form_of, parsed
from guardhost.model.errors import GuardError

if TYPE_CHECKING:
    from collections.abc import Mapping


def off(host: str, value: Any, *, managed: bool) -> str:
    """Return the switch in a settings file's value that keeps our hooks from running, "" when there is none."""
    found = getattr(setup(host), "off", None)
    return str(found(value, managed=managed)) if found is not None else ""


def value_of(path: str, data: bytes | None) -> Any:
    """Return what a JSON file says, {} for any other; GH1501 when it cannot be read."""
    return parsed(data, path).root.value if data is not None and isinstance(form_of(path, data), Json) else {}


def switch_missing(host: str, env: Mapping[str, str]) -> str:
    """Return the switch that a host's hooks need and that is not set, with where to set it, "" when it is."""
    switches = getattr(setup(host), "switches", None)
    if switches is None:
        return ""
    file, key, wanted = switches(env)
    try:
        _, data = settings.read(file)
        said = tomllib.loads((data or b"").decode("utf-8")).get(key)
    except (GuardError, ValueError):
        said = None
    if said == wanted:
        return ""
    return (
        f"{file}: `{key}` is not {str(wanted).lower()}, so no hook runs there; add the line `{key} = {str(wanted).lower()}`"
    )
