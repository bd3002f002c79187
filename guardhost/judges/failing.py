"""What a failed load or judge is said to have done, without running any code of the policy's own to find out."""

from __future__ import annotations

from guardhost.model.errors import GuardError, PolicyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

MOST = 600  # characters of what an error says


def shown(error: BaseException) -> str:
    """Return an error in words. A `__str__` of the policy's own is never called: it may raise, or never end."""
    if _is_ours(error):
        code, what, fix = _plain(_own(error, "code")), _plain(_own(error, "what")), _plain(_own(error, "fix"))
        return _cut(f"{code}: {what}" + (f"; {fix}" if fix else ""))
    args = _slot(error, BaseException, "args")
    if _is_a(error, SyntaxError):
        args = args[:1]
    elif _is_a(error, OSError) and type(_slot(error, OSError, "strerror")) is str:
        args = (_slot(error, OSError, "strerror"), _slot(error, OSError, "filename"))
    kind = type.__dict__["__name__"].__get__(type(error))  # past a metaclass of the policy's own
    told = [text for text in map(_plain, args) if text]
    return _cut(f"{kind}: {', '.join(told)}" if told else kind) + _meant(error)


def _meant(error: BaseException) -> str:
    """Return which field may have been meant where a request of ours lacks the one that was asked for, else ""."""
    from guardhost.model.mistakes import suggest
    from guardhost.model.record import Record

    if not _is_a(error, AttributeError):
        return ""
    name, asked = (_slot(error, AttributeError, slot) for slot in ("name", "obj"))
    line = type.__dict__["__mro__"].__get__(type(asked))
    if type(name) is not str or not any(one is Record for one in line):
        return ""
    known = [field for one in line for field in type.__dict__["__dict__"].__get__(one) if type(field) is str]
    known += [field for one in line for field in type.__dict__["__dict__"].__get__(one).get("__annotations__", ())]
    near = suggest(name[:MOST], [field for field in known if field[0] != "_"])
    return f"; did you mean `{near}`?" if near else "; `guardhost explain policy` has every field"


def where(error: BaseException, trace: TracebackType | None, names: dict[str, str]) -> str:
    """Return `file:line` of the innermost line of the policy's own; `names` maps its files to their relative paths."""
    if _is_ours(error) and _plain(_own(error, "where")):
        return _plain(_own(error, "where"))
    if _is_a(error, SyntaxError):
        file, line = _slot(error, SyntaxError, "filename"), _slot(error, SyntaxError, "lineno")
        if type(file) is str and type(line) is int:
            return f"{names.get(file, file)}:{line}"
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in names:
            place = f"{names[file]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _is_ours(error: BaseException) -> bool:
    return type(error) is PolicyError or type(error) is GuardError


def _own(error: BaseException, field: str) -> Any:
    return error.__dict__.get(field)


def _is_a(error: BaseException, kind: type) -> bool:
    return any(one is kind for one in type.__dict__["__mro__"].__get__(type(error)))


def _slot(error: BaseException, kind: type[BaseException], field: str) -> Any:
    """Read a field that C code keeps, past whatever a subclass put in front of it."""
    return kind.__dict__[field].__get__(error)


def _plain(value: object) -> str:
    if type(value) is str:
        return value[:MOST]
    if type(value) is int:
        return repr(value) if abs(value) < 10**18 else ""
    return repr(value) if type(value) in (float, bool) else ""


def _cut(text: str) -> str:
    return text if len(text) <= MOST else text[:MOST] + " [cut]"
