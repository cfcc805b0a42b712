"""What must hold of every printed formula: read as a reader reads it, it is worth what the expression is worth."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from sympy import Add, Basic, Expr, Mul, Pow, Sum, Symbol

from derive.formula.as_latex import as_latex
from derive.formula.formulas import latex
from derive.formula.notation import Notation, notation_named, profiles
from derive.formula.read.parser import read
from derive.formula.read.tree import holes
from derive.formula.write import Page, node_of, page_for
from tests.evaluator import World, assignments, evaluate
from tests.fields import UndefinedError
from tests.formula_reader import Reader
from tests.maker import ANCHOR, FREE, LETTERS, SHAPES, SIZES, TENSORS, Maker
from tests.noted import NAMES, derivation
from tests.strategies import randoms, worlds

# The laws are drawn for each of several notations, so each draws fewer examples than others do.
FEWER = settings().max_examples // 4
law = settings(
    max_examples=FEWER,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much),
)
MATRIX = Notation(title="matrix", form="matrix")
NOTATIONS = {name: replace(notation_named(name), bounds="full") for name in profiles()} | {"matrix": MATRIX}
PLACES = 2
"""At how many choices of the free indices a formula is evaluated in each world."""


def says(expr: Expr, notation: Notation) -> tuple[str, Page]:
    """Return an expression printed, and its page."""
    page = page_for([expr], notation)
    return as_latex(node_of(expr, page.around([expr]))), page


def reader(tex: str, page: Page, world: World) -> Reader:
    """Return a reader that knows which name was printed how."""
    printed = {page.tensor_label(name, 2 if name in page.lower else 1): name for name in page.scope.names}
    return Reader(
        tex, world, {_command(label): name for label, name in printed.items()}, SHAPES, _command(page.sigmoid)
    )


def _command(label: str) -> str:
    return f"\\{label}" if len(label) > 2 else label


def agree(expr: Expr, notation: Notation) -> None:
    """Assert that the printed formula has the values of the expression."""
    tex, page = says(expr, notation)
    for world in worlds():
        for at in list(assignments(FREE, world.sizes))[::5][:PLACES]:
            try:
                expected = evaluate(expr, world, at)
            except UndefinedError:
                continue
            named = {_command(page.label(index.name)): value for index, value in at.items()}
            assert reader(tex, page, world).value(named).same(expected), f"{expr}\n{tex}"


@law
@pytest.mark.parametrize("name", NOTATIONS)
@given(source=randoms())
def test_what_is_printed_is_what_was_meant(name: str, source: Random) -> None:
    """No bracket is lost, no index is captured, no vector stands for another, in any notation."""
    agree(Maker(source).anchored(3), NOTATIONS[name])


@law
@pytest.mark.parametrize("name", ["neutral", "cls", "cse422", "matrix"])
@given(source=randoms())
def test_contractions_are_the_products_that_are_printed(name: str, source: Random) -> None:
    """Sums over components, of tables and vectors, are printed as products of these and not of others."""
    agree(ANCHOR + _contraction(source, LETTERS["D"][1]), NOTATIONS[name])


def _contraction(source: Random, index: Symbol) -> Expr:
    left, right = (_component(source, index, 2) for _ in range(2))
    return source.choice((1, 1, -2)) * Sum(source.choice((left * right, left**2)), (index, 1, SIZES["D"]))


def _component(source: Random, index: Symbol, depth: int) -> Expr:
    """Return what has one component for each value of an index."""
    free, other, example = LETTERS["N"][0], LETTERS["D"][2 if depth > 1 else 0], LETTERS["N"][depth]
    w, u, y, X, A = (TENSORS[name] for name in "wuyXA")
    form = source.randrange(8 if depth else 4)
    if form < 4:
        return (w[index], u[index], X[free, index], w[index] - u[index])[form]
    if form == 7:
        return y[free] * _component(source, index, depth - 1) + _component(source, index, depth - 1)
    if form == 6:
        return Sum(y[example] * X[example, index], (example, 1, SIZES["N"]))
    table = A[index, other] if form == 4 else A[other, index]
    return Sum(table * _component(source, other, depth - 1), (other, 1, SIZES["D"]))


@law
@given(source=randoms())
def test_written_forms_are_printed_as_they_are(source: Random) -> None:
    """Sums in sums, products in products, powers of both: as an author builds them, without evaluation."""
    agree(_unevaluated(Maker(source), source, 3), NOTATIONS["neutral"])


def _unevaluated(maker: Maker, source: Random, depth: int) -> Expr:
    if depth == 0:
        return maker.entry(dict(FREE))
    parts = [_unevaluated(maker, source, depth - 1) for _ in range(2)]
    kind = source.choice((Add, Mul, Pow, "minus"))
    if kind == "minus":
        return Mul(-1, parts[0], evaluate=False)
    if kind is Pow:
        return Pow(parts[0], source.choice((-2, -1, 2, 3)), evaluate=False)
    return kind(*parts, evaluate=False)


@law
@given(source=randoms())
def test_two_names_are_never_printed_alike(source: Random) -> None:
    """On one page everything has a name of its own, whatever the notation prefers."""
    expr = Maker(source).anchored(3)
    for notation in NOTATIONS.values():
        page = page_for([expr], notation)
        labels = list(page.labels.values())
        assert len(labels) == len(set(labels))


def test_the_reader_notices_a_lost_bracket() -> None:
    """A formula that says something else has another value: the law can fail."""
    a, b = Symbol("a", real=True), Symbol("b", real=True)
    world = worlds()[0]
    expected = evaluate(a * (a + b), world, {})
    assert not Reader("a a + b", world, {}, {}).value({}).same(expected)
    assert Reader("a (a + b)", world, {}, {}).value({}).same(expected)


NOT_READ = r"^{\odot-1}"
"""The one thing that is written and not read: the reciprocal of each entry of a matrix, in the softmax gradient."""


@pytest.mark.slow  # carries all derivations out
def test_every_formula_of_a_derivation_is_read_without_a_hole() -> None:
    """In the neutral notation, on both sides of every line; and a hole would be noticed."""
    sides = [side for name in NAMES for step in derivation(name).steps for side in (step.lhs, step.rhs)]
    written = {latex(side) for side in sides if isinstance(side, Basic)}
    assert len(written) > 500
    assert [tex for tex in written if holes(read(tex)) and NOT_READ not in tex] == []
    assert holes(read(r"\frac{a}{b} +")) != ()
