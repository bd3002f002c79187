"""The matcher of globs: a table, and the standard library's matcher as a second opinion where both mean the same."""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardhost.model.glob import covers, matches, overlaps

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


COVERED = [
    ("gen", "gen"),
    ("gen", "gen/**"),
    ("gen", "gen/*.ts"),
    ("gen/deep", "gen/**"),
    ("gen/deep", "gen/**/*.ts"),
    ("gen/", "./gen/a.ts"),
    ("./gen", "gen/a.ts"),
    (".", "gen/**"),
    (".", "a"),
    ("src", "*.lock"),
    ("src", "**/gen/**"),
    ("src/gen", "**/gen/**"),
    ("pkg/b", "pkg/{a,b}/*"),
    ("pkg", "{x,pkg/y}/z"),
    ("a", "[ab]/[!x]?"),
    ("g*", "g\\*/a"),
    ("/", "/etc/passwd"),
    ("/etc", "/etc/*"),
    (".", "{a,b}" * 40),
]
UNCOVERED = [
    ("gen", "gen/"),
    ("gen2", "gen/**"),
    ("ge", "gen/**"),
    ("gen/deep", "gen/*.ts"),
    ("src", "gen/**"),
    ("a/b", "a/c/**"),
    ("c", "[ab]/*"),
    ("a", "a//b"),
    ("a", "a/[/]"),
    (".", "/etc/passwd"),
    (".", ""),
    ("pkg/c", "pkg/{a,b}/*"),
    ("g*", "gen/a"),
]


@pytest.mark.parametrize(("folder", "pattern"), COVERED)
def test_a_folder_that_could_hold_a_fitting_file(folder: str, pattern: str) -> None:
    """Some file below it fits."""
    assert covers(folder, pattern)


@pytest.mark.parametrize(("folder", "pattern"), UNCOVERED)
def test_a_folder_that_could_not(folder: str, pattern: str) -> None:
    """No file below it fits."""
    assert not covers(folder, pattern)


@pytest.mark.parametrize(
    ("folder", "pattern", "expected"),
    [
        ("/w/gen", "gen/**", True),
        ("/w", "gen/**", True),
        ("/", "gen/a", True),
        ("/w2", "gen/**", False),
        ("/x", "*.lock", False),
        ("/w/x", "*.lock", True),
        ("/x", "/x/*.lock", True),
        ("/x", "{/x/y,z}", True),
    ],
)
def test_a_pattern_is_relative_to_its_root(folder: str, pattern: str, expected: bool) -> None:
    """What lies outside holds no file that a relative pattern means."""
    assert covers(folder, pattern, "/w") is expected


@pytest.mark.parametrize(
    ("expanded", "pattern", "below", "expected"),
    [
        ("/w/gen/*", "gen/*.ts", False, True),
        ("/w/*", "gen/**", False, False),
        ("/w/*", "gen/**", True, True),
        ("/w/g*", "gen/**", True, True),
        ("/w/h*", "gen/**", True, False),
        ("/w/*.ts", "*.lock", False, False),
        ("/w/*", ".github/**", True, False),
        ("/w/.*", ".github/**", True, True),
        ("/w/?git/x", ".git/x", False, False),
        ("/*/gen/[a-c].ts", "gen/b.ts", False, True),
        ("/w/[!a]", "[!b]", False, True),
        ("/w/[b-y]", "[!b-x]", False, True),
        ("/w/[!a-y]", "[a-y]", False, False),
        ("/w/src/**.ts", "src/deep/a.ts", False, True),
    ],
)
def test_what_a_glob_could_expand_to(expanded: str, pattern: str, below: bool, expected: bool) -> None:
    """Two patterns share a path, a leading dot being met by a dot alone."""
    assert overlaps(expanded, pattern, "/w", below=below) is expected


NAMES = ["".join(letters) for size in (1, 2, 3) for letters in product("ab", repeat=size)]
BELOW = [path for path in ("".join(letters) for size in range(1, 7) for letters in product("ab/", repeat=size))
         if "//" not in path and path.strip("/") == path]  # fmt: skip


@given(
    st.lists(st.sampled_from(NAMES), max_size=2).map("/".join),
    st.text("ab*?/", max_size=6) | st.builds("{}/{}".format, st.sampled_from(NAMES), st.text("ab*?/", max_size=2)),
)
def test_covering_is_what_the_files_below_say(folder: str, pattern: str) -> None:
    """Every file below the folder, tried one by one, as a second opinion."""
    folder = folder or "."
    assert covers(folder, pattern) == any(matches(f"{folder}/{path}", pattern) for path in BELOW)


@given(st.text("ab*?[]!.", min_size=1, max_size=5), st.text("ab*?/", max_size=5))
def test_an_overlap_takes_in_every_shared_path(expanded: str, pattern: str) -> None:
    """No path that fits both is missed."""
    shared = any(matches(path, pattern) for path in BELOW if "/" not in path and matches(path, expanded))
    assert overlaps(expanded, pattern) or not shared


def test_a_long_overlap_ends() -> None:
    """Stars against stars."""
    assert not overlaps("*a" * 30 + "b", "*a" * 30 + "c")
    assert covers("a", "**" * 3000)
