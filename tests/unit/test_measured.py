"""The run of all benchmarks: figures are found where they stand, and nothing that is missing counts as held."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.aims import PIECES, Aim, Piece
from benchmarks.all import PAGE, README, run
from benchmarks.figures import Run, page, rows, section, with_figures

LINES = {
    "equalities": ("Ratio to `simplify` at (2,3,2): median 115, from 31 to 228, over the 12 that SymPy shows.", "yes"),
    "derivatives": ("Microseconds. Ratio of `diff(...).doit()` to ours: median 46, from 22 to 346.", "no"),
    "growth": ("| 2 | 1,425 | 8,094 | 394,785 |\n| 32 | 1,438 | 8,174 | 2,292,952 |", "yes"),
    "memory": ("| 1000 | 83 | 0.10 | 120 |\n| 10000 | 91 | 0.11 | 0 |", "no"),
    "fuzzing": ("4,000 cases: 0 unsound, 1 missed, 0 errors.", "no"),
    "notes": ("`derive notes --out notes.html`, 31 derivations, cold: 3.51 s", "yes"),
    "tests": ("11690 passed, 3 skipped in 239.12s (0:03:59)", "yes"),
}
"""What some benchmarks print, and whether their first figure is held then."""
BY_NAME = {piece.name: piece for piece in PIECES}


@pytest.mark.parametrize("name", LINES)
def test_a_figure_is_read_where_it_stands(name: str) -> None:
    """The figure is found in what the benchmark prints, and compared with what was asked."""
    line, held = LINES[name]
    found = BY_NAME[name].aims[0].measured(line)
    assert found is not None
    assert found[1] == held
    assert BY_NAME[name].aims[0].measured("Something else.") is None


GRADIENTS = """
refuted of the wrong        185 of 186
named rightly of these      180 of 185
false alarms of the right     0 of 58
proved of the right          58 of 58
        D        right  seconds  one wrong  seconds  located
       10           57     0.03        966     0.22  refuted: w[3]
     1000           55     0.08        190     0.12  refuted: w[333]
   100000           57     9.77        516    12.86  refuted: w[33333]
  1000000           61    29.49       1491    21.35  refuted: w[1]
"""


def test_gradients_are_read_from_their_table() -> None:
    """Every figure about gradients is found, each on its own line."""
    aims = (*BY_NAME["gradients"].aims, *BY_NAME["cost of a gradient"].aims)
    held = [aim.measured(GRADIENTS) for aim in aims]
    assert [found and found[1] for found in held] == ["no", "yes", "yes", "yes", "yes", "yes", "yes", "no", "no"]


def test_what_lacks_its_data_is_left_out() -> None:
    """Without the labelled data its pieces say so, and their figures are not held."""
    piece = BY_NAME["gradients"]
    left = run(piece, None)
    assert left.trouble.startswith("left out")
    assert all("| left out |  |" in row for row in rows(piece, left))


def test_a_piece_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What it printed before is kept, and its limit is named."""
    assert (tmp_path / "slow.py").write_text("import time\nprint('begun', flush=True)\ntime.sleep(60)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    stopped = run(Piece("slow", ("slow",), 2, ()), None)
    assert (stopped.output, stopped.trouble) == ("begun\n", "stopped after 2 s, its limit")
    assert "**Stopped after 2 s, its limit.**" in section(Piece("slow", ("slow",), 2, ()), stopped, "today")


def test_a_piece_that_fails_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A failure is in the page; a figure that it did not print is not held."""
    assert (tmp_path / "broken.py").write_text("raise SystemExit('no such thing')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    aim = Aim("a figure", "1", r"(\d)", "{}", lambda _value: True)
    piece = Piece("broken", ("broken",), 30, (aim,))
    failed = run(piece, None)
    assert failed.trouble == "ended with exit code 1: no such thing"
    assert list(rows(piece, failed)) == ["| a figure | 1 | ended with exit code 1 |  | `python -m broken` |"]


def test_no_folder_of_one_machine_is_in_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the data lies is a matter of whoever measures."""
    assert (tmp_path / "told.py").write_text("import sys\nprint(sys.argv[1])\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert run(Piece("told", ("told", "{data}/a"), 30, ()), tmp_path).output == "FOLDER/a\n"


def test_what_is_not_run_keeps_its_place() -> None:
    """A page that is written for one piece has the sections and the rows of the others as they were."""
    first = page({"growth": Run(LINES["growth"][0], 8.0)}, "on Monday")
    second = page({"memory": Run(LINES["memory"][0], 9.0)}, "on Tuesday", first)
    assert "| 1,425 and 1,438 | yes |" in second
    assert "| 83 and 91 | no |" in second
    assert second.index("took 8 s, on Monday.") < second.index("took 9 s, on Tuesday.")
    assert page({}, "on Wednesday", second) == second


def test_a_figure_of_another_command_is_not_kept() -> None:
    """When a benchmark is called otherwise, its old figure says nothing."""
    first = page({"growth": Run(LINES["growth"][0], 8.0)}, "on Monday").replace("--only growth", "--only grown")
    assert "1,425" not in page({}, "on Tuesday", first)


@pytest.mark.parametrize("piece", PIECES, ids=[piece.name for piece in PIECES])
def test_every_piece_is_a_program_that_exists(piece: Piece) -> None:
    """A benchmark that is renamed is renamed here too."""
    assert find_spec(piece.arguments[0]) is not None


def test_the_page_has_every_figure() -> None:
    """The committed page names all that was asked, whether or not it has been measured."""
    committed = PAGE.read_text(encoding="utf-8")
    assert [
        aim.what for piece in PIECES for aim in piece.aims if f"| {aim.what} | {aim.asked} |" not in committed
    ] == []
    assert "| not run |  |" in page({}, "today")


def test_the_readme_shows_figures_of_the_page() -> None:
    """The README quotes rows of the page and has no figures of its own."""
    table = re.search(r"^## Measured\n(.*?)^## ", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert table is not None
    quoted = [line for line in table[1].splitlines() if line.startswith("| ")]
    assert len(quoted) > 4
    assert [line for line in quoted if line not in PAGE.read_text(encoding="utf-8").splitlines()] == []


def test_an_old_figure_is_replaced() -> None:
    """A row is told by its first cell; other lines stay."""
    assert with_figures("Text\n| a | 1 |\n| c | 4 |", ["| a | 2 |", "| b | 3 |"]) == "Text\n| a | 2 |\n| c | 4 |"
