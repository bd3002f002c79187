from __future__ import annotations

import os
from pathlib import Path

import pytest

from guardhost.world.transcript import context_tokens

USAGE = (
    '{"message":{"usage":{"input_tokens":5,"cache_read_input_tokens":19120,'
    '"cache_creation_input_tokens":800,"output_tokens":7}}}'
)
FILL = '{"text":"' + "x" * 1000 + '"}\n'


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (USAGE, 19925),
        (USAGE + "\n" + '{"usage": {"input_', 19925),
        (USAGE + "\n" + '{"usage": {"input_tokens": 3}}\n{"usage": 5}\n{"usage": {"output_tokens": 9}}', 3),
        ('{"usage": {"input_tokens": "many"}}', None),
        ("", None),
        ("no json with usage", None),
        (USAGE + "\n" + FILL * 600, None),
        (FILL * 600 + USAGE + "\n" + FILL * 100, 19925),
    ],
)
def test_the_last_usage_near_the_end_counts(tmp_path: Path, text: str, tokens: int | None) -> None:
    (tmp_path / "t").write_text(text)
    assert context_tokens(f"{tmp_path}/t") == tokens


def test_what_cannot_be_read_is_unknown_and_never_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "t").write_text(USAGE)
    monkeypatch.chdir(tmp_path)
    for path in ("", "t", f"{tmp_path}", f"{tmp_path}/none", f"{tmp_path}/fifo", "/a\0b"):
        assert context_tokens(path) is None
