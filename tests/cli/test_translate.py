"""`guardhost translate`: the object that it prints, a batch of them, and what a person sees."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from guardhost.cli import run
from guardhost.testing import requests
from tests.calls.lines import plain

NOTHING: dict[str, Any] = {
    "reads": [], "writes": [], "overwrites": [], "deletes": [], "moves": [],
    "network": False, "runs_code": False, "changes_env": False,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _translate(capsys, *words: str) -> tuple[int, str, str]:
    status = run(["translate", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def _object(capsys, line: str, *words: str) -> dict[str, Any]:
    _, out, _ = _translate(capsys, line, "--json", *words)
    told: dict[str, Any] = json.loads(out)
    return told


def test_the_object_of_a_line_is_whole(capsys):
    told = _object(capsys, "git push -uf origin +main $X || rm -rf out/a", "--cwd", "/w")
    assert told == {
        "id": "",
        "readable": True,
        "why": "",
        "programs": [
            {
                "program": "git",
                "args": ["push", "-uf", "origin", "+main", None],
                "certain": True,
                "cwd": "/w",
                "wrappers": [],
            },
            {"program": "rm", "args": ["-rf", "out/a"], "certain": False, "cwd": "/w", "wrappers": []},
        ],
        "calls": [
            {
                "tool": "git_push",
                "args": {"set_upstream": True, "force": True, "remote": "origin", "refspecs": ["+main", None]},
                "unknown": ["$X"],
                "certain": True,
            },
            {"tool": "rm", "args": {"recursive": True, "force": True, "paths": ["out/a"]}, "unknown": [], "certain": False},
        ],
        "effects": {**NOTHING, "deletes": [{"path": "/w/out/a", "certain": False}], "network": True},
        "read_only": False,
        "read_only_why": "git",
    }


@pytest.mark.parametrize(
    ("line", "effects"),
    [
        ("cat a", {"reads": [("/w/a", True)]}),
        ("echo x > a", {"writes": [("/w/a", True)], "overwrites": [("/w/a", True)]}),
        ("echo x >> a", {"writes": [("/w/a", True)]}),
        ("cd sub && rm b", {"deletes": [("/w/sub/b", False)]}),
        ("rm $X", {"deletes": [(None, True)]}),
        ("export A=b", {"changes_env": True}),
        ("curl https://x", {"network": True}),
        ("python x.py", {"runs_code": True}),
    ],
)
def test_what_is_touched(capsys, line, effects):
    told = _object(capsys, line, "--cwd", "/w")["effects"]
    found = {name: [(one["path"], one["certain"]) for one in value] if isinstance(value, list) else value
             for name, value in told.items() if value}  # fmt: skip
    assert {name: found.get(name) for name in effects} == effects


def test_a_move_has_its_source_and_target(capsys):
    told = _object(capsys, "mv a b", "--cwd", "/w")["effects"]
    assert {"path": "/w/a", "certain": True} in told["moves"]
    assert "/w/b" in [one["path"] for one in told["writes"]]


@pytest.mark.parametrize(
    ("line", "only", "why"),
    [("ls -la", True, ""), ("ls > a", False, "the redirection >a"), ("ls | xargs cat", False, "xargs")],
)
def test_whether_a_line_only_reads(capsys, line, only, why):
    told = _object(capsys, line)
    assert (told["read_only"], told["read_only_why"]) == (only, why)


def test_a_line_that_cannot_be_read_says_where(capsys):
    status, out, _ = _translate(capsys, "echo 'a", "--json")
    told = json.loads(out)
    assert status == 1
    assert (told["readable"], told["programs"], told["calls"], told["effects"]) == (False, [], [], NOTHING)
    assert told["why"].startswith("1:6: ")


def test_the_folder_is_this_one_or_the_one_that_is_named(capsys, tmp_path):
    assert _object(capsys, "ls")["programs"][0]["cwd"] == str(tmp_path)
    assert _object(capsys, "ls", "--cwd", "sub")["programs"][0]["cwd"] == str(tmp_path / "sub")


def test_a_patch_is_read_for_the_files_that_it_changes(capsys, tmp_path):
    (tmp_path / "fix.diff").write_text("--- a/x\n+++ b/x\n", encoding="utf-8")
    (call,) = _object(capsys, "git apply fix.diff")["calls"]
    assert call["args"]["paths"] == ["x"]
    (call,) = _object(capsys, "git apply gone.diff")["calls"]
    assert call["args"]["paths"] == [None]


BATCH = [
    ({"id": 1, "command": "cat a", "cwd": "/etc"}, True, [("cat", "/etc")]),
    ({"id": "two", "command": "rm 'a"}, False, []),
    ({"id": {"n": 3}, "command": ["ls"]}, False, []),
    ({"command": "ls \0"}, False, []),
    ({"command": "ls \ud800"}, False, []),
    ({"id": None, "command": ""}, True, []),
    ([1], False, []),
]


def test_a_batch_answers_each_line_in_order(capsys, tmp_path):
    (tmp_path / "asked").write_text("\n\n".join(json.dumps(row[0]) for row in BATCH) + "\n{x", encoding="utf-8")
    status, out, err = _translate(capsys, "--batch", "asked")
    told = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    for (asked, readable, programs), one in zip(BATCH, told, strict=False):
        assert one["id"] == (asked.get("id", "") if isinstance(asked, dict) else "")
        assert one["readable"] is readable
        assert [(program["program"], program["cwd"]) for program in one["programs"]] == programs
        assert bool(one["why"]) is not readable
    assert len(told) == len(BATCH) + 1
    assert told[-1]["why"].startswith("line 14 is no JSON: ")


def test_a_batch_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"id": "a", "command": "ls", "cwd": "sub"}\n')))
    status, out, _ = _translate(capsys, "--batch", "-")
    assert (status, json.loads(out)["id"]) == (0, "a")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "`translate` takes one line or --batch FILE"),
        (["ls", "--batch", "-"], "`translate` takes one line or --batch FILE"),
        (["--batch", "gone"], "`gone` cannot be read"),
        (["git", "push", "-f"], "guardhost translate 'git push -f'"),
    ],
)
def test_a_wrong_command_line_says_how_it_is_right(capsys, words, told):
    status, out, err = _translate(capsys, *words)
    assert (status, out) == (2, "")
    assert told in err


def test_a_person_sees_it_without_colour_where_there_is_no_terminal(capsys, tmp_path):
    status, out, _ = _translate(capsys, "sudo rm -r $X --odd && echo 'a b' > log")
    assert status == 0
    assert out == (
        "programs\n"
        f"  rm -r ? --odd  through sudo  in {tmp_path}\n"
        f'  echo "a b"  in {tmp_path}  maybe\n'
        "calls\n"
        "  rm  recursive=true  paths=[?]  not known: $X --odd\n"
        f'  echo  words=["a b"]  redirect_to=[log]  overwrite_to=[log]  maybe\n'
        "effects\n"
        f"  writes     {tmp_path}/log  maybe\n"
        f"  overwrites {tmp_path}/log  maybe\n"
        "  deletes    ?\n"
        "only reads  no: sudo\n"
    )
    status, out, _ = _translate(capsys, "echo 'a")
    assert (status, out[:18]) == (1, "unreadable  1:6: r")


@pytest.mark.parametrize("line", ["git push -uf origin +main", "docker run -v a:b img | tee out", "frobctl --wipe", "> a"])
def test_a_judge_sees_the_same_calls(capsys, line):
    told = _object(capsys, line)["calls"]
    seen = requests.command(line).calls
    assert [(call.tool, plain(call.args), list(call.unknown)) for call in seen] == [
        (one["tool"], one["args"], one["unknown"]) for one in told
    ]
