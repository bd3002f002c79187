"""What one plain hook call may import."""

from __future__ import annotations

import ast
import marshal
import sys
from pathlib import Path
from typing import Any

import pytest

from guardhost.bundled import _Finder
from guardhost.startup import GROUPS, PLAIN
from hack import startup
from hack.fixture import GUARD


@pytest.mark.parametrize(
    ("files", "budget"),
    [({}, startup.PLAIN_BUDGET), ({"guard.py": GUARD}, startup.JUDGED_BUDGET)],
    ids=["plain", "judged"],
)
def test_a_hook_call_stays_within_the_list_and_the_budget(files, budget):
    assert startup.faults(startup.plain_call(files), budget) == []


def test_the_modules_that_run_in_one_go_are_in_the_order_of_their_imports():
    """A module that is named before one that it imports would be loaded by the slow way in between."""
    for group in (PLAIN, *GROUPS.values()):
        seen = set()
        for name in group:
            later = [other for other in imports(name) if other in group and other not in seen]
            assert later == [], f"{name} comes before {later}"
            seen.add(name)


def imports(module):
    """Return the modules of ours that a module imports when it is loaded."""
    body = ast.parse(startup._file(module).read_text(encoding="utf-8")).body
    return [
        node.module
        for node in body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("guardhost")
    ]


@pytest.mark.parametrize(
    ("loaded", "fault"),
    [
        (["guardhost.hook", "re"], "`re` is imported by a plain hook call"),
        (["guardhost.hook", "typing"], "`typing` is imported"),
        (["guardhost.hook"] * 6, "6 modules of ours, more than 5"),
        (["posix"], "the hook did not start"),
    ],
)
def test_what_is_over_the_budget_is_named(loaded, fault):
    assert any(fault in found for found in startup.faults(loaded, (5, 5)))


def test_importing_the_policy_api_costs_next_to_nothing(tmp_path):
    program = tmp_path / "policy.py"
    program.write_text(f"import sys\nsys.path.append({str(startup.ROOT)!r})\nimport guardhost\n")
    assert startup.loaded_by(program, [], b"", {}, tmp_path) == ["__future__", "guardhost"]


def test_what_a_forked_child_loads_counts_as_well(tmp_path):
    program = tmp_path / "forks.py"
    program.write_text(
        "import posix\nif not posix.fork():\n    import _json\n    posix._exit(0)\nposix.wait()\nposix._exit(0)\n"
    )
    assert startup.loaded_by(program, [], b"", {}, tmp_path) == ["_json"]


def test_classes_are_counted_without_what_only_type_checkers_see(monkeypatch, tmp_path):
    monkeypatch.setattr(startup, "ROOT", tmp_path)
    Path(tmp_path, "a.py").write_text("class A: ...\nif TYPE_CHECKING:\n    class B: ...\n")
    Path(tmp_path, "b").mkdir()
    Path(tmp_path, "b", "__init__.py").write_text("class C: ...\nclass D: ...\n")
    assert startup.classes(["a", "b"]) == 3


def test_what_was_made_anew_meanwhile_is_imported_from_its_source(tmp_path):
    """A call that has read the index of one file does not take its code from the places of another."""
    source = tmp_path / "late.py"
    source.write_text("x = 1\n")
    there = source.stat()
    code = marshal.dumps(compile("x = 1", str(source), "exec"))
    folder = tmp_path / "__pycache__"
    folder.mkdir()
    later = folder / f"hook.{sys.implementation.cache_tag}.later"
    row = (False, str(source), there.st_mtime_ns, there.st_size, 0, len(code))

    at = 8 + len(marshal.dumps(("tag", {"guardhost.late": row})))
    index = marshal.dumps(("tag", {"guardhost.late": (*row[:4], at, len(code))}))
    later.write_bytes(len(index).to_bytes(8, "big") + index + code)
    finder = _Finder(str(tmp_path), "tag", {})
    found: Any = finder.find_spec("guardhost.late")
    assert found.loader_state == code
    (folder / "new").write_bytes(b"\0" * 4096)
    (folder / "new").replace(later)
    assert finder.find_spec("guardhost.late") is None
