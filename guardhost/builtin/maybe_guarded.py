"""Changes by a relative name in a folder that is not known: asked about where the name is one of a guarded folder's.

`cd "$(pick)" && rm settings.json`: only what is there, or what would come to guard something, is a reason to ask.
"""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.guarded_keys import guards
from guardhost.builtin.host_files import FOLDERS, kind_of
from guardhost.builtin.paths import fold, is_sample
from guardhost.builtin.tails import is_away, is_scratch, rest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.effects import Touch
    from guardhost.model.verdict import Answer

_KINDS = ("hooks", "scripts", "permissions", "settings", "servers")
# What tells of a checkout's own folder by its name alone, and what does where the line looks for that folder.
_REPOSITORY = ("HEAD", "packed-refs", "hooks/pre-commit", "hooks/pre-push", "hooks/commit-msg", "hooks/pre-receive")
_IN_GIT = ("config", "index", "refs", "objects", "hooks", "info", "logs")
_MOVERS = ("cd", "chdir", "pushd")


def judged(matter: Matter) -> tuple[Answer, ...]:
    """Return a question for each change that may be one of a guarded file."""
    told: list[tuple[str, str, str]] = []
    for touch in matter.effects.changes:
        rest = _relative(touch, matter)
        found = (_host(touch, rest, matter) or _repository(rest, matter) or _own(rest, matter)) if rest else None
        if found:
            told.append((*found, touch.raw or rest))
    return tuple(
        answer(rule, "ask", f"`{shown}` may be `{path}`: the folder is not known before the run.")
        for rule, path, shown in dict.fromkeys(told)
    )


def _relative(touch: Touch, matter: Matter) -> str:
    """Return the names of a change whose folder alone is not known, "" for any other."""
    if touch.path or touch.pattern or "$" in touch.raw or "`" in touch.raw:
        return ""
    if is_away(touch, matter) or is_scratch(touch, matter):
        return ""
    return rest_of(touch.tail, touch.raw)


def _host(touch: Touch, rest: str, matter: Matter) -> tuple[str, str] | None:
    guarded = bool(touch.text) and guards(str(touch.text))
    places = matter.places
    for base in dict.fromkeys((*places.workspaces, matter.event.cwd, places.home)):
        for folder in _folders() if base else ():
            path = f"{base.rstrip('/')}/{folder}/{rest}"
            named = fold(path)
            if kind_of(named) in _KINDS and not is_sample(named, matter) and (guarded or matter.read_text(path) is not None):
                return ("host-settings", path)
    return None


def _folders() -> list[str]:
    """Return the folders of hosts, and those below them that hold what is guarded."""
    found: dict[str, None] = {}
    for folder, rows in FOLDERS.items():
        for pattern, _kind in rows if folder.startswith(".") else ():
            below = pattern.partition("*")[0].rpartition("/")[0]
            found[f"{folder}/{below}".rstrip("/")] = None
    return list(found)


def _repository(rest: str, matter: Matter) -> tuple[str, str] | None:
    looks = any(
        command.program in _MOVERS and "git" in word.raw.lower() and not word.known
        for command in matter.commands
        for word in command.args
    )
    if rest not in _REPOSITORY and not (looks and rest.partition("/")[0] in (*_IN_GIT, *_REPOSITORY)):
        return None
    for folder in matter.places.git_dirs:
        if looks or matter.read_text(f"{folder}/{rest}") is not None:
            return ("vcs-off", f"{folder}/{rest}")
    return None


def _own(rest: str, matter: Matter) -> tuple[str, str] | None:
    places = matter.places
    for folder in (places.state, places.data, places.config):
        if folder and matter.read_text(f"{folder}/{rest}") is not None:
            return ("guard-tamper", f"{folder}/{rest}")
    return None
