"""Rule files that are wrong somewhere: each mistake has its place, its code and a way out, and stops no other rule."""

from __future__ import annotations

import time

import pytest

from guardhost.rules.compiling import compile_file

GOOD = "  - {id: good, never: curl}\n"
# A rule of the id `a` that is wrong: (what stands behind its id, the column, what the message and its fix say)
RULES = {
    "an unknown key": ("nevr: rm", 13, "did you mean `never`"),
    "two kinds": ("never: b, before: [a, b]", 31, "2 kinds"),
    "no kind": ("mode: ask", 5, "no kind"),
    "a bare require": ("require: rm", 22, "needs `with` or `where`"),
    "with beside before": ("before: [a, b], with: {x: y}", 35, "into the target"),
    "an unknown mode": ("never: b, mode: blok", 29, "did you mean `block`"),
    "an unknown target key": ("never: {tol: b}", 21, "did you mean `tool`"),
    "a variable outside of before": ("never: {tool: b, with: {x: $v}}", 40, "$v"),
    "variables beside since": (
        "before: {first: {tool: a, with: {x: $v}}, then: {tool: b, with: {x: $v}}, since: c}", 94, "since",
    ),
    "parts that bind unlike variables": (
        "before: [{tool: a, with: {x: $v}}, {tool: b, with: {x: $w}}]", 22, "same $variables",
    ),
    "a regular expression that is none": ("conditions: [{path_pattern: '('}]", 41, "regular expression"),
    "an unknown key in a target of a formula": ("ltl: 'G(!now({tool: b, wher: {x: y}}))'", 5, "did you mean `where`"),
    "a flag of a target of a formula": ("ltl: 'G(!now({tool: b, exists: 3}))'", 5, "neither true nor false"),
    "times that are no number": ("at_most: {call: b, times: true}", 39, "number"),
    "an example without a decision": ("never: b, tests: ['rm a']", 31, "decision"),
}  # fmt: skip
# (the file, the code, line:column, what the message and its fix say)
WRONG = {
    **{
        about: (f"rules:\n  - {{id: a, {rest}}}\n{GOOD}", "GH1012", f"2:{column}", said)
        for about, (rest, column, said) in RULES.items()
    },
    "an unknown key of the file": (f"ruls: []\nrules:\n{GOOD}", "GH1011", "1:1", "did you mean `rules`"),
    "no id": (f"rules:\n  - {{never: a}}\n{GOOD}", "GH1012", "2:5", "no `id`"),
    "a formula that cannot fail": (f"rules:\n  - {{id: a, ltl: 'F(now(\"x\"))'}}\n{GOOD}", "GH1702", "2:18", ""),
    "an unknown entry of the library": (f"use: [no-force-pus]\nrules:\n{GOOD}", "GH1014", "1:7", "`no-force-push`"),
    "an unknown setting": (f"settings: {{retris: 2}}\nrules:\n{GOOD}", "GH1012", "1:12", "did you mean `retries`"),
    "an id twice": (f"rules:\n  - {{id: good, never: x}}\n{GOOD}", "GH1012", "3:5", "twice"),
}
# Files that are no YAML that is read: (the file, line:column, what is said)
UNREADABLE = {
    "a tab": ("rules:\n\t- a\n", "2:1", "tab"),
    "a key twice": ("rules: []\nrules: []\n", "2:1", "twice"),
    "an alias of itself": ("rules: &a [*a]\n", "1:12", "holds itself"),
    "an alias of nothing": ("rules: [*b]\n", "1:9", "b"),
    "two documents": ("rules: []\n---\nrules: []\n", "2:1", "second document"),
    "a merge": ("rules: [{<<: 1}]\n", "1:10", "merge"),
    "no end": ("rules: [\n", "2:1", ""),
    "no mapping": ("- a\n", "1:1", "no mapping"),
}


@pytest.mark.parametrize(("text", "code", "place", "said"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_told_at_its_place_and_stops_no_other_rule(text, code, place, said):
    compiled = compile_file("guard.yaml", text.encode())
    (problem,) = compiled["problems"]
    assert (problem["code"], problem["where"]) == (code, f"guard.yaml:{place}")
    assert said in f"{problem['what']} {problem['fix']}"
    assert problem["fix"]
    assert [rule["id"] for rule in compiled["rules"]] == ["good"]


@pytest.mark.parametrize(("text", "place", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_is_told_at_its_place(text, place, said):
    (problem,) = compile_file("guard.yaml", text.encode())["problems"]
    assert (problem["code"], problem["where"]) == ("GH1011", f"guard.yaml:{place}")
    assert said in f"{problem['what']} {problem['fix']}"


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + at)}: &{chr(98 + at)} [{', '.join('*' + chr(97 + at) for _ in range(10))}]\n" for at in range(9)
)
HOSTILE = {
    "an alias bomb": BOMB.encode(),
    "deep nesting": b"rules: " + b"[" * 200_000,
    "deep mappings": b"{a: " * 100_000,
    "ten megabytes": b"rules: []\n" + b"#" * 10_000_000,
    "many keys": "".join(f"k{at}: 1\n" for at in range(60_000)).encode(),
    "no text": bytes(range(256)),
    "an unclosed quote": b"rules: '" + b"x" * 500_000,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_in_bounded_time(data):
    began = time.process_time()
    compiled = compile_file("guard.yaml", data)
    assert compiled["problems"]
    assert compiled["rules"] == []
    assert time.process_time() - began < 20  # a runaway, not a measurement


def test_a_catastrophic_expression_is_stopped():
    from guardhost.rules.kinds.conditions import _search

    assert _search("(a+)+$", "a" * 40 + "b", fold=False) is True


def test_the_file_of_the_peer_keeps_its_meaning():
    text = "version: 1\nsettings: {memory_first: false}\nrules: [{id: a, never: curl}]\n"
    compiled = compile_file("AGENTLTL.yaml", text.encode())
    assert compiled["problems"] == []
    assert [rule["id"] for rule in compiled["rules"]] == ["a"]


VERSIONS = [("1", True), ('"1"', True), ("2", False), ("1.5", False), ("[1]", False), ("next", False)]


@pytest.mark.parametrize(("said", "known"), VERSIONS)
def test_a_version_that_is_not_known_is_a_problem_with_its_place(said, known):
    text = f"version: {said}\nrules: [{{id: a, never: curl}}]\n".encode()
    compiled = compile_file("guard.yaml", text)
    assert [(one["code"], one["where"], one["fix"]) for one in compiled["problems"]] == (
        [] if known else [("GH1011", "guard.yaml:1:10", "write `version: 1`")]
    )
    assert [rule["id"] for rule in compiled["rules"]] == ["a"]
    assert compile_file("AGENTLTL.yaml", text)["problems"] == []


NOTED = [
    ("{id: no-curl2, never: curl, fix: read it}", []),
    ("{id: no_curl, never: curl, fix: read it}", ["no_curl: ids are in kebab-case; write `no-curl`"]),
    ("{id: No Curl, never: curl, mode: ask}", ["No Curl: ids are in kebab-case; write `no-curl`"]),
    ("{id: no-curl, never: curl}", ["no-curl: it refuses and has no `fix` that says what to do instead"]),
    ("{id: no-curl, never: curl, mode: log}", []),
    ("{id: no-curl, never: curl, suggested_tool: wget}", []),
]


@pytest.mark.parametrize(("rule", "said"), NOTED, ids=[row[0] for row in NOTED])
def test_what_a_rule_of_a_repository_lacks_is_noted(rule, said):
    text = f"rules: [{rule}]".encode()
    compiled = compile_file("guard.yaml", text)
    assert ([one["what"] for one in compiled["lints"]], compiled["problems"]) == (said, [])
    assert all(one["where"] == "guard.yaml:1:9" for one in compiled["lints"])
    assert compile_file("AGENTLTL.yaml", text)["lints"] == []
    assert compile_file("guard.yaml", text, person=True)["lints"] == []


TOLD = [
    ('called("x")', "log", "UNSAFE", "it is UNSAFE: the agent is told with every call until it is met"),
    ('in_order(["a", "b"])', "log", "INERT", "it is INERT: no call breaks it"),
    ('G(!now("x"))', "log", "SAFE", ""),
    ('called("x")', "warn", "", ""),
    ('in_order(["a", "b"])', "ask", "", ""),
]


@pytest.mark.parametrize(("formula", "mode", "kind", "said"), TOLD)
def test_a_formula_that_refuses_nothing_may_be_one_that_no_single_call_breaks(formula, mode, kind, said):
    compiled = compile_file("guard.yaml", f"rules: [{{id: a, mode: {mode}, fix: x, ltl: '{formula}'}}]".encode())
    assert [rule["class"] for rule in compiled["rules"]] == ([kind] if kind else [])
    assert [one["code"] for one in compiled["problems"]] == ([] if kind else ["GH1702"])
    assert [one["what"][: len(said)] for one in compiled["lints"]] == ([said] if said else [])
