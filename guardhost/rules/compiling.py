"""A rule file to plain data: its rules with their places, its settings, and what of it could not be taken.

Off the hook's path: the result is kept in the state folder under the file's content.
"""

from __future__ import annotations

from typing import Any

from guardhost.model.errors import GuardError, PolicyError
from guardhost.model.jsontext import encode
from guardhost.rules.form import Form
from guardhost.rules.kinds import KINDS, STATELESS, kind
from guardhost.rules.nodes import Node, read
from guardhost.rules.plain import alternatives, index
from guardhost.rules.reading import amount, boolean, choice, items, mapping, number, text, wrong
from guardhost.world.files import short

VERSION = "1"
MODES = ("stop", "block", "ask", "retry", "warn", "log")
SCOPES = ("session", "project")
TOP = ("version", "mode", "use", "settings", "rules", "tools", "disable", "builtin", "requires")
RULE = (
    "id", *KINDS, "mode", "scope", "why", "fix", "from", "enabled", "priority", "suggested_tool", "tests", "with", "where",
    "description", "block_message", "weight",
)  # fmt: skip
PRIORITIES = ("critical", "high", "medium", "low")
PERSONS = ("on_judge_error", "record", "unattended")  # settings that are read by `world.settings_file`
NARROWED = ("never", "require", "at_most")
UNREADABLE = ("ask", "note", "allow", "deny")
REFUSING = ("stop", "block", "retry", "warn")
REMEDIES = ("fix", "suggested_tool", "block_message")  # what may say what to do instead
MOST_RULES = 5000
MOST_TOLD = 20  # unknown keys that are told


class File:
    """One rule file being compiled."""

    def __init__(self, name: str, data: bytes, *, person: bool, finished: bool) -> None:
        self.name = name
        self.finished = finished
        self.peer = name.endswith("AGENTLTL.yaml")
        self.person = person
        self.data = data
        self.rules: list[dict[str, Any]] = []
        self.problems: list[dict[str, str]] = []
        self.lints: list[dict[str, str]] = []
        self.settings: dict[str, Any] = {}
        self.disabled: dict[str, str] = {}  # what is no rule of this file, and where it stands
        self.raised: dict[str, list[str]] = {}
        self.tools: dict[str, Any] = {}
        self.audit = False

    def compile(self) -> dict[str, Any]:
        """Return the whole file as plain data."""
        try:
            root = read(self.data, self.name)
            if root is not None and root.kind != "map":
                raise wrong(root, "the rule file is no mapping", "write `rules:` there, and rules below it", "GH1011")
            parts = mapping(root, "the rule file") if root is not None else {}
        except GuardError as error:
            self._problem(error, "")
            parts = {}
        self._top([key for key, _ in root.value] if parts and root is not None else [])
        self._version(parts.get("version"))
        self._settings(parts.get("settings"))
        self._audit(parts.get("mode"))
        self._tools(parts.get("tools"))
        own = self._own(parts.get("rules"))
        self.rules = [*self._used(parts.get("use"), {rule["id"] for rule in own}), *own]
        self._disable(parts.get("disable"))
        self._builtin(parts.get("builtin"))
        return {
            "file": self.name, "audit": self.audit, "settings": self.settings, "rules": self.rules,
            "index": index(self.rules), "problems": self.problems, "lints": self.lints, "disable": self.disabled,
            "builtin": self.raised, "tools": self.tools,
        }  # fmt: skip

    def _problem(self, error: GuardError, rule: str) -> None:
        self.problems.append(
            {
                "code": error.code,
                "what": error.what,
                "where": error.where or f"{self.name}:1:1",
                "fix": error.fix,
                "rule": rule,
            }
        )

    def _lint(self, node: Node, what: str, rule: str = "") -> None:
        self.lints.append({"where": node.where, "what": what, "rule": rule})

    def _top(self, keys: list[Node]) -> None:
        """Tell the keys that a rule file has not."""
        for node in [key for key in keys if key.text not in TOP][:MOST_TOLD]:
            from guardhost.model.mistakes import suggest

            near = suggest(node.text, list(TOP))
            fix = f"did you mean `{near}`?" if near else f"there are: {', '.join(TOP)}"
            self._problem(wrong(node, f"unknown key `{node.text}` in the rule file", fix, "GH1011"), "")

    def _version(self, node: Node | None) -> None:
        """Tell a version that this compiler does not know: what stands in such a file may mean something else."""
        if node is None or self.peer or (node.kind == "scalar" and node.text == VERSION):
            return
        said = f"`{node.text}`" if node.kind == "scalar" else "what stands there"
        self._problem(wrong(node, f"{said} is no version of rule files", f"write `version: {VERSION}`", "GH1011"), "")

    def _settings(self, node: Node | None) -> None:
        if node is None or (node.kind == "scalar" and node.value is None):
            return
        try:
            given = mapping(node, "`settings`")
        except GuardError as error:
            self._problem(error, "")
            return
        for key, value in node.value if given else ():
            try:
                self._setting(key, value)
            except GuardError as error:
                self._problem(error, "")

    def _setting(self, key: Node, value: Node) -> None:
        name = key.text
        if name in ("mode", "scope"):
            self.settings[name] = choice(value, f"`{name}`", MODES if name == "mode" else SCOPES)
        elif name == "retry_counting":
            self.settings[name] = choice(value, f"`{name}`", ("cumulative", "consecutive", "hybrid"))
        elif name in ("retries", "report"):
            self.settings[name] = number(value, f"`{name}`", 1)
        elif name == "finish_retries":
            self.settings[name] = number(value, f"`{name}`")
        elif name in ("unparseable", "unreadable"):
            self._unreadable(value)
        elif name in PERSONS:
            if not self.person:
                self._lint(value, f"`{name}` counts in the person's own guard.yaml alone")
        elif name in ("announce", "scan_output") or (self.peer and isinstance(value.value, bool)):
            self.settings[name] = boolean(value, f"`{name}`")
        else:
            from guardhost.model.mistakes import suggest

            known = (
                "mode",
                "scope",
                "retries",
                "retry_counting",
                "report",
                "finish_retries",
                "unreadable",
                "announce",
                "scan_output",
            )
            near = suggest(name, list(known))
            raise wrong(
                key,
                f"there is no setting `{name}`",
                f"did you mean `{near}`?" if near else f"there are: {', '.join(known)}",
            )

    def _unreadable(self, value: Node) -> None:
        if value.kind == "map":
            parts = mapping(value, "`unreadable`", ("interactive", "auto"))
            found = {name: choice(one, f"`{name}`", UNREADABLE) for name, one in parts.items()}
        else:
            said = choice(value, "`unreadable`", UNREADABLE)
            found = {"interactive": said, "auto": said}
        self.settings["unreadable"] = found

    def _audit(self, node: Node | None) -> None:
        if node is not None:
            try:
                self.audit = choice(node, "the top-level `mode`", ("enforce", "audit")) == "audit"
            except GuardError as error:
                self._problem(error, "")

    def _tools(self, node: Node | None) -> None:
        if node is None or (node.kind == "scalar" and node.value is None):
            return
        from guardhost.calls.own import SpecError, own

        try:
            given = mapping(node, "`tools`")
        except GuardError as error:
            self._problem(error, "")
            return
        for name, value in given.items():
            try:
                specs = own({name: value.plain()})
            except SpecError as error:
                at = value.at(error.place[2:])
                self._problem(wrong(at, f"`{'.'.join(map(str, error.place))}`: {error.what}", "mend the spec"), "")
            else:
                for part in ("programs", "commands", "styles", "paths"):
                    self.tools.setdefault(part, {}).update(getattr(specs, part))

    def _own(self, node: Node | None) -> list[dict[str, Any]]:
        if node is None or (node.kind == "scalar" and node.value is None):
            return []
        if node.kind != "list":
            self._problem(wrong(node, "`rules` is no list", "write `- id: NAME` lines below it", "GH1011"), "")
            return []
        found: list[dict[str, Any]] = []
        seen: dict[str, Node] = {}
        for one in node.value[:MOST_RULES]:
            name = _name(one)
            try:
                if name in seen and name:
                    raise wrong(
                        one, f"the id `{name}` stands twice, first at line {seen[name].line}", "give each rule its own"
                    )
                seen[name] = one
                found.append(self.rule(one))
                self._named(one, found[-1])
            except GuardError as error:
                self._problem(error, name)
        return found

    def _named(self, node: Node, rule: dict[str, Any]) -> None:
        """Say what a rule of this repository lacks for those who are refused by it."""
        if self.peer or self.person:
            return
        name = rule["id"]
        usual = "-".join("".join(char if char.isalnum() else " " for char in name.lower()).split())
        if usual != name:
            hint = f"; write `{usual}`" if usual else ""
            self._lint(node, f"{name}: ids are in kebab-case{hint}", name)
        if rule["mode"] in REFUSING and not any(rule.get(one) for one in REMEDIES):
            self._lint(node, f"{name}: it refuses and has no `fix` that says what to do instead", name)

    def rule(self, node: Node, *, given: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return one rule; `given` is what a `use` changes of it."""
        parts = mapping(node, "the rule", RULE)
        if "id" not in parts:
            raise wrong(node, "the rule has no `id`", "name it, such as `id: no-force-push`")
        name = text(parts["id"], "`id`")
        kinds = [one for one in KINDS if one in parts]
        if len(kinds) != 1:
            what = f"the rule has {len(kinds)} kinds ({', '.join(kinds)})" if kinds else "the rule has no kind"
            raise wrong(parts[kinds[1]] if kinds else node, what, f"give exactly one of: {', '.join(KINDS)}")
        for one in ("with", "where"):
            if one in parts and kinds[0] not in NARROWED:
                raise wrong(parts[one], f"`{one}` beside `{kinds[0]}`", "put it into the target itself")
        form = Form(kinds[0], parts, peer=self.peer)
        rule = self._beside(parts, name, kinds[0], given or {})
        rule |= {"where": node.where, "kind": kinds[0]}
        form.blocks = rule["mode"] != "log" and not self.finished
        body = kind(kinds[0]).compiled(form)
        for lint in form.lints:
            self._lint(form.node, lint, name)
        rule |= _monitored(rule, body)
        same = {key: value for key, value in rule.items() if key not in ("where", "tests", "from", "description", "weight")}
        return rule | {"key": short(encode(same))[:16]}

    def _beside(self, parts: dict[str, Node], name: str, kind_name: str, given: dict[str, Any]) -> dict[str, Any]:
        rule: dict[str, Any] = {"id": name}
        rule["mode"] = given.get("mode") or (
            choice(parts["mode"], "`mode`", MODES) if "mode" in parts else self.settings.get("mode", "block")
        )
        rule["scope"] = given.get("scope") or (
            choice(parts["scope"], "`scope`", SCOPES) if "scope" in parts else self.settings.get("scope", "session")
        )
        for one in ("why", "fix", "description", "block_message", "suggested_tool"):
            if one in parts and parts[one].text:
                rule[one] = text(parts[one], f"`{one}`")
        if "enabled" in parts and not boolean(parts["enabled"], "`enabled`"):
            rule["off"] = True
        if "priority" in parts:
            rule["priority"] = PRIORITIES.index(choice(parts["priority"], "`priority`", PRIORITIES))
        elif kind_name == "conditions":
            rule["priority"] = PRIORITIES.index("medium")
        if "weight" in parts:
            rule["weight"] = amount(parts["weight"], "`weight`")
        if "tests" in parts:
            rule["tests"] = _tests(parts["tests"])
        if "from" in parts:
            rule["from"] = parts["from"].plain()
        return rule

    def _used(self, node: Node | None, own: set[str]) -> list[dict[str, Any]]:
        if node is None or (node.kind == "scalar" and node.value is None):
            return []
        found: list[dict[str, Any]] = []
        for one in items(node):
            try:
                name, changes = self._use(one)
                found.extend(rule for rule in self._library(one, name, changes) if rule["id"] not in own)
            except GuardError as error:
                self._problem(error, _name(one))
        return list({rule["id"]: rule for rule in found}.values())

    def _use(self, node: Node) -> tuple[str, dict[str, Any]]:
        if node.kind == "scalar":
            return text(node, "an entry of `use`"), {}
        parts = mapping(node, "an entry of `use`")
        if len(parts) != 1:
            raise wrong(node, "an entry of `use` names several", "write each on a line of its own", "GH1014")
        name, value = next(iter(parts.items()))
        given = mapping(value, f"`{name}`", ("mode", "scope", "from"))
        changes: dict[str, Any] = {}
        if "mode" in given:
            changes["mode"] = choice(given["mode"], "`mode`", MODES)
        if "scope" in given:
            changes["scope"] = choice(given["scope"], "`scope`", SCOPES)
        return name, changes

    def _library(self, node: Node, name: str, changes: dict[str, Any]) -> list[dict[str, Any]]:
        from guardhost.model.mistakes import whole_of
        from guardhost.rules.shelf import entries, names

        found = entries(name)
        if not found:
            near = whole_of(name, list(names()))
            fix = f"did you mean `{near}`?" if near else "`guardhost library` lists what there is"
            raise wrong(node, f"the library has no entry `{name}`", fix, "GH1014")
        made = []
        for one in found:
            rule = self.rule(one, given=changes)
            made.append(rule | {"library": name, "used": node.where})
        return made

    def _disable(self, node: Node | None) -> None:
        if node is None or (node.kind == "scalar" and node.value is None):
            return
        try:
            named = {text(one, "an entry of `disable`"): one.where for one in items(node)}
        except GuardError as error:
            self._problem(error, "")
            return
        there = {name for rule in self.rules for name in (rule["id"], rule.get("library", ""))}
        self.disabled = {name: where for name, where in named.items() if name not in there}
        self.rules = [rule for rule in self.rules if rule["id"] not in named and rule.get("library") not in named]

    def _builtin(self, node: Node | None) -> None:
        if node is None or (node.kind == "scalar" and node.value is None):
            return
        try:
            given = mapping(node, "`builtin`")
        except GuardError as error:
            self._problem(error, "")
            return
        for name, value in given.items():
            try:
                said = "off" if value.value is False else choice(value, f"`{name}`", ("off", "advise", "ask", "deny"))
                self.raised[name] = [said, value.where]
            except GuardError as error:
                self._problem(error, "")


def _name(node: Node) -> str:
    """Return what a broken rule is called, "" when it does not say."""
    if node.kind == "scalar":
        return node.text
    if node.kind != "map" or not node.value:
        return ""
    found = node.get("id")
    return found.text if found is not None else ""


def _tests(node: Node) -> list[Any]:
    """Return the examples of a rule: lines, or lists of lines that are one session."""
    if node.kind != "list":
        raise wrong(node, "`tests` is no list", 'write `- "deny: git push -f"` lines below it')
    found: list[Any] = []
    for one in node.value:
        if one.kind == "list":
            found.append([_example(step) for step in one.value])
        else:
            found.append(_example(one))
    return found


def _example(node: Node) -> str:
    from guardhost.rules.examples import parse_step

    if node.kind == "map" and len(node.value) == 1:  # `- deny: git push` without quotes is a mapping to YAML
        key, value = node.value[0]
        said = f"{key.text}: {value.text}"
    else:
        said = text(node, "an example")
    try:
        parse_step(said)
    except ValueError as error:
        raise wrong(node, f"the example {error}", 'write `"deny: LINE"` or `"allow: LINE"`') from None
    return said


def _monitored(rule: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Return a rule's body, with the compiled monitor of its formula where the kind has one."""
    if rule["kind"] in STATELESS:
        return body
    from guardhost.temporal import compiling

    targets = [{"t": number, **_dollars(target)} for number, target in enumerate(body["targets"])]
    try:
        spec = compiling.compile(kind(rule["kind"]).formula(body, targets))
        asked = [alternatives(one, body["targets"]) for one in compiling.targets(spec)]
    except GuardError as error:
        raise PolicyError("GH1012", error.what, where=rule["where"], fix=error.fix) from None
    if rule["kind"] in ("ltl", "formula"):
        body["said"] = body["text"]
    body["asked"] = asked
    body["order"] = [list(compiling.variables_of(spec, number)) for number in range(len(asked))]
    body["spec"] = encode(spec)
    body["digest"] = short(body["spec"] + encode(asked))
    body.pop("checked", None)
    return body


def _dollars(target: list[dict[str, Any]]) -> dict[str, Any]:
    names = sorted({name for one in target for name in one.get("vars", {}).values()})
    return {"with": {name: f"${name}" for name in names}} if names else {}


def compile_file(name: str, data: bytes, *, person: bool = False, finished: bool = False) -> dict[str, Any]:
    """Return a rule file as plain data; what is wrong in it is under `problems`. Never raises for what the file holds.

    `finished`: its rules judge runs that are over, so that a formula may be one that no single call breaks.
    """
    return File(name, data, person=person, finished=finished).compile()
