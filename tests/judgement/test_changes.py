"""What a change judge sees of a line that changes whole folders, patterns, and what cannot be told before the run."""

from __future__ import annotations

import pytest

from tests.judgement.lent import Stage

POLICY = """
import guardhost as guard
@guard.change
def judge(change):
    if change.matches("gen/**"):
        return guard.deny("generated", rule="generated")
    if change.matches("*.lock"):
        return guard.ask("a lock", rule="lock")
"""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Return a repository with generated files, a lock in a folder, and links."""
    stage = Stage(tmp_path_factory.mktemp("changes"), POLICY)
    stage.lent["builtin"] = False
    for name in ("gen/a.ts", "gen/deep/b.ts", "src/a.py", "lib/x.lock", "docs/a.md", ".hidden/x", "main"):
        stage.write(name, "text\n")
    (stage.root / "link").symlink_to("gen")
    return stage


GENERATED = [
    "rm -rf gen",
    "rm -rf ./gen/",
    "rm -rf *",
    "rm -rf g*",
    "rm gen/*.ts",
    "rm gen/?.ts",
    "rm -rf gen/deep",
    "mv gen gen2",
    "mv gen/deep docs",
    "mv src gen/deep",
    "cp -r src gen",
    "cp src/a.py gen",
    "cp src/a.py gen/",
    "cp src/a.py docs/a.md gen",
    "cp -t gen src/a.py",
    "cp -r gen/. docs && rm -r gen",
    "cd gen && rm -r deep",
    "cd gen; git checkout .",
    "find gen -name '*.ts' -delete",
    "find . -name '*.ts' -exec sed -i s/a/b/ {} +",
    "find gen -exec sed -i s/a/b/ {} +",
    "find gen -execdir sed -i s/a/b/ {} \\;",
    "find gen -type f -ok rm {} \\;",
    "find gen -type f -exec sh -c 'rm \"$1\"' _ {} \\;",
    "find gen -type f | xargs rm",
    "grep -rl text gen | xargs sed -i s/a/b/",
    "ls gen | xargs -I{} rm gen/{}",
    "fd -e ts . gen -x rm",
    'for f in $(ls gen); do rm "gen/$f"; done',
    "echo x > gen/$NAME.ts",
    'rm -rf "$(git rev-parse --show-toplevel)/gen"',
    'rm -f "$ROOT/gen/a.ts"',
    "git clean -fdx",
    "git clean -fdx gen",
    "git checkout .",
    "git checkout -- gen",
    "git checkout gen",
    "git checkout HEAD~1 -- gen",
    "git checkout HEAD~1 gen/a.ts",
    "git checkout -- 'gen/*.ts'",
    "git restore gen",
    "git restore -s HEAD~1 -SW gen",
    "git reset --hard",
    "cd src && git reset --hard HEAD~1",
    "cd src && git checkout -- :/",
    "git stash",
    "git stash pop",
    "git stash push -- gen",
    "git mv gen old",
    "git rm -rf gen",
    "rsync -a src/ gen/",
    "rsync -a --delete src/ gen",
    "tar xf a.tgz -C gen",
    "unzip -d gen a.zip",
    "patch -p1 < a.diff",
    "git apply a.diff",
    "sed 's/a/b/w gen/a.ts' docs/a.md",
    "install -d gen/new",
    "chmod -R u+w gen",
    "chown -R u:g gen",
    "truncate -s 0 gen/a.ts",
    "sort docs/a.md | sponge gen/a.ts",
    "dd if=docs/a.md of=gen/a.ts",
    "split -l 5 docs/a.md gen/part-",
    "echo x | tee -a gen/a.ts",
    "ln -sf ../docs/a.md gen/a.ts",
    "yq -i .a=1 gen/a.yml",
    "perl -pi -e s/a/b/ gen/a.ts",
    "gofmt -w gen",
    "prettier --write .",
    "prettier --write 'gen/**/*.ts'",
    "black .",
    "ruff format",
    "python3 -m ruff format gen",
    "rm -rf link/deep",
    "echo x > link/a.ts",
]
LOCKED = ["rm -rf lib", "rm lib/*", "git checkout -- lib", "mv lib old", "find lib -type f -delete", "rm src/x.lock"]
QUIET = [
    "rm -rf docs",
    "rm link",
    "rm -rf ../other",
    'rm -rf "$TMP"',
    "rm *.md",
    "rm -rf src/*",
    "mv docs/a.md docs/b.md",
    "mv docs src/old",
    "mv *.md docs/",
    "cp gen/a.ts docs/",
    "cp -r gen docs/old",
    "find src -name '*.py' -exec sed -i s/a/b/ {} +",
    "find docs -name '*.md' -delete",
    "find gen -name '*.ts' -print",
    "grep -rl text src | xargs sed -i s/a/b/",
    "ls *.md | xargs rm",
    "xargs rm",
    "git checkout main",
    "git checkout -b new",
    "git checkout feature/gen",
    "git checkout -- src/a.py",
    "git restore --staged gen",
    "git clean -n",
    "git stash list",
    "git reset --soft HEAD~1",
    "git push",
    "prettier --check .",
    "black src/a.py",
    "chmod -R u+w docs",
    "rsync -a gen/ docs/",
    "tar czf docs/a.tgz gen",
    "mkdir -p gen2/x",
    "make gen",
]


UNLOCKED = [
    "rm -rf src/a.py",
    "mv docs/a.md docs/b.md",
    "mv *.md docs/",
    "mv missing there",
    "rm *.md",
    "ls *.md | xargs rm",
    "git checkout main",
    "git checkout feature/x",
    "git checkout -- src/a.py",
    "rm -rf ../other",
    'rm -rf "$TMP"',
    "black src/a.py",
    "find src -name '*.py' -exec sed -i s/a/b/ {} +",
    "xargs rm",
]


@pytest.mark.parametrize("line", GENERATED)
def test_a_rule_on_a_folder_sees_what_changes_in_it(stage: Stage, line: str) -> None:
    """By whatever program, and however much else changes with it."""
    assert stage.judge(line).rule == "workspace:generated"


@pytest.mark.parametrize("line", LOCKED)
def test_a_rule_on_a_name_sees_the_folder_that_could_hold_it(stage: Stage, line: str) -> None:
    """A pattern without a slash means files of any folder."""
    assert stage.judge(line).rule == "workspace:lock"


@pytest.mark.parametrize("line", QUIET)
def test_what_changes_elsewhere_is_left_alone(stage: Stage, line: str) -> None:
    """Neighbours, readings, and names that could only be folders if the disk said so."""
    assert stage.judge(line).rule != "workspace:generated"


@pytest.mark.parametrize("line", UNLOCKED)
def test_a_rule_on_a_name_leaves_files_of_other_names_alone(stage: Stage, line: str) -> None:
    """What is no folder holds no file."""
    assert not stage.judge(line).rule.startswith("workspace")


def test_a_change_says_what_it_is(stage: Stage) -> None:
    """A folder, a pattern, a path that is not known; texts of one file alone."""
    policy = """
    import guardhost as guard
    @guard.change
    def judge(c):
        return guard.deny(repr((c.path, c.kind, c.via, c.tree, c.glob, c.known, c.before)))
    """
    other = Stage(stage.root.parent / "other", policy)
    other.write("gen/a.ts", "text\n")
    root = other.root
    for line, said in (
        ("rm -rf gen", (f"{root}/gen", "delete", "rm", True, False, True, None)),
        ("rm -rf gen/a.ts", (f"{root}/gen/a.ts", "delete", "rm", False, False, True, "text\n")),
        ("rm gen/*", (f"{root}/gen/*", "delete", "rm", False, True, True, None)),
        ('rm "$X"', ('"$X"', "delete", "rm", False, False, False, None)),
        ("cd gen && git reset --hard", (str(root), "write", "git", True, False, True, None)),
        ("find gen -exec rm {} +", (f"{root}/gen", "delete", "rm", True, False, True, None)),
    ):
        assert repr(said) in other.judge(line).reason
