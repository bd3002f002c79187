"""Which root policy file a side has."""

from __future__ import annotations

from guardhost.model.errors import PolicyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.judges.source import Source

FORMS = ("guard.py", "policy/guard.py")


def root_form(source: Source, forms: tuple[str, ...] = FORMS) -> str | None:
    """Return the root policy file relative to the root, None when there is none.

    Both present raises `PolicyError` GH1045, since one of them would read as guarding and never be asked.
    """
    found = [form for form in forms if _there(source, form)]
    if len(found) > 1:
        what = f"both `{found[0]}` and `{found[1]}` are there, and only one can be the root policy"
        fix = f"keep one of them; what `{found[1]}` defines can be imported from `{found[0]}`"
        raise PolicyError("GH1045", what, where=f"{source.name(found[1])}:1", fix=fix)
    return found[0] if found else None


def _there(source: Source, form: str) -> bool:
    folder, _, _ = form.rpartition("/")
    try:
        if folder and not source.is_dir(folder):
            return False
    except PolicyError:
        if source.read(form) is None:  # a link that leads elsewhere, to something that is no policy
            return False
        raise
    return source.read(form) is not None
