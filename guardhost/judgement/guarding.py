"""Hand a call to the built-in rules: its effects and the places that are protected, never the raw line."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from guardhost.builtin.matter import Matter, Places
    from guardhost.judgement.history import History
    from guardhost.judgement.scene import Matters, Scene
    from guardhost.judgement.wording import Note
    from guardhost.model.effects import Effects
    from guardhost.model.verdict import Answer
    from guardhost.world.work import Work

MOST_TASKS = 8  # texts of tasks that one call is read for
MOST_TEXT = 1024 * 1024  # bytes of a settings file that a rule compares


def builtin_answer(
    scene: Scene, matters: Matters, places: Callable[[], Iterable[str]] = tuple, notes: list[Note] | None = None
) -> Answer | None:
    """Return what the built-in rules that fire answer together, None when none does.

    `places` are the directories whose rule files may raise them, asked for where one fires; `notes` is added to.
    """
    from guardhost.builtin.asking import ask

    opened: dict[str, History | None] = {}
    try:
        answers = ask(_matter(scene, matters, lambda folder: _histories(scene, folder, opened)))
    finally:
        for one in opened.values():
            if one is not None:
                one.close()
    if not answers:
        return None
    from guardhost.model.verdict import ALLOW, merge

    merged = ALLOW
    decided = _decided(scene, answers, places, [] if notes is None else notes)
    for answer, decision in zip(answers, decided, strict=True):
        if decision != "off":
            merged = merge(merged, answer.replace(decision=decision))
    return merged if merged is not ALLOW else None


def _decided(
    scene: Scene, answers: tuple[Answer, ...], places: Callable[[], Iterable[str]], notes: list[Note]
) -> tuple[str, ...]:
    """Return what each answer decides by what the person and the repositories set its rule to."""
    chosen = dict(scene.settings.builtin) if scene.settings is not None else {}
    where = places()
    if not scene.ruled(where):
        return tuple(chosen.get(answer.rule, answer.decision) for answer in answers)
    from guardhost.judgement.raising import raised

    return raised(scene, where, answers, chosen, notes)


def _histories(scene: Scene, folder: str, opened: dict[str, History | None]) -> tuple[History, ...]:
    """Return the commits of the repositories with a policy: around a folder, and the one that the environment names."""
    from guardhost.judgement.history import history

    env = scene.lent.env
    named = [env[name].removesuffix("/.git") for name in ("GIT_DIR", "GIT_WORK_TREE") if env.get(name, "").startswith("/")]
    places = {place.root: place for place in map(scene.find, (folder, *named)) if place is not None}
    for root, place in places.items():
        if root not in opened:
            opened[root] = history(scene, place)
    return tuple(one for root in places if (one := opened[root]) is not None)


def _matter(scene: Scene, matters: Matters, histories: Callable[[str], tuple[History, ...]]) -> Matter:
    from guardhost.builtin.matter import Matter
    from guardhost.model.effects import Effects
    from guardhost.world.files import real_path

    reading = matters.reading
    made = Matter(
        event=scene.event.replace(command=""),
        commands=reading.commands if reading is not None else (),
        readable=reading.readable if reading is not None else True,
        why=reading.why if reading is not None else "",
        assignments=reading.assignments if reading is not None else (),
        effects=matters.effects or Effects(),
        places=_places(scene, matters),
        unattended=scene.unattended,
        real_path=real_path,
        read_text=_read_text,
        histories=histories,
        works=_works(scene),
        kind=_kind,
        names=_names,
        remembered=_remembered(scene),
        agents=lambda: (scene.session.depth_of(scene.event.agent), scene.session.live()),
    )
    return made.replace(reads=_reads(scene, made)) if scene.event.seam in ("command", "write", "tool") else made


def _reads(scene: Scene, made: Matter) -> Callable[[str, str], Matter | None]:
    """Return what reads a text that the line runs from a file of tasks; a few of them, however they nest."""
    left = [MOST_TASKS]

    def read(text: str, folder: str) -> Matter | None:
        if left[0] <= 0:
            return None
        left[0] -= 1
        from guardhost.judgement.flow import READING_LIMIT, reader
        from guardhost.shell.effects import effects
        from guardhost.shell.reading import read as read_line

        lent = reader(scene.event.replace(cwd=folder), scene.lent)
        reading = read_line(text, lent, READING_LIMIT)
        if not reading.readable:
            return None
        inner = made.replace(
            event=made.event.replace(cwd=folder),
            commands=reading.commands,
            assignments=reading.assignments,
            effects=_named(effects(reading, lent)),
        )
        return inner.replace(reads=read)

    return read


def _named(found: Effects) -> Effects:
    """Return the effects of a task without removals of what only the run itself names: they stay unknown."""
    kept = tuple(touch for touch in found.touches if touch.path or touch.kind == "read")
    return found.replace(touches=kept, unknown=True) if len(kept) < len(found.touches) else found


def _remembered(scene: Scene) -> Callable[[str], bool]:
    """Return what looks into the session's memory, which is opened when it is first asked."""

    def told(key: str) -> bool:
        return scene.session.was_told(key)

    return told


def _works(scene: Scene) -> Callable[[str], Work | None]:
    """Return what tells of the checkout around a folder; it is opened when it is first asked for."""
    opened: dict[str, Work] = {}

    def work(folder: str) -> Work | None:
        place = scene.find(folder)
        if place is None or not scene.git:
            return None
        if place.root not in opened:
            from guardhost.world.work import Work

            opened[place.root] = Work(place, scene.git)
        return opened[place.root]

    return work


def _kind(path: str) -> str:
    import posix

    try:
        mode = posix.stat(path).st_mode & 0o170000
    except (OSError, ValueError):
        return ""
    return "folder" if mode == 0o040000 else "file"


def _names(folder: str) -> list[str]:
    from guardhost.world.files import names

    return names(folder)


def _places(scene: Scene, matters: Matters) -> Places:
    from guardhost.builtin.matter import Places
    from guardhost.world.build import environment, package, shfmt
    from guardhost.world.state import config, data, home

    env = scene.lent.env
    found = [place for place in {id(p): p for p in (scene.project, scene.place)}.values() if place is not None]
    return Places(
        home=scene.event.home or home(env),
        state=scene.lent.state.folder,
        data=data(env, scene.event.home),
        config=config(env, scene.event.home),
        package=package(),
        prefix=environment(),
        shfmt=shfmt(),
        workspaces=tuple(place.root for place in found) or ((scene.workspace,) if scene.workspace else ()),
        git_dirs=tuple(dict.fromkeys(folder for place in found for folder in (place.git_dir, place.common_dir))),
        policy_files=_policy_files(scene, matters),
        tmpdir=env.get("TMPDIR", "") or "/tmp",  # noqa: S108 - what the shell itself would use
    )


def _policy_files(scene: Scene, matters: Matters) -> tuple[str, ...]:
    """Return the files that are policy: both root forms, the rule file, and what the last load read."""
    if matters.effects is None or not matters.effects.changes:
        return ()
    from guardhost.judgement.loaded import remembered
    from guardhost.judgement.scene import FORMS, RULE_FORMS

    files: list[str] = []
    for root in dict.fromkeys(place.root for place in (scene.project, scene.place) if place is not None):
        files.extend(f"{root}/{name}" for name in (*FORMS, *RULE_FORMS, *remembered(scene.lent.state, root)))
    return tuple(files)


def _read_text(path: str) -> str | None:
    from guardhost.world.files import read_own

    data = read_own(path, MOST_TEXT, follow=True)
    return data.decode("utf-8", "replace") if data is not None else None
