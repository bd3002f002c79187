"""Git tools of a server, judged as the lines that they say."""

from __future__ import annotations

import pytest

from guardhost.builtin.tool_git import line_of
from guardhost.model.event import Event
from tests.builtin.lines import line_matter
from tests.builtin.matters import PROJECT, judged, lent, matter

GIT = "mcp__git__git_"
# (tool, arguments with bare names, the line)
LINES = [
    (f"{GIT}reset", {"repopath": PROJECT, "mode": "hard"}, "git reset --hard"),
    (f"{GIT}reset", {"hard": True, "commit": "HEAD~2"}, "git reset --hard 'HEAD~2'"),
    (f"{GIT}reset", {"repopath": PROJECT}, "git reset"),
    ("mcp__git__reset_hard", {}, "git reset --hard"),
    (f"{GIT}push", {"remote": "origin", "branch": "feature", "force": True}, "git push --force 'origin' 'feature'"),
    ("mcp__git__force_push", {"branch": "x"}, "git push --force 'x'"),
    (f"{GIT}branch", {"mode": "delete", "branchname": "old", "force": True}, "git branch -D 'old'"),
    ("mcp__git__delete_branch", {"name": "old"}, "git branch -d 'old'"),
    (f"{GIT}stash", {"mode": "clear"}, "git stash clear"),
    (f"{GIT}clean", {"force": True, "directories": True, "dryrun": False}, "git clean --force -d"),
    (f"{GIT}checkout", {"paths": ["a b", "c'd"]}, "git checkout -- 'a b' 'c'\\''d'"),
    (f"{GIT}worktree", {"mode": "remove", "worktreepath": "../x", "force": True}, "git worktree remove --force '../x'"),
    (f"{GIT}commit", {"message": "rm -rf ~", "noverify": True}, "git commit --no-verify"),
    (f"{GIT}status", {"repopath": PROJECT}, ""),
    ("mcp__github__push_files", {"branch": "x"}, ""),
    ("mcp__notes__reset", {"mode": "hard"}, ""),
]


@pytest.mark.parametrize(("tool", "named", "line"), LINES)
def test_the_line_that_a_call_says(tool, named, line):
    assert line_of(tool, named) == line


HOST = {"owner": "o", "repo": "r"}
# Each with its tool, its arguments, and what is answered by which rule.
CALLS = [
    (f"{GIT}reset", {"repo_path": PROJECT, "mode": "hard"}, "deny", "discard-work"),
    (f"{GIT}push", {"path": PROJECT, "remote": "origin", "branch": "f", "force": True}, "deny", "history-rewrite"),
    (f"{GIT}status", {"repo_path": PROJECT}, "allow", ""),
    (f"{GIT}commit", {"repo_path": PROJECT, "message": "git reset --hard"}, "allow", ""),
    ("mcp__github__push_files", {**HOST, "branch": "main", "files": []}, "ask", "push-protected"),
    ("mcp__github__create_or_update_file", {**HOST, "branch": "refs/heads/master"}, "ask", "push-protected"),
    ("mcp__github__push_files", {**HOST, "branch": "feature", "files": []}, "allow", ""),
    ("mcp__github__get_file_contents", {**HOST, "branch": "main"}, "allow", ""),
    ("mcp__github__delete_branch", {**HOST, "branch": "old"}, "ask", "data-harm"),
    ("mcp__github__create_branch", {**HOST, "branch": "new", "from_branch": "main"}, "allow", ""),
]


@pytest.mark.parametrize(("tool", "args", "decision", "rule"), CALLS)
def test_what_a_call_is_answered(tool, args, decision, rule):
    event = Event(seam="tool", tool=tool, args=args, cwd=PROJECT)
    made = matter(event=event, **lent(), reads=lambda text, _folder: line_matter(text, **lent()))
    answer = judged(made, every=True)
    assert (answer.decision, answer.rule) == (decision, rule), answer.reason
