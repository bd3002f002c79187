"""What a built-in rule may ask of a repository's commits: which policy each has, what the next one would get of it."""

from __future__ import annotations

from guardhost.judgement.loaded import recollect
from guardhost.judgement.scene import FORMS, RULE_FORMS
from guardhost.judges.committed import ABSENT, DIRECTORY, Committed, alike
from guardhost.judges.source import WorkTree
from guardhost.model.errors import GuardError
from guardhost.world.files import exists, read_own
from guardhost.world.objects import ENVIRONMENT, command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judgement.scene import Scene
    from guardhost.judges.committed import Objects
    from guardhost.world.repository import Place

SECONDS = 1.5  # for everything that one call asks
GIT = {**ENVIRONMENT, "GIT_LITERAL_PATHSPECS": "1"}
NONE = "0"  # an id that is no object's: the tree that has nothing


class History:
    """The commits of one checkout that has a policy. `OSError` and `GuardError` say that something could not be told.

    `paths` are the files that count, relative to `root`: the root forms, and what the loads read or looked for.
    """

    __slots__ = ("_ends", "_git", "_memory", "_objects", "_place", "_policies", "_scene", "head", "paths", "root")

    def __init__(self, scene: Scene, place: Place) -> None:
        self._scene = scene
        self._place = place
        self._git = scene.git
        self._memory = recollect(scene.lent, place.root)
        self._objects: dict[str, Objects] = {}
        self._policies: dict[str, dict[str, str]] = {}
        self._ends = scene.lent.clock.now() + SECONDS
        self.root = place.root
        self.head = place.head if not place.reftable else self.commit("HEAD")
        self.paths = self._paths()

    def close(self) -> None:
        """End the processes that read objects."""
        for objects in self._objects.values():
            objects.close()
        self._objects.clear()

    def in_force(self) -> dict[str, str]:
        """Return what each path is in the committed policy that judges, empty when there is none."""
        if not self.head:
            kept = {**self._memory.looked, **self._memory.ruled}
            return {path: kept.get(path, ABSENT) for path in self.paths} if self._memory.form or self._memory.ruled else {}
        found = self.policy(self.head)
        return found if any(found[form] not in (ABSENT, DIRECTORY) for form in (*FORMS, *RULE_FORMS)) else {}

    def policy(self, commit: str) -> dict[str, str]:
        """Return what each path is in a commit: an object's id, or a word of `judges.committed`."""
        if commit not in self._policies:
            files = self._files(commit)
            for path in self.paths:
                files.is_dir(path)
            looked = files.looked
            self._policies[commit] = {path: ABSENT if looked[path] == DIRECTORY else looked[path] for path in self.paths}
        return self._policies[commit]

    def staged(self) -> set[str]:
        """Return the policy files that the index has otherwise than HEAD."""
        if not self.head:
            said = self._said("ls-files", "--stage", "-z", "--", *self.paths)
            return {name.partition("\t")[2] for name in said.split("\0") if name}
        words = self._said("diff-index", "--cached", "--raw", "-z", "--no-renames", "HEAD").split("\0")
        changed = dict(zip(words[1::2], words[0::2], strict=False))
        return {path for path in self.paths if any(_holds(path, name, how) for name, how in changed.items())}

    def edited(self, *, known: bool) -> set[str]:
        """Return the policy files that the working tree has otherwise than HEAD; only those that git knows, if `known`."""
        if not self.head:
            return {path for path in self.paths if not known and exists(f"{self.root}/{path}")}
        tree, files, committed = WorkTree(self.root), self._files(self.head), self.policy(self.head)
        found: set[str] = set()
        for path in self.paths:
            if known and committed[path] in (ABSENT, DIRECTORY):
                continue
            try:
                there, before = None if tree.is_dir(path) else tree.read(path), files.read(path)
            except GuardError:
                found.add(path)  # a link, a FIFO, a giant in its place
                continue
            if (there is None) != (before is None) or (there is not None and not alike(there, before or b"")):
                found.add(path)
        return found

    def commit(self, revision: str) -> str:
        """Return the id of the commit that a revision names, "" when it names none."""
        if not revision or revision.startswith("-") or any(c in revision for c in "\0\n"):
            return ""
        status, said = self._run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        return said.strip() if status == 0 else ""

    def remote(self, branch: str) -> set[str]:
        """Return the commits of the remote branches of that name, of which git makes a branch when it is switched to."""
        said = self._said("for-each-ref", "--format=%(objectname)", f"refs/remotes/*/{branch}")
        return set(said.split())

    def base(self, one: str, other: str) -> str:
        """Return the best common ancestor, `NONE` where there is none."""
        status, said = self._run("merge-base", one, other)
        return said.split()[0] if status == 0 and said.strip() else NONE

    def between(self, one: str, other: str) -> bool:
        """Return whether a commit of `other` that `one` lacks touches a path that counts."""
        return bool(self._said("rev-list", "-1", "--full-history", f"{one}..{other}", "--", *self.paths).strip())

    def setting(self, key: str) -> str:
        """Return a setting of the repository, "" when it has none."""
        status, said = self._run("config", "--get", key)
        return said.strip() if status == 0 else ""

    def text(self, name: str) -> str:
        """Return the text of a file in the git directory, "" when there is none."""
        data = read_own(f"{self._place.git_dir}/{name}", 1 << 16, follow=True)
        return data.decode("utf-8", "replace").strip() if data is not None else ""

    @property
    def branch(self) -> str:
        """The branch that HEAD is on, "" when it is detached."""
        if not self._place.reftable:
            return self._place.branch
        return self._said("symbolic-ref", "--quiet", "HEAD").strip().removeprefix("refs/heads/")

    def branches(self) -> set[str]:
        """Return the refs by which a policy in force moves: of this checkout, and of another one that shares its refs."""
        near = (self._scene.place, self._scene.project)
        same = {place.branch for place in near if place is not None and place.common_dir == self._place.common_dir}
        return {f"refs/heads/{branch}" for branch in (*same, self.branch) if branch}

    def _paths(self) -> tuple[str, ...]:
        known = (*FORMS, *RULE_FORMS, *self._memory.files, *self._memory.looked)
        if not self._memory.head and self.head:
            from guardhost.judgement.imports import reachable

            known = (*known, *reachable(self._files(self.head), FORMS))
        return tuple(dict.fromkeys(path for path in known if not path.startswith(("/", "../"))))

    def _files(self, commit: str) -> Committed:
        state = self._scene.lent.state
        store = f"{state.folder}/objects" if state.usable else ""
        looked = dict.fromkeys(self.paths, ABSENT) if commit == NONE else {}
        return Committed(self._place, commit, looked, store, self._opened)

    def _opened(self, place: Place) -> Objects:
        from guardhost.judgement.sides import open_objects

        if place.git_dir not in self._objects:
            self._objects[place.git_dir] = open_objects(place, self._git, self._left())
        return self._objects[place.git_dir]

    def _left(self) -> float:
        left = self._ends - self._scene.lent.clock.now()
        if left <= 0:
            raise TimeoutError("its time was up")
        return left

    def _said(self, *words: str) -> str:
        status, said = self._run(*words)
        if status not in (0, 1):
            raise OSError(f"`git {words[0]}` gave no answer")
        return said

    def _run(self, *words: str) -> tuple[int, str]:
        from guardhost.world.process import run

        if not self._git:
            raise OSError("there is no git program")
        argv = (*command(self._git, self._place), "--work-tree", self.root, "-C", self.root, *words)
        status, said = run(argv, self._left(), environment=GIT)
        if status is None:
            raise TimeoutError(f"`git {words[0]}` gave no answer in time")
        return status, said.decode("utf-8", "surrogateescape")


def _holds(path: str, name: str, how: str) -> bool:
    """Whether a change of the index is one of `path`: its own, or of a submodule on the way to it."""
    return path == name or (path.startswith(f"{name}/") and "160000" in how)


def history(scene: Scene, place: Place) -> History | None:
    """Return the commits of a checkout, None when nothing there is a policy: then git is not asked."""
    from guardhost.judgement.loaded import may_hold, may_hold_rules

    there = any(exists(f"{place.root}/{form}") for form in (*FORMS, *RULE_FORMS))
    held = there or may_hold(scene.lent, place.root, place) or may_hold_rules(scene.lent, place.root, place)
    return History(scene, place) if held else None
