"""Put one event down in the trail."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guardhost.judgement.scene import Scene
    from guardhost.model.event import Event
    from guardhost.model.outcome import Outcome

MOST_NOTE = 600  # characters of a note that the record keeps
PREVIEW = 160  # characters of what was asked that the record itself carries
FULL = 4 << 20  # bytes; a longer segment of the trail is looked after, see `guardhost.world.retention`
CANARY = "guardhost-doctor"  # the session of what `guardhost doctor` tries: it is no one's call
SHORT = 2000  # characters; in a longer text what is searched for once is found sooner than what is hinted at
# What a text with a secret in it has, as `guardhost.world.masking` knows it, in lower case. Most texts have none of it.
HINTS = (
    "password", "passwd", "passphrase", "passwort", "pwd", "secret", "token", "credential", "authorization", "cookie",
    "bearer", "api_key", "api-key", "apikey", "access_key", "access-key", "accesskey", "private", "auth_key", "auth-key",
    "authkey", "_key", "accountkey", "_auth", "curl", "wget", "http -", "sshpass", "mysql", "mariadb", "docker login",
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "xapp-", "sk-", "sk_", "rk_", "whsec_",
    "akia", "asia", "aiza", "ya29.", "npm_", "pypi-", "hf_", "dop_v1_", "lin_api_", "sg.", "eyj", "dckr_pat_", "glsa_",
    "hvs.",
)  # fmt: skip


def record(scene: Scene, outcome: Outcome, policy: str = "") -> int:
    """Record what was asked, what was decided and by what `policy` (its digest).

    Returns the bytes that the trail's last segment has then, 0 when the record could not be kept.
    """
    lent = scene.lent
    if not lent.state.usable:
        return 0
    event = scene.event
    if event.session.startswith(CANARY):
        return 1
    from guardhost import __version__
    from guardhost.world.trail import append

    entry: dict[str, Any] = {
        "time": round(scene.now, 3),
        "kind": event.seam or event.moment,
        "host": event.host,
        "session": event.session,
        "agent": event.agent,
        "call_id": event.call_id,
        "tool": event.tool or event.name,
        "cwd": event.cwd,
        **_asked(scene, event),
        "decision": outcome.decision,
        "rule": outcome.rule,
        "decided_by": outcome.decided_by,
        "policy": policy,
        "read_only": outcome.read_only,
        "elapsed_ms": round(outcome.elapsed_ms, 2),
        "version": __version__,
    }
    if event.status is not None:
        entry["status"] = event.status
    if outcome.ref:
        entry["ref"] = outcome.ref
    if outcome.notes:
        entry |= {"noted": list(outcome.noted), "notes": [masked(note)[:MOST_NOTE] for note in outcome.notes]}
    if outcome.next and entry.get("text"):
        entry["next"] = [masked(one) for one in outcome.next]
    return append(scene.folder, {key: value for key, value in entry.items() if value not in ("", None)})


def _asked(scene: Scene, event: Event) -> dict[str, Any]:
    """Return what was asked as the person's settings want it: its text as a blob with a preview, its digest, or nothing."""
    how = scene.settings.record if scene.settings is not None else "text"
    if how == "off":
        return {}
    text = scene.text if scene.text is not None else asked_text(event)
    named = {}
    if event.spawn is not None and how == "text":
        named = {"description": masked(event.spawn.description), "to": event.spawn.to}
    if not text:
        return named
    if how == "text" and len(text) <= PREVIEW and "\n" not in text:
        return {**named, "text": text}
    data = text.encode("utf-8", "surrogateescape")
    if how == "digest":
        from guardhost.world.files import digest

        return {"asked": digest(data)}
    from guardhost.world.trail import put_blob

    return {**named, "asked": put_blob(scene.folder, data), "text": text[:PREVIEW].split("\n", 1)[0] + " ..."}


def asked_text(event: Event) -> str:
    """Return what a call asks for, as text without secrets."""
    if event.seam == "command":
        return masked(event.command)
    if event.seam == "write":
        return _encoded([dict(call.__dict__) for call in event.writes])
    if event.seam == "spawn" and event.spawn is not None:
        return masked(event.spawn.prompt)
    if event.seam == "tool":
        return _encoded(dict(event.args))
    return masked(event.text)


def _encoded(value: Any) -> str:
    from guardhost.model.jsontext import encode

    if not _is_long(value):  # a long one is searched anyway, and to encode it twice takes as long again
        text = encode(value)
        if not may_hold_secrets(text):
            return text
    from guardhost.world.masking import mask_value

    return encode(mask_value(value))


def _is_long(value: Any) -> bool:
    """Whether any text in a value is longer than what is looked at for hints."""
    if isinstance(value, str):
        return len(value) > SHORT
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return any(_is_long(one) for one in values)


def masked(text: str) -> str:
    """Return `text` with the secrets in it masked."""
    if not may_hold_secrets(text):
        return text
    from guardhost.world.masking import mask

    return mask(text)


def may_hold_secrets(text: str) -> bool:
    """Whether a text has any hint of a secret, in a look that costs a plain line a few microseconds."""
    if len(text) > SHORT:
        return True
    low = text.lower()
    for hint in HINTS:
        if hint in low:
            return True
    return ("://" in low and "@" in low) or "-----begin" in low
