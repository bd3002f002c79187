"""The host's answers to the facts that a judge asks for."""

from __future__ import annotations

from guardhost.model.errors import GuardError, PolicyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judges.facts import Asked
    from guardhost.judges.shelf import Shelf

REPOSITORY = ("branch", "default_branch", "dirty", "tracked", "unpushed")


def answer(facts: Asked, shelf: Shelf, words: list[str]) -> list[str]:
    """Return the fields of one answer. `ValueError` for a question that no judge's API asks; `GuardError` as told."""
    try:
        return _answer(facts, shelf, words)
    except (GuardError, ValueError):
        raise
    except Exception as error:
        what = f"the fact could not be had ({type(error).__name__})"
        raise PolicyError("GH1102", what, fix="`guardhost doctor` shows what is wrong") from error


def _answer(facts: Asked, shelf: Shelf, words: list[str]) -> list[str]:
    match words:
        case ["once", key]:
            return ["1" if facts.once(key) else "0"]
        case ["count", key]:
            return [str(facts.count(key))]
        case ["jobs"]:
            from guardhost.model.jsontext import encode

            return [encode([dict(vars(job)) for job in facts.jobs()])]
        case ["binary"]:
            binary = facts.binary()
            return [binary.path, binary.version, binary.stamp]
        case ["read", path]:
            return [_read(facts, shelf, path)]
        case ["happened", target, since]:
            from guardhost.model.jsontext import decode

            return ["1" if facts.happened(decode(target), decode(since) if since else None) else "0"]
        case ["repo", name, path] if name in REPOSITORY:
            return [facts.repo(name, path)]
    raise ValueError("no such fact")


def _read(facts: Asked, shelf: Shelf, path: str) -> str:
    parts = path.split("/")
    if path.startswith("/") or ".." in parts or "\0" in path or not path.strip("/."):
        what = f"`guard.read` reads files of the checkout, and {path!r} is none"
        raise PolicyError("GH1001", what, fix="give a path relative to the root")
    plain = "/".join(part for part in parts if part not in ("", "."))
    text = facts.read(plain)
    if text is None:
        shelf.absent[plain] = None
        raise PolicyError("GH1001", "there is no such file in the checkout", where=plain, fix="commit it, or do not read it")
    shelf.files.setdefault(plain, text.encode("utf-8", "surrogateescape"))
    return text
