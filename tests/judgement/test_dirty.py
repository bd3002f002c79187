"""Lines that lose or tell something in a real repository with uncommitted work, those that only read among them."""

from __future__ import annotations

import pytest

from tests.judgement.lent import Stage
from tests.judgement.test_harm import said, stage

__all__ = ["stage"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("jq -n env", ("deny", "secret-read")),
        ("ps eww", ("deny", "secret-read")),
        ("find . -name '.en*' | xargs cat", ("deny", "secret-read")),
        ("awk 'BEGIN{for(k in ENVIRON) print ENVIRON[k]}'", ("deny", "secret-read")),
        ("strings /proc/*/environ", ("deny", "secret-read")),
        ("git push --force$U", ("ask", "history-rewrite")),
        ("git reset --hard$U", ("ask", "discard-work")),
        ("rm new/*", ("ask", "delete-inside")),
        ("cd new && rm *", ("ask", "delete-inside")),
        ("git ls-files -om --exclude-standard | xargs shred", ("deny", "discard-work")),
        ("git diff | patch -R -p1", ("deny", "discard-work")),
        ("cat /dev/null > src/a.py", ("ask", "delete-inside")),
        ("git add -A -f", ("ask", "secret-write")),
        ("ps aux", ("allow", "")),
        ("jq -n env.HOME", ("allow", "")),
        ("rm docs/*", ("allow", "")),
        ("git add -A", ("allow", "")),
    ],
)
def test_a_dirty_tree(stage: Stage, line: str, expected: tuple[str, str]) -> None:
    stage.write("src/a.py", "A = 2\n")
    stage.write("new/b.py", "B = 1\n")
    assert said(stage, line) == expected
