"""Git calls with words that are not known before the run: what they would do where such a word is a dangerous option."""

from __future__ import annotations

from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command, VcsCall
    from guardhost.model.verdict import Answer

# Subcommand -> its options that lose something, long and short.
_OPTIONS: dict[str, tuple[str, ...]] = {
    "push": ("--force", "--delete", "--mirror", "--prune", "--force-with-lease", "-f", "-d"),
    "reset": ("--hard", "--merge"),
    "checkout": ("--force", "-f", "-B"), "switch": ("--discard-changes", "--force", "-f", "-C"),
    "clean": ("--force", "-f"), "branch": ("-D", "--delete", "--force", "-f", "-M"), "rm": ("--force", "-f"),
    "stash": ("drop", "clear"), "reflog": ("expire", "delete"), "gc": ("--prune=now",), "apply": ("--reverse", "-R"),
    "checkout-index": ("--force", "-f"), "fetch": ("--force", "-f"),
}  # fmt: skip
# The subcommand that such an option is most likely meant for, where the subcommand is not known.
_MEANT = (
    ("--hard", "reset"), ("--force-with-lease", "push"), ("--mirror", "push"), ("--force", "push"), ("-f", "push"),
    ("-D", "branch"), ("-fd", "clean"), ("-fdx", "clean"), ("-df", "clean"), ("-ffdx", "clean"),
)  # fmt: skip
_RULES = ("history-rewrite", "discard-work")
_MARKS = (":-", ":=", ":+", "-", "=", "+")


def judged(matter: Matter, judge: Callable[[Matter], tuple[Answer, ...]]) -> tuple[Answer, ...]:
    """Ask about what the rules would say of the calls, were their unknown words what their known parts allow."""
    out: list[Answer] = []
    commands = tuple(_read(command) for command in matter.commands)
    changed = [one for one, before in zip(commands, matter.commands, strict=True) if one is not before]
    if not changed:
        return ()
    for one in judge(matter.replace(commands=commands)):
        if one.rule in _RULES and one.decision in ("deny", "ask"):
            reason = f"A word of `git {_name(changed[0])}` is not known before the run. {one.reason}"
            out.append(one.replace(decision="ask", reason=reason))
    return tuple(out)


def _name(command: Command) -> str:
    return command.vcs.subcommand if command.vcs is not None else ""


def _read(command: Command) -> Command:
    """Return a git call with its unknown words read as the dangerous options that they may be, else the call itself."""
    vcs = command.vcs
    if vcs is None or vcs.tool != "git":
        return command
    name = vcs.subcommand or _meant(command, vcs)
    args = tuple(_word(word, name) for word in vcs.args)
    if not name or (name == vcs.subcommand and args == vcs.args):
        return command
    words = (*vcs.options, Word(name), *args)
    return command.replace(args=words, vcs=vcs.replace(subcommand=name, args=args))


def _meant(command: Command, vcs: VcsCall) -> str:
    """Return what a subcommand may be that is not known: what stands behind `:-`, else what the options fit."""
    unknown = next((word for word in command.args[len(vcs.options) :] if not word.known), None)
    if unknown is None:
        return ""
    given = _default(unknown.raw)
    if given in _OPTIONS:
        return given
    return next((name for option, name in _MEANT if option in vcs.args), "")


def _word(word: Word, name: str) -> Word:
    if word.known:
        return word
    default = _default(word.raw)
    options = _OPTIONS.get(name, ())
    if default and (default.startswith(("-", "+")) or default in options):
        return Word(default, raw=word.raw)
    parts = word.parts or (None,)
    first = str(parts[0] or "")
    known = "".join(part or "" for part in parts)
    if name == "push" and known.startswith("+"):
        return Word(known if len(known) > 1 else "+HEAD", raw=word.raw)
    if not first.startswith("-") or "=" in first:
        return word
    found = next((one for one in options if one.startswith("--") and _may_be(word, one)), "")
    if not found and not first.startswith("--"):
        letters = first[1:]
        found = next((one for one in options if len(one) == 2 and (one[1] in letters or not letters)), "")
    return Word(found, raw=word.raw) if found else word


def _may_be(word: Word, option: str) -> bool:
    """Whether an option, whole or as git takes it cut short, fits the known parts."""
    return any(word.may_be(option[:end]) for end in range(len(option), 3, -1))


def _default(raw: str) -> str:
    """Return what an expansion gives where the variable is not set, or is: `${X:--f}`, `${FORCE:+--force}`."""
    text = raw.strip("\"'")
    if not (text.startswith("${") and text.endswith("}")):
        return ""
    inner = text[2:-1]
    end = next((at for at, char in enumerate(inner) if not (char.isalnum() or char == "_")), len(inner))
    rest = inner[end:]
    mark = next((one for one in _MARKS if rest.startswith(one)), "")
    return rest[len(mark) :].strip("\"'") if mark else ""
