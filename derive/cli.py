"""The command `derive`. The engine is imported inside the commands, so that `derive --help` starts at once."""

from __future__ import annotations

import inspect
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from derive.commands.surroundings import INTERRUPTED, NOBODY_READS, no_thread, nobody_reads, refused
from derive.errors import DeriveError

if TYPE_CHECKING:
    from derive.verdict import Verdict

EPILOG = """\b
Examples:
  derive example                  see one derivation, its proof, and a wrong line refuted
  derive check homework.md        every line judged, and the wrong ones marked
  derive verify model.py:grad     is the gradient right, and if not, what is wrong with it
  derive notes --out notes.html   lecture notes, in any lecturer's notation
  derive list                     all derivations
  derive show logistic-gradient   one of them, line by line

\b
Completion of names by the shell, for ~/.bashrc (or bash replaced by zsh, and so on):
  eval "$(_DERIVE_COMPLETE=bash_source derive)"

\b
Exit code: 2 a wrong call, 70 a fault of this program, 130 interrupted; each command says its own.
"""
OF_THE_EXAMPLE = """\b
Example:
  derive example
"""

COMMANDS = {
    "list": ("derive.commands.listing", "List the derivations and their status."),
    "show": ("derive.commands.show", "Show a derivation, every step with its verdict."),
    "errata": ("derive.commands.errata", "Show what is wrong in the lectures."),
    "check": ("derive.commands.check", "Judge every line of a homework or a lecture."),
    "notes": ("derive.commands.notes", "Write lecture notes: LaTeX, PDF, HTML, Markdown."),
    "verify": ("derive.commands.verify", "Verify a gradient in Python, or say what is wrong with it."),
    "report": ("derive.commands.report", "Decide everything, and write a report."),
    "schema": ("derive.commands.schema", "Print the JSON Schema of what a command prints as JSON."),
}
"""Commands that live in a module of their own, and the line that the help page shows of each."""


class UsersMistake(click.ClickException):
    """A wrong input; the command ends with exit code 2."""

    exit_code = 2


class ErrorsInOneSentence(click.Group):
    """A group of commands whose user reads one sentence and no traceback when an input is wrong; the exit code is 2.

    So it is where the system refuses. An interrupt, and output that nobody reads, end with the exit code of a shell.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Return what the command returns."""
        try:
            return super().invoke(ctx)
        except DeriveError as error:
            raise UsersMistake(str(error)) from error
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except OSError as error:
            if nobody_reads(error):
                ctx.exit(NOBODY_READS)
            if refused(error):
                raise UsersMistake(refused(error)) from error
            raise
        except RuntimeError as error:
            if no_thread(error):
                raise UsersMistake(no_thread(error)) from error
            raise


class LoadedWhenCalled(ErrorsInOneSentence):
    """A group whose commands are loaded when they are called; a page of help does not load them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help page."""
        return [*super().list_commands(ctx), *COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; None where there is none."""
        if cmd_name in COMMANDS:
            return import_module(COMMANDS[cmd_name][0]).command
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was asked for. Raises `UsageError` with the nearest names for one that is none."""
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            near = get_close_matches(args[0], names, cutoff=0.5)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 -- click passes it
        """Write the list of commands into the help page."""
        here = [(name, command.get_short_help_str()) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl([*here, *((name, told) for name, (_, told) in COMMANDS.items())])


@click.group(cls=LoadedWhenCalled, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="derive-ml", prog_name="derive")
def main() -> None:
    """Check mathematics of machine learning, line by line, at symbolic size."""


@main.command(epilog=OF_THE_EXAMPLE)
def example() -> None:
    """Show a small derivation and its verdicts."""
    click.echo(inspect.getsource(least_squares))
    for claim, verdict in least_squares().items():
        click.echo(f"{claim}: {verdict}")


def least_squares() -> dict[str, Verdict]:
    """Return the verdicts on a right and on a wrong gradient, for any number of points N and of features D."""
    from sympy import Sum

    from derive import differentiate, index, prove, size, tensor

    N, D = size("N"), size("D")
    i, j, k = index("i", N), index("j", D), index("k", D)
    X, w, y = tensor("X", N, D), tensor("w", D), tensor("y", N)

    residual = Sum(X[i, j] * w[j], j) - y[i]
    loss = Sum(residual**2, i) / 2
    slope = differentiate(loss, w[k])
    return {
        "slope = sum of residual times feature": prove(slope, Sum(residual * X[i, k], i)),
        "slope = the same, divided by N": prove(slope, Sum(residual * X[i, k], i) / N),
    }
