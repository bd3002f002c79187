"""`guard-tamper`: an agent's call does not touch the guard itself. Fixed: no rule file can set it."""

from __future__ import annotations

from guardhost.builtin.agents import agent_of, start_of
from guardhost.builtin.catalog import answer
from guardhost.builtin.finding import finds, reaches
from guardhost.builtin.installers import installs
from guardhost.builtin.modes import gives_away
from guardhost.builtin.own_verbs import NAME, by_code, own_words, set_up
from guardhost.builtin.paths import fold, hits, inside, roots
from guardhost.builtin.strangers import strangers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.line import Command, Word
    from guardhost.model.verdict import Answer

ID = "guard-tamper"
_KILLERS = ("pkill", "killall", "skill")
_FINDERS = ("pgrep", "pidof", "ps")
_LOCATORS = ("which", "whereis", "type", "command", "readlink", "realpath", "locate")
_DESTROYERS = ("rm", "mv", "unlink", "shred", "truncate", "chmod", "cp", "ln", "install", "tee", "dd")
_MOVERS = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
_PREFIX = "GUARDHOST_"
# Shared by all of a system: an environment there is not guardhost's own.
_SYSTEM = ("/", "/usr", "/usr/local", "/opt", "/opt/local", "/opt/homebrew", "/system", "/nix")
# File names below the guard's folders whose loss would matter.
_TELLING = ("guard.py", "guard.yaml", "trail.jsonl", "launch", "guardhost")
_USUAL = (
    ".local/state/guardhost", ".local/share/guardhost", ".config/guardhost", ".local/bin/guardhost",
    ".local/share/uv/tools/guardhost", ".local/share/pipx/venvs/guardhost", ".local/pipx/venvs/guardhost",
)  # fmt: skip
_CACHE = ".cache/guardhost"  # itself alone: a person who clears the caches around it loses nothing that judges


def judge(matter: Matter, changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny what would change, remove, stop, move or forge the guard; ask about what could and is not known."""
    told = _by_file(matter, changes)
    for command in matter.commands:
        told.extend(what for what in (_by_verb(command, matter), _by_kill(command, matter)) if what)
        told.extend(_by_variable(command, matter))
    told.extend(_by_name(name) for name, _value in matter.assignments if name.startswith(_PREFIX))
    told.extend(_by_place(matter))
    if told:
        return (answer(ID, "deny", told[0]),)
    asked = [found for command in matter.commands if (found := installs(command, matter))]
    wanted = protected(matter)
    asked.extend(
        ("ask", f"What `{program}` does with `{shown}`, a part of guardhost, is not known.")
        for program, shown, path in strangers(matter)
        if path in wanted
    )
    denied = [what for decision, what in asked if decision == "deny"]
    return tuple(answer(ID, "deny" if denied else "ask", what) for what in (denied or [what for _, what in asked])[:1])


def protected(matter: Matter) -> tuple[str, ...]:
    """Return the folded roots of what is guardhost's: but not its sources where they are a workspace's own work."""
    places = matter.places
    own = [places.state, places.data, places.config, places.launcher]
    if places.home:
        own.extend(f"{places.home.rstrip('/')}/{name}" for name in _USUAL)
    return (*roots(matter, *own), *installed(matter))


def installed(matter: Matter) -> tuple[str, ...]:
    """Return the folded roots of guardhost's code and of an environment that is its own."""
    places = matter.places
    folders = [places.package]
    if fold(places.prefix) not in (*_SYSTEM, fold(places.home), fold(places.home + "/.local")):
        folders.append(places.prefix)
    work = roots(matter, *places.workspaces)
    return tuple(root for root in roots(matter, *folders) if not any(inside(root, one) for one in work))


def _by_file(matter: Matter, changes: tuple[Seen, ...]) -> list[str]:
    found = finds(matter)
    if not changes and not found:
        return []
    wanted = protected(matter)
    cache = roots(matter, f"{matter.places.home.rstrip('/')}/{_CACHE}")
    told = [
        f"`{touch.raw or touch.path}` holds a part of guardhost."
        for touch, names in changes
        if any(hits(touch, names, root) for root in wanted) or any(inside(name, root) for root in cache for name in names)
    ]
    told.extend(
        f"`{touch.via}` of `{touch.raw or touch.path}` would give away what guardhost lies in."
        for touch, names in changes
        if any(inside(root, name) for root in wanted for name in names) and gives_away(touch, matter)
    )
    told.extend(
        "What `find` changes here would be a part of guardhost."
        for find in found
        if any(reaches(find, root, _TELLING) for root in wanted)
    )
    return told


def _by_verb(command: Command, matter: Matter) -> str:
    words = own_words(command, matter)
    verb = set_up(words) if words is not None else ""
    if verb:
        return f"`guardhost {verb}` is a person's or a host's to run, not an agent's."
    run = by_code(command)
    return f"The code that `{command.program}` is given runs `{run}`." if run else ""


def _by_kill(command: Command, matter: Matter) -> str:
    if command.program in _KILLERS and any(_names_us(word) for word in command.args):
        return f"`{command.program}` would stop guardhost."
    if command.program != "kill":
        return ""
    dark = any(not word.known for word in command.args) or "xargs" in command.wrappers
    looked = any(
        other.program in (*_FINDERS, "grep") and any(_names_us(word) for word in other.args) for other in matter.commands
    )
    return "`kill` of the processes that were looked up would stop guardhost." if dark and looked else ""


def _names_us(word: Word) -> bool:
    """Whether a word that matches process names by a part of them matches ours."""
    text = start_of(word).lower().strip("^$.*[]()\\")
    return NAME in text or (len(text) >= 5 and NAME.startswith(text))


def _by_variable(command: Command, matter: Matter) -> list[str]:
    told = [_by_name(name) for name, _value in command.env if name.startswith(_PREFIX)]
    if command.program == "unset":
        told.extend(_by_name(word) for word in command.args if word.startswith(_PREFIX))
    if agent_of(command) is not None:
        given = (*command.env, *matter.assignments)
        told.extend(f"`{name}` in front of an agent moves guardhost's folders." for name, _ in given if name in _MOVERS)
    return told


def _by_name(name: str) -> str:
    return f"`{name}` is guardhost's own variable."


def _by_place(matter: Matter) -> list[str]:
    """`rm $(which guardhost)`: a path that is not known before the run, beside a look for ours."""
    looked = any(
        other.program in _LOCATORS and any(word == NAME for word in other.args) and other.args for other in matter.commands
    )
    if not looked:
        return []
    return [
        f"`{command.program}` of what was looked up would change guardhost's program."
        for command in matter.commands
        if command.program in _DESTROYERS and ("xargs" in command.wrappers or any(not word.known for word in command.args))
    ]
