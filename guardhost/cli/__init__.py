"""The verbs, one file each, and the table that imports only the chosen one; here is also their one error boundary."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from guardhost.model.errors import GuardError
from guardhost.model.mistakes import UsageError, suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

# verb -> what it does. The verb's file is `cli/<verb>.py`, with `_` for `-`, and exports `command`; `hook` is answered
# before this table.
VERBS: dict[str, str] = {
    "check": "judge one line, or a file of events, and run nothing",
    "demo": "see it work in a throw-away repository",
    "diff": "show which calls two versions of the policy judge differently",
    "doctor": "show whether the guard is really on, each finding with its fix",
    "explain": "print a refusal, a rule or an error code in full",
    "hook": "answer an agent host's hook call (what `install` wires)",
    "init": "write a starter guard.py and its test",
    "install": "wire the guard into the agent hosts found here",
    "log": "show what was judged",
    "mcp-proxy": "stand in front of a tool server and judge each call of its tools",
    "rules": "list the rules that would judge here",
    "score": "say how far a finished run kept to the rules",
    "test": "run the examples beside the rules",
    "translate": "print what a line runs, calls and touches, and run nothing",
    "uninstall": "take the guard out of the agent hosts",
    "version": "print the version and where it runs from",
}
CRASHED = 3  # apart from 1, which a verb gives for "problems" or "denied"


class Verbs(click.Group):
    """A group whose commands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import one verb's file; None for a word that is no verb."""
        if cmd_name not in VERBS or cmd_name == "hook":
            return None
        command: click.Command = import_module(f"guardhost.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or raise one sentence with the nearest one."""
        word = args[0]
        if self.get_command(ctx, word) is None:
            near = suggest(word, list(VERBS))
            fix = f"did you mean `guardhost {near}`?" if near else "`guardhost --help` lists the verbs"
            raise UsageError("GH1301", f"`{word}` is no verb of guardhost", fix=fix)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """Write the table itself, so that help imports no verb."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.option("--version", is_flag=True, help="Print the version and stop.")
@click.pass_context
def group(ctx: click.Context, version: bool) -> None:
    """Your repository decides what a coding agent may run, edit and spawn."""
    if version:
        from guardhost import __version__

        click.echo(f"guardhost {__version__}")
        ctx.exit()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(words: Sequence[str]) -> int:
    """Run one command line and return its exit status; every error is told here, in one place, on standard error."""
    try:
        status = group.main(args=list(words), prog_name="guardhost", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.UsageError as error:
        return _tell(_sentence(error), 2)
    except click.ClickException as error:
        return _tell(error.format_message(), 1)
    except (click.Abort, KeyboardInterrupt):
        return _tell("stopped", 130)
    except BrokenPipeError:
        return _reader_left()
    except GuardError as error:
        return _tell(str(error), 2 if isinstance(error, UsageError) else 1)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and not (error.name or "guardhost").startswith("guardhost"):
            raise  # the entry says which package is missing
        # The one boundary: a person gets a sentence and a report, no traceback.
        return _tell(_crash(error, words[0] if words else ""), CRASHED)
    return status if isinstance(status, int) else 0


def _tell(sentence: str, status: int) -> int:
    click.echo(f"guardhost: {sentence}", err=True)
    return status


def _sentence(error: click.UsageError) -> str:
    verb = error.ctx.command_path if error.ctx else "guardhost"
    if isinstance(error, click.NoSuchOption):
        known = [name for p in (error.ctx.command.params if error.ctx else []) for name in p.opts]
        near = suggest(error.option_name, known)
        fix = f"did you mean `{near}`?" if near else f"`{verb} --help` lists the options"
        return f"GH1301: `{verb}` has no option `{error.option_name}`; {fix}"
    what = error.format_message().rstrip(".")
    near = _nearest_choice(error)
    if near:
        return f"GH1301: {what[:1].lower()}{what[1:]}; did you mean `{near}`?"
    return f"GH1301: {what[:1].lower()}{what[1:]}; see `{verb} --help`"


def _nearest_choice(error: click.UsageError) -> str:
    """Return the choice that a wrong value is nearest to, "" when there is none; click keeps the value in its text alone."""
    kind = error.param.type if isinstance(error, click.BadParameter) and error.param is not None else None
    if not isinstance(kind, click.Choice):
        return ""
    value = error.message.partition("' is not")[0].lstrip("'")
    return suggest(value, [str(choice) for choice in kind.choices])


def _reader_left() -> int:
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the last flush at exit must not fail as well
    return 141


def _crash(error: Exception, verb: str) -> str:
    import os

    from guardhost.world.crash import report

    where = report(os.environ, "", error, f"guardhost {verb}")
    return f"GH1901: guardhost itself failed in `{verb}`: {str(error) or type(error).__name__}{where}"
