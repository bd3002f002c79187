"""Paths that code of other languages puts together: the home folder by its name in each language, joined literals."""

from __future__ import annotations

from guardhost.model.line import Word

# Language -> how its code names the home: in a text between the quotes, and as an expression.
_IN_TEXT = {
    "node": (
        "${process.env.HOME}",
        "${os.homedir()}",
        "${homedir()}",
        "${require('os').homedir()}",
        '${require("os").homedir()}',
    ),
    "ruby": ("#{Dir.home}", '#{ENV["HOME"]}', "#{ENV['HOME']}", "#{ENV.fetch('HOME')}", "#{Dir.home()}"),
    "perl": ("$ENV{HOME}", "$ENV{'HOME'}", '$ENV{"HOME"}'),
    "php": ("{$_SERVER['HOME']}", "{$_ENV['HOME']}", "$_SERVER[HOME]", "$_ENV[HOME]"),
}
_AS_VALUE = {
    "node": (
        "require('node:os').homedir()", 'require("node:os").homedir()', "require('os').homedir()", 'require("os").homedir()',
        "os.homedir()", "homedir()", "process.env.HOME", "process.env['HOME']", 'process.env["HOME"]',
        "process.env.USERPROFILE", "Deno.env.get('HOME')", 'Deno.env.get("HOME")', "Bun.env.HOME",
    ),
    "ruby": (
        "Dir.home()", "Dir.home", 'ENV["HOME"]', "ENV['HOME']", "ENV.fetch('HOME')", 'ENV.fetch("HOME")',
        'File.expand_path("~")', "File.expand_path('~')",
    ),
    "perl": ("$ENV{HOME}", "$ENV{'HOME'}", '$ENV{"HOME"}'),
    "php": (
        "getenv('HOME')", 'getenv("HOME")', "$_SERVER['HOME']", '$_SERVER["HOME"]', "$_ENV['HOME']", '$_ENV["HOME"]',
    ),
    "lua": ("os.getenv('HOME')", 'os.getenv("HOME")', "os.getenv'HOME'", 'os.getenv"HOME"'),
}  # fmt: skip
_PLUS = {"node": "+", "ruby": "+", "perl": ".", "php": ".", "lua": ".."}
_BINDERS = ("function", "=>", "for ", "for(", "foreach", "each", "|", "sub ", "def ", "fn(")
_MOST_NAMES = 200  # assignments that are looked at
_JOINS = ("path.join", "path.resolve", "join", "resolve", "File.join", "File.expand_path", "glob", "Dir.glob", "catfile")


def with_home(text: str, language: str, home: str) -> str:
    """Return code with the home folder in the place of what names it, as a literal where it is an expression.

    In a text between quotes of another kind the quotes that are put in come in pairs, so that it ends where it did.
    """
    if not home or any(char in home for char in "\"'`\\$#{"):
        return text
    for name in _AS_VALUE.get(language, ()):
        if name in text:
            text = _replaced(text, name, home, _IN_TEXT.get(language, ()))
    for name in _IN_TEXT.get(language, ()):
        text = text.replace(name, home)
    return text


def _replaced(text: str, name: str, home: str, in_text: tuple[str, ...]) -> str:
    """Put a literal in the place of a name that no longer one holds, and that no quote holds."""
    out, at, quote = "", 0, ""
    while at < len(text):
        char = text[at]
        if not quote and text.startswith(name, at) and not (out[-1:].isalnum() or out[-1:] in ("_", ".")):
            out += f'"{home}"'
            at += len(name)
            continue
        longer = next((one for one in in_text if text.startswith(one, at)), "") if quote else ""
        if longer:
            out += longer
            at += len(longer)
            continue
        if quote and char == "\\":
            out += text[at : at + 2]
            at += 2
            continue
        if char in "\"'`":
            quote = "" if char == quote else quote or char
        out += char
        at += 1
    return out


def folded(text: str, language: str, home: str) -> str:
    """Return code with the home, and names that stand for one literal, put in, and literals put together."""
    plus = _PLUS.get(language, "")
    text = with_home(text, language, home)
    if "=" not in text:
        return _joined(text, plus)
    return _joined(_with_constants(_joined(text, plus)), plus)


def _with_constants(text: str) -> str:
    """Return code with each name that stands for one literal alone replaced by it, outside of other quotes."""
    found: dict[str, str] = {}
    if any(mark in text for mark in _BINDERS):
        return text  # a name may stand for something else there
    at = 0
    for _ in range(_MOST_NAMES):
        at = text.find("=", at + 1)
        if at < 0:
            break
        head, rest = text[:at].rstrip("+-.|&?*/% \t"), text[at + 1 :].lstrip()
        start = len(head)
        while start and (head[start - 1].isalnum() or head[start - 1] in "_$"):
            start -= 1
        name, before = head[start:], head[:start].rstrip()
        literal = rest[: _end(rest, 0)] if rest[:1] in ("'", '"') else ""
        ends = rest[len(literal) :].lstrip(" \t")[:1]
        own = before[-1:] in ("", ";", "\n", "{", ",") or before.endswith(("const", "let", "var", "my", "local", "our"))
        one = (
            own
            and len(literal) > 1
            and ends in ("", ";", "\n", ",", "}")
            and name not in found
            and head == text[:at].rstrip()
        )
        if name and not name[0].isdigit() and rest[:1] not in ("=", ">", "~"):
            found[name] = literal if one else ""
    for name, literal in found.items():
        if literal and "\\" not in literal:
            text = _named(text, name, literal)
    return text


def _named(text: str, name: str, literal: str) -> str:
    """Put a literal in the place of a name, but not where it gets its value and not in quotes."""
    out, at = "", 0
    while at < len(text):
        if text[at] in "\"'`":
            end = _end(text, at)
            out += text[at:end]
            at = end
            continue
        ends = at + len(name)
        whole = text.startswith(name, at) and not _is_letter(text[ends : ends + 1]) and not _is_letter(out[-1:])
        if whole and out[-1:] != "." and not _is_given(text[ends : ends + 8].lstrip(" \t")):
            out += literal
            at = ends
        else:
            out += text[at]
            at += 1
    return out


def _is_given(after: str) -> bool:
    """Whether what follows a name gives it a value, calls it or makes it a key."""
    return (after[:1] == "=" and after[:2] != "==") or after[:1] in ("(", ":")


def _is_letter(char: str) -> bool:
    return char.isalnum() or char in ("_", "$") if char else False


def _joined(text: str, plus: str) -> str:
    """Return code whose literals that are put together by `plus` stand as one."""
    if not plus or plus not in text:
        return text
    out, at, last = "", 0, -1  # `last`: where in `out` the closing quote of a literal is that an operator may follow
    while at < len(text):
        char = text[at]
        if char not in "\"'":
            last = last if char in plus or char in " \t" else -1
            out += char
            at += 1
            continue
        end = _end(text, at)
        literal = text[at:end]
        between = out[last + 1 :].strip() if last >= 0 else ""
        if last >= 0 and between == plus and out[last] == char:
            out = out[:last] + literal[1:]
        elif last >= 0 and between == plus and not any(mark in literal for mark in "\\$#" + out[last]):
            out = out[:last] + literal[1:-1] + out[last]
        else:
            out += literal
        last = len(out) - 1 if len(literal) > 1 else -1
        at = end
    return out


def _end(text: str, at: int) -> int:
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        at += 2 if text[at] == "\\" else 1
    return min(at + 1, len(text))


def put_together(name: str, args: tuple[object, ...], home: str) -> Word | None:
    """Return the path that a call makes of its arguments (`path.join(home, ".x")`), None for any other call."""
    last = name.rpartition(".")[2]
    if name not in _JOINS and last not in _JOINS:
        return None
    words = [one for one in args if isinstance(one, Word)]
    if not words or len(words) < len(args) or not all(word.known for word in words):
        return None
    if last == "expand_path":
        words.reverse()
    path = "/".join(str(word) for word in words)
    path = home + path[1:] if path.startswith("~/") and home else path
    return Word(path, pattern=last == "glob" and any(char in path for char in "*?["))
