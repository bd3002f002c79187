"""Mask secrets in text that is recorded: private keys, tokens, passwords in assignments, options, headers and URLs.

It is a scan by what secrets look like, so that it can miss one; a name that refers to one (`$TOKEN`) is left as it is.
Loaded only for a text that `guardhost.judgement.recording` finds a hint in.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MASK = "***"
SPACE = " \t\r\n"
QUOTES = "\"'`"
ENDS = SPACE + "&;|<>)}]"

# What a token starts with, and how many characters follow at the least.
SHORTEST = 20  # characters of the shortest token, its prefix included
FAR = 256  # characters of a run in which a prefix may start
LINE = 100_000  # characters of a text that may be a shell line
LEAST = b"a" * SHORTEST  # how a run that is long enough begins
PIECE = 1 << 16  # characters that are looked at at once
_RUNS = bytes(97 if chr(c) in "_-." or (c < 128 and chr(c).isalnum()) else 32 for c in range(256))
PREFIXES = (
    ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16),
    ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10), ("xoxr-", 10), ("xoxs-", 10), ("xapp-", 10), ("sk-", 16), ("sk_live_", 10),
    ("sk_test_", 10), ("rk_live_", 10), ("rk_test_", 10), ("whsec_", 16), ("AKIA", 16), ("ASIA", 16), ("AIza", 30),
    ("ya29.", 20), ("npm_", 30), ("pypi-", 30), ("hf_", 20), ("dop_v1_", 20), ("lin_api_", 20), ("SG.", 20), ("eyJ", 30),
    ("dckr_pat_", 20), ("glsa_", 20), ("hvs.", 20), ("AGE-SECRET-KEY-", 20),
)  # fmt: skip
_STARTS = tuple(prefix for prefix, _ in PREFIXES)
# What a name is called whose value is secret; a dash in it stands for nothing, `_` or `-`.
NAMES = (
    "password", "passwd", "passphrase", "passwort", "pwd", "secret", "token", "credential", "authorization", "cookie",
    "api_key", "api-key", "apikey", "access_key", "access-key", "accesskey", "private_key", "private-key", "privatekey",
    "auth_key", "auth-key", "authkey", "encryption_key", "signing_key", "account_key", "accountkey", "master_key", "_auth",
)  # fmt: skip
# What each of those names has in it: few, since each costs a look through the whole text.
CORES = ("passw", "passphrase", "pwd", "secret", "token", "credential", "authorization", "cookie", "_auth", "key")
BEFORE_KEY = frozenset("_-isehtgnr")  # what stands before the `key` of those names; ` key`, `"key` and `.key` are common
# The ends of such a name that say that the value is only about a secret.
ABOUT = ("file", "path", "name", "dir", "count", "limit", "length", "type", "policy", "field", "prefix", "expiry", "ttl")
WHOLE = ("authorization", "proxy-authorization", "cookie", "set-cookie")  # headers whose value goes on to the end
SCHEMES = ("bearer ", "basic ", "token ", "digest ", "negotiate ")
HARMLESS = frozenset(
    {"none", "null", "nil", "true", "false", "str", "string", "bytes", "int", "bool", "any", "optional", "undefined"}
)


def mask_value(value: Any, name: str = "") -> Any:
    """Return a value of a call's arguments with every secret text in it masked; `name` is what it is called."""
    if isinstance(value, str):
        if value and name and _secret_name(name, name.lower()) and not _harmless(value, name):
            return MASK
        return mask(value)
    if isinstance(value, list | tuple):
        return [mask_value(one, name) for one in value]
    if isinstance(value, dict):
        return {key: mask_value(one, str(key)) for key, one in value.items()}
    return value


def mask(text: str) -> str:
    """Return `text` with each secret in it replaced by `***`."""
    low = text.lower()
    if len(low) != len(text):  # a few letters have no lower case of one character
        low = "".join(c.lower() if c.isascii() else c for c in text)
    spans = [*_keys(text), *_tokens(text), *_urls(text), *_bearers(text, low), *_named(text, low), *_logins(text)]
    parts, at = [], 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        if start >= at:
            parts += [text[at:start], MASK]
        at = end
    return "".join((*parts, text[at:]))


def _places(text: str, what: str) -> list[int]:
    found, at = [], text.find(what)
    while at >= 0:
        found.append(at)
        at = text.find(what, at + len(what))
    return found


def _keys(text: str) -> list[tuple[int, int]]:
    """Return where private keys are, between the lines that begin and end them."""
    spans: list[tuple[int, int]] = []
    for at in _places(text, "-----BEGIN "):
        head = text.find("-----", at + 11)
        if head < 0 or (spans and at < spans[-1][1]) or "PRIVATE KEY" not in text[at:head]:
            continue
        end = text.find("-----END", head + 5)
        spans.append((head + 5, end if end >= 0 else len(text)))
    return spans


def _tokens(text: str) -> list[tuple[int, int]]:
    """Return where tokens are, behind their prefixes: looked for in what has no space for as long as a token is."""
    return [span for at, end in _runs(text) for span in _token(text, at, end)]


def _runs(text: str) -> list[tuple[int, int]]:
    """Return where what may be a token is, letters, digits, `_`, `-` and `.`, for as long as the shortest or longer.

    A long text is read in pieces, whose memory is used again: to fill as much for the whole takes as long as the search.
    """
    found, at, width = [], 0, PIECE
    while True:
        shape = text[at : at + width].encode("latin-1", "replace").translate(_RUNS)  # one byte a character
        end, start = 0, shape.find(LEAST)
        while start >= 0 and (end := shape.find(b" ", start)) >= 0:
            found.append((at + start, at + end))
            start = shape.find(LEAST, end)
        if at + width >= len(text):
            return found if start < 0 else [*found, (at + start, len(text))]
        if start == 0:
            width *= 2
        else:  # on with the run that the piece cuts, or with what is too short for one
            at += start if start > 0 else max(width - SHORTEST + 1, end)
            width = PIECE


def _token(text: str, at: int, end: int) -> list[tuple[int, int]]:
    """Return where the token of a run is: it starts where the run does, or behind a `-` or `.` in it."""
    last = min(end, at + FAR)
    while 0 <= at < last:
        if text.startswith(_STARTS, at):
            for prefix, least in PREFIXES:
                start = at + len(prefix)
                if text.startswith(prefix, at) and end - start >= least:
                    return [(start, end)]
        at = 1 + min(one if one >= 0 else last for one in (text.find("-", at, last), text.find(".", at, last)))
    return []


def _run(text: str, at: int, more: str) -> int:
    """Return where letters, digits and `more` end."""
    while at < len(text) and (text[at].isalnum() or text[at] in more):
        at += 1
    return at


def _urls(text: str) -> list[tuple[int, int]]:
    """Return where the passwords of URLs are; a long user name without one is a token."""
    spans = []
    for at in _places(text, "://") if "@" in text else ():
        start = end = at + 3
        while end < len(text) and text[end] not in "/" + SPACE + QUOTES:
            end += 1
        end = text.rfind("@", start, end)
        colon = text.find(":", start, max(end, start))
        if colon >= 0 and not _reference(text[colon + 1 : end]):
            spans.append((colon + 1, end))
        elif colon < 0 and end - start >= 16 and "$" not in text[start:end]:
            spans.append((start, end))
    return [span for span in spans if span[0] < span[1]]


def _bearers(text: str, low: str) -> list[tuple[int, int]]:
    ends = ((at + 7, _run(text, at + 7, "_-.~+/=")) for at in _places(low, "bearer "))
    return [(start, end) for start, end in ends if end - start >= 8]


def _named(text: str, low: str) -> list[tuple[int, int]]:
    """Return where the values of names that say that they are secret are."""
    spans = []
    for core in CORES:
        done = 0
        for at in _places(low, core):
            if at < done or (core == "key" and not (at and low[at - 1] in BEFORE_KEY)):
                continue
            end = _run(text, at, "_-")
            begin = _value_of(text, end)
            if begin < 0:
                continue
            start = at
            while start and (text[start - 1].isalnum() or text[start - 1] in "_-"):
                start -= 1
            name = text[start:end]
            if not _secret_name(name, low[start:end]) or (text[end] in SPACE and not _option(text, name, begin)):
                continue
            if low[start:end] in WHOLE and text[end : end + 1] == ":":
                found = _header(text, low, start, begin)
            else:
                found = _values(text, begin, name)
            spans += found
            done = found[-1][1] if found else done
    return spans


def _secret_name(name: str, low: str) -> bool:
    """Whether a value of that name is secret, as `DB_PASSWORD`, `apiKey` or `--token` say; `tokenizer` does not."""
    if low.endswith(ABOUT):
        return False
    for needle in NAMES:
        at = low.find(needle)
        if at < 0:
            continue
        rest = name[at + len(needle) :]
        if not rest or not rest[0].isalpha() or rest[0].isupper() or rest.lower() in ("s", "key", "accesskey"):
            return needle not in ("pwd", "_auth") or (at + len(needle) == len(low) and low != "pwd")
    return False


def _value_of(text: str, at: int) -> int:
    """Return where the value starts whose name ends at `at`, -1 when none follows; behind a space it may be an option's."""
    after = at
    while after < len(text) and text[after] in "\\\"'`":
        after += 1
    after = _blank(text, after)
    if text[after : after + 2] in (":=", "=>", "==", "!="):
        return _blank(text, after + 2)
    if text[after : after + 1] in ("=", ":") and text[after : after + 2] != "::":
        return _blank(text, after + 1)
    return after if after > at and text[at] in " \t" and after < len(text) else -1


def _option(text: str, name: str, begin: int) -> bool:
    """Whether what follows a name and a space is its value: that of an option, or one behind a sign."""
    return (
        text[begin - 1] not in " \t"
        or text[:begin].rstrip(" \t")[-1:] in ("=", ":", ">")
        or (name.startswith("-") and text[begin] not in "-\n")
    )


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _header(text: str, low: str, start: int, begin: int) -> list[tuple[int, int]]:
    """Return the rest of a header's line: it ends where the quotes around it do."""
    quote = text[start - 1 : start] if start and text[start - 1] in QUOTES else "\n"
    stop = text.find(quote, begin)
    line = text.find("\n", begin)
    stop = min(one if one >= 0 else len(text) for one in (stop, line))
    for scheme in SCHEMES:
        if low.startswith(scheme, begin):
            begin += len(scheme)
    return [] if begin >= stop or _reference(text[begin:stop].strip("\"' \\")) else [(begin, stop)]


def _values(text: str, begin: int, name: str) -> list[tuple[int, int]]:
    start, end = _value(text, begin)
    value = text[start:end]
    if not _harmless(value, name):
        return [(start, end)] if start < end else []
    after = _blank(text, end)
    if value.lower() in HARMLESS and text[after : after + 1] == "=":  # `password: str = "..."`
        return _values(text, _blank(text, after + 1), name)
    return []


def _harmless(value: str, name: str) -> bool:
    """Whether a value is no secret: a reference, a call, a type's name, nothing at all, a number of tokens."""
    if _reference(value) or value.lower() in HARMLESS or not value.strip("*xX. "):
        return True
    if value.isdigit() and "token" in name.lower():
        return True
    head = value.replace("[", "(").partition("(")
    return bool(head[1]) and all(part.isidentifier() for part in head[0].split("."))


def _reference(value: str) -> bool:
    """Whether a value only names another: `$NAME`, `${NAME}`, `$(program)`."""
    return value[:1] == "$" and (value[1:2] in ("{", "(") or value[1:].replace("_", "a").isalnum())


def _value(text: str, at: int) -> tuple[int, int]:
    """Return where a value starts and ends: a quoted one within its quotes, else up to a space or what ends a word."""
    escaped = text[at : at + 1] == "\\" and text[at + 1 : at + 2] in tuple(QUOTES)
    quote = text[at : at + 2] if escaped else text[at : at + 1]
    if quote and quote[-1] in QUOTES:
        if not escaped and text[at : at + 3] == quote * 3:
            quote *= 3
        end = _closing(text, at + len(quote), quote)
        after = end + len(quote)
        if escaped or after >= len(text) or text[after] in ENDS + ",:" + QUOTES:
            return at + len(quote), end
        return at, _plain(text, after)
    return at, _plain(text, at)


def _closing(text: str, at: int, quote: str) -> int:
    """Return where a quoted text ends, the end of all text when its quote does not close."""
    end = text.find(quote, at)
    while end > 0 and len(quote) == 1 and quote != "'" and text[end - 1] == "\\":
        end = text.find(quote, end + 1)
    return end if end >= 0 else len(text)


def _plain(text: str, at: int) -> int:
    """Return where a word ends; quotes within it belong to it, one at its end does not."""
    while at < len(text) and text[at] not in ENDS:
        after = text[at + 1 : at + 2]
        if text[at] == "," and (not after or after in SPACE + QUOTES):
            break
        if text[at] in QUOTES:
            if not after or after in ENDS + "," + QUOTES:
                break
            at = _closing(text, at + 1, text[at])
        elif text[at] == "\\":
            if after in tuple(QUOTES):
                break
            at += 1
        at += 1
    return min(at, len(text))


def _logins(text: str) -> list[tuple[int, int]]:
    """Return the passwords that programs take in options of their own."""
    spans = []
    for program, option, colon in (
        ("curl", " -u", True), ("curl", " --user", True), ("wget", " --user", True), ("http", " -a", True),
        ("sshpass", " -p", False), ("mysql", " -p", False), ("mariadb", " -p", False), ("docker login", " -p ", False),
    ):  # fmt: skip
        for at in _places(text, option) if len(text) < LINE and program in text else ():
            begin = at + len(option)
            if program in ("mysql", "mariadb") and text[begin : begin + 1] in ("", *SPACE):
                continue  # it asks for the password
            start, end = _value(text, _blank(text, begin + (text[begin : begin + 1] == "=")))
            if colon:
                start = text.find(":", start, end) + 1 or end
            if start < end and not _reference(text[start:end]):
                spans.append((start, end))
    return spans
