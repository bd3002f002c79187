"""`policy-write`: whoever writes to the policy is told when the change counts."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.paths import hits, roots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.verdict import Answer

ID = "policy-write"
_ROOT_FORMS = ("guard.py", "policy/guard.py", "guard.yaml", "policy/guard.yaml", "AGENTLTL.yaml")


def judge(matter: Matter, changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Advise on a change of a policy file, once a call."""
    places = matter.places
    forms = [f"{root.rstrip('/')}/{form}" for root in places.workspaces for form in _ROOT_FORMS]
    files = roots(matter, *places.policy_files, *forms)
    given = {touch.path for touch in matter.effects.touches}
    for touch, names in changes:
        # What may lie anywhere is no reason to talk about the policy.
        if touch.path in given and not touch.pattern and any(_reaches(touch, names, file) for file in files):
            return (answer(ID, "advise", f"`{touch.raw or touch.path}` belongs to the policy."),)
    return ()


def _reaches(touch: Touch, names: tuple[str, ...], file: str) -> bool:
    """Git's own sweeping commands leave tracked files alone, so of git only a file that it names counts."""
    return file in names if touch.via == "git" else hits(touch, names, file)
