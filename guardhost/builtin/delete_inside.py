"""`delete-inside`: work in the checkout that git cannot bring back is not removed unasked."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.ground import is_generated
from guardhost.builtin.losses import Kept, command_of, default_of, losses, narrowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.losses import Loss
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

ID = "delete-inside"


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask about a removal inside the checkout that takes changed or unknown files with it."""
    kept = Kept(matter)
    told = [what for loss in losses(matter) if (what := _judged(loss, kept, matter))]
    return tuple(answer(ID, "ask", what) for what in dict.fromkeys(told))


def _judged(loss: Loss, kept: Kept, matter: Matter) -> str:
    edited = matter.event.seam == "write" and loss.touch.kind == "delete"
    if not (loss.wide or loss.emptied or edited) or not loss.names:
        return _unknown(loss, matter) if loss.wide and not loss.names else ""
    zones = {kept.ground.zone(name) for name in loss.names}
    if zones != {"work"} or all(is_generated(kept.ground.relative(name)) for name in loss.names):
        return ""
    lost = kept.lost(loss)
    if lost == "?":
        return f"Git could not tell in time whether {loss.shown} holds work that only lies here."
    return f"{loss.shown} takes `{lost.rpartition('/')[2] or lost}` with it, which is in no commit." if lost else ""


def _elsewhere(loss: Loss, matter: Matter) -> bool:
    """Whether it is on another machine."""
    command = command_of(loss.touch, matter)
    return command is not None and "ssh" in command.wrappers


def _unknown(loss: Loss, matter: Matter) -> str:
    """A place that is not known before the run: asked, unless what it ends with is made by a build or by the line."""
    from guardhost.builtin.tails import is_scratch, rest_of

    raw = loss.touch.raw.replace('"', "").replace("'", "")
    command = command_of(loss.touch, matter)
    listed = not raw and command is not None and "xargs" in command.wrappers
    if raw.startswith("{}") or listed or _elsewhere(loss, matter):
        return "" if not loss.touch.recursive or narrowed(matter) else "What is found is not known before the run."
    if not raw or is_scratch(loss.touch, matter) or is_generated(raw.lower()) or is_generated(default_of(raw)):
        return ""
    rest = rest_of(loss.touch.tail, raw)
    if rest and is_generated(rest.lower()):
        return ""
    others = [
        one for one in matter.effects.changes if one.via == loss.touch.via and one.kind == loss.touch.kind and one.path
    ]
    return "" if others else f"What {loss.shown} is is not known before the run."
