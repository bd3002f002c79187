"""What a judge may ask while it runs; the host process answers, alike for both sides of one judgement.

Outside a running judge each raises `PolicyError` GH1102, but for `glob`, which asks nobody.
"""

from __future__ import annotations

from guardhost.judges.registry import current
from guardhost.model.errors import PolicyError
from guardhost.model.fact import Binary, Job, JobList, Repo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Protocol, TypeAlias

    Target: TypeAlias = str | Mapping[str, Any] | list[str | Mapping[str, Any]]

    class Asked(Protocol):
        """Who answers in the host process."""

        def once(self, key: str) -> bool:
            """Return whether the key is asked for the first time in this session."""

        def count(self, key: str) -> int:
            """Return how many judgements of this session asked for the key, this one included."""

        def jobs(self) -> JobList:
            """Return the jobs of the checkout."""

        def binary(self) -> Binary:
            """Return the guardhost that judges."""

        def read(self, path: str) -> str | None:
            """Return a file of the checkout as the side has it, None when it is absent."""

        def happened(self, target: Any, since: Any) -> bool:
            """Return whether a call that ran matched a target, since the last that matched another."""

        def repo(self, name: str, path: str = "") -> str:
            """Return one fact of the repository as text, "" when unknown."""


def once(key: str) -> bool:
    """Return whether `key` is asked for the first time in this session; it is spent only with a verdict that was told."""
    return _ask("once", _text(key))[0] == "1"


def count(key: str) -> int:
    """Return how many judgements of this session asked for `key`, this one included."""
    return int(_ask("count", _text(key))[0])


def jobs() -> JobList:
    """Return the jobs of the checkout; it is empty while nothing keeps jobs."""
    from guardhost.model.jsontext import decode

    return JobList(jobs=tuple(_job(fields) for fields in decode(_ask("jobs")[0])))


def _job(fields: dict[str, Any]) -> Job:
    given: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return Job(**given)


def binary() -> Binary:
    """Return the guardhost that judges: its path, version and build stamp."""
    path, version, stamp = _ask("binary")
    return Binary(path=path, version=version, stamp=stamp)


def read(path: str) -> str:
    """Return the text of a file of the checkout as this side has it; it counts as policy from then on.

    `path` is relative to the root. `PolicyError` GH1001 when it is absent, outside the checkout or not readable.
    """
    return _ask("read", _text(path))[0]


def repo() -> Repo:
    """Return the repository's facts, each looked up when it is read."""
    _host("repo")
    return Repo(ask=lambda name, path="": _ask("repo", name, path)[0])


def happened(target: Target, since: Target | None = None) -> bool:
    """Return whether a call that ran in this session matched `target`, after the last that matched `since` if that is given.

    Targets are those of rule files: a tool's name, `{"tool": ..., "with": {...}, "where": {...}}`, or a list of these. The
    calls are remembered from the first judgement on that asks.
    """
    from guardhost.model.jsontext import encode

    return _ask("happened", encode(target), "" if since is None else encode(since))[0] == "1"


def glob(path: str, pattern: str) -> bool:
    """Return whether `path` fits `pattern`: the matcher of rule files (`*` and `?` also cross a slash, `[..]` is a set).

    A pattern without a slash is also tried on the last name; a path is tried absolute and relative to the workspace.
    """
    from guardhost.model.pattern import below, is_plain, one_fits
    from guardhost.shell.scope import against, normal

    root = current().workspace
    names = [path]
    if is_plain(path):
        pass
    elif root or path.startswith("/"):
        spelled = against(path, root) or path
        names += [spelled, below(spelled, root) or spelled]
    else:
        names.append(normal(path).removeprefix("/"))
    return one_fits(names, pattern)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise PolicyError("GH1101", f"a key or a path is text, not {type(value).__name__}", fix="give a str")
    return value


def _host(name: str) -> None:
    if current().host is None:
        raise PolicyError(
            "GH1102", f"`guard.{name}` was asked outside a running judge", fix="call it inside the function that judges"
        )


def _ask(*words: str) -> list[str]:
    """Ask the host process and return its answer, or raise what it could not answer."""
    host = current().host
    if host is None:
        _host(words[0])
        return []
    kind, *fields = [field.decode("utf-8", "surrogateescape") for field in host("fact", *words)]
    if kind == "error":
        code, what, where, fix = fields
        raise PolicyError(code, what, where=where, fix=fix)
    return fields
