"""The commands that show and list: *command, exit code, output*; what they print, in which form, what they keep."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from sympy import Function, Symbol

from derive.cli import COMMANDS, main
from derive.commands import listing
from derive.derivation import Chain, Derivation
from derive.notes import pdf
from derive.report import statuses
from tests import samples
from tests.samples import data, run


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the commands see two derivations, of which one is false, and a cache folder of its own; return its file."""
    samples.install(monkeypatch, samples.LIES)
    monkeypatch.setattr(listing, "JOBS", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "derive" / "statuses.json"


def test_every_command_has_its_page() -> None:
    """It shows how it is called, and begins as the line on the page of all commands does."""
    whole = run("--help").output
    for name, (_, told) in COMMANDS.items():
        page = run(name, "--help").output
        assert f"  derive {name}" in page.partition("Examples:")[2]
        assert told.split(",")[0].rstrip(".").split()[0] in page
        assert told in whole


HONEST = """\
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
       the solution [given]

  5  z = 1
       a scale | of one [assumed]

  6  (t + t^2)/t = t + z
       divided by t [proved: normal form]
       if t != 0 (in a denominator)

result
     mean := sum[n=1..N](y[n])/N
       the whole chain [proved: every line is proved]
       if t != 0 (in a denominator)

"""


def test_show_as_text() -> None:
    """Formulas that one can read, each with its reason, its verdict and its conditions, as wide as the terminal is.

    Colours where it has them, unless NO_COLOR says otherwise.
    """
    assert run("show", "honest").output == HONEST
    assert max(map(len, run("show", "honest", COLUMNS="50").output.splitlines())) <= 50
    coloured, plain = (
        CliRunner().invoke(main, ["show", "honest"], env={"FORCE_COLOR": "1", "NO_COLOR": said}, color=True).output
        for said in (None, "1")
    )
    assert ("\x1b[32mproved" in coloured, "\x1b[32m" in plain) == (True, False)


def test_show_as_json() -> None:
    """Both ways of asking give the same; sides are text as SymPy prints it, and conditions carry their reasons."""
    found = data("show", "honest", "--format", "json")
    assert found == data("show", "honest", "--json")
    assert found["name"] == "honest"
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


def nothing_to_compute() -> Derivation:
    """Return a derivation about a function that nobody knows."""
    chain, value = Chain("told", "Told"), Function("f")(Symbol("t", real=True))
    chain.claim(value + value, 2 * value, "twice")
    return chain.done()


ANSWERS: dict[str, tuple[int, str]] = {
    "show lying": (1, "left side"),
    "show Honest": (0, "The mean"),
    "show honst": (2, "Error: 'honst': nothing has this name. Try honest; `derive list` shows all names.\n"),
    "show honest --format latex": (0, r"\providecommand"),
    "show honest --format html": (0, "<!DOCTYPE html>"),
    "show honest --format markdown": (0, "# The mean"),
    "show honest --format mathml --notation cse422": (0, '<math displaystyle="true">'),
    "show honest --format latex --notation cse42": (2, "Try cse422"),
    "show lying --format markdown": (1, "**refuted**"),
    "show iris --format latex": (2, "Use --format text, markdown, json"),
    "show or-training": (0, "Converged after 13 steps: every example in a row was right."),
    "show told --format numpy": (2, "no line of it is a function of arrays"),
    "errata --lecture m146 --jobs 1": (2, "no claims are registered of it yet"),
    "errata --lecture l8": (2, "l8"),
    "notes lying --jobs 1 --out {0}/x.md": (1, "lying is refuted"),
    "notes honst --out {0}/x.tex": (2, "Try honest"),
    "notes honest --out {0}/x.doc": (2, "End it with one of .tex, .html, .md, .pdf"),
    "notes honest --out {0}/none/x.tex": (2, "there is no folder none"),
    "notes honest --out {0}/folder.tex": (2, "this is a folder"),
    "notes honest --out {0}/x.tex --notation cls2": (2, "Try cls"),
    "notes honest --out {0}/x.pdf --fragment": (2, "a PDF is no fragment"),
    "notes honest --notation {0}/mine.toml --jobs 1 --out {0}/x.tex": (2, "would both be written like this"),
}


def test_what_a_command_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 1 for what is not proved, and 2, with one sentence, for what cannot be meant."""
    samples.install(monkeypatch, (*samples.LIES, samples.TOLD), told=nothing_to_compute)
    (tmp_path / "folder.tex").mkdir()
    _ = (tmp_path / "mine.toml").write_text('[names]\nt = "y"\n')
    for command, expected in ANSWERS.items():
        answer = run(*command.format(tmp_path).split())
        assert (answer.exit_code, expected[1] in answer.output) == (expected[0], True), (command, answer.output)


def test_programs_of_a_derivation_are_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every function compiles, and has a docstring."""
    monkeypatch.undo()
    output = run("show", "logistic-gradient", "--format", "numpy").output
    assert output.count('"""') >= 2
    _ = compile(output, "printed", "exec")


def test_a_worked_example_is_shown_step_by_step() -> None:
    """As the slides print it: 4 updates; the same cells in JSON."""
    assert sum(" yes " in line for line in run("show", "or-training").output.splitlines()) == 4
    found = data("show", "four-students", "--json")
    assert (found["lecture"], found["line"], len(found["rows"])) == ("l7", 679, 8)
    assert {len(row) for row in found["rows"]} == {len(found["columns"])}


ERRATA = """\
l7:12 disagrees to the digits
     the square of 0.57 is 0.345
     found: computed 0.3249, printed 0.345
     repair: 0.325

l7:21 definition
     a sign at zero
     found: a rule
     needs the convention: sign(0) = 1

l7:22 refuted
     z is 2 z
     found: at z = 1: left side 1, right side 2
     repair: z is z

"""
WITNESS = {"sizes": {}, "indices": {}, "values": {"z": 1}, "functions": {}, "lhs": 1, "relation": "==", "rhs": 2}


def test_errata_show_what_is_wrong() -> None:
    """The claim, what was found, the convention, the repair; nothing of a claim that holds."""
    assert run("errata", "--jobs", "1").output == run("errata", "--lecture", "l7", "--jobs", "1").output == ERRATA
    found = data("errata", "--json", "--jobs", "1")
    assert [claim["name"] for claim in found] == ["l7:12", "l7:21", "l7:22"]
    assert found[2]["counterexample"] == WITNESS


def test_notes_are_written_in_the_form_of_the_ending(tmp_path: Path) -> None:
    """Each form has its own beginning, and a fragment no document round it."""
    for ending, begins in {"tex": r"\documentclass", "html": "<!DOCTYPE html>", "md": "# The mean"}.items():
        out = tmp_path / f"notes.{ending}"
        answer = run("notes", "honest", "--notation", "cse422", "--jobs", "1", "--out", out)
        assert (answer.exit_code, answer.output) == (0, f"written to {out}\n")
        assert out.read_text(encoding="utf-8").startswith(begins)
        assert run("notes", "honest", "--jobs", "1", "--out", out, "--fragment").exit_code == 0
        text = out.read_text(encoding="utf-8")
        assert [mark for mark in ("<!DOCTYPE", r"\documentclass") if mark in text] == []


def test_without_a_tex_the_latex_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what to install."""
    monkeypatch.setattr(pdf, "which", lambda _: None)
    answer = run("notes", "honest", "--jobs", "1", "--out", tmp_path / "x.pdf")
    assert (answer.exit_code, "install a tex" in answer.output.lower()) == (2, True)
    assert (tmp_path / "x.tex").read_text(encoding="utf-8").startswith(r"\documentclass")
    assert not (tmp_path / "x.pdf").exists()


LISTED = """\
name    title                                  lecture  status
honest  The mean, as a least-squares estimate  l7       proved
lying   A sum that lost its factor             l7       refuted

worked examples, for `derive show`: blood-pressure, regression-points,
four-students, four-students-other-start, five-points, two-points, or-training,
xor-training, classifier-tables, iris
"""


def test_list_shows_names_titles_lectures_and_status() -> None:
    """A row a derivation; on a narrow terminal lines of its own, because a name that is cut cannot be typed."""
    assert run("list").output == LISTED
    title = {
        "schema": 2,
        "name": "honest",
        "title": "The mean, as a least-squares estimate",
        "lecture": "l7",
        "status": "proved",
    }
    assert data("list", "--json")[0] == title
    lines = run("list", COLUMNS="30").output.splitlines()
    assert (lines[0], "lying refuted" in lines) == ("honest proved", True)


def decides(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> bool:
    """Return whether a list carries derivations out; either way its statuses are right."""
    asked = list[object]()
    decide = listing.run_tasks
    monkeypatch.setattr(listing, "run_tasks", lambda *given, **by: (asked.append(given), decide(*given, **by))[1])
    assert [row["status"] for row in data("list", "--json", *arguments)] == ["proved", "refuted"]
    monkeypatch.setattr(listing, "run_tasks", decide)
    return bool(asked)


def test_a_list_decides_once(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    """What was decided is kept for the next list, and for no longer than the engine is the same."""
    assert [decides(monkeypatch), decides(monkeypatch)] == [True, False]
    assert [decides(monkeypatch, "--check"), decides(monkeypatch)] == [True, False]
    assert [path.name for path in cache.parent.iterdir()] == ["statuses.json"]
    monkeypatch.setattr(statuses, "fingerprint", lambda: "another engine")
    assert [decides(monkeypatch), decides(monkeypatch)] == [True, False]


def test_another_engine_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another time or size of a file, a new file, another version, a library that is installed anew."""
    package, library = tmp_path / "package", tmp_path / "sympy.py"
    (package / "kernel").mkdir(parents=True)
    file = package / "a.py"
    for path in (file, library):
        _ = path.write_text("1")
    monkeypatch.setattr(statuses, "_libraries", lambda: [library])
    found = [statuses.fingerprint(package)]
    assert found == [statuses.fingerprint(package)]
    for change in (
        lambda: os.utime(file, ns=(1, 1)),
        lambda: (file.write_text("12"), os.utime(file, ns=(1, 1))),
        lambda: (package / "kernel" / "b.py").write_text("3"),
        lambda: os.utime(library, ns=(1, 1)),
        lambda: monkeypatch.setattr(statuses, "__version__", "another"),
    ):
        _ = change()
        found.append(statuses.fingerprint(package))
    assert len(set(found)) == 6


def lie(**changed: object) -> str:
    """Return a cache that says of this engine that all is proved, with something changed."""
    found: dict[str, object] = {"honest": "proved", "lying": "proved"}
    return json.dumps({"engine": statuses.fingerprint(), "statuses": found, **changed})


def test_a_cache_that_is_not_of_this_engine_is_not_believed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is decided, and what was there is replaced; what vouches for this engine is believed."""
    broken: dict[str, str | bytes] = {
        "torn": lie()[:40],
        "no text": b"\xff\xfe\x00",
        "a list": "[]",
        "nested": "[" * 100_000,
        "other fields": '{"source": 1}',
        "no statuses": lie(statuses=3),
        "another engine": lie(engine="another"),
        "a name too few": lie(statuses={"honest": "proved"}),
        "a name too many": lie(statuses={"honest": "proved", "lying": "proved", "other": "proved"}),
        "no status": lie(statuses={"honest": "proved", "lying": "right"}),
        "no word": lie(statuses={"honest": "proved", "lying": ["proved"]}),
    }
    cache.parent.mkdir(parents=True)
    for kind, text in broken.items():
        _ = cache.write_bytes(text.encode() if isinstance(text, str) else text)
        assert (kind, decides(monkeypatch), decides(monkeypatch)) == (kind, True, False)
    _ = cache.write_text(lie())
    assert [row["status"] for row in data("list", "--json")] == ["proved", "proved"]


@pytest.mark.parametrize("place", ["a file above", "a folder", "no home"])
def test_a_cache_that_cannot_be_written_is_no_error(place: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs time, and nothing else."""
    if place == "a folder":
        cache.mkdir(parents=True)
    elif place == "a file above":
        _ = cache.parents[1].write_text("in the way")
    else:
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("nobody")))
    assert [decides(monkeypatch), decides(monkeypatch)] == [True, True]
    assert list(cache.parent.glob(".*")) == []


@pytest.mark.parametrize(
    ("system", "variables", "folder"),
    [
        ("linux", {}, ".cache/derive"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, ".cache/derive"),
        ("darwin", {}, "Library/Caches/derive"),
        ("darwin", {"XDG_CACHE_HOME": "{0}/mine"}, "mine/derive"),
        ("win32", {"LOCALAPPDATA": "{0}/Local"}, "Local/derive/Cache"),
        ("win32", {}, "AppData/Local/derive/Cache"),
    ],
)
def test_the_cache_is_where_the_system_has_it(
    system: str, variables: dict[str, str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the folder of the user for what can be computed again."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(tmp_path))
    monkeypatch.setattr(statuses.sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert run("list").exit_code == 0
    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("statuses.json")] == [Path(folder, "statuses.json")]


def test_a_second_list_does_not_load_sympy(tmp_path: Path) -> None:
    """What is kept is shown at once."""
    program = (
        "import sys; from derive.cli import main; from derive.commands import listing;"
        "from derive.report import statuses;"
        "names = [entry.name for entry in listing.CATALOGUE];"
        "statuses.statuses(names, lambda: dict.fromkeys(names, 'proved'));"
        "main(['list'], standalone_mode=False); print('sympy' in sys.modules)"
    )
    variables = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", program]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=variables)  # noqa: S603 -- fixed
    assert answer.stdout.endswith("False\n")
