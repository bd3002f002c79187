"""What a line's logic says of its programs: which ran, and how they ended, once another one runs or the line is over.

Facts are program number -> 0 (it ran and succeeded), 1 (it ran and failed) or None (it ran).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from guardhost.model.line import Command
    from guardhost.shell.reading import Reading

    # ("chain" | "pipe" | "list" | "not" | "if" | "over" | "left" | "opaque", where its parts begin and end, operators)
    Span: TypeAlias = tuple[str, tuple[int, ...], tuple[str, ...]]
    Facts: TypeAlias = dict[int, int | None]

# Wrappers that end before their program does, or with a status of their own.
DEAF = frozenset((
    "watch", "watchexec", "entr", "nodemon", "cargo-watch", "onchange", "reflex", "chokidar", "setsid", "script", "unbuffer",
    "tmux", "byobu", "screen", "dtach", "abduco", "zellij", "kitty", "foot", "wezterm", "alacritty", "xterm", "konsole",
    "x-terminal-emulator", "gnome-terminal", "xfce4-terminal", "terminator", "asciinema", "ttyrec", "ttyd", "pm2", "tsp",
    "sem", "at", "batch", "crontab", "trap", "alias", "start-stop-daemon", "daemonize", "daemon", "systemd-run", "launchctl",
    "foreman", "honcho", "overmind", "mprocs", "ifne", "find", "gfind", "fd", "fdfind", "sbatch", "less", "more", "man",
    "vi", "vim", "nvim", "view", "ed", "ex", "emacs",
))  # fmt: skip
FED = frozenset(("xargs", "gxargs", "parallel"))  # they start a program for what they are given
LEAVE = ("exit", "return", "logout", "exec", "source", ".")


class Logic:
    """The logic of one line."""

    def __init__(self, reading: Reading) -> None:
        self.commands = reading.commands
        self.spans: dict[tuple[int, int], list[Span]] = {}
        self.left: dict[tuple[int, ...], str] = {}  # the statements of which one way ends the shell, and that way
        for span in reading.spans:
            if span[0] == "left":
                self.left[span[1]] = span[2][0]
            else:
                self.spans.setdefault((span[1][0], span[1][-1]), []).append(span)
        # A program that is not known before the run may be `set +o pipefail`.
        self.clear = all(command.program or not command.word.raw for command in self.commands)
        self.all = [span for span in reading.spans if span[0] in ("chain", "if", "list")]

    def over(self, status: int) -> Facts:
        """Return what is known once the whole line has ended with a status."""
        end = len(self.commands)
        early = any(_may_end(command) or _strict(command, strict=False) for command in self.commands)
        sure = not status and all(map(_ends_badly, self.commands)) and not any(map(self._negated, self.spans))
        if early and not sure:
            return {}  # which of its statements gave the status is not known
        found = self._if(0, end, ok=status == 0)
        if early:
            found |= self._stayed((0, 0, end, end))
            for kind, bounds, _ in self.spans.get((0, end), ()):
                found |= self._passed(bounds, end - 1) if kind == "list" else {}
        return found

    def needs(self, number: int) -> Facts:
        """Return what is known of earlier programs when this one runs."""
        found: Facts = {}
        for kind, bounds, ops in self.all:
            if kind == "if":
                for part, ok in ((1, True), (2, False)):
                    if bounds[part] <= number < bounds[part + 1]:
                        found |= self._if(bounds[0], bounds[1], ok=ok)
            if kind == "list":
                found |= self._passed(bounds, number)
            for at, op in enumerate(ops):
                if bounds[at + 1] <= number < bounds[at + 2]:
                    found |= self._chained(bounds[: at + 2], ops[:at], ok=op == "&&", layer=None)
        return {at: how for at, how in found.items() if at < number}

    def _passed(self, bounds: tuple[int, ...], number: int) -> Facts:
        """Return what is known of the statements before one: where `a || exit` was passed, `a` has succeeded."""
        found: Facts = {}
        if not bounds[0] <= number < bounds[-1]:
            return found
        strict = False  # under `set -e`: each statement that failed would have ended the line
        whole = (bounds[0], bounds[-1]) == (0, len(self.commands)) and not self._tested(bounds)
        for start, end in zip(bounds, bounds[1:], strict=False):  # noqa: RUF007 - this is the hook's path
            if end > number:
                break
            found |= self._stayed((bounds[0], start, end, bounds[-1])) | self._looped(self.spans.get((start, end), []))
            kinds = [span[0] for span in self.spans.get((start, end), ())]
            if strict and (kinds == ["pipe"] or (end - start == 1 and not kinds)):
                found |= self._if(start, end, ok=True)
            if end - start == 1 and not kinds:
                strict = (strict or whole) and _strict(self.commands[start], strict=strict)
        return found

    def _negated(self, place: tuple[int, int]) -> bool:
        return any(kind == "not" for kind, _, _ in self.spans[place])

    def _tested(self, bounds: tuple[int, ...]) -> bool:
        return any(kind in ("not", "opaque") for kind, _, _ in self.spans.get((bounds[0], bounds[-1]), ()))

    def _stayed(self, place: tuple[int, int, int, int]) -> Facts:
        way = self.left.get(place, "")
        for kind, bounds, ops in self.spans.get((place[1], place[2]), ()) if way else ():
            if way in ("then", "else") and kind == "if":
                return self._if(bounds[0], bounds[1], ok=way == "else")
            if way in ("&&", "||") and kind == "chain" and ops[-1] == way:
                return self._chained(bounds[:-1], ops[:-1], ok=way == "||", layer=None)
        return {}

    def _if(self, start: int, end: int, *, ok: bool, layer: int | None = None) -> Facts:
        """Return what is known when a stretch of the line has ended well, or not.

        Several spans may cover the same stretch: `layer` of them, the inner ones, are still to be looked at; None is all.
        """
        kept = self.spans.get((start, end), [])
        layer = len(kept) if layer is None else layer
        if start >= end or (end - start > 1 and not self._whole(start, end, ok=ok)):
            return {}
        if not layer:
            return {} if _is_lost(self.commands[end - 1], ok=ok, alone=end - start == 1) else {end - 1: 0 if ok else 1}
        kind, bounds, ops = kept[layer - 1]
        if kind in ("opaque", "if", "over"):
            return self._looped(kept[:layer])
        if kind == "not":
            return self._if(start, end, ok=not ok, layer=layer - 1)
        if kind == "chain":
            return self._chained(bounds, ops, ok=ok, layer=layer)
        return self._in_turn(bounds, ok=ok, layer=layer, every="pipefail" in ops and self.clear)

    def _looped(self, kept: list[Span]) -> Facts:
        """Return what is known of a loop's condition once the loop is over: `until a` has seen `a` succeed."""
        if [span[0] for span in kept[-2:]] != ["over", "opaque"]:
            return {}  # it is none, or one that may not have been reached
        _, (start, end, last), ops = kept[-2]
        return self._if(start, end, ok=ops[0] == "until", layer=len(kept) - 3 if end == last else None)

    def _whole(self, start: int, end: int, *, ok: bool) -> bool:
        """Return whether the status of a stretch is one that its logic gave, and no `exit` on the way."""
        inside = self.commands[start:end]
        return not any(map(_may_end, inside)) or (ok and all(map(_ends_badly, inside)))

    def _part(self, bounds: tuple[int, ...], part: int, *, ok: bool, layer: int | None) -> Facts:
        start, end = bounds[part], bounds[part + 1]
        whole = layer is not None and (start, end) == (bounds[0], bounds[-1])
        return self._if(start, end, ok=ok, layer=layer - 1 if whole and layer is not None else None)

    def _in_turn(self, bounds: tuple[int, ...], *, ok: bool, layer: int, every: bool) -> Facts:
        """Return what is known of a pipe or a list: its last part gave the status, the others ran.

        A pipe under `pipefail` that has ended well did so in each of its parts.
        """
        last = max((at for at in range(len(bounds) - 1) if bounds[at] < bounds[at + 1]), default=0)
        found = self._part(bounds, last, ok=ok, layer=layer) if last == len(bounds) - 2 else {}
        for at in range(last if ok and every else 0):
            found |= self._part(bounds, at, ok=True, layer=layer)
        for at in range(len(bounds) - 1):
            if bounds[at + 1] - bounds[at] == 1 and self.commands[bounds[at]].certain:
                found.setdefault(bounds[at], None)
        return found

    def _chained(self, bounds: tuple[int, ...], ops: tuple[str, ...], *, ok: bool, layer: int | None) -> Facts:
        """Return what is known of a chain: all of `a && b` ran where it ended well, all of `a || b` where it did not."""
        wanted = "&&" if ok else "||"
        found: Facts = {}
        for part in range(len(ops), -1, -1):
            if part and ops[part - 1] != wanted:
                break  # it may have been skipped
            found |= self._part(bounds, part, ok=ok, layer=layer)
        return found


def _is_lost(command: Command, *, ok: bool, alone: bool) -> bool:
    """Return whether a stretch's status may be another one than that of its last program."""
    if not (alone or command.certain) or not DEAF.isdisjoint(command.wrappers):
        return True
    if FED.isdisjoint(command.wrappers):
        return False
    # Another start may have failed; there may have been none.
    return not ok or command.repeats or any(not word.known for word in command.args)


def _may_end(command: Command) -> bool:
    """Return whether the line may be over with a command, whatever stands behind it."""
    return not command.never and (command.program in LEAVE or "exec" in command.wrappers)


def _ends_badly(command: Command) -> bool:
    """Return whether a command that may end the line does so with a status that is not 0."""
    if not _may_end(command):
        return True
    words = command.args
    return (
        command.program == "exit" and len(words) == 1 and words[0].known and words[0].isdigit() and int(words[0]) % 256 > 0
    )


def _strict(command: Command, *, strict: bool) -> bool:
    """Return whether the shell ends with the first statement that fails, once a command has run."""
    if command.program != "set" or command.wrappers:
        return strict
    for number, word in enumerate(command.args):
        before = command.args[number - 1] if number else ""
        if not word.known:
            return False
        if word[:1] in ("-", "+") and word[1:2] != "-" and "e" in word:
            strict = word[0] == "-"
        elif word == "errexit" and before in ("-o", "+o"):
            strict = before == "-o"
    return strict
