"""JSON without the cost of the `json` package: its C parts alone (0.3 ms to import where `json` takes 7)."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_DEPTH = 200


def decode(data: bytes | str) -> Any:
    """Return the value of one JSON text; `ValueError` with the offset when it is not exactly one, or nests too deep."""
    text = data if isinstance(data, str) else data.decode("utf-8")
    scan = _scanner()
    start = _skip(text, 0)
    try:
        value, end = scan(text, start)
    except StopIteration as at:
        raise ValueError(f"no JSON value at offset {at.value}") from None
    except RecursionError:
        raise ValueError("the JSON nests too deep") from None
    except SystemError:
        # Python 3.11's scanner takes its error from the `json` package and finds none where that was never imported.
        raise ValueError("the JSON is cut short or malformed") from None
    end = _skip(text, end)
    if end != len(text):
        raise ValueError(f"text after the JSON value, at offset {end}")
    return value


def kept(data: bytes | None) -> dict[str, Any] | None:
    """Return the object that was kept as JSON, None where there is none or what is there is damaged: it is made anew."""
    try:
        found = decode(data) if data is not None else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n\r":
        at += 1
    return at


def _constant(name: str) -> Any:
    raise ValueError(f"`{name}` is no JSON")


# What the C scanner reads its settings from: any object with these attributes. A class of our own would cost 0.1 ms.
_NAMESPACE: Any = type(sys.implementation)
_SETTINGS = _NAMESPACE(
    strict=True,
    object_hook=None,
    object_pairs_hook=None,
    parse_float=float,
    parse_int=int,
    parse_constant=_constant,
    memo={},
)


def _scanner() -> Any:
    try:
        from _json import make_scanner
    except ImportError:
        from json.decoder import JSONDecoder

        return JSONDecoder(strict=True).scan_once  # type: ignore[attr-defined] # set in its __init__, not in its stub
    return make_scanner(_SETTINGS)


def _quote(text: str) -> str:
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        from json.encoder import encode_basestring_ascii
    quoted: str = encode_basestring_ascii(text)
    return quoted


def encode(value: object) -> str:
    """Return `value` (None, bool, int, float, str, mapping, list or tuple of these) as compact ASCII JSON."""
    parts: list[str] = []
    _write(value, parts, 0)
    return "".join(parts)


def _write(value: object, parts: list[str], depth: int) -> None:
    if depth > MOST_DEPTH:
        raise ValueError("the value nests too deep for JSON")
    if isinstance(value, str):
        parts.append(_quote(value))
    elif value is None or isinstance(value, bool):
        parts.append({None: "null", True: "true", False: "false"}[value])
    elif isinstance(value, int | float):
        parts.append(repr(value) if abs(value) < float("inf") else "null")
    elif isinstance(value, dict):
        _write_object(value, parts, depth)
    elif isinstance(value, list | tuple):
        parts.append("[")
        for at, item in enumerate(value):
            parts.append("," if at else "")
            _write(item, parts, depth + 1)
        parts.append("]")
    else:
        raise TypeError(f"a {type(value).__name__} is no JSON value")


def _write_object(value: dict[object, object], parts: list[str], depth: int) -> None:
    parts.append("{")
    for at, (key, item) in enumerate(value.items()):
        parts.append(("," if at else "") + _quote(str(key)) + ":")
        _write(item, parts, depth + 1)
    parts.append("}")
