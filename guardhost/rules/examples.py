"""The steps of examples: what is expected, and the call, the prompt or the end of a turn that it is expected of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.model.jsontext import decode
from guardhost.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

EXPECTED = ("deny", "allow", "ask", "advise", "warn", "stop", "note")
MOMENTS = ("prompt", "finish")


class Step(Record):
    """One step: `moment` is "call", "prompt" or "finish"; `wire` is the call on the wire; `status` how it ends."""

    expected: str
    text: str
    moment: str = "call"
    wire: Mapping[str, Any] = {}
    status: int = 0


def parse_step(said: str) -> Step:
    """Return one step such as `deny: git push`, `allow: pytest (exit 1)`, `deny: Write {"file_path": "a"}`, `prompt:`.

    `ValueError` says what is wrong, to be read behind "the example".
    """
    word, colon, rest = said.partition(":")
    word, rest = word.strip(), rest.strip()
    if word in MOMENTS:
        return Step(expected="allow", text=said.strip(), moment=word)
    if not colon or word not in EXPECTED:
        from guardhost.model.mistakes import suggest

        near = suggest(word, list(EXPECTED)) if colon else ""
        hint = f"; did you mean `{near}:`?" if near else ""
        raise ValueError(f"does not begin with a decision ({', '.join(EXPECTED)}) and a colon{hint}")
    if not rest:
        raise ValueError(f"has no line after `{word}:`")
    if rest in ("finish", "finish:"):
        return Step(expected=word, text=said, moment="finish")
    rest, status = _status(rest)
    return Step(expected=word, text=said, wire=_call(rest), status=status)


def _status(text: str) -> tuple[str, int]:
    front, found, number = text.rpartition("(exit ")
    if found and number.endswith(")") and number[:-1].strip().isdigit():
        return front.strip(), int(number[:-1])
    return text, 0


def _call(text: str) -> dict[str, Any]:
    """Return the call: `Tool {json}` of a host's tool, else a line."""
    name, _, rest = text.partition(" ")
    why = ""
    if rest.startswith("{") and (rest.endswith("}") or name[:1].isupper()) and name.replace("_", "").isalnum():
        try:
            args = decode(rest)
        except ValueError as error:
            args, why = None, str(error)
        if isinstance(args, dict):
            return {"tool": name, "args": args}
        if name[:1].isupper():
            raise ValueError(f"has no JSON object behind `{name}`" + (f" ({why})" if why else ""))
    return {"command": text}
