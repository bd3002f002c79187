"""What the verbs share that take a shell line: it is one word, or a file has one a line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from guardhost.model.mistakes import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Quoted(click.Command):
    """A verb that takes a shell line; a line that was left without quotes is recognised by what follows its first word."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words, or raise one sentence that shows the line in quotes."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption:
            line = _unquoted(words)
            if not line:
                raise
        except click.UsageError as error:
            line = _unquoted(words)
            if "unexpected extra argument" not in error.message or not line:
                raise
        fix = f"quote the line, so that it is one word: guardhost {ctx.info_name} '{line}'"
        raise UsageError("GH1301", f"`{ctx.info_name}` takes the line as one word", fix=fix)


def _unquoted(words: list[str]) -> str:
    """Return the line that words without quotes were meant to be, "" when there is no word that could begin one."""
    first = next((at for at, word in enumerate(words) if not word.startswith("-")), None)
    return "" if first is None or " " in words[first] else " ".join(words[first:])


def one_of(line: str | None, batch: str | None, verb: str) -> None:
    """Raise `UsageError` unless a verb was given a line or a file, and not both."""
    if (line is None) == (batch is None):
        raise UsageError(
            "GH1301", f"`{verb}` takes one line or --batch FILE", fix=f"such as `guardhost {verb} 'git status'`"
        )


def lines(path: str, what: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file (`-` for standard input) that are not blank, numbered from 1; `what` is in it."""
    if path == "-":
        yield from _told(sys.stdin.buffer)
        return
    try:
        with open(path, "rb") as file:
            yield from _told(file)
    except OSError as error:
        raise UsageError(
            "GH1301", f"`{path}` cannot be read ({error.strerror})", fix=f"give a file of {what}, or -"
        ) from None


def _told(file: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in enumerate(file, 1) if line.strip())
