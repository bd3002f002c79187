"""The specs of a rule file: they add names to ours, and can hide none."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from guardhost.calls.own import SpecError, own
from guardhost.calls.structured import structured
from guardhost.model.line import Command
from tests.calls.lines import plain, word

SHIPIT = {
    "shipit": {"options": [{"flags": ["-p", "--prod"], "dest": "prod", "type": "bool"}], "positionals": [{"name": "svc"}]}
}
REL = {"rel": {"options": [{"flags": ["--env"]}, {"flags": ["--ver"]}], "positionals": [{"name": "svc"}]}}
ROLLOUT = {"kubectl": {"subcommands": {"rollout": {"positionals": [{"name": "action"}, {"name": "what", "nargs": "*"}]}}}}
DEPTH = {
    "tool-x": {
        "aliases": ["tx"],
        "posix": True,
        "options": [
            {"flags": ["-v"], "dest": "verbose", "type": "count"},
            {"flags": ["-D"], "dest": "define", "type": "list"},
        ],
        "subcommands": {
            "run": {"after_dashdash": "command", "options": [{"flags": ["-i"], "dest": "suffix", "type": "attached"}]},
            "set": {"key_value": True},
            "on": {"posix": True, "positionals": [{"name": "host"}, {"name": "words", "nargs": "*"}]},
            "pick": {
                "options": [{"flags": ["-e"], "dest": "text"}],
                "positionals": [{"name": "script", "unless": "text"}, {"name": "paths", "nargs": "*"}],
            },
        },
    }
}
WHOLE = {"jx": {"tool": "java_x", "options": [{"flags": ["-port"], "type": "int"}]}}


def call(tools: object, line: str) -> tuple[str, Any, list[str]]:
    """Return the tool, the arguments and the unknown options of a line under these specs."""
    program, *words = shlex.split(line)
    command = Command(program=program, args=tuple(word(one) for one in words))
    made = structured((command,), own=own(tools))[0]
    return made.tool, plain(made.args), list(made.unknown)


@pytest.mark.parametrize(
    ("tools", "line", "tool", "args", "unknown"),
    [
        (SHIPIT, "shipit web --prod", "shipit", {"prod": True, "svc": "web"}, []),
        (SHIPIT, "shipit -p web", "shipit", {"prod": True, "svc": "web"}, []),
        (SHIPIT, "shipit web --pr", "shipit", {"prod": True, "svc": "web"}, []),
        (SHIPIT, "shipit web --odd", "shipit", {"svc": "web"}, ["--odd"]),
        (SHIPIT, "frobctl web", "frobctl", {"argv": ["web"]}, []),
        (REL, "rel --env beta --ver=7 web", "rel", {"env": "beta", "ver": "7", "svc": "web"}, []),
        (REL, "rel --env $X web", "rel", {"env": None, "svc": "web"}, []),
        # beside ours
        (ROLLOUT, "kubectl rollout undo deploy/a", "kubectl_rollout",
         {"action": "undo", "resource": "deploy/a", "what": ["deploy/a"]}, []),
        (ROLLOUT, "kubectl delete pod a -n live", "kubectl_delete",
         {"namespace": "live", "resource": "pod", "names": ["a"]}, []),
        ({"kubectl": {"extend": False, "subcommands": {"rollout": {}}}}, "kubectl delete pod a -n live", "kubectl_delete",
         {"namespace": "live", "resource": "pod", "names": ["a"]}, []),
        ({"git": {"subcommands": {"push": {"options": [{"flags": ["-f"], "dest": "follow", "type": "bool"}]}}}},
         "git push -f", "git_push", {"force": True}, []),
        ({"git": {"subcommands": {"ship": {"positionals": [{"name": "to"}]}}}}, "git -C d ship x", "git_ship",
         {"cwd": ["d"], "to": "x"}, []),
        ({"npm": {"subcommands": {"run": {"subcommands": {"live": {}}}}}}, "npm run live", "npm_run_live", {}, []),
        ({"npm": {"subcommands": {"run": {"subcommands": {"live": {}}}}}}, "npm run x", "npm_run", {"script": "x"}, []),
        # every kind of field
        (DEPTH, "tool-x -vv -D a -Db run -i.x -- ls -l", "tool_x_run",
         {"verbose": 2, "define": ["a", "b"], "suffix": ".x", "command": ["ls", "-l"]}, []),
        (DEPTH, "tx set a=1 b=$X", "tool_x_set", {"a": "1", "b": None}, []),
        (DEPTH, "tx on h ls -l", "tool_x_on", {"host": "h", "words": ["ls", "-l"]}, []),
        (DEPTH, "tx pick a b", "tool_x_pick", {"script": "a", "paths": ["b"]}, []),
        (DEPTH, "tx pick -e a b", "tool_x_pick", {"text": "a", "paths": ["b"]}, []),
        (DEPTH, "tx frob -v", "tool_x_frob", {"argv": ["frob", "-v"], "verbose": 1}, []),
        (WHOLE, "jx -port 1", "java_x", {"port": "1"}, []),
        (WHOLE, "jx -port=1 --port=2", "java_x", {"port": ["1", "2"]}, []),
        ({"x": None}, "x a", "x", {}, []),
    ],
)  # fmt: skip
def test_a_line_under_own_specs(tools, line, tool, args, unknown):
    assert call(tools, line) == (tool, args, unknown)


def test_without_them_nothing_of_them_stays():
    assert call(ROLLOUT, "kubectl rollout undo x")[1]["what"] == ["x"]
    assert "what" not in call({}, "kubectl rollout undo x")[1]
    assert call({"git": {"options": [{"flags": ["--odd"], "type": "bool"}]}}, "git --odd push")[1] == {"odd": True}
    assert call({}, "git --odd push") == ("git_push", {}, ["--odd"])


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        ([], "tools: give a mapping"),
        ({"x": []}, "tools.x: give a mapping"),
        ({"x": {"colour": 1}}, "tools.x.colour: no such key"),
        ({"x": {"options": {}}}, "tools.x.options: give a list"),
        ({"x": {"options": [{"dest": "a"}]}}, "tools.x.options.0.flags: give spellings"),
        ({"x": {"options": [{"flags": ["p"]}]}}, "tools.x.options.0.flags: give spellings"),
        ({"x": {"options": [{"flags": ["-p", "--a:b"]}]}}, "tools.x.options.0.flags: give spellings"),
        ({"x": {"options": [{"flags": ["-p"], "type": "float"}]}}, "tools.x.options.0.type: `float` is none of"),
        ({"x": {"options": [{"flags": ["-p"], "dest": "a b"}]}}, "tools.x.options.0.dest: give a name"),
        ({"x": {"positionals": [{}]}}, "tools.x.positionals.0.name: give a name"),
        ({"x": {"positionals": [{"name": "a", "nargs": "many"}]}}, "tools.x.positionals.0.nargs: `many` is none of"),
        ({"x": {"positionals": [{"name": "a", "unless": [1]}]}}, "tools.x.positionals.0.unless: give texts"),
        ({"x": {"subcommands": {"y": {"tool": "z"}}}}, "tools.x.subcommands.y.tool: no such key"),
        ({"x": {"aliases": [1]}}, "tools.x.aliases: give texts"),
    ],
)
def test_what_cannot_be_read_says_where(tools, said):
    with pytest.raises(SpecError) as raised:
        own(tools)
    assert str(raised.value).startswith(said)
    assert raised.value.place[0] == "tools"
