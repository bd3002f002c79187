"""What a glob on a line stands for on the disk now."""

from __future__ import annotations

from guardhost.model.pattern import fits, letters, share, tokens
from guardhost.world.files import names, present

MOST_LOOKED = 20_000  # names


def expand(pattern: str, most: int) -> list[str]:
    """Return the paths that an absolute pattern stands for, in order, at most `most`: as a shell does without options."""
    found = [""]
    left = MOST_LOOKED
    for part in pattern.strip("/").split("/"):
        if not any(char in part for char in "*?["):
            found = [f"{folder}/{part}" for folder in found]
            continue
        grown: list[str] = []
        for folder in found:
            listed = names(folder or "/")
            left -= len(listed)
            if left < 0 or len(grown) >= most:
                break
            grown.extend(f"{folder}/{name}" for name in listed if _meant(name, part))
        found = grown[:most]
    return [path for path in found if present(path)]


def _meant(name: str, part: str) -> bool:
    if name.startswith(".") and not part.startswith("."):
        return False
    return fits(name, part) if "[" not in part else share(letters(name), tokens(part, of_line=True))
