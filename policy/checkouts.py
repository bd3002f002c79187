"""Each checkout of this repository runs its own environment; `hack/bootstrap-worktree` makes one."""

import posix

import guardhost as guard

ENVIRONMENT = "/.venv/bin/"
MARK = b'name = "guardhost"'


@guard.rule(
    "foreign-environment",
    tests=[
        "deny: tests/policy/another/.venv/bin/pytest tests/calls",
        "deny: ./tests/policy/../policy/another/.venv/bin/python -m guardhost test",
        "deny: timeout 60 tests/policy/another/.venv/bin/python -c pass",
        "allow: .venv/bin/pytest tests/calls",
        "allow: /opt/tools/.venv/bin/ruff check",
        "allow: ls tests/policy/another/.venv/bin/pytest",
        "allow: tests/policy/another/hack/bootstrap-worktree .",
        "allow: hack/bootstrap-worktree",
    ],
)
def foreign(req: guard.CommandRequest) -> guard.Answer:
    """An environment holds the sources of the checkout that it was made in: another's would test those, not these."""
    for command in req.commands:
        there = owner(command.path)
        here = checkout_of(command.cwd or req.dir)
        if there and here and there != here and is_checkout(there) and not makes_one(command, here):
            own = command.path.rpartition(ENVIRONMENT)[2]
            missing = not exists(f"{here}{ENVIRONMENT}python")
            return guard.deny(
                "make this checkout's own environment and run that one"
                if missing
                else f"run this checkout's own `.venv/bin/{own}`",
                next="hack/bootstrap-worktree" if missing else None,
            )
    return None


def owner(path: str) -> str:
    """Return the root that a program of an environment belongs to, "" for any other program."""
    path = normal(path)
    return path.rpartition(ENVIRONMENT)[0] if ENVIRONMENT in path else ""


def makes_one(command: guard.Command, here: str) -> bool:
    """Return whether a program only makes the environment that this checkout does not have yet."""
    return command.args[:2] == ("-m", "venv") and not exists(f"{here}{ENVIRONMENT}python")


def checkout_of(folder: str) -> str:
    """Return the checkout of this repository that a folder lies in, "" when it lies in none."""
    folder = normal(folder)
    while folder:
        if is_checkout(folder):
            return folder
        folder = folder.rpartition("/")[0]
    return ""


def is_checkout(root: str) -> bool:
    """Return whether a folder is a checkout of this repository."""
    try:
        descriptor = posix.open(f"{root}/pyproject.toml", posix.O_RDONLY | posix.O_NONBLOCK)
    except OSError:
        return False
    try:
        return MARK in posix.read(descriptor, 4096)
    except OSError:
        return False
    finally:
        posix.close(descriptor)


def exists(path: str) -> bool:
    """Return whether there is something at a path."""
    try:
        posix.stat(path)
    except OSError:
        return False
    return True


def normal(path: str) -> str:
    """Return an absolute path without `.`, `..` and double slashes, as spelled; "" for any other."""
    kept: list[str] = []
    for part in path.split("/"):
        if part == "..":
            kept[-1:] = []
        elif part not in ("", "."):
            kept.append(part)
    return "/" + "/".join(kept) if path.startswith("/") else ""
