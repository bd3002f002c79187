"""`guardhost init`: a starter policy with its examples and a test, beside what is there and never over it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from guardhost.judgement.scene import RULE_FORMS
from guardhost.model.errors import GuardError, PolicyError
from guardhost.model.mistakes import UsageError

GUARD = '''\
"""What a coding agent may run and change in this repository. The agent is asked nothing: guardhost asks this file."""

import guardhost as guard

# A rule is a function of one request. It returns a verdict, or None when it has nothing to say:
#   guard.advise(...)  the call runs, the agent reads the reason
#   guard.ask(...)     you decide
#   guard.deny(...)    the call does not run; the first line says what to do instead, `next` is the command for it
# The docstring is the rule's why. The lines in `tests` are run by `guardhost test`.


@guard.rule("ci-watch", tests=["deny: gh run watch 1", "deny: gh pr checks 3 --watch", "allow: gh pr checks 3"])
def ci_watch(req: guard.CommandRequest) -> guard.Answer:
    """Waiting on CI holds the session open and returns nothing that one read would not."""
    if any(call.program == "gh" and (call.tool == "gh_run_watch" or call.flag("--watch")) for call in req.calls):
        return guard.deny("read the board once instead of waiting on it", next="gh pr checks")
    return None


ADDERS = ("pip_install", "uv_add", "npm_install", "pnpm_add", "yarn_add", "cargo_add")


@guard.rule(
    "new-package",
    tests=["ask: npm install left-pad", "ask: cd web && pip install -U requests", "allow: npm install", "allow: npm ls"],
)
def new_package(req: guard.CommandRequest) -> guard.Answer:
    """A new dependency is code of somebody else that stays."""
    if any(call.tool in ADDERS and call.args.get("packages") for call in req.calls):
        return guard.ask("let the person decide about a new package, or do without it")
    return None


# Each of these is given one function; `strictest` makes one of several rules, all are asked.
# There are also guard.write, guard.change (each file that a call changes), guard.spawn and guard.tool.
# `guardhost explain policy` prints every field of every request.
guard.command(guard.strictest(ci_watch, new_package))
'''

RULES = """\
# Rules of this repository for a coding agent, beside guard.py: about single calls, and about what must come before what.
# With `mode: audit` nothing is refused: what would be is recorded and told (`guardhost log`). Take the line away when
# you like what you see. `guardhost library` lists ready rules, and `guardhost use NAME` takes one in.
mode: audit
rules:
  - id: no-skipped-hooks
    never: {tool: git_commit, with: {no_verify: true}}
    why: what the hooks of the repository check is checked on every commit
    fix: commit without --no-verify, and mend what the hook says
    tests:
      - "deny: git commit --no-verify -m x"
      - "allow: git commit -m x"

  # One that connects calls: a push needs a test run that succeeded since the last edit.
  # - id: tests-before-push
  #   before:
  #     first: {tool: pytest, succeeded: true}
  #     then: git_push
  #     since: [Write, Edit]
  #   fix: run pytest first
  #   tests:
  #     - "deny: git push"
  #     - ["allow: pytest", "allow: git push"]
"""

TEST = '''\
"""The policy of this repository, judged as an agent's calls are.

It needs `guardhost` and `pytest` in one environment: run it with the Python that guardhost lies in,
`PYTHON -m pytest {path}`, or install guardhost beside the project's own pytest; then plain `pytest` does.
"""

from pathlib import Path

from guardhost.testing import judge

ROOT = Path(__file__).resolve().parents[{depth}]


def test_waiting_on_ci_is_denied_with_the_command_that_reads_it_once() -> None:
    verdict = judge("gh run watch 123", root=str(ROOT))
    assert (verdict.decision, verdict.rule) == ("deny", "workspace:ci-watch")
    assert verdict.next == ("gh pr checks",)


def test_ordinary_work_passes() -> None:
    assert judge("git status", root=str(ROOT)).decision == "allow"
'''

FORMS = ("guard.py", "policy/guard.py")
NEXT = """
  guardhost test                        run the examples beside the rules
  guardhost check "gh run watch 123"    ask it about one line; nothing is run
  guardhost install                     have your agent ask it before every call
  guardhost explain policy              every field of every request
  {pytest}
"""


@click.command()
@click.option("--print", "only_print", is_flag=True, help="Print what would be written, and write nothing.")
def command(only_print: bool) -> None:
    """Write a commented starter guard.py, a guard.yaml that only records, and a pytest test; what is there is left."""
    root = _root(Path.cwd(), only_print=only_print)
    _not_both(root)
    policy = _policy(root)
    test = _tests(root) / "test_guard.py"
    relative = test.relative_to(root)
    rules = next((root / form for form in RULE_FORMS if (root / form).exists()), policy.with_name(RULE_FORMS[0]))
    starters = ((policy, GUARD), (rules, RULES), (test, TEST.format(depth=len(relative.parts) - 1, path=relative)))
    for path, text in starters:
        name = str(path.relative_to(root))
        if only_print:
            click.echo(f"--- {name}{' (is there, would be left)' if path.exists() else ''}\n{text}")
        else:
            click.echo(f"{_write(path, text)}  {name}")
    if not only_print:
        click.echo(NEXT.format(pytest=_pytest(str(relative))).rstrip())


def _root(cwd: Path, *, only_print: bool) -> Path:
    """Return the repository's root; `UsageError` in no repository, where no commit could hold what an agent loosens."""
    found = next((folder for folder in (cwd, *cwd.parents) if (folder / ".git").exists()), None)
    if found is None and not only_print:
        raise UsageError("GH1301", f"{cwd} lies in no git repository", fix="run `git init` first, or go into a repository")
    return found or cwd


def _not_both(root: Path) -> None:
    """Raise where both forms are there: no policy is loaded then."""
    if all((root / form).exists() for form in FORMS):
        what = f"both {FORMS[0]} and {FORMS[1]} are there, so that neither is loaded"
        raise PolicyError("GH1045", what, where=str(root), fix="keep one of them, and move the other's rules into it")


def _pytest(test: str) -> str:
    """Return how the test is run with the Python that runs here, which has guardhost."""
    from importlib.util import find_spec

    install = "" if find_spec("pytest") else f"{sys.executable} -m pip install pytest && "
    return f"{install}{sys.executable} -m pytest {test}"


def _policy(root: Path) -> Path:
    """Return the form of the root policy file that is there already, else `guard.py` at the root."""
    return next((root / form for form in FORMS if (root / form).exists()), root / FORMS[0])


def _tests(root: Path) -> Path:
    return next((root / name for name in ("tests", "test") if (root / name).is_dir()), root / "tests")


def _write(path: Path, text: str) -> str:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return "left   "
    except (OSError, ValueError) as error:
        what = f"`{path}` could not be written: {error}"
        raise GuardError("GH1502", what, fix="make its folder writable, or use `guardhost init --print`") from None
    return "written"
