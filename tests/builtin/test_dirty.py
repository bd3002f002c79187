"""Other ways to force, to lose and to tell, in a checkout with uncommitted work; and the look-alikes that pass."""

from __future__ import annotations

import pytest

from guardhost.model.event import Event
from tests.builtin.matters import PROJECT, Git, judged, matter
from tests.builtin.test_harm import answered

MAYBE = {
    ("ask", "history-rewrite"): [
        "git push --force$U",
        "git push ${X:--f}",
        "git push ${FORCE:+--force} origin x",
        "git push origin --del$U topic",
        'git push origin "$U"+topic',
        "git push --$X",
        "git ${Y:-push} -f",
        "git -C $D push --force$U",
    ],
    ("ask", "discard-work"): ["git reset --hard$U", "git reset --ha${U}rd", "git $X --hard", "git stash ${X:-drop}"],
}
KNOWN_ENOUGH = [
    "git push $X",
    'git push origin "$BRANCH"',
    "git push origin HEAD:$B",
    'git push -u origin "$(git branch --show-current)"',
    'git push origin "$SHA:refs/heads/x"',
    "git push origin v$VERSION",
    "git push -u origin ${B:-topic}",
    "git reset --soft $X",
    "git checkout -b feature/$X",
    'git commit -m "fix $MSG"',
    "git $X commit -m x",
    'git "$@"',
    "git log --$F",
]


@pytest.mark.parametrize("line", KNOWN_ENOUGH)
def test_a_word_that_is_most_likely_a_name_passes(line):
    assert answered(line).decision == "allow"


FORCED = [
    ("git config remote.origin.mirror true", "ask"),
    ("git config set remote.origin.mirror true", "ask"),
    ("git config remote.origin.push +HEAD:refs/heads/x", "ask"),
    ("git remote add --mirror=push up https://h/x; git push up", "ask"),
    ("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.mirror GIT_CONFIG_VALUE_0=true git push", "deny"),
    ("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.push GIT_CONFIG_VALUE_0=+HEAD:refs/heads/x git push", "deny"),
    ("git -c remote.origin.mirror=true push", "deny"),
    ("git send-pack --force https://h/x x", "deny"),
    ("git send-pack https://h/x +x", "deny"),
    ("git send-pack https://h/x x", "allow"),
    ("git remote add --mirror=fetch up https://h/x", "allow"),
    ("git config remote.origin.push refs/heads/x", "allow"),
    ("git config remote.origin.mirror false", "allow"),
    ("git config --get remote.origin.mirror", "allow"),
    ("git config remote.origin.pushurl git@h:x", "allow"),
]


@pytest.mark.parametrize(("line", "decision"), FORCED)
def test_force_by_settings_and_by_plumbing(line, decision):
    assert answered(line).decision == decision


@pytest.mark.parametrize(
    ("settings", "line", "decision"),
    [
        ({"remote.origin.mirror": "true"}, "git push", "deny"),
        ({"remote.up.push": "+refs/heads/*:refs/heads/*"}, "git push up", "deny"),
        ({"remote.origin.mirror": "true"}, "git push up", "allow"),
        ({"remote.origin.push": "refs/heads/topic"}, "git push", "allow"),
        ({"clean.requireForce": "false"}, "git clean -d", "deny"),
    ],
)
def test_settings_that_stand_already(settings, line, decision):
    assert answered(line, Git(settings=settings)).decision == decision


@pytest.mark.parametrize(
    "line",
    [
        "git config clean.requireForce false; git clean -d",
        "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=clean.requireForce GIT_CONFIG_VALUE_0=false git clean -d",
    ],
)
def test_a_clean_that_needs_no_force(line):
    assert answered(line).rule == "discard-work"
    assert answered("git clean -d").decision == "allow"


LOST = {
    ("deny", "discard-work"): [
        "git diff | patch -R -p1",
        "git diff src | patch --reverse -p1",
        "git ls-files -om | xargs shred",
        "git ls-files -o | xargs rm",
        "git ls-files --others --exclude-standard | xargs rm -f",
        "git ls-files -m -z | xargs -0 rm -f",
        "rm -f $(git ls-files -m)",
        "git diff --name-only | xargs rm",
    ],
    ("ask", "discard-work"): ["patch -R -p1 < p"],
    ("ask", "delete-inside"): [
        "rm untracked/*",
        "cd untracked && rm *",
        "shred -u untracked/a.txt",
        "cat /dev/null > src/app.py",
        "tee src/app.py < /dev/null",
        "echo -n > src/app.py",
        "printf '' > src/app.py",
        ": > src/app.py",
        "truncate -s0 src/app.py",
    ],
}
KEPT = [
    "patch -p1 < p",
    "patch -R -p1 --dry-run < p",
    "git ls-files | xargs wc -l",
    "git ls-files -m | xargs prettier --check",
    "rm untracked/*.pyc",
    "rm docs/*",
    "shred -u docs/key.txt",
    "cat /dev/null > build/x.log",
    "cat /dev/null > docs/other.md",
    "echo x > src/app.py",
    "tee src/app.py < new.py",
]


STOPPED = [(line, said) for table in (MAYBE, LOST) for said, lines in table.items() for line in lines]


@pytest.mark.parametrize(("line", "expected"), STOPPED)
def test_what_may_lose_work_stops(line, expected):
    answer = answered(line)
    assert (answer.decision, answer.rule) == expected


@pytest.mark.parametrize("line", [line for lines in LOST.values() for line in lines])
def test_where_nothing_is_uncommitted_it_passes(line):
    assert answered(line, Git(clean=True)).decision in ("allow", "advise")


@pytest.mark.parametrize("line", KEPT)
def test_what_loses_nothing_passes(line):
    assert answered(line).decision == "allow"


COMPUTED = [
    "node -e 'fs.unlinkSync(process.env.HOME+\"/.claude/settings.json\")'",
    'node -e \'require("fs").unlinkSync(require("os").homedir() + "/.claude/settings.json")\'',
    'node -e \'fs.writeFileSync(path.join(os.homedir(),".claude","settings.json"),"{}")\'',
    "node -e 'fs.writeFileSync(`${process.env.HOME}/.claude/settings.json`,\"{}\")'",
    "ruby -e 'File.delete(Dir.home+\"/.claude/settings.json\")'",
    "ruby -e 'File.delete(File.join(Dir.home, \".claude/settings.json\"))'",
    'ruby -e \'File.write(ENV["HOME"]+"/.claude/settings.json","{}")\'',
    'php -r \'unlink(getenv("HOME")."/.claude/settings.json");\'',
    'php -r \'unlink($_SERVER["HOME"]."/.claude/settings.json");\'',
    'lua -e \'os.remove(os.getenv("HOME").."/.claude/settings.json")\'',
    "perl -e 'unlink glob \"~/.cl*/settings.json\"'",
    "perl -e 'unlink $ENV{HOME}.\"/.claude/settings.json\"'",
    'node -e \'const h=require("os").homedir(); fs.unlinkSync(h+"/.claude/settings.json")\'',
    "ruby -e 'f=Dir.home+\"/.claude/settings.json\"; File.delete(f)'",
    "perl -e 'my $f=\"$ENV{HOME}/.claude/settings.json\"; unlink $f'",
    "cp -s ~/.claude/settings.json x; echo '{}' > x",
    "cp --link ~/.claude/settings.json x; echo '{}' > x",
]


@pytest.mark.parametrize(
    "line",
    [
        "node -e 'console.log(process.env.HOME+\"/.claude/settings.json\")'",
        "node -e 'fs.readFileSync(process.env.HOME+\"/.claude/settings.json\")'",
        'node -e \'fs.rmSync(require("path").join(__dirname, "dist"))\'',
        "cp -s src/a.py b.py",
    ],
)
def test_code_that_only_names_such_a_path_passes(line):
    assert answered(line).decision == "allow"


TOLD = [
    "find . -name '.en*' | xargs cat",
    "mv .env e; cat e",
    "ex -c %p -c q .env",
    "ed .env",
    "vim -es +%p +q .env",
    "python3 -m base64 -e .env",
    "jq -n env",
    "jq -n '$ENV'",
    "jq -n 'env.GITHUB_TOKEN'",
    "awk 'BEGIN{for(k in ENVIRON) print k, ENVIRON[k]}'",
    "ps eww",
    "ps auxe",
    "ps -axE",
    "cat /proc/$$/environ",
    "strings /proc/*/environ",
]
UNTOLD = [
    "mv .env e",
    "mv a b; cat b",
    "python3 -m base64 -e app.png",
    "jq -n 'env.HOME'",
    "jq '.env' f.json",
    "jq --arg env prod '.x[$env]' f.json",
    "jq '{env: .x}' f.json",
    "awk 'BEGIN{print ENVIRON[\"HOME\"]}'",
    "ps aux",
    "ps -ef",
    "ps axf",
    "ps -C node -o etime",
    "find . -name '.*rc' | xargs cat",
    "find . -name '*.py' | xargs cat",
    "git add -A",
    "git add -f docs/*",
    "git add --force dist/x.js",
]


DENIED = [*((line, "host-settings") for line in COMPUTED), *((line, "secret-read") for line in TOLD)]


@pytest.mark.parametrize(("line", "rule"), DENIED)
def test_what_is_put_together_and_other_ways_to_tell_a_secret(line, rule):
    assert (answered(line).decision, answered(line).rule) == ("deny", rule)


@pytest.mark.parametrize("line", ["git add -A -f", "git add --force .en*", "git add --force ."])
def test_a_forced_add_takes_in_what_is_ignored(line):
    assert (answered(line).decision, answered(line).rule) == ("ask", "secret-write")


@pytest.mark.parametrize("line", UNTOLD)
def test_what_tells_no_secret_passes(line):
    assert answered(line).decision == "allow"


@pytest.mark.parametrize(
    ("tool", "args", "decision"),
    [
        ("Grep", {"pattern": "x", "glob": ".env*"}, "deny"),
        ("search_file_content", {"pattern": "x", "include": ".env"}, "deny"),
        ("read_many_files", {"paths": ["README.md", ".env"]}, "deny"),
        ("mcp__fs__read_resource", {"uri": f"file://{PROJECT}/.env"}, "deny"),
        ("Grep", {"pattern": ".env", "glob": "*.py"}, "allow"),
        ("Grep", {"pattern": "x", "glob": "!.env*"}, "allow"),
        ("read_many_files", {"paths": ["README.md"]}, "allow"),
    ],
)
def test_a_search_by_a_tool(tool, args, decision):
    event = Event(seam="tool", tool=tool, args=args, cwd=PROJECT)
    assert judged(matter(event=event), every=True).decision == decision
