"""What is worth saying of rules that load: names that nothing produces, a rule behind another. Off the hook's path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guardhost.calls.families import FAMILIES
from guardhost.calls.structured import tool_name
from guardhost.model.mistakes import suggest
from guardhost.model.pattern import fits
from guardhost.rules.shadow import shadows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

HOST_ARGUMENTS = {
    "Read": ("file_path", "offset", "limit", "pages"), "Write": ("file_path", "content"),
    "Edit": ("file_path", "old_string", "new_string", "replace_all"), "MultiEdit": ("file_path", "edits"),
    "NotebookEdit": ("notebook_path", "new_source", "cell_id", "cell_type", "edit_mode"), "WebFetch": ("url", "prompt"),
    "WebSearch": ("query", "allowed_domains", "blocked_domains"), "Glob": ("pattern", "path"),
    "Grep": ("pattern", "path", "glob", "type", "output_mode", "-A", "-B", "-C", "-n", "-i", "head_limit", "multiline"),
}  # fmt: skip
EVERYWHERE = ("argv", "redirect_to", "overwrite_to", "redirect_from", "*")
HOST_TOOLS = (*HOST_ARGUMENTS, "Bash", "Agent", "Task", "SendMessage", "LS", "TodoWrite", "ExitPlanMode", "Skill", "fork")

MOST_COMPARED = 500  # rules that one is held against


def lints(compiled: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return what is to be said of the rules of a file, each with its place."""
    found: list[dict[str, str]] = []
    known = _tools()
    own = _own(compiled["tools"])
    for rule in compiled["rules"]:
        if rule.get("library"):
            continue
        said = dict.fromkeys(_of_rule(rule, known, own))
        found.extend({"where": rule["where"], "what": f"{rule['id']}: {what}", "rule": rule["id"]} for what in said)
    return found + [
        {"where": rule["where"], "what": f"{rule['id']}: {what}", "rule": rule["id"]}
        for rule, what in _behind(compiled["rules"])
    ]


def between(files: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return what is to be said of rules that another file of the same root leaves nothing to do."""
    judging = [file for file in files if not file["audit"]]
    rules = [{**rule, "file": file["file"]} for file in judging for rule in file["rules"] if rule["kind"] != "conditions"]
    return [
        {"where": rule["where"], "what": f"{rule['id']}: {what}", "rule": rule["id"]}
        for rule, what in _behind(rules if len(judging) > 1 else ())
    ]


def _behind(rules: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield each rule that another one leaves nothing to do, with which one; two of the library are left alone.

    Rules that say which `file` they are of are compared with those of other files alone.
    """
    by_tool: dict[str, list[int]] = {}
    for place, rule in enumerate(rules):
        for name in _keys(rule):
            by_tool.setdefault(name, []).append(place)
    told: set[int] = set()
    for place, rule in enumerate(rules):
        others = {one for name in (*_keys(rule), "") for one in by_tool.get(name, ())} - {place} - told
        for at in sorted(others)[:MOST_COMPARED]:
            other = rules[at]
            if (rule.get("library") and other.get("library")) or ("file" in rule and rule["file"] == other["file"]):
                continue
            name = f"`{other['id']}`" + (f" of {other['file']}" if "file" in other else "")
            if _body(rule) == _body(other):
                if at < place:
                    yield rule, f"says the same as {name}"
                    break
            elif shadows(other, rule, first=at < place):
                told.add(place)
                yield rule, f"never decides: {name} refuses all that it refuses"
                break


def _keys(rule: Mapping[str, Any]) -> set[str]:
    """Return the names of the tools that a rule is about, "" for any."""
    tools = [tool for target in rule["targets"] for one in target for tool in one["tools"]]
    tools += [one.get("tool_name", "") for one in rule.get("conditions", ()) if one]
    return {"" if "*" in tool or "?" in tool else tool for tool in tools}


def _body(rule: Mapping[str, Any]) -> str:
    return repr([rule.get(key) for key in ("kind", "targets", "conditions", "times", "spec")])


def _own(specs: Mapping[str, Any]) -> set[str]:
    """Return the names of the calls that the specs of the file add."""
    programs, commands = specs.get("programs", {}), specs.get("commands", {})
    tools = {(name, tool) for name, tool in programs.values()}
    keys = [(tool, key[len(name) :]) for name, tool in tools for key in commands if key.partition(" ")[0] == name]
    return {tool_name(tool + rest) for tool, rest in keys} | set(programs)


def _of_rule(rule: Mapping[str, Any], known: Mapping[str, frozenset[str]], own: set[str]) -> Iterator[str]:
    for target in rule.get("asked", rule["targets"]):
        for one in target:
            for tool in one["tools"]:
                if tool in ("Bash", "bash"):
                    yield "`Bash` never fires: a shell line is judged as the calls of its programs; name those, or `*`"
                elif not any(char in tool for char in "*?") and not tool.startswith("mcp__") and tool not in own:
                    yield from _of_tool(tool, one, known)
            if one.get("not") and all(any(fits(tool, name) for name in one["not"]) for tool in one["tools"]):
                yield "never fires: `not_tool` excepts every tool of the target"
    if rule["kind"] == "conditions" and not any(rule["conditions"]):
        yield "never fires: no condition says what it matches"
    if rule["kind"] == "before" and rule["targets"][0] == rule["targets"][1]:
        yield "`first` and `then` are the same, so the first call is always refused"


def _of_tool(tool: str, one: Mapping[str, Any], known: Mapping[str, frozenset[str]]) -> Iterator[str]:
    given = [*one.get("with", {}), *one.get("where", {}), *one.get("vars", {})]
    if tool in HOST_TOOLS:
        names: tuple[str, ...] = HOST_ARGUMENTS.get(tool, ())
        for name in given:
            if names and name not in (*names, "*"):
                near = suggest(name, list(names))
                yield f"`{tool}` has no argument `{name}`" + (f"; did you mean `{near}`?" if near else "")
        return
    if tool not in known:
        wanted = [name for name in given if name not in EVERYWHERE]
        if wanted and tool.islower():
            yield f"no spec names arguments of `{tool}`, so `{wanted[0]}` is never there; use `argv`, or add it to `tools:`"
        elif "_" in tool and tool.partition("_")[0] in known:
            near = suggest(tool, list(known))
            yield f"nothing is called `{tool}`" + (f"; did you mean `{near}`?" if near else "")
        elif tool[:1].isupper() and suggest(tool, list(HOST_TOOLS)):
            yield f"no host has a tool `{tool}`; did you mean `{suggest(tool, list(HOST_TOOLS))}`?"
        return
    for name in given:
        if name not in EVERYWHERE and known[tool] and name not in known[tool]:
            near = suggest(name, sorted(known[tool]))
            yield f"`{tool}` has no argument `{name}`" + (f"; did you mean `{near}`?" if near else "")


def _tools() -> dict[str, frozenset[str]]:
    """Return the arguments of every tool that the specs name; none are listed for one that may have any."""
    from guardhost.calls.notation import options

    found: dict[str, frozenset[str]] = {}
    for files, spec, name in FAMILIES.values():
        shared: dict[str, str] = {"help": "help:--help"}
        for file in files.split():
            module = __import__(f"guardhost.calls.specs.{file}", fromlist=(file,))
            shared.update(module.SHARED)
            for words, entry in module.COMMANDS.items():
                if words != spec and not words.startswith(spec + " "):
                    continue
                meant = module.COMMANDS[entry] if isinstance(entry, str) else entry
                tool = tool_name(name + words[len(spec) :])
                found[tool] = found.get(tool, frozenset()) | _arguments(meant, options(meant[0], shared))
    return found


def _arguments(entry: Any, table: Mapping[str, tuple[str, str]]) -> frozenset[str]:
    names = {part for argument, _ in table.values() for part in argument.split("/")}
    operands = {part.split("!")[0].rstrip("*.=") for part in entry[1].lstrip("@").split() if part != "--"}
    return frozenset(names | operands - {""})
