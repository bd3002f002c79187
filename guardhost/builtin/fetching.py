"""Programs that bring text from elsewhere, or make text of what nobody can read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

FETCHERS = frozenset((
    "curl", "wget", "wget2", "fetch", "http", "https", "xh", "aria2c", "lynx", "w3m", "links", "elinks", "axel", "ftp",
    "tftp",
    "lftp", "scp", "sftp", "nc", "ncat", "netcat", "telnet", "socat", "iwr", "gsutil", "rclone", "s3cmd", "curlie",
    "dig", "host",
    "nslookup", "finger", "whois",
))  # fmt: skip
_ASKS = (
    "urlretrieve", "urlopen", "requests.", "httpx.", "fetch(", "http.get", "https.get", "Net::HTTP", "URI.open", "open-uri",
    "LWP::", "getstore", "file_get_contents", "curl_", "download",
)  # fmt: skip
_STORES = ("scp", "sftp", "aria2c", "axel", "rclone")
_DECODERS = {
    "base64": ("-d", "-D", "--decode", "-di", "--d"),
    "base32": ("-d", "--decode"),
    "basenc": ("-d", "--decode"),
    "xxd": ("-r",),
    "openssl": ("-d", "-D", "-base64"),
    "uudecode": (),
    "rev": (),
    "gpg": ("-d", "--decrypt"),
    "ascii85": ("-d",),
    "zbase32": ("-d",),
    "tr": (),
    "xz": ("-d", "-dc"),
    "gunzip": (),
    "zcat": (),
    "uncompress": (),
}
_SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "cmd", "cmd.exe", "powershell")


def fetches(command: Command) -> bool:
    """Return whether a program brings something from another machine."""
    if command.program == "gh":
        return command.args[:1] in (("api",), ("gist",)) or command.args[:2] == ("release", "download")
    if command.program == "aws":
        return "s3" in command.args[:2]
    if command.program == "git":
        return False
    if command.program == "openssl":
        return "s_client" in command.args[:1]
    if command.program.rstrip("0123456789.") in ("python", "node", "ruby", "perl", "php", "deno", "bun"):
        return _code_fetches(command)
    return command.program in FETCHERS


def _code_fetches(command: Command) -> bool:
    """Return whether code on the line asks for an address."""
    from guardhost.builtin.interpreters import code_of

    code = code_of(command)
    return "://" in code and any(one in code for one in _ASKS)


def streams(command: Command) -> bool:
    """Return whether it prints what it brings."""
    if command.program in _STORES or not fetches(command):
        return False
    if command.program == "wget":
        return any(word.startswith(("-O-", "-qO-", "-nv", "--output-document=-", "-O", "-qO")) for word in command.args)
    return True


def decodes(command: Command) -> bool:
    """Return whether it turns text that nobody can read into other text."""
    options = _DECODERS.get(command.program)
    if options is None:
        return False
    if not options:
        return True
    for word in command.args:
        if word in options or (len(word) > 3 and word.startswith("--") and any(one.startswith(word) for one in options)):
            return True
        short = [one[1] for one in options if len(one) == 2]
        if word.startswith("-") and not word.startswith("--") and any(letter in word for letter in short):
            return True
    return False


def hands_over(command: Command) -> str:
    """Return what a program would hand to another machine: a shell, "" for nothing."""
    words = [str(word) for word in command.args]
    name = command.program
    if name in ("nc", "ncat", "netcat"):
        for at, word in enumerate(words):
            run = word in ("-e", "-c", "--exec", "--sh-exec", "--lua-exec") or (
                word.startswith("-")
                and not word.startswith("--")
                and word.endswith(("e", "c"))
                and len(word) > 2
                and "z" not in word
            )
            if run and at + 1 < len(words):
                return f"`{name} {word}` hands a program to another machine."
    if name == "socat" and any(word.upper().startswith(("EXEC:", "SYSTEM:", "SHELL:")) for word in words):
        return "`socat` hands a program to another machine."
    if name in ("awk", "gawk", "mawk") and any("/inet/" in word for word in words):
        return f"`{name}` opens a connection and runs what it reads."
    if name in ("deno", "bun") and any(word.startswith(("http://", "https://")) for word in words) and "run" in words[:1]:
        return f"`{name} run` would run what it downloads."
    if name in ("pwsh", "powershell"):
        text = " ".join(words).lower()
        if ("iex" in text or "invoke-expression" in text) and ("http" in text or "download" in text):
            return f"`{name}` would run what it downloads."
        if any(word in ("-enc", "-encodedcommand", "-e", "-ec") for word in text.split()):
            return f"`{name}` would run encoded text."
    if _evaluates(name, words):
        return f"The code of `{name}` runs what it is sent or decodes."
    if name == "Rscript" and any("source(" in word and "http" in word for word in words):
        return "`Rscript` would run what it downloads."
    return ""


_EVALUATES = ("eval(", "eval)", "exec(", "new function(", "runinnewcontext", "runinthiscontext", "instance_eval",
    "class_eval", "vm.run",
              "eval ", "loadstring", "load(", "create_function", "include(", "require(\"http", "import(\"http",
              "import('http")  # fmt: skip


_CONNECTS = (
    "tcpsocket", "socket.socket", "io::socket", "net.connect", "net.socket", "fsockopen", "stream_socket_client",
    "net.createconnection", "tls.connect", "socket_connect", "sockaddr_in", "deno.connect", "bun.connect", "socket.tcp",
)  # fmt: skip
_STARTS = ("popen", "subprocess", "system(", "spawn(", "child_process", "exec(", "proc_open", "passthru", "exec ",
           "system ", "sh -i", "/bin/sh", "/bin/bash", "deno.command", "bun.spawn", "io.popen")  # fmt: skip


def _evaluates(name: str, words: list[str]) -> bool:
    """Return whether a line of code runs text from an address."""
    plain = name.rstrip("0123456789.")
    if plain not in ("python", "node", "nodejs", "ruby", "perl", "php", "lua", "deno", "bun", "Rscript"):
        return False
    for at, word in enumerate(words[:-1]):
        if word in ("-c", "-e", "-r", "-p", "-E", "--eval", "--print", "eval", "-ne", "-pe"):
            text = (
                words[at + 1].lower().replace("')", "").replace('")', "").replace("require('", "").replace('require("', "")
            )
            fetched = "http://" in text or "https://" in text
            decoded = any(
                one in text
                for one in (
                    "b64decode",
                    "fromhex",
                    "unhexlify",
                    "atob(",
                    "decode64",
                    "decode_base64",
                    "base64_decode",
                    "'base64'",
                )
            )
            if (fetched or decoded) and any(one in text for one in _EVALUATES):
                return True
            if any(one in text for one in _CONNECTS) and any(one in text for one in _STARTS):
                return True
            shell = any(one in text for one in ("/bin/sh", "/bin/bash", "cmd.exe", "pty.spawn"))
            if shell and any(one in text for one in ("socket", "fsockopen", "net.connect", "net.socket")):
                return True
    return False
