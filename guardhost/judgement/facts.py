"""The facts that a judge may ask for, answered by the host process and alike for all sides of one judgement."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.judgement.scene import Scene
    from guardhost.judges.source import Source
    from guardhost.model.fact import Binary, JobList
    from guardhost.world.git import RepoFacts
    from guardhost.world.repository import Place


MOST_KEYS = 200


class Shared:
    """What all sides of one judgement see alike: the answer to a key is worked out once."""

    __slots__ = ("counts", "once", "repo", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.once: dict[str, bool] = {}
        self.counts: dict[str, int] = {}
        self.repo: dict[str, RepoFacts] = {}

    def spend(self, keys: set[tuple[str, str]]) -> None:
        """Spend the keys whose verdict was told."""
        session = self.scene.session
        for kind, key in keys:
            (session.spend_once if kind == "once" else session.spend_count)(key)


class Facts:
    """The facts of one side; `asked` are the keys that its judges asked for, `read` the files."""

    __slots__ = ("_place", "_shared", "_source", "asked", "read_files")

    def __init__(self, shared: Shared, source: Source, place: Place | None) -> None:
        self._shared = shared
        self._source = source
        self._place = place
        self.asked: set[tuple[str, str]] = set()
        self.read_files: list[str] = []

    def _ask(self, kind: str, key: str) -> None:
        """Note a key. Each one that is spent is a file, so a judgement has a bound."""
        if len(self.asked) >= MOST_KEYS:
            from guardhost.model.errors import PolicyError

            what = f"one judgement asked for more than {MOST_KEYS} keys"
            raise PolicyError("GH1101", what, fix="use fewer keys, such as one for each file instead of each line")
        self.asked.add((kind, key))

    def once(self, key: str) -> bool:
        """Return whether the key is asked for the first time in this session."""
        self._ask("once", key)
        if key not in self._shared.once:
            self._shared.once[key] = self._shared.scene.session.peek_once(key)
        return self._shared.once[key]

    def count(self, key: str) -> int:
        """Return how many judgements of this session have asked for the key, this one included."""
        self._ask("count", key)
        if key not in self._shared.counts:
            self._shared.counts[key] = self._shared.scene.session.peek_count(key)
        return self._shared.counts[key]

    def jobs(self) -> JobList:
        """Return the jobs of the checkout: none until there is a store of jobs."""
        from guardhost.model.fact import JobList

        return JobList()

    def binary(self) -> Binary:
        """Return the guardhost that judges."""
        from guardhost.world.build import binary

        return binary()

    def read(self, path: str) -> str | None:
        """Return a file of the checkout as this side has it, None when it is not there; it counts as policy."""
        data = self._source.read(path)
        self.read_files.append(path)
        return data.decode("utf-8", "replace") if data is not None else None

    def happened(self, target: Any, since: Any) -> bool:
        """Return whether a call of this session that ran matched a target, since the last that matched another."""
        from guardhost.judgement.happened import happened

        return happened(self._shared.scene, target, since)

    def repo(self, name: str, path: str = "") -> str:
        """Return one fact of the repository as text."""
        if self._place is None or not self._shared.scene.git:
            return ""
        facts = self._shared.repo.get(self._place.root)
        if facts is None:
            from guardhost.world.git import facts as repository_facts

            facts = self._shared.repo[self._place.root] = repository_facts(self._place, self._shared.scene.git)
        return facts.answer(name, path)
