"""Where a call happens: its repository, the session's project, and the folders of state that belong to them."""

from __future__ import annotations

from guardhost.world.repository import find
from guardhost.world.state import of_repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.lent import Lent
    from guardhost.model.event import Event
    from guardhost.world.repository import Place
    from guardhost.world.session import Session
    from guardhost.world.settings import Settings


class Scene:
    """The surroundings of one event. What costs something is looked up when it is first asked for."""

    __slots__ = ("_session", "_settings", "event", "folder", "lent", "place", "project")

    def __init__(self, event: Event, lent: Lent) -> None:
        self.event = event
        self.lent = lent
        self._session: Session | None = None
        self._settings: Settings | None = None
        self.place: Place | None = find(event.cwd) if event.cwd else None
        self.project: Place | None = self._declared()
        home = self.project or self.place
        self.folder = of_repository(lent.state, home.common_dir or home.root if home else event.project or event.cwd)

    def _declared(self) -> Place | None:
        declared = self.event.project or self._first()
        if not declared:
            return self.place
        if self.place is not None and self.place.root == declared:
            return self.place
        return find(declared)

    def _first(self) -> str:
        """Return the root of the session's first event, for a host that declares no project."""
        if not self.event.session or self.place is None:
            return ""
        if not self.lent.recording:
            return self.session.project
        return self.session.settle(self.place.root)

    @property
    def workspace(self) -> str:
        """The root that the call belongs to: its repository, else the session's project, else its directory."""
        place = self.place or self.project
        return place.root if place is not None else self.event.project or self.event.cwd

    @property
    def session(self) -> Session:
        """The memory of this session, opened when it is first asked for."""
        if self._session is None and self.lent.session is not None:
            self._session = self.lent.session(self.event)
        if self._session is None:
            from guardhost.world.session import Session

            self._session = Session(self.lent.state, self.event.host, self.event.session, self.lent.clock.wall())
        return self._session

    @property
    def settings(self) -> Settings:
        """The person's settings."""
        if self._settings is None:
            from guardhost.world.settings import settings
            from guardhost.world.state import config

            self._settings = settings(config(self.lent.env, self.event.home), self.lent.state)
        return self._settings

    @property
    def git(self) -> str:
        """The git program, "" when there is none: the one recorded at install, else the one on PATH."""
        if self.lent.git:
            return self.lent.git
        from guardhost.world.git import program

        return program(self.lent.env)

    @property
    def unattended(self) -> bool:
        """Whether nobody is there to answer an ask."""
        declared = self.settings.unattended
        return self.event.unattended if declared is None else declared
