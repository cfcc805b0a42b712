"""The page of figures: each is found where its benchmark prints it, and nothing that is missing counts as held."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.aims import PIECES, Aim, Piece
from benchmarks.all import PAGE, README, page, rows, section, sections_of, with_figures

GRADIENTS = """
refuted of the wrong        185 of 186
named rightly of these      180 of 185
false alarms of the right     0 of 58
proved of the right          58 of 58
"""
PRINTED = {
    "equalities": (
        "Ratio to `simplify` at (2,3,2): median 115, from 31 to 228, over the 12 that SymPy shows.",
        ["yes"],
    ),
    "derivatives": ("Microseconds. Ratio of `diff(...).doit()` to ours: median 46, from 22 to 346.", ["no"]),
    "growth": ("| 2 | 1,425 | 8,094 | 394,785 |\n| 32 | 1,438 | 8,174 | 2,292,952 |", ["yes"]),
    "memory": ("| 1000 | 83 | 0.10 | 120 |\n| 10000 | 91 | 0.11 | 0 |", ["no"]),
    "fuzzing": ("4,000 cases: 0 unsound, 1 missed, 0 errors.", ["no"]),
    "notes": ("`derive notes --out notes.html`, 31 derivations, cold: 3.51 s", ["yes"]),
    "homework": (
        "wrong steps refuted | 16 of 17 |\ntrue steps refuted | 1 of 122 |\nSomething else.",
        ["yes", "no", ""],
    ),
    "gradients": (GRADIENTS, ["no", "yes", "yes", "yes"]),
    "tests": ("11690 passed, 3 skipped in 239.12s (0:03:59)", ["no"]),
}
"""What some benchmarks print, and whether their figures are held then."""


def test_figures_are_read_where_they_stand() -> None:
    """Each is compared with what was asked; where the output has none, none is held."""
    aims = {piece.name: piece.aims for piece in PIECES}
    held = {name: [aim.measured(text)[1] for aim in aims[name]] for name, (text, _) in PRINTED.items()}
    assert held == {name: expected for name, (_, expected) in PRINTED.items()}
    assert {aim.measured("Something else.") for piece in PIECES for aim in piece.aims} == {("not in the output", "")}


@pytest.mark.parametrize(
    ("program", "seconds", "said"),
    [
        ("import sys; print('begun at', sys.argv[1])", 30, "\n\nbegun at FOLDER/a"),
        ("raise SystemExit('no such thing')", 30, "**Ended with exit code 1: no such thing.**"),
        ("import time\nprint('begun', flush=True)\nwhile True: time.sleep(1)", 2, "**Stopped after 2 s, its limit.**"),
    ],
)
def test_a_piece_says_what_came_of_it(
    program: str, seconds: int, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its output without the folders of this machine, its failure, or the limit that stopped it."""
    assert (tmp_path / "piece.py").write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    aim = Aim("a figure", "1", "(nothing)", "{}", ">=", 1)
    made = section(Piece("piece", ("piece", "FOLDER/a"), seconds, (aim,)), tmp_path, "today")
    assert said in made
    assert aim.measured(made)[1] == ""


def test_what_lacks_its_data_is_left_out() -> None:
    """Without the labelled data a piece says so, and none of its figures is held."""
    (piece,) = (piece for piece in PIECES if piece.name == "gradients")
    left = section(piece, None, "today")
    assert "Left out" in left
    assert {aim.measured(left)[1] for aim in piece.aims} == {""}


def test_the_page_and_the_readme_show_what_was_measured() -> None:
    """Every figure has its row, read from its section; the README quotes rows of the page and has none of its own."""
    committed, readme = PAGE.read_text(encoding="utf-8"), README.read_text(encoding="utf-8")
    assert page(sections_of(committed)) == committed
    table = re.search(r"^## Measured\n(.*?)^## ", readme, re.DOTALL | re.MULTILINE)
    assert table is not None
    assert len(set(table[1].splitlines()) & set(rows(sections_of(committed)))) > 4
    assert with_figures(readme, rows(sections_of(committed))) == readme
    assert with_figures("Text\n| a | 1 |\n| c | 4 |", ["| a | 2 |", "| b | 3 |"]) == "Text\n| a | 2 |\n| c | 4 |"


def test_a_figure_of_another_command_is_not_kept() -> None:
    """When a benchmark is called otherwise, or does not exist any more, its old section says nothing."""
    committed = PAGE.read_text(encoding="utf-8")
    assert "growth" not in sections_of(committed.replace("--only growth", "--only grown"))
    assert [piece.name for piece in PIECES if find_spec(piece.arguments[0]) is None] == []
