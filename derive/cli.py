"""The command `derive`. The engine is imported inside the commands, so that `derive --help` starts at once."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import click

from derive.errors import DeriveError

if TYPE_CHECKING:
    from derive.verdict import Verdict

EPILOG = """\b
Examples:
  derive example       see one derivation, its proof, and a wrong line refuted
  derive --version
"""


class ErrorsInOneSentence(click.Group):
    """A group of commands whose user reads one sentence and no traceback when an input is wrong; the exit code is 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Return what the command returns."""
        try:
            return super().invoke(ctx)
        except DeriveError as error:
            message = click.ClickException(str(error))
            message.exit_code = 2
            raise message from error


@click.group(cls=ErrorsInOneSentence, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="derive-ml", prog_name="derive")
def main() -> None:
    """Check mathematics of machine learning, line by line, at symbolic size."""


@main.command()
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
