"""Every example beside a rule, of this repository's policy and of those to copy, is as written."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path
from typing import Any

import pytest

from guardhost.judges.rule import MARK
from tests.policy.asking import ROOT, Session

OWN = ("build", "checkouts", "ci", "gate", "merge", "push", "spawns")
TO_COPY = ("shop", "infra", "library")


def rules(module: str) -> list[tuple[str, tuple[Any, ...]]]:
    """Return (name, examples) of each rule of a policy file."""
    marks = [getattr(value, MARK, None) for value in vars(importlib.import_module(module)).values()]
    return [(mark[0], mark[1]) for mark in marks if mark is not None]


def examples(modules: tuple[str, ...]) -> list[Any]:
    """Return each example with its rule as a parameter."""
    found = []
    for module in modules:
        for name, written in rules(module):
            found += [pytest.param(module, name, example, id=f"{name}: {example}") for example in written]
    return found


def run(session: Session, name: str, example: Any) -> set[str]:
    """Hold a session's verdicts to an example; return the decisions that it wants."""
    if isinstance(example, list | tuple):
        return set().union(*(run(session, name, each) for each in example))
    wanted, verdict = session.example(example)
    assert verdict.decision == wanted, verdict
    assert verdict.rule == ("" if wanted == "allow" else name)
    return {wanted}


@pytest.mark.parametrize(("module", "name", "example"), examples(tuple(f"policy.{each}" for each in OWN)))
def test_own_policy(module, name, example):
    run(Session(), name, example)


@pytest.mark.parametrize(("module", "name", "example"), examples(tuple(f"policy.examples.{each}" for each in TO_COPY)))
def test_policy_to_copy(module, name, example, tmp_path):
    shutil.copy(ROOT / f"{module.replace('.', '/')}.py", tmp_path / "guard.py")
    run(Session(tmp_path, "guard.py"), name, example)


@pytest.mark.parametrize("module", [*(f"policy.{each}" for each in OWN), *(f"policy.examples.{each}" for each in TO_COPY)])
def test_every_rule_is_seen_to_fire_and_to_stay_quiet(module):
    for name, written in rules(module):
        flat = [each for example in written for each in (example if isinstance(example, list) else [example])]
        decisions = {each.partition(":")[0] if isinstance(each, str) else next(iter(each)) for each in flat}
        assert "allow" in decisions, name
        assert decisions - {"allow"}, name


def test_every_file_is_a_topic_or_an_example():
    files = {path.stem for path in Path(ROOT / "policy").glob("*.py")}
    assert files == {*OWN, "guard", "__init__"}
    assert {path.stem for path in Path(ROOT / "policy/examples").glob("*.py")} == {*TO_COPY, "__init__"}


@pytest.mark.parametrize("module", [f"policy.{each}" for each in OWN])
def test_every_rule_says_why(module):
    source = vars(importlib.import_module(module)).values()
    assert all((value.__doc__ or "").strip() for value in source if getattr(value, MARK, None))
