"""Where packages come from: settings and options that point an installer at another source."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

INSTALLERS = frozenset(("pip", "pip3", "npm", "pnpm", "yarn", "bun", "uv", "gem", "go", "cargo", "npx", "bunx",
    "pnpx", "poetry",
                        "conda", "git", "python", "python3", "deno"))  # fmt: skip
# Words by which a line could say so; what has none of them is not looked at.
SIGNS = ("registry", "index-url", "index_url", "find-links", "trusted-host", "goproxy", "gonosum", "goflags", "goinsecure",
         "gonosumdb", "sources", "://", "npmregistryserver", "insteadof", "include.path", "includeif")  # fmt: skip
_OWN = ("registry.npmjs.org", "registry.yarnpkg.com", "pypi.org", "files.pythonhosted.org", "rubygems.org",
    "proxy.golang.org",
        "jsr.io", "npm.jsr.io", "download.pytorch.org", "pkg.github.com", "npm.pkg.github.com")  # fmt: skip
_LOCAL = ("localhost", "127.0.0.1", "[::1]", "host.docker.internal")
_KEYS = ("registry", "npmregistryserver", "index-url", "global.index-url", "global.extra-index-url", "install.index-url",
         "sources", "replace-registry-host")  # fmt: skip
_GO = (
    "GOPROXY=",
    "GONOSUMDB=",
    "GONOSUMCHECK=",
    "GOFLAGS=-insecure",
    "GOINSECURE=",
    "GOSUMDB=off",
    "GONOPROXY=",
    "GOPRIVATE=*",
)


def by_source(command: Command) -> str:
    """Return what a line says about the source of packages that is not the usual one, "" for nothing."""
    words = [str(word) for word in command.args]
    name = command.program
    if name == "git" or not words:
        return ""
    if name in ("npx", "bunx", "pnpx") and any(word.startswith(("http://", "https://")) and "github.com" not in word
                                               for word in words[:2]):  # fmt: skip
        return f"`{name}` runs what it downloads from an address."
    if name == "go":
        moved = any(word.startswith(_GO) and not word.startswith(("GOPROXY=https://proxy.golang.org", "GOPROXY=direct"))
                    for word in words)  # fmt: skip
        return "`go env -w` moves where every later module comes from." if words[:2] == ["env", "-w"] and moved else ""
    if name == "gem" and words[:1] == ["sources"] and any(word in ("-a", "--add") for word in words):
        return "" if _usual(words[-1]) else "`gem sources --add` moves where every later gem comes from."
    if len(words) > 3 and words[0] == "config" and words[1] == "set":
        key = words[2].partition("=")[0].lower()
        if key.startswith(_KEYS) or key.endswith(":registry"):
            return (
                ""
                if _usual(words[-1], later=True)
                else f"`{name} config set {words[2]}` moves where every later package comes from."
            )
    if len(words) == 3 and words[:2] == ["config", "set"] and "registry=" in words[2]:
        return "" if _usual(words[2]) else f"`{name} config set` moves where every later package comes from."
    return _unsafe(name, words)


def _unsafe(name: str, words: list[str]) -> str:
    """A source without a proof of who it is, for this one call."""
    for at, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option not in (
            "--registry",
            "--index-url",
            "-i",
            "--extra-index-url",
            "--index",
            "--default-index",
            "--find-links",
        ):
            continue
        value = value if equals else words[at + 1] if at + 1 < len(words) else ""
        if value.startswith("http://") and not _usual(value):
            return f"`{name} {option}` takes packages from a source that anyone on the way can change."
        if option == "--extra-index-url" and value.startswith("https://") and not _usual(value):
            return f"`{name} --extra-index-url` lets another source answer for every name."
    return ""


def _usual(address: str, *, later: bool = False) -> bool:
    host = address.partition("://")[2].partition("/")[0].rpartition("@")[2].partition(":")[0].lower()
    if address.partition("registry=")[2].startswith("https://") or (address.startswith("https://") and later):
        return True  # a private registry, whose certificate says who it is
    known = host in _OWN or any(
        host.endswith("." + one) for one in ("pypi.org", "pytorch.org", "nvidia.com", "githubusercontent.com")
    )
    return known or host in _LOCAL or not host


def redirected(key: str, value: str) -> str:
    """Return what a setting of git's points elsewhere: another host in the place of a remote's, a file of settings."""
    if key == "include.path" or (key.startswith("includeif.") and key.endswith(".path")):
        return f"`{key}` brings in settings from another file, which can run programs."
    if key.startswith("url.") and key.endswith(("insteadof", "pushinsteadof")):
        host, other = _host(key[4:].rpartition(".")[0]), _host(value)
        return f"`{key}` lets another machine stand in for `{other}`." if host and other and host != other else ""
    return ""


def _host(address: str) -> str:
    text = address.partition("://")[2] or address
    return text.rpartition("@")[2].replace(":", "/").partition("/")[0].lower()
