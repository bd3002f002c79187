"""What each git command that commits or moves HEAD makes of the committed policy: the policy files that become others."""

from __future__ import annotations

from guardhost.builtin.git_line import CONFLICT, UnsureError, mentioned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.builtin.git_line import GitLine
    from guardhost.model.line import Word
    from guardhost.model.structured import Call

NOTHING: set[str] = set()
ROOT = "0"  # what lies before a first commit
MERGES = ("ort", "recursive", "resolve", "octopus")  # strategies that take a side's change where only it has one


def commit(line: GitLine) -> set[str]:
    """`git commit`: the index, or what its words name."""
    if line.given("dry_run", "short", "porcelain", "long"):
        return NOTHING
    words = line.words("paths")
    every = line.given("all", "interactive", "patch", "pathspec_from_file") or bool(line.call.unknown)
    return line.pending(words, every=every, only=bool(words) and not line.given("include"))


def add(line: GitLine) -> set[str]:
    """`git add`: what a commit behind it takes."""
    if not line.given("dry_run"):
        line.add(() if line.given("pathspec_from_file") else line.call.operands, known=line.given("update"))
    return NOTHING


def take(line: GitLine) -> set[str]:
    """`git rm`, `git mv`: staged at once."""
    line.staged |= {path for path in line.history.paths if line.covers(line.call.operands, path)}
    return NOTHING


def restore(line: GitLine) -> set[str]:
    """`git restore`: puts back what is staged, or takes what another commit has."""
    source = line.words("source")
    if not line.given("staged"):
        return _written_from(line, source[0]) if source else NOTHING
    return _from_tree(line, source[0], line.words("paths")) if source else _unstage(line, line.words("paths"))


def _from_tree(line: GitLine, tree: Word, paths: tuple[Word, ...]) -> set[str]:
    found = line.target(tree)
    if found:
        line.staged |= {path for path in line.changed(line.history.policy(found)) if line.covers(paths, path)}
    return NOTHING


def _written_from(line: GitLine, tree: Word) -> set[str]:
    """Files come out of a commit into the working tree alone; the index stays."""
    paths = () if line.given("pathspec_from_file") else line.words("paths")
    try:
        found = line.target(tree)
    except UnsureError:
        line.may_write((path for path in line.history.paths if line.covers(paths, path)), "git restore")
        return NOTHING
    if found:
        line.write(path for path in line.changed(line.history.policy(found)) if line.covers(paths, path))
    return NOTHING


def _unstage(line: GitLine, words: tuple[Word, ...]) -> set[str]:
    line.unstage(words)
    return NOTHING


def read_tree(line: GitLine) -> set[str]:
    """`git read-tree`: the index becomes another commit's."""
    for word in line.call.operands[-1:]:
        _from_tree(line, word, ())
    return NOTHING


def update_index(line: GitLine) -> set[str]:
    """`git update-index`: what it is told, file by file."""
    if line.given("index_info", "stdin"):
        line.hidden = "the index is told by standard input"
    line.staged |= {path for path in line.history.paths if any(path in word or not word.known for word in line.call.words)}
    return NOTHING


def apply(line: GitLine) -> set[str]:
    """`git apply`: written, with `--index` staged at once."""
    words = line.words("patches") or line.call.operands
    if line.given("index", "cached", "3way"):
        line.staged |= _patched(line, words)
    elif not line.given("check", "stat", "numstat", "summary") or line.given("apply"):
        try:
            line.write(_patched(line, words))
        except UnsureError:
            line.may_write(line.history.paths, "git apply")
    return NOTHING


def switch(line: GitLine) -> set[str]:
    """`git switch`: to a branch, a commit, a new branch from somewhere."""
    if line.given("orphan"):
        return NOTHING  # `vcs-off` speaks to it
    names = (*line.words("create"), *line.words("force_create"))
    return _branch_off(line, names, line.call.operands[:1])


def checkout(line: GitLine) -> set[str]:
    """`git checkout`: as `switch`, or files out of a commit."""
    if line.given("orphan"):
        return NOTHING
    names = (*line.words("new_branch"), *line.words("reset_branch"))
    targets, paths = line.words("targets"), line.words("paths")
    if names or (len(targets) == 1 and not paths and not line.given("patch", "ours", "theirs")):
        return _branch_off(line, names, targets[:1])
    if targets and (paths or len(targets) > 1):
        return _files(line, targets, paths)
    return NOTHING


def _files(line: GitLine, targets: tuple[Word, ...], paths: tuple[Word, ...]) -> set[str]:
    """Files come out of the first operand, if that is a commit, and are staged."""
    if paths or line.target(targets[0]):
        _from_tree(line, targets[0], (*targets[1:], *paths))
    return NOTHING


def _branch_off(line: GitLine, names: tuple[Word, ...], start: tuple[Word, ...]) -> set[str]:
    try:
        found = line.target(start[0]) if start else line.head
    except UnsureError:
        # An earlier command may have made the name, but where a remote has it, git would take that.
        if names or not line.guessed(start[0]):
            raise
        found = ""
    if start and not found and not names:
        return {path for one in line.guessed(start[0]) for path in line.go(one)}
    for name in names:
        line.make(str(name), found)
    return line.go(found) if start and found else NOTHING


def reset(line: GitLine) -> set[str]:
    """`git reset`: HEAD to a commit, or files out of the index."""
    targets, paths = line.words("targets"), line.words("paths")
    if paths or line.given("patch", "pathspec_from_file") or len(targets) > 1:
        return _unstage(line, paths or targets)
    found = line.target(targets[0]) if targets else line.head
    if targets and not found:
        return _unstage(line, targets)  # a file
    if not line.given("soft"):
        line.unstage(())
    return line.go(found) if targets else NOTHING


def merge(line: GitLine) -> set[str]:
    """`git merge`: what the others changed since they parted."""
    if line.given("abort", "quit"):
        return NOTHING
    if line.given("continue"):
        return line.pending((), every=False, only=False)
    words = line.words("branches")
    found = [one for word in words for one in ([line.target(word)] if word != "FETCH_HEAD" else _fetched(line))]
    return _merged(line, found if words else _upstream(line))


def pull(line: GitLine) -> set[str]:
    """`git pull`: the upstream as it was last fetched."""
    if line.given("dry_run"):
        return NOTHING
    return _merged(line, _pulled(line, line.call))


def _merged(line: GitLine, commits: list[str]) -> set[str]:
    strategies = line.words("strategy")
    if strategies == ("ours",) and not line.given("rebase"):
        return NOTHING
    if any(name not in MERGES for name in strategies) or any("subtree" in word for word in line.words("strategy_option")):
        raise UnsureError("the strategy may make anything of it")
    found = {
        path
        for one in commits
        if one
        for path in line.changed(line.joined(line.history.base(line.head, one), one))
    }  # fmt: skip
    if line.given("squash"):
        line.staged |= found
        return NOTHING
    return found


def _upstream(line: GitLine) -> list[str]:
    """Return where the upstream of the current branch was when it was last fetched; none where there is no upstream."""
    found = line.history.commit("@{upstream}")
    branch = line.history.branch
    if not found and branch and line.history.setting(f"branch.{branch}.merge"):
        raise UnsureError("the upstream was never fetched")
    return [found] if found else []


def _pulled(line: GitLine, call: Call) -> list[str]:
    """Return the commits that a pull or a fetch of these words takes."""
    remote = call.args.get("remote")
    refspecs = call.args.get("refspecs") or ()
    if remote is None:
        return _upstream(line)
    if refspecs:
        return [_remote(line, remote, word) for word in refspecs]
    if remote == line.history.setting(f"branch.{line.history.branch}.remote"):
        return _upstream(line)
    if line.history.setting(f"remote.{remote}.url"):
        return []  # git asks for a branch
    raise UnsureError(f"`{remote.raw}` is no remote that was fetched")


def _remote(line: GitLine, remote: Word, refspec: Word) -> str:
    if not remote.known or not refspec.known:
        raise UnsureError(f"`{refspec.raw}` of `{remote.raw}` is not known before the line runs")
    source = refspec.lstrip("+").partition(":")[0].removeprefix("refs/heads/")
    found = line.target(source) if remote == "." else line.history.commit(f"refs/remotes/{remote}/{source}")
    if not found:
        raise UnsureError(f"`{source}` of `{remote}` was never fetched")
    return found


def fetch(line: GitLine) -> set[str]:
    """`git fetch`: names that it makes; the current branch only where it is told to."""
    line.fetched = line.call
    changed: set[str] = set()
    for word in line.words("refspecs"):
        name = word.partition(":")[2]
        if not name:
            continue
        try:
            found: str | None = _remote(line, line.call.args["remote"], word)
        except UnsureError:
            found = None
        line.make(name, found)
        if line.given("update_head_ok") and f"refs/heads/{name.removeprefix('refs/heads/')}" in line.history.branches():
            changed |= line.go(line.target(name))
    return changed


def _fetched(line: GitLine) -> list[str]:
    return _pulled(line, line.fetched) if line.fetched is not None else [line.history.commit("FETCH_HEAD")]


def rebase(line: GitLine) -> set[str]:
    """`git rebase`: the commits of one side, replayed on the other."""
    begun = line.history.text("rebase-merge/orig-head") or line.history.text("rebase-apply/orig-head")
    if line.given("continue", "skip"):
        if not begun:
            return NOTHING
        staged = line.pending((), every=False, only=False) if line.given("continue") else NOTHING
        return staged | line.changed(line.joined(line.history.base(begun, line.head), line.head, begun))
    if line.given("abort"):
        return line.go(begun)
    if line.given("quit", "edit_todo", "show_current_patch"):
        return NOTHING
    targets = line.words("targets")
    root = line.given("root")
    upstream = [] if root else [line.target(targets[0])] if targets else _upstream(line)
    rest = targets if root else targets[1:]
    tip = line.target(rest[0]) if rest else line.head
    if not tip or (not root and not any(upstream)):
        return NOTHING
    return _replayed(line, tip, ROOT if root else line.history.base(upstream[0], tip), upstream)


def _replayed(line: GitLine, tip: str, base: str, upstream: list[str]) -> set[str]:
    onto = line.words("onto")
    theirs = line.target(onto[0]) if onto else base if line.given("keep_base") or not upstream else upstream[0]
    result = line.joined(base, theirs, tip)
    if line.given("interactive"):  # any of the replayed commits may be dropped
        before, after = line.history.policy(base), line.history.policy(tip)
        result |= {path: CONFLICT for path in before if before[path] != after[path]}
    return line.changed(result)


def pick(line: GitLine) -> set[str]:
    """`git cherry-pick`: the change of each commit comes to HEAD."""
    return _sequence(line, lambda before, after: (before, after))


def revert(line: GitLine) -> set[str]:
    """`git revert`: the change of each commit is taken back."""
    return _sequence(line, lambda before, after: (after, before))


def _sequence(line: GitLine, turned: Callable[[str, str], tuple[str, str]]) -> set[str]:
    if line.given("continue"):
        return line.pending((), every=False, only=False)
    if line.given("abort"):
        begun = line.history.text("sequencer/head")
        return line.go(begun) if begun else NOTHING
    if line.given("skip", "quit"):
        return NOTHING
    found: set[str] = set()
    for word in line.words("commits"):
        before, after = _change(line, word)
        if after:
            base, theirs = turned(before, after)
            found |= line.changed(line.joined(base, theirs))
    if line.given("no_commit"):
        line.staged |= found
        return NOTHING
    return found


def _change(line: GitLine, word: Word) -> tuple[str, str]:
    """Return the two commits between which a change lies: those of a range, or a commit and its parent."""
    first, dots, last = word.partition("..")
    if dots and not last.startswith("."):
        return line.target(first or "HEAD"), line.target(last or "HEAD")
    after = line.target(word)
    parent = line.words("mainline")
    return (line.history.commit(f"{after}^{parent[0] if parent else ''}") or ROOT, after) if after else ("", "")


def mails(line: GitLine) -> set[str]:
    """`git am`: the patches of mails."""
    if line.given("continue", "resolved", "retry"):
        return line.pending((), every=False, only=False)
    if line.given("abort"):
        return line.go(line.history.text("rebase-apply/orig-head"))
    if line.given("skip", "quit", "show_current_patch"):
        return NOTHING
    piped = tuple(one.target for one in line.command.redirects if one.op == "<")
    return _patched(line, line.words("mailboxes") or piped)


def _patched(line: GitLine, words: tuple[Word, ...]) -> set[str]:
    from guardhost.shell.scope import against

    texts = [line.read_text(against(str(word), line.folder) or "") if word.known else None for word in words]
    if not words:
        texts = [line.command.stdin]
    if any(text is None for text in texts):
        raise UnsureError("the patch cannot be read before the line runs")
    moved = line.given("directory", "strip", "p")
    return mentioned([text for text in texts if text is not None], line.history.paths, moved=moved)


def update_ref(line: GitLine) -> set[str]:
    """`git update-ref`: what HEAD stands for, set past every check."""
    if not line.given("stdin"):
        ref, new = (*line.words("ref"), *line.words("new_value"), "", "")[:2]
        return NOTHING if line.given("delete") else _set(line, ref, new)
    if line.command.stdin is None:
        raise UnsureError("its orders come by standard input")
    found: set[str] = set()
    for order in line.command.stdin.splitlines():
        verb, ref, new = (*order.split(), "", "", "")[:3]
        if verb in ("update", "create"):
            found |= _set(line, ref, new)
    return found


def _set(line: GitLine, ref: str, new: str) -> set[str]:
    if getattr(new, "known", True) and new.strip("0") == "":  # one that is not known has no text
        return NOTHING
    heads = {"HEAD", *line.history.branches()}
    if ref in heads or ref.endswith("/HEAD") or not ref:
        return line.go(line.target(new))
    line.make(str(ref), line.target(new) or None if getattr(new, "known", True) else None)
    return NOTHING


def symbolic_ref(line: GitLine) -> set[str]:
    """`git symbolic-ref HEAD`: to another branch."""
    name, ref = (*line.words("name"), *line.words("ref"), "", "")[:2]
    if not ref or (name != "HEAD" and not name.endswith("/HEAD") and name not in line.history.branches() and name):
        return NOTHING
    return line.go(line.target(ref))


def branch(line: GitLine) -> set[str]:
    """`git branch`: a name of a commit; the current one only by force."""
    if line.given("delete", "force_delete", "list", "remotes", "all", "set_upstream_to", "unset_upstream"):
        return NOTHING
    words = line.words("branches")
    if line.given("move", "force_move", "copy", "force_copy"):
        name, start = (words[-1:], words[:1]) if len(words) > 1 else ((), ())
    else:
        name, start = words[:1], words[1:2]
    if not name:
        return NOTHING
    found = line.target(start[0]) if start else line.head
    if name[0].known and f"refs/heads/{name[0]}" in line.history.branches():
        forced = line.given("force", "force_move", "force_copy")
        return line.go(found) if forced else NOTHING
    line.make(str(name[0]), found or None)
    return NOTHING


def tag(line: GitLine) -> set[str]:
    """`git tag`: a name of a commit."""
    words = line.words("names")
    if words and not line.given("delete", "list", "verify"):
        line.make(str(words[0]), line.target(words[1]) if len(words) > 1 else line.head)
    return NOTHING


def stash(line: GitLine) -> set[str]:
    """`git stash branch` goes to where the stash was made; `pop` and `apply` bring back what was staged."""
    kind = line.call.tool.removeprefix("git_stash_")
    name = (line.words("stash") or ("stash@{0}",))[0]
    if kind not in ("branch", "pop", "apply") or (kind == "branch" and not line.words("branch")):
        return NOTHING
    found = line.history.commit(f"stash@{{{name}}}" if name.isdigit() else str(name))
    before = line.history.commit(f"{found}^1") if found else ""
    if not before:
        return NOTHING
    brought = line.changed(line.joined(before, found))
    line.staged |= brought
    return line.go(before) if kind == "branch" else NOTHING


def bisect(line: GitLine) -> set[str]:
    """`git bisect`: any commit between those that are good and bad."""
    kind = line.call.tool.removeprefix("git_bisect_")
    if kind == "reset":
        words = line.words("revision")
        back = words[0] if words else line.history.text("BISECT_START")
        return line.go(line.target(back)) if back else NOTHING
    if kind not in ("start", "good", "old", "bad", "new", "skip", "next", "run", "replay") or line.given("no_checkout"):
        return NOTHING
    named = [line.target(word) for word in line.words("revisions") if ".." not in word]
    ends = [line.history.commit(one) for one in ("refs/bisect/bad", "refs/bisect/new")]
    return {path for one in (*named, *ends) if one for path in _along(line, one)}


def _along(line: GitLine, end: str) -> set[str]:
    """Return the policy files that differ at an end of a search, or between it and HEAD."""
    here = line.changed(line.history.policy(end))
    if not here and any(line.history.between(*pair) for pair in ((line.head, end), (end, line.head))):
        raise UnsureError("the policy changed among the commits that are searched")
    return here


def rewrite(line: GitLine) -> set[str]:  # noqa: ARG001 - as every handler
    """What writes history anew by a program or by what it is fed."""
    raise UnsureError("it writes history anew")


def reflog(line: GitLine) -> set[str]:
    """`git reflog delete --updateref` moves a branch."""
    if line.given("updateref"):
        raise UnsureError("it moves a branch by its log")
    return NOTHING


HANDLERS: dict[str, Callable[[GitLine], set[str]]] = {
    "add": add, "stage": add, "am": mails, "apply": apply, "bisect": bisect, "branch": branch, "checkout": checkout,
    "cherry-pick": pick, "commit": commit, "fast-import": rewrite, "fetch": fetch, "filter-branch": rewrite,
    "filter-repo": rewrite, "merge": merge, "mv": take, "pull": pull, "read-tree": read_tree, "rebase": rebase,
    "reflog": reflog, "reset": reset, "restore": restore, "revert": revert, "rm": take, "stash": stash, "switch": switch,
    "symbolic-ref": symbolic_ref, "tag": tag, "update-index": update_index, "update-ref": update_ref,
}  # fmt: skip
