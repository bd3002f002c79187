"""Does a `sed` script write or run something?"""

from __future__ import annotations


def sed_acts(script: str) -> bool:
    """Return whether a sed script may write a file or run a program (`w`, `W`, `e`, `s///w`, `s///e`); unsure means yes."""
    at, size = 0, len(script)
    while at < size:
        at = _address(script, at)
        if at < 0:
            return True
        if at >= size:
            return False
        char = script[at]
        if char in "wWeF" and char != "F":
            return True
        if char in "sy":
            at = _substitution(script, at)
            if at < 0:
                return True
        elif char in "aic":
            end = script.find("\n", at)
            if "\\\n" in script[at:]:
                return "w" in script or "e" in script
            at = size if end < 0 else end + 1
        elif char in "btTrR:":
            while at < size and script[at] not in ";\n}":
                at += 1
        else:
            at += 1
    return False


def _address(script: str, at: int) -> int:
    """Skip blanks, separators and addresses; -1 when one has no end."""
    size = len(script)
    while at < size:
        char = script[at]
        if char in " \t\n;{},!$~+0123456789":
            at += 1
        elif char == "/" or (char == "\\" and at + 1 < size):
            mark = "/" if char == "/" else script[at + 1]
            at = _closed(script, at + (1 if char == "/" else 2), mark)
            if at < 0:
                return -1
            while at < size and script[at] in "IM":
                at += 1
        elif char == "#":
            end = script.find("\n", at)
            at = size if end < 0 else end
        else:
            return at
    return at


def _closed(script: str, at: int, mark: str) -> int:
    """Return where the part that `mark` ends is over, -1 when it never is."""
    bracket = False
    while at < len(script):
        char = script[at]
        if char == "\\":
            at += 2
            continue
        if char == "[" and not bracket and script.find("]", at + 2) > 0:
            bracket = True
            at += 2 if script[at + 1 : at + 2] in ("]", "^") else 1
            continue
        if char == "]":
            bracket = False
        elif char == mark:
            # A mark inside brackets ends the part for some seds and not for others: neither reading may hide a flag.
            return at + 1
        at += 1
    return -1


def _substitution(script: str, at: int) -> int:
    """Skip `s/a/b/flags` or `y/a/b/`; -1 when a flag writes or runs, or when it has no end."""
    if at + 1 >= len(script) or script[at + 1] in "\\\n":
        return -1
    mark = script[at + 1]
    middle = _closed(script, at + 2, mark)
    end = _closed(script, middle, mark) if middle > 0 else -1
    if end < 0:
        return -1
    while end < len(script) and script[end] not in ";\n} \t#":
        if script[end] not in "gpiIm0123456789M":
            return -1
        end += 1
    return end
