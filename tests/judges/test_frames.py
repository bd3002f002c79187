"""Frames: whole ones are read in any pieces, anything else is an error and nothing more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.judges.frames import MOST_FIELDS, pack, unpack


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.binary(max_size=40), max_size=5), max_size=5), st.integers(1, 9))
def test_frames_come_back_however_they_are_cut(frames, step):
    stream = b"".join(pack(*fields) for fields in frames)
    buffer, found = bytearray(), []
    for at in range(0, len(stream), step):
        buffer += stream[at : at + step]
        while (fields := unpack(buffer, 1000)) is not None:
            found.append(fields)
    assert found == frames
    assert not buffer


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet="0123456789;:a", max_size=30).map(str.encode))
def test_junk_is_an_error_or_not_whole_and_always_ends(junk):
    buffer = bytearray(junk)
    try:
        while unpack(buffer, 50) is not None:
            pass
    except ValueError:
        pass


@pytest.mark.parametrize(
    "data",
    [b";", b"x", b"-1;", b"+1;a", b"1_0;", b" 1;", b"99;", b"1;x", b"2;1:", b"3;9:a", b"4;-1:a", "²;".encode(), b"1" * 20],
)
def test_what_cannot_be_a_frame_is_refused(data):
    with pytest.raises(ValueError, match=r".+"):
        unpack(bytearray(data), 50)


def test_a_frame_has_a_cap_on_its_fields():
    assert len(unpack(bytearray(pack(*["x"] * MOST_FIELDS)), 10_000) or ()) == MOST_FIELDS
    with pytest.raises(ValueError, match="too many"):
        unpack(bytearray(pack(*["x"] * (MOST_FIELDS + 1))), 10_000)


def test_text_that_cannot_be_encoded_is_replaced():
    assert unpack(bytearray(pack("a\udc80b")), 50) == [b"a?b"]
