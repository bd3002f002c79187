"""Every edit shape: what an edit tool changes, read by key, and what is not known stays unknown."""

from __future__ import annotations

from typing import Any

import pytest

from guardhost.hosts import Fields, called
from guardhost.hosts.edits import of_patch, quoted, several, writes
from guardhost.judgement.requests import after_text
from guardhost.model.call import WriteCall
from guardhost.model.patch import paths, read
from tests.rows import each_row

P = "/r/a.py"


def edits(inputs: dict[str, Any], kind: str = "write") -> tuple[WriteCall, ...]:
    return writes(Fields(inputs, []), inputs, kind)


def one(inputs: dict[str, Any], kind: str = "write") -> WriteCall:
    (found,) = edits(inputs, kind)
    return found


REPLACED = [
    {"file_path": P, "old_string": "a", "new_string": "b"},
    {"file_path": P, "instruction": "i", "old_string": "a", "new_string": "b", "allow_multiple": False},
    {"path": P, "old_str": "a", "new_str": "b"},
    {"command": "str_replace", "path": P, "old_str": "a", "new_str": "b"},
    {"filePath": P, "oldString": "a", "newString": "b", "replaceAll": False},
    {"path": P, "oldStr": "a", "newStr": "b", "replace_all": "false"},
    {"path": P, "before": "a", "after": "b"},
    {"path": P, "old_text": "a", "new_text": "b"},
    {"TargetFile": P, "TargetContent": "a", "ReplacementContent": "b", "AllowMultiple": False},
]
EVERYWHERE = [
    {"replace_all": True},
    {"replaceAll": "true"},
    {"change_all": True},
    {"allow_multiple": True},
    {"AllowMultiple": True},
]
WHOLE = [
    {"file_path": P, "content": "x"}, {"path": P, "content": "x"}, {"filePath": P, "content": "x"},
    {"path": P, "file_text": "x"}, {"command": "create", "path": P, "file_text": "x"}, {"path": P, "text": "x"},
    {"TargetFile": P, "CodeContent": "x"},
]  # fmt: skip
LISTS = [
    {
        "file_path": P,
        "edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d", "replace_all": True}],
    },
    {"file_path": P, "changes": [{"old_str": "a", "new_str": "b"}, {"old_str": "c", "new_str": "d", "change_all": True}]},
    {
        "path": P,
        "edits": '[{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d", "replace_all": "true"}]',
    },
]
PARTS = [
    {"path": P, "edits": [{"from": 1, "to": 2, "content": "x\n"}, {"from": 5, "to": 5, "content": ""}]},
    {"notebook_path": P, "new_source": "x\n", "cell_type": "code"},
    {"command": "insert", "path": P, "insert_line": 3, "new_str": "x\n"},
    {"command": "insert", "path": P, "insert_line": 3, "insert_text": "x\n"},
    {"command": "append", "path": P, "new_str": "x\n"},
    {"path": P, "new_text": "x\n"},
]
UNKNOWN = [
    {"file_path": P}, {"file_path": P, "old_string": "a"}, {"file_path": P, "old_string": 1, "new_string": "b"},
    {"file_path": P, "content": None}, {"file_path": P, "edits": "no json"},
    {"file_path": P, "edits": [{"old_string": "a"}]},
    {"file_path": P, "edits": [7]}, {"path": P, "diff": "no blocks"}, {"path": P, "diff": "------- SEARCH\na\n=======\nb"},
    {"notebook_path": P, "new_source": 3},
    {"path": P, "edits": [{"from": 1, "content": "x"}, {"old_str": "a", "new_str": "b"}]},
]  # fmt: skip


@each_row("inputs", REPLACED, "more", [{}, *EVERYWHERE])
def test_one_text_is_replaced_by_another(inputs: dict[str, Any], more: dict[str, Any]) -> None:
    found = one(inputs | more)
    assert (found.path, found.old_text, found.new_text, found.known, found.replace_all) == (P, "a", "b", True, bool(more))


@pytest.mark.parametrize("inputs", WHOLE)
def test_a_whole_file_is_written(inputs: dict[str, Any]) -> None:
    assert one(inputs) == WriteCall(path=P, content="x", whole=True)
    assert one(inputs, "append") == WriteCall(path=P, new_text="x", part=True)


@pytest.mark.parametrize("inputs", LISTS)
def test_a_list_of_edits_is_read_in_order(inputs: dict[str, Any]) -> None:
    assert one(inputs) == WriteCall(path=P, edits=(("a", "b"), ("c", "d")), everywhere=(False, True))


@pytest.mark.parametrize("inputs", PARTS)
def test_what_goes_somewhere_has_no_known_text_after_it(inputs: dict[str, Any]) -> None:
    found = one(inputs)
    assert (found.path, found.new_text, found.part, found.known) == (P, "x\n", True, True)
    assert after_text(found, "before") is None


@pytest.mark.parametrize("inputs", UNKNOWN)
def test_what_is_missing_or_no_text_makes_the_edit_unknown(inputs: dict[str, Any]) -> None:
    found = one(inputs)
    assert (found.path, found.known) == (P, False)
    assert after_text(found, "a") is None


@pytest.mark.parametrize(
    "inputs", [{}, {"file_path": ""}, {"file_path": 7, "content": "x"}, {"path": "a\0b", "content": "x"}]
)
def test_an_edit_without_a_file_is_none(inputs: dict[str, Any]) -> None:
    assert edits(inputs) == ()


@pytest.mark.parametrize(
    "diff",
    [
        "------- SEARCH\na = 1\n=======\na = 2\n+++++++ REPLACE",
        "<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE\n",
    ],
)
def test_search_and_replace_blocks(diff: str) -> None:
    found = one({"path": P, "diff": diff})
    assert found.edits == (("a = 1\n", "a = 2\n"),)
    assert after_text(found, "x\na = 1\ny\n") == "x\na = 2\ny\n"
    assert after_text(found, "a = 1\na = 1\n") is None
    assert after_text(found, "aa = 1\n") is None


def test_a_file_is_deleted() -> None:
    assert one({"file_path": P}, "delete").delete
    assert one({"command": "delete", "path": P}).delete


PATCH = """*** Begin Patch
*** Add File: new.md
+hello
+
+*** Delete File: no header
*** Update File: app.py
@@ def main():
 keep
-a = 1
+a = 2
@@
-b
+c
*** End of File
*** Update File: old.py
*** Move to: sub/new.py
@@
-x
+y
*** Delete File: dead.py
*** End Patch"""


@pytest.mark.parametrize(
    "text",
    [
        PATCH,
        PATCH.replace("\n", "\r\n"),
        f"apply_patch <<'EOF'\n{PATCH}\nEOF\n",
        PATCH.replace("*** End Patch", ""),
        f"\n\n {PATCH}",
    ],
)
def test_every_path_of_a_patch_is_found(text: str) -> None:
    assert paths(text) == (
        ("new.md", "add"),
        ("app.py", "update"),
        ("old.py", "delete"),
        ("sub/new.py", "add"),
        ("dead.py", "delete"),
    )
    new, app, old, moved, dead = of_patch(text)
    assert new == WriteCall(path="new.md", content="hello\n\n*** Delete File: no header\n", whole=True)
    assert app.edits == (("keep\na = 1\n", "keep\na = 2\n"), ("b\n", "c\n"))
    assert after_text(app, "keep\na = 1\nb\n") == "keep\na = 2\nc\n"
    assert after_text(app, "keep\na = 1\nkeep\na = 1\nb\n") is None
    assert (old.delete, dead.delete, moved.delete) == (True, True, False)
    assert after_text(moved, "x\n") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("*** Begin Patch\n  *** Delete File: a  \n*** End Patch", (("a", "delete"),)),
        ("*** Update File: a\n@@\n *** Delete File: context\n-b\n", (("a", "update"),)),
        ("*** Begin Patch\n*** End Patch", ()),
        ("", ()),
        ("*** Delete File: ../../etc/x y", (("../../etc/x y", "delete"),)),
    ],
)
def test_headers_count_where_they_can_be_one(text: str, found: tuple[tuple[str, str], ...]) -> None:
    assert paths(text) == found


def test_a_line_without_a_meaning_makes_its_section_unknown() -> None:
    (section,) = read("*** Update File: a\n@@\n-x\nwhat is this\n+y")
    assert not section.known
    assert [edit.known for edit in of_patch("*** Add File: a\nno plus\n*** Add File: b\n+x")] == [False, True]


def test_a_file_that_a_patch_changes_twice_has_an_unknown_text() -> None:
    assert of_patch("*** Add File: a\n+x\n*** Update File: a\n@@\n-x\n+y") == (WriteCall(path="a", known=False),)


@pytest.mark.parametrize("key", ["command", "input", "patch", "patchText"])
def test_a_patch_comes_under_any_of_its_names(key: str) -> None:
    assert [edit.path for edit in edits({key: PATCH}, "patch")] == ["new.md", "app.py", "old.py", "sub/new.py", "dead.py"]
    call = called(Fields({}, []), "e", "unheard_of", {key: PATCH}, {}, strict=True)
    assert (call["seam"], len(call["writes"])) == ("write", 5)


@pytest.mark.parametrize(
    ("value", "words", "line"),
    [
        (["git", "push", "it's"], True, "git push 'it'\"'\"'s'"),
        (["a \\", "b"], False, "a \\\n\nb"),
        ([{"command": "a"}, "b"], False, "a\n\nb"),
        ("plain", True, "plain"),
        (["a", 3], True, None),
        ([], True, None),
        ({}, True, None),
    ],
)
def test_lists_of_words_and_of_lines(value: Any, words: bool, line: str | None) -> None:
    assert several(value, words=words) == line


@pytest.mark.parametrize("word", ["a", "a b", "$x", "it's", "", "\n", "é"])
def test_a_quoted_word_is_read_back_by_the_shell(word: str) -> None:
    import subprocess

    done = subprocess.run(["/bin/sh", "-c", f"printf %s {quoted(word)}"], capture_output=True, text=True, check=True)
    assert done.stdout == word
