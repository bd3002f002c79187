"""The configuration that a git call brings along or sets, and which of its keys run programs."""

from __future__ import annotations

from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter

# Keys whose value is a program; a star stands for the middle.
PROGRAMS = (
    "core.fsmonitor", "core.sshcommand", "core.pager", "core.editor", "core.askpass", "core.gitproxy",
    "core.alternaterefscommand", "diff.external", "diff.*.command", "diff.*.textconv", "merge.*.driver", "filter.*.clean",
    "filter.*.smudge", "filter.*.process", "credential.helper", "credential.*.helper", "gpg.program", "gpg.*.program",
    "sequence.editor", "uploadpack.packobjectshook", "remote.*.uploadpack", "remote.*.receivepack", "remote.*.vcs",
    "pager.*", "difftool.*.cmd", "difftool.*.path", "mergetool.*.cmd", "mergetool.*.path", "interactive.difffilter",
    "browser.*.cmd", "man.*.cmd", "guitool.*.cmd", "trailer.*.cmd", "trailer.*.command", "submodule.*.update",
    "sendemail.smtpserver", "instaweb.httpd", "init.templatedir", "hook.*.command", "tar.*.command", "web.browser",
)  # fmt: skip
HARMLESS = frozenset((
    "", "true", "false", ":", "cat", "less", "more", "most", "bat", "delta", "diff-so-fancy", "head", "vim", "vi", "nvim",
    "nano", "emacs", "emacsclient", "code", "subl", "micro", "hx", "kak", "ed", "notepad", "ssh", "plink", "gpg", "gpg2",
    "ssh-keygen", "store", "cache", "osxkeychain", "manager", "manager-core", "libsecret", "wincred", "gh", "glab",
    "git-lfs", "git-crypt", "git", "difft", "difftastic", "meld", "kdiff3", "vimdiff", "opendiff", "echo", "nbstripout",
    "0", "1", "no", "yes", "on", "off", "merge", "rebase", "checkout", "none", "auto", "simple", "diff", "cursor",
    "rustfmt", "jupyter", "exiftool", "pdftotext", "docx2txt", "odt2txt", "colordiff", "ydiff", "sops", "oauth",
    "netrc", "!gh", "!glab", "!aws", "!/usr/bin/gh", "/usr/bin/gh",
))  # fmt: skip
# Words by which a value starts something else after all.
_STARTS_MORE = (";", "|", "&", "`", "$(", "\n", ">", "<(")
_SSH_RUNS = ("proxycommand", "localcommand", "permitlocalcommand", "knownhostscommand")


def key_of(word: str) -> str:
    """Return a key in lower case."""
    return str(word).lower().strip()


def runs_a_program(key: str) -> bool:
    """Return whether git runs the value of a key."""
    for row in PROGRAMS:
        first, star, last = row.partition("*")
        if key == row or (star and key.startswith(first) and key.endswith(last) and len(key) > len(first) + len(last)):
            return True
    return False


def is_harmless_program(value: str) -> bool:
    """Return whether a value names a viewer, an editor or a helper that everyone has, and starts nothing else."""
    if any(mark in value for mark in _STARTS_MORE):
        return False
    words = value.split()
    if not words:
        return True
    name = words[0] if words[0].startswith("!") else words[0].rpartition("/")[2]
    if name == "ssh" and any(run in value.lower() for run in _SSH_RUNS):
        return False
    if name == "sed":
        return not any(word.startswith("-") and "f" in word for word in words[1:]) and "e " not in value.rsplit("/", 1)[-1]
    if words[0].startswith(("./", "/tmp/", "../")):  # noqa: S108 - compared
        return False
    return name in HARMLESS


def configured(act: Act, matter: Matter) -> Iterator[tuple[str, Word | None]]:
    """Yield each (key, value) that a git call brings along in options and variables, or sets; None is an unknown value."""
    vcs = act.command.vcs
    options = vcs.options if vcs is not None else ()
    for at, word in enumerate(options):
        if word == "-c" and at + 1 < len(options):
            yield _pair(options[at + 1])
        elif word.startswith("-c") and len(word) > 2 and not word.startswith("--"):
            yield _pair(Word(word[2:]))
        elif word.startswith("--config-env"):
            text = word.partition("=")[2] or (str(options[at + 1]) if at + 1 < len(options) else "")
            yield key_of(text.partition("=")[0]), None
    yield from _by_variables((*matter.assignments, *act.command.env))
    if act.name.startswith("clone"):
        for word in act.words("config"):
            yield _pair(word)
    if act.name.startswith("config"):
        yield from _set(act)


def _pair(word: Word) -> tuple[str, Word | None]:
    if not word.known:
        head = str(word.parts[0] or "") if word.parts else ""
        return key_of(head.partition("=")[0]), None
    key, equals, value = word.partition("=")
    return key_of(key), Word(value) if equals else Word("true")


def _by_variables(env: tuple[tuple[str, Word], ...]) -> Iterator[tuple[str, Word | None]]:
    values = dict(env)
    for name, word in values.items():
        if name.startswith("GIT_CONFIG_KEY_"):
            yield key_of(word), values.get(f"GIT_CONFIG_VALUE_{name[15:]}")
        elif name == "GIT_CONFIG_PARAMETERS":
            for piece in str(word).split("'"):
                if "=" in piece or "." in piece:
                    yield _pair(Word(piece))


_READS = ("get", "get_all", "get_regexp", "get_urlmatch", "list", "unset", "unset_all", "remove_section", "edit")


def _set(act: Act) -> Iterator[tuple[str, Word | None]]:
    if act.given(*_READS) or act.name in (
        "config_get",
        "config_list",
        "config_unset",
        "config_edit",
        "config_remove_section",
    ):
        return
    words = [word for word in act.call.operands if word not in ("set", "get")]
    if act.call.operands[:1] == ("get",) or len(words) < 2:
        return
    yield key_of(words[0]), words[1] if words[1].known else None
