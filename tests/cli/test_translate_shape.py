"""`guardhost translate --batch` on lines of the tables of the shell and of the specs: each answer has its whole shape."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest

from guardhost.cli import run
from tests.calls.test_examples import ROWS
from tests.calls.test_structured import TABLE
from tests.shell import acting, changing, coded, constructs, everyday, lines, wrapped, zshes

EACH = 8  # one line of so many is asked; whoever changes `translate` may look at all
PATHS = ("reads", "writes", "overwrites", "deletes", "moves")
FLAGS = ("network", "runs_code", "changes_env")
KEYS = {"id", "readable", "why", "programs", "calls", "effects", "read_only", "read_only_why"}


def first(row: Any) -> str:
    """Return the line of a table's row."""
    return row if isinstance(row, str) else str(row[0])


TABLES: tuple[Iterable[Any], ...] = (
    acting.STILL_READ, acting.OPTIONS, acting.WORKED_OUT, changing.CERTAIN, changing.UNKNOWN, coded.CODE,
    constructs.CONSTRUCTS, everyday.PROVEN, everyday.NOT_PROVEN, lines.CONFIRMED, lines.READ, lines.UNREADABLE,
    lines.EFFECTS, lines.CHANGES, zshes.READ, *wrapped.LINES.values(), ROWS, TABLE,
)  # fmt: skip
LINES = list(dict.fromkeys(first(row) for row in chain.from_iterable(TABLES)))
KNOWN_ONCE = [
    "ls | xargs rm", "fd -x rm {} .", ": > a", "[ -d a ] && . ./a", "tac a > z; rev a >> z", "$X a", "> $X", "f() { c1; }",
    "cd $D && rm a", "diff <(sort a) <(sort b)", "false && rm a", "", " ", "# no more",
]  # fmt: skip


@pytest.fixture
def ask(tmp_path, capsys):
    """Return what gives each line with its answer."""

    def asked(several: list[str]) -> list[tuple[str, dict[str, Any]]]:
        objects = [{"id": at, "command": line, "cwd": "/w/a"} for at, line in enumerate(several)]
        file = tmp_path / "asked"
        file.write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")
        assert run(["translate", "--batch", str(file)]) == 0
        return list(zip(several, map(json.loads, capsys.readouterr().out.splitlines()), strict=True))

    return asked


def faults(at: int, told: dict[str, Any]) -> list[object]:
    """Return what of an answer is not as it is said to be."""
    found: list[object] = [] if told.keys() == KEYS and told["id"] == at else [told]
    for reason, state in ((told["why"], told["readable"]), (told["read_only_why"], told["read_only"])):
        found += [] if isinstance(reason, str) and state is (reason == "") else [(reason, state)]
    found += [] if len(told["programs"]) == len(told["calls"]) else ["as many calls as programs"]
    found += [one for one in told["programs"] if not is_program(one)]
    found += [
        (program, call)
        for program, call in zip(told["programs"], told["calls"], strict=False)
        if not is_call(call)
        or bool(call["tool"]) is not bool(program["program"])
        or call["certain"] is not program["certain"]
    ]
    return found + effects_faults(told["effects"], only_reads=told["read_only"])


def is_program(one: dict[str, Any]) -> bool:
    return (
        one.keys() == {"program", "args", "certain", "cwd", "wrappers"}
        and isinstance(one["program"], str)
        and is_argument(one["args"])
        and isinstance(one["certain"], bool)
        and (one["cwd"] is None or one["cwd"].startswith("/"))
        and all(isinstance(name, str) and name for name in one["wrappers"])
    )


def is_call(one: dict[str, Any]) -> bool:
    return (
        one.keys() == {"tool", "args", "unknown", "certain"}
        and isinstance(one["tool"], str)
        and all(name and is_argument(value) for name, value in one["args"].items())
        and all(isinstance(word, str) and word for word in one["unknown"])
    )


def is_argument(value: Any) -> bool:
    """Whether this is a text, a flag, a count, null, or a list of texts and nulls."""
    if isinstance(value, list):
        return all(one is None or isinstance(one, str) for one in value)
    return value is None or isinstance(value, str | bool | int)


def effects_faults(effects: dict[str, Any], *, only_reads: bool) -> list[object]:
    found: list[object] = [] if effects.keys() == {*PATHS, *FLAGS} else [effects]
    found += [name for name in FLAGS if not isinstance(effects[name], bool)]
    for name in PATHS:
        paths = [one["path"] for one in effects[name]]
        shaped = all(one.keys() == {"path", "certain"} and isinstance(one["certain"], bool) for one in effects[name])
        rooted = all(path is None or path.startswith("/") for path in paths)
        found += [] if shaped and rooted and len(paths) == len(set(paths)) else [(name, effects[name])]
    written = [one["path"] for one in effects["writes"]]
    found += [one for one in effects["overwrites"] if one["path"] not in written]
    return found + [name for name in ("writes", "deletes", "moves") if only_reads and effects[name]]


def test_the_tables_are_many_lines():
    assert len(LINES) >= 2000


def test_each_answer_has_its_whole_shape(ask):
    answers = ask([*LINES[::EACH], *KNOWN_ONCE])
    assert {line: wrong for at, (line, told) in enumerate(answers) if (wrong := faults(at, told))} == {}


def test_what_is_not_known_before_the_run_is_null(ask):
    told = dict(ask(KNOWN_ONCE))
    assert told["ls | xargs rm"]["calls"][1]["args"] == {"paths": [None]}
    assert told["ls | xargs rm"]["calls"][1]["unknown"] == ["a word from elsewhere"]
    assert told["$X a"]["programs"][0] == {"program": "", "args": ["a"], "certain": True, "cwd": "/w/a", "wrappers": []}
    assert told["> $X"]["calls"][0]["args"] == {"redirect_to": [None], "overwrite_to": [None]}
    assert told["cd $D && rm a"]["programs"][1]["cwd"] is None
    assert told["cd $D && rm a"]["effects"]["deletes"] == [{"path": None, "certain": False}]


def test_a_path_stands_once_and_is_certain_where_one_touch_is(ask):
    told = dict(ask(KNOWN_ONCE))
    assert told["tac a > z; rev a >> z"]["effects"]["writes"] == [{"path": "/w/a/z", "certain": True}]
    assert told["diff <(sort a) <(sort b)"]["effects"]["reads"][-1] == {"path": None, "certain": True}
