"""Tools that are no host's own, by the paths among their arguments."""

from __future__ import annotations

import pytest

from guardhost.builtin.tool_paths import kind_of
from guardhost.model.event import Event
from tests.builtin.matters import HOME, PROJECT, matter, said

QUIET = ("allow", "")
SETTINGS = f"{PROJECT}/.claude/settings.json"
OLD = '{"hooks": {"PreToolUse": []}, "model": "opus"}'


@pytest.mark.parametrize(
    ("tool", "args", "expected"),
    [
        ("mcp__fs__write_file", {"path": ".claude/settings.json", "content": "{}"}, ("deny", "host-settings")),
        ("mcp__fs__write_file", {"path": SETTINGS, "content": OLD}, QUIET),
        ("mcp__fs__write_file", {"path": SETTINGS, "content": OLD.replace("opus", "x")}, ("ask", "host-settings")),
        ("mcp__fs__writeFile", {"uri": f"file://{SETTINGS}", "text": "{}"}, ("deny", "host-settings")),
        (
            "mcp__fs__writeFile",
            {"uri": f"file://{PROJECT}/%2Eclaude/settings.json", "text": "{}"},
            ("deny", "host-settings"),
        ),
        ("mcp__fs__edit_file", {"path": SETTINGS, "edits": [{"oldText": "opus", "newText": "x"}]}, ("ask", "host-settings")),
        ("mcp__fs__edit_file", {"path": SETTINGS, "edits": [{"oldText": "Pre", "newText": "x"}]}, ("deny", "host-settings")),
        ("mcp__fs__edit_file", {"path": SETTINGS, "edits": [{"oldText": "a", "newText": "b"}], "dryRun": True}, QUIET),
        ("mcp__fs__str_replace", {"file_path": SETTINGS, "old_str": "hooks", "new_str": "x"}, ("deny", "host-settings")),
        ("mcp__fs__patch", {"file": SETTINGS, "diff": "@@"}, ("deny", "host-settings")),
        ("mcp__fs__delete_file", {"path": ".git"}, ("deny", "vcs-off")),
        ("mcp__fs__delete_files", {"paths": ["src/a", ".git/HEAD"]}, ("deny", "vcs-off")),
        ("mcp__fs__remove", {"target": f"{HOME}/.local/state/guardhost"}, ("deny", "guard-tamper")),
        ("mcp__fs__move_file", {"source": ".git", "destination": "/tmp/x"}, ("deny", "vcs-off")),
        ("mcp__fs__move_file", {"source": "/tmp/x.json", "destination": SETTINGS}, ("deny", "host-settings")),
        ("mcp__fs__rename", {"old_path": f"{HOME}/.config/guardhost", "new_path": "/tmp/g"}, ("deny", "guard-tamper")),
        ("mcp__fs__copy_file", {"src": "/tmp/x", "dst": f"{HOME}/.config/guardhost/guard.yaml"}, ("deny", "guard-tamper")),
        ("mcp__fs__write_files", {"files": [{"path": "a", "content": ""}, {"path": ".git/HEAD"}]}, ("deny", "vcs-off")),
        ("mcp__fs__write_file", {"path": "guard.py", "content": ""}, ("advise", "policy-write")),
        ("mcp__fs__write_file", {"path": "src/app.py", "content": ".git"}, QUIET),
        ("mcp__fs__read_file", {"path": SETTINGS}, QUIET),
        ("mcp__fs__read_text_file", {"path": f"{HOME}/.config/guardhost/guard.yaml"}, QUIET),
        ("mcp__fs__get_file_edits", {"path": SETTINGS}, QUIET),
        ("mcp__fs__list_directory", {"path": ".git"}, QUIET),
        ("mcp__fs__create_directory", {"path": ".claude/commands"}, QUIET),
        ("mcp__fs__copy_file", {"source": SETTINGS, "destination": "/tmp/copy.json"}, QUIET),
        ("mcp__fs__delete_file", {"path": "build/out.txt"}, QUIET),
        ("mcp__github__create_or_update_file", {"owner": "o", "repo": "r", "path": ".claude/settings.json"}, QUIET),
        ("mcp__notes__create_page", {"title": "x", "body": "rm -rf .git"}, QUIET),
        ("mcp__tracker__update_issue", {"id": 3, "text": "delete .git"}, QUIET),
        ("mcp__fs__search_files", {"path": ".claude", "pattern": "settings.json"}, QUIET),
    ],
)
def test_a_tool_is_judged_by_its_paths(tool, args, expected):
    event = Event(seam="tool", tool=tool, args=args, cwd=PROJECT)
    assert said(matter(event=event, files={SETTINGS: OLD, "/tmp/x.json": "{}"})) == expected


@pytest.mark.parametrize(
    ("tool", "kind"),
    [
        ("mcp__fs__write_file", "write"),
        ("writeTextFile", "write"),
        ("mcp__x__fileDelete", "delete"),
        ("mcp__x__read_and_write", ""),
        ("mcp__x__symlink", "copy"),
        ("mcp__x__think", ""),
        ("", ""),
    ],
)
def test_what_a_tool_does_by_its_name(tool, kind):
    assert kind_of(tool) == kind
