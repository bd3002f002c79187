"""Our entries in settings of any layout: put in once, taken out again, and nothing of the person's is lost."""

from __future__ import annotations

import json
import random
from typing import Any

from guardhost.hosts.wiring import entries, setup
from guardhost.hosts.wiring.jsonedit import Text
from tests.rows import each_row

OURS = {event: f"/h/guardhost/guardhost-hook claude-code {event}" for event in ("PreToolUse", "Stop")}
WANTED = setup("claude-code").wiring(OURS)
SPACE = (" ", "\n", "\n  ", "\t", "", "", "/* c */", "// x\n", "\r\n")
PLAIN = ("1", "true", "null", '"s // no"', '"{[,"', "-1.5e3")
OTHER = '{"type":"command","command":"other"}'


class Layout:
    """Settings with comments, spaces and trailing commas at random places."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def space(self) -> str:
        return "".join(self.random.choice(SPACE) for _ in range(self.random.randint(0, 3)))

    def wrapped(self, entries_of: list[str], brackets: str) -> str:
        out = brackets[0] + self.space()
        for at, entry in enumerate(entries_of):
            comma = at < len(entries_of) - 1 or self.random.random() < 0.15
            out += entry + self.space() + ("," + self.space() if comma else "")
        return out + brackets[1]

    def groups(self) -> str:
        hooks = [f'"matcher": "Bash", "hooks": {self.wrapped([OTHER], "[]")}'] * self.random.randint(0, 2)
        return self.wrapped([self.wrapped([hook], "{}") for hook in hooks], "[]")

    def settings(self) -> str:
        members = [f'"{key}": {self.random.choice(PLAIN)}' for key in self.random.sample("abcde", self.random.randint(0, 3))]
        if self.random.random() < 0.7:
            events = self.random.sample(["PreToolUse", "Stop", "Other"], self.random.randint(0, 3))
            hooks = '"hooks": ' + self.wrapped([f'"{event}": {self.groups()}' for event in events], "{}")
            members.insert(self.random.randint(0, len(members)), hooks)
        return self.space() + self.wrapped(members, "{}") + self.space()


def without_empties(value: dict[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(value))
    hooks = {event: groups for event, groups in copy.pop("hooks", {}).items() if groups}
    return copy | ({"hooks": hooks} if hooks else {})


@each_row("seed", range(150))
def test_any_layout_keeps_what_is_the_persons(seed: int) -> None:
    before = Layout(seed).settings()
    text = Text(before)
    value = text.root.value
    entries.wire(text, WANTED)
    assert all(group in text.root.value["hooks"][event] for event, group in WANTED.items())
    wired = text.text
    entries.wire(text, WANTED)
    assert text.text == wired
    assert entries.unwire(text)
    assert without_empties(text.root.value) == without_empties(value)
    for comment in ("/* c */", "// x"):
        assert text.text.count(comment) == before.count(comment)
    assert not entries.unwire(text)


def test_what_follows_a_line_comment_does_not_join_it() -> None:
    text = Text('{ // kept\n"a": 1, "b": 2}')
    text.remove(text.root, 0)
    assert text.root.value == {"b": 2}
    assert "// kept\n" in text.text


def test_a_handler_of_ours_in_a_shared_group_goes_alone() -> None:
    handler = json.dumps(WANTED["Stop"]["hooks"][0])
    text = Text('{"hooks": {"Stop": [{"hooks": [' + OTHER + ", " + handler + "]}]}}")
    entries.unwire(text)
    assert text.root.value == {"hooks": {"Stop": [{"hooks": [json.loads(OTHER)]}]}}
