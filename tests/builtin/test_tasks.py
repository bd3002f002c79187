"""Files of tasks as they are read: what each task runs, and what is left out because only its run says it."""

from __future__ import annotations

import pytest

from guardhost.builtin.task_files import justfile, makefile, table, taskfile

MAKEFILE = """\
BUILD ?= build
NAMES := $(shell ls)
export MODE = fast
all: lib app
lib:
\t@echo lib $(BUILD) $$HOME
app: lib ; echo app
clean:
\t-rm -rf $(BUILD) \\
\t  dist
\t$(RM) *.o
dark:
\trm -rf $(NAMES)
\trm -rf $(UNSET)/x
$(BUILD)/x: app
\techo $@
"""


@pytest.mark.parametrize(
    ("wanted", "lines"),
    [
        ([], ["echo lib build $HOME", "echo app"]),
        (["clean"], ["rm -rf build  \t  dist", "rm -f *.o"]),
        (["dark"], []),
        (["app"], ["echo app", "echo lib build $HOME"]),
        (["none"], []),
    ],
)
def test_a_makefile(wanted: list[str], lines: list[str]) -> None:
    assert makefile(MAKEFILE, {}).lines(wanted) == lines


def test_a_variable_of_the_line_counts_before_that_of_the_file() -> None:
    assert makefile(MAKEFILE, {"BUILD": "/home/u"}).lines(["clean"])[0].startswith("rm -rf /home/u ")


def test_rules_that_need_each_other_end() -> None:
    assert makefile("a: b\n\techo a\nb: a\n\techo b\n", {}).lines([]) == ["echo a", "echo b"]


def test_a_justfile() -> None:
    rules = justfile(
        'dir := "out"\n[private]\nclean: prepare\n    @rm -rf {{dir}}\n    rm {{arg}}\nprepare arg="x":\n    echo p\n'
    )
    assert rules.lines([]) == ["rm -rf out", "echo p"]
    assert rules.lines(["prepare"]) == ["echo p"]


def test_a_table_of_tasks() -> None:
    text = (
        '[tool.other]\na = "no"\n[tool.poe.tasks]\nb = "rm x"\nc = { shell = "rm y" }\nd.cmd = ["no"]\n'
        '[tool.hatch.envs.t.scripts]\ne = "z"\n'
    )
    assert {key: value for key, value in table(text, "tool.poe.tasks").items() if value} == {"b": "rm x", "c": "rm y"}
    assert table(text, "tool.hatch.envs.*") == {"e": "z"}


TASKFILE = """\
version: '3'
includes:
  docs: ./docs
tasks:
  default:
    deps: [lint]
    cmds:
      - echo hi
      - task: clean
  clean:
    desc: - no command
    cmds:
      - "rm -rf dist"
      - cmd: rm -f x.o
      - |
        echo block
  lint:
    cmd: ruff check .
  short: echo short
vars:
  A: b
"""


def test_a_taskfile() -> None:
    tasks = taskfile(TASKFILE)
    assert tasks == {
        "default": ("echo hi",),
        "clean": ("rm -rf dist", "rm -f x.o"),
        "lint": ("ruff check .",),
        "short": ("echo short",),
    }
