"""The specs against their own notation, and against the git that is installed."""

from __future__ import annotations

import functools
import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.calls.families import FAMILIES
from guardhost.calls.notation import options
from tests.calls.lines import call

NEWEST = (2, 51)  # the git that the spec is written from; a later one may have options that it lacks
COMMANDS = """
add am apply archive blame branch cat-file check-attr check-ignore checkout checkout-index cherry cherry-pick clean
clone column commit commit-graph commit-tree config count-objects describe diagnose difftool fast-export fetch
fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc grep hash-object init interpret-trailers log ls-files
ls-remote ls-tree merge merge-base merge-file merge-tree mv name-rev pack-refs prune pull push range-diff read-tree
rebase remote repack replace rerere reset restore revert rm shortlog show show-branch show-ref status stripspace
submodule switch symbolic-ref tag update-index update-ref verify-commit verify-tag version write-tree stash-push
stash-save stash-show stash-pop stash-drop stash-store worktree-add worktree-remove worktree-list worktree-lock
worktree-prune remote-add remote-rename remote-set-head remote-set-branches remote-show remote-prune remote-update
remote-set-url remote-get-url notes-add notes-append notes-merge notes-copy notes-remove notes-prune notes-edit
reflog-expire reflog-delete commit-graph-write commit-graph-verify bundle-create maintenance-run sparse-checkout-set
sparse-checkout-init multi-pack-index-write
""".split()  # noqa: SIM905 - a list of words is read more easily as words
NESTED = ("stash", "worktree", "remote", "notes", "reflog", "commit-graph", "bundle", "maintenance", "multi-pack-index",
          "sparse-checkout")  # fmt: skip
DIGITS = ("-NUM", "-<n>", "-<num>")


def spec(files: str) -> tuple[dict[str, str], dict[str, tuple[str, str] | str]]:
    """Return the shared pieces and the commands of one family, which may lie in several files."""
    shared: dict[str, str] = {"help": "help:--help"}
    commands: dict[str, tuple[str, str] | str] = {}
    for name in files.split():
        module = importlib.import_module(f"guardhost.calls.specs.{name}")
        assert not set(commands) & set(module.COMMANDS)
        shared |= module.SHARED
        commands |= module.COMMANDS
    return shared, commands


GROUPS = sorted({files for files, _, _ in FAMILIES.values()})
SPELLING = re.compile(r"-[A-Za-z0-9#*.@]|--?[A-Za-z0-9][\w.-]*|\+\*")
OPERAND = re.compile(r"(\*|[a-z_]+)(\*|\.\.\.|=)?(![a-z_]+)*")
# an option may be a flag in one spelling and take a value or be counted in another
APART = ({"", "?"}, {"", "?*"}, {"", "="}, {"=", "=*"}, {"?", "="}, {"=!", "="}, {"", "+"})


@pytest.mark.parametrize("files", GROUPS)
def test_the_notation_holds(files):
    shared, commands = spec(files)
    for key, entry in commands.items():
        if isinstance(entry, str):
            assert not isinstance(commands[entry], str), key
            continue
        table = options(f"{entry[0]} @help", shared)
        assert [spelling for spelling in table if not SPELLING.fullmatch(spelling)] == [], key
        kinds: dict[str, set[str]] = {}
        for argument, kind in table.values():
            kinds.setdefault(argument.partition("/")[0], set()).add(kind)
            assert re.fullmatch(r"[A-Za-z0-9][\w.]*(/\w+)?", argument), (key, argument)
        assert [(name, kind) for name, kind in kinds.items() if len(kind) > 1 and kind not in APART] == [], key
        names = [name for name in entry[1].removeprefix("@").split() if name != "--"]
        assert [name for name in names if not OPERAND.fullmatch(name)] == [], key
        without = {used for name in names for used in name.split("!")[1:]}
        assert without <= set(kinds), f"{key}: {without - set(kinds)} stands in no option"
        parent = key.rpartition(" ")[0]
        assert not parent or parent in commands, key


@pytest.mark.parametrize("program", FAMILIES)
def test_a_program_of_the_table_has_its_command(program):
    files, name, tool = FAMILIES[program]
    assert name in spec(files)[1]
    assert tool.split()[0] in {row[2].split()[0] for row in FAMILIES.values()}


def test_every_file_of_specs_has_a_program():
    folder = Path(importlib.import_module("guardhost.calls.specs.git").__file__ or "").parent
    named = {file for files, _, _ in FAMILIES.values() for file in files.split()}
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == named


def test_every_program_of_a_file_has_a_row():
    roots = {key.split()[0] for files in GROUPS for key in spec(files)[1]}
    assert roots == {name.split()[0] for _, name, _ in FAMILIES.values()}


def git_says(*words: str) -> str:
    done = subprocess.run(["git", *words, "-h"], capture_output=True, text=True, check=False, timeout=30)
    return done.stdout + done.stderr


@functools.cache
def installed() -> tuple[int, int]:
    if shutil.which("git") is None:
        return (0, 0)
    found = re.search(r"(\d+)\.(\d+)", subprocess.run(["git", "version"], capture_output=True, text=True, check=True).stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def listed(text: str) -> dict[str, str]:
    """Return spelling -> kind of the options that `git X -h` lists."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if not re.match(r"    -\S", line) or line.strip().startswith(DIGITS):
            continue
        shown = re.split(r"\s{2,}", line.strip())[0]
        names: list[str] = []
        kind = ""
        for piece in re.split(r",\s*(?=-)", shown):
            parts = re.match(r"(--?)(\[no-\])?([\w][\w-]*)(.*)", piece)
            if parts is None:
                continue
            names.append(parts[1] + parts[3])
            kind = "?" if parts[4].startswith("[") else "=" if parts[4].strip() else kind
        found.update(dict.fromkeys(names, kind))
    return found


@pytest.mark.skipif(installed() < (2, 30), reason="needs git")
@pytest.mark.parametrize("command", COMMANDS)
def test_git_itself_lists_the_same_options(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q", "."], check=True)
    group = next((name for name in NESTED if command.startswith(name + "-")), None)
    words = (group, command[len(group) + 1 :]) if group else (command,)
    key = " ".join(words)
    shared, commands = spec("git git_inner")
    entry = commands[f"git {key}"]
    entry = commands[entry] if isinstance(entry, str) else entry
    ours = options(f"{entry[0]} @help", shared)
    theirs = listed(git_says(*words))
    for name, kind in theirs.items():
        mine = ours.get(name, ("", kind))[1].rstrip("*")
        assert mine == kind or (mine, kind) == ("?", ""), name  # a flag of old may take a value today
    missing = {name for name in theirs if name not in ours and name.replace("--no-", "--") not in ours}
    assert not missing or installed() > NEWEST, f"git {key}: {sorted(missing)}"


@pytest.mark.skipif(installed() < (2, 30), reason="needs git")
@pytest.mark.parametrize(
    ("line", "works"),
    [
        ("reset --har", True),
        ("reset --m", False),
        ("commit --no-verif --dry-run --allow-empty", True),
        ("push --for x y", False),
        ("status --no-shor", True),
        ("tag --lis --no-c", False),
        ("branch --show-cur", True),
        ("log --odd-option", False),
    ],
)
def test_git_agrees_on_short_forms(line, works, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in (("init", "-q", "."), ("commit", "-q", "--allow-empty", "-m", "x")):
        subprocess.run(["git", *words], check=True)
    done = subprocess.run(["git", *line.split()], capture_output=True, text=True, check=False, timeout=30)
    refused = "ambiguous" in done.stderr or "unknown option" in done.stderr or "unrecognized argument" in done.stderr
    assert (not refused) is works
    assert (not call(f"git {line}").unknown) is works


LOADED = """
import sys
from guardhost.calls.structured import structured
from guardhost.model.line import Command, Word
structured((Command(program="docker", args=(Word("ps"),)), Command(program="frobctl")))
print(*sorted(name.rpartition(".")[2] for name in sys.modules if name.startswith("guardhost.calls.specs.")))
"""


def test_only_the_families_that_a_line_names_are_loaded():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["docker"]
