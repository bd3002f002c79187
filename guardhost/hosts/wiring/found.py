"""Which interpreter and which guardhost a launcher starts, and whether they are safe to start."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from guardhost.hosts.wiring.launcher import Launch
from guardhost.hosts.wiring.origin import of_record, own
from guardhost.model.errors import GuardError
from guardhost.world.state import home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SECONDS = 10.0
_ASK = """import guardhost; print(guardhost.__file__); print(guardhost.__version__)
from importlib.metadata import distributions
for one in distributions(name="guardhost"): print(one.read_text("direct_url.json") or "")"""
_BUILD = """from guardhost.startup import build, current; from guardhost.world.build import package
print(current(package()) or build(package()))"""
BUILD_SECONDS = 60.0


def launch(env: Mapping[str, str], state: str, interpreter: str = "") -> Launch:
    """Return what a launcher for this person starts: the guardhost that runs, or that of another interpreter.

    Raises GH1504 when the interpreter has no guardhost.
    """
    git = shutil.which("git", path=env.get("PATH")) or ""
    git = os.path.abspath(git) if git else ""
    if not interpreter or os.path.abspath(interpreter) == sys.executable:
        from guardhost import __version__
        from guardhost.world.build import package

        return Launch(sys.executable, f"{package()}/stub.py", state, git, __version__, own())
    path = os.path.abspath(shutil.which(interpreter, path=env.get("PATH")) or interpreter)
    said = ask([path, "-I", "-c", _ASK], SECONDS).splitlines()
    if len(said) < 2:
        source = own()
        how = f"{shlex.quote(path)} -m pip install {source}" if source else "as its README says"
        fix = f"install guardhost there first: {how}"
        raise GuardError("GH1504", f"the interpreter {path} does not start, or has no guardhost", fix=fix)
    return Launch(
        path, f"{os.path.dirname(said[0])}/stub.py", state, git, said[1], next(filter(None, map(of_record, said[2:])), "")
    )


def ask(words: list[str], seconds: float) -> str:
    """Return what a program prints on standard output, "" when it fails, hangs or is not there."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=True)
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return done.stdout


def hasten(started: Launch, probe: Callable[[list[str], float], str] = ask) -> bool:
    """Make the start-up files of what a launcher starts, unless they are current; False when they cannot be written."""
    package = os.path.dirname(started.stub)
    if started.interpreter == sys.executable:
        from guardhost.startup import build, current

        return current(package) or build(package)
    return probe([started.interpreter, "-I", "-c", _BUILD], BUILD_SECONDS).strip() == "True"


def version(program: str, env: Mapping[str, str], probe: Callable[[list[str], float], str] = ask) -> str:
    """Return what `PROGRAM --version` prints, "" when it is not on PATH or does not answer in 10 s."""
    path = shutil.which(program, path=env.get("PATH"))
    return probe([path, "--version"], SECONDS).strip() if path else ""


def safe(started: Launch, env: Mapping[str, str]) -> None:
    """Raise GH1504 when the interpreter or the package lies inside a repository, where an agent may change it."""
    for what, path in (("the interpreter", started.interpreter), ("the guardhost", started.stub)):
        root = repository_of(path, home(env))
        if root:
            raise GuardError(
                "GH1504",
                f"{what} at {path} lies inside the repository {root}, where an agent may change it",
                fix=f"install it elsewhere: {_elsewhere(started)}",
            )


def _elsewhere(started: Launch) -> str:
    """Return the commands that install this guardhost, from its sources where it runs from them, into the home."""
    sources = os.path.dirname(os.path.dirname(started.stub))
    what = shlex.quote(sources) if os.path.exists(f"{sources}/pyproject.toml") else started.source
    if not what:
        return "make an environment outside of every repository and install guardhost there as its README says"
    return f"python3 -m venv ~/.guardhost && ~/.guardhost/bin/pip install {what} && ~/.guardhost/bin/guardhost install"


def repository_of(path: str, home_folder: str) -> str:
    """Return the root of the repository that holds `path`, "" when none does.

    The last link is not followed: an environment's `python` points at a base installation, which the environment is
    not. A home folder, and a tool's own folder right below it (`~/.pyenv`), may be under version control: no project.
    """
    folder = os.path.realpath(os.path.dirname(path))
    while folder not in ("", "/"):
        if os.path.lexists(f"{folder}/.git") and not _of_person(folder, home_folder):
            return folder
        folder = os.path.dirname(folder)
    return ""


def _of_person(root: str, home_folder: str) -> bool:
    own = os.path.realpath(home_folder) if home_folder else ""
    return bool(own) and (root == own or (os.path.dirname(root) == own and os.path.basename(root).startswith(".")))
