"""More ways on which a secret leaves: served folders, machines' own key stores, uploads to a code host, names of hosts."""

from __future__ import annotations

from guardhost.builtin.paths import fold, inside, normal, roots
from guardhost.builtin.secret_tools import variables
from guardhost.builtin.secrets import holds_secret, names_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command

_METADATA = ("169.254.169.254", "metadata.google.internal", "100.100.100.200", "[fd00:ec2::254]", "169.254.170.2")
_KEYS_OF = ("credential", "token", "user-data", "identity", "userdata", "/attributes/", "ssh-keys")
_REQUESTS = frozenset(("curl", "wget", "http", "https", "xh", "wget2"))
_RESOLVERS = frozenset(("ping", "dig", "nslookup", "host", "drill", "getent", "traceroute", "logger", "wall", "notify-send"))
_BODIES = ("--body-file", "-F", "--notes-file", "--input", "--field")
_SENDERS = frozenset(("sftp", "ftp", "lftp", "smbclient", "ncftpput"))


def sent(command: Command, matter: Matter) -> Iterator[str]:
    """Yield how one program would tell a secret beside printing a file."""
    words = [str(word) for word in command.args]
    name = command.program
    asked = [word.lower() for word in words if any(one in word for one in _METADATA)] if name in _REQUESTS else []
    if any(key in word for word in asked for key in _KEYS_OF):
        yield "The machine's own address for metadata tells its keys."
    if name in _RESOLVERS:
        for word in command.args:
            yield from (f"`${one}` holds a secret." for one in variables(word) if names_secret(one))
    if name in ("gh", "glab"):
        yield from _uploaded(words, command, matter)
    if name in _SENDERS:
        yield from _put(command, matter)
    if what := _served(name, words, command, matter):
        yield what
    yield from _searched(name, words)
    if any(one in _printed(command) for one in ("ENV.to_h", "ENV.inspect", "%ENV", "getenv()", "$_ENV", "ENV.each", "pENV")):
        yield "The environment holds tokens and passwords."


def _printed(command: Command) -> str:
    if command.program not in ("ruby", "perl", "php"):
        return ""
    text = "".join("".join(str(word).split()) for word in command.args)
    return text if any(one in text for one in ("print", "puts", "pENV", "say", "echo", "var_dump", "warn")) else ""


def _uploaded(words: list[str], command: Command, matter: Matter) -> Iterator[str]:
    """Files that become a gist, an asset or the text of an issue."""
    plain = [word for word in words if not word.startswith("-")]
    named = plain[2:] if plain[:2] in (["gist", "create"], ["gist", "edit"], ["release", "upload"], ["release", "create"],
                                       ["snippet", "create"]) else []  # fmt: skip
    for at, word in enumerate(words[:-1]):
        if word in _BODIES:
            named.append(words[at + 1].rpartition("@")[2])
    for word in words:
        if word.startswith(("--body-file=", "--notes-file=", "--input=")):
            named.append(word.partition("=")[2])
    yield from (f"`{word}` holds secrets." for word in named if _is_secret(word, command, matter))


def _put(command: Command, matter: Matter) -> Iterator[str]:
    for line in (command.stdin or "").splitlines():
        verb, *rest = line.split() or [""]
        if verb in ("put", "mput", "reput", "mirror"):
            yield from (f"`{word}` holds secrets." for word in rest if _is_secret(word, command, matter))


def _is_secret(word: str, command: Command, matter: Matter) -> bool:
    home = matter.places.home
    path = normal(command.cwd or matter.event.cwd, home + word[1:] if word.startswith("~/") else word)
    return bool(path) and any(holds_secret(fold(one)) for one in (path, matter.real_path(path)))


def _served(name: str, words: list[str], command: Command, matter: Matter) -> str:
    """A folder of the person that anyone who knows the port can read."""
    python = name.startswith("python") and "http.server" in words
    if not (python or name in ("serve", "http-server", "caddy") or (name == "php" and "-S" in words)):
        return ""
    if name == "caddy" and "file-server" not in words:
        return ""
    flags = ("--directory", "-d", "-t", "--root", "-r")
    given = next((words[at + 1] for at, word in enumerate(words[:-1]) if word in flags), "")
    given = given or next((word.partition("=")[2] for word in words if word.startswith(("--directory=", "--root="))), "")
    if not given and name in ("serve", "http-server"):
        given = next((word for word in words if not word.startswith("-")), "")
    home = matter.places.home
    given = home + given[1:] if given.startswith("~") else given
    folder = fold(normal(command.cwd or matter.event.cwd, given or "."))
    return f"`{given or folder}` would be served whole." if folder == "/" or any(
        inside(one, folder) for one in roots(matter, home)) else ""  # fmt: skip


def _searched(name: str, words: list[str]) -> Iterator[str]:
    """A search that is told to look into files of secrets."""
    if name not in ("grep", "egrep", "rg", "ag", "ack") or any(
        word in ("-l", "-c", "-q", "--count", "-L") for word in words
    ):
        return
    for at, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option in ("--include", "-g", "--glob"):
            value = value if equals else words[at + 1] if at + 1 < len(words) else ""
            if value and not value.startswith("!") and holds_secret(f"/{fold(value.strip('*').rpartition('/')[2])}"):
                yield f"`{word}` finds files that hold secrets."
