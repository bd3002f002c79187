from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardhost.calls.families import FAMILIES
from guardhost.calls.structured import structured, tool_name
from guardhost.model.line import Command, Word
from tests.calls.lines import call, word
from tests.rows import each_row

# line, tool, arguments, unknown
TABLE = [
    # git push
    ("git push", "git_push", {}, ()),
    ("git push -uf origin +main", "git_push",
     {"set_upstream": True, "force": True, "remote": "origin", "refspecs": ("+main",)}, ()),
    ("git push origin main --force", "git_push", {"force": True, "remote": "origin", "refspecs": ("main",)}, ()),
    ("git push --force-with-lease origin a", "git_push",
     {"force_with_lease": True, "remote": "origin", "refspecs": ("a",)}, ()),
    ("git push --force-with-lease=trunk:abc origin trunk", "git_push",
     {"force_with_lease": ("trunk:abc",), "remote": "origin", "refspecs": ("trunk",)}, ()),
    ("git push --mirror up", "git_push", {"mirror": True, "remote": "up"}, ()),
    ("git push --del origin a b", "git_push", {"delete": True, "remote": "origin", "refspecs": ("a", "b")}, ()),
    ("git push origin :old", "git_push", {"remote": "origin", "refspecs": (":old",)}, ()),
    ("git push -o a -ob --push-option=c", "git_push", {"push_option": ("a", "b", "c")}, ()),
    ("git push --no-verify", "git_push", {"no_verify": True}, ()),
    ("git push --no-verif", "git_push", {"no_verify": True}, ()),
    ("git push --verify", "git_push", {"no_verify": False}, ()),
    ("git push --force --no-force", "git_push", {"force": False}, ()),
    ("git push --no-push-option", "git_push", {"no_push_option": True}, ()),
    ("git push --for origin", "git_push", {"remote": "origin"}, ("--for",)),
    ("git push --brand-new origin main", "git_push", {"remote": "origin", "refspecs": ("main",)}, ("--brand-new",)),
    ("git push --brand-new=1 -f", "git_push", {"force": True}, ("--brand-new=1",)),
    ("git push -fZq", "git_push", {"force": True, "quiet": True}, ("-fZq",)),
    ("git push -- origin --force", "git_push", {"remote": "origin", "refspecs": ("--force",)}, ()),
    ("git push $X main", "git_push", {"remote": "", "refspecs": ("main",)}, ("$X",)),
    ("git push -$X", "git_push", {}, ("-$X",)),
    ("git push -f$X", "git_push", {"force": True}, ("-f$X",)),
    ("git push --force=yes", "git_push", {"force": True}, ("--force=yes",)),
    ("git push -o", "git_push", {}, ("-o",)),
    # global options, other spellings
    ("git -C hist rm old", "git_rm", {"cwd": ("hist",), "paths": ("old",)}, ()),
    ("git -C a -C b -c k=v --no-pager --git-dir=/g status -s", "git_status",
     {"cwd": ("a", "b"), "config": ("k=v",), "no_pager": True, "git_dir": "/g", "short": True}, ()),
    ("git", "git", {}, ()),
    ("git --version", "git", {"version": True}, ()),
    ("git --odd push", "git_push", {}, ("--odd",)),
    ("git $X push", "git", {}, ("$X",)),
    ("git co -f x", "git_co", {"argv": ("co", "-f", "x")}, ("-f",)),
    ("git stage a", "git_add", {"paths": ("a",)}, ()),
    ("git whatchanged -3", "git_log", {"max_count": "3"}, ()),
    # what discards, what names branches
    ("git reset --har HEAD~1", "git_reset", {"hard": True, "targets": ("HEAD~1",)}, ()),
    ("git reset HEAD -- a b", "git_reset", {"targets": ("HEAD",), "paths": ("a", "b")}, ()),
    ("git checkout -b x origin/main", "git_checkout", {"new_branch": "x", "targets": ("origin/main",)}, ()),
    ("git checkout -Bx", "git_checkout", {"reset_branch": "x"}, ()),
    ("git checkout -- a", "git_checkout", {"paths": ("a",)}, ()),
    ("git switch -c x", "git_switch", {"create": "x"}, ()),
    ("git restore --staged --worktree a -- b", "git_restore", {"staged": True, "worktree": True, "paths": ("a", "b")}, ()),
    ("git clean -xdf", "git_clean", {"ignored": True, "directories": True, "force": True}, ()),
    ("git branch -D old", "git_branch", {"force_delete": True, "branches": ("old",)}, ()),
    ("git branch -d old", "git_branch", {"delete": True, "branches": ("old",)}, ()),
    ("git rm -r --cached a", "git_rm", {"recursive": True, "cached": True, "paths": ("a",)}, ()),
    # commit and history
    ("git commit -sm x", "git_commit", {"signoff": True, "message": ("x",)}, ()),
    ("git commit -am 'a b' -m c", "git_commit", {"all": True, "message": ("a b", "c")}, ()),
    ("git commit -F msg --no-verify --amend --no-edit", "git_commit",
     {"message_file": ("msg",), "no_verify": True, "amend": True, "no_edit": True}, ()),
    ("git commit -S -Skey", "git_commit", {"gpg_sign": "key"}, ()),
    ("git commit -uno", "git_commit", {"untracked_files": "no"}, ()),
    ("git commit -m $X", "git_commit", {"message": ("",)}, ()),
    ("git merge --no-ff --squash x", "git_merge", {"no_ff": True, "squash": True, "branches": ("x",)}, ()),
    ("git tag -a v1 -m x", "git_tag", {"annotate": True, "names": ("v1",), "message": ("x",)}, ()),
    ("git tag --cleanup=a --cleanup=b v", "git_tag", {"cleanup": ("a", "b"), "names": ("v",)}, ()),
    ("git log -5 --oneline main -- src", "git_log",
     {"max_count": "5", "oneline": True, "targets": ("main",), "paths": ("src",)}, ()),
    ("git log -n5 -S needle --author=x", "git_log", {"max_count": "5", "S": "needle", "author": ("x",)}, ()),
    ("git rebase -i -x 'make t' main", "git_rebase", {"interactive": True, "exec": ("make t",), "targets": ("main",)}, ()),
    ("git apply -R -p1 a.patch", "git_apply", {"reverse": True, "strip": "1", "patches": ("a.patch",)}, ()),
    # commands of commands
    ("git stash", "git_stash", {}, ()),
    ("git stash -u -m m -- a", "git_stash", {"include_untracked": True, "message": "m", "paths": ("a",)}, ()),
    ("git stash drop stash@{0}", "git_stash_drop", {"stash": "stash@{0}"}, ()),
    ("git remote", "git_remote", {}, ()),
    ("git remote -v", "git_remote", {"verbose": True}, ()),
    ("git remote -v add n u", "git_remote_add", {"verbose": True, "name": "n", "url": "u"}, ()),
    ("git remote rm n", "git_remote_remove", {"name": "n"}, ()),
    ("git config user.name x", "git_config", {"key": "user.name", "value": "x"}, ()),
    ("git config --global --unset k", "git_config", {"global": True, "unset": True, "key": "k"}, ()),
    ("git worktree add -b n ../n", "git_worktree_add", {"new_branch": "n", "path": "../n"}, ()),
    ("git submodule foreach --recursive git -f x", "git_submodule_foreach",
     {"recursive": True, "command": ("git", "-f", "x")}, ()),
    ("git bisect run make -k test", "git_bisect_run", {"command": ("make", "-k", "test")}, ()),
    # gh
    ("gh pr merge 4 --admin", "gh_pr_merge", {"pr": "4", "admin": True}, ()),
    ("gh pr merge --squash --admin=true 4", "gh_pr_merge", {"pr": "4", "admin": True, "squash": True}, ()),
    ("gh pr merge --admin=false 4", "gh_pr_merge", {"pr": "4", "admin": False}, ()),
    ("gh pr merge -sd=false 4", "gh_pr_merge", {"pr": "4", "squash": True, "delete_branch": False}, ()),
    ("gh pr merge --admin=$X 4", "gh_pr_merge", {"pr": "4", "admin": True}, ("--admin=$X",)),
    ("gh pr merge --adm 4", "gh_pr_merge", {"pr": "4"}, ("--adm",)),
    ("gh -R o/r pr checks 3 --watch", "gh_pr_checks", {"repo": "o/r", "pr": "3", "watch": True}, ()),
    ("gh pr -Ro/r checks", "gh_pr_checks", {"repo": "o/r"}, ()),
    ("gh pr -R=o/r checks", "gh_pr_checks", {"repo": "o/r"}, ()),
    ("gh pr --admin=true merge 4", "gh_pr_merge", {"admin": True, "pr": "4"}, ()),
    ("gh --jq .x pr view 3 --json a,b", "gh_pr_view", {"jq": ".x", "json": "a,b", "pr": "3"}, ()),
    ("gh pr new -t T -b B -a x -a y", "gh_pr_create", {"title": "T", "body": "B", "assignee": ("x", "y")}, ()),
    ("gh run watch 1 --exit-status", "gh_run_watch", {"run": "1", "exit_status": True}, ()),
    ("gh run view 1 --log", "gh_run_view", {"run": "1", "log": True}, ()),
    ("gh api -X DELETE /repos/x -f a=b -F c=d", "gh_api",
     {"method": "DELETE", "endpoint": "/repos/x", "raw_field": ("a=b",), "field": ("c=d",)}, ()),
    ("gh repo clone o/r d -- --depth 1", "gh_repo_clone",
     {"repo": "o/r", "directory": "d", "git_flags": ("--depth", "1")}, ()),
    ("gh auth login -h github.example", "gh_auth_login", {"hostname": "github.example"}, ()),
    ("gh cs ls", "gh_codespace_list", {}, ()),
    ("gh repo deploy-key list", "gh_repo_deploy_key_list", {}, ()),
    ("gh stack push --x", "gh_stack", {"argv": ("stack", "push", "--x")}, ("--x",)),
    ("gh pr frob 1", "gh_pr_frob", {"argv": ("pr", "frob", "1")}, ()),
    # what every style mends
    ("rm --recurs -- -x", "rm", {"recursive": True, "paths": ("-x",)}, ()),
    ("rm a -rf --odd b", "rm", {"recursive": True, "force": True, "paths": ("a", "b")}, ("--odd",)),
    ("rm -rZf a", "rm", {"recursive": True, "force": True, "paths": ("a",)}, ("-rZf",)),
    ("rm -r $X", "rm", {"recursive": True, "paths": ("",)}, ("$X",)),
    ("head -5 a", "head", {"lines": "5", "paths": ("a",)}, ()),
    ("head --lines=5 a", "head", {"lines": "5", "paths": ("a",)}, ()),
    ("head --li 5 a", "head", {"lines": "5", "paths": ("a",)}, ()),
    ("tar czf a.tgz b", "tar", {"create": True, "gzip": True, "file": "a.tgz", "paths": ("b",)}, ()),
    ("tar quux", "tar", {"paths": ("quux",)}, ()),
    ("tar xf", "tar", {"extract": True}, ("xf",)),
    ("cp a", "cp", {"sources": ("a",)}, ()),
    ("cp -t $X a b", "cp", {"destination_dir": "", "sources": ("a", "b")}, ()),
    ("sed -i$X s/a/b/ f", "sed", {"in_place": True, "in_place_suffix": "", "script": "s/a/b/", "paths": ("f",)}, ()),
    ("pytest -vv -v", "pytest", {"verbose": 3}, ()),
    ("python -m pytest -x", "python", {"module": "pytest", "script_args": ("-x",)}, ()),
    ("find . -exec rm {} + -delete", "find", {"paths": (".",), "exec": ("rm {} +",), "delete": True}, ()),
    ("find . -exec rm", "find", {"paths": (".",), "exec": ("rm",)}, ()),
    ("find -name", "find", {}, ("-name",)),
    ("terraform apply -var a=b --var=c=d", "terraform_apply", {"var": ("a=b", "c=d")}, ()),
    ("terraform apply -auto-approve=false", "terraform_apply", {"auto_approve": False}, ()),
    ("kubectl delete pod a -n=live --now=$X", "kubectl_delete",
     {"namespace": "live", "resource": "pod", "names": ("a",), "now": True}, ("--now=$X",)),
    ("dd if=a of=$X count", "dd", {"if": "a", "of": "", "paths": ("count",)}, ()),
    ("dd if=a if=b", "dd", {"if": ("a", "b")}, ()),
    ("chmod -R u-w,-x a", "chmod", {"recursive": True, "mode": "u-w,-x", "paths": ("a",)}, ()),
    ("chmod -- -x a", "chmod", {"mode": "-x", "paths": ("a",)}, ()),
    ("npm i --no-save --save-d x", "npm_install", {"no_save": True, "save_dev": True, "packages": ("x",)}, ()),
    ("aws s3 rm --no-recursive x", "aws_s3_rm", {"recursive": False, "path": "x"}, ()),
    ("docker --context live frob --x", "docker_frob",
     {"context": "live", "argv": ("--context", "live", "frob", "--x")}, ("--x",)),
    ("docker-compose -f a", "docker_compose", {"file": ("a",)}, ()),
    ("podman compose up", "podman_compose_up", {}, ()),
    # programs without a spec
    ("[ -d a ]", "[", {"argv": ("-d", "a", "]")}, ()),
    (": a", ":", {"argv": ("a",)}, ()),
    (". ./a.sh", ".", {"argv": ("./a.sh",)}, ()),
    ("frobctl -rf a -- -b", "frobctl", {"argv": ("-rf", "a", "--", "-b")}, ()),
    ("x86_64-Linux.sh", "x86_64_linux_sh", {}, ()),
]  # fmt: skip


@each_row(("line", "tool", "args", "unknown"), TABLE)
def test_a_program_becomes_a_call(line, tool, args, unknown):
    made = call(line)
    assert (made.tool, dict(made.args), made.unknown) == (tool, args, unknown)


@pytest.mark.parametrize(
    ("line", "operands"),
    [
        ("git push -u origin main", ("origin", "main")),
        ("git checkout main -- a", ("main", "a")),
        ("git commit -m main", ()),
        ("gh pr checks 3 --watch 4", ("3", "4")),
        ("gh stack push --x", ("push",)),
        ("rm -rf a -- -b", ("a", "-b")),
        ("cat - $X", ("-", "")),
        ("make -j4 $X-x", ("",)),
    ],
)
def test_operands_are_the_words_that_are_no_options(line, operands):
    assert call(line).operands == operands


@pytest.mark.parametrize(
    ("line", "flags", "given"),
    [
        ("git push -uf", ("--force",), True),
        ("git push -uf", ("-f",), True),
        ("git push", ("--force", "-f"), False),
        ("git commit -m --amend", ("--amend",), False),
        ("git commit -m x -- --amend", ("--amend",), False),
        ("git push --force --no-force", ("--force",), False),
        ("git fetch --no-tags", ("--no-tags",), True),
        ("git fetch --no-tag", ("--no-tags",), True),
        ("git fetch --tags", ("--no-tags",), False),
        ("git fetch", ("--no-tags",), False),
        ("git push --no-push-option", ("--no-push-option",), True),
        ("git push --no-verif", ("--no-verify",), True),
        ("git log --brand-new", ("--brand-new",), True),
        ("git log --format --brand-new", ("--brand-new",), False),
        ("gh run view 1 --watch", ("--watch",), True),
        ("gh pr checks --watch", ("--watch",), True),
        ("gh pr checks --watch=true", ("--watch",), True),
        ("gh pr checks --watch=false", ("--watch",), False),
        ("gh pr checks --watch=$X", ("--watch",), True),
        ("gh pr create -b --watch", ("--watch",), False),
        ("rm -rf x", ("-f",), True),
        ("rm -rf x", ("-x",), False),
        ("tool --watch 0", ("--watch",), True),
        ("tool --watch=0", ("--watch",), False),
        ("tool --watch=$X", ("--watch",), True),
        ("tool --watch --watch=false", ("--watch",), False),
        ("tool -- --watch", ("--watch",), False),
        ("head -n5", ("-n",), True),
    ],
)
def test_flag(line, flags, given):
    assert call(line).flag(*flags) is given


@pytest.mark.parametrize(
    ("line", "names", "value", "known"),
    [
        ("kubectl --context prod get pods", ("--context", "--kube-context"), "prod", True),
        ("helm --kube-context=prod-eu ls", ("--context", "--kube-context"), "prod-eu", True),
        ("kubectl --context a --context b get", ("--context",), "b", True),
        ("kubectl --context=$X get", ("--context",), "", False),
        ("kubectl --context $X get", ("--context",), "", False),
        ("kubectl get pods", ("--context",), None, True),
        ("terraform -chdir=prod apply", ("-chdir",), "prod", True),
        ("tar -xzf a.tar", ("-f",), "a.tar", True),
        ("head -n5", ("-n",), "5", True),
        ("head -n 5", ("-n",), "5", True),
        ("tool --flag --other", ("--flag",), "", True),
        ("tool -- --context prod", ("--context",), None, True),
        ("git push -o a -o b", ("--push-option",), "b", True),
        ("git -C d push", ("-C",), "d", True),
        ("git commit -C HEAD", ("-C",), "HEAD", True),
        ("gh pr view -R o/r", ("--repo",), "o/r", True),
        ("gh pr view -R $X", ("-R",), "", False),
        ("git log --max-count $X", ("-n",), "", False),
    ],
)
def test_option(line, names, value, known):
    found = call(line).option(*names)
    assert found == value
    if found is not None:
        assert isinstance(found, Word)
        assert found.known is known


def test_an_attached_value_keeps_what_is_unknown_of_it():
    made = call("kubectl --context=prod-$X get").option("--context")
    assert made is not None
    assert made.raw == "prod-$X"
    assert made.may_be("prod-eu")
    assert not made.may_be("staging")


def test_what_a_program_is_and_how_it_runs_goes_over():
    command = Command(program="gh", args=(Word("run"), Word("list")), repeats=True, certain=False, cwd="/w")
    made = structured((command, Command(program="true")))
    assert [(c.tool, c.program, c.repeats, c.certain, c.cwd) for c in made] == [
        ("gh_run_list", "gh", True, False, "/w"),
        ("true", "true", False, True, None),
    ]
    assert pickle.loads(pickle.dumps(made)) == made


DASHED = [name for name in FAMILIES if not name.endswith("tar")]  # a first word of `tar` may be letters
PIECES = [
    "push", "pr", "merge", "checks", "commit", "log", "stash", "drop", "remote", "add", "-C", "-c", "-f", "-uf", "-m", "-am",
    "--force", "--for", "--no-force", "--watch", "--watch=true", "--message=x", "--message", "-R", "o/r", "--", "-", "-5",
    "x", "a b", "$X", "-$X", "--m$X", "--message=$X", "-m$X", "--odd=1", "-Zq", "", "--no-push-option", "--admin", "-n=3",
]  # fmt: skip


def found_words(made) -> list[str]:
    """Every text that the arguments, operands and unknown words hold."""
    texts = [str(word) if word.known else word.raw for word in made.operands] + list(made.unknown)
    for value in made.args.values():
        each = value if isinstance(value, tuple) else (value,)
        texts += [(v if v.known else v.raw) if isinstance(v, Word) else "" for v in each]
    return texts


@settings(max_examples=400, deadline=None)
@given(
    program=st.sampled_from([name for name in FAMILIES if not name.endswith("tar")]),
    pieces=st.lists(st.sampled_from(PIECES), max_size=7),
)
def test_no_word_is_lost(program, pieces):
    made = structured((Command(program=program, args=tuple(word(p) for p in pieces)),))[0]
    found = found_words(made)
    for piece in pieces:
        value = piece.partition("=")[2] if piece.startswith("--") else piece.lstrip("-")
        kept = piece in found or (value and any(value in text or text in value for text in found if text))
        is_flag = piece.startswith("-") and made.flag(piece.partition("=")[0])
        spelled = piece.startswith("-") and any(a is not None for a in made.args.values())
        assert kept or is_flag or spelled or piece in ("--", "") or tool_name(piece) in made.tool, (piece, made)


@each_row("program", FAMILIES)
def test_nothing_raises_on_odd_words(program):
    for words in (
        ("--",),
        ("-",),
        ("=",),
        ("--=",),
        ("-=",),
        ("@",),
        ("", ""),
        ("\n", "-\n"),
        ("-" * 50,),
        ("é", "-é", "--é"),
    ):
        structured((Command(program=program, args=tuple(Word(w) for w in words)),))
        structured((Command(program=program, args=tuple(Word(w) for w in ("push", "pr", *words))),))
