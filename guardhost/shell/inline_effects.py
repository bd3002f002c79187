"""What the code of a program does to files, as touches of the line."""

from __future__ import annotations

from guardhost.model.line import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command
    from guardhost.shell.effects import Found
    from guardhost.shell.inline import Does


def everywhere(found: Found, commands: tuple[Command, ...], did: tuple[tuple[Command, Does], ...]) -> None:
    """Let code that runs in one of several folders do in each what it does: its program stands once for each of them."""
    shown = {(id(command.word), command.args): command for command, _ in did if command.cwd is None}
    for command in commands:
        same = shown.get((id(command.word), command.args))
        if same is not None and same is not command:
            found.did.setdefault(id(command), found.did[id(same)])


def replay(found: Found, does: Does) -> None:
    """Add what code does to what the line does."""
    found.unknown = found.unknown or does.unknown
    found.network = found.network or does.network
    found.changes_env = found.changes_env or does.changes_env
    for kind, word, more in does.touches:
        given = dict(more)
        into = given.pop("into", False)
        source = given.get("source")
        for name in ("to", "source"):
            value = given.get(name)
            if isinstance(value, Word):
                given[name] = found.target(value)
        found.add(kind, word, **given)
        if into and isinstance(source, Word):
            found.add(kind, found.inside(word, source), **{**given, "certain": False})
