"""Formulas with tokens dropped, doubled and brought in from elsewhere, read, set in every form, and read again.

Run `python -m benchmarks.fuzz_mutants --count 100000 --seed 7`. It needs no atheris and has no coverage to steer by,
but is some ten times faster than `benchmarks.fuzz_reader`. It prints every formula that made the reader or a writer
fail, and the slowest one.
"""

from __future__ import annotations

import argparse
import random
import re
import traceback
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from derive.discourse.files import open_page
from derive.formula.as_latex import as_latex
from derive.formula.as_mathml import mathml
from derive.formula.as_text import as_text
from derive.formula.read.parser import read
from derive.formula.read.statements import read_display
from derive.formula.read.typeset import typeset

SEEDS = Path(__file__).parents[1] / "tests" / "wrong_lines"
TOKEN = re.compile(r"\\[A-Za-z]+|.", re.DOTALL)
ODD = [
    r"\begin{pmatrix}",
    r"\end{pmatrix}",
    r"\\",
    "&",
    "{",
    "}",
    r"\left(",
    r"\right)",
    "|",
    "_",
    "^",
    "$",
    "\0",
    r"\text{",
]
LONGEST = 400


def seeds() -> list[list[str]]:
    """Return the rows of formulas that are altered, as tokens."""
    pages = [open_page(path) for path in sorted(SEEDS.iterdir()) if path.suffix in {".md", ".tex"}]
    formulas = [formula.text() for page in pages for event in page.events for formula in event.formulas]
    return [TOKEN.findall(row.strip()) for text in formulas for row in text.split(r"\\") if row.strip()]


def mutant(known: Sequence[list[str]], source: random.Random) -> str:
    """Return a formula that is near a known one."""
    tokens = list(source.choice(known))
    for _ in range(source.randint(1, 6)):
        at, kind = source.randrange(len(tokens) + 1), source.random()
        other = tokens if kind < 0.2 and tokens else source.choice(known)  # noqa: PLR2004 -- one alteration in five
        start = source.randrange(len(other))
        if kind > 0.8 and tokens:  # noqa: PLR2004 -- the same
            del tokens[min(at, len(tokens) - 1)]
        else:
            tokens[at:at] = [source.choice(ODD)] if kind > 0.6 else other[start : start + source.randint(1, 10)]  # noqa: PLR2004 -- the same
    return "".join(tokens)[:LONGEST]


def tried(formula: str) -> None:
    """Read a formula, set it in every form, and read again what was set."""
    for statement in read_display(formula):
        node = typeset(statement.tree)
        _ = mathml(node), as_text(node), read(as_latex(node))


def main() -> None:
    """Try as many formulas as are asked for."""
    parser = argparse.ArgumentParser(description="Formulas near known ones, read and set.")
    _ = parser.add_argument("--count", type=int, default=100_000)
    _ = parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    source, known = random.Random(asked.seed), seeds()  # noqa: S311 -- no secrets
    failed, worst = 0, (0.0, "")
    for _ in range(asked.count):
        formula, begin = mutant(known, source), process_time()
        try:
            tried(formula)
        except Exception:  # noqa: BLE001 -- whatever it is, it is what is looked for
            failed += 1
            print(repr(formula), traceback.format_exc(), sep="\n")
        worst = max(worst, (process_time() - begin, formula))
    print(f"{asked.count} formulas, {failed} failures; the slowest took {worst[0]:.2f} s: {worst[1]!r}")


if __name__ == "__main__":
    main()
