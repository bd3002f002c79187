"""Force by other words than those of `git push`: settings that make every push replace or remove, and the plumbing of it."""

from __future__ import annotations

from guardhost.builtin.git_keys import configured

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.builtin.git_acts import Act
    from guardhost.builtin.matter import Matter

    Found = tuple[str, str]

_NO = ("false", "no", "off", "0", "")
_TEMPORARY = ("/tmp/", "/var/tmp/", "file:///tmp/")  # noqa: S108 - compared


def by_setting(key: str, value: str | None) -> str:
    """Return what a setting makes of every push, "" for nothing; None is a value that is not known before the run."""
    if not key.startswith("remote."):
        return ""
    if key.endswith(".mirror") and (value is None or value.lower() not in _NO):
        return f"`{key}` makes the remote a mirror, so that a push removes every other branch there"
    if key.endswith(".push") and (value is None or value.startswith(("+", ":"))):
        return f"`{key}` makes every push replace what the remote has"
    return ""


def by_act(act: Act, matter: Matter) -> Iterator[Found]:
    """Yield what a git call forces on a remote: a push by settings that it brings along, or a setting that it makes."""
    if act.name == "send_pack":
        yield from _sent(act)
        return
    if act.name.startswith("remote_add") and any(w in ("--mirror", "--mirror=push") for w in act.call.words):
        yield ("ask", "`--mirror` makes the remote a mirror, so that a push removes every other branch there.")
    if act.name == "push" and (act.given("dry_run") or act.words("refspecs")):
        return
    for key, value in configured(act, matter):
        if what := by_setting(key, str(value) if value is not None else None):
            yield ("deny" if act.name == "push" else "ask", f"{what}.")


def _sent(act: Act) -> Iterator[Found]:
    """`git send-pack`, the plumbing of a push."""
    words = act.command.vcs.args if act.command.vcs is not None else ()
    plain = [word for word in words if not word.startswith("-")]
    if "--dry-run" in words or (plain and plain[0].startswith(_TEMPORARY)):
        return
    if any(word in ("--force", "-f", "--mirror") for word in words) or any(w.startswith(("+", ":")) for w in plain[1:]):
        yield ("deny", f"{act.shown} replaces or removes what the remote has.")


def stored(act: Act) -> str:
    """Return what the settings of the repository make of a push that names no refs, "" for nothing."""
    if act.work is None or act.words("refspecs"):
        return ""
    remote = next(iter(act.words("remote", "repo")), None)
    name = str(remote) if remote is not None and remote.known else "origin"
    if "/" in name or ":" in name:
        return ""
    keys = (f"remote.{name}.mirror", f"remote.{name}.push")
    return next((what for key in keys if (value := act.work.setting(key)) and (what := by_setting(key, value))), "")
