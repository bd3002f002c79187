"""Calls as plain data, as the memory keeps them: what a rule made later may still ask of them, without long texts."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.rules.members import Member
from guardhost.rules.values import Ground, elements, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

LONG = 512  # characters of a text; what is longer is kept as its digest
MOST_PATHS = 64


def encoded(member: Member, ground: Ground, masked: Callable[[str], str]) -> dict[str, Any]:
    """Return one call as plain data, with what the disk said of its paths."""
    faces: list[Any] = []
    for name, args in member.faces:
        same = next((at for at, face in enumerate(faces) if member.faces[at][1] is args), None)
        faces.append([name, same if same is not None else {key: _value(value, masked) for key, value in args.items()}])
    made: dict[str, Any] = {"faces": faces, "cwd": member.cwd, "n": member.number}
    if not member.certain:
        made["maybe"] = True
    if member.loose:
        made["loose"] = list(member.loose)
    if member.odd:
        made["odd"] = list(member.odd)
    if member.doubt:
        made["doubt"] = {key: _value(value, masked) for key, value in member.doubt.items()}
    if member.marks:
        made["marks"] = dict(member.marks)
    there, real = _disk(member, ground)
    if there:
        made["there"] = there
    if real:
        made["real"] = real
    return made


def _value(value: Any, masked: Callable[[str], str]) -> Any:
    if isinstance(value, Word):
        if value.known and not value.pattern:
            return _text(str(value), masked)
        return {"$w": [str(value), value.known, value.raw[:LONG], value.pattern, list(value.parts)]}
    if isinstance(value, str):
        return _text(value, masked)
    if isinstance(value, tuple | list):
        return [_value(one, masked) for one in value]
    if isinstance(value, dict):
        return {key: _value(one, masked) for key, one in value.items()}
    return value


def _text(text: str, masked: Callable[[str], str]) -> str:
    if len(text) <= LONG:
        return masked(text)
    from guardhost.world.files import short

    return f"\0{short(text)}"


def _disk(member: Member, ground: Ground) -> tuple[dict[str, bool], dict[str, str]]:
    there: dict[str, bool] = {}
    real: dict[str, str] = {}
    for _, args in member.faces[:1]:
        for name, value in args.items():
            for one in elements(value) if member.is_path(name) else ():
                text = text_of(one)
                path = ground.absolute(text, member.cwd) if text and not isinstance(one, bool) else ""
                if not path or len(there) >= MOST_PATHS:
                    continue
                there[path] = ground.exists(path)
                resolved = ground.real_path(path)
                if resolved != path:
                    real[path] = resolved
    return there, real


def decoded(data: Mapping[str, Any]) -> Member:
    """Return a call as it was kept."""
    faces: list[tuple[str, Any]] = []
    for name, args in data["faces"]:
        faces.append((name, faces[args][1] if isinstance(args, int) else {key: _word(one) for key, one in args.items()}))
    member = Member(tuple(faces), data["cwd"])
    member.number = data["n"]
    member.certain = not data.get("maybe")
    member.doubt = {key: _word(one) for key, one in data.get("doubt", {}).items()}
    member.marks = data.get("marks", {})
    member.loose, member.odd = tuple(data.get("loose", ())), tuple(data.get("odd", ()))
    return member


def _word(value: Any) -> Any:
    if isinstance(value, dict) and set(value) == {"$w"}:
        text, known, raw, pattern, parts = value["$w"]
        return Word(text, known=known, raw=raw, pattern=pattern, parts=tuple(parts))
    if isinstance(value, list):
        return tuple(_word(one) for one in value)
    return {key: _word(one) for key, one in value.items()} if isinstance(value, dict) else value


def ground_of(data: Mapping[str, Any], ground: Ground) -> Ground:
    """Return the ground with the disk as it was when a call was judged."""
    there, real = data.get("there", {}), data.get("real", {})
    return Ground(
        ground.root,
        ground.home,
        lambda path: there.get(path, False),
        lambda path: real.get(path, path),
        lambda _pattern, _most: [],
    )
