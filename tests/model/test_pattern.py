"""The globs of rule files, against Python's own matcher and by what two patterns have in common."""

from __future__ import annotations

from fnmatch import fnmatchcase

from hypothesis import given
from hypothesis import strategies as st

from guardhost.model.pattern import fits, letters, share, tokens

PATTERNS = st.lists(st.sampled_from(["a", "b", "/", ".", "*", "?", "[ab]", "[!a]", "[a-c]", "**"]), max_size=7).map("".join)
TEXTS = st.text(alphabet="abc/.", max_size=8)


@given(TEXTS, PATTERNS)
def test_a_value_fits_as_python_says(text, pattern):
    assert fits(text, pattern) == fnmatchcase(text, pattern)


@given(TEXTS, PATTERNS)
def test_a_text_shares_with_each_pattern_that_it_fits(text, pattern):
    assert share(letters(text), tokens(pattern)) == fnmatchcase(text, pattern)


@given(TEXTS, PATTERNS, PATTERNS)
def test_two_patterns_share_what_fits_both(text, one, other):
    if fnmatchcase(text, one) and fnmatchcase(text, other):
        assert share(tokens(one), tokens(other))
