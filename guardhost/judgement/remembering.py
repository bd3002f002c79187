"""What a judgement leaves for the next one: which files a policy loads, the keys that were spent, the policy's changes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.judgement.asking import Asked
    from guardhost.judgement.scene import Scene
    from guardhost.model.outcome import Outcome


def remember_policies(scene: Scene, asked: Asked, outcome: Outcome, after: list[Callable[[], object]]) -> None:
    """Keep what the loads read, and spend the keys of every side whose verdict is told."""
    from guardhost.judgement.loaded import remember
    from guardhost.world.files import real_path

    for policy, side, reply in asked.replies:
        if scene.lent.recording and set(reply.files) - {side.form} and side.name != "committed":
            remember(scene.lent.state, real_path(policy.root), reply.files)
    spent: set[tuple[str, str]] = set()
    for decision, keys in asked.spoken:
        if decision in ("allow", outcome.decision):
            spent |= keys
    if spent:
        after.append(lambda: asked.shared.spend(spent))
