"""Version-control calls with their global options taken off: git, hg, sl, jj."""

from __future__ import annotations

from guardhost.model.line import VcsCall, Word

# Global options that take a value in the next word: (short letters, long names), and whether they may stand anywhere.
_HG_LONGS = ("--repository", "--repo", "--cwd", "--config", "--encoding", "--encodingmode", "--color", "--pager")
_JJ_LONGS = ("--repository", "--config", "--config-toml", "--config-file", "--at-op", "--at-operation", "--color")
_GIT_LONGS = ("--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source", "--exec-path")
_VALUED = {
    "git": (("-C", "-c"), _GIT_LONGS, False),
    "hg": (("-R",), _HG_LONGS, True),
    "sl": (("-R",), _HG_LONGS, True),
    "jj": (("-R",), _JJ_LONGS, True),
}
_HG_FLAGS = frozenset((
    "-y", "--noninteractive", "-q", "--quiet", "-v", "--verbose", "--debug", "--traceback", "--profile", "--time",
    "--hidden",
))  # fmt: skip
_JJ_FLAGS = frozenset((
    "--ignore-working-copy", "--ignore-immutable", "--debug", "--quiet", "--no-pager",
))  # fmt: skip
_FLAGS = {"hg": _HG_FLAGS, "sl": _HG_FLAGS, "jj": _JJ_FLAGS}
_FOLDERS = ("-C", "-R", "--repository", "--repo", "--cwd")
_ATTACHED_ONLY = ("--exec-path",)


def call(tool: str, args: tuple[Word, ...]) -> VcsCall:
    """Return the call: subcommand, its own words, the global options that were taken off, the folder that they name."""
    anywhere = _VALUED[tool][2]
    taken: list[Word] = []
    folder: str | None = ""
    subcommand: Word | None = None
    own: list[Word] = []
    at = 0
    while at < len(args):
        word = args[at]
        width = _global(tool, word, first=subcommand is None) if subcommand is None or anywhere else 0
        if word == "--" and subcommand is not None:
            own.extend(args[at:])
            break
        if width:
            width = min(width, len(args) - at)
            taken.extend(args[at : at + width])
            folder = _folder(folder, args[at : at + width])
            at += width
            continue
        if subcommand is None:
            subcommand = word
        else:
            own.append(word)
        at += 1
    name = str(subcommand) if subcommand is not None and subcommand.known else ""
    return VcsCall(tool=tool, subcommand=name, args=tuple(own), options=tuple(taken), directory=folder)


def _global(tool: str, word: Word, *, first: bool) -> int:
    """Return how many words a global option takes here, 0 when the word is none."""
    text = str(word) if word.known else str((word.parts or ("",))[0] or "")
    if not text.startswith("-") or text == "-":
        return 0
    shorts, longs, _ = _VALUED[tool]
    name, equals, _ = text.partition("=")
    if text in shorts or (name in longs and not equals and name not in _ATTACHED_ONLY):
        return 2
    if name in longs or any(text.startswith(short) and not text.startswith("--") for short in shorts):
        return 1
    if text in _FLAGS.get(tool, ()):
        return 1
    return 1 if first and text != "--" else 0


def _folder(before: str | None, words: tuple[Word, ...]) -> str | None:
    head = words[0]
    text = str(head) if head.known else str((head.parts or ("",))[0] or "")
    name = next((one for one in _FOLDERS if text == one or text.startswith(one + "=")), "")
    short = text[:2] if not text.startswith("--") and text[:2] in ("-C", "-R") else ""
    if not name and not short:
        return before
    if not head.known or (len(words) > 1 and not words[1].known):
        return None
    given = str(words[1]) if len(words) > 1 else text[len(name) + 1 :] if name else text[2:]
    if not given or before is None:
        return before
    return given if given.startswith("/") or not before else before.rstrip("/") + "/" + given


def started(found: VcsCall | None) -> list[Word | tuple[Word, ...]]:
    """Return what a git call starts: texts for a shell, or words of a program."""
    if found is None or found.tool != "git":
        return []
    out: list[Word | tuple[Word, ...]] = []
    args = found.args
    if found.subcommand == "rebase":
        for at, word in enumerate(args):
            if word in ("-x", "--exec") and at + 1 < len(args):
                out.append(args[at + 1])
            elif word.startswith("--exec="):
                out.append(Word(word[7:], raw=word.raw))
            elif word.startswith("-x") and len(word) > 2:
                out.append(Word(word[2:], raw=word.raw))
    elif found.subcommand == "bisect" and args[:1] == ("run",) and len(args) > 1:
        out.append(args[1:])
    elif found.subcommand == "submodule" and "foreach" in args:
        rest = [word for word in args[args.index(Word("foreach")) + 1 :] if not word.startswith("-") or not word.known]
        if rest:
            out.append(Word(" ".join(rest)) if all(word.known for word in rest) else Word(known=False))
    elif found.subcommand == "filter-branch":
        out.extend(args[at + 1] for at, word in enumerate(args[:-1]) if word.endswith("-filter"))
    return out
