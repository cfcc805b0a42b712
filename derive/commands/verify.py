"""`derive verify`: whether a gradient is right, and if not, what is wrong with it."""

from __future__ import annotations

import json
import sys

import click

from derive.commands.kinds import Megabytes, seconds
from derive.words import named

EPILOG = """\b
Examples:
  derive verify model.py:grad                           the loss and inputs(rng) are found beside it
  derive verify model.py:ridge_grad --loss ridge_loss --inputs small_problem
  derive verify model.py:grad --params 'w:D X:N,D y:N:01 lam=0.1'
  derive verify model.py:grad --against logistic-gradient --format json

\b
A file that can be verified as it is:
  import numpy as np
  def loss(w, X, y):
      return np.mean((X @ w - y) ** 2)
  def grad(w, X, y):
      return 2 * X.T @ (X @ w - y) / len(y)
  def inputs(rng):
      return rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)

\b
Inputs are taken from --inputs or --params; else from a function inputs, make_inputs or
example_inputs; else from values of the file with the names of the gradient's arguments; else
from its annotations, if all are shapes such as "(N, D)".

\b
--params takes NAME:SIZES for an array, with numbers or letters as sizes, NAME: for one number
and NAME=NUMBER for a setting. A third part says what the numbers are: positive, 01, +-1,
count, unit, simplex, onehot, or classK for whole numbers below K.

\b
Exit code: 0 right (proved, or agreeing wherever it was tried), 1 wrong, 3 undecided or wrong
outside of the inputs, 2 bad call.
"""


class BadCall(click.ClickException):
    """What was asked for cannot be verified; the command ends with exit code 2."""

    exit_code = 2


@click.command("verify", epilog=EPILOG)
@click.argument("target", metavar="FILE_OR_MODULE:GRADIENT")
@click.option("--loss", metavar="NAME", help="The loss; else it is found by the name of the gradient.")
@click.option(
    "--against", metavar="DERIVATION", help="Compare with the gradient that a derivation of `derive list` gives."
)
@click.option("--inputs", metavar="FUNCTION", help="A function of a random generator that returns (params, *data).")
@click.option("--params", metavar="SHAPES", help="Inputs by their shapes, such as 'w:D X:N,D y:N:01 lam=0.1'.")
@click.option(
    "--generate/--no-generate", default=True, help="Whether to try inputs besides those given; else only those."
)
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="What to print.")
@click.option(
    "--timeout", metavar="SECONDS", type=seconds(0.1), default=60.0, show_default=True, help="How long it may take."
)
@click.option(
    "--memory",
    metavar="MEGABYTES",
    type=Megabytes(64),
    default=8192,
    show_default=True,
    help="How much memory it may use.",
)
@click.option(
    "--seed",
    metavar="NUMBER",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of all random numbers.",
)
def command(*, form: str, **asked: str | float | None) -> None:
    """Verify the gradient of a loss, or say what is wrong with it.

    THE CODE IT IS GIVEN IS EXECUTED, the whole file, with your rights. It runs in a process of its own with limits
    of time and memory, which guard against accidents and not against malice. A crash, a hang or an exit of it is
    reported as "undecided".
    """
    from numeric.verify.sandbox import Request, run  # noqa: PLC0415 -- a page of help does not load it

    answer = run(Request(**asked))  # pyright: ignore[reportArgumentType] # click has checked the types of the options
    if answer.mistake:
        raise BadCall(answer.mistake)
    click.echo(json.dumps(answer.result, indent=2, ensure_ascii=False) if form == "json" else answer.text)
    sys.exit(named("undecided" if answer.result is None else answer.result["verdict"]).exit_code)
