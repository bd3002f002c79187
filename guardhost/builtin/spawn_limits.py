"""`spawn-limits`: how deep and how many, and no brief that hands on what its caller was refused."""

from __future__ import annotations

from guardhost.builtin.catalog import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.builtin.paths import Seen
    from guardhost.model.verdict import Answer

ID = "spawn-limits"
MOST_DEPTH = 3
MOST_LIVE = 20
_GUARDS = ("hook", "guard", "sandbox", "permission", "policy", "blocked", "denied", "refuse", "not allowed",
    "forbidden", "guardhost",
           "approval", "restriction", "safety check")  # fmt: skip
_EVADES = ("get around", "work around", "workaround", "bypass ", "bypassing", "circumvent", "evade", "instead of",
    "outside the sandbox", "outside of the sandbox",
           "without the sandbox", "without sandbox", "without permission", "without asking", "without approval",
           "disable the", "turn off the",
           "switch off the", "skip the", "avoid the", "ignore the", "sidestep", "so that the hook", "does not see",
    "so the hook", "not block you", "not stop you",
           "doesn't see", "not notice",
           "undetected", "slip past", "trick the", "unset the", "before the hook", "hide it from",
           "hide this from")  # fmt: skip
_INSTEAD = (
    "; use ",
    ", use ",
    ". use ",
    " so use ",
    " instead",
    " via python",
    " with python",
    " rename it",
    " encode",
    "base64",
)
_REMOVALS = ("delete", "remove", "wipe", "erase", "purge", "empty", "clear", "rm", "shred")
_REFUSALS = ("block", "den", "refus", "not allow", "forbid")
_TOPICS = ("review", "document", "explain", "describe", "test", "write", "summarise", "summarize", "list", "find",
    "audit", "read", "check",
           "look", "investigate", "analyse", "analyze", "add", "implement", "fix", "research", "compare", "study",
           "verify")  # fmt: skip
_RUNS = ("run ", "execute ", "start ", "launch ", "pipe ", "source ", "install from", "curl ", "wget ", "download and")
_SCRIPTS = ("script", "| sh", "|sh", "| bash", "|bash", "installer", "setup", ".sh", "binary", "payload", "in a shell")


def judge(matter: Matter, _changes: tuple[Seen, ...]) -> tuple[Answer, ...]:
    """Ask about a spawn too deep or too many, and about a brief that leads round the guard."""
    spawn = matter.event.spawn
    if spawn is None:
        return ()
    told: list[str] = []
    if spawn.kind == "spawn" and matter.agents is not None:
        depth, live = matter.agents()
        if depth + 1 > MOST_DEPTH:
            told.append(f"The new agent would be nested {depth + 1} deep.")
        if live >= MOST_LIVE:
            told.append(f"{live} agents run already.")
    if what := _outside(f"{spawn.description}\n{spawn.prompt}", matter):
        told.append(what)
    if what := _brief(f"{spawn.description}\n{spawn.prompt}"):
        told.append(what)
    return tuple(answer(ID, "ask", what) for what in told)


def _outside(text: str, matter: Matter) -> str:
    """A sentence that begins with a removal and names a place that a line could not remove."""
    from guardhost.builtin.ground import ground
    from guardhost.builtin.paths import fold, normal

    where, home = ground(matter), matter.places.home
    for sentence in text.replace("\n", ". ").split(". "):
        words = [word.strip("`'\",;:()") for word in sentence.split()]
        words = words[1:] if words[:1] and words[0].lower() in ("please", "then", "now", "first", "finally") else words
        if not words or words[0].lower() not in _REMOVALS:
            continue
        for word in words[1:]:
            path = home + word[1:] if word[:2] in ("~", "~/") else word.replace("$HOME", home, 1)
            if path.startswith("/") and len(path) > 1 and where.outside((fold(normal("/", path.rstrip("."))),)):
                return f"The brief tells the agent to remove `{word}`, which lies outside the checkout."
    return ""


def _brief(text: str) -> str:
    lowered = " ".join(text.lower().split())
    sentences = [one.strip() for one in lowered.replace("! ", ". ").replace("? ", ". ").split(". ")]
    refused = False
    for sentence in sentences:
        if refused and _leads_round(sentence):
            return "The brief tells the agent to do by other means what was refused."
        runs = any(f" {word}" in f" {sentence}" for word in _RUNS)
        if ("http://" in sentence or "https://" in sentence) and runs and any(word in sentence for word in _SCRIPTS):
            return "The brief tells the agent to run what is downloaded."
        about = sentence.split(" ", 1)[0].strip(",:") in _TOPICS
        if about:
            continue
        guarded = any(word in sentence for word in _GUARDS)
        if "outside the sandbox" in sentence or (guarded and any(word in sentence for word in _EVADES)):
            return "The brief tells the agent to get round what guards it."
        if guarded and any(word in sentence for word in _REFUSALS) and any(w in f"{sentence} " for w in _INSTEAD):
            return "The brief tells the agent to do by other means what was refused."
        refused = guarded and any(word in sentence for word in _REFUSALS)
    return ""


def _leads_round(sentence: str) -> bool:
    """Whether what follows on a refusal is another way to the same end."""
    acts = any(f" {word}" in f" {sentence}" for word in ("run ", "use ", "call ", "do it", "does it", "execute "))
    return acts and any(
        word in f"{sentence} " for word in (" instead", " does it", " does that", " do it", " script", *_INSTEAD)
    )
