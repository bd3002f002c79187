"""Secrets by their look: keys with a known start, private keys, random text given to a name that means a secret."""

from __future__ import annotations

from guardhost.builtin.gate import MOST
from guardhost.builtin.secrets import names_secret

# What a token starts with and how many characters of a token follow at the least.
STARTS = (
    ("ghp_", 30), ("gho_", 30), ("ghu_", 30), ("ghs_", 30), ("ghr_", 30), ("github_pat_", 30), ("glpat-", 18), ("xoxb-", 20),
    ("xoxp-", 20), ("xoxa-", 20), ("xapp-", 20), ("sk_live_", 16), ("rk_live_", 16), ("sk-ant-", 20), ("sk-proj-", 20),
    ("sk-", 32),
    ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ya29.", 20), ("npm_", 30), ("pypi-", 30), ("hf_", 30), ("dop_v1_", 30),
    ("SG.", 30), ("hvs.", 20), ("AGE-SECRET-KEY-", 20), ("dckr_pat_", 20), ("shpat_", 30), ("whsec_", 24), ("lin_api_", 30),
    ("xoxr-", 20), ("EAACEdEose0cBA", 10), ("sq0csp-", 30), ("PMAK-", 30), ("key-", 32),
)  # fmt: skip
_PRIVATE = "PRIVATE KEY-----"
_PLACEHOLDERS = ("example", "xxxx", "changeme", "change_me", "change-me", "your", "placeholder", "dummy", "fake",
    "redacted", "insert",
                 "todo", "<", "${", "{{", "sample", "test", "secret_here", "replace", "****", "....", "1234567890",
                 "abcdef", "process.env",
                 "os.environ", "getenv", "localhost", "none", "null")  # fmt: skip
_EXAMPLES = ("example", "xxxx", "your", "placeholder", "dummy", "****", "....", "changeme", "redacted")
_TOKEN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/=.")


def secret_in(text: str) -> str:
    """Return what kind of secret a text holds, in words, "" for none."""
    text = text[:MOST]
    if _PRIVATE in text and "-----BEGIN" in text and len(text.partition(_PRIVATE)[2].strip()) > 60:
        return "a private key"
    for start, length in STARTS:
        at = text.find(start)
        while at >= 0:
            if (at == 0 or not (text[at - 1].isalnum() or text[at - 1] in "_-")) and _is_token(text, at, len(start), length):
                return f"a token (`{start}...`)"
            at = text.find(start, at + 1)
    return _assigned(text)


def _is_token(text: str, at: int, skip: int, length: int) -> bool:
    end = at + skip
    while end < len(text) and text[end] in _TOKEN:
        end += 1
    value = text[at + skip : end]
    told = text[at:end].lower()
    return len(value) >= length and len(set(value)) > 6 and not any(one in told for one in _EXAMPLES)


def _is_placeholder(value: str) -> bool:
    lowered = value.lower()
    return any(one in lowered for one in _PLACEHOLDERS)


def _assigned(text: str) -> str:
    for line in text.splitlines():
        if len(line) > 2000 or not ("=" in line or ":" in line):
            continue
        for mark in ("=", ":"):
            name, found, value = line.partition(mark)
            words = "".join(c if c.isalnum() or c == "_" else " " for c in name).split()
            if found and words and names_secret(words[-1]) and _is_random(_unquoted(value)):
                return f"the value of `{words[-1]}`"
        if "://" in line and _in_address(line):
            return "a password in an address"
    return ""


def _unquoted(value: str) -> str:
    value = value.strip().lstrip("=>: ").rstrip(",;").strip()
    if value[:1] in ("'", '"', "`"):
        return value[1:].partition(value[0])[0]
    return value.split()[0] if value.split() else ""


def _is_random(value: str) -> bool:
    """Whether a value looks like a secret: long, of several kinds of characters, no word and no reference."""
    if len(value) < 16 or not set(value) <= _TOKEN or _is_placeholder(value):
        return False
    kinds = sum((any(c.islower() for c in value), any(c.isupper() for c in value), any(c.isdigit() for c in value)))
    return kinds >= 2 and any(c.isdigit() for c in value) and len(set(value)) >= 10 and "/" not in value[:1]


def _in_address(line: str) -> bool:
    rest = line.partition("://")[2]
    login, found, _ = rest.partition("@")
    _, colon, password = login.partition(":")
    return bool(found and colon) and len(password) > 7 and not _is_placeholder(login) and _kinds(password)


def _kinds(password: str) -> bool:
    return not set(password) & set(" $<{\"'`/") and any(c.isdigit() for c in password) and any(c.isalpha() for c in password)
