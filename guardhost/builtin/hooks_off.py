"""`hooks-off`: the checks that a repository runs before a commit or a push are not left out."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.git_acts import acts
from guardhost.builtin.git_keys import configured, key_of
from guardhost.builtin.paths import fold
from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command
    from guardhost.model.verdict import Answer

ID = "hooks-off"
# Variables of hook managers, and the values that leave a hook out; () is any value.
_VARIABLES = {
    "HUSKY": ("0", "false", "off", "no"), "HUSKY_SKIP_HOOKS": (), "HUSKY_BYPASS": (), "HUSKY_SKIP_INSTALL": (),
    "LEFTHOOK": ("0", "false", "off", "no"), "LEFTHOOK_EXCLUDE": (), "OVERCOMMIT_DISABLE": (), "SKIP": (),
    "PRE_COMMIT_ALLOW_NO_CONFIG": (), "SKIP_SIMPLE_GIT_HOOKS": (), "GIT_HOOKS_DISABLED": (), "SKIP_HOOKS": (),
    "NO_VERIFY": (), "SKIP_PRE_COMMIT": (), "PRE_COMMIT_SKIP": (), "GIT_SKIP_HOOKS": (), "HOOKS_SKIP": (),
}  # fmt: skip
_RUN_HOOKS = frozenset((
    "commit", "push", "merge", "rebase", "am", "cherry-pick", "revert", "checkout", "switch", "pull", "",
))  # fmt: skip
_MANAGERS = ("pre-commit", "lefthook", "husky", "simple-git-hooks", "overcommit")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny a call that leaves hooks out, or a setting that moves them where there are none."""
    told = [what for act in acts(matter) if (what := _what(act, matter))]
    told.extend(what for command in matter.commands if (what := _by_manager(command)))
    told.extend(what for touch in matter.effects.changes if (what := _removed(touch, matter)))
    commits = any(c.vcs is not None and c.vcs.tool == "git" and c.vcs.subcommand in _RUN_HOOKS for c in matter.commands)
    told.extend(what for name, value in matter.assignments if commits and (what := _by_variable(name, value)))
    for command in matter.commands:
        for word in command.args if command.program in ("export", "declare", "typeset") else ():
            name, equals, value = word.partition("=")
            if equals and (what := _by_variable(name, Word(value, known=word.known))):
                told.append(what)
    return tuple(answer(ID, "deny", what) for what in dict.fromkeys(told))


def _removed(touch: Touch, matter: Matter) -> str:
    """A hook that is taken away, or that no longer runs."""
    text = (touch.text or "").strip().removeprefix("#!/bin/sh").removeprefix("#!/bin/bash").strip()
    emptied = touch.text is not None and text in ("", "exit 0", "true", ":", "exit")
    if (
        touch.kind not in ("delete", "move")
        and not touch.link
        and not (touch.kind == "write" and touch.overwrites and emptied)
    ):
        return ""
    folder, _, name = fold(touch.path).rpartition("/")
    if not touch.link and _is_folder_of_hooks(fold(touch.path), matter):
        return f"`{touch.raw or touch.path}` holds the repository's hooks."
    own = any(folder == f"{fold(root)}/{place}" for root in matter.places.workspaces for place in (".husky", ".githooks"))
    inner = any(folder == f"{fold(root)}/hooks" for root in matter.places.git_dirs)
    from guardhost.builtin.gate import HOOKS

    if not own and not inner and matter.works is not None and (name in HOOKS or touch.recursive):
        return _of_setting(touch, matter, name in HOOKS)
    hook = (own or inner) and not name.endswith(".sample") and not name.startswith("_")
    return f"`{touch.raw or touch.path}` is a hook." if hook else ""


def _is_folder_of_hooks(path: str, matter: Matter) -> bool:
    """Whether a path is that of all hooks."""
    places = [f"{fold(root)}/{name}" for root in matter.places.workspaces for name in (".husky", ".githooks")]
    places.extend(f"{fold(root)}/hooks" for root in matter.places.git_dirs)
    return path.rstrip("/") in places


def _of_setting(touch: Touch, matter: Matter, named: bool) -> str:
    """A hook in the folder that `core.hooksPath` names, or that folder itself."""
    from guardhost.shell.scope import against

    work = matter.works(touch.path.rpartition("/")[0] or "/") if matter.works is not None else None
    setting = work.setting("core.hooksPath") if work is not None else ""
    place = against(setting, work.root) if setting and work is not None else None
    whole = touch.kind == "delete" and touch.recursive and place == touch.path.rstrip("/")
    within = named and place == touch.path.rpartition("/")[0]
    return f"`{touch.raw or touch.path}` holds hooks that the repository runs." if place and (whole or within) else ""


def _by_manager(command: Command) -> str:
    words = [str(word) for word in command.args]
    for at, word in enumerate([command.program, *words][:4]):
        if word in _MANAGERS:
            rest = [command.program, *words][at + 1 :]
            return f"`{word} uninstall` takes its hooks out." if rest[:1] in (["uninstall"], ["--uninstall"]) else ""
    return ""


def _by_variable(name: str, value: Word) -> str:
    values = _VARIABLES.get(name)
    if values is None:
        return ""
    off = not value.known or (str(value).lower() in values if values else str(value) not in ("", "0", "false"))
    return f"`{name}` leaves hooks out." if off else ""


def _what(act: Act, matter: Matter) -> str:
    if act.given("no_verify") or any(len(word) > 5 and "--no-verify".startswith(word) for word in act.call.unknown):
        return f"{act.shown} with `--no-verify` leaves its hooks out."
    vcs = act.command.vcs
    if vcs is not None and vcs.subcommand in _RUN_HOOKS:
        for name, given in act.command.env:
            if found := _by_variable(name, given):
                return found
    for key, value in configured(act, matter):
        if found := _by_key(key, value, act, matter):
            return found
    if act.name.startswith("config") and (act.given("unset", "unset_all") or act.name == "config_unset"):
        named = next(iter((*act.words("key", "name"), *act.call.operands)), None)
        if named is not None and key_of(named) == "core.hookspath" and _brings_hooks(act, matter):
            return "Without `core.hooksPath` the hooks that the repository brings are not run."
    return ""


def _by_key(key: str, value: Word | None, act: Act, matter: Matter) -> str:
    if key == "core.hookspath":
        return (
            "" if value is not None and _has_hooks(value, act, matter) else "`core.hooksPath` is moved away from the hooks."
        )
    if key.startswith("husky.") or (key.startswith("hook.") and key.endswith(".enabled")):
        return f"`{key}` switches hooks." if value is None or str(value).lower() in ("false", "0", "off", "no") else ""
    return ""


def _brings_hooks(act: Act, matter: Matter) -> bool:
    """Whether the folder of hooks that is set now is one of the checkout's own."""
    now = act.work.setting("core.hooksPath") if act.work is not None else ""
    return bool(now) and _has_hooks(Word(now), act, matter)


def _has_hooks(value: Word, act: Act, matter: Matter) -> bool:
    """Whether a folder for hooks is one of the checkout's own that holds something, so that an installer names it."""
    from guardhost.shell.scope import against

    if not value.known or not value or value.startswith(("/", "~")) or ".." in value:
        return False
    if matter.names is None:
        return True
    root = act.work.root if act.work is not None else act.folder
    path = against(value, root)
    brought = _hooks_in(str(path), matter) if path else set()
    now = act.work.setting("core.hooksPath") if act.work is not None else ""
    current = against(now, root) if now else f"{act.work.git_dir}/hooks" if act.work is not None else ""
    return bool(brought) and (_hooks_in(current, matter) if current else set()) <= brought


def _hooks_in(folder: str, matter: Matter) -> set[str]:
    """Return the names of git's hooks that a folder holds."""
    from guardhost.builtin.gate import HOOKS

    return set(matter.names(folder)) & HOOKS if matter.names is not None else set()
