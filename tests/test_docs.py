"""Every code and rule has its page, and what is generated is current."""

from __future__ import annotations

import pytest

import guardhost
from guardhost.cli import run
from guardhost.model.codes import CODES
from guardhost.model.record import Record, fields
from guardhost.model.request import Request
from hack import docs, reference


def test_the_docs_are_whole():
    assert docs.faults() == []


# What tests a policy is run in tests/testing.
@pytest.mark.parametrize("snippet", [one for one in reference.snippets() if "guardhost.testing" not in one])
def test_a_policy_of_the_reference_holds(snippet, make_repository, monkeypatch):
    monkeypatch.chdir(make_repository({"guard.py": snippet}).root)
    assert run(["test", "--strict"]) == 0


def test_the_reference_has_every_field_of_what_a_policy_imports():
    text = reference.PAGE.read_text()
    for name in guardhost.__all__:
        kind = getattr(guardhost, name)
        if isinstance(kind, type) and issubclass(kind, Record):
            said = text.partition(f"**`{name}`**")[2].partition("\n\n**`")[0]
            shared = fields(Request) if issubclass(kind, Request) else ()
            assert [
                field for field in fields(kind) if f"| `{field}` |" not in said and field not in (*shared, "ask")
            ] == [], name


def test_a_field_without_a_meaning_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(reference, "_class", lambda name: Meaningless)
    monkeypatch.setattr(reference, "SOURCE", tmp_path / "reference.md")
    reference.SOURCE.write_text("{{fields Meaningless}}")
    assert docs._reference() == ["Meaningless.silent has no meaning: write it as a comment beside the field"]


class Meaningless:
    """Has one field that says what it is, and one that does not."""

    said: str  # what it is
    silent: str


def test_codes_are_of_one_form_and_in_order():
    assert list(CODES) == sorted(CODES)
    assert all(len(code) == 6 and code[:2] == "GH" and code[2:].isdigit() for code in CODES)


def test_a_missing_page_a_left_over_page_and_a_dead_link_are_named(monkeypatch, tmp_path):
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "DOCS", tmp_path / "docs")
    (tmp_path / "docs" / "codes").mkdir(parents=True)
    (tmp_path / "docs" / "codes" / "GH9999.md").write_text("# GH9999: nothing\n")
    (tmp_path / "README.md").write_text(
        "[there](docs/codes/GH9999.md#top) [gone](docs/gone.md) [web](https://example.invalid)"
    )
    codes = docs._codes()
    assert "docs/codes/GH1001.md is missing; write it" in codes
    assert "docs/codes/GH9999.md explains nothing that exists; remove it" in codes
    assert docs._links() == ["README.md: the link to docs/gone.md leads nowhere"]
