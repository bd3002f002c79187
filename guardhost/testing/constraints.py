"""The rules of a rule file as constraints, to score a finished run. What a hook judges by is read by `rules`, not here."""

from __future__ import annotations

from guardhost.model.errors import GuardError
from guardhost.temporal import formula as make
from guardhost.temporal.enforcing import MODES, PERSISTENT_BLOCK, STRENGTH
from guardhost.temporal.finished import Constraint
from guardhost.temporal.formula import Formula, freeze, variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KINDS = ("never", "before", "require", "at_most", "finally", "ltl", "formula")


def read(text: str, file: str = "") -> list[Constraint]:
    """Return the constraints of a rule file; pattern rules (`conditions`) and library entries are not among them.

    `GuardError` GH1701, its place the file and the rule's id, when one cannot be read. A rule may have a `weight`.
    """
    import yaml

    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as error:
        raise GuardError("GH1701", f"this is no YAML: {error}", where=file, fix="mend it") from None
    rules = data.get("rules") if isinstance(data, dict) else None
    if not isinstance(rules, list):
        raise GuardError("GH1701", "there are no rules in it", where=file, fix="write `rules:` with a list")
    found = []
    for rule in rules:
        kind = next((one for one in KINDS if isinstance(rule, dict) and one in rule), None)
        if kind is not None and rule.get("enabled", True):
            found.append(_constraint(rule, kind, f"{file}: {rule.get('id', kind)}"))
    return found


def _constraint(rule: dict[str, Any], kind: str, where: str) -> Constraint:
    weight = rule.get("weight", 1)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or weight < 0:
        raise GuardError("GH1701", f"`{weight}` is no weight", where=where, fix="write a number from 0 on")
    try:
        also: dict[str, Any] = {key: rule[key] for key in ("with", "where") if key in rule}
        formula = _formula(kind, rule[kind], also, peer="AGENTLTL.yaml" in where)
    except GuardError as error:
        raise GuardError(error.code, error.what, where=f"{where} {error.where}".strip(), fix=error.fix) from None
    except (TypeError, KeyError, IndexError, AttributeError, ValueError):
        raise GuardError("GH1701", f"`{kind}` is not filled as it must be", where=where, fix="see the rule kinds") from None
    mode = str(rule.get("mode", "block"))
    severity = MODES.get(mode, mode if mode in STRENGTH else PERSISTENT_BLOCK)
    why = str(rule.get("why", ""))
    return Constraint(name=str(rule.get("id", kind)), formula=formula, weight=float(weight), severity=severity, why=why)


def _formula(kind: str, body: Any, also: dict[str, Any], *, peer: bool) -> Formula:
    if kind == "ltl":
        from guardhost.temporal.text import parse

        return parse(body, peer=peer)[0]
    if kind == "formula":
        from guardhost.temporal.structured import from_data

        return from_data(body)
    if kind == "never":
        return make.G(make.no(make.now(_narrowed(body, also))))
    if kind == "require":
        target = _narrowed(body, also)
        return make.G(make.now(_tools(target)) >> make.now(target))
    if kind == "at_most":
        target = make.now(_narrowed(body["call"], also))
        return make.G(target >> make.count_before(target, "<", int(body["times"])))
    return _before(body) if kind == "before" else _finally(body)


def _before(body: Any) -> Formula:
    first, then = (body[0], body[1]) if isinstance(body, list) else (body["first"], body["then"])
    back = make.O(make.now(first))
    if isinstance(body, dict) and "since" in body:
        back = make.since(make.no(make.now(body["since"])), make.now(first))
    if variables(freeze(then)):
        return make.G(make.each(then, make.Y(back)))
    return make.G(make.now(then) >> make.Y(back))


def _finally(body: Any) -> Formula:
    if isinstance(body, dict) and "call" in body:
        done = make.F(make.now(body["call"]))
        return make.G(make.now(body["since"]) >> done) if "since" in body else done
    return make.F(make.now(body))


def _narrowed(target: Any, also: dict[str, Any]) -> Any:
    """Return the target with the `with` and `where` of its rule merged over its own."""
    if not also:
        return target
    if isinstance(target, list) and any(isinstance(one, dict) for one in target):
        return [_narrowed(one, also) for one in target]
    whole = dict(target) if isinstance(target, dict) else {"tool": target}
    return {**whole, **{key: {**whole.get(key, {}), **value} for key, value in also.items()}}


def _tools(target: Any) -> Any:
    if isinstance(target, list):
        return [_tools(one) for one in target]
    return target.get("tool", "*") if isinstance(target, dict) else target
