"""The only list of codes: what a `GHnnnn` means in one line. Each has its page in `docs/codes/`."""

from __future__ import annotations

CODES: dict[str, str] = {
    "GH1001": "a policy file could not be read",
    "GH1002": "a policy file raised while it was loaded",
    "GH1010": "a setting in the person's guard.yaml is unknown or has a wrong value",
    "GH1045": "a judge or a rule is registered or named in a way that could not hold",
    "GH1101": "a judge raised, or answered with something that is no verdict",
    "GH1102": "a fact was asked for outside a running judge",
    "GH1103": "a judge was still running when its time was up",
    "GH1201": "the host's payload could not be read",
    "GH1202": "an event of the generic host has an unknown key or a wrong value",
    "GH1301": "a command line of guardhost names an unknown verb, host or option",
    "GH1302": "this platform is not supported",
    "GH1401": "the state folder cannot be used",
    "GH1402": "the memory of rules that connect calls cannot be used",
    "GH1501": "a host's settings file could not be changed",
    "GH1502": "a starter file could not be written",
    "GH1503": "a program that guardhost needs is not on PATH",
    "GH1504": "the interpreter or the guardhost of a hook cannot be used",
    "GH1505": "no agent host was found to wire",
    "GH1601": "a host does not run the guard, or not as it should",
    "GH1602": "a policy or a setting that judges here is not as it should be",
    "GH1603": "the state folder is not as it should be",
    "GH1604": "a program that the guard stands on is not as it should be",
    "GH1605": "calls of the last day were not judged as they should have been",
    "GH1701": "a formula cannot be read",
    "GH1702": "a formula that shall refuse calls is of a class that cannot",
    "GH1703": "a formula refuses every call, or none",
    "GH1704": "a formula cannot be watched",
    "GH1901": "guardhost itself failed",
}
