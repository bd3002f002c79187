"""Words, calls, changes and the records they are made of."""

from __future__ import annotations

import pickle

import pytest

import guardhost as guard
from guardhost.model.record import Record


def test_records_are_made_by_keyword_frozen_picklable_and_equal_by_value() -> None:
    """What every record promises."""
    words = (guard.Word("-l"),)
    request = guard.CommandRequest(command="ls", commands=(guard.Command(program="ls", args=words),))
    assert request == guard.CommandRequest(command="ls", commands=(guard.Command(program="ls", args=words),))
    assert pickle.loads(pickle.dumps(request)) == request
    assert request.replace(command="pwd").command == "pwd"
    assert hash(request)
    with pytest.raises(AttributeError, match="immutable"):
        request.command = "x"  # type: ignore[misc]
    with pytest.raises(TypeError, match="has no field `comand`"):
        guard.CommandRequest(comand="x")  # type: ignore[call-arg]


def test_a_field_without_default_must_be_given() -> None:
    """The error names it."""

    class Named(Record):
        name: str

    with pytest.raises(TypeError, match="needs `name`"):
        Named()  # type: ignore[call-arg]


def test_plain_texts_become_words() -> None:
    """A request built by hand may give plain texts as arguments."""
    command = guard.Command(program="gh", args=("pr", "checks"))  # type: ignore[arg-type]
    assert all(word.known for word in command.args)


@pytest.mark.parametrize(
    ("word", "values", "may"),
    [
        (guard.Word("prod"), ("prod",), True),
        (guard.Word("staging"), ("prod",), False),
        (guard.Word(known=False, raw="$CTX"), ("prod",), True),
        (guard.Word(known=False, parts=("prod-", None)), ("prod-eu",), True),
        (guard.Word(known=False, parts=("prod-", None)), ("staging",), False),
        (guard.Word(known=False, parts=(None, "-eu")), ("prod-eu",), True),
        (guard.Word(known=False, parts=(None, "-eu")), ("prod-us",), False),
        (guard.Word(known=False, parts=(None, "a", None, "a")), ("xaba",), True),
        (guard.Word(known=False, parts=("a", None, "a")), ("a",), False),
        (guard.Word("pr*", pattern=True), ("prod",), True),
        (guard.Word(""), ("",), True),
    ],
)
def test_may_be(word: guard.Word, values: tuple[str, ...], may: bool) -> None:
    """An unknown word may be anything that its known pieces allow; an empty one is itself."""
    assert word.may_be(*values) is may


def test_an_unknown_word_is_empty_in_its_place() -> None:
    """`known` tells it from an empty argument."""
    unknown = guard.Word("x", known=False, raw="$X")
    assert (unknown, unknown.raw, unknown.known) == ("", "$X", False)
    assert pickle.loads(pickle.dumps(unknown)).known is False


@pytest.mark.parametrize(
    ("op", "target", "writes"),
    [(">", "f", True), (">>", "f", True), ("<", "f", False), (">&", "2", False), (">&", "-", False), (">&", "f", True),
     ("<<", "EOF", False), ("&>", "f", True), (">|", "f", True), ("<>", "f", True), ("<&", "0", False)],
)  # fmt: skip
def test_redirects_that_write(op: str, target: str, writes: bool) -> None:
    """Descriptors and here-documents write no file."""
    assert guard.Redirect(op=op, target=guard.Word(target)).writes is writes


def test_a_redirect_to_an_unknown_word_may_write() -> None:
    """`>&$X` may be a file."""
    assert guard.Redirect(op=">&", target=guard.Word(known=False)).writes


def test_change_matches_relative_absolute_and_resolved() -> None:
    """A pattern is relative to the workspace; both spellings of the path are tried."""
    change = guard.Change(workspace="/w", path="/link/a.ts", real_path="/w/src/generated/a.ts")
    assert change.matches("src/generated/**")
    assert change.matches("/link/*.ts")
    assert not change.matches("src/*.ts")


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        ("a\nb\n", "a\nc\nb\n", ("c",)),
        (None, "a\nb", ("a", "b")),
        ("a\n", None, ()),
        ("a\n", "a\na\n", ("a",)),
        ("a", "", ()),
    ],
)
def test_added_lines(before: str | None, after: str | None, added: tuple[str, ...]) -> None:
    """Lines that the change adds, each as often as it is added."""
    assert guard.Change(before=before, after=after).added_lines == added


@pytest.mark.parametrize(
    ("description", "parent", "role", "job"),
    [
        ("main/feat login form", "main", "feat", "login form"),
        ("a/b/fix x", "a/b", "fix", "x"),
        ("Explore code", "", "Explore", "code"),
        ("", "", "", ""),
    ],
)
def test_titles(description: str, parent: str, role: str, job: str) -> None:
    """A spawn's description as `<parent>/<role> <job>`."""
    title = guard.SpawnRequest(description=description).title
    assert (title.parent, title.role, title.job) == (parent, role, job)
