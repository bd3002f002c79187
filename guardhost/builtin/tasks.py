"""Tasks of the project that a line runs (`make clean`, `npm run deploy`): judged as the code that they are.

Only what the project's own file says literally is read; what it computes stays unknown, as the runner itself is.
"""

from __future__ import annotations

from guardhost.builtin.paths import normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command
    from guardhost.model.verdict import Answer

    Found = tuple[str, str, str]  # the file, the folder that the task runs in, its text

# Rules that hold for a task as for a line of its own. What others say counts where the file of tasks itself was changed.
STRONG = frozenset((
    "guard-tamper", "host-settings", "unguarded-agent", "vcs-off", "delete-outside", "history-rewrite", "discard-work",
    "remote-script", "system-harm", "data-harm",
))  # fmt: skip
_NEVER = frozenset(("policy-commit", "unreadable", "policy-write", "shared-stash", "spawn-limits"))
_JUST_SHOWS = ("-n", "--dry-run", "--just-print", "--recon", "-q", "--question", "-p", "--help", "-h", "--version", "--list",
               "-l", "--show", "--summary", "--evaluate", "--dump")  # fmt: skip
_NODE_OWN = frozenset((
    "install", "i", "ci", "add", "remove", "uninstall", "run", "run-script", "exec", "dlx", "publish", "pack", "version",
    "config", "cache", "audit", "outdated", "update", "up", "why", "list", "ls", "link", "init", "create", "info", "view",
    "login", "logout", "set", "get", "workspaces", "workspace", "x", "doctor", "root", "bin", "prefix",
))  # fmt: skip
_LIFE = ("preinstall", "install", "postinstall", "prepare")


def judged(matter: Matter, judge: Callable[[Matter], tuple[Answer, ...]]) -> tuple[Answer, ...]:
    """Return what the rules say of the tasks that the line runs."""
    out: list[Answer] = []
    for command in matter.commands:
        for file, folder, text in _tasks(command, matter):
            inner = matter.reads(text, folder) if matter.reads is not None else None
            if inner is None:
                continue
            said = f"`{command.program}` runs it from `{file.rpartition('/')[2]}`."
            kept = [
                one for one in judge(inner) if one.rule in STRONG or (one.rule not in _NEVER and _is_changed(file, matter))
            ]
            out.extend(one.replace(reason=f"{one.reason} {said}") for one in kept)
    return tuple(out)


def _text(path: str, matter: Matter) -> str | None:
    """Return the text of a file, as the line itself has just written it or as it lies on the disk."""
    wrote = [touch for touch in matter.effects.changes if touch.path == path and touch.kind != "delete"]
    return wrote[-1].text if wrote and wrote[-1].overwrites else matter.read_text(path)


def _is_changed(file: str, matter: Matter) -> bool:
    """Whether the file is not what was committed, so that this work may have put the task there."""
    work = matter.works(file.rpartition("/")[0]) if matter.works is not None else None
    changes = work.changes() if work is not None else None
    if work is None or changes is None:
        return False
    return any(
        f"{work.root}/{path}" == file or file.startswith(f"{work.root}/{path.rstrip('/')}/") for _, _, path in changes
    )


def _tasks(command: Command, matter: Matter) -> Iterator[Found]:
    folder = command.cwd or matter.event.cwd
    words = [str(word) for word in command.args if word.known]
    name, via = command.program, command.wrappers[-1] if command.wrappers else ""
    if not folder or {"ssh", "docker", "podman", "kubectl", "docker-compose"} & set(command.wrappers):
        return
    if any(word in _JUST_SHOWS for word in words) and name not in ("npm", "pnpm", "yarn", "bun", "composer"):
        return
    if name in ("make", "gmake"):
        yield from _make(words, folder, matter)
    elif name == "just":
        yield from _just(words, folder, matter)
    elif name in ("npm", "pnpm", "yarn", "bun"):
        yield from _node(words, folder, matter)
    elif name in ("composer", "deno"):
        yield from _json(name, words, folder, matter)
    elif name in ("task", "go-task"):
        yield from _taskfile(words, folder, matter)
    elif name == "poe" and words:
        yield from _toml(words[0], folder, matter, "tool.poe.tasks")
    elif name == "node" and "--run" in words[:-1]:
        yield from _node(["run", words[words.index("--run") + 1]], folder, matter)
    elif via in ("pdm", "hatch", "rye", "poe"):
        scripts = {"pdm": "tool.pdm.scripts", "hatch": "tool.hatch.envs.*", "rye": "tool.rye.scripts"}.get(
            via, "tool.poe.tasks"
        )
        yield from _toml(name.rpartition(":")[2], folder, matter, scripts)


def _make(words: list[str], folder: str, matter: Matter) -> Iterator[Found]:
    from guardhost.builtin.task_files import makefile

    given: dict[str, str] = {}
    names, file, at = [], "", 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in ("-f", "--file", "--makefile", "-C", "--directory", "-I", "-j", "-l", "-o", "-W") and at < len(words):
            value = words[at]
            numbered = word not in ("-j", "-l") or value.isdigit()
            at += numbered
            file = value if word in ("-f", "--file", "--makefile") else file
            folder = normal(folder, value) if word in ("-C", "--directory") else folder
        elif "=" in word and not word.startswith("-"):
            given[word.partition("=")[0]] = word.partition("=")[2]
        elif not word.startswith("-"):
            names.append(word)
    for name in [file] if file else ("GNUmakefile", "makefile", "Makefile"):
        path = normal(folder, name)
        text = _text(path, matter) if path and file != "-" else None
        if text is not None:
            lines = makefile(text, given).lines(names)
            yield from ((path, folder, _each(lines)),) if lines else ()
            return


def _each(lines: list[str]) -> str:
    """Every line of a recipe has a shell of its own."""
    return "\n".join(f"( {line}\n)" for line in lines)


def _just(words: list[str], folder: str, matter: Matter) -> Iterator[Found]:
    from guardhost.builtin.task_files import justfile

    for name in ("justfile", "Justfile", ".justfile"):
        path = f"{folder}/{name}"
        if (text := _text(path, matter)) is not None:
            rules = justfile(text)
            lines = rules.lines([word for word in words if word in rules.recipes])
            yield from ((path, folder, _each(lines)),) if lines else ()
            return


def _scripts(path: str, key: str, matter: Matter) -> dict[str, str]:
    from guardhost.model.jsontext import decode

    text = _text(path, matter)
    try:
        said = decode(text.encode()) if text is not None else {}
    except ValueError:
        return {}
    scripts = said.get(key) if isinstance(said, dict) else None
    return (
        {str(name): value for name, value in scripts.items() if isinstance(value, str)} if isinstance(scripts, dict) else {}
    )


def _nearest(folder: str, name: str, matter: Matter) -> str:
    """Return the file of that name in the folder or the next one above that has it, within the checkout."""
    for _ in range(8):
        if matter.kind is None or matter.kind(f"{folder}/{name}"):
            return f"{folder}/{name}"
        if folder in matter.places.workspaces or not folder.strip("/"):
            return ""
        folder = folder.rpartition("/")[0]
    return ""


def _node(words: list[str], folder: str, matter: Matter) -> Iterator[Found]:
    for at, word in enumerate(words[:-1]):
        if word in ("--prefix", "-C", "--dir", "--cwd"):
            folder = normal(folder, words[at + 1])
            words = [*words[:at], *words[at + 2 :]]
            break
    plain = [word for word in words if not word.startswith("-")]
    path = _nearest(folder, "package.json", matter) if plain or not words else ""
    scripts = _scripts(path, "scripts", matter) if path else {}
    if not scripts:
        return
    if plain[:1] in (["run"], ["run-script"], ["rum"]):
        names = plain[1:2]
    elif not plain or plain[0] in ("install", "i", "ci"):
        names = [] if "--ignore-scripts" in words or len(plain) > 1 else [one for one in _LIFE if one in scripts]
        yield from ((path, path.rpartition("/")[0], "\n".join(scripts[one] for one in names)),) if names else ()
        return
    else:
        names = [{"t": "test", "tst": "test"}.get(plain[0], plain[0])] if plain[0] not in _NODE_OWN else []
    for name in names:
        chain = [scripts[one] for one in (f"pre{name}", name, f"post{name}") if one in scripts] if name in scripts else []
        if chain:
            yield path, path.rpartition("/")[0], "\n".join(chain)


def _json(program: str, words: list[str], folder: str, matter: Matter) -> Iterator[Found]:
    names = [word for word in words if not word.startswith("-")]
    name = names[1] if names[:1] in (["run"], ["run-script"], ["task"]) and len(names) > 1 else names[0] if names else ""
    for file in ("composer.json",) if program == "composer" else ("deno.json", "deno.jsonc"):
        path = f"{folder}/{file}"
        text = _scripts(path, "scripts" if program == "composer" else "tasks", matter).get(name, "")
        if text and not text.startswith("@"):
            yield path, folder, text


def _toml(name: str, folder: str, matter: Matter, section: str) -> Iterator[Found]:
    from guardhost.builtin.task_files import table

    path = _nearest(folder, "pyproject.toml", matter)
    text = _text(path, matter) if path else None
    run = table(text, section).get(name, "") if text is not None else ""
    if run:
        yield path, path.rpartition("/")[0], run


def _taskfile(words: list[str], folder: str, matter: Matter) -> Iterator[Found]:
    from guardhost.builtin.task_files import taskfile

    given = next((words[at + 1] for at, word in enumerate(words[:-1]) if word in ("-t", "--taskfile")), "")
    names = [word for word in words if not word.startswith("-") and "=" not in word and word != given] or ["default"]
    for file in (given,) if given else ("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"):
        path = normal(folder, file)
        text = _text(path, matter) if path else None
        if text is not None:
            tasks = taskfile(text)
            lines = [line for name in names for line in tasks.get(name, ())]
            yield from ((path, path.rpartition("/")[0], "\n".join(lines)),) if lines else ()
            return
