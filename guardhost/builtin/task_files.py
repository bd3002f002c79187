"""The files in which a project keeps its tasks: what each of them runs, as text for a shell."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_TEXT = 128 * 1024  # characters of a file of tasks
MOST_RULES = 40  # tasks that one call runs
_BUILT_IN = {"RM": "rm -f", "HOME": "$HOME", "SHELL": "sh", "CURDIR": ".", "PWD": ".", "MAKE": "make"}


class Rules:
    """Recipes by name, in order, with what each needs before it and the variables of the file."""

    def __init__(self) -> None:
        self.recipes: dict[str, list[str]] = {}
        self.needs: dict[str, list[str]] = {}
        self.first = ""
        self.variables: dict[str, str] = {}

    def add(self, name: str, needs: list[str]) -> None:
        """Begin a recipe."""
        self.recipes.setdefault(name, [])
        self.needs.setdefault(name, []).extend(needs)
        if not self.first and not name.startswith("."):
            self.first = name

    def lines(self, wanted: list[str]) -> list[str]:
        """Return the lines that the wanted recipes run, those that they need first; what is computed is left out."""
        out: list[str] = []
        done: set[str] = set()
        todo = [*(wanted or [self.first])]
        while todo and len(done) < MOST_RULES:
            name = todo.pop(0)
            if name in done:
                continue
            done.add(name)
            todo.extend(one for one in self.needs.get(name, ()) if one in self.recipes)
            out.extend(self.recipes.get(name, ()))
        return out


def makefile(text: str, given: Mapping[str, str]) -> Rules:
    """Read a Makefile; `given` are the variables of the command line."""
    rules = Rules()
    rules.variables = dict(_BUILT_IN)
    names: list[str] = []
    for line in text[:MOST_TEXT].replace("\\\n", " ").split("\n"):
        if line.startswith("\t"):
            for name in names:
                recipe = _made(line[1:].strip().lstrip("@-+ "), {**rules.variables, **given, "@": name})
                rules.recipes[name].extend([recipe] if recipe else [])
            continue
        bare = line.partition("#")[0].rstrip()
        key, sign, value = _assigned(bare)
        if sign:
            rules.variables[key] = _made(value, {**rules.variables, **given}, known=False)
        elif ":" in bare and not bare.startswith(("export", "include", "ifeq", "ifneq", "define")):
            heads, _, rest = bare.partition(":")
            needs, _, recipe = rest.lstrip(":").partition(";")
            names = heads.split()
            for name in names:
                rules.add(name, needs.split())
                if recipe.strip():
                    rules.recipes[name].append(_made(recipe.strip().lstrip("@-+ "), {**rules.variables, **given}))
        elif bare:
            names = names if bare.startswith(("if", "else", "endif")) else []
    return rules


def _assigned(line: str) -> tuple[str, str, str]:
    head, equals, value = line.removeprefix("export ").partition("=")
    key = head.rstrip(":?+! ")
    good = bool(equals) and key.replace("_", "a").replace("-", "a").replace(".", "a").isalnum()
    return (key, "=", value.strip()) if good else ("", "", "")


def _made(text: str, variables: Mapping[str, str], *, known: bool = True) -> str:
    """Return a text with its variables put in; with `known` "" where one of them is computed or not set in the file."""
    out, at = "", 0
    while at < len(text):
        if text[at] != "$":
            out += text[at]
            at += 1
            continue
        follows = text[at + 1 : at + 2]
        close = {"(": ")", "{": "}"}.get(follows, "")
        end = text.find(close, at) if close else at + 1
        name = text[at + 2 : end] if close else follows
        if follows == "$":
            out += "$"
        elif end > 0 and name in variables and "\0" not in variables[name]:
            out += variables[name]
        elif known:
            return ""
        else:
            out += "\0"
        at = max(end, at + 1) + 1
    return out


def justfile(text: str) -> Rules:
    """Read a justfile."""
    rules = Rules()
    name = ""
    for line in text[:MOST_TEXT].split("\n"):
        if line[:1] in (" ", "\t"):
            recipe = line.strip().lstrip("@-")
            for key, value in rules.variables.items():
                recipe = recipe.replace("{{" + key + "}}", value).replace("{{ " + key + " }}", value)
            if name and recipe and "{{" not in recipe and not recipe.startswith("#"):
                rules.recipes[name].append(recipe)
        elif ":=" in line:
            key, _, value = line.partition(":=")
            rules.variables[key.removeprefix("export").strip()] = value.strip().strip("\"'")
        elif ":" in line and not line.startswith(("#", "[", "set ", "import", "mod ")):
            head, _, needs = line.partition(":")
            name = head.lstrip("@").split()[0] if head.split() else ""
            if name:
                rules.add(name, [one.strip("()") for one in needs.split()])
    return rules


def table(text: str, *sections: str) -> dict[str, str]:
    """Return the tasks of these sections of a TOML file, as far as each stands on one line."""
    found: dict[str, str] = {}
    inside = False
    for line in text[:MOST_TEXT].split("\n"):
        bare = line.strip()
        if bare.startswith("["):
            name = bare.strip("[] ")
            inside = any(name == one or (one.endswith("*") and name.startswith(one[:-1]) and name.endswith("scripts"))
                         for one in sections)  # fmt: skip
            continue
        key, equals, value = bare.partition("=")
        if inside and equals and not bare.startswith("#"):
            for mark in ("cmd", "shell"):
                head, _, rest = value.partition(f"{mark} =") if f"{mark} =" in value else value.partition(f"{mark}=")
                value = rest if rest and "{" in head else value
            value = value.strip()
            quote = value[:1]
            found[key.strip().strip("\"'")] = value[1:].partition(quote)[0] if quote in ("'", '"') else ""
    return found


def taskfile(text: str) -> dict[str, tuple[str, ...]]:
    """Return the tasks of a Taskfile by name: their commands in order, as far as each stands on one line."""
    found: dict[str, list[str]] = {}
    name, inside, depth = "", False, 0
    for line in text[:MOST_TEXT].split("\n"):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        if not indent:
            inside, name, depth = bare.startswith("tasks:"), "", 0
            continue
        depth = depth or indent
        if not inside:
            continue
        if indent == depth:
            name, _, rest = bare.partition(":")
            name = name.strip("\"'")
            found[name] = [_unquoted(rest)] if _unquoted(rest) else []
        elif name:
            run = _unquoted(bare.lstrip("- ").removeprefix("cmd:")) if bare.startswith(("- ", "cmd:")) else ""
            found[name] += [run] if run and not run.startswith(("task:", "{")) else []
    return {name: tuple(lines) for name, lines in found.items()}


def _unquoted(text: str) -> str:
    text = text.strip()
    if text[:1] in ("'", '"') and len(text) > 1:
        return text[1:].rpartition(text[0])[0]
    return "" if text in ("|", ">", "|-", ">-") else text
