"""Every family's own examples: a line, and the call that it must become."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from guardhost.calls.families import FAMILIES
from tests.calls.lines import call, plain

FILES = sorted({file for files, _, _ in FAMILIES.values() for file in files.split()})
WITHOUT = {"git", "git_inner", "gh"}  # their table is tests/calls/test_structured.py
ROWS = [row for file in FILES for row in getattr(importlib.import_module(f"guardhost.calls.specs.{file}"), "EXAMPLES", [])]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_an_example_holds(row: tuple[Any, ...]):
    line, tool, args, *unknown = row
    made = call(line)
    assert (made.tool, plain(made.args), list(made.unknown)) == (tool, args, unknown[0] if unknown else [])


@pytest.mark.parametrize("file", sorted(set(FILES) - WITHOUT))
def test_a_family_has_examples(file):
    assert importlib.import_module(f"guardhost.calls.specs.{file}").EXAMPLES
