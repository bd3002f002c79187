"""The library: each of its rules is seen to fire and to stay quiet."""

from __future__ import annotations

import pytest

from guardhost.judgement.rulefiles import RuleFile
from guardhost.rules.compiling import compile_file
from guardhost.rules.lint import lints
from guardhost.rules.shelf import entries, names
from guardhost.testing.rule_examples import run

WANTED = frozenset((
    "no-force-push", "no-push-to-main", "protect-env-files", "protect-secret-files", "no-env-dumps",
    "ask-before-reading-secret-stores", "ask-before-creating-credentials", "no-secrets-in-commands",
    "no-leaky-debug", "no-skipping-secret-scans", "devops-secrets", "ask-before-discarding-work",
    "ask-before-recursive-delete", "ask-before-installing", "ask-before-infra-changes", "read-before-overwrite",
    "read-sql-before-running-it", "delete-only-what-you-wrote", "apply-the-reviewed-plan", "apply-a-saved-plan",
    "promote-what-staging-ran", "tests-before-push", "tests-before-finishing", "subagents-on-sonnet",
    "subagents-model", "no-claude-coauthor", "no-agent-coauthor", "user-facing-docs-use-office",
    "no-hidden-dir-templates", "deploy-rules", "git-rules", "research-hygiene", "prompt-injection-tripwire",
    "pack-secrets-and-infra", "pack-office-documents", "pack-templates", "pack-agent-definitions",
))  # fmt: skip
BUNDLES = {
    "devops-secrets": 7, "no-agent-coauthor": 4, "deploy-rules": 7, "git-rules": 8, "research-hygiene": 5,
    "prompt-injection-tripwire": 2, "pack-secrets-and-infra": 3, "pack-office-documents": 2, "pack-templates": 2,
    "pack-agent-definitions": 2,
}  # fmt: skip


def test_the_library_has_its_entries():
    assert set(names()) >= WANTED


@pytest.mark.parametrize("name", [name for name in names() if name not in BUNDLES])
def test_an_entry_fires_and_stays_quiet(tmp_path, name):
    compiled = compile_file("guard.yaml", f"use: [{name}]\n".encode())
    assert (compiled["problems"], lints(compiled)) == ([], [])
    tried = list(run([RuleFile(side="working", root=str(tmp_path), path="guard.yaml", compiled=compiled)], str(tmp_path)))
    assert [(one.example, one.problem) for one in tried if one.problem] == []
    ids = {rule["id"] for rule in compiled["rules"]}
    assert {one.rule for one in tried if one.fired} == ids
    assert {one.rule for one in tried if not one.fired} == ids


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_all_its_rules(name):
    compiled = compile_file("guard.yaml", f"use: [{name}]\n".encode())
    assert compiled["problems"] == []
    assert len(compiled["rules"]) == len(entries(name)) == BUNDLES[name]
