"""Whether the guard is really on. Presence is no proof: what is wired is run, and its answers are read.

Each check is a row here (name, what it shows, how to mend it, its page) and a function of the same name in the file of
its group, which is lent everything that it looks at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

# verified: seen to work; problem: works, and should be mended; unprobed: no answer in time; uncovered: nothing judges
# there; invalid: broken, or another build.
VERIFIED, PROBLEM, UNPROBED, UNCOVERED, INVALID = "verified", "problem", "unprobed", "uncovered", "invalid"
WEIGHT = {VERIFIED: 0, PROBLEM: 1, UNPROBED: 1, UNCOVERED: 2, INVALID: 2}
WORDS = ("ok", "problems", "broken")
SESSION = "guardhost-doctor"  # the session of every canary: the trail does not count it


@dataclass(frozen=True)
class Check:
    """One row: `group` is its file, `fix` the command that mends what it finds, `page` the code that explains it."""

    name: str
    group: str
    what: str
    fix: str
    page: str


CHECKS = (
    Check("host", "hosts", "the host runs the guard, which refuses a forbidden call in time", "guardhost install", "GH1601"),
    Check("host_version", "hosts", "the host's version keeps hooks as they are written", "update the host", "GH1601"),
    Check("policy", "policy", "the policy that judges here loads", "guardhost test", "GH1602"),
    Check("pending", "pending", "no loosening of the policy waits for a commit", "commit the policy", "GH1602"),
    Check("policy_cost", "policy", "the policy's imports cost little on each call", "import it inside the rule", "GH1602"),
    Check("settings", "policy", "your own guard.yaml is understood", "mend the file", "GH1602"),
    Check("recent", "trail", "every call of the last day was judged", "guardhost log --since 1d", "GH1605"),
    Check("trail", "trail", "what is judged here is recorded, and kept whole", "guardhost log --last 5", "GH1605"),
    Check("state_folder", "state", "the state folder can be written and is closed to others", "mend the folder", "GH1603"),
    Check("crashes", "state", "guardhost itself did not fail", "report it, then remove the file", "GH1603"),
    Check("unfinished", "state", "every judgement that began was finished", "guardhost log --last 20", "GH1603"),
    Check("clock", "state", "the clock does not run behind what was recorded", "set the clock", "GH1603"),
    Check("guardhost_on_path", "programs", "the guardhost on PATH is the one that is wired", "guardhost install", "GH1604"),
    Check("startup", "programs", "the hook's start-up files are current", "guardhost install", "GH1604"),
    Check("git", "programs", "there is a git to read what is committed", "install git", "GH1604"),
    Check(
        "shfmt", "programs", "there is a reader for compound shell lines", "pip install --force-reinstall shfmt-py", "GH1604"
    ),
)


@dataclass(frozen=True)
class Found:
    """What a check saw: `detail` in one sentence; `fix` when it is not the check's own; `host` when it is about one."""

    status: str
    detail: str
    fix: str = ""
    host: str = ""


@dataclass(frozen=True)
class Finding:
    """A check with what it saw: what is printed."""

    check: Check
    found: Found

    def as_json(self) -> dict[str, str]:
        """Return the finding as an object of text; the fix is "" where nothing is to be mended."""
        return {
            "check": self.check.name.replace("_", "-"),
            "status": self.found.status,
            "host": self.found.host,
            "what": self.check.what,
            "detail": self.found.detail,
            "fix": "" if self.found.status == VERIFIED else self.found.fix or self.check.fix,
            "page": self.check.page,
        }


@dataclass(frozen=True)
class Ran:
    """What a wired line did: its exit status, its standard output, the seconds that it took, its standard error."""

    status: int
    stdout: bytes
    seconds: float
    stderr: bytes = b""


@dataclass(frozen=True)
class Here:
    """What the checks are lent.

    `ask` runs a program and returns what it prints ("" on any failure), `run` a shell line with standard input in a
    folder (None when it does not end in the seconds given), `now` is Unix time in seconds; `managed` are the settings
    files that administrators write, host -> paths.
    """

    env: Mapping[str, str]
    cwd: str
    ask: Callable[[list[str], float], str]
    run: Callable[[str, bytes, str, float], Ran | None]
    now: Callable[[], float]
    managed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def examine(here: Here, checks: Iterable[Check] = CHECKS) -> tuple[Finding, ...]:
    """Run the checks. One that fails itself is `unprobed` and says why; the others still run."""
    findings: list[Finding] = []
    for check in checks:
        function = getattr(import_module(f"guardhost.doctor.{check.group}"), check.name)
        try:
            seen = list(function(here))
        except Exception as error:  # noqa: BLE001 - one broken check must not hide what the others see
            seen = [Found(UNPROBED, f"the check itself failed: {type(error).__name__}: {error}", fix="report it")]
        findings += [Finding(check, found) for found in seen]
    return tuple(findings)


def exit_status(findings: Iterable[Finding]) -> int:
    """Return 0 when everything is verified, 1 for problems, 2 when something is broken."""
    return max((WEIGHT[finding.found.status] for finding in findings), default=0)
