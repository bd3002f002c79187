"""The operands of a command, given the names that its notation has for them."""

from __future__ import annotations

from guardhost.model.structured import cut, head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from guardhost.model.line import Word

    Store = Callable[[str, Word, str], None]


def assign(form: str, before: list[Word], after: list[Word], given: Mapping[str, Any], store: Store) -> None:
    """Store the operands in front of `--` and behind it under the names of `form`; `given` are the options' arguments."""
    front, _, behind = form.partition("--")
    if not behind:
        before, after = [*before, *after], []
    _fill(_active(front, given), before, store)
    _fill(_active(behind, given), after, store)


def _active(form: str, given: Mapping[str, Any]) -> list[str]:
    """Return the names that a line with these options has room for."""
    tokens = [token.split("!") for token in form.split()]
    return [name for name, *instead in tokens if all(given.get(one) in (None, False) for one in instead)]


def _fill(names: list[str], words: list[Word], store: Store) -> None:
    left = list(words)
    for name in [name for name in names if name.endswith("=")]:
        left = _settings(name.rstrip("="), left, store)
        names.remove(name)
    many = next((at for at, name in enumerate(names) if name[-1] in "*."), len(names))
    for name in names[:many]:
        for word in left[:1]:
            store(name, word, "")
        del left[:1]
    last = names[many + 1 :]
    behind = left[1:][-len(last) :] if last else []  # the first of several may be there alone
    for word in left[: len(left) - len(behind)] if many < len(names) else ():
        store(names[many].rstrip("*."), word, "*")
    for name, word in zip(last[-len(behind) :], behind, strict=False):
        store(name, word, "")


def _settings(name: str, words: list[Word], store: Store) -> list[Word]:
    """Store the words such as `A=b`, and return the others; with the name `*` each is an argument of its own."""
    left = []
    for word in words:
        key, equals, _ = head(word).partition("=")
        if not equals or not key.replace("_", "").isalnum():
            left.append(word)
        elif name == "*":
            store(key, cut(word, len(key) + 1), "")
        else:
            store(name, word, "*")
    return left
