"""Whether a call matches a target: no, maybe, or yes; what cannot be known before the run is maybe."""

from __future__ import annotations

from guardhost.model.line import Word
from guardhost.model.pattern import fits
from guardhost.rules.values import (
    MAYBE,
    NO,
    YES,
    any_fits,
    canonical,
    elements,
    forms,
    is_plain,
    may_fit,
    named,
    open_tokens,
    text_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from guardhost.rules.members import Face, Member
    from guardhost.rules.values import Ground

    Alternative = Mapping[str, Any]  # tools, with, where, vars, exists, succeeded
    Target = list[Alternative]


class Match:
    """How a call matches: `answer` is NO, MAYBE or YES, `words` are those on the line that leave it open."""

    __slots__ = ("answer", "face", "words")

    def __init__(self, answer: int, words: tuple[str, ...] = (), face: Face | None = None) -> None:
        self.answer = answer
        self.words = words
        self.face = face


NONE = Match(NO)


def names_match(tools: list[str], name: str) -> bool:
    """Return whether one of the names or globs of a target is a tool's."""
    return name in tools or any(("*" in tool or "?" in tool) and fits(name, tool) for tool in tools)


def faces_of(alternative: Alternative, member: Member) -> list[Face]:
    """Return the names under which a call is meant; none where one of its names is excepted."""
    excepted = alternative.get("not")
    if excepted and any(names_match(excepted, face[0]) for face in member.faces):
        return []
    return [face for face in member.faces if names_match(alternative["tools"], face[0])]


def match(target: Target, member: Member, ground: Ground, *, every: bool = False, status: int | None = None) -> Match:
    """Return how a call matches any alternative; with `every` each element of a list argument must (`require`).

    `status` is the exit status of a call that has run; None is one that has not.
    """
    best = NONE
    for alternative in target:
        for face in faces_of(alternative, member):
            found = one_face(alternative, member, face, ground, every=every, status=status)
            if found.answer > best.answer:
                best = found
            if best.answer == YES:
                return best
    return best


def one_face(
    alternative: Alternative, member: Member, face: Face, ground: Ground, *, every: bool = False, status: int | None = None
) -> Match:
    """Return how a call matches one alternative under one name."""
    answer = YES
    words: list[str] = []
    meant: list[Any] = []
    for name, wanted in alternative.get("with", {}).items():
        found, word = _with(name, wanted, member, face, ground, every=every, meant=meant)
        answer = min(answer, found)
        words.extend(word)
        if answer == NO:
            return NONE
    for name, patterns in alternative.get("where", {}).items():
        found, word = _where(name, patterns, member, face, ground, every=every, meant=meant)
        answer = min(answer, found)
        words.extend(word)
        if answer == NO:
            return NONE
    if "exists" in alternative and not alternative.get("vars"):
        found, word = _exists(alternative["exists"], meant, member, face, ground)
        answer = min(answer, found)
        words.extend(word)
    if "succeeded" in alternative:
        answer = min(answer, _succeeded(alternative["succeeded"], status))
    if answer == MAYBE and alternative.get("known"):
        return NONE  # only what stands on the line counts
    return Match(answer, tuple(dict.fromkeys(words)), face) if answer else NONE


def _succeeded(wanted: bool, status: int | None) -> int:
    if status is None:
        return MAYBE
    return YES if (status == 0) == wanted else NO


def _open(member: Member, value: Any, name: str) -> tuple[str, ...]:
    """Return the words that may change what an argument is, or add it."""
    if name in ("redirect_to", "overwrite_to", "redirect_from"):
        return ()
    if member.loose and name != "argv":
        return member.loose
    return member.odd if value is None and name != "argv" else member.loose


def _with(
    name: str, wanted: Any, member: Member, face: Face, ground: Ground, *, every: bool, meant: list[Any]
) -> tuple[int, tuple[str, ...]]:
    found = _is(face[1].get(name), name, wanted, member, ground, every=every, meant=meant)
    if name not in member.doubt:
        return found
    if member.doubt[name] is None and not isinstance(wanted, bool | None):
        return _either(found, _absent(member), member)
    return _either(found, _is(member.doubt[name], name, wanted, member, ground, every=every, meant=meant), member)


def _absent(member: Member) -> tuple[int, tuple[str, ...]]:
    return (MAYBE, member.loose) if member.loose else (NO, ())


def _either(
    one: tuple[int, tuple[str, ...]], other: tuple[int, tuple[str, ...]], member: Member
) -> tuple[int, tuple[str, ...]]:
    """Return the answer of a call that can be read in two ways."""
    return one if one[0] == other[0] else (MAYBE, (*one[1], *other[1], *member.odd))


def _is(
    value: Any, name: str, wanted: Any, member: Member, ground: Ground, *, every: bool, meant: list[Any]
) -> tuple[int, tuple[str, ...]]:
    loose = _open(member, value, name)
    if isinstance(wanted, bool) or isinstance(value, bool):
        return _truth(value, wanted, loose)
    if value is None:
        if wanted is None:
            return YES, ()
        return (MAYBE, loose) if loose else (NO, ())
    if isinstance(wanted, list):
        return _same_list(wanted, value, name, member, ground)
    answers = [(_equal(one, wanted, name, member, ground), one) for one in elements(value)]
    meant.extend((one, member.is_path(name)) for answer, one in answers if answer)
    return _gathered(answers, loose, every=every)


def _truth(value: Any, wanted: Any, loose: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Compare by truth; an argument that is missing is false."""
    given = bool(value.known and value not in ("false", "0", "no", "off", "")) if isinstance(value, Word) else bool(value)
    if isinstance(value, Word) and not value.known:
        return MAYBE, (value.raw,)
    expected = wanted in ("true", "yes", "on", "1") if isinstance(wanted, str) else bool(wanted)
    if given == expected:
        return (MAYBE, loose) if loose and not given else (YES, ())
    return (MAYBE, loose) if loose else (NO, ())


def _same_list(wanted: list[Any], value: Any, name: str, member: Member, ground: Ground) -> tuple[int, tuple[str, ...]]:
    given = elements(value)
    if len(given) != len(wanted):
        return (MAYBE, member.loose) if member.loose else (NO, ())
    if not given:
        return (MAYBE, member.loose) if member.loose else (YES, ())
    answers = [(_equal(one, other, name, member, ground), one) for one, other in zip(given, wanted, strict=True)]
    return _gathered(answers, member.loose, every=True)


def _gathered(answers: list[tuple[int, Any]], loose: tuple[str, ...], *, every: bool) -> tuple[int, tuple[str, ...]]:
    """Return the answer of a list's elements: the best of them, the worst of them with `every`."""
    if not answers:
        return (MAYBE, loose) if loose else (NO, ())
    answer = (min if every else max)(found for found, _ in answers)
    words = tuple(one.raw for found, one in answers if found == MAYBE and isinstance(one, Word))
    if every and loose:
        return min(answer, MAYBE), words or loose
    if not every and answer == NO and loose:
        return MAYBE, loose
    return answer, words if answer == MAYBE else ()


def _equal(value: Any, wanted: Any, name: str, member: Member, ground: Ground) -> int:
    if isinstance(value, Word) and not (value.known and not value.pattern):
        return _may_equal(value, wanted, name, member, ground)
    if _is_number(value) and _is_number(wanted):
        return YES if value == wanted else NO
    given, expected = text_of(value), text_of(wanted)
    if given is None or expected is None:
        return YES if value == wanted else NO
    if not member.is_path(name) or is_plain(given) or not isinstance(wanted, str):
        return YES if given == expected else NO
    place = ground.absolute(ground.expected(expected), ground.root)
    mine = forms(ground, given, member.cwd, path=True)
    if place and (place in mine or ground.real_path(place) in mine):
        return YES
    unknown = member.cwd is None and len(mine) == 1
    written = given == expected and ".." not in given.split("/")  # the same words, which name another file where it runs
    return MAYBE if unknown or written else NO


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _may_equal(word: Word, wanted: Any, name: str, member: Member, ground: Ground) -> int:
    expected = text_of(wanted)
    if expected is None:
        return NO
    path = member.is_path(name)
    if word.pattern and word.known:
        found = expanded(word, member, ground) if path else None
        if found is not None:
            place = ground.absolute(ground.expected(expected), ground.root)
            return YES if place in found else _overlaps(word, [expected], member, ground, path=path)
        return MAYBE if word.may_be(expected) else NO
    if not path:
        return MAYBE if word.may_be(expected) else NO
    rows = open_tokens(word, member.cwd, ground, path=True)
    place = ground.absolute(ground.expected(expected), ground.root)
    return MAYBE if any(may_fit(rows, one, ground) for one in {expected, place} if one) else NO


def expanded(word: Word, member: Member, ground: Ground) -> list[str] | None:
    """Return the absolute paths that a glob on the line stands for now, None when that is not known."""
    start = ground.absolute(str(word), member.cwd)
    if not start:
        return None
    key = ("glob", start)
    if key not in member.seen:
        member.seen[key] = ground.glob(start, 1000)
    found: list[str] = member.seen[key]
    return found or [start]  # a shell leaves a glob without a match as it stands


def _overlaps(word: Word, patterns: list[str], member: Member, ground: Ground, *, path: bool) -> int:
    """Return whether a glob could come to stand for more once what is before it on the line has run."""
    if not member.number:
        return NO
    rows = open_tokens(word, member.cwd, ground, path=path)
    return MAYBE if any(may_fit(rows, pattern, ground) for pattern in patterns) else NO


def _where(
    name: str, patterns: list[str], member: Member, face: Face, ground: Ground, *, every: bool, meant: list[Any]
) -> tuple[int, tuple[str, ...]]:
    if name == "*":
        return _anywhere(patterns, member, face, ground, meant)
    found = _has(face[1].get(name), name, patterns, member, ground, every=every, meant=meant)
    if name not in member.doubt:
        return found
    value = member.doubt[name]
    other = _absent(member) if value is None else _has(value, name, patterns, member, ground, every=every, meant=meant)
    return _either(found, other, member)


def _has(
    value: Any, name: str, patterns: list[str], member: Member, ground: Ground, *, every: bool, meant: list[Any]
) -> tuple[int, tuple[str, ...]]:
    loose = _open(member, value, name)
    if value is None:
        return (MAYBE, loose) if loose else (NO, ())
    path = member.is_path(name)
    answers = [(_fits(one, patterns, member, ground, path=path, surely=path), one) for one in elements(value)]
    meant.extend((one, path) for answer, one in answers if answer)
    return _gathered(answers, loose, every=every)


def _anywhere(
    patterns: list[str], member: Member, face: Face, ground: Ground, meant: list[Any]
) -> tuple[int, tuple[str, ...]]:
    """Look at the values of all arguments, also those inside of mappings and lists, and behind `=` in an option."""
    best = NO
    words: list[str] = []
    for name, one in leaves(face[1]):
        answer = _fits(one, patterns, member, ground, path=True, surely=member.is_path(name))
        if answer == MAYBE and not member.is_path(name) and (name != "argv" or len(face[1]) > 1):
            answer = NO  # what is no path is only looked at where it is known
        if answer == NO and name == "argv" and isinstance(one, Word) and one.known and one.startswith("-") and "=" in one:
            answer = _fits(Word(one.partition("=")[2]), patterns, member, ground, path=True)
        if answer:
            meant.append((one, True))
        if answer == MAYBE and isinstance(one, Word):
            words.append(one.raw)
        best = max(best, answer)
        if best == YES:
            return YES, ()
    if best == NO and "xargs" in (member.command.wrappers if member.command is not None else ()):
        return MAYBE, member.loose
    return best, tuple(words)


def leaves(args: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values of arguments with the names that they stand under, at any depth."""
    todo: list[tuple[str, Any]] = list(args.items())
    while todo:
        name, value = todo.pop(0)
        if isinstance(value, dict):
            todo.extend(value.items())
        elif isinstance(value, tuple | list):
            todo.extend((name, one) for one in value)
        elif value is not None and not isinstance(value, bool):
            yield name, value


def _fits(value: Any, patterns: list[str], member: Member, ground: Ground, *, path: bool, surely: bool = False) -> int:
    """Return whether a value fits; `surely` says that it is a path, so that how it is written is not yet what it names."""
    if isinstance(value, Word) and not value.known:
        rows = open_tokens(value, member.cwd, ground, path=path)
        return MAYBE if any(may_fit(rows, pattern, ground) for pattern in patterns) else NO
    if isinstance(value, Word) and value.pattern and path:
        found = expanded(value, member, ground)
        if found is not None:
            if any(any_fits(forms(ground, one, member.cwd, path=True), patterns, ground) for one in found):
                return YES
            return _overlaps(value, patterns, member, ground, path=path)
        rows = open_tokens(value, member.cwd, ground, path=path)
        return MAYBE if any(may_fit(rows, pattern, ground) for pattern in patterns) else NO
    text = text_of(value)
    if text is None:
        return YES if isinstance(value, dict) and value and patterns == ["?*"] else NO
    if surely and not is_plain(text):
        return _named(text, patterns, member, ground)
    names = _seen(member, ("forms", text, path), lambda: forms(ground, text, member.cwd, path=path))
    if any_fits(names, patterns, ground):
        return YES
    if path and len(names) == 1 and member.cwd is None and not is_plain(text):
        rows = open_tokens(Word(text), None, ground, path=True)
        return MAYBE if any(may_fit(rows, pattern, ground) for pattern in patterns) else NO
    return NO


def _named(text: str, patterns: list[str], member: Member, ground: Ground) -> int:
    """Return whether a path fits by what it names; it may where only its spelling does, or where its folder is not known."""
    names = _seen(member, ("named", text), lambda: named(ground, text, member.cwd))
    if names:
        if any_fits(names, patterns, ground):
            return YES
        return MAYBE if ".." not in text.split("/") and any_fits((text,), patterns, ground) else NO
    if any_fits((text,), [pattern for pattern in patterns if "/" not in pattern], ground):
        return YES
    rows = open_tokens(Word(text), member.cwd, ground, path=True)
    return MAYBE if any(may_fit(rows, pattern, ground) for pattern in patterns) else NO


def _seen(member: Member, key: tuple[Any, ...], made: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    found: tuple[str, ...] | None = member.seen.get(key)
    if found is None:
        found = member.seen[key] = made()
    return found


def _exists(wanted: bool, meant: list[Any], member: Member, face: Face, ground: Ground) -> tuple[int, tuple[str, ...]]:
    paths = [one for one, path in meant if path] or [
        one for name, value in face[1].items() if member.is_path(name) for one in elements(value)
    ]
    answers = [(there(one, wanted, member, ground), one) for one in paths]
    return _gathered(answers, member.loose, every=False)


def there(value: Any, wanted: bool, member: Member, ground: Ground) -> int:
    """Return whether a path is there, or is not, as `wanted`; MAYBE for one that is not known."""
    if isinstance(value, Word) and not value.known:
        return MAYBE
    if isinstance(value, Word) and value.pattern:
        found = expanded(value, member, ground)
        if found is None:
            return MAYBE
        return YES if any(ground.exists(one) == wanted for one in found) else NO
    text = text_of(value)
    path = ground.absolute(text, member.cwd) if text else ""
    if not path:
        return MAYBE if text else NO
    return YES if ground.exists(path) == wanted else NO


class Bound:
    """The values that a call gives the variables of a target: each a row of canonical values, in the variables' order.

    `answer` is how the rest of the target matches; `shown` are the rows as they are told; `open` are words that leave a
    value open.
    """

    __slots__ = ("answer", "open", "rows", "shown")

    def __init__(self) -> None:
        self.answer = NO
        self.rows: list[tuple[str, ...]] = []
        self.shown: list[tuple[str, ...]] = []
        self.open: tuple[str, ...] = ()


def bind(
    alternative: Alternative, names: list[str], member: Member, face: Face, ground: Ground, status: int | None
) -> Bound:
    """Return what a call binds: every combination of its values that the rest of the target matches."""
    bound = Bound()
    rest = one_face({key: value for key, value in alternative.items() if key != "vars"}, member, face, ground, status=status)
    if "exists" in alternative:
        plain = {key: value for key, value in alternative.items() if key not in ("vars", "exists")}
        rest = one_face(plain, member, face, ground, status=status)
    bound.answer = rest.answer
    if rest.answer == NO:
        return bound
    columns: list[list[tuple[str, str]]] = []
    wanted = {variable: argument for argument, variable in alternative["vars"].items()}
    lost: list[str] = []
    absent = 0
    for name in names:
        column, unknown, there_is = _column(wanted[name], alternative, member, face, ground)
        columns.append(column)
        lost.extend(unknown)
        absent += not there_is
    if absent == len(names) and not lost:
        return bound
    if absent:
        lost.append("an argument that is not given")
    bound.open = tuple(dict.fromkeys(lost))
    rows: list[tuple[tuple[str, str], ...]] = [()]
    for column in columns:
        rows = [(*row, one) for row in rows for one in column][:4096]
    bound.rows = [tuple(one[0] for one in row) for row in rows]
    bound.shown = [tuple(one[1] for one in row) for row in rows]
    return bound


def _column(
    argument: str, alternative: Alternative, member: Member, face: Face, ground: Ground
) -> tuple[list[tuple[str, str]], list[str], bool]:
    """Return the values of one argument (canonical, shown), the words that leave it open, and whether it is given."""
    value = face[1].get(argument)
    if argument in member.doubt:
        value = (*elements(value), *elements(member.doubt[argument]))  # each of them may be meant
    path = member.is_path(argument)
    found: list[tuple[str, str]] = []
    unknown: list[str] = list(_open(member, value, argument)) if value is None or isinstance(value, tuple) else []
    for one in elements(value) if value is not None else ():
        if "exists" in alternative:
            answer = there(one, alternative["exists"], member, ground)
            if answer == NO:
                continue
        if isinstance(one, Word) and (not one.known or (one.pattern and path)):
            names = expanded(one, member, ground) if one.known else None
            if names is None:
                unknown.append(one.raw)
                continue
            if "exists" in alternative:
                names = [name for name in names if ground.exists(name) == alternative["exists"]]
            found.extend((ground.real_path(name), name) for name in names)
            continue
        text = text_of(one)
        form = canonical(ground, text, member.cwd, path=path) if text is not None else ""
        if not form and text:
            unknown.append(text)
        elif text is not None:
            found.append((form, ground.absolute(text, member.cwd) if path and not is_plain(text) else text))
    return found, unknown, value is not None and value != ()
