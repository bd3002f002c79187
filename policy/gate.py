"""The whole gate, `hack/test` without a choice of tests or `.ci/run`: run by whoever integrates."""

import guardhost as guard

SHELLS = ("sh", "bash", "dash", "zsh", "ksh")
CHOOSES = ("-k", "-m", "--lf", "--last-failed", "--sw", "--stepwise")
LISTS = ("--collect-only", "--co", "--help", "-h", "--version", "--fixtures", "--markers")
LEAVES_OUT = ("--ignore", "--deselect", "--ignore-glob")  # the word behind one of these chooses nothing


@guard.rule(
    "worker-runs-gate",
    tests=[
        {"deny": {"command": "hack/test", "parent": "root/fix reader"}},
        {"deny": {"command": "cd src && ../.ci/run", "parent": "parser/feat heredocs"}},
        {"deny": {"command": "bash hack/test -q", "role": "worker"}},
        {"allow": {"command": "hack/test tests/shell", "parent": "root/fix reader"}},
        {"allow": {"command": "hack/test", "parent": "root/integrate wave"}},
        "allow: hack/test",
        "allow: .ci/run",
        "allow: hack/test tests/shell -q",
        "allow: test -f hack/test",
    ],
)
def whole(req: guard.CommandRequest) -> guard.Answer:
    """The gate takes every core for minutes; what one worker's half of a change does to it says nothing."""
    if not is_worker(req) or role(req) == "integrate":
        return None
    if any(runs_gate(command) for command in req.commands):
        return guard.deny(
            "run the tests of what you changed, such as `hack/test tests/shell`; the gate is the integrator's",
            next="hack/test --collect-only -q",
        )
    return None


def is_worker(req: guard.CommandRequest) -> bool:
    """Return whether a subagent asks that a lease binds here or that was spawned with a title."""
    return req.role == "worker" or req.parent != ""


def role(req: guard.CommandRequest) -> str:
    """Return the role in the caller's title, `<parent>/<role> <job>`."""
    title = req.parent or (req.lease.title if req.lease is not None else "")
    return guard.SpawnRequest(description=title).title.role


def runs_gate(command: guard.Command) -> bool:
    """Return whether a program is the whole gate; a word that nobody knows before the run may choose tests."""
    file, words = str(command.word), command.args
    if command.program in SHELLS:
        script = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
        file, words = "".join(words[script : script + 1]), words[script + 1 :]
    if ends(file, ".ci/run"):
        return True
    return ends(file, "hack/test") and all(word.known for word in words) and not chooses(words)


def ends(file: str, name: str) -> bool:
    """Return whether a program's file is this one of some checkout."""
    return file == name or file.endswith("/" + name)


def chooses(words: tuple[guard.Word, ...]) -> bool:
    """Return whether words for pytest choose among the tests, or only list them."""
    before = ""
    for word in words:
        name = word.partition("=")[0]
        if name in CHOOSES + LISTS or (name[:1] == "-" and name[1:2] in ("k", "m")) or ends_in_choice(name):
            return True
        if not name.startswith("-") and before not in LEAVES_OUT and word.strip("/").startswith("tests/"):
            return True
        before = word
    return False


def ends_in_choice(name: str) -> bool:
    """Return whether a bundle of letters ends in the option whose value chooses, as `-xk` does."""
    return name[:1] == "-" and name[1:].isalpha() and name[-1] in ("k", "m")
