"""`derive verify`: exit codes, what it finds in a file, and what becomes of code that crashes, hangs or exits."""

from __future__ import annotations

from json import loads
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from derive.cli import main

FILE = """
import os, signal, sys
import numpy as np

def loss(w, X, y):
    return np.mean((X @ w - y) ** 2)

def grad(w, X, y):
    return 2 * X.T @ (X @ w - y) / len(y)

def ridge_loss(w, X, y, lam=0.5):
    return loss(w, X, y) + lam * w @ w

def ridge_grad(w, X, y, lam=0.5):
    return grad(w, X, y) + lam * w

def shaped_grad(w: "D", X: "(N, D)", y: "N"):
    print("elsewhere", end="")
    return grad(w, X, y)

def value_and_grad(w, X, y):
    return loss(w, X, y), grad(w, X, y)

def logistic_slope(w, X, y):
    return X.T @ (1 / (1 + np.exp(-X @ w)) - y)

def no_arguments_grad():
    return 0.0

def many_losses(w, X, y):
    return (X @ w - y) ** 2

def failing_loss(w, X, y):
    return {}["w"]

def noisy_loss(w, X, y):
    return loss(w, X, y) + np.random.default_rng().normal()

def exit_grad(w, X, y):
    sys.exit(0)

def vanish_grad(w, X, y):
    os._exit(0)

def crash_grad(w, X, y):
    os.kill(os.getpid(), signal.SIGSEGV)

def hang_grad(w, X, y):
    while True:
        pass

def biased_loss(w, b, X, y):
    return np.mean((X @ w + b - y) ** 2)

def two_grads(w, b, X, y):
    r = 2 * (X @ w + b - y) / len(y)
    return X.T @ r, r.sum()

def scaled_grad(w, b, X, y):
    return two_grads(w, b, X, y)[0]

def one_argument_loss(params, X, y):
    return biased_loss(*params, X, y)

def one_argument_grad(params, X, y):
    return two_grads(*params, X, y)

def plain_exit_grad(w, X, y):
    sys.exit()

def told_exit_grad(w, X, y):
    sys.exit("no data here")

def fork_once_grad(w, X, y, done=[]):
    if not done:
        done.append(os.fork())
    return grad(w, X, y)
"""
INPUTS = """
def inputs(rng):
    return rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)
"""


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    path = tmp_path / "model_to_verify.py"
    _ = path.write_text(FILE + INPUTS)
    return path


def run(target: object, *options: str) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, ["verify", str(target), *options])


def test_a_right_gradient(file: Path) -> None:
    """Exit code 0, and the verdict."""
    found = run(f"{file}:grad")
    assert found.exit_code == 0, found.output
    assert found.output.startswith("proved: ")


def test_a_wrong_gradient_as_json(file: Path) -> None:
    """Exit code 1, and every field of the documentation."""
    found = run(f"{file}:ridge_grad", "--format", "json")
    assert found.exit_code == 1, found.output
    told = loads(found.output)
    assert told["verdict"] == "refuted"
    assert told["counterexample"]["expected"] != told["counterexample"]["got"]
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text().partition("## Verification")[2]
    documented = {line.split("`")[1] for line in page.partition("\n## ")[0].splitlines() if line.startswith("| `")}
    assert set(told) == documented


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("exit_grad", "ends the process by itself (exit code 0)"),
        ("plain_exit_grad", "ends the process by itself (exit code 0)"),
        ("told_exit_grad", "ends the process by itself (no data here)"),
        ("vanish_grad", "without an answer"),
        ("crash_grad", "SIGSEGV"),
        ("hang_grad", "did not finish within 3 seconds"),
    ],
)
def test_code_that_ends_badly(file: Path, name: str, why: str) -> None:
    """Exit code 3 and the reason: it is a result, not an error of ours. Who ends by himself has time to do so."""
    found = run(f"{file}:{name}", "--timeout", "3" if name == "hang_grad" else "600")
    assert found.exit_code == 3, found.output
    assert why in found.output


def test_code_that_forks(file: Path) -> None:
    """A copy of the process answers nothing, and does not keep us waiting."""
    found = run(f"{file}:fork_once_grad", "--timeout", "600")
    assert found.exit_code in {0, 1}, found.output


def test_ways_to_give_inputs(file: Path) -> None:
    """Shapes on the command line, a named function, and the shapes of annotations."""
    assert run(f"{file}:grad", "--params", "w:D X:N,D y:N").exit_code == 0
    assert run(f"{file}:grad", "--inputs", "inputs", "--no-generate").exit_code == 0
    _ = file.write_text(FILE)
    assert run(f"{file}:shaped_grad", "--loss", "loss").exit_code == 0
    assert run(f"{file}:value_and_grad", "--params", "w:D X:N,D y:N").exit_code == 0
    assert (
        run(f"{file}:logistic_slope", "--params", "w:D X:N,D y:N:01", "--against", "logistic-gradient").exit_code == 0
    )


def test_a_number_among_the_data(file: Path) -> None:
    """It is varied like an array, and stays one number."""
    found = run(f"{file}:scaled_grad", "--loss", "biased_loss", "--params", "w:D b: X:N,D y:N")
    assert found.exit_code == 0, found.output
    assert found.output.startswith("proved: ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("def grad(w): return w".encode("utf-16"), "its text is in UTF-16 or UTF-32. Save it in UTF-8."),
        ("def grad(w): return w".encode("utf-32"), "its text is in UTF-16 or UTF-32. Save it in UTF-8."),
        (b"\x7fELF\x00\x01\x02", "it holds bytes that are no text. Give a file of Python source."),
    ],
)
def test_files_that_are_no_programs(file: Path, content: bytes, reason: str) -> None:
    """Exit code 2, and what the file is."""
    _ = file.write_bytes(content)
    found = run(f"{file}:grad")
    assert found.exit_code == 2, found.output
    assert reason in found.output


def test_nothing_to_tell(file: Path) -> None:
    """A loss that is noise is undecided, exit code 3."""
    found = run(f"{file}:grad", "--loss", "noisy_loss")
    assert found.exit_code == 3, found.output


@pytest.mark.parametrize(
    ("target", "options", "reason"),
    [
        ("{file}", (), "it names no gradient. Write FILE.py:NAME or MODULE:NAME."),
        (
            "{file}:gradd",
            (),
            "'gradd' in model_to_verify: a gradient of this name is not there. Functions there are grad,",
        ),
        ("{file}:np", (), "'np' in model_to_verify: a gradient of this name is no function."),
        ("{file}:grad", ("--loss", "nothing"), "a loss of this name is not there"),
        (
            "{file}:grad",
            ("--inputs", "input"),
            "a function for the inputs of this name is not there. Functions there are inputs.",
        ),
        ("{file}:grad", ("--against", "logistic"), "The nearest names are logistic-hessian, logistic-gradient"),
        ("{file}:no_arguments_grad", ("--loss", "loss"), "it is called with w, X, y: too many positional arguments."),
        (
            "{file}:grad",
            ("--loss", "many_losses"),
            "'the loss returns an array of numbers, of shape (5,)' in the inputs given",
        ),
        ("{file}:grad", ("--loss", "failing_loss"), "it raises KeyError: 'w'. Give parameters and data that it takes."),
        ("nowhere.py:grad", (), "there is no such file"),
        (".:grad", (), "'.': it is a folder. Give the path of a .py file."),
        ("/dev/null:grad", (), "'/dev/null': it is no file. Give the path of a .py file."),
        (
            "{file}:one_argument_grad",
            ("--loss", "one_argument_loss", "--params", "w:D b: X:N,D y:N"),
            "several parameters are one tuple, list or dict, which a function for --inputs can make.",
        ),
        (
            "{file}:two_grads",
            ("--loss", "biased_loss", "--params", "w:D b: X:N,D y:N"),
            "it returns one array each for w, b, and the parameters are the first argument alone. Let the loss and",
        ),
        ("no_such_module_at_all:grad", (), "no such file and no such module"),
        ("{file}:grad", ("--params", "w;D"), "NAME:SIZES"),
        ("{file}:grad", ("--params", "w:D+ X:N,D y:N"), "such as D+1"),
        ("{file}:grad", ("--params", "w:D-9 X:N,D y:N"), "must not be negative"),
        ("{file}:grad", ("--params", "w:D X:N,E y:N"), "the inputs given"),
    ],
)
def test_bad_calls(file: Path, target: str, options: tuple[str, ...], reason: str) -> None:
    """Exit code 2 and one sentence."""
    found = run(target.format(file=file), *options)
    assert found.exit_code == 2, found.output
    assert reason in found.output
    assert "Traceback" not in found.output


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "def grad(w:\n    return w\n",
            "SyntaxError while it is loaded: '(' was never closed (model_to_verify.py, line 1).",
        ),
        ("import nothing_at_all\n", "ModuleNotFoundError while it is loaded, line 1 of model_to_verify.py: No module"),
        ("x = 1\ny = x / 0\n", "ZeroDivisionError while it is loaded, line 2 of model_to_verify.py: division by zero."),
    ],
)
def test_files_that_cannot_be_loaded(file: Path, text: str, reason: str) -> None:
    """Exit code 2, with the error, its line, and what to try."""
    _ = file.write_text(text)
    found = run(f"{file}:grad")
    assert found.exit_code == 2, found.output
    assert reason in found.output
    assert "try them with `python`" in found.output
    assert "Traceback" not in found.output


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (
            "grad(w, X, y)",
            "the gradient returns nothing (is a `return` missing?); wanted is the form of the parameters: w (3,)",
        ),
        ("return np.outer(grad(w, X, y), w)", "the gradient of w has the shape (3, 3), and w (3,)"),
        ("return grad(w, X, y) + 0j", "the gradient returns an array of complex128, of shape (3,)"),
        (
            "return {'w': grad(w, X, y)}",
            "the gradient returns dict with w; wanted is the form of the parameters: w (3,)",
        ),
    ],
)
def test_results_of_another_form(file: Path, body: str, says: str) -> None:
    """What came back, and what is wanted, without an expected slope that nobody could give."""
    _ = file.write_text(f"{FILE}{INPUTS}\ndef formless_grad(w, X, y):\n    {body}\n")
    found = run(f"{file}:formless_grad", "--loss", "loss")
    assert found.exit_code == 1, found.output
    assert f"diagnosis (shape): {says}" in found.output
    assert "expected" not in found.output


def test_no_inputs(file: Path) -> None:
    """Where nothing says what the inputs are, the message says what to write."""
    _ = file.write_text(FILE)
    found = run(f"{file}:grad")
    assert found.exit_code == 2
    assert "def inputs(rng)" in found.output


def test_help_warns() -> None:
    """The page says plainly that code is run, and has an example."""
    page = CliRunner().invoke(main, ["verify", "--help"]).output
    assert "IS EXECUTED" in page
    assert "derive verify model.py:grad" in page
