"""What the printer writes, the reader reads back: every formula as a tree, and most of them as the same expression."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from sympy import Basic, IndexedBase, MatrixExpr, Symbol

from derive import Limits, prove
from derive.errors import DeriveError
from derive.latex.as_latex import as_latex
from derive.latex.formulas import latex
from derive.latex.notation import Notation
from derive.latex.read.axes import Axis, Trail
from derive.latex.read.elaborate import elaborate
from derive.latex.read.here import Here
from derive.latex.read.parser import read
from derive.latex.read.scene import Scene
from derive.latex.read.table import Known, Table
from derive.latex.read.tree import holes
from derive.latex.read.trouble import NotReadError
from derive.latex.write import Page, node_of, page_for
from derive.render.chains import expressions
from tests.noted import NAMES, derivation

pytestmark = pytest.mark.slow  # carries all derivations out
NOT_READ = r"^{\odot-1}"
"""The one thing that is written and not read: the reciprocal of each entry of a matrix, in the softmax gradient."""
SHARE = 0.8
"""At least so many expressions are proved to be what was written: 482 of 588, when this was measured."""
NOT_DECLARED = {
    "discriminants": "pi is a tensor; its entries would have to be declared before the number pi",
    "naive-bayes-to-logistic": "the same, and w_0 is no entry of w",
    "softmax-reference": "w_{k0} is no entry of the row w_k, and p_R is an entry with a size as its index",
    "svm-margin": "x^+ and x^- are two names, which a table declares by their labels only",
}
"""Derivations with names that `_declared` cannot declare, so that a letter is taken for another one."""


@cache
def round_trips(name: str) -> tuple[tuple[str, str], ...]:
    """Return each expression of a derivation in LaTeX, and what came of reading it: a verdict, or `not read`."""
    derived = derivation(name)
    every = (*derived.steps, derived.result)
    page = page_for(expressions(every), Notation())
    numbers = (e for e in dict.fromkeys(expressions(every)) if not (isinstance(e, MatrixExpr) or e.is_Relational))
    return tuple(_round_trip(expr, page) for expr in numbers)


def test_every_formula_is_read_without_a_hole() -> None:
    """In the neutral notation, on both sides of every line; and a hole would be noticed."""
    written = {tex for name in NAMES for tex in _sides(name)}
    assert len(written) > 500
    assert [tex for tex in written if holes(read(tex)) and NOT_READ not in tex] == []
    assert holes(read(r"\frac{a}{b} +")) != ()


def _sides(name: str) -> list[str]:
    """Return both sides of every line in LaTeX."""
    steps = derivation(name).steps
    return [latex(side) for step in steps for side in (step.lhs, step.rhs) if isinstance(side, Basic)]


def test_nothing_is_read_as_something_else() -> None:
    """Where the reader gives an expression, it is never refuted that it is the one that was written."""
    read_back = {name: round_trips(name) for name in NAMES if name not in NOT_DECLARED}
    assert [(name, tex) for name, found in read_back.items() for tex, status in found if status == "refuted"] == []


def test_most_is_proved_to_be_the_same() -> None:
    """Over all derivations, exceptions included."""
    found = Counter(status for name in NAMES for _, status in round_trips(name))
    assert found["proved"] >= SHARE * found.total()


def test_another_expression_would_be_noticed() -> None:
    """The comparison can fail: what is read is not what was written, once a sign is lost."""
    (_, status), *_ = round_trips("sigmoid")
    assert status == "proved"
    x, y = Symbol("x", real=True), Symbol("y", real=True)
    page = page_for([x - y])
    back = Here(_declared(page), Scene(Trail()), elaborate).read(read("x + y")).at(None, None)
    assert prove(_renamed(back, x - y), x - y).status == "refuted"


def _round_trip(expr: Any, page: Page) -> tuple[str, str]:
    tex = as_latex(node_of(expr, page.around([expr])))
    try:
        value = Here(_declared(page), Scene(Trail()), elaborate).read(read(tex))
        if not value.is_number:
            return tex, "not read"
        back = value.at(None, None)
        return tex, prove(_renamed(back, expr), expr, limits=Limits(seconds=2)).status
    except (NotReadError, DeriveError):
        return tex, "not read"


def _declared(page: Page) -> Table:
    """Return a table in which every name of a page is declared, as a lecturer would do in words."""
    table = Table()
    for name in sorted(page.scope.symbols | page.scope.ranks.keys()):
        rank = max(page.scope.ranks.get(name, {0}))
        axes = [Axis(_ends(page.scope.axes.get((name, place), []))) for place in range(rank)]
        label = page.label(name)
        key = label.lower() if name in page.lower else label
        if rank <= 1:
            table.declare(Known(key, rows=axes[0] if axes else None))
        elif rank == 2:
            table.declare(Known(label, rows=axes[0], cols=axes[1]))
            table.declare(Known(key, ("*",), (axes[0],), rows=axes[1]))
    for name, ranges in page.scope.ranges.items():
        if len(ranges) == 1:
            table.ranges[page.label(name)] = ranges[0]
    return table


def _ends(ranges: list[tuple[Any, Any]]) -> tuple[Any, Any] | None:
    return ranges[0] if ranges else None


def _renamed(back: Any, expr: Any) -> Any:
    """Return what was read with the names of what was written: labels are spelt otherwise, and rows are small."""
    known = {_spelt(symbol): symbol for symbol in expr.atoms(Symbol)}
    # A whole number may be the label of an index, whose name is its own.
    found = {symbol: known.get(_spelt(symbol), symbol) for symbol in back.atoms(Symbol) if not symbol.is_integer}
    tensors = {_spelt(base).lower(): base for base in expr.atoms(IndexedBase)}
    found |= {base: tensors.get(_spelt(base).lower(), base) for base in back.atoms(IndexedBase)}
    return back.xreplace({old: new for old, new in found.items() if old != new})


def _spelt(atom: Any) -> str:
    return str(getattr(atom, "label", atom)).replace("_", "")
