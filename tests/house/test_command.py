"""The command `derive`: what it answers, how it fails, and that it starts at once."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import click
import pytest
from click.testing import CliRunner

from derive.cli import ErrorsInOneSentence
from derive.errors import BadIndexError
from tests.house import checks
from tests.house.files import ROOT
from tests.samples import run

pytestmark = pytest.mark.slow  # starts the command

README = (ROOT / "README.md").read_text()
HEAVY = ("flint", "numpy", "rich", "scipy", "sympy")
REASON = "`derive --help` must start at once"


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Return what a fresh interpreter answers."""
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=ROOT)


def test_help_shows_the_commands_and_an_example() -> None:
    """`--help` and `-h` show the same page, and so does the command alone."""
    page = run("--help")
    assert (page.exit_code, "derive example" in page.output) == (0, True)
    assert page.output == run("-h").output == run().output


def test_version_is_that_of_the_distribution() -> None:
    """`--version` and `pyproject.toml` agree; `python -m derive` is the command `derive`."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert run("--version").output == f"derive, version {version}\n"
    answer = python("-m", "derive", "--version")
    assert (answer.returncode, answer.stdout) == (0, run("--version").output)


def test_a_command_that_is_nearly_right_is_suggested() -> None:
    """The exit code is 2. Commands that are loaded when they are called are suggested as well."""
    for typed, meant in {"lst": "list", "ntoes": "notes", "exmple": "example"}.items():
        assert f"No such command '{typed}'. Did you mean {meant}?" in run(typed).output
    answer = run("prooove")
    assert (answer.exit_code, "No such command 'prooove'" in answer.output) == (2, True)


def test_the_shell_completes_commands() -> None:
    """The line of the help page gives names to the shell, and loads nothing heavy for it."""
    asked = {"_DERIVE_COMPLETE": "bash_complete", "COMP_WORDS": "derive c", "COMP_CWORD": "1"}
    answer = run(**asked)
    assert answer.output.split() == ["plain,check"]


def failing(error: BaseException) -> click.Group:
    """Return a group with a command that fails."""

    def fail() -> None:
        raise error

    return ErrorsInOneSentence(commands={"fail": click.Command("fail", callback=fail)})


def test_what_ends_a_command_is_no_verdict() -> None:
    """An interrupt has the exit code of a shell, and a user's mistake is one sentence; ours keeps its traceback."""
    mistake = BadIndexError("1.5", place="x[1.5]", reason="a float is no index", way_out="use an integer")
    told = "Error: '1.5' in x[1.5]: a float is no index. Use an integer.\n"
    for error, expected in ((KeyboardInterrupt(), (130, "Interrupted.\n")), (mistake, (2, told))):
        answer = CliRunner().invoke(failing(error), ["fail"])
        assert (answer.exit_code, answer.output) == expected
    with pytest.raises(ZeroDivisionError):
        assert CliRunner().invoke(failing(ZeroDivisionError()), ["fail"], catch_exceptions=False)


def test_a_fault_of_ours_is_no_verdict() -> None:
    """A program that fails keeps its traceback, and ends with an exit code that no verdict has."""
    answer = python("-c", "import derive.__main__ as program; program.main = None; program.run()")
    assert answer.returncode == 70
    assert "TypeError" in answer.stderr


def test_help_loads_nothing_heavy() -> None:
    """A fresh interpreter that prints the help page has not loaded SymPy."""
    program = "import sys; from derive.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    answer = python("-c", program)
    assert answer.returncode == 0, answer.stderr
    assert checks.heavy_modules(answer.stdout.split(), HEAVY, REASON) == []


def test_the_example_proves_and_refutes() -> None:
    """The main job of the README prints the code, a proof and a refutation with its counterexample."""
    answer = run("example")
    assert answer.exit_code == 0, answer.output
    assert "def least_squares()" in answer.output
    assert re.search(r"^slope = sum of residual times feature: proved", answer.output, re.MULTILINE)
    assert re.search(r"^slope = the same, divided by N: refuted", answer.output, re.MULTILINE)
    assert "counterexample" in answer.output
    shown = re.search(r"```console\n\$ derive example\n(.*?)```", README, re.DOTALL)
    assert shown
    assert shown[1] == answer.output
