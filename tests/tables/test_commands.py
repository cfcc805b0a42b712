"""The commands that show: *command, exit code, output*; what they print, in which form, and how they fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sympy import Function, Symbol

from derive.cli import COMMANDS, main
from derive.commands import notes as writing
from derive.derivation import Chain, Derivation
from derive.notes import pdf
from numeric.examples import EXAMPLES
from tests import samples


def run(*arguments: str, **variables: str | None) -> Result:
    """Return what the command answers on a terminal of 80 columns."""
    return CliRunner().invoke(main, arguments, prog_name="derive", env={"COLUMNS": "80", **variables})


def data(*arguments: str) -> Any:
    """Return the JSON that a command prints."""
    return json.loads(run(*arguments).output)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    samples.install(monkeypatch, samples.LIES)


def test_every_command_has_its_page() -> None:
    """It shows how it is called, and begins as the line on the page of all commands does."""
    whole = run("--help").output
    for name, (_, told) in COMMANDS.items():
        page = run(name, "--help")
        assert page.exit_code == 0
        assert f"  derive {name}" in page.output.partition("Examples:")[2]
        assert told.split(",")[0].rstrip(".").split()[0] in page.output
        assert told in whole


def test_show_as_text() -> None:
    """Formulas that one can read, each with its reason, its verdict and its conditions."""
    answer = run("show", "honest")
    assert answer.exit_code == 0
    assert (
        answer.output
        == """\
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

"""
    )


def test_show_is_for_the_terminal_that_there_is() -> None:
    """No line is longer than it is wide; colours where it has them, unless NO_COLOR says otherwise."""
    assert max(map(len, run("show", "honest", COLUMNS="50").output.splitlines())) <= 50
    arguments = ["show", "honest"]
    forced = CliRunner().invoke(main, arguments, env={"FORCE_COLOR": "1", "NO_COLOR": None}, color=True)
    plain = CliRunner().invoke(main, arguments, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}, color=True)
    assert "\x1b[" not in run("show", "honest").output
    assert "\x1b[32mproved" in forced.output
    assert "\x1b[32m" not in plain.output


def test_show_as_json() -> None:
    """Both ways of asking give the same; sides are text as SymPy prints it, and conditions carry their reasons."""
    found = data("show", "honest", "--format", "json")
    assert found == data("show", "honest", "--json")
    assert found["name"] == "honest"
    assert [step["verdict"] for step in found["steps"]] == [
        "given",
        "proved",
        "proved",
        "definition",
        "assumed",
        "proved",
    ]
    assert found["steps"][5]["conditions"] == ["t != 0 (in a denominator)"]
    assert {name: value for name, value in found["steps"][1].items() if value} == {
        "relation": "==",
        "lhs": "Derivative(Sum((-mean + y[n])**2, (n, 1, N)), mean)",
        "rhs": "-2*Sum(-mean + y[n], (n, 1, N))",
        "reason": "the chain rule",
        "verdict": "proved",
        "method": "normal form",
        "latex": (
            r"\frac{\partial}{\partial \mathrm{mean}} \sum_{n=1}^N (y_n - \mathrm{mean})^2"
            r" = -2 \sum_{n=1}^N (y_n - \mathrm{mean})"
        ),
    }


ANSWERS: dict[tuple[str, ...], tuple[int, str]] = {
    ("show", "lying"): (1, "left side"),
    ("show", "Honest"): (0, "The mean"),
    ("show", "honst"): (2, "Error: 'honst': nothing has this name. Try honest; `derive list` shows all names.\n"),
    ("show", "honest", "--format", "latex"): (0, r"\providecommand"),
    ("show", "honest", "--format", "html"): (0, "<!DOCTYPE html>"),
    ("show", "honest", "--format", "markdown"): (0, "# The mean"),
    ("show", "honest", "--format", "mathml", "--notation", "cse422"): (0, '<math displaystyle="true">'),
    ("show", "honest", "--format", "latex", "--notation", "cse42"): (2, "Try cse422"),
    ("show", "lying", "--format", "markdown"): (1, "**refuted**"),
    ("show", "iris", "--format", "latex"): (2, "Use --format text, markdown, json"),
    ("errata", "--lecture", "m146", "--jobs", "1"): (2, "no claims are registered of it yet"),
    ("errata", "--lecture", "l8"): (2, "l8"),
}


@pytest.mark.parametrize("arguments", ANSWERS, ids=" ".join)
def test_what_a_command_answers(arguments: tuple[str, ...]) -> None:
    """The exit code is 1 for what is not proved, and 2, with one sentence, for what cannot be meant."""
    code, said = ANSWERS[arguments]
    answer = run(*arguments)
    assert (answer.exit_code, said in answer.output, "Traceback" in answer.output) == (code, True, False), answer.output


def nothing_to_compute() -> Derivation:
    """Return a derivation about a function that nobody knows."""
    chain, value = Chain("told", "Told"), Function("f")(Symbol("t", real=True))
    chain.claim(value + value, 2 * value, "twice")
    return chain.done()


def test_a_program_runs_as_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every function is Python that compiles, with a docstring; where there is none, that is said."""
    samples.install(monkeypatch, (samples.TOLD,), told=nothing_to_compute)
    answer = run("show", "told", "--format", "numpy")
    assert (answer.exit_code, "no line of it is a function of arrays" in answer.output) == (2, True), answer.output
    monkeypatch.undo()
    for name in ("logistic-gradient", "svm-dual", "perceptron-bound"):
        output = run("show", name, "--format", "numpy").output
        assert output.count('"""') >= 2
        _ = compile(output, name, "exec")


def test_a_worked_example_is_shown_step_by_step() -> None:
    """As the slides print it: 13 steps, 4 of them updates; the same cells in JSON."""
    lines = run("show", "or-training").output.splitlines()
    assert sum(" yes " in line for line in lines) == 4
    assert lines[-1] == "Converged after 13 steps: every example in a row was right."
    found = data("show", "four-students", "--json")
    assert (found["title"], found["lecture"]) == (EXAMPLES["four-students"].title, "l7")
    assert (found["line"], len(found["rows"])) == (679, 8)
    assert {len(row) for row in found["rows"]} == {len(found["columns"])}


def test_errata_show_what_is_wrong() -> None:
    """The claim, what was found, the convention, the repair; nothing of a claim that holds."""
    told = run("errata", "--jobs", "1").output
    assert (
        told
        == """\
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

"""
    )
    assert run("errata", "--lecture", "l7", "--jobs", "1").output == told
    found = data("errata", "--json", "--jobs", "1")
    assert [claim["name"] for claim in found] == ["l7:12", "l7:21", "l7:22"]
    assert found[2]["counterexample"] == {
        "sizes": {},
        "indices": {},
        "values": {"z": 2},
        "functions": {},
        "lhs": 2,
        "relation": "==",
        "rhs": 4,
    }


def test_notes_are_written_in_the_form_of_the_ending(tmp_path: Path) -> None:
    """Each form has its own beginning, and a fragment no document round it; the exit code says what is not proved."""
    for ending, begins in {"tex": r"\documentclass", "html": "<!DOCTYPE html>", "md": "# The mean"}.items():
        out = tmp_path / f"notes.{ending}"
        answer = run("notes", "honest", "--notation", "cse422", "--jobs", "1", "--out", str(out))
        assert (answer.exit_code, answer.output) == (0, f"written to {out}\n")
        assert out.read_text(encoding="utf-8").startswith(begins)
        assert run("notes", "honest", "--jobs", "1", "--out", str(out), "--fragment").exit_code == 0
        assert not is_a_document(out.read_text(encoding="utf-8"))
    answer = run("notes", "lying", "--jobs", "1", "--out", str(tmp_path / "x.md"))
    assert (answer.exit_code, "lying is refuted" in answer.output) == (1, True)


def is_a_document(text: str) -> bool:
    """Return whether a text is a document of its own."""
    return "<!DOCTYPE" in text or r"\documentclass" in text


REFUSED = [
    (("honst", "--out", "{0}/x.tex"), "Try honest"),
    (("honest", "--out", "{0}/x.doc"), "End it with one of .tex, .html, .md, .pdf"),
    (("honest", "--out", "{0}/none/x.tex"), "there is no folder none"),
    (("honest", "--out", "{0}/folder.tex"), "this is a folder"),
    (("honest", "--out", "{0}/x.tex", "--notation", "cls2"), "Try cls"),
    (("honest", "--out", "{0}/x.pdf", "--fragment"), "a PDF is no fragment"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_a_mistake_is_said_before_work_starts(
    tmp_path: Path, arguments: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, exit code 2, and nothing is proved first."""
    (tmp_path / "folder.tex").mkdir()
    monkeypatch.setattr(writing, "run_tasks", lambda *_, **__: pytest.fail("work was started"))
    answer = run("notes", *(argument.format(tmp_path) for argument in arguments))
    assert (answer.exit_code, said in answer.output, "Traceback" in answer.output) == (2, True, False), answer.output


def test_a_notation_that_clashes_is_said(tmp_path: Path) -> None:
    """The clash is found when the formulas are known, and is one sentence."""
    mine = tmp_path / "mine.toml"
    _ = mine.write_text('[names]\nt = "y"\n')
    answer = run("notes", "honest", "--notation", str(mine), "--jobs", "1", "--out", str(tmp_path / "x.tex"))
    assert (answer.exit_code, "would both be written like this" in answer.output) == (2, True)


def test_without_a_tex_the_latex_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what to install."""
    monkeypatch.setattr(pdf, "which", lambda _: None)
    answer = run("notes", "honest", "--jobs", "1", "--out", str(tmp_path / "x.pdf"))
    assert (answer.exit_code, "install a tex" in answer.output.lower()) == (2, True)
    assert (tmp_path / "x.tex").read_text(encoding="utf-8").startswith(r"\documentclass")
    assert not (tmp_path / "x.pdf").exists()
