"""`secret-read`: files of keys and tokens, and the environment, are not printed, copied or sent."""

from __future__ import annotations

from guardhost.builtin.catalog import answer
from guardhost.builtin.ground import fixed, spelled
from guardhost.builtin.paths import fits, fold, inside, normal, roots
from guardhost.builtin.secret_dumps import dumps
from guardhost.builtin.secret_tools import prints_secret
from guardhost.builtin.secrets import folder_of_secrets, holds_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.effects import Touch
    from guardhost.model.line import Command
    from guardhost.model.verdict import Answer

ID = "secret-read"
# Programs that look at a file without telling what it holds, and those that load it for what they start.
_BLIND = frozenset((
    "ls", "stat", "test", "[", "[[", "file", "du", "find", "fd", "wc", "chmod", "chown", "chgrp", "touch", "rm",
    "md5sum", "sha1sum",
    "sha256sum", "shasum", "cksum", "readlink", "realpath", "basename", "dirname", "source", ".", "ssh", "ssh-add",
    "ssh-keygen",
    "exa", "eza", "lsd", "tree", "shred", "unlink", "trash", "ssh-copy-id", "mv", "git-crypt", "dotenv", "cmp", "namei",
    "lsattr",
    "mosh", "autossh", "openssl-verify", "mkdir", "direnv", "docker-compose", "sshpass", "kubectl", "terraform",


))  # fmt: skip
_QUOTES = "\"'"
_EDITORS = ("ed", "ex", "vi", "vim", "nvim", "view")
# What `openssl` does with a key without telling it.
_USES = (
    "req",
    "x509",
    "pkcs12",
    "ca",
    "s_client",
    "s_server",
    "dgst",
    "verify",
    "genrsa",
    "cms",
    "smime",
    "pkeyutl",
    "crl",
    "ocsp",
    "ts",
)
_COUNTS = (
    "-c",
    "-q",
    "-l",
    "-L",
    "--count",
    "--quiet",
    "--files-with-matches",
    "--silent",
    "-ql",
    "-lq",
    "-qF",
    "-qE",
    "-cE",
    "-qs",
    "-sq",
)
_GREPS = ("grep", "egrep", "fgrep", "rg", "ag", "ack")
_SHOWS = frozenset(
    (
        "stash",
        "show",
        "cat-file",
        "diff",
        "log",
        "archive",
        "blame",
        "annotate",
        "grep",
        "difftool",
        "whatchanged",
        "format-patch",
    )
)
_SAMPLES = (".env", ".env.local", ".env.production", ".env.development", ".netrc", "id_rsa", "id_ed25519",
    "credentials.json", ".npmrc",
            ".pgpass", ".git-credentials", "secrets.yml", "server.key", "server.pem")  # fmt: skip


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Deny what would tell a secret."""
    made = {touch.path: touch.to for touch in matter.effects.changes if touch.link and touch.to}
    made.update({touch.to: touch.path for touch in matter.effects.changes if touch.kind == "move" and touch.to})
    told = [what for touch in matter.effects.reads if (what := _read(touch, made, matter))]
    told.extend(what for touch in matter.effects.changes if touch.kind == "move" and (what := _sent(touch, matter)))
    told.extend(what for command in matter.commands if (what := _by_git(command, matter)))
    told.extend(
        what for at, command in enumerate(matter.commands) if (what := prints_secret(command, matter.commands[at + 1 :]))
    )
    from guardhost.builtin.secret_ways import sent

    told.extend(what for command in matter.commands for what in sent(command, matter))
    told.extend(
        what
        for touch in matter.effects.changes
        if touch.via in ("sqlite3", "duckdb") and (what := _read(touch, made, matter))
    )
    told.extend(_by_operand(matter))
    told.extend(_found(matter))
    told.extend(_by_tool(matter))
    told.extend(what for command in matter.commands if (what := dumps(command)))
    edited = [touch for touch in matter.effects.changes if touch.via in _EDITORS and _is_told(touch, matter)]
    told.extend(what for touch in edited if (what := _read(touch, made, matter)))
    return tuple(answer(ID, "deny", what) for what in dict.fromkeys(told))


def _root(matter: Matter, name: str) -> str:
    return next((root for root in roots(matter, *matter.places.workspaces) if inside(name, root)), "")


def _is_secret(names: tuple[str, ...], matter: Matter) -> bool:
    """Whether a name holds secrets; a link counts by what it points at as well."""
    return any(holds_secret(name, _root(matter, name)) for name in names)


def _read(touch: Touch, made: dict[str, str], matter: Matter) -> str:
    if _is_blind(touch, matter):
        return ""
    shown = f"`{touch.raw or touch.path}`"
    path = made.get(touch.path, touch.path)
    named = touch.replace(path=path)
    if touch.pattern:
        return f"{shown} takes in a file that holds secrets." if _globs(touch, matter) else ""
    names = spelled(named, matter) if named.path else (f"/{fold(touch.raw.strip(_QUOTES))}",)
    if names and _is_secret(names, matter):
        return f"{shown} holds secrets."
    if touch.recursive and any(folder_of_secrets(name) for name in names):
        return f"{shown} holds secrets."
    return ""


def _is_told(touch: Touch, matter: Matter) -> bool:
    """Whether an editor is told what to do by its words or its input, so that it may print what it opens."""
    said = [one for one in matter.commands if one.program == touch.via]
    return touch.via in ("ed", "ex") or any(
        one.stdin is not None or any(word.startswith(("-c", "-e", "-s", "-E", "+", "--cmd")) for word in one.args)
        for one in said
    )


def _sent(touch: Touch, matter: Matter) -> str:
    """A move to another machine or a place that others see is a copy."""
    return f"`{touch.raw}` holds secrets." if touch.via == "rsync" and _is_secret(spelled(touch, matter), matter) else ""


def _is_blind(touch: Touch, matter: Matter) -> bool:
    if touch.via == "openssl":
        given = [one.args[0] for one in matter.commands if one.program == "openssl" and one.args]
        return all(word in _USES for word in given)
    if touch.via in _BLIND:
        return touch.via != "find" or not any("cat" in command.program for command in matter.commands)
    if touch.via in _GREPS:
        said = [one for one in matter.commands if one.program == touch.via]
        return bool(said) and all(any(word in _COUNTS for word in one.args) for one in said)
    return False


def _globs(touch: Touch, matter: Matter) -> bool:
    """Whether a glob expands to a file of secrets: one that is there, or one that it plainly spells."""
    pattern = fold(touch.path)
    last = pattern.rpartition("/")[2]
    folder = fixed(touch.path) or "/"
    if matter.names is not None and "*" not in pattern[: len(pattern) - len(last)]:
        for name in matter.names(folder):
            if fits(fold(name), last) and holds_secret(fold(f"{folder}/{name}"), _root(matter, fold(folder))):
                return True
    if not any(mark in last for mark in "*?[") and holds_secret(pattern.replace("*", "x"), ""):
        return True
    return _spells(last)


def _spells(last: str) -> bool:
    """Whether a glob of names plainly spells one of a file of secrets."""
    if last in ("*.pem", "*.key", "*.env", "*.p12", "*.pfx", "*.jks", "*.tfvars"):
        return True
    told = last.split("*", maxsplit=1)[0].split("?", maxsplit=1)[0].split("[", maxsplit=1)[0]
    spelled_out = len(told) > 1 or "[" in last or (len(last) > 2 and "?" in last and last.startswith("."))
    return spelled_out and any(fits(name, last) for name in _SAMPLES) and not all(char in "*?." for char in last)


def _by_git(command: Command, matter: Matter) -> str:
    """A secret in git's objects or in its comparison with the working tree."""
    vcs = command.vcs
    if vcs is None or vcs.tool != "git" or vcs.subcommand not in _SHOWS or vcs.args[:1] in (("push",), ("list",)):
        return ""
    words = [word for word in vcs.args if not word.startswith("-")]
    behind = "--" not in vcs.args
    shows = vcs.subcommand != "log" or any(
        word in ("-p", "-u", "--patch", "-U0", "-c", "--cc") or word.startswith("-L") for word in vcs.args
    )
    if vcs.subcommand == "grep" and any(word in ("-l", "-c", "-q", "-L") for word in vcs.args):
        return ""
    if any(
        word in ("--stat", "--name-only", "--name-status", "--quiet", "--numstat", "-t", "-s", "-e") for word in vcs.args
    ):
        return ""
    after = False
    for word in vcs.args:
        if word == "--":
            after = True
            continue
        text = str(word).partition(":")[2] if ":" in word and not word.startswith(":") else str(word)
        if vcs.subcommand == "grep" and not after and ":" not in word:
            continue
        if (
            word.startswith("-")
            or not text
            or not shows
            or (behind and word == words[0] and ":" not in word and "." not in word)
        ):
            continue
        path = fold(normal(command.cwd or matter.event.cwd, text))
        if holds_secret(path, "") and (after or ":" in word or path.rpartition("/")[2].startswith((".env", "id_", "."))):
            return f"`{word}` holds secrets."
    return ""


def _by_operand(matter: Matter) -> Iterator[str]:
    """Programs of no table that are given a file of secrets, or one as `@file`, `<file`, `file=`."""
    known = {touch.raw for touch in matter.effects.touches}
    for command in matter.commands:
        name = command.program
        if command.vcs is not None or not name or command.path or name in _BLIND or name in _GREPS or name in _QUIET:
            continue
        first = next((word for word in command.args if not word.startswith("-")), None) if name in _QUERIES else None
        for at, word in enumerate(command.args):
            if word is first:
                continue  # `.env` is a field
            if (
                word.startswith(("--env-file", "--dotenv"))
                or word.raw in known
                or not word.known
                or (word.startswith("-") and "=" not in word and "@" not in word)
            ):
                continue
            option = word.partition("=")[0] if word.startswith("--") else command.args[at - 1] if at else ""
            if option in _NAMING and "base64" not in command.args[:at]:
                continue
            text = str(word)
            if name in ("docker", "podman", "kubectl") and ":" in text:
                text = text.partition(":")[2]
            for mark in ("@", "="):
                text = text.rpartition(mark)[2] if mark in text and "://" not in text else text
            if not _is_path(text) or " " in text:
                continue
            path = normal(
                command.cwd or matter.event.cwd, text if not text.startswith("~/") else matter.places.home + text[1:]
            )
            names = tuple(dict.fromkeys((fold(path), fold(matter.real_path(path))))) if path else ()
            whole = name in _PACKERS and any(folder_of_secrets(one) for one in names)
            if names and (whole or _is_secret(names, matter)):
                yield f"`{word.raw}` holds secrets."


_PACKERS = ("tar", "gtar", "bsdtar", "zip", "7z", "rar", "cpio", "scp", "rsync", "rclone", "restic", "borg")
_QUERIES = ("jq", "gojq", "jaq", "yq")
_NAMING = (
    "--env-file", "--exclude", "--include", "--message", "-name", "-iname", "-path", "--name", "-e", "--regexp", "--glob",
    "--ignore", "--title", "--body", "--ignore-file", "--key", "--cert", "--cacert", "--identity", "--kubeconfig",
    "--from-env-file", "--exclude-from", "--env", "--dotenv", "--auth-file", "--key-file", "--keyfile", "--cert-file",
    "--token-file", "--password-file", "--credentials-file", "--private-key", "--ssl-keyfile", "--ssl-certfile", "--tls-key",
)  # fmt: skip
# Programs whose words are text, or names that they only make, move or look for.
_QUIET = frozenset((
    "echo", "printf", "find", "fd", "rm", "mkdir", "touch", "test", "ls", "chmod", "export", "gh", "glab", "bd", "jira",
    "pytest",
    "npm", "npx", "make", "tee", "cp", "mv", "ln", "sed", "case", "alias", "read", "local", "set", "declare",
    "man",
    "apropos", "which", "type", "code", "dcg", "guardhost", "slack-cli", "ssh-keygen", "openssl",
    "kubeseal", "truncate",
    "install", "unset", "certbot", "mkcert", "step", "gpg", "tree",
))  # fmt: skip


def _is_path(text: str) -> bool:
    name = text.rpartition("/")[2]
    return bool(name) and ("." in name or "/" in text or name.startswith("id_"))


def _found(matter: Matter) -> Iterator[str]:
    """Files of secrets that a search names and another program prints."""
    prints = [
        one
        for one in matter.commands
        if not _LISTING.isdisjoint(one.wrappers)
        and one.program not in _BLIND
        and one.program not in ("echo", "printf", "basename")
    ]
    silent = all(one.program in _GREPS and any(word in _COUNTS for word in one.args) for one in prints)
    if not prints or silent:
        return
    for command in matter.commands:
        if command.program not in ("find", "fd", "fdfind", "ls", "locate", "rg"):
            continue
        for word in command.args:
            name = fold(str(word).rpartition("/")[2].strip("*"))
            spelled_out = "*" in word and _spells(fold(str(word).rpartition("/")[2]))
            if not word.startswith("-") and name and (holds_secret(f"/{name}", "") or spelled_out):
                yield f"`{word.raw}` finds files that hold secrets."


_LISTING = frozenset(("find", "fd", "fdfind", "xargs", "parallel"))


def _by_tool(matter: Matter) -> Iterator[str]:
    """A tool of the host or of a server that is given a path to read."""
    event = matter.event
    if event.seam != "tool" or not hasattr(event.args, "items"):
        return
    from guardhost.builtin.tool_paths import paths_of

    for role, given in paths_of(event.args):
        path = normal(event.cwd, matter.places.home + given[1:] if given.startswith("~/") else given)
        names = tuple(dict.fromkeys((fold(path), fold(matter.real_path(path))))) if path else ()
        reads = role == "source" or (role == "path" and not matter.effects.changes)
        if reads and names and _is_secret(names, matter):
            yield f"`{given}` holds secrets."
    for pattern in _patterns(event.args):
        name = fold(pattern.rpartition("/")[2])
        if not pattern.startswith("!") and (holds_secret(f"/{name}", "") or _spells(name)):
            yield f"`{pattern}` takes in a file that holds secrets."


def _patterns(args: Mapping[str, object]) -> Iterator[str]:
    """Yield the globs of names that a search through texts is told to look into."""
    for key, value in args.items():
        if str(key).lower().replace("_", "") in ("glob", "include", "includes", "includepattern", "filepattern", "globs"):
            yield from (one for one in (value if isinstance(value, list | tuple) else (value,)) if isinstance(one, str))
