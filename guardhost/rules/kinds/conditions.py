"""`conditions: [...]`: regular expressions over a tool's name, its paths and its arguments; any condition that matches."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.rules.values import forms, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from guardhost.rules.form import Form
    from guardhost.rules.members import Face, Member
    from guardhost.rules.values import Ground
    from guardhost.rules.verdicts import Broken

KEYS = ("tool_name", "path_pattern", "exclude_path_pattern", "args_check")
SECONDS = 0.2  # that one expression may take on one value
MOST_TEXT = 65536  # characters of a value that are looked at


def compiled(form: Form) -> dict[str, Any]:
    """Return the rule's body."""
    from guardhost.rules.reading import items, wrong

    if form.node.kind != "list":
        raise wrong(form.node, "`conditions` is no list", "write `- tool_name: NAME` lines below it")
    return {"targets": [], "conditions": [_condition(one) for one in items(form.node)]}


def _condition(node: Any) -> dict[str, Any]:
    from guardhost.rules.reading import mapping, text

    parts = mapping(node, "the condition", KEYS)
    found: dict[str, Any] = {}
    if _given(parts, "tool_name"):
        found["tool_name"] = text(parts["tool_name"], "`tool_name`")
    for name in ("path_pattern", "exclude_path_pattern"):
        if _given(parts, name):
            found[name] = _expression(parts[name], name)
    if _given(parts, "args_check"):
        checks = mapping(parts["args_check"], "`args_check`")
        found["args_check"] = {name: _expression(one, name) for name, one in checks.items()}
    return found


def _given(parts: dict[str, Any], name: str) -> bool:
    node = parts.get(name)
    return node is not None and not (node.kind == "scalar" and node.text == "")


def _expression(node: Any, name: str) -> str:
    import re
    import warnings

    from guardhost.rules.reading import text, wrong

    said = text(node, f"`{name}`") if isinstance(node.value, str) else node.text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(said)
    except (re.error, RecursionError, OverflowError) as error:
        raise wrong(node, f"`{name}` is no regular expression: {error}", "mend the pattern") from None
    return said


def broken(rule: Mapping[str, Any], member: Member, ground: Ground) -> Broken | None:
    """Return how a call breaks the rule, None when it does not."""
    for condition in rule["conditions"]:
        for face in member.faces:
            maybe = _matches(condition, face, member, ground)
            if maybe is not None:
                return _told(rule, member, maybe)
    return None


def _told(rule: Mapping[str, Any], member: Member, maybe: bool) -> Broken:
    from guardhost.rules.texts import call_text
    from guardhost.rules.verdicts import Broken

    problem = f"{call_text(member)} {'may match' if maybe else 'matches'} a condition of the rule"
    return Broken(problem=problem, maybe=maybe, words=member.loose if maybe else (), told=rule.get("block_message", ""))


def _matches(condition: Mapping[str, Any], face: Face, member: Member, ground: Ground) -> bool | None:
    """Return whether the match rests on what is not known, None where the condition does not match."""
    if not condition or condition.get("tool_name", face[0]) != face[0]:
        return None
    maybe = False
    if "path_pattern" in condition or "exclude_path_pattern" in condition:
        found = _paths_match(condition, face, member, ground)
        if found is None:
            return None
        maybe = found
    for name, pattern in condition.get("args_check", {}).items():
        found = _argument_matches(pattern, face[1].get(name))
        if found is None:
            return None
        maybe = maybe or found
    return maybe


def _paths_match(condition: Mapping[str, Any], face: Face, member: Member, ground: Ground) -> bool | None:
    wanted, excluded = condition.get("path_pattern"), condition.get("exclude_path_pattern")
    paths = list(_paths(face[1], member))
    if not paths and wanted is None:
        return False
    open_ones = False
    for one in paths:
        if isinstance(one, Word) and not (one.known and not one.pattern):
            open_ones = True
            continue
        text = text_of(one) or ""
        names = _names(text, member, ground)
        hit = True if wanted is None else any(_search(wanted, name, fold=True) for name in names)
        if hit and not (excluded is not None and any(_search(excluded, name, fold=True) for name in names)):
            return False
    return True if open_ones else None


def _names(text: str, member: Member, ground: Ground) -> list[str]:
    """Return a path as it is written and as it is called from the root; one with `..` only as what it names."""
    found = forms(ground, text, member.cwd, path=True)
    below = [form for form in found[1:] if not form.startswith("/")]
    if ".." in text.split("/") and len(found) > 1:
        return below or [form for form in found if form != text]
    return [text, *below]


def _paths(args: Mapping[str, Any], member: Member) -> Iterator[Any]:
    """Yield the values that are paths, at any depth; never free text."""
    from guardhost.rules.matching import leaves

    yield from (value for name, value in leaves(args) if member.is_path(name) and isinstance(value, str))


def _argument_matches(pattern: str, value: Any) -> bool | None:
    if value is None:
        return None
    parts = value if isinstance(value, tuple | list) else (value,)
    open_ones = False
    for one in parts:
        if isinstance(one, Word) and not one.known:
            open_ones = True
        elif _search(pattern, text_of(one) if text_of(one) is not None else repr(one), fold=False):
            return False
    return True if open_ones else None


class _TooLongError(Exception):
    pass


def _search(pattern: str, text: str | None, *, fold: bool) -> bool:
    """Return whether a pattern is found in a text; one that takes too long counts as found."""
    import _signal  # type: ignore[import-not-found] # the interpreter's own, which has no stub
    import re

    def late(*_: object) -> None:
        raise _TooLongError

    try:
        before = _signal.signal(_signal.SIGALRM, late)
    except ValueError:
        return re.search(pattern, (text or "")[:MOST_TEXT], re.IGNORECASE if fold else 0) is not None  # no main thread
    _signal.setitimer(_signal.ITIMER_REAL, SECONDS)
    try:
        return re.search(pattern, (text or "")[:MOST_TEXT], re.IGNORECASE if fold else 0) is not None
    except _TooLongError:
        return True
    finally:
        _signal.setitimer(_signal.ITIMER_REAL, 0)
        _signal.signal(_signal.SIGALRM, before)
