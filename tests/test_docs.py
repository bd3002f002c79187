"""Every code and rule has its page, and what is generated is current."""

from __future__ import annotations

from guardhost.model.codes import CODES
from hack import docs


def test_the_docs_are_whole():
    assert docs.faults() == []


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
