"""What every file of the house keeps: its size, reasons beside what is switched off, a caller for every script."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST_LINES = 500
MOST_FUNCTION_LINES = 60
SOURCES = sorted(path for folder in ("guardhost", "policy", "hack", "tests") for path in (ROOT / folder).rglob("*.py"))
SCRIPTS = sorted(path for path in (ROOT / "hack").iterdir() if path.is_file() and not path.suffix)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_file_is_too_long_to_be_read_at_once():
    lengths = {_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_no_function_is_too_long_to_be_seen_at_once():
    found = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= MOST_FUNCTION_LINES:
                found[f"{_name(path)}:{node.lineno} {node.name}"] = (node.end_lineno or 0) - node.lineno + 1
    assert found == {}


SWITCHES = re.compile(r"#\s*(noqa|type:\s*ignore|pragma)(.*)")
CODE = re.compile(r": ?[A-Z]+[0-9]+|\[[a-z-]+")  # enough in a test, where what is wrong is the point
GIVEN = re.compile(r"(: ?[A-Z]+[0-9]+(, ?[A-Z]+[0-9]+)*\s*-\s*\S|\[[a-z-]+(, ?[a-z-]+)*\]\s*#\s*\S)")


def test_what_is_switched_off_says_which_and_why():
    found = []
    for path in SOURCES:
        if path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            switch = SWITCHES.search(line)
            enough = CODE if path.is_relative_to(ROOT / "tests") else GIVEN
            if switch and not enough.match(switch[2]):
                found.append(f"{_name(path)}:{number}: {switch[0]}")
    assert found == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_runs_says_what_it_is_for_and_has_a_caller(script):
    text = script.read_text(encoding="utf-8")
    assert os.access(script, os.X_OK)
    assert text.splitlines()[1].startswith("# ") or text.splitlines()[1].startswith('"""')
    if text.startswith("#!/bin/sh"):
        subprocess.run(["sh", "-n", script], check=True)
    assert _callers(script), f"nothing runs hack/{script.name}"


def _callers(script: Path) -> list[str]:
    if script.name.startswith("verify-"):
        return ["hack/verify"]
    others = [path for path in (*SCRIPTS, ROOT / ".ci" / "run", *(ROOT / "tests").rglob("*.py")) if path != script]
    called = re.compile(rf"[/\"]{re.escape(script.name)}(?![\w-])")
    return [_name(path) for path in others if called.search(path.read_text(encoding="utf-8"))]


def test_every_check_names_its_fix_and_every_update_has_its_check():
    for script in SCRIPTS:
        if script.name.startswith("verify-"):
            assert "Fix" in script.read_text(encoding="utf-8").splitlines()[1], script.name
        if script.name.startswith("update-"):
            twin = script.with_name(script.name.replace("update-", "verify-", 1))
            assert f"hack/{script.name}" in twin.read_text(encoding="utf-8")


def test_the_top_level_is_what_the_house_says():
    said = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {name.split("/")[0] for name in said.splitlines()} - {"LICENSE"}
    assert {name for name in top if not name.startswith(".")} <= {
        "pyproject.toml",
        "guardhost",
        "policy",
        "hack",
        "tests",
        "README.md",
    }
