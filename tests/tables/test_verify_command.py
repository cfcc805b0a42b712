"""`derive verify`: exit codes, what it finds in a file, and what is said of calls and files that will not do."""

from __future__ import annotations

from json import loads
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from derive.cli import main

FILE = """
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

def noisy_loss(w, X, y):
    return loss(w, X, y) + np.random.default_rng().normal()

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

def nothing_grad(w, X, y):
    grad(w, X, y)
"""
INPUTS = """
def inputs(rng):
    return rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)
"""
pytestmark = pytest.mark.slow  # the command runs each file in a process

SHAPES, BIASED = ("--params", "w:D X:N,D y:N"), ("--params", "w:D b: X:N,D y:N")


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    path = tmp_path / "model_to_verify.py"
    _ = path.write_text(FILE + INPUTS)
    return path


def run(target: object, *options: str) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, ["verify", str(target), *options])


def told(target: object, *options: str) -> tuple[int, str]:
    """Return the exit code and the verdict."""
    found = run(target, *options, "--format", "json")
    return found.exit_code, loads(found.stdout)["verdict"]


def test_a_wrong_gradient(file: Path) -> None:
    """Exit code 1: what came back without an expected slope that nobody could give; every field of the page as JSON."""
    shown = run(f"{file}:nothing_grad", "--loss", "loss")
    assert shown.exit_code == 1, shown.output
    says = "the gradient returns nothing (is a `return` missing?); wanted is the form of the parameters: w (3,)"
    assert f"diagnosis (shape): {says}" in shown.output
    assert "expected" not in shown.output
    found = run(f"{file}:ridge_grad", "--format", "json")
    assert found.exit_code == 1, found.output
    result = loads(found.output)
    assert result["verdict"] == "refuted"
    assert result["counterexample"]["expected"] != result["counterexample"]["got"]
    assert result["where"] == {"parameter": "w", "coordinates": []}
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text().partition("## Verification")[2]
    documented = {line.split("`")[1] for line in page.partition("\n## ")[0].splitlines() if line.startswith("| `")}
    assert set(result) == {"schema", *documented}


def test_ways_to_give_inputs(file: Path) -> None:
    """A function beside it or by name, shapes on the command line, and shapes of annotations; noise is undecided."""
    assert told(f"{file}:grad", "--loss", "noisy_loss") == (3, "undecided")
    assert run(f"{file}:grad").output.startswith("proved: ")
    right = (0, "proved")
    assert told(f"{file}:grad", "--inputs", "inputs", "--no-generate") == right
    assert told(f"{file}:scaled_grad", "--loss", "biased_loss", *BIASED) == right
    _ = file.write_text(FILE)
    assert told(f"{file}:shaped_grad", "--loss", "loss") == right
    assert told(f"{file}:value_and_grad", *SHAPES) == right
    derived = ("--params", "w:D X:N,D y:N:01", "--against", "logistic-gradient")
    assert told(f"{file}:logistic_slope", *derived) == right


MISTAKES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("{file}", (), "it names no gradient. Write FILE.py:NAME or MODULE:NAME."),
    ("{file}:gradd", (), "'gradd' in model_to_verify: a gradient of this name is not there. Functions there are grad,"),
    ("{file}:np", (), "'np' in model_to_verify: a gradient of this name is no function."),
    ("{file}:grad", ("--inputs", "input"), "for the inputs of this name is not there. Functions there are inputs."),
    ("{file}:grad", ("--against", "logistic"), "The nearest names are logistic-hessian, logistic-gradient"),
    ("{file}:no_arguments_grad", ("--loss", "loss"), "it is called with w, X, y: too many positional arguments."),
    ("{file}:grad", ("--loss", "many_losses"), "'the loss returns an array of numbers, of shape (5,)' in the inputs"),
    ("nowhere.py:grad", (), "there is no such file"),
    (".:grad", (), "'.': it is a folder. Give the path of a .py file."),
    ("/dev/null:grad", (), "'/dev/null': it is no file. Give the path of a .py file."),
    (
        "{file}:one_argument_grad",
        ("--loss", "one_argument_loss", *BIASED),
        "several parameters are one tuple, list or dict, which a function for --inputs can make.",
    ),
    (
        "{file}:two_grads",
        ("--loss", "biased_loss", *BIASED),
        "it returns one array each for w, b, and the parameters are the first argument alone. Let the loss and",
    ),
    ("no_such_module_at_all:grad", (), "no such file and no such module"),
    ("{file}:grad", ("--params", "w;D"), "NAME:SIZES"),
    ("{file}:grad", ("--params", "w:D+ X:N,D y:N"), "such as D+1"),
    ("{file}:grad", ("--params", "w:D-9 X:N,D y:N"), "must not be negative"),
    ("{file}:grad", ("--params", "w:D X:N,E y:N"), "the inputs given"),
)


def test_bad_calls(file: Path) -> None:
    """Exit code 2 and one sentence."""
    for target, options, reason in MISTAKES:
        found = run(target.format(file=file), *options)
        assert found.exit_code == 2, found.output
        assert reason in found.output
        assert "Traceback" not in found.output


TRY = "try them with `python`"
LOADED: tuple[tuple[bytes, str, str], ...] = (
    ("def grad(w): return w".encode("utf-16"), "its text is in UTF-16 or UTF-32. Save it in UTF-8.", ""),
    ("def grad(w): return w".encode("utf-32"), "its text is in UTF-16 or UTF-32. Save it in UTF-8.", ""),
    (b"\x7fELF\x00\x01\x02", "it holds bytes that are no text. Give a file of Python source.", ""),
    (b"def grad(w:\n    return w\n", "SyntaxError while it is loaded: '(' was never closed (model_to_verify.py,", TRY),
    (
        b"import nothing_at_all\n",
        "ModuleNotFoundError while it is loaded, line 1 of model_to_verify.py: No module",
        TRY,
    ),
    (b"x = 1\ny = x / 0\n", "ZeroDivisionError while it is loaded, line 2 of model_to_verify.py: division by", TRY),
    (FILE.encode(), "def inputs(rng)", ""),
)


def test_files_that_will_not_do(file: Path) -> None:
    """Exit code 2: what the file is, the error with its line and what to try, or what to write for the inputs."""
    for content, reason, way_out in LOADED:
        _ = file.write_bytes(content)
        found = run(f"{file}:grad")
        assert found.exit_code == 2, found.output
        assert reason in found.output
        assert way_out in found.output
        assert "Traceback" not in found.output


def test_help_warns() -> None:
    """The page says plainly that code is run, and has an example."""
    page = run("--help").output
    assert "IS EXECUTED" in page
    assert "derive verify model.py:grad" in page
