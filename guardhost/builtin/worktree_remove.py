"""`worktree-remove`: a worktree goes only when nothing in it would be lost and nobody works there."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.git_acts import acts, listed
from guardhost.builtin.ground import is_generated
from guardhost.builtin.paths import fold, inside
from guardhost.shell.scope import against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

ID = "worktree-remove"


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny the removal of a worktree that holds something."""
    told = [what for act in acts(matter) if act.name == "worktree_remove" and (what := _what(act, matter))]
    return tuple(answer(ID, "deny", what) for what in dict.fromkeys(told))


def _what(act: Act, matter: Matter) -> str:
    forced = act.given("force") or any(word.startswith("--f") or word == "-ff" for word in act.call.unknown)
    word = next(iter(act.words("path")), None)
    path = against(word, act.folder) if word is not None and word.known and word else None
    if matter.works is None:
        return ""
    if not path:
        return "Which worktree goes is not known before the run." if forced else ""
    shown = f"`{word}`"
    here = fold(matter.real_path(matter.event.cwd or "/"))
    if inside(here, fold(matter.real_path(path))):
        return f"{shown} is the folder that this session works in."
    work = matter.works(path)
    if work is None or fold(work.root) != fold(matter.real_path(path)):
        return f"What {shown} holds cannot be told." if forced else ""
    if matter.read_text(f"{work.git_dir}/locked") is not None:
        return f"{shown} is locked."
    changes = work.changes()
    if changes is None:
        return f"Git could not tell in time what {shown} holds."
    held = [entry[2] for entry in changes if not is_generated(fold(entry[2]))]
    if held:
        return f"{shown} holds changes in {listed(held)}."
    return f"{shown} holds commits that no branch has." if work.detached() else ""
