"""What a judge asks of earlier calls: a monitor for each question, stepped beside those of the rules from then on."""

from __future__ import annotations

from guardhost.judgement.ledgers import project_folder, state_of
from guardhost.judgement.rulefiles import RuleFile, rule_files
from guardhost.model.errors import PolicyError
from guardhost.model.jsontext import decode, encode
from guardhost.rules.plain import alternatives, index
from guardhost.world.files import read_own, short, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.judgement.scene import Scene

FILE = "happened.json"
MOST = 100  # questions that are kept for one repository


def happened(scene: Scene, target: Any, since: Any) -> bool:
    """Return whether a call of the session that ran matched `target`, after the last that matched `since`."""
    from guardhost.judgement.ruling import ground_of
    from guardhost.judgement.watching import Watch

    question = [target, since]
    rule = _rule(question)
    if not state_of(scene).usable:
        raise PolicyError("GH1402", "nothing is remembered of earlier calls", fix=state_of(scene).why or "mend it")
    known = questions(scene)
    if question not in known:
        write_atomic(f"{project_folder(scene)}/{FILE}", encode([*known, question][-MOST:]).encode("ascii"))
    watch = Watch(scene, rule_files(scene, (), []), lambda root: ground_of(scene, root))
    return watch.happened(rule["digest"])


def questions(scene: Scene) -> list[Any]:
    """Return what judges of this repository have asked so far."""
    data = read_own(f"{project_folder(scene)}/{FILE}")
    if data is None:
        return []
    try:
        found = decode(data)
    except ValueError:
        return []
    return found if isinstance(found, list) else []


def questions_file(scene: Scene) -> RuleFile | None:
    """Return the questions as a rule file whose rules refuse nothing, None where nothing was asked."""
    asked = questions(scene)
    if not asked:
        return None
    rules = [_rule(question) for question in asked]
    compiled = {
        "file": "", "audit": False, "settings": {}, "rules": rules, "index": index(rules), "problems": [], "lints": [],
        "disable": {}, "builtin": {}, "tools": {},
    }  # fmt: skip
    return RuleFile(side="asked", root=scene.workspace, path=FILE, compiled=compiled)


def _rule(question: Any) -> dict[str, Any]:
    """Return the rule that any call breaks as long as the answer is no."""
    from guardhost.temporal import compiling
    from guardhost.temporal import formula as f

    target, since = question
    try:
        meant = [alternatives(one) for one in (target, since) if one is not None]
        first, *last = [f.now({"t": number}) for number in range(len(meant))]
        back = f.O(first) if not last else f.since(f.no(last[0]), first)
        spec = compiling.compile(f.G(f.implies(f.now("*"), f.Y(back))))
    except PolicyError as error:
        raise PolicyError(
            "GH1101", f"`guard.happened` was asked for what is no target: {error.what}", fix=error.fix
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        fix = "give a tool's name, {'tool': NAME, 'with': {...}, 'where': {...}}, or a list of these"
        raise PolicyError("GH1101", "`guard.happened` was asked for what is no target", fix=fix) from None
    asked = [alternatives(one, meant) for one in compiling.targets(spec)]
    text = encode(spec)
    return {
        "id": "asked", "kind": "happened", "mode": "log", "scope": "session", "where": FILE, "targets": meant,
        "asked": asked, "order": [[] for _ in asked], "spec": text, "digest": short(text + encode(asked)),
        "key": short(text)[:16],
    }  # fmt: skip
