"""Whether a rule refuses what its own `fix` says to do: the commands of the text are judged by that rule alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guardhost.testing.rule_examples import judge_step, only

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.judgement.rulefiles import RuleFile

VERBS = ("run", "use", "call", "try", "do")
NEGATIONS = ("not", "never", "without", "no", "don't", "instead")
ENDS = (" instead", " with the ", " first", " and ", " then ", " before ", " once ", " until ", " or ", " where ")


def refusing(file: RuleFile, root: str) -> Iterator[str]:
    """Yield a sentence for each own rule of a file that refuses what its fix names."""
    from guardhost.rules.examples import parse_step

    for rule in file.compiled["rules"]:
        commands = [] if rule.get("library") or rule.get("off") else list(commands_of(rule.get("fix", "")))
        if not commands:
            continue
        with only(file, rule, root, 10.0) as session:
            for command in commands:
                session.renew()
                judged = judge_step(session, parse_step(f"allow: {command}"))
                if judged.decision in ("deny", "ask"):
                    how = "refuses" if judged.decision == "deny" else "asks about"
                    yield f"{rule['where']}: {rule['id']}: {how} what its own fix says to do: `{command}`"


def commands_of(fix: str) -> Iterator[str]:
    """Yield the commands that a text tells to run: what stands in backticks, else what follows a verb such as "run"."""
    parts = " ".join(fix.split()).split("`")
    if len(parts) > 2:
        for before, quoted in zip(parts[::2], parts[1::2], strict=False):
            if quoted.strip() and not _negated(before):
                yield quoted.strip()
        return
    words = parts[0].split(" ")
    for at, word in enumerate(words[:-1]):
        if word.lower().strip(":") in VERBS and not _negated(" ".join(words[:at])):
            command = _until_the_end(" ".join(words[at + 1 :]))
            if command:
                yield command
            return


def _negated(before: str) -> bool:
    return any(word.strip(",.;:").lower() in NEGATIONS for word in before.split()[-2:])


def _until_the_end(text: str) -> str:
    for sign in (", ", "; ", ". ", *ENDS):
        text = text.partition(sign)[0]
    return text.strip().rstrip(".,;")
