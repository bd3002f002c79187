"""Programs that print secrets by themselves: the environment, key stores, clients of clouds and vaults."""

from __future__ import annotations

from guardhost.builtin.secrets import names_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guardhost.model.line import Command, Word

# Words with which a program prints a secret, one row each: all of a row must stand there, a "|" separates choices.
PRINTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "gh": (("auth", "token"), ("auth", "status", "--show-token|-t")),
    "glab": (("auth", "token"), ("auth", "status", "--show-token|-t"), ("config", "get", "token")),
    "gcloud": (
        ("auth", "print-access-token|print-identity-token|print-refresh-token"),
        ("secrets", "access"),
        ("auth", "application-default", "print-access-token"),
    ),
    "aws": (
        ("secretsmanager", "get-secret-value|batch-get-secret-value"),
        ("ssm", "get-parameter|get-parameters|get-parameters-by-path", "--with-decryption"),
        ("configure", "export-credentials"),
        ("sts", "get-session-token|assume-role|get-federation-token"),
        ("configure", "get", "aws_secret_access_key|aws_session_token"),
        ("ecr", "get-login-password"),
        ("ecr", "get-authorization-token"),
        ("iam", "create-access-key"),
        ("kms", "decrypt"),
        ("codeartifact", "get-authorization-token"),
    ),
    "az": (
        ("account", "get-access-token"),
        ("keyvault", "secret", "show|download"),
        ("acr", "credential", "show"),
        ("storage", "account", "keys"),
    ),
    "vault": (("kv", "get"), ("read",), ("token", "lookup|create"), ("print", "token")),
    "op": (("read",), ("item", "get"), ("inject",)),
    "bw": (("get",), ("export",), ("list", "items")),
    "pass": (("show",), ("-c",)),
    "gopass": (("show",), ("cat",)),
    "lpass": (("show",), ("export",)),
    "security": (("find-generic-password|find-internet-password", "-w|-g"), ("dump-keychain",), ("export",)),
    "secret-tool": (("lookup|search",),),
    "kubectl": (
        ("get", "secret|secrets", "-o|--output|-oyaml|-ojson|--template"),
        ("config", "view", "--raw"),
        ("describe", "secret-values"),
        ("create", "token"),
    ),
    "oc": (("whoami", "-t|--show-token"), ("get", "secret|secrets", "-o|--output|-oyaml|-ojson"), ("extract",)),
    "heroku": (("config",), ("config:get",), ("auth:token",)),
    "fly": (("auth", "token"), ("tokens", "create")),
    "flyctl": (("auth", "token"),),
    "doppler": (("secrets",), ("run", "--command"), ("configs", "tokens")),
    "infisical": (("secrets",), ("export",)),
    "vercel": (("env", "pull"),),
    "netlify": (("env:get|env:list",),),
    "railway": (("variables",),),
    "npm": (("token", "create"), ("config", "get", "_authToken|//registry.npmjs.org/:_authToken")),
    "git": (
        ("credential", "fill"),
        ("credential-store", "get"),
        ("credential-osxkeychain", "get"),
        ("config", "--get|--get-all", "http.extraheader"),
    ),
    "gpg": (("--export-secret-keys|--export-secret-subkeys|--export-secret-key",),),
    "gpg2": (("--export-secret-keys|--export-secret-subkeys",),),
    "sops": (("-d|--decrypt|decrypt",), ("exec-env",)),
    "age": (("-d|--decrypt",),),
    "ansible-vault": (("view|decrypt",),),
    "terraform": (("output", "-json|-raw"), ("state", "pull"), ("show", "-json")),
    "wrangler": (("secret", "get"),),
    "chamber": (("read|export|env",),),
    "aws-vault": (("export",), ("exec", "env")),
    "stripe": (("config", "--list"),),
    "snyk": (("config", "get"),),
    "ssh-keygen": (),
    "getent": (("shadow",),),
    "keyctl": (("print|read|pipe",),),
    "systemctl": (("show-environment",),),
    "launchctl": (("getenv",), ("export",)),
}
_DUMPS = ("env", "printenv", "export", "declare", "typeset", "set", "gprintenv", "genv")
_FILTERS = ("grep", "egrep", "rg", "awk", "sed", "fgrep")
_ECHOES = ("echo", "printf", "print", "cat")
# Programs that take a secret from a pipe as they should.
_TAKES = frozenset((
    "docker", "podman", "gh", "glab", "helm", "npm", "wc", "base64-login", "vault", "kubectl", "twine", "cargo",
    "openssl", "gpg",
    "sha256sum", "md5sum", "shasum", "sudo", "chpasswd", "passwd", "wrangler", "vercel", "fly", "flyctl", "heroku",
    "aws", "az",
    "gcloud", "oras", "skopeo", "buildah", "crane", "cosign", "op", "ssh-add", "xargs", "htpasswd", "bw", "git", "curl",
    "flux",
))  # fmt: skip


def prints_secret(command: Command, following: Sequence[Command]) -> str:
    """Return what a program would print, "" for no secret; `following` are the programs behind it on the line."""
    words = [str(word) for word in command.args]
    if _counted(following):
        return ""
    if command.program in ("docker", "podman", "nerdctl") and "inspect" in words[:2]:
        told = any(".Env" in word or word in ("{{json .}}", "{{json .Config}}", "{{.Config}}") for word in words)
        return "The environment of a container holds tokens and passwords." if told else ""
    for row in PRINTS.get(command.program, ()):
        if _all(row, words) and not any(word in ("--help", "-h", "help") for word in words):
            return f"`{command.program} {' '.join(one.partition('|')[0] for one in row)}` prints a secret."
    if command.program in _DUMPS and _dumps(command, words):
        return "" if _filtered(following) else "The environment holds tokens and passwords."
    if command.program in _ECHOES:
        return _echoed(command, following)
    return _code(command)


def _all(row: tuple[str, ...], words: list[str]) -> bool:
    plain = [word for word in words if not word.startswith("-")]
    first = row[0].split("|")
    if not first[0].startswith("-") and not (set(plain[:4]) & set(first)):
        return False
    return all(
        any(
            word == one or (one.startswith("--") and word.startswith(one + "=")) for word in words for one in part.split("|")
        )
        for part in row
    )


def _dumps(command: Command, words: list[str]) -> bool:
    name = command.program
    if name in ("env", "genv"):
        return not [word for word in words if not word.startswith("-")] and not any("=" in word for word in words)
    if name in ("printenv", "gprintenv"):
        named = [word for word in words if not word.startswith("-")]
        return not named or any(names_secret(word) for word in named)
    if name == "export":
        return words in ([], ["-p"])
    if name in ("declare", "typeset"):
        return words in (["-p"], ["-x"], ["-xp"], ["-px"])
    return not words


def _counted(following: Sequence[Command]) -> bool:
    """Whether only a count leaves the pipe."""
    for command in following[:4]:
        letters = "".join(word[1:] for word in command.args if word.startswith("-") and not word.startswith("--"))
        if command.program == "wc" or (command.program in ("grep", "egrep", "rg") and set("cq") & set(letters)):
            return True
    return False


def _filtered(following: Sequence[Command]) -> bool:
    """Whether a pattern that names no secret chooses what is shown; `cut -d= -f1` shows names alone."""
    for command in following[:3]:
        if command.program == "cut" and any(word in ("-f1", "-f", "-d=") for word in command.args):
            return "-f1" in command.args or "1" in command.args
        if command.program in ("grep", "egrep", "rg", "fgrep"):
            inverted = any(word.startswith("-") and not word.startswith("--") and "v" in word for word in command.args)
            pattern = next((word for word in command.args if not word.startswith("-")), None)
            if pattern is None or not pattern.known or inverted:
                return False
            letters = "".join(char for char in pattern if char.isalpha() or char == "_")
            return len(letters) > 1 and not _means_secret(letters.upper())
    return False


def _means_secret(text: str) -> bool:
    return any(
        one in text
        for one in ("SECRET", "TOKEN", "PASS", "KEY", "CRED", "AUTH", "AWS", "PWD_", "PRIVATE", "API", "GITHUB", "URL")
    )


def _echoed(command: Command, following: Sequence[Command]) -> str:
    """A variable that holds a secret and goes to the screen or a file."""
    if command.program == "cat" or any(one.program in _TAKES for one in following[:3]):
        return ""
    for word in command.args:
        for name in variables(word):
            if names_secret(name):
                return f"`${name}` holds a secret."
    return ""


def variables(word: Word) -> list[str]:
    """Return the variables whose values a word takes whole."""
    if word.known or word.raw.startswith("'"):
        return []
    found: list[str] = []
    for piece in word.raw.split("$")[1:]:
        braced = piece.startswith("{")
        text = piece[1:] if braced else piece
        end = next((at for at, char in enumerate(text) if not (char.isalnum() or char == "_")), len(text))
        if end and (not braced or text[end : end + 1] == "}"):
            found.append(text[:end])
    return found


def _code(command: Command) -> str:
    """The environment printed by a line of code."""
    texts = [
        str(word) for word in command.args if "environ" in word or "process.env" in word or "ENV." in word or "%ENV" in word
    ]
    for text in texts:
        bare = text.replace(" ", "")
        if (
            "print(os.environ)" in bare
            or "dict(os.environ)" in bare
            or "console.log(process.env)" in bare
            or "environ.items()" in bare
        ):
            return "The environment holds tokens and passwords."
        if command.program in ("node", "nodejs", "bun") and bare == "process.env":
            return "The environment holds tokens and passwords."
        if "JSON.stringify(process.env)" in bare or "putsENV.to_h" in bare or "pENV.to_h" in bare or "print%ENV" in bare:
            return "The environment holds tokens and passwords."
    return ""
