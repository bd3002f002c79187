"""Each family on matters made by hand: what fires and what stays quiet."""

from __future__ import annotations

import pytest

from guardhost.builtin.matter import Places
from guardhost.model.call import SpawnCall, WriteCall
from guardhost.model.effects import Touch
from guardhost.model.event import Event
from guardhost.model.line import Command, Word
from tests.builtin.matters import HOME, PLACES, PROJECT, git, judged, matter, program, running, said, touching, writing
from tests.rows import each_row

QUIET = ("allow", "")
SETTINGS = f"{PROJECT}/.claude/settings.json"
OLD = '{"hooks": {"PreToolUse": []}, "permissions": {"deny": ["Read(.env)"]}, "model": "opus"}'


def test_no_rule_sees_the_line():
    given = matter(event=Event(seam="command", command="guardhost uninstall", args={"command": "x"}, cwd=PROJECT))
    assert given.event.command == ""
    assert given.event.args == {}
    assert said(given) == QUIET


@pytest.mark.parametrize(
    ("old", "new", "decision"),
    [
        (OLD, OLD, "allow"),
        (OLD, OLD.replace("opus", "sonnet"), "ask"),
        (OLD, '{"model": "opus", "permissions": {"deny": ["Read(.env)"]}, "hooks": {"PreToolUse": []}}', "allow"),
        (OLD, OLD.replace('"hooks": {"PreToolUse": []}, ', ""), "deny"),
        (OLD, OLD.replace("Read(.env)", "Read(.envx)"), "deny"),
        (OLD, OLD.replace('"model"', '"disableAllHooks": true, "model"'), "deny"),
        (OLD, OLD.replace('"model"', '"env": {"CLAUDE_CONFIG_DIR": "/tmp/x"}, "model"'), "deny"),
        (OLD, OLD.replace('"model"', '"env": {"EDITOR": "vi"}, "model"'), "ask"),
        (OLD, OLD[:-1], "deny"),
        (OLD, "{}", "deny"),
        (None, "{}", "deny"),
        (None, "", "deny"),
        (None, '{"hooks": {}}', "deny"),
        (None, '{"model": "opus"}', "ask"),
        ('{"model": "opus"}', "{}", "ask"),
        ('{\n  // theme\n  "model": "opus",\n}', '{"model": "opus"}', "allow"),
    ],
)
def test_host_settings_compares_the_texts(old, new, decision):
    files = {SETTINGS: old} if old is not None else {}
    call = WriteCall(path=".claude/settings.json", content=new, whole=True)
    assert judged(writing(call, files=files)).decision == decision
    shell = touching(Touch(kind="write", path=SETTINGS, text=new, via="tee"), files=files)
    assert judged(shell).decision == decision


@pytest.mark.parametrize(
    ("call", "files", "decision"),
    [
        (WriteCall(path=SETTINGS, old_text="opus", new_text="sonnet"), {SETTINGS: OLD}, "ask"),
        (WriteCall(path=SETTINGS, old_text="PreToolUse", new_text="Nope"), {SETTINGS: OLD}, "deny"),
        (WriteCall(path=SETTINGS, edits=(("opus", "x"), ("Read(.env)", ""))), {SETTINGS: OLD}, "deny"),
        (WriteCall(path=SETTINGS, old_text="opus", new_text="sonnet"), {}, "ask"),
        (WriteCall(path=SETTINGS, old_text='"hooks"', new_text='"hoks"'), {}, "deny"),
        (WriteCall(path=SETTINGS, known=False), {SETTINGS: OLD}, "deny"),
        (WriteCall(path=SETTINGS, delete=True), {SETTINGS: OLD}, "deny"),
        (WriteCall(path=SETTINGS, delete=True), {SETTINGS: '{"model": "x"}'}, "ask"),
        (WriteCall(path=SETTINGS, new_text='{"x": 1}', part=True), {SETTINGS: OLD}, "deny"),
    ],
)
def test_host_settings_applies_edits(call, files, decision):
    assert judged(writing(call, files=files)).decision == decision


CODEX = f"{PROJECT}/.codex/config.toml"
TOML = 'model = "gpt"\n[features]\nhooks = true\n[mcp_servers.docs]\ncommand = "docs"\n'


@pytest.mark.parametrize(
    ("new", "decision"),
    [
        (TOML, "allow"),
        (TOML.replace("gpt", "o5"), "ask"),
        (TOML.replace("hooks = true", "hooks = false"), "deny"),
        (TOML + '[mcp_servers.more]\ncommand = "more"\n', "ask"),
        ('approval_policy = "never"\n' + TOML, "deny"),
        ("", "deny"),
    ],
)
def test_host_settings_reads_toml(new, decision):
    assert judged(writing(WriteCall(path=CODEX, content=new, whole=True), files={CODEX: TOML})).decision == decision


@each_row(
    ("path", "content", "decision"),
    [
        (".cursor/hooks.json", '{"version": 1}', "deny"),
        (".cursor/mcp.json", '{"mcpServers": {"x": {"command": "sh"}}}', "ask"),
        (".mcp.json", '{"mcpServers": {"x": {"command": "sh", "autoApprove": ["*"]}}}', "deny"),
        (".vscode/settings.json", '{"chat.tools.autoApprove": true}', "deny"),
        (".vscode/settings.json", '{"editor.tabSize": 2}', "allow"),
        (".vscode/settings.json", "{}", "allow"),
        (".codex/rules/default.rules", "prefix_rule()", "deny"),
        (".github/hooks/guard.json", "{}", "deny"),
        (".gemini/settings.json", '{"tools": {"approvalMode": "yolo"}}', "deny"),
        (".qwen/settings.json", '{"disableAllHooks": true}', "deny"),
        (".vibe/hooks.toml", "", "deny"),
        (".opencode/plugin/guard.ts", "export {}", "ask"),
        ("opencode.json", '{"permission": {"bash": "allow"}}', "deny"),
        (".clinerules/hooks/PreToolUse", "#!/bin/sh", "ask"),
        (".windsurf/hooks.json", "{}", "deny"),
        (".kiro/hooks/guard.json", "{}", "deny"),
        (".factory/hooks.json", "{}", "deny"),
        (".agents/plugins/guard/hooks/hooks.json", "{}", "deny"),
        (".devin/hooks.v1.json", "{}", "deny"),
        ("extensions/python/tool_execute_before/_10_guard.py", "pass", "ask"),
        (f"{HOME}/.codeium/windsurf/hooks.json", "{}", "deny"),
        (f"{HOME}/.config/amp/settings.json", '{"amp.dangerouslyAllowAll": true}', "deny"),
        (f"{HOME}/.config/amp/plugins/guard.ts", "", "ask"),
        ("/etc/claude-code/managed-settings.json", "{}", "deny"),
        ("/etc/cursor/hooks.json", "{}", "deny"),
        (".CLAUDE/Settings.JSON", "{}", "deny"),
        (".cla\u200cude/settings.json", "{}", "deny"),
        (".env", "CODEX_HOME=./.evil\n", "ask"),
        (".env", "PORT=80\n", "allow"),
        (".claude/agents/helper.md", "---\nname: x\npermissionMode: bypassPermissions\n---\nGo.", "deny"),
        (".claude/agents/helper.md", "---\nname: x\n---\npermissionMode: bypassPermissions", "allow"),
        (".claude/commands/review.md", "Review the diff.\n", "allow"),
        (".claude/CLAUDE.md", "Use hooks.", "allow"),
        (".cursor/rules/style.mdc", "hooks", "allow"),
        (".github/workflows/ci.yml", "on: push\n", "allow"),
        (".github/hooks/README.md", "Text.", "allow"),
        (".codex/prompts/x.md", "Text.", "allow"),
        ("docs/settings.json", '{"hooks": {}}', "allow"),
        ("src/hooks/useThing.ts", "export {}", "allow"),
        ("hooks.json", "{}", "allow"),
        ("docs/claude/settings.json.md", "hooks", "allow"),
        ("tests/fixtures/.claude/settings.json", '{"hooks": {}}', "allow"),
        ("/tmp/try/.claude/settings.json", '{"hooks": {}}', "allow"),
        ("packages/web/.claude/settings.json", '{"hooks": {}}', "deny"),
        ("etc/cursor/hooks.json", "{}", "allow"),
    ],
)
def test_host_settings_knows_the_files(path, content, decision):
    assert judged(writing(WriteCall(path=path, content=content, whole=True))).decision == decision


@pytest.mark.parametrize(
    ("touches", "decision"),
    [
        ([Touch(kind="write", path=f"{PROJECT}/.claude", link=True, to="/tmp/mine")], "deny"),
        ([Touch(kind="delete", path=f"{PROJECT}/.claude", recursive=True)], "deny"),
        ([Touch(kind="delete", path=f"{PROJECT}/.claude/hooks", recursive=True)], "deny"),
        ([Touch(kind="delete", path=f"{PROJECT}/.claude/worktrees/a", recursive=True)], "allow"),
        ([Touch(kind="delete", path=f"{PROJECT}/.vscode", recursive=True)], "allow"),
        ([Touch(kind="delete", path=f"{PROJECT}/.cl*", pattern=True, recursive=True)], "deny"),
        ([Touch(kind="write", path=f"{PROJECT}/.claude/*.json", pattern=True)], "deny"),
        ([Touch(kind="delete", path=f"{PROJECT}/*", pattern=True, recursive=True)], "allow"),
        ([Touch(kind="write", path=f"{PROJECT}/.claude", recursive=True, via="cp")], "ask"),
        ([Touch(kind="write", path=f"{PROJECT}/.claude/commands", via="mkdir")], "allow"),
        ([Touch(kind="write", path=f"{PROJECT}/.claude/hooks", via="mkdir")], "allow"),
        ([Touch(kind="read", path=SETTINGS, via="cat")], "allow"),
        (
            [
                Touch(kind="write", path=f"{PROJECT}/x", link=True, to=".claude/settings.json"),
                Touch(kind="write", path=f"{PROJECT}/x", text="{}"),
            ],
            "deny",
        ),
        (
            [
                Touch(kind="write", path="/tmp/s", text='{"hooks": {}}'),
                Touch(kind="move", path="/tmp/s", to=SETTINGS, via="mv"),
                Touch(kind="write", path=SETTINGS, via="mv"),
            ],
            "deny",
        ),
        (
            [
                Touch(kind="read", path=f"{PROJECT}/same.json", via="cp"),
                Touch(kind="write", path=SETTINGS, via="cp"),
            ],
            "allow",
        ),
    ],
)
def test_host_settings_on_every_channel(touches, decision):
    given = touching(*touches, files={SETTINGS: OLD, f"{PROJECT}/same.json": OLD})
    assert judged(given).decision == decision


def test_host_settings_follows_links():
    given = touching(Touch(kind="write", path=f"{PROJECT}/conf", text="{}"), links={f"{PROJECT}/conf": SETTINGS})
    assert said(given) == ("deny", "host-settings")


def test_removing_a_link_to_settings_is_no_change_of_them():
    given = touching(Touch(kind="delete", path=f"{PROJECT}/conf"), links={f"{PROJECT}/conf": SETTINGS})
    assert said(given) == QUIET


def test_a_hard_link_is_the_file_itself():
    made = Touch(kind="write", path=f"{PROJECT}/x", link=True, to=SETTINGS, via="ln")
    assert said(touching(made, commands=(program("ln .claude/settings.json x"),))) == ("deny", "host-settings")
    assert said(touching(made, commands=(program("ln -s .claude/settings.json x"),))) == QUIET


@pytest.mark.parametrize(
    "touch",
    [
        Touch(kind="write", path=f"{HOME}/.local/state/guardhost/trail/1.jsonl"),
        Touch(kind="delete", path=f"{HOME}/.local/state", recursive=True),
        Touch(kind="delete", path=HOME, recursive=True),
        Touch(kind="move", path=f"{HOME}/.config", to="/tmp/c"),
        Touch(kind="write", path=f"{HOME}/.config/guardhost/guard.yaml", text="settings: {}"),
        Touch(kind="append", path="/opt/guard-env/lib/python3.11/site-packages/yaml/__init__.py"),
        Touch(kind="delete", path=f"{HOME}/.local/bin/guardhost"),
        Touch(kind="delete", path=f"{HOME}/.local/share/guard*", pattern=True, recursive=True),
        Touch(kind="write", path=f"{HOME}/.local/share/guardhost", link=True, to="/tmp/x"),
    ],
)
def test_guard_tamper_by_file(touch):
    assert said(touching(touch)) == ("deny", "guard-tamper")


@pytest.mark.parametrize(
    "touch",
    [
        Touch(kind="read", path=f"{HOME}/.config/guardhost/guard.yaml"),
        Touch(kind="write", path=f"{PROJECT}/docs/guardhost.md"),
        Touch(kind="delete", path=f"{PROJECT}/build", recursive=True),
        Touch(kind="delete", path=f"{HOME}/.local/state/other", recursive=True),
        Touch(kind="write", path=f"{HOME}/.local/state/guardhost-notes"),
    ],
)
def test_guard_tamper_leaves_other_files(touch):
    assert said(touching(touch)) == QUIET


def test_the_guards_own_sources_are_a_workspaces_work():
    places = PLACES.replace(package=f"{PROJECT}/guardhost", prefix=f"{PROJECT}/.venv")
    for path in ("guardhost/model/verdict.py", ".venv/bin/x"):
        assert said(touching(Touch(kind="write", path=f"{PROJECT}/{path}"), places=places)) == QUIET


def test_a_systems_prefix_is_nobodys_own():
    places = Places(home=HOME, prefix="/usr", workspaces=(PROJECT,))
    assert said(touching(Touch(kind="write", path="/usr/local/bin/tool"), places=places)) == QUIET


def test_guard_tamper_by_a_lookup_of_what_is_killed():
    dark = Command(program="kill", args=(Word(known=False),))
    assert said(running(dark, program("pgrep -f guardhost"))) == ("deny", "guard-tamper")
    assert said(running(dark, program("pgrep -f webpack"))) == QUIET
    assert said(running(Command(program="rm", args=(Word(known=False),)), program("which guardhost")))[0] == "deny"


def test_guard_tamper_by_the_launcher_and_the_stub():
    launcher = Command(program="launch", path=PLACES.launcher, args=(Word("hook"), Word("claude-code")))
    assert said(running(launcher)) == ("deny", "guard-tamper")
    stub = program(f"python3 -I -S {PLACES.package}/stub.py hook claude-code")
    assert said(running(stub)) == ("deny", "guard-tamper")


def test_unguarded_agent_by_a_spawn():
    spawn = Event(seam="spawn", spawn=SpawnCall(prompt="Tidy."), args={"permission_mode": "bypassPermissions"})
    assert said(matter(event=spawn)) == ("deny", "unguarded-agent")
    plain = Event(seam="spawn", spawn=SpawnCall(prompt="bypassPermissions"), args={"permission_mode": "default"})
    assert said(matter(event=plain)) == QUIET


def test_inline_alias_that_is_half_known():
    half = Word(known=False, parts=("alias.x=", None))
    whole = Word(known=False)
    value = Word(known=False, parts=("user.email=", None))
    for word, decision in ((half, "deny"), (whole, "ask"), (value, "allow")):
        command = git("status", options=("-c",))
        assert command.vcs is not None
        vcs = command.vcs.replace(options=(Word("-c"), word))
        assert judged(running(command.replace(vcs=vcs))).decision == decision


@pytest.mark.parametrize(
    ("touch", "decision"),
    [
        (Touch(kind="delete", path=f"{PROJECT}/.git", recursive=True), "deny"),
        (Touch(kind="move", path=f"{PROJECT}/.git", to="/tmp/old"), "deny"),
        (Touch(kind="delete", path=PROJECT, recursive=True), "deny"),
        (Touch(kind="delete", path=f"{PROJECT}/.GIT", recursive=True), "deny"),
        (Touch(kind="delete", path=f"{PROJECT}/.*", recursive=True, pattern=True), "deny"),
        (Touch(kind="delete", path=f"{PROJECT}/.git/*", recursive=True, pattern=True), "deny"),
        (Touch(kind="delete", path=f"{PROJECT}/.git/refs/heads/x"), "deny"),
        (Touch(kind="write", path=f"{PROJECT}/.git/HEAD", text="ref: refs/heads/none"), "deny"),
        (Touch(kind="write", path=f"{PROJECT}/.git/config", text="[core]\n\thooksPath = /dev/null\n"), "deny"),
        (Touch(kind="write", path=f"{PROJECT}/.git/config", text="[user]\n\tname = x\n"), "ask"),
        (Touch(kind="write", path=f"{PROJECT}/.git/refs/heads/x", text="1" * 40), "ask"),
        (Touch(kind="delete", path=f"{PROJECT}/.git/hooks/pre-commit"), "ask"),
        (Touch(kind="write", path=f"{PROJECT}/.git/hooks/pre-commit", text="exit 0\n"), "ask"),
        (Touch(kind="write", path=f"{PROJECT}/.git/hooks/pre-commit", text="#!/bin/sh\nhack/check\n"), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/.git/index.lock"), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/.git/*.lock", pattern=True), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/.git/gc.log"), "allow"),
        (Touch(kind="append", path=f"{PROJECT}/.git/info/exclude", text="notes\n"), "allow"),
        (Touch(kind="write", path=f"{PROJECT}/.git/COMMIT_EDITMSG", text="notes\n"), "allow"),
        (Touch(kind="read", path=f"{PROJECT}/.git", recursive=True), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/node_modules", recursive=True), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/.gitignore"), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/.github", recursive=True), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/*", recursive=True, pattern=True), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/**/__pycache__", recursive=True, pattern=True), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/vendor/lib/.git", recursive=True), "allow"),
        (Touch(kind="delete", path=f"{HOME}/other/.git", recursive=True), "ask"),
        (Touch(kind="delete", path="/tmp/template/.git", recursive=True), "allow"),
        (Touch(kind="delete", path=f"{PROJECT}/tests/fixtures/repo/.git", recursive=True), "allow"),
    ],
)
def test_vcs_off_by_file(touch, decision):
    assert judged(touching(touch)).decision == decision


@pytest.mark.parametrize(
    ("command", "decision"),
    [
        (git("symbolic-ref", "HEAD", "refs/heads/nothing"), "deny"),
        (git("symbolic-ref", "HEAD", "refs/heads/main"), "allow"),
        (git("symbolic-ref", "HEAD"), "allow"),
        (git("symbolic-ref", "--delete", "HEAD"), "deny"),
        (git("update-ref", "-d", "HEAD"), "deny"),
        (git("update-ref", "-d", "refs/heads/main"), "deny"),
        (git("update-ref", "-d", "refs/heads/other"), "allow"),
        (git("checkout", "--orphan", "empty"), "deny"),
        (git("replace", "1234", "5678"), "ask"),
        (git("replace", "--list"), "allow"),
        (git("config", "extensions.worktreeConfig", "true"), "ask"),
        (git("config", "extensions.worktreeConfig"), "allow"),
        (git("config", "--get", "extensions.worktreeConfig"), "allow"),
        (git("config", "alias.st", "status"), "allow"),
        (git("init", "--separate-git-dir=/tmp/x"), "deny"),
        (git("init"), "allow"),
    ],
)
def test_vcs_off_by_command(command, decision):
    assert judged(running(command)).decision == decision


def test_head_in_packed_refs_and_in_reftable():
    packed = {f"{PROJECT}/.git/packed-refs": f"# pack\n{'2' * 40} refs/heads/packed\n"}
    command = git("symbolic-ref", "HEAD", "refs/heads/packed")
    assert judged(running(command, files=packed)).decision == "allow"
    table = {f"{PROJECT}/.git/HEAD": "ref: refs/heads/.invalid\n"}
    assert judged(running(command, files=table)).decision == "ask"


def test_unreadable_tells_how_to_rewrite():
    given = matter(readable=False, why="1:5: an unclosed quote; close it")
    assert said(given) == ("ask", "unreadable")
    assert "1:5: an unclosed quote; close it." in judged(given).reason
    assert judged(given.replace(unattended=True)).decision == "deny"


def test_policy_write_advises_once():
    first = Touch(kind="write", path=f"{PROJECT}/guard.py")
    assert said(touching(first, Touch(kind="write", path=f"{PROJECT}/rules_ci.py"))) == ("advise", "policy-write")
    assert said(touching(Touch(kind="delete", path=f"{PROJECT}/policy", recursive=True))) == ("advise", "policy-write")
    assert said(touching(Touch(kind="write", path=f"{PROJECT}/docs/guard.py"))) == QUIET
    assert said(touching(Touch(kind="read", path=f"{PROJECT}/guard.py"))) == QUIET
