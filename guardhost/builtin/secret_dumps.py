"""The environment of a program, told by tools that are no shell: `jq`, `awk`, `ps`."""

from __future__ import annotations

from guardhost.builtin.secrets import names_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

_TOLD = "The environment holds tokens and passwords."
_NAMED = ("--arg", "--argjson", "--slurpfile", "--rawfile", "--indent")  # of `jq`, with two words or one behind them
# Letters that the old style of `ps` knows, and its options with a value in the next word.
_PS = frozenset("aAxefHjlLnNsuvwXgrcSTmZ")
_VALUED = ("-u", "-U", "-p", "-C", "-g", "-G", "-o", "-t", "-s", "-q", "-O", "-N", "--sort", "--pid", "--user", "--ppid")


def dumps(command: Command) -> str:
    """Return how such a program would tell the environment, "" for anything else."""
    name = command.program
    words = [str(word) for word in command.args]
    if name in ("jq", "gojq", "jaq"):
        return _TOLD if any(_whole(text, mark) for text in _filters(words) for mark in ("$ENV", "env")) else ""
    if name in ("awk", "gawk", "mawk", "nawk"):
        return _TOLD if any(_whole(text, "ENVIRON") for text in words) else ""
    if name == "ps":
        shows = any(_is_old_style(word, words[at - 1] if at else "") for at, word in enumerate(words))
        clusters = [word for word in words if word.startswith("-") and not word.startswith("--")]
        return _TOLD if shows or any("E" in word[1:] for word in clusters) else ""
    return ""


def _filters(words: list[str]) -> list[str]:
    """Return the program among the words of `jq`."""
    at = 0
    while at < len(words):
        if words[at] in _NAMED:
            at += 2 if words[at] == "--indent" else 3
        elif words[at].startswith("-"):
            at += 1
        else:
            return [words[at]]
    return []


def _whole(text: str, mark: str) -> bool:
    """Whether a text takes all of the environment under a name, or a secret out of it: not `env.HOME`."""
    at = text.find(mark)
    while at >= 0:
        before, rest = text[at - 1 : at] if at else "", text[at + len(mark) :]
        following = rest.lstrip(' ."[]').lstrip("'")
        end = next((i for i, char in enumerate(following) if not (char.isalnum() or char == "_")), len(following))
        bare = not (before.isalnum() or before in ("_", ".", "$", '"')) and not (
            rest[:1].isalnum() or rest[:1] in ("_", ":")
        )
        named = rest[:1] == "." or rest[:2] in ('["', "['")
        if bare and (names_secret(following[:end]) if named and end else True):
            return True
        at = text.find(mark, at + 1)
    return False


def _is_old_style(word: str, before: str) -> bool:
    return "e" in word and set(word) <= _PS and before not in _VALUED
