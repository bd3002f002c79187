"""Whether a git command would leave HEAD pointing at nothing, so that no commit and no committed policy is left."""

from __future__ import annotations

from guardhost.builtin.paths import fold, inside
from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.matter import Matter
    from guardhost.model.line import Command, VcsCall

    Found = tuple[str, str]


def head_lost(vcs: VcsCall, command: Command, matter: Matter) -> Found | None:
    """Return the decision and what would be lost, None when HEAD keeps a commit."""
    words = [str(word) for word in vcs.args]
    operands = [word for at, word in enumerate(vcs.args) if not word.startswith("-") and not (at and words[at - 1] == "-m")]
    if vcs.subcommand in ("checkout", "switch") and any(abbreviates(word, "--orphan", 4) for word in words):
        return ("deny", f"`git {vcs.subcommand} --orphan` points HEAD at a branch without a commit.")
    if vcs.subcommand == "symbolic-ref":
        return _symbolic(words, operands, command, matter)
    if vcs.subcommand == "update-ref":
        return _updated(words, operands, command, matter)
    return None


def abbreviates(word: str, option: str, least: int) -> bool:
    """Return whether git takes a word for a long option: in full, with a value, or cut to `least` characters or more."""
    name = word.partition("=")[0]
    return len(name) >= least and option.startswith(name)


def _symbolic(words: list[str], operands: list[Word], command: Command, matter: Matter) -> Found | None:
    if operands[:1] != ["HEAD"]:
        return None
    if "-d" in words or "--delete" in words:
        return ("deny", "`git symbolic-ref --delete HEAD` leaves the repository without a HEAD.")
    if len(operands) < 2:
        return None
    there = _exists(operands[1], command, matter)
    if there is None:
        return ("ask", f"Whether `{operands[1]}` exists could not be read.")
    return None if there else ("deny", f"`{operands[1]}` has no commit, so HEAD would point at nothing.")


def _updated(words: list[str], operands: list[Word], command: Command, matter: Matter) -> Found | None:
    if any(abbreviates(word, "--stdin", 5) for word in words):
        return _by_input(command, matter)
    gone = "-d" in words or (len(operands) > 1 and operands[1].known and operands[1].strip("0") == "")
    if not gone or not operands:
        return None
    head = _read("HEAD", command, matter)
    current = head[5:].strip() if head is not None and head.startswith("ref: ") else ""
    if operands[0] in ("HEAD", current):
        return ("deny", f"`{operands[0]}` is what HEAD points at.")
    return None


def _by_input(command: Command, matter: Matter) -> Found | None:
    """`git update-ref --stdin`: each line, or what a NUL ends, is a call of its own."""
    if command.stdin is None:
        return ("ask", "What `git update-ref --stdin` is told to do with the refs is not known.")
    for line in command.stdin.replace("\0", "\n").splitlines():
        verb, *said = line.split() or [""]
        rest = [Word(word) for word in said]
        found = None
        if verb in ("delete", "update"):
            found = _updated(["-d"] if verb == "delete" else [], rest, command, matter)
        elif verb.startswith("symref-") and rest:
            words = ["-d"] if verb == "symref-delete" else []
            found = _symbolic(words, rest, command, matter) if verb != "symref-verify" else None
        if found:
            return found
    return None


def _exists(ref: str, command: Command, matter: Matter) -> bool | None:
    if not ref:
        return None
    if (_read(ref, command, matter) or "").strip():
        return True
    packed = _read("packed-refs", command, matter) or ""
    if any(line.endswith(" " + ref) for line in packed.splitlines()):
        return True
    # With the reftable format the refs are in no file of their own.
    return None if (_read("HEAD", command, matter) or "").strip().endswith("refs/heads/.invalid") else False


def _read(name: str, command: Command, matter: Matter) -> str | None:
    """Read a file of the git directory at hand: that of the folder itself first, then those it is shared with."""
    folder = fold(command.cwd or matter.event.cwd)
    near = sorted(
        matter.places.git_dirs,
        key=lambda path: not inside(folder, fold(path.rpartition("/")[0] or "/")),
    )
    for git_dir in near:
        text = matter.read_text(f"{git_dir}/{name}")
        if text is not None:
            return text
    return None
