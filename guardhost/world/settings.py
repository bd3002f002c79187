"""The person's settings: the `settings:` of their own guard.yaml. A repository has no say in them.

The file is parsed once for each content; what was read is kept in the state folder in a form that needs no YAML.
"""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.model.record import Record
from guardhost.world.files import digest, names, read_own, read_regular, short, unlink, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from guardhost.world.state import State

FILE = "guard.yaml"
MOST_BYTES = 1 << 20
CHOICES: dict[str, tuple[str, ...]] = {
    "on_judge_error": ("allow", "ask", "deny"),
    "record": ("text", "digest", "off"),
    "unattended": ("true", "false"),
}
DECISIONS = ("off", "advise", "ask", "deny")
_EDITION = b"3"  # of what is kept; another one is read anew


class Settings(Record):
    """What the person wants; `problems` are the sentences about what could not be taken, each with its place and fix.

    `on_judge_error` is what a judge that fails makes of the call: allow (it is told), ask or deny. `record` is how what
    was asked is recorded: text, digest or off. `unattended` overrides what the host says of the person, None does not.
    `builtin` are (id, decision) of built-in rules, "off" included, instead of their defaults.
    """

    on_judge_error: str = "allow"
    record: str = "text"
    unattended: bool | None = None
    builtin: tuple[tuple[str, str], ...] = ()
    problems: tuple[str, ...] = ()


def settings(config_dir: str, state: State, rules: Callable[[], Mapping[str, bool]] = dict) -> Settings:
    """Return the settings in the person's folder; what cannot be read keeps its default and is a problem. Never raises.

    `rules` gives the ids of the built-in rules with whether one is fixed; it is asked for a content that is new.
    """
    if not config_dir:
        return Settings()
    path = f"{config_dir}/{FILE}"
    try:
        data = read_regular(path, MOST_BYTES)
    except GuardError as error:
        return Settings(problems=(str(error),))
    if data is None:
        return Settings()
    content = b"\0".join((_EDITION, data))
    kept = f"{state.settings}/{short(path)}-{digest(content)}"
    found = _kept(kept) if state.usable else None
    if found is None:
        from guardhost.world.settings_file import parse

        found = parse(data, path, rules())
        if state.usable:
            _keep(kept, found)
    return _settings(found)


def _kept(path: str) -> dict[str, Any] | None:
    from guardhost.model.jsontext import kept

    found = kept(read_own(path))
    return found if found is not None and isinstance(found.get("problems"), list) else None


def _keep(path: str, found: dict[str, Any]) -> None:
    """Keep what was read of this content of the file, and nothing of its earlier ones."""
    from guardhost.model.jsontext import encode

    folder, _, name = path.rpartition("/")
    try:
        write_atomic(path, encode(found).encode("ascii"))
    except OSError:
        return  # it is read again the next time
    for other in names(folder):
        if other != name and other.startswith(name.partition("-")[0]):
            unlink(f"{folder}/{other}")


def _settings(found: dict[str, Any]) -> Settings:
    given = {name: found[name] for name, choices in CHOICES.items() if found.get(name) in choices}
    if "unattended" in given:
        given["unattended"] = given["unattended"] == "true"
    rules = found.get("builtin")
    told = rules.items() if isinstance(rules, dict) else ()
    builtin = tuple((str(rule), str(chosen)) for rule, chosen in told if chosen in DECISIONS)
    return Settings(**given, builtin=builtin, problems=tuple(str(problem) for problem in found["problems"]))
