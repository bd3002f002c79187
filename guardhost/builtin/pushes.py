"""What a `git push` sends where: each destination, whether it is the default branch, and what is forced on it."""

from __future__ import annotations

from guardhost.builtin.git_acts import USUAL
from guardhost.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.builtin.git_acts import Act

_OWN = ("$(git branch --show-current)", "$(git rev-parse --abbrev-ref HEAD)", "$(git symbolic-ref --short HEAD)")
_REPLACES = "replaces what the remote has"
_REMOVES = "removes what the remote has"


class Push(Record):
    """One destination; `how` is what is forced there: "" nothing, "lease", or what it does in words."""

    target: str = ""  # branch or ref, "" when it is not known
    how: str = ""
    default: bool = False

    @property
    def shown(self) -> str:
        """The push in words."""
        return f"A push to `{self.target}`" if self.target else "The push"


def pushes(act: Act) -> tuple[Push, ...]:
    """Return the destinations of a push; none for a dry run and for a repository in a temporary folder."""
    if act.given("dry_run") or _is_scratch(act):
        return ()
    options = "".join(f" {word}".lower() for word in (act.command.vcs.options if act.command.vcs is not None else ()))
    if act.given("mirror") or ("remote." in options and ".mirror=" in options and "=false" not in options):
        return (Push(how="makes the remote a mirror and removes every other branch there"),)
    pruned = "removes branches that are not here" if act.given("prune") else ""
    forced = act.given("force") or any(len(word) > 3 and "--force".startswith(word) for word in act.call.unknown)
    how = _REPLACES if forced else "lease" if act.given("force_with_lease") else pruned
    words = act.words("refspecs")
    if not words:
        if ".push=+" in options:
            how = _REPLACES
        if act.given("all", "branches") or "push.default=matching" in options:
            return (_every(act, how or pruned),)
        return (_to(act, "", how or pruned),) if not act.given("tags") else (Push(how=how),)
    return tuple(_refspec(act, word, how, pruned) for word in words)


def _is_scratch(act: Act) -> bool:
    remote = next(iter(act.words("remote", "repo")), None)
    return remote is not None and remote.known and remote.startswith(("/tmp/", "/var/tmp/", "file:///tmp/"))  # noqa: S108 - compared


def _refspec(act: Act, word: object, how: str, pruned: str) -> Push:
    text = str(word)
    if not getattr(word, "known", True):
        if any(asked in str(getattr(word, "raw", "")) for asked in _OWN) and not how:
            return _to(act, "", pruned)
        parts = getattr(word, "parts", ()) or (None,)
        first = str(parts[0] or "")
        plus = first.startswith("+") or (parts[0] is None and how == "")
        return (
            Push(how=how or pruned or (_REPLACES if first.startswith("+") else _REMOVES if first == ":" else ""))
            if plus or how
            else Push()
        )
    if act.given("delete"):
        return _to(act, text, _REMOVES)
    plus, spec = text.startswith("+"), text.lstrip("+")
    if spec == ":":
        return _every(act, _REPLACES if plus else how or pruned)
    source, colon, target = spec.partition(":")
    if colon and not source and target:
        return _to(act, target, _REMOVES)
    return _to(act, target or source, _REPLACES if plus else how or pruned)


def _every(act: Act, how: str) -> Push:
    """Return a push of every branch that both sides have: the default branch is one of them."""
    return Push(target=(act.work.default_branch() if act.work is not None else "") or USUAL[0], how=how, default=True)


def _to(act: Act, target: str, how: str) -> Push:
    branch = target.removeprefix("refs/heads/").removeprefix("heads/")
    if branch in ("", "HEAD", "@"):
        branch = act.branch
    return Push(target=branch, how=how, default=_is_default(act, branch))


def _is_default(act: Act, branch: str) -> bool:
    known = act.work.default_branch() if act.work is not None else ""
    return bool(branch) and branch in ("*", known, *USUAL)
