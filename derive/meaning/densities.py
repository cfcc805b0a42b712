"""Densities: positive numbers known by all that stands in them, or, for a law of the table, written out.

The table states each law as trees, in the way of the table of functions: what is not written here nobody guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.functions import Tree, fold
from derive.meaning.axes import unify
from derive.meaning.errors import Clash
from derive.meaning.functions import call_of
from derive.meaning.here import Here
from derive.meaning.keys import name_key, names_in
from derive.meaning.powers import determinant, inverse
from derive.meaning.reading import read, times
from derive.meaning.usage import NORMAL
from derive.meaning.values import Value, align, divided, scalar, transposed

HALF = Fraction(1, 2)
JOHNSON = "N. L. Johnson, S. Kotz, N. Balakrishnan, Continuous Univariate Distributions, 2nd ed., 1994"
DISCRETE = "N. L. Johnson, A. W. Kemp, S. Kotz, Univariate Discrete Distributions, 3rd ed., 2005"


@dataclass(frozen=True, slots=True)
class Law:
    """A law of one number `x`: how documents call it, its parameters, its log density, mean and variance as trees.

    A `log_density` that is None is none that the engine's functions can say.
    """

    name: str
    read: tuple[str, ...]
    parameters: tuple[str, ...]
    log_density: Tree | None
    mean: Tree
    variance: Tree
    source: str


def _log_factorial(node: Tree) -> Tree:
    return ("loggamma", ("+", node, 1))


def _log_beta(one: Tree, other: Tree) -> Tree:
    return ("-", ("+", ("loggamma", one), ("loggamma", other)), ("loggamma", ("+", one, other)))


LAWS = (
    Law(
        "normal",
        NORMAL,
        ("m", "v"),
        (
            "-",
            ("*", -HALF, ("+", ("log", ("*", 2, "pi")), ("log", "v"))),
            ("/", ("^", ("-", "x", "m"), 2), ("*", 2, "v")),
        ),
        "m",
        "v",
        f"{JOHNSON}, vol. 1, 13.1",
    ),
    Law(
        "Bernoulli",
        ("roman Bernoulli", "roman Bern", "roman Ber", "calligraphic B"),
        ("p",),
        ("+", ("*", "x", ("log", "p")), ("*", ("-", 1, "x"), ("log", ("-", 1, "p")))),
        "p",
        ("*", "p", ("-", 1, "p")),
        f"{DISCRETE}, 3.1",
    ),
    Law(
        "binomial",
        ("roman Binomial", "roman Bin", "roman Binom"),
        ("n", "p"),
        (
            "+",
            ("-", _log_factorial("n"), ("+", _log_factorial("x"), _log_factorial(("-", "n", "x")))),
            ("*", "x", ("log", "p")),
            ("*", ("-", "n", "x"), ("log", ("-", 1, "p"))),
        ),
        ("*", "n", "p"),
        ("*", "n", "p", ("-", 1, "p")),
        f"{DISCRETE}, 3.1",
    ),
    Law(
        "Poisson",
        ("roman Poisson", "roman Poi", "roman Pois"),
        ("l",),
        ("-", ("*", "x", ("log", "l")), ("+", "l", _log_factorial("x"))),
        "l",
        "l",
        f"{DISCRETE}, 4.1",
    ),
    Law(
        "exponential",
        ("roman Exp", "roman Exponential", "roman Expo"),
        ("l",),
        ("-", ("log", "l"), ("*", "l", "x")),
        ("/", 1, "l"),
        ("/", 1, ("^", "l", 2)),
        f"{JOHNSON}, vol. 1, 19.1, by its rate",
    ),
    Law(
        "Gamma",
        ("roman Gamma", "roman Ga", "roman Gam"),
        ("a", "b"),
        (
            "-",
            ("+", ("*", "a", ("log", "b")), ("*", ("-", "a", 1), ("log", "x"))),
            ("+", ("*", "b", "x"), ("loggamma", "a")),
        ),
        ("/", "a", "b"),
        ("/", "a", ("^", "b", 2)),
        f"{JOHNSON}, vol. 1, 17.1, by shape and rate",
    ),
    Law(
        "Beta",
        ("roman Beta",),
        ("a", "b"),
        (
            "-",
            ("+", ("*", ("-", "a", 1), ("log", "x")), ("*", ("-", "b", 1), ("log", ("-", 1, "x")))),
            _log_beta("a", "b"),
        ),
        ("/", "a", ("+", "a", "b")),
        ("/", ("*", "a", "b"), ("*", ("^", ("+", "a", "b"), 2), ("+", "a", "b", 1))),
        f"{JOHNSON}, vol. 2, 25.1",
    ),
    Law(
        "Laplace",
        ("roman Laplace", "roman Lap"),
        ("m", "b"),
        ("-", ("*", -1, ("log", ("*", 2, "b"))), ("/", ("Abs", ("-", "x", "m")), "b")),
        "m",
        ("*", 2, ("^", "b", 2)),
        f"{JOHNSON}, vol. 2, 24.1",
    ),
    Law(
        "uniform",
        ("roman Uniform", "roman Unif", "calligraphic U", "roman U"),
        ("a", "b"),
        None,
        ("/", ("+", "a", "b"), 2),
        ("/", ("^", ("-", "b", "a"), 2), 12),
        f"{JOHNSON}, vol. 2, 26.1",
    ),
    Law(
        "geometric",
        ("roman Geom", "roman Geometric"),
        ("p",),
        ("+", ("log", "p"), ("*", ("-", "x", 1), ("log", ("-", 1, "p")))),
        ("/", 1, "p"),
        ("/", ("-", 1, "p"), ("^", "p", 2)),
        f"{DISCRETE}, 5.1, of the first success, counted from 1",
    ),
)
"""The laws that are known by name."""
BY_SPELLING: Mapping[str, Law] = {spelling: law for law in LAWS for spelling in law.read}


def said(law_tree: Tree, values: Mapping[str, Expression]) -> Expression:
    """Return a tree of the table as a node, its letters standing for values.

    >>> said(("*", 2, "m"), {"m": tree.number(3)}).factors[1].value
    3
    """

    def leaf(value: Any) -> Expression:
        """Return a number, a letter or a constant."""
        if not isinstance(value, str):
            return tree.number(value)
        return values[value] if value in values else tree.Constant(value)

    return fold(law_tree, leaf, _node)


def _node(name: str, parts: list[Expression]) -> Expression:
    made: dict[str, Callable[..., Expression]] = {
        "+": tree.add,
        "*": tree.multiply,
        "-": tree.subtract,
        "/": divided,
        "^": tree.Power,
    }
    return made[name](*parts) if name in made else call_of(name, *parts)


def written_out(law: Law, at: Node, parameters: tuple[Node, ...], here: Here) -> Value:
    """Return the density of a law at a value. Raises `Clash` for shapes or parameters that it has not."""
    if len(parameters) != len(law.parameters) or law.log_density is None:
        raise Clash(f"a density that is not written out: {law.name}")
    value, given = read(at, here), [read(each, here) for each in parameters]
    if law.name == "normal" and (value.rank or given[1].rank):
        return _normal(value, given[0], given[1], here)
    if value.rank or any(each.rank for each in given):
        raise Clash(f"{law.name} is a law of a number", shapes=True)
    here.record.read_as.add(f"{law.name} is written out ({law.source})")
    out = law.log_density

    def make() -> Expression:
        """Return the density."""
        values = {name: each.number for name, each in zip(law.parameters, given, strict=True)}
        if law.name == "normal":
            return _normal_density(value.number, values["m"], values["v"])
        return tree.Call("exp", (said(out, {**values, "x": value.number}),))

    return scalar(make)


def _normal_density(at: Expression, mean: Expression, variance: Expression) -> Expression:
    """Return the density as it is written, with a root: logarithms of the variance take a sign to be put together."""
    gap = tree.Power(tree.subtract(at, mean), tree.number(2))
    around = tree.multiply(tree.number(2), tree.Constant("pi"), variance)
    inner = divided(tree.negative(gap), tree.multiply(tree.number(2), variance))
    return tree.multiply(tree.Power(around, tree.number(-HALF)), tree.Call("exp", (inner,)))


def _normal(value: Value, mean: Value, covariance: Value, here: Here) -> Value:
    """Return the normal density in several dimensions."""
    if value.rank != 1 or value.rows is None or covariance.rank != 2:
        raise Clash("a normal density of mixed shapes", shapes=True)
    align(value, mean)
    if covariance.rows is None or covariance.columns is None:
        raise Clash("no matrix")
    unify(covariance.rows, covariance.columns)
    unify(covariance.rows, value.rows)
    rows = value.rows
    gap = Value(
        rows, None, lambda r, _c: value.at(r, None) if mean.zero else tree.subtract(value.at(r, None), mean.at(r, None))
    )
    squares = times(times(transposed(gap), inverse(covariance, here), here), gap, here)
    size = determinant(covariance, here)
    here.record.read_as.add("the normal density in several dimensions is written out")
    if rows.known is None:
        here.record.generalised.add("nothing says in how many dimensions a normal density is")

    def make() -> Expression:
        """Return the density."""
        first, last = here.known_ends(rows)
        count = tree.add(tree.subtract(last, first), tree.ONE)
        around = tree.Power(
            tree.multiply(tree.number(2), tree.Constant("pi")), tree.multiply(tree.number(-HALF), count)
        )
        inner = tree.multiply(tree.number(-HALF), squares.number)
        return tree.multiply(around, tree.Power(size.number, tree.number(-HALF)), tree.Call("exp", (inner,)))

    return scalar(make)


def law_of(node: Node | None) -> tuple[Law, tuple[Node, ...]] | None:
    r"""Return a law with its parameters, as `\mathcal{N}(\mu, \sigma^2)` is one; None for anything else."""
    if not isinstance(node, surface.Factors) or len(node.parts) != 2 or any(node.signs):
        return None
    head, bracket = node.parts
    law = BY_SPELLING.get(name_key(head)) if isinstance(head, surface.Name) else None
    if law is None or not isinstance(bracket, surface.Bracket) or bracket.body is None:
        return None
    listed = bracket.body.items if isinstance(bracket.body, surface.Sequence) else (bracket.body,)
    plain = not isinstance(bracket.body, surface.Sequence) or set(bracket.body.separators) <= {","}
    return (law, listed) if plain and len(listed) == len(law.parameters) else None


def density_of(key: str, bracket: surface.Bracket) -> tuple[Law, Node, tuple[Node, ...]] | None:
    r"""Return a density by name, as `\mathcal{N}(x; \mu, \sigma^2)`: its law, at what, and the parameters."""
    law, body = BY_SPELLING.get(key), bracket.body
    if law is None or not isinstance(body, surface.Sequence) or len(body.items) != len(law.parameters) + 1:
        return None
    first, *rest = body.separators
    if first not in {"|", ";"} or not set(rest) <= {",", ";"}:
        return None
    return law, body.items[0], body.items[1:]


def is_written_out(law: Law, span: surface.Span, here: Here) -> bool:
    """Return whether a density by name is written out: first where the formula writes one too, or takes a slope."""
    if law.log_density is None:
        return False
    shown = any(_shows_density(each) for formula in here.formulas for each in surface.walk(formula))
    return here.choose(("density", span.start), [(True, 0.0), (False, 1.0)] if shown else [(False, 0.0), (True, 1.0)])


def _shows_density(node: Node) -> bool:
    if isinstance(node, surface.Apply):
        return node.head in {"exp", "log"} and bool(names_in(node.argument))
    if isinstance(node, surface.Derivative):
        return True
    return isinstance(node, surface.Name) and node.text in {"pi", "propto"}
