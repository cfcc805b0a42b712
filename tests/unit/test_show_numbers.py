"""`derive show` of worked examples, and of the NumPy programs that are made from a derivation."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from derive.cli import main
from derive.lectures import CATALOGUE
from numeric.examples import EXAMPLES
from numeric.functions import lowered_functions
from numeric.traces import all_traces


def show(*arguments: str) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, ["show", *arguments])


def test_the_examples_are_the_traces() -> None:
    """Names, titles and lectures stand in both, because one is read without NumPy."""
    named = [(example.name, example.title, example.lecture) for example in EXAMPLES.values()]
    assert named == [(trace.name, trace.title, trace.lecture) for trace in all_traces()]


def test_an_example_is_shown_step_by_step() -> None:
    """As the slides print it: 13 steps, 4 of them updates."""
    lines = show("or-training").output.splitlines()
    assert sum(" yes " in line for line in lines) == 4
    assert lines[-1] == "Converged after 13 steps: every example in a row was right."


def test_an_example_for_programs() -> None:
    """The same cells, in JSON."""
    found = json.loads(show("four-students", "--json").output)
    assert (found["lecture"], found["line"], len(found["rows"])) == ("l7", 679, 8)
    assert {len(row) for row in found["rows"]} == {len(found["columns"])}


def test_an_example_has_no_mathematics_to_typeset() -> None:
    """The way out names the formats that there are."""
    result = show("iris", "--format", "latex")
    assert (result.exit_code, "use --format text, markdown, json" in result.output.lower()) == (2, True)


@pytest.mark.parametrize("name", ["logistic-gradient", "svm-dual", "perceptron-bound"])
def test_a_program_runs_as_it_is_printed(name: str) -> None:
    """Every function is Python that compiles, with a docstring."""
    output = show(name, "--format", "numpy").output
    assert output.count('"""') >= 2
    _ = compile(output, name, "exec")


def test_every_function_names_a_derivation_of_the_catalogue() -> None:
    """And there are functions of most derivations that have something to compute."""
    names = {function.derivation.name for _, function in lowered_functions()}
    assert names <= {entry.name for entry in CATALOGUE}
    assert {"normal-equations", "logistic-hessian", "softmax-gradient", "svm-dual", "fisher"} <= names
