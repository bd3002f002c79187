"""The matcher of globs: a table, and the standard library's matcher as a second opinion where both mean the same."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardhost.model.glob import matches

FITS = [
    ("a.py", "*.py"),
    ("src/a.py", "*.py"),
    ("src/a.py", "src/*.py"),
    ("src/deep/a.py", "src/**/*.py"),
    ("src/a.py", "src/**/*.py"),
    ("src/deep/er/a.py", "src/**"),
    ("src/a.py", "./src/a.py"),
    ("./src/a.py", "src/a.py"),
    ("a.ts", "*.{js,ts}"),
    ("pkg/b/x", "pkg/{a,b}/*"),
    ("ab.c", "[a-c]?.c"),
    ("b", "[!a]"),
    ("b", "[^a]"),
    ("a*b", "a\\*b"),
    ("a{b", "a{b"),
    ("a{b}c", "a{b}c"),
    ("packages/api/src/generated/a.ts", "**/generated/**"),
    ("generated/a.ts", "**/generated/**"),
]
MISSES = [
    ("src/a.py", "src/*.js"),
    ("src/deep/a.py", "src/*.py"),
    ("a/b", "a?b"),
    ("a.pyc", "*.py"),
    ("xsrc/a.py", "src/**"),
    ("a", "[!a]"),
    ("/", "[!a]"),
    ("ab", "a"),
    ("mygenerated/a.ts", "**/generated/**"),
    ("", "a*"),
]


@pytest.mark.parametrize(("path", "pattern"), FITS)
def test_fits(path: str, pattern: str) -> None:
    """A path that fits."""
    assert matches(path, pattern)


@pytest.mark.parametrize(("path", "pattern"), MISSES)
def test_misses(path: str, pattern: str) -> None:
    """A path that does not fit."""
    assert not matches(path, pattern)


@given(st.text("ab*?.", max_size=8), st.text("ab.", max_size=8))
def test_agrees_with_the_standard_library_within_one_name(pattern: str, name: str) -> None:
    """Without slashes and leading `./` both mean the same, but for `**`."""
    if "**" not in pattern and not pattern.startswith("./") and not name.startswith("./"):
        assert matches(name, pattern) == fnmatchcase(name, pattern)


def test_many_stars_end() -> None:
    """A pattern that sends a backtracking matcher into the woods."""
    assert not matches("a" * 200, "*a" * 60 + "b")


def test_many_groups_end() -> None:
    """Alternatives are written out to a bound; the rest of the pattern is then compared as it stands."""
    assert not matches("x", "{a,b}" * 40)
