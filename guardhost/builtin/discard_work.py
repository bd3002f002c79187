"""`discard-work`: changes that are in no commit and no stash are not thrown away."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.gate import DISCARDERS
from guardhost.builtin.git_acts import acts, listed, thrown_away
from guardhost.builtin.ground import is_generated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.line import Command, Word
    from guardhost.model.verdict import Answer

    Entry = tuple[str, str, str]

ID = "discard-work"
_UNTOLD = "Git could not tell in time what would be lost."
_HG = {"update": ("-C", "--clean"), "up": ("-C", "--clean"), "goto": ("-C", "--clean"), "checkout": ("-C", "--clean"),
       "revert": (), "purge": (), "clean": (), "strip": (), "restore": (), "abandon": ()}  # fmt: skip


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny a git call that would lose uncommitted changes or a stash."""
    told = [what for act in acts(matter) if (what := _what(act)) and not thrown_away(act, matter)]
    told.extend(what for command in matter.commands if command.vcs is not None and (what := _other(command.vcs)))
    found = [("deny", what) for what in told]
    if any(command.program in DISCARDERS or _lists(command) for command in matter.commands):
        from guardhost.builtin.discard_tools import by_tools

        found.extend(by_tools(matter))
    return tuple(answer(ID, decision, what) for decision, what in dict.fromkeys(found))


def _lists(command: Command) -> bool:
    return command.vcs is not None and command.vcs.subcommand in ("ls-files", "diff")


def _other(vcs: object) -> str:
    tool, name = getattr(vcs, "tool", "git"), getattr(vcs, "subcommand", "")
    if tool in ("git", "jj") or name not in _HG:
        return ""
    options = _HG[name]
    words = getattr(vcs, "args", ())
    if (options and not any(word in options for word in words)) or "--dry-run" in words or "-n" in words:
        return ""
    return f"`{tool} {name}` throws away what is not committed."


def _what(act: Act) -> str:
    rule = _RULES.get(act.name) or _RULES.get(act.name.partition("_")[0])
    found = rule(act) if rule is not None else ()
    if found is None:
        return f"{act.shown}: {_UNTOLD}"
    if isinstance(found, str):
        return found
    return f"{act.shown} loses what was changed in {listed(found)}." if found else ""


def _paths(entries: Sequence[Entry] | None) -> list[str] | None:
    return None if entries is None else [path for _, _, path in entries]


def _reset(act: Act) -> list[str] | None:
    shortened = any(len(word) > 2 and "--hard".startswith(word) for word in act.call.unknown)
    if not (act.given("hard", "merge") or shortened):
        return []
    return _paths(act.changed(index=True, tree=not act.given("merge") or act.given("hard") or shortened))


def _checkout(act: Act) -> list[str] | None:
    if act.given("patch", "ours", "theirs"):
        return []
    targets, paths = act.words("targets"), act.words("paths")
    if act.given("force") and not paths:
        return _paths(act.changed(index=True, tree=True))
    if act.given("new_branch", "reset_branch", "orphan", "detach", "track"):
        return []
    if act.given("pathspec_from_file"):
        return _paths(act.changed(index=False, tree=True))
    if paths:
        return _restored(act, paths, source=bool(targets))
    if not targets:
        return []
    if len(targets) > 1:
        first = act.work is not None and bool(targets[0].known and act.work.commit(targets[0]))
        return _restored(act, targets[1:] if first else targets, source=first)
    return _one(act, targets)


def _one(act: Act, targets: tuple[Word, ...]) -> list[str] | None:
    """A single word is a branch where there is one of that name, else a path."""
    found = _restored(act, targets, source=False)
    word = targets[0]
    if not found or not word.known:
        return [] if not word.known else found
    if word.startswith((".", ":")) or act.work is None:
        return found
    return [] if act.work.commit(word) else found


def _restored(act: Act, words: Sequence[Word], *, source: bool) -> list[str] | None:
    entries = act.changed(index=source, tree=True, unknown=source)
    if entries is None:
        return None
    unknown = [entry for entry in entries if entry[0] == "?"]
    tracked = [entry for entry in entries if entry[0] != "?" and not (entry[0] == "A" and not source and entry[1] == " ")]
    # A file that git does not know is only overwritten where it is named itself.
    named = [path for path in act.within(unknown, words) if any(path == word or path.endswith(f"/{word}") for word in words)]
    return act.within(tracked, words) + named


def _restore(act: Act) -> list[str] | None:
    if act.given("patch", "ours", "theirs") or (act.given("staged") and not act.given("worktree")):
        return []
    if act.given("pathspec_from_file"):
        return _paths(act.changed(index=False, tree=True))
    return _restored(act, act.words("paths"), source=act.given("source", "staged"))


def _switch(act: Act) -> list[str] | None:
    return _paths(act.changed(index=True, tree=True)) if act.given("force", "discard_changes") else []


def _clean(act: Act) -> list[str] | None:
    if act.given("dry_run", "interactive"):
        return []
    if act.work is None:
        return []
    if not act.given("force") and not _forced_by_setting(act):
        return []
    flags = [flag for name, flag in (("directories", "-d"), ("ignored", "-x"), ("only_ignored", "-X")) if act.given(name)]
    for word in act.words("exclude"):
        flags.extend(("-e", str(word)))
    known = tuple(str(word) for word in act.words("paths") if word.known)
    found = act.work.cleaned(tuple(flags), known, act.folder)
    if found is None:
        return None
    return [] if act.saved.unknown and not act.given("ignored", "only_ignored") else [
        path for path in found if not is_generated(path.lower())
    ]  # fmt: skip


def _forced_by_setting(act: Act) -> bool:
    said = "".join(str(word).lower() for word in (act.command.vcs.options if act.command.vcs is not None else ()))
    if "clean.requireforce" in said:
        return any(value in said for value in ("=false", "=0", "=no", "=off"))
    env = {name: str(word).lower() for name, word in act.command.env}
    named = [name for name, value in env.items() if value == "clean.requireforce"]
    value = next((env.get(name.replace("_KEY_", "_VALUE_"), "") for name in named), "")
    value = value or act.saved.settings.get("clean.requireforce", "")
    if not value and act.work is not None:
        value = act.work.setting("clean.requireForce")
    return value.lower() in ("false", "0", "no", "off")


def _stash(act: Act) -> str:
    if act.name not in ("stash_drop", "stash_clear"):
        return ""
    held = act.saved.stashed or (act.work is not None and act.work.stashed())
    return f"{act.shown} throws away what was put by." if held else ""


def _apply(act: Act) -> list[str] | None:
    if not act.given("reverse") or act.given("check", "stat", "numstat", "summary", "cached"):
        return []
    return _paths(act.changed(index=False, tree=True))


def _index(act: Act) -> list[str] | None:
    """`checkout-index -f`, `read-tree -u --reset`: the plumbing of a hard reset."""
    words = [str(word) for word in act.call.words]
    letters = "".join(word[1:] for word in words if word.startswith("-") and not word.startswith("--"))
    if act.name == "checkout_index" and not ("f" in letters or "--force" in words):
        return []
    if act.name == "read_tree" and not ("u" in letters and ("--reset" in words or "m" in letters)):
        return []
    return _paths(act.changed(index=act.name == "read_tree", tree=True))


def _rm(act: Act) -> list[str] | None:
    if not act.given("force") or act.given("cached", "dry_run"):
        return []
    entries = act.changed(index=True, tree=True)
    return None if entries is None else act.within(entries, act.words("paths"))


def _show(act: Act) -> list[str] | None:
    """A file of a commit, redirected over the one that was changed: a restore in other words."""
    if not any(":" in word for word in act.call.words):
        return []
    targets = [one.target for one in act.command.redirects if one.op in (">", ">|", "&>")]
    entries = act.changed(index=True, tree=True) if targets else ()
    return None if entries is None else act.within(entries, targets) if targets else []


def _submodule(act: Act) -> list[str] | None:
    forced = any(word in ("-f", "--force") for word in act.call.words)
    return _paths(act.changed(index=False, tree=True)) if forced and act.name != "submodule_add" else []


_RULES = {
    "reset": _reset, "checkout": _checkout, "restore": _restore, "switch": _switch, "clean": _clean, "stash": _stash,
    "show": _show, "cat_file": _show,
    "apply": _apply, "checkout_index": _index, "read_tree": _index, "rm": _rm, "submodule": _submodule,
}  # fmt: skip
