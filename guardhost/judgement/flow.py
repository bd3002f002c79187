"""The flow of one judgement: mark, built-in rules, judges of each side, merge, record, answer."""

from __future__ import annotations

from guardhost.judgement.scene import Judged, Matters, Scene
from guardhost.model.event import CALL
from guardhost.model.outcome import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from guardhost.judgement.asking import Asked
    from guardhost.judgement.scene import Lent
    from guardhost.judgement.wording import Note
    from guardhost.model.event import Event
    from guardhost.model.line import Word
    from guardhost.model.verdict import Answer
    from guardhost.shell.reading import Lent as ReaderLent
    from guardhost.shell.reading import Pending, Reading
    from guardhost.world.process import Started

# Options whose value is a directory that a program works in; it stands behind them, behind `=`, or in the same word.
SHORT = ("-C", "-R")
LONG = ("--directory", "--git-dir", "--work-tree", "--repository", "--cwd", "--prefix")
MOST_SCRIPT = 128 * 1024  # bytes of a script file that a line runs
# What a word has that could name a secret, and programs that print secrets, or what any file holds.
HINTS = (
    ".env", "id_", "ssh", "secret", "credential", "token", ".pem", "netrc", "npmrc", "pypirc", "pgpass", "kube",
    ".aws",
    "gnupg", "environ", "passw", "shadow", "key", ".p12", ".pfx", ".ppk", "tfvars", "tfstate", "_history", ".jks",
    "my.cnf", "service",
    "cookies", "chrome", "http.server", "metadata.google", "169.254.169", "logins.json",
    ".boto", ".s3cfg", ".dockercfg", ".my", "azure", "gcloud", "vault", "sudoers", "databricks", "snowsql",
    "huggingface", "kaggle", ".kdbx", "wrangler", ".fly", "doctl", "heroku", "stripe", "solana", "electrum", "bitcoin",
    ".docker/", "/gh/", "hosts.yml", "wallet", "auth.json", "proc/", ".config/", "_rsa",
)  # fmt: skip
TELLING = frozenset(("env", "printenv", "export", "declare", "typeset", "set", "security", "pass", "op", "vault"))
SHOWS = frozenset(
    ("cat", "head", "tail", "less", "more", "bat", "grep", "strings", "nl", "tac", "cut", "sort", "awk", "sed", "xxd", "od")
)
# Programs that decode or pass on what was downloaded, and those whose settings outlast a call.
BRINGS = frozenset(("base64", "base32", "xxd", "openssl", "uudecode", "gunzip", "cp", "mv", "install", "tee", "dd", "ln"))
LASTS = frozenset(("export", "declare", "typeset"))
READING_LIMIT = 1.5  # seconds that a reader's process may take


class Progress:
    """How far a judgement has come: its mark, and whether the call is proven to only read."""

    __slots__ = ("mark", "read_only")

    def __init__(self) -> None:
        self.mark = ""
        self.read_only = False


def judge(event: Event, lent: Lent, progress: Progress | None = None) -> Judged:
    """Judge one call, or take note of a moment that is none; `progress` is kept up to date for whoever watches."""
    if event.moment != CALL or not event.seam:
        from guardhost.judgement.observing import observe

        return observe(event, lent)
    lent_to_reader = reader(event, lent)
    pending = _begin(event, lent_to_reader)
    scene = Scene(event, lent)
    scene.mark = _mark(scene)
    if progress is not None:
        progress.mark = scene.mark
    if pending is not None and pending.started is not None:
        _while_it_reads(scene)
    matters = _matters(event, pending, lent_to_reader)
    if progress is not None:
        progress.read_only = matters.read_only
    return _Flow(scene, matters).run()


def _while_it_reads(scene: Scene) -> None:
    """Load, while a reader's process is at work, what its answer and the rest of the judgement will need."""
    import guardhost.shell.effects
    import guardhost.shell.parse
    import guardhost.shell.walk

    if scene.guarded(()):
        import guardhost.judgement.policies  # noqa: F401 - as above


def reader(event: Event, lent: Lent) -> ReaderLent:
    """Return what the reader of shell lines is lent."""
    from guardhost.shell.reading import Lent as ReaderLent

    shell = "zsh" if lent.env.get("SHELL", "").endswith("/zsh") else "bash"
    home = event.home or lent.env.get("HOME", "")
    tmpdir = lent.env.get("TMPDIR", "") or "/tmp"  # noqa: S108 - what the shell itself would use
    shfmt, python = _programs()
    return ReaderLent(
        cwd=event.cwd,
        home=home,
        tmpdir=tmpdir,
        shell=shell,
        shfmt=shfmt,
        python=python,
        start=_start,
        names=_names,
        root=_root,
        file=script_text,
    )


def _start(words: tuple[str, ...], stdin: bytes) -> Started:
    from guardhost.world.process import start

    return start(words, stdin)


def _names(folder: str) -> list[str]:
    from guardhost.world.files import names

    return names(folder)


def _root(folder: str) -> str:
    """Return the root of the checkout that a folder lies in, "" for none."""
    from guardhost.world.repository import find

    place = find(folder)
    return place.root if place is not None else ""


def script_text(path: str) -> str | None:
    """Return the text of a script file, "" when there is none, None when it is no regular file or too long to be read."""
    from guardhost.model.errors import GuardError
    from guardhost.world.files import read_regular

    try:
        data = read_regular(path, MOST_SCRIPT)
    except GuardError:
        return None
    return data.decode("utf-8", "replace") if data else ""


def _programs() -> tuple[str, str]:
    """Return where shfmt lies, beside the interpreter as a rule, or else the interpreter that runs the second reader."""
    import sys

    from guardhost.world.files import exists

    path = f"{sys.executable.rpartition('/')[0]}/shfmt"
    if exists(path):
        return path, ""
    from guardhost.world.build import shfmt

    found = shfmt()
    return found, "" if found else sys.executable


def _begin(event: Event, reader: ReaderLent) -> Pending | None:
    if event.seam != "command":
        return None
    from guardhost.shell.reading import begin

    return begin(event.command, reader)


def _mark(scene: Scene) -> str:
    if not scene.lent.recording or not scene.lent.state.usable:
        return ""
    from guardhost.world.files import short
    from guardhost.world.marks import make

    event = scene.event
    digest = short(f"{event.call_id}\0{event.seam}\0{event.command}\0{event.tool}")
    return make(scene.session_folder, event, digest, scene.lent.timeout, scene.now)


def _matters(event: Event, pending: Pending | None, reader: ReaderLent) -> Matters:
    if pending is not None:
        from guardhost.shell.reading import finish
        from guardhost.shell.readonly import prove

        reading = finish(pending, READING_LIMIT)
        read_only = prove(reading)[0]
        if read_only and not _tells(reading):
            return Matters(reading=reading, read_only=True)
        from guardhost.shell.effects import effects

        return Matters(reading=reading, effects=effects(reading, reader), read_only=read_only)
    if event.seam == "write":
        from guardhost.judgement.requests import edit_effects

        return Matters(effects=edit_effects(event))
    return Matters(
        read_only=event.seam == "tool" and event.read_only, tells=event.seam == "tool" and _names_secret(event.args)
    )


def _tells(reading: Reading) -> bool:
    """Whether a line that only reads could print a secret: a cheap look at its words, before any rule is loaded."""
    for command in reading.commands:
        if _may_dump(command.program, command.args):
            return True
        if command.program in TELLING or any(redirect.op == "<" for redirect in command.redirects):
            return True
        for word in command.args:
            if (
                word.pattern
                or (not word.known and command.program in ("echo", "printf"))
                or _hints(word if word.known else word.raw)
            ):
                return True
            if command.program in SHOWS and word[:1] != "-" and _is_link(word, command.cwd):
                return True
    return False


def _may_dump(program: str, words: tuple[Word, ...]) -> bool:
    """Whether a program may tell the environment, or find files of secrets by a pattern."""
    if program == "ps":
        return any("e" in word.lower() for word in words)
    if program in ("find", "fd"):
        return any(word[:1] == "." and ("*" in word or "?" in word) for word in words)
    return program in ("jq", "gojq", "jaq") and any("env" in word.lower() for word in words)


def _hints(text: str) -> bool:
    lowered = text.lower()
    for hint in HINTS:  # noqa: SIM110 - every word of every line pays for it, and `any` costs three times as much
        if hint in lowered:
            return True
    return False


def _is_link(word: str, cwd: str | None) -> bool:
    import posix

    try:
        return posix.lstat(word if word[:1] == "/" else f"{cwd}/{word}").st_mode & 0o170000 == 0o120000
    except (OSError, ValueError):
        return False


def _names_secret(args: Mapping[str, object]) -> bool:
    given = args.values() if hasattr(args, "values") else ()
    values = [one for value in given for one in (value if isinstance(value, list | tuple) else (value,))]
    return any(isinstance(value, str) and len(value) < 4096 and (_hints(value) or _is_link(value, "")) for value in values)


def _works_elsewhere(reading: Reading, scene: Scene) -> bool:
    """Whether a line's program may work in another directory than the call's: after a `cd`, `git -C`, `make -C`, GIT_DIR."""
    if reading.assignments or "GIT_DIR" in scene.lent.env or "GIT_WORK_TREE" in scene.lent.env:
        return True
    for command in reading.commands:
        if command.cwd != scene.event.cwd or command.env or (command.vcs is not None and command.vcs.options):
            return True
        if any(word[:2] in SHORT or word.partition("=")[0] in LONG for word in command.args if word[:1] == "-"):
            return True
    return False


class _Flow:
    """One judgement on its way. An answer of None is an allow: what only a spoken answer needs is then never loaded."""

    __slots__ = ("after", "last", "matters", "notes", "places", "scene", "settle")

    def __init__(self, scene: Scene, matters: Matters) -> None:
        self.scene = scene
        self.matters = matters
        self.notes: list[Note] = []
        self.after: list[Callable[[], object]] = []
        self.last: list[Callable[[], object]] = []  # done also where nothing may be left behind
        self.places: list[str] = []
        self.settle: Callable[[Outcome], None] | None = None  # what is remembered once the outcome stands

    def run(self) -> Judged:
        self._unfinished()
        self._problems()
        answer = self._builtin()
        asked: Asked | None = None
        if answer is None or answer.decision != "deny":
            self.places = self._places()
            answer = self._rules(answer)
        if answer is None or answer.decision != "deny":
            asked = self._policies(answer)
            answer = asked.answer if asked is not None else answer
        outcome = self._outcome(self._settled(answer))
        if self.settle is not None:
            self.settle(outcome)
        outcome = self._remember(outcome, asked)
        if self.scene.lent.opened:
            from guardhost.judgement.rulefiles import close_left

            self.last.append(lambda: close_left(self.scene))
        return Judged(outcome=outcome, after=(*self.after, *self.last))

    def _unfinished(self) -> None:
        if not self.scene.mark:
            return
        from guardhost.world.marks import others

        if others(self.scene.session_folder, self.scene.mark):
            from guardhost.judgement.unfinished import notice

            notice(self.scene, self.notes, self.after)

    def _problems(self) -> None:
        """Tell what of the person's settings could not be taken: it keeps its default until it is mended."""
        settings = self.scene.settings
        if settings is None or not settings.problems:
            return
        from guardhost.judgement.wording import Note

        for problem in settings.problems:
            full = f"a setting of the person's guard.yaml does not count: {problem}"
            text = "a setting of the person's guard.yaml still does not count; `guardhost doctor` says which"
            self.notes.append(Note(text=text, full=full, rule="guard-settings", key=problem))

    def _builtin(self) -> Answer | None:
        matters = self.matters
        if not self.scene.lent.builtin or (matters.read_only and matters.effects is None and not matters.tells):
            return None
        from guardhost.judgement.guarding import builtin_answer

        return builtin_answer(self.scene, matters, self._places, self.notes)

    def _rules(self, so_far: Answer | None) -> Answer | None:
        """Ask the rule files, those of every side; all of them are asked, and the strongest mode decides."""
        if not self.scene.ruled(self.places):
            return so_far
        if self.scene.guarded(self.places):
            import guardhost.judgement.policies  # noqa: F401 - needed next, and read in one go with what finds rule files
        from guardhost.judgement.rulefiles import rule_files

        files = rule_files(self.scene, self.places, self.notes)
        if not any(file.compiled["rules"] or file.compiled["problems"] for file in files):
            return so_far
        from guardhost.judgement.ruling import ruled

        found = ruled(self.scene, self.matters, files, self.notes)
        self.settle = found.settle
        if found.answer is None:
            return so_far
        from guardhost.model.verdict import ALLOW, merge

        return merge(so_far or ALLOW, found.answer)

    def _policies(self, so_far: Answer | None) -> Asked | None:
        places = self.places
        if not self.scene.guarded(places):
            return None
        from guardhost.judgement.policies import policies

        found = policies(self.scene, places)
        if not found:
            return None
        from guardhost.judgement.asking import ask_policies

        asked = ask_policies(self.scene, found, self.matters, so_far)
        self.notes.extend(asked.notes)
        self.last.extend(asked.after)
        return asked

    def _places(self) -> list[str]:
        """Return the directories that the call works in, beside its own."""
        reading, effects = self.matters.reading, self.matters.effects
        places: list[str] = []
        if reading is not None and _works_elsewhere(reading, self.scene):
            from guardhost.judgement.elsewhere import directories

            places.extend(directories(reading, self.scene.lent.env))
        if effects is not None and effects.changes:
            from guardhost.judgement.elsewhere import folders

            places.extend(folders(effects))
        return [place for place in dict.fromkeys(places) if place != self.scene.event.cwd]

    def _settled(self, answer: Answer | None) -> Answer | None:
        """Let advice stand down on a command that was served; let nobody be asked who is not there."""
        if answer is None or answer.decision == "allow" or (answer.decision == "advise" and self._served()):
            return None
        if answer.decision == "ask" and self.scene.unattended:
            from guardhost.judgement.wording import nobody_to_ask

            return answer.replace(decision="deny", reason=nobody_to_ask(answer), next=())
        return answer

    def _served(self) -> bool:
        reading = self.matters.reading
        if reading is None or not reading.simple:
            return False
        from guardhost.world.served import served

        return served(self.scene.folder, self.scene.workspace, self.scene.event.command)

    def _outcome(self, answer: Answer | None) -> Outcome:
        lent = self.scene.lent
        outcome = Outcome()
        if answer is not None or self.notes:
            from guardhost.judgement.answering import answered

            outcome = answered(self.scene, self.matters, answer, self.notes, self.after)
        elapsed = (lent.clock.now() - lent.began) * 1000
        person = (*outcome.person, *self.scene.person) if lent.hosted else ()
        return outcome.replace(read_only=self.matters.read_only, elapsed_ms=elapsed, person=person)

    def _outlasts(self) -> bool:
        """Whether the call could leave something behind that later ones are judged by: a cheap look."""
        reading, effects = self.matters.reading, self.matters.effects
        if reading is None or effects is None or not self.scene.lent.builtin:
            return False
        if effects.touches and (effects.network or any(c.program in BRINGS for c in reading.commands)):
            return True
        if any(name == "PATH" for name, _ in reading.assignments):
            return True
        return any(c.program in LASTS or (c.vcs is not None and c.vcs.subcommand == "config") for c in reading.commands)

    def _remember(self, outcome: Outcome, asked: Asked | None) -> Outcome:
        """Put it down, and return the outcome with what the person is to know of that."""
        scene = self.scene
        if not scene.lent.recording and scene.lent.session is None:
            self.after.clear()
            return outcome
        policy = ""
        if asked is not None:
            from guardhost.judgement.remembering import remember_policies

            policy = remember_policies(scene, asked, outcome, self.after)
            if asked.person and scene.lent.hosted:
                outcome = outcome.replace(person=(*outcome.person, *asked.person))
        if scene.event.spawn is not None and outcome.decision in ("allow", "advise"):
            self.after.append(lambda: scene.session.observe(scene.event, scene.now))
        if outcome.decision != "deny" and self._outlasts():
            from guardhost.judgement.outlasting import remember

            self.after.append(lambda: remember(scene.session, self.matters, scene.event.cwd))
        if not scene.lent.recording:
            return outcome
        from guardhost.judgement.recording import FULL, record

        size = record(scene, outcome, policy)
        if scene.mark:
            from guardhost.world.marks import clear

            self.after.append(lambda: clear(scene.mark))
        if 0 < size < FULL:
            return outcome
        from guardhost.judgement.keeping import keep_up, lost

        if size:
            keep_up(scene, self.last)
            return outcome
        return outcome.replace(person=(*outcome.person, *(lost(scene) if scene.lent.hosted else ())))
