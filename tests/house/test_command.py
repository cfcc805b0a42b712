"""The command `derive`: what it answers, how it fails, and that it starts at once."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import click
import pytest
from click.testing import CliRunner, Result

from derive.cli import ErrorsInOneSentence, main
from derive.errors import BadIndexError
from tests.house import checks
from tests.house.files import ROOT

pytestmark = pytest.mark.slow  # starts the command

README = (ROOT / "README.md").read_text()
HEAVY = ("flint", "numpy", "rich", "scipy", "sympy")
REASON = "`derive --help` must start at once"


def run(*arguments: str) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, arguments, prog_name="derive")


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Return what a fresh interpreter answers."""
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=ROOT)


def test_help_shows_the_commands_and_an_example() -> None:
    """`--help` and `-h` show the same page."""
    page = run("--help")
    assert page.exit_code == 0
    assert "derive example" in page.output
    assert page.output == run("-h").output


def test_version_is_that_of_the_distribution() -> None:
    """`--version` and `pyproject.toml` agree."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert run("--version").output == f"derive, version {version}\n"


def test_the_module_is_the_command() -> None:
    """`python -m derive` is the command `derive`."""
    answer = python("-m", "derive", "--version")
    assert (answer.returncode, answer.stdout) == (0, run("--version").output)


def test_an_unknown_command_is_refused() -> None:
    """The exit code is 2, and the message names what was typed."""
    answer = run("prooove")
    assert answer.exit_code == 2
    assert "No such command 'prooove'" in answer.output


@pytest.mark.parametrize(("typed", "meant"), [("lst", "list"), ("ntoes", "notes"), ("exmple", "example")])
def test_a_command_that_is_nearly_right_is_suggested(typed: str, meant: str) -> None:
    """Commands that are loaded when they are called are suggested as well."""
    assert f"No such command '{typed}'. Did you mean {meant}?" in run(typed).output


def test_alone_it_shows_its_help() -> None:
    """Who types `derive` and nothing else reads what there is."""
    assert run().output == run("--help").output


def test_the_shell_completes_commands() -> None:
    """The line of the help page gives names to the shell, and loads nothing heavy for it."""
    asked = {"_DERIVE_COMPLETE": "bash_complete", "COMP_WORDS": "derive c", "COMP_CWORD": "1"}
    answer = CliRunner().invoke(main, [], prog_name="derive", env=asked)
    assert answer.output.split() == ["plain,check"]


def test_an_interrupt_is_no_verdict() -> None:
    """Its exit code is that of a shell, and not 1, which says that something is refuted."""

    @click.group(cls=ErrorsInOneSentence)
    def group() -> None:
        """Hold the command."""

    @group.command()
    def long() -> None:
        """Be interrupted."""
        raise KeyboardInterrupt

    answer = CliRunner().invoke(group, ["long"])
    assert (answer.exit_code, answer.output) == (130, "Interrupted.\n")


def test_a_fault_of_ours_is_no_verdict() -> None:
    """A program that fails keeps its traceback, and ends with an exit code that no verdict has."""
    answer = python("-c", "import derive.__main__ as program; program.main = None; program.run()")
    assert answer.returncode == 70
    assert "TypeError" in answer.stderr


def test_a_users_mistake_is_one_sentence() -> None:
    """An error of the family is printed without a traceback; the exit code is 2."""

    @click.group(cls=ErrorsInOneSentence)
    def group() -> None:
        """Hold the command."""

    @group.command()
    def fail() -> None:
        """Fail as the engine does."""
        raise BadIndexError("1.5", place="x[1.5]", reason="a float is no index", way_out="use an integer")

    answer = CliRunner().invoke(group, ["fail"])
    assert answer.exit_code == 2
    assert answer.output == "Error: '1.5' in x[1.5]: a float is no index. Use an integer.\n"


def test_a_mistake_of_ours_is_not_hidden() -> None:
    """Any other exception keeps its traceback."""

    @click.group(cls=ErrorsInOneSentence)
    def group() -> None:
        """Hold the command."""

    @group.command()
    def fail() -> None:
        """Fail as a bug does."""
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        assert CliRunner().invoke(group, ["fail"], catch_exceptions=False)


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


def test_the_readme_shows_what_the_example_prints() -> None:
    """The session in the README is the real one."""
    shown = re.search(r"```console\n\$ derive example\n(.*?)```", README, re.DOTALL)
    assert shown
    assert shown[1] == run("example").output
