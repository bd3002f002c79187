"""Which files a policy could load, read off its text, for a commit whose policy was never loaded here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guardhost.judges.source import Source

MOST_FILES = 200


def reachable(source: Source, forms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the paths that the files of a policy import or name, there or not; a text that does not parse names none."""
    found: dict[str, None] = {}
    left = list(forms)
    while left and len(found) < MOST_FILES:
        path = left.pop()
        if path in found:
            continue
        found[path] = None
        data = source.read(path) if path.endswith(".py") else None
        if data is not None:
            left.extend(_named(path, data))
    return tuple(found)


def _named(path: str, data: bytes) -> Iterator[str]:
    import ast

    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield from _files(name.name)
        elif isinstance(node, ast.ImportFrom):
            folder = path.split("/")[: -node.level] if node.level else []
            module = ".".join((*folder, node.module or "")).strip(".")
            yield from _files(module)
            for name in node.names:
                yield from _files(f"{module}.{name.name}".strip("."))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _like_a_path(node.value):
            yield node.value


def _files(module: str) -> Iterator[str]:
    if not module:
        return
    parts = module.split(".")
    for at in range(1, len(parts) + 1):
        base = "/".join(parts[:at])
        yield f"{base}.py"
        yield f"{base}/__init__.py"


def _like_a_path(text: str) -> bool:
    """Whether a text could name a file of the repository that a judge reads."""
    named = "." in text.rpartition("/")[2] or "/" in text
    return (
        named and len(text) < 200 and text.isprintable() and " " not in text and not text.startswith(("/", ".", "-", "http"))
    )
