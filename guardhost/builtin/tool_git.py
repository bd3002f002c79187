"""Calls of a server's git tools, put as the line that says the same: `git_reset {mode: hard}` is `git reset --hard`."""

from __future__ import annotations

from guardhost.builtin.tool_paths import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from guardhost.builtin.matter import Matter
    from guardhost.model.verdict import Answer

_SUBCOMMANDS = (
    "push", "reset", "clean", "stash", "worktree", "checkout", "restore", "switch", "rebase", "merge", "branch", "tag",
    "commit", "rm", "revert", "reflog", "gc", "config", "remote", "apply", "add",
)  # fmt: skip
_FOLDERS = ("repopath", "repositorypath", "cwd", "workingdirectory", "workdir", "directory", "repo", "repository")
_MODES = ("mode", "operation", "action", "command", "subcommand", "resettype", "type")
# What a mode or a word of the tool's name becomes behind a subcommand.
_MEANS = {
    "reset": {"hard": "--hard", "merge": "--merge", "soft": "--soft", "mixed": "--mixed", "keep": "--keep"},
    "branch": {"delete": "-d", "remove": "-d", "list": "--list", "show-current": "--show-current"},
    "tag": {"delete": "-d", "remove": "-d", "list": "-l"},
    "push": {"force": "--force", "delete": "--delete"},
    "stash": {name: name for name in ("drop", "clear", "pop", "apply", "list", "push", "show")},
    "worktree": {name: name for name in ("remove", "add", "list", "prune", "move")},
    "remote": {name: name for name in ("remove", "add", "show")}, "clean": {"force": "--force"},
    "checkout": {"force": "--force"}, "switch": {"force": "--force"},
}  # fmt: skip
_FLAGS = {
    "force": "--force", "hard": "--hard", "forcewithlease": "--force-with-lease", "noverify": "--no-verify",
    "dryrun": "--dry-run", "delete": "--delete", "mirror": "--mirror", "directories": "-d", "ignored": "-x",
    "removeignored": "-x", "amend": "--amend", "all": "--all", "tags": "--tags", "prune": "--prune", "staged": "--staged",
    "worktree": "--worktree", "discardchanges": "--discard-changes", "setupstream": "--set-upstream", "abort": "--abort",
    "includeuntracked": "--include-untracked", "cached": "--cached",
}  # fmt: skip
_OPERANDS = (
    "remote", "commit", "target", "ref", "revision", "branch", "branchname", "branchorpath", "name", "tagname", "stashref",
    "worktreepath", "refspec", "startpoint",
)  # fmt: skip
_PATHS = ("paths", "files", "pathspec", "file", "filepath", "filepaths")
_SHARED = frozenset(("main", "master"))
_CHANGES = frozenset(("push", "create", "update", "delete", "commit", "write", "put", "edit", "upload"))


def given(matter: Matter, judge: Callable[[Matter], tuple[Answer, ...]]) -> tuple[Answer, ...]:
    """Return what the rules say of a git tool's call; of a code host's tool, whether it changes the default branch."""
    event = matter.event
    args = event.args
    if not hasattr(args, "items"):
        return ()
    named = {"".join(c for c in str(key).lower() if c.isalnum()): value for key, value in args.items()}
    if "owner" in named:
        return _on_host(event.tool, named)
    line = line_of(event.tool, named)
    if not line or matter.reads is None:
        return ()
    folder = next((named[key] for key in _FOLDERS if isinstance(named.get(key), str)), "")
    folder = folder or str(named.get("path") or "")
    inner = matter.reads(line, folder if folder.startswith("/") else event.cwd)
    return judge(inner.replace(event=inner.event.replace(seam="command", tool="", args={}))) if inner is not None else ()


def line_of(tool: str, named: Mapping[str, Any]) -> str:
    """Return the git line that a call says, by the tool's name and its arguments with bare names; "" for none."""
    words = words_of(tool.rpartition("__")[2] or tool)
    if "git" not in words_of(tool):
        return ""
    subcommand = next((one for one in _SUBCOMMANDS if one in words), "")
    if not subcommand:
        return ""
    means = _MEANS.get(subcommand, {})
    said = [*words, *(str(named[key]).lower().lstrip("-") for key in _MODES if isinstance(named.get(key), str))]
    line = ["git", subcommand, *dict.fromkeys(means[word] for word in said if word in means)]
    line.extend(flag for key, flag in _FLAGS.items() if named.get(key) is True and flag not in line)
    if subcommand == "branch" and "-d" in line and "--force" in line:
        line = [word for word in line if word not in ("-d", "--force")] + ["-D"]
    line.extend(one if one == "--" else _quoted(one) for one in _operands(named))
    return " ".join(line)


def _operands(named: Mapping[str, Any]) -> Iterator[str]:
    for key in _OPERANDS:
        if isinstance(named.get(key), str) and named[key]:
            yield named[key]
    paths = [named[key] for key in _PATHS if named.get(key)]
    listed = [one for value in paths for one in (value if isinstance(value, list | tuple) else (value,))]
    if listed:
        yield from ("--", *(one for one in listed if isinstance(one, str)))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _on_host(tool: str, named: Mapping[str, Any]) -> tuple[Answer, ...]:
    """A code host's tool that commits to the default branch, or removes a branch there."""
    from guardhost.builtin.catalog import answer

    words = set(words_of(tool.rpartition("__")[2] or tool))
    if {"delete", "remove"} & words and {"branch", "tag", "ref", "reference"} & words:
        return (answer("data-harm", "ask", f"`{tool}` removes what the remote has."),)
    files = {"file", "files", "contents", "content", "commit", "ref"} & words
    if files and _CHANGES & words and str(named.get("branch") or "").removeprefix("refs/heads/") in _SHARED:
        return (answer("push-protected", "ask", f"`{tool}` commits to `{named['branch']}`."),)
    return ()
