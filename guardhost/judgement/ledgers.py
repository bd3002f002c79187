"""Where rules remember: in the state folder, or in a shelter of its own where nothing is recorded."""

from __future__ import annotations

from guardhost.world.files import exists
from guardhost.world.ledger import Ledger
from guardhost.world.state import State, of_repository, of_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.scene import Scene


def state_of(scene: Scene) -> State:
    """Return the state folder for what rules remember."""
    if scene.lent.recording or scene.lent.shelter is None:
        return scene.lent.state
    return State(folder=scene.lent.shelter())


def session_folder(scene: Scene) -> str:
    """Return the folder of the session's memory."""
    return of_session(state_of(scene), scene.event.host, scene.session_name)


def project_folder(scene: Scene, root: str = "") -> str:
    """Return the folder of the memory of the repository at `root`, the session's own without: all worktrees share it."""
    home = scene.find(root) if root else scene.project or scene.place
    place = home.common_dir or home.root if home else scene.event.project or scene.event.cwd
    return of_repository(state_of(scene), place)


class Kept(Ledger):
    """The session's ledger; `there` says whether it holds anything, for the price of one look."""

    __slots__ = ("there", "usable")

    def __init__(self, folder: str, *, usable: bool) -> None:
        super().__init__(folder)
        self.usable = usable
        self.there = usable and exists(self.path)

    def write(self, record: dict[str, object]) -> None:
        """Keep the record, where anything can be kept."""
        if self.usable:
            super().write(record)


def ledger_of(scene: Scene) -> Kept:
    """Return the session's ledger."""
    return Kept(session_folder(scene), usable=state_of(scene).usable)
