"""The grammars of the fuzzer, fed engines that lie, and their own arithmetic, held against what is known by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from sympy import (
    Abs,
    BlockMatrix,
    Derivative,
    Eq,
    IndexedBase,
    KroneckerDelta,
    KroneckerProduct,
    MatrixSymbol,
    Max,
    Ne,
    OneMatrix,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
    exp,
    sign,
    sqrt,
    symbols,
)

import derive
from benchmarks.grammars import labels, words
from benchmarks.grammars.blocks import rows
from benchmarks.grammars.claims import Claim, Engine, Outcome, failures, is_tried, judged
from benchmarks.grammars.duals import NoValueError
from benchmarks.grammars.ranges import N, x
from benchmarks.grammars.run import GRAMMARS, case, run
from benchmarks.grammars.slips import altered
from benchmarks.grammars.values import Kind, World, slope, value

n, k = symbols("n k", integer=True)
q, a = IndexedBase("q"), Symbol("a", real=True)
FIRST = (0, N - 1)


def says(status: str, *conditions: Any) -> Callable[..., Any]:
    """Return a prover that gives one answer to everything."""
    told = [derive.Condition(condition, "so it says") for condition in conditions]
    verdict = SimpleNamespace(
        status=status, method="a lie", conditions=told, assumptions=(), counterexample=None, reason=""
    )
    return lambda *_, **__: verdict


def lies(kind: str, name: str, engine: Engine, cases: int = 24) -> int:
    """Return how many lies of a kind are caught in some cases of a grammar."""
    return run(name, 1, range(cases), 600, engine).words[kind]


@pytest.mark.slow  # matrices of all sizes up to 3 are inverted again and again
@pytest.mark.parametrize("name", GRAMMARS)
def test_a_prover_that_believes_or_denies_everything_is_caught(name: str) -> None:
    """Each grammar has false claims and true ones."""
    assert lies("false proved", name, Engine(prove=says("proved"))) > 0
    assert lies("true refuted", name, Engine(prove=says("refuted"))) > 0
    assert lies("false proved", name, Engine(prove=says("undecided"))) == 0


def off_by_one(honest: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose answer is too large by 1."""
    return lambda *given, **options: honest(*given, **options) + 1


def as_if_whole(honest: Callable[..., Any]) -> Callable[..., Any]:
    """Return a gradient whose every member is too large by 1."""

    def family(*given: Any, **options: Any) -> Any:
        made = honest(*given, **options)
        return replace(made, expr=made.expr + 1)

    return family


def raises(*_: Any, **__: Any) -> Any:
    """Fail as no user should see it."""
    raise ZeroDivisionError


LIARS: dict[str, tuple[str, Engine]] = {
    "differentiate": ("wrong slope", Engine(differentiate=off_by_one(derive.differentiate))),
    "gradient": ("wrong slope", Engine(gradient=as_if_whole(derive.gradient))),
    "hessian": ("wrong slope", Engine(hessian=as_if_whole(derive.hessian))),
    "normalize": ("wrong numbers", Engine(normalize=off_by_one(derive.normalize))),
    "substitute": ("wrong numbers", Engine(substitute=off_by_one(derive.substitute))),
    "lambdify": ("wrong numbers", Engine(lambdify=lambda *given: derive.lambdify(given[0] + 1, *given[1:]))),
}


@pytest.mark.parametrize("what", LIARS)
def test_what_is_made_wrong_is_caught(what: str) -> None:
    """A derivative, a normal form or a lowered function that is off by 1 is never fine."""
    kind, engine = LIARS[what]
    drawn = [case("slopes", 1, number) for number in range(120)]
    words = [judged(made, engine).word for made in drawn if getattr(made, "what", "") == what]
    assert kind in words
    assert "fine" not in words


def test_what_escapes_is_a_crash() -> None:
    """An error that is none of the family is a defect; one of the family is no answer."""
    assert lies("crash", "ranges", Engine(prove=raises), 5) > 0
    refused = Engine(prove=lambda *_, **__: derive.tensor(""))
    assert lies("refused", "ranges", refused, 5) > 0


@pytest.mark.parametrize("name", GRAMMARS)
def test_what_was_built_as_true_is_true(name: str) -> None:
    """From some size on nothing breaks it."""
    drawn = [case(name, 2, number) for number in range(24)]
    built = [claim for claim in drawn if isinstance(claim, Claim) and claim.built]
    broken = [
        (str(claim), str(point)) for claim in built for point in failures(claim, _most(claim)) if _large(point, claim)
    ]
    assert len(built) > 0
    assert broken == []


def _most(claim: Claim) -> int:
    return 6 if len(claim.sizes) == 1 else 3


def _large(point: Any, claim: Claim) -> bool:
    return min(point.world.sizes.values()) == _most(claim)


PART = Claim(Sum(x[n], (n, 1, N - 1)), Sum(x[n], (n, 1, N - 2)) + x[N - 1])
WHOLE = Claim(Sum(x[n], (n, 1, N - 1)), Sum(x[n], (n, 0, N - 1)), built=False)
SIGN = Claim(sign(k) * q[k], q[k], free={"k": (-2, 2)}, shown={"k": (1, N)}, built=False, fits=True)
WORDS: tuple[tuple[Claim, str, tuple[Any, ...], str], ...] = (
    (PART, "proved", (), "false proved"),
    (PART, "proved for N >= 2", (), "fine"),
    (PART, "proved", ("N >= 2",), "fine"),
    (PART, "proved", ("N - 2 >= 0",), "fine"),
    (PART, "proved", ("N is good",), "false proved"),
    (PART, "refuted", (), "fine"),
    (WHOLE, "proved for N >= 2", (), "false proved"),
    (WHOLE, "proved", (Ne(x[0], 0), Eq(x[0], 0)), "false proved"),
    (WHOLE, "proved", (N - 9 >= 0,), "fine"),
    (SIGN, "proved", (), "false proved"),
    (SIGN, "refuted", (), "true refuted"),
    (SIGN, "undecided", (), "open"),
)


def test_what_verdicts_are_worth() -> None:
    """A bound of a size excuses a proof where what breaks it is smaller; no other condition does."""
    found = [judged(claim, Engine(prove=says(status, *given))).word for claim, status, given, _ in WORDS]
    assert found == [word for *_, word in WORDS]


SQUARE = Claim(x[k] ** 2, x[k], free={"k": (1, N - 1)}, built=False)
WITNESSES: tuple[tuple[dict[str, int], dict[str, int], dict[str, Fraction], str], ...] = (
    ({"N": 2}, {"k": 1}, {"x[1]": Fraction(2)}, "fine"),
    ({"N": 2}, {"k": 1}, {"x[1]": Fraction(1)}, "false witness"),
    ({"N": 2}, {"k": 0}, {"x[0]": Fraction(2)}, "false witness"),
    ({"N": 2}, {"k": 2}, {"x[2]": Fraction(2)}, "false witness"),
    ({"N": 2}, {}, {"x[1]": Fraction(1)}, "fine"),
)


def test_counterexamples_are_computed_again() -> None:
    """One that lies outside of the range of an index, or breaks nothing, is none; one that says too little passes."""
    found: list[str] = []
    for sizes, at, values, _ in WITNESSES:
        verdict = says("refuted")()
        verdict.counterexample = derive.Counterexample(sizes, at, values, Fraction(4), Fraction(2))
        found.append(judged(SQUARE, Engine(prove=lambda *_, told=verdict, **__: told)).word)
    assert found == [word for *_, word in WITNESSES]


def test_an_outcome_says_how_to_see_it_again() -> None:
    """The claim, the verdict and the point stand in it."""
    text = str(Outcome("false proved", WHOLE, "proved", failures(WHOLE)[0]))
    assert text.startswith("false proved: Sum(x[n], (n, 1, N - 1)) == Sum(x[n], (n, 0, N - 1))")
    assert "{'N': 1}" in text


LINE = Kind(formula=lambda _, at: Fraction(at[0] + 1))
AT_4 = World({"N": 4}, kinds={"x": LINE, "q": LINE})
KNOWN: tuple[tuple[Any, Fraction], ...] = (
    (Sum(x[n], (n, 0, N - 1)), Fraction(10)),
    (Sum(x[n + 1] - x[n], (n, 0, N - 2)), Fraction(3)),
    (Sum(x[n], (n, 3, 1)) + Product(x[n], (n, 3, 1)), Fraction(1)),
    (Sum(KroneckerDelta(n, 2) * x[n] ** 2, (n, 0, N - 1)), Fraction(9)),
    (Sum(Piecewise((x[n + 1], n < N - 1), (0, True)), (n, 0, N - 1)), Fraction(9)),
    (Sum(q[n], (n, -2, 0)), Fraction(0)),
    (Sum(Abs(n) * sign(n), (n, -1, 3)), Fraction(5)),
    (Derivative(Sum(x[n] ** 2 * x[n + 1], (n, 0, N - 2)), x[1]), Fraction(13)),
    (Derivative(x[0] * Derivative(x[0] * x[1], x[1]), x[0]), Fraction(2)),
    (Derivative(Sum(x[n] ** 3, (n, 1, N - 1)), x[0]), Fraction(0)),
    (Derivative(x[1] ** 3 / x[0], x[1], x[1]), Fraction(12)),
    (Sum(x[n], (n, 0, k), (k, 0, N - 1)), Fraction(20)),
    (Sum(x[n], (n, k + 1, N - 1), (k, 0, N - 1)), Fraction(20)),
    (q[x[1]] + Sum(KroneckerDelta(x[n], 3) * n, (n, 0, N - 1)), Fraction(5)),
    (sqrt(x[0] - 1), Fraction(0)),
)


def test_the_arithmetic() -> None:
    """Values and slopes that are easily had by hand, at x = (1, 2, 3, 4)."""
    assert [value(expr, AT_4, {}) for expr, _ in KNOWN] == [number for _, number in KNOWN]


@pytest.mark.parametrize(
    "expr", [x[N], x[-1], x[x[3]], 1 / (x[0] - 1), Derivative(Max(x[0], 1), x[0]), Derivative(sqrt(x[0] - 1), x[0])]
)
def test_where_there_is_no_value(expr: Any) -> None:
    """A place outside of the axis, a division by zero and a slope at a kink have none."""
    with pytest.raises(NoValueError):
        _ = value(expr, AT_4, {})


A, B = MatrixSymbol("A", 1, 2), MatrixSymbol("B", 2, 1)
SQUARES = World({}, kinds={name: Kind(formula=lambda _, at: Fraction((at[0] + at[1] + 2) ** 2)) for name in "AB"})


def test_the_arithmetic_of_blocks() -> None:
    """Kronecker products and matrices of blocks, at A = (4, 9) and B the same as a column."""
    four, six, nine = (Fraction(number) for number in (16, 36, 81))
    assert rows(KroneckerProduct(A, B), SQUARES, {}) == [[four, six], [six, nine]]
    ones = [Fraction(1), Fraction(1)]
    assert rows(BlockMatrix([[A, OneMatrix(1, 1)], [OneMatrix(1, 2), A * B]]), SQUARES, {}) == [
        [Fraction(4), Fraction(9), Fraction(1)],
        [*ones, four + nine],
    ]


LABEL = Claim(
    Sum(KroneckerDelta(labels.y[n], k), (k, 0, labels.K - 1)),
    1,
    facts=labels.among(labels.y, Random(0)),  # noqa: S311 -- it draws how the labels are declared
    kinds={"y": Kind(formula=labels.drawn)},
    free={"n": FIRST},
    sizes=("N", "K"),
    among={"d": FIRST},
)
SKEW = Claim(
    Trace(words.T * words.A),
    Trace(words.T * words.A.T),
    facts=(words.KINDS[words.T][0],),
    kinds={"T": words.KINDS[words.T][1]},
    sizes=("N", "D"),
)
ALTERED = (
    Sum(Max(x[n], 0), (n, 0, N - 1)),
    Sum(x[n], (n, 0, k), (k, 0, N - 1)),
    Piecewise((x[n], x[n] > 0), (0, True)),
    KroneckerDelta(labels.y[n], k) * x[n],
)


def test_what_facts_of_the_new_kinds_exclude() -> None:
    """Integers that are no labels break what holds of labels; an equation between matrices is met or not."""
    assert failures(replace(LABEL, kinds={"y": Kind(formula=labels.anywhere)}, facts=()))
    assert not failures(LABEL, 3)
    assert failures(SKEW, 2)
    assert not is_tried(replace(SKEW, kinds={}), 2)


@pytest.mark.parametrize("expr", ALTERED)
def test_a_slip_alters(expr: Any) -> None:
    """Whatever node it takes, what comes out is another expression; and the largest of numbers is a kind of node."""
    drawn = {altered(expr, Random(seed)) for seed in range(40)}  # noqa: S311 -- test data, no secrets
    assert expr not in drawn
    assert len(drawn) > 1


def test_a_slope_of_reals() -> None:
    """The exponential is its own slope, to 30 digits."""
    found = slope(exp(2 * x[0]), [x[0]], AT_4, {})
    assert abs(found - 2 * value(exp(2), AT_4, {})) < 1e-30
