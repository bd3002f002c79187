"""What one plain hook call may import."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hack import startup


def test_a_plain_hook_call_stays_within_the_list_and_the_budget():
    assert startup.faults(startup.plain_call()) == []


@pytest.mark.parametrize(
    ("loaded", "fault"),
    [
        (["guardhost.hook", "re"], "`re` is imported by a plain hook call"),
        (["guardhost.hook", "typing"], "`typing` is imported"),
        (["guardhost.hook"] * 26, "26 modules of ours, more than 25"),
        (["posix"], "the hook did not start"),
    ],
)
def test_what_is_over_the_budget_is_named(loaded, fault):
    assert any(fault in found for found in startup.faults(loaded))


def test_importing_the_policy_api_costs_next_to_nothing():
    words = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.append({str(startup.ROOT)!r}); import guardhost",
    ]
    bare = startup.imported([*words[:4], "pass"])
    assert [name for name in startup.imported(words) if name not in bare] == ["__future__", "guardhost"]


def test_classes_are_counted_without_what_only_type_checkers_see(monkeypatch, tmp_path):
    monkeypatch.setattr(startup, "ROOT", tmp_path)
    Path(tmp_path, "a.py").write_text("class A: ...\nif TYPE_CHECKING:\n    class B: ...\n")
    Path(tmp_path, "b").mkdir()
    Path(tmp_path, "b", "__init__.py").write_text("class C: ...\nclass D: ...\n")
    assert startup.classes(["a", "b"]) == 3
