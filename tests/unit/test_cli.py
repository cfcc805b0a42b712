"""The commands `list`, `show` and `errata`: what they print, in which form, and how they fail."""

from __future__ import annotations

import subprocess
import sys
from json import loads
from typing import Any

import pytest
from click.testing import CliRunner, Result
from inline_snapshot import snapshot

from derive.cli import COMMANDS, main
from derive.commands import listing
from tests import samples


def run(*arguments: str) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, arguments, prog_name="derive", env={"COLUMNS": "80"})


def data(*arguments: str) -> Any:
    """Return the JSON that a command prints."""
    return loads(run(*arguments).output)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    samples.install(monkeypatch, samples.LIES)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(name: str) -> None:
    """Every command says what it does, and shows how it is called."""
    page = run(name, "--help")
    assert page.exit_code == 0
    assert f"  derive {name}" in page.output.partition("Examples:")[2]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_page_says_what_the_command_says(name: str) -> None:
    """The line on the page of all commands begins as the command's own page does."""
    told = COMMANDS[name][1]
    assert told.split(",")[0].rstrip(".").split()[0] in run(name, "--help").output
    assert told in run("--help").output


def test_list_shows_names_titles_lectures_and_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row a derivation; the status is the recorded one."""
    monkeypatch.setattr(listing, "recorded_statuses", lambda: {"honest": "proved", "lying": "refuted"})
    assert run("list").output == snapshot("""\
name    title                                  lecture  status
honest  The mean, as a least-squares estimate  l7       proved
lying   A sum that lost its factor             l7       refuted

worked examples, for `derive show`: blood-pressure, regression-points,
four-students, four-students-other-start, five-points, two-points, or-training,
xor-training, classifier-tables, iris
""")


def test_list_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of objects with exactly four fields."""
    monkeypatch.setattr(listing, "recorded_statuses", lambda: {"honest": "proved"})
    assert data("list", "--json") == snapshot(
        [
            {"name": "honest", "title": "The mean, as a least-squares estimate", "lecture": "l7", "status": "proved"},
            {"name": "lying", "title": "A sum that lost its factor", "lecture": "l7", "status": "not checked"},
        ]
    )


def test_list_does_not_claim_what_was_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a record that fits the files, the status is *not checked*, and the way out is told."""
    monkeypatch.setattr(listing, "recorded_statuses", dict)
    answer = " ".join(run("list").output.split())
    assert answer.count("not checked") == 3
    assert "`derive report` decides all" in answer


def test_list_can_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """With --check the record is not read."""
    monkeypatch.setattr(listing, "recorded_statuses", lambda: pytest.fail("the record was read"))
    monkeypatch.setattr(listing, "JOBS", 1)
    assert [row["status"] for row in data("list", "--check", "--json")] == ["proved", "refuted"]


def test_list_does_not_load_sympy() -> None:
    """Listing answers at once."""
    listed = "main(['list'], standalone_mode=False)"
    program = f"import sys; from derive.cli import main; {listed}; print('sympy' in sys.modules)"
    command = [sys.executable, "-c", program]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 -- a fixed command
    assert answer.stdout.endswith("False\n")


def test_show_as_text() -> None:
    """Formulas that one can read, each with its reason, its verdict and its conditions."""
    answer = run("show", "honest")
    assert answer.exit_code == 0
    assert answer.output == snapshot("""\
The mean, as a least-squares estimate
honest, l7:12: proved

  1  sum[n=1..N]((y[n] - mean)^2)
       the squared errors [given]

  2  d/dmean(sum[n=1..N]((y[n] - mean)^2))
       = -2*sum[n=1..N](y[n] - mean)
       the chain rule [proved: normal form]

  3    = 0
       the errors sum to zero [proved: normal form]

  4  mean := sum[n=1..N](y[n])/N
       the solution [definition]

  5  z = 1
       a scale | of one [assumed]

  6  (t + t^2)/t = t + z
       divided by t [proved: normal form]
       if t != 0 (in a denominator)

result
     mean = sum[n=1..N](y[n])/N
       the whole chain [proved: every line is proved]
       if t != 0 (in a denominator)

""")


def test_show_wraps_for_a_narrow_terminal() -> None:
    """No line is longer than the terminal is wide."""
    answer = CliRunner().invoke(main, ["show", "honest"], env={"COLUMNS": "50"})
    assert max(map(len, answer.output.splitlines())) <= 50


def test_colour_is_for_terminals_that_want_it() -> None:
    """In a file there is no colour; where it is forced there is, unless NO_COLOR says otherwise."""
    assert "\x1b[" not in run("show", "honest").output
    forced = CliRunner().invoke(main, ["show", "honest"], env={"FORCE_COLOR": "1", "NO_COLOR": None}, color=True)
    plain = CliRunner().invoke(main, ["show", "honest"], env={"FORCE_COLOR": "1", "NO_COLOR": "1"}, color=True)
    assert "\x1b[32mproved" in forced.output
    assert "\x1b[32m" not in plain.output


def test_show_as_json() -> None:
    """Both ways of asking give the same, with the fields that were promised."""
    found = data("show", "honest", "--format", "json")
    assert found == data("show", "honest", "--json")
    assert found["name"] == "honest"
    promised = {"relation", "lhs", "rhs", "reason", "verdict", "method", "conditions"}
    assert all(promised <= set(step) for step in [*found["steps"], found["result"]])
    assert [step["verdict"] for step in found["steps"]] == snapshot(
        ["given", "proved", "proved", "definition", "assumed", "proved"]
    )


def test_show_says_when_it_is_not_proved() -> None:
    """The exit code is 1, and the counterexample is shown."""
    answer = run("show", "lying")
    assert answer.exit_code == 1
    assert "refuted" in answer.output
    assert "left side" in answer.output


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    """The exit code is 2; one sentence, no traceback."""
    answer = run("show", "honst")
    assert answer.exit_code == 2
    assert answer.output == "Error: 'honst': nothing has this name. Try honest; `derive list` shows all names.\n"


def test_an_underscore_will_do() -> None:
    """A name in Python's spelling is understood."""
    assert run("show", "Honest").exit_code == 0


def test_errata_show_what_is_wrong() -> None:
    """The claim, what was found, the convention, the repair; nothing of a claim that holds."""
    assert run("errata", "--jobs", "1").output == snapshot("""\
l7:12 wrong as printed
     the square of 0.57 is 0.345
     found: computed 0.3249, printed 0.345
     repair: 0.325

l7:21 definition
     a sign at zero
     found: a rule
     needs the convention: sign(0) = 1

l7:22 refuted
     z is 2 z
     found: at z = 2: left side 2, right side 4
     repair: z is z

""")


def test_errata_of_one_lecture() -> None:
    """The others are not decided."""
    assert "l7:22" in run("errata", "--lecture", "l7", "--jobs", "1").output
    assert "no claims are registered" in run("errata", "--lecture", "m146", "--jobs", "1").output
    assert run("errata", "--lecture", "l8").exit_code == 2


def test_errata_as_json() -> None:
    """A list of claims, with exact counterexamples."""
    found = data("errata", "--json", "--jobs", "1")
    assert [claim["name"] for claim in found] == ["l7:12", "l7:21", "l7:22"]
    assert found[2]["counterexample"] == snapshot(
        {"sizes": {}, "indices": {}, "values": {"z": 2}, "functions": {}, "lhs": 2, "relation": "==", "rhs": 4}
    )
