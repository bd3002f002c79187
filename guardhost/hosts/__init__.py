"""Agent hosts: one adapter a file, this table, and what all of them need to read a payload.

An adapter has `NAME`, `SURFACES`, `DECISIONS`, `TIMEOUT`, `ON_FAILURE`, `EVENTS` and the functions `decode`, `encode`,
`unread` and `limit`; its set-up is a file of the same name in `wiring/`. Nothing about one host stands anywhere else.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from guardhost.model.mistakes import PayloadError

# The host's name on the command line -> the module that speaks its dialect.
HOSTS: dict[str, str] = {
    "claude-code": "guardhost.hosts.claude_code",
    "generic": "guardhost.hosts.generic",
}

MOST_BYTES = 10 * 1024 * 1024
BOM = b"\xef\xbb\xbf"
_GENERIC_KEYS = ("command", "write", "spawn", "tool", "schema_version")
_CLAUDE_KEYS = ("hook_event_name", "tool_name", "tool_input", "session_id")


def adapter(name: str) -> ModuleType:
    """Return the adapter of one host, imported now; `UsageError` (GH1301) with the nearest name when there is none."""
    path = HOSTS.get(name)
    if path is None:
        from guardhost.model.mistakes import UsageError, suggest

        near = suggest(name, tuple(HOSTS))
        fix = f"did you mean `{near}`?" if near else f"known hosts: {', '.join(HOSTS)}"
        raise UsageError("GH1301", f"`{name}` is no host that guardhost knows", fix=fix)
    module: ModuleType = __import__(path, fromlist=("NAME",))
    return module


def read_object(data: bytes) -> dict[str, Any]:
    """Return the one JSON object of a payload; `PayloadError` (GH1201) says why there is none.

    A byte order mark is skipped. Half a surrogate pair becomes U+FFFD, as it does when the host starts a program.
    """
    if len(data) > MOST_BYTES:
        raise _unread(f"the payload has more than {MOST_BYTES // 1024 // 1024} MB", "send a smaller one")
    data = data.removeprefix(BOM)
    if not data.strip():
        raise _unread("the payload is empty", "send the event as one JSON object on standard input")
    from guardhost.model.jsontext import decode

    try:
        value = decode(data)
    except UnicodeDecodeError as error:
        raise _unread(f"the payload is no UTF-8 at byte {error.start}", "send UTF-8") from None
    except ValueError as error:
        raise _unread(f"the payload is no JSON: {error}", "send exactly one JSON object") from None
    if not isinstance(value, dict):
        raise _unread("the payload is JSON, but no object", "send exactly one JSON object")
    return _whole(value) if b"\\ud" in data or b"\\uD" in data else value


def _unread(what: str, fix: str) -> PayloadError:
    from guardhost.model.mistakes import PayloadError

    return PayloadError("GH1201", what, fix=fix)


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value


def shape(payload: dict[str, Any], wired: str) -> str:
    """Return the host whose shape a payload has, `wired` when nothing speaks against it.

    Hosts load each other's files, so the wired name alone does not say who calls.
    """
    if wired != "claude-code" and "hook_event_name" in payload:
        return "claude-code"
    if wired == "claude-code" and not any(key in payload for key in _CLAUDE_KEYS):
        return "generic" if any(key in payload for key in _GENERIC_KEYS) else wired
    return wired
