"""`use` and `unuse` in the text of a rule file: the list is what was asked for, and all else stays as it is written."""

from __future__ import annotations

import pytest
import yaml

from guardhost.model.errors import PolicyError
from guardhost.rules.editing import with_used, without_used

TESTS = "tests-before-push"
# How a rule file may stand in its text.
FILES = {
    "a block": f"use:\n  - no-force-push\n  - {TESTS}\nrules: []\n",
    "a block in column 0": f"use:\n- no-force-push\n- {TESTS}\nrules: []\n",
    "a mapping at its end": f"use:\n  - no-force-push\n  - {TESTS}:\n      mode: warn\nrules: []\n",
    "a mapping at its begin": f"use:\n  - {TESTS}:\n      mode: warn\n      scope: project\n  - no-force-push\nrules: []\n",
    "a mapping alone": f"use:\n  - {TESTS}:\n      mode: warn\nrules: []\n",
    "braces in a block": f"use:\n  - no-force-push\n  - {{{TESTS}: {{mode: warn}}}}   # x\nrules: []\n",
    "brackets": f"# ours\nuse: [no-force-push, {TESTS}]   # keep\nrules: []\n",
    "brackets over lines": f"use: [no-force-push,\n      {TESTS}]\nrules: []\n",
    "brackets, an entry a line": f"use: [\n  no-force-push,\n  {{{TESTS}:\n    {{mode: warn}}}},\n]\nrules: []\n",
    "quotes": f"use: ['no-force-push', \"{TESTS}\"]\n",
    "quotes in a block": f"use:\n  - 'no-force-push'\n  - \"{TESTS}\"\n",
    "comments": f"use:\n  # first we use\n  - no-force-push\n  # second\n  - {TESTS} # why\n# end\nrules: []\n",
    "one entry": f"use: [{TESTS}]\n",
    "one entry at the end": f"rules: []\nuse:\n  # we use it\n  - {TESTS}\n",
    "a word": f"use: {TESTS}\nrules: []\n",
    "other line ends": f"use:\r\n  - no-force-push\r\n  - {TESTS}\r\nrules: []\r\n",
    "no newline": f"rules: []\nuse:\n  - no-force-push\n  - {TESTS}",
    "a document": f"---\nversion: 1\nuse: [no-force-push, {TESTS}]\n...\n",
    "braces": f"{{use: [no-force-push, {TESTS}], rules: []}}\n",
}
LACKING = {
    "nothing behind it": "use:\nrules: []\n", "null": "use: null\nrules: []\n", "no entry": "use: []\n",
    "none": "rules: []", "an empty file": "", "a comment": "# hi\n", "braces around": "{rules: []}\n",
    "an end": "---\nversion: 1\nrules: []\n...\n",
}  # fmt: skip


def used(text: str) -> dict[str, object]:
    """Return what a file uses, with what it says of each, as YAML has it."""
    given = (yaml.safe_load(text) or {}).get("use") or []
    entries = [given] if isinstance(given, str) else given
    return {one if isinstance(one, str) else next(iter(one)): None if isinstance(one, str) else one for one in entries}


def rest(text: str) -> dict[str, object]:
    return {key: value for key, value in (yaml.safe_load(text) or {}).items() if key != "use"}


@pytest.mark.parametrize("text", [*FILES.values(), *LACKING.values()], ids=[*FILES, *LACKING])
def test_an_entry_is_added(text):
    made = with_used(text, "guard.yaml", ["no-env-dumps"])
    assert used(made) == {**used(text), "no-env-dumps": None}
    assert rest(made) == rest(text)
    assert [line for line in text.splitlines() if "#" in line and line not in made.splitlines() and "use:" not in line] == []
    assert with_used(made, "guard.yaml", ["no-env-dumps"]) == made


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_an_entry_is_changed_where_it_stands(text):
    made = with_used(text, "guard.yaml", [TESTS], "ask")
    assert used(made) == {**used(text), TESTS: {TESTS: {"mode": "ask"}}}
    assert list(used(made)) == list(used(text))
    assert rest(made) == rest(text)


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_an_entry_is_taken_out(text):
    made = without_used(text, "guard.yaml", [TESTS])
    assert used(made) == {name: said for name, said in used(text).items() if name != TESTS}
    assert rest(made) == rest(text)


@pytest.mark.parametrize("text", LACKING.values(), ids=LACKING)
def test_an_entry_that_is_not_there_is_told(text):
    with pytest.raises(PolicyError, match="no entry `tests-before-push`"):
        without_used(text, "guard.yaml", [TESTS])


def test_an_entry_that_is_nearly_there_is_named():
    with pytest.raises(PolicyError) as caught:
        without_used("use: [tests-before-push]", "guard.yaml", ["tests-before-psh"])
    assert caught.value.fix == "did you mean `tests-before-push`?"
