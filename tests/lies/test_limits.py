"""Nothing hangs: a monster gets its right answer or an undecided that names the limit, within seconds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random
from time import perf_counter
from typing import Any

import pytest
from sympy import Add, Expr, Integer, Mul, Pow, Sum, Symbol, exp, symbols

from derive import Limits, differentiate, normalize, prove, size, symmetric, tensor
from derive.errors import BadLimitError, DeriveError, LimitError
from tests.cases import D, S, a, b, n, total, x

PATIENCE = 10.0
ICOSAHEDRON = [
    *((0, outer) for outer in range(1, 6)),
    *((1 + at, 1 + (at + 1) % 5) for at in range(5)),
    *((1 + at, 6 + at) for at in range(5)),
    *((1 + at, 6 + (at + 1) % 5) for at in range(5)),
    *((6 + at, 6 + (at + 1) % 5) for at in range(5)),
    *((11, inner) for inner in range(6, 11)),
]
CYCLE = [(at, (at + 1) % 12) for at in range(12)]
TWO_CYCLES = [(at, (at + 1) % 6) for at in range(6)] + [(6 + at, 6 + (at + 1) % 6) for at in range(6)]
COMPLETE = list(combinations(range(12), 2))


def tower() -> Expr:
    """Return 10**10**10, unevaluated."""
    ten = Integer(10)
    return Pow(ten, Pow(ten, ten, evaluate=False), evaluate=False)


def graph(edges: list[tuple[int, int]], seed: int | None = None) -> Expr:
    """Return the sum over all vertices of the product of S over the edges; a seed shuffles names and order."""
    names = list(range(12))
    if seed is not None:
        source = Random(seed)  # noqa: S311 -- a shuffle, no secret
        source.shuffle(names)
        edges = source.sample(edges, len(edges))
    at = [Symbol(f"v{name}", integer=True) for name in names]
    return Sum(Mul(*(S[at[first], at[second]] for first, second in edges)), *((index, 1, D) for index in at))


def nested(depth: int) -> Expr:
    """Return a product of x over many sums, one in the other."""
    indices = symbols(f"i0:{depth}", integer=True)
    return Sum(Mul(*(x[index] for index in indices)), *((index, 1, size("N")) for index in indices))


def chain(depth: int) -> Expr:
    """Return the sum of the entries of a power of a matrix, all indices written out."""
    indices = symbols(f"i0:{depth}", integer=True)
    links = pairwise(indices)
    return Sum(Mul(*(S[first, second] for first, second in links)), *((index, 1, D) for index in indices))


def inside_out(depth: int) -> Expr:
    """Return sums that cannot be taken apart: each holds the exponential of the next."""
    expr = x[n]
    for _ in range(depth):
        expr = Sum(exp(expr), (n, 1, size("N"))) * x[n]
    return expr


MONSTERS: dict[str, tuple[Callable[[], tuple[Expr, Expr]], set[str], tuple[object, ...]]] = {
    "10**10**10 is itself": (lambda: (tower(), tower()), {"proved", "undecided"}, ()),
    "10**10**10 is its successor": (
        lambda: (tower(), Add(tower(), 1, evaluate=False)),
        {"refuted", "undecided"},
        (),
    ),
    "x to the 10**10**10": (lambda: (Pow(a, tower(), evaluate=False), b), {"refuted", "undecided"}, ()),
    "30 sums": (lambda: (nested(30), total(x[n], n) ** 30), {"proved", "undecided"}, ()),
    "30 sums, a false end": (lambda: (nested(30), total(x[n], n) ** 29), {"refuted", "undecided"}, ()),
    "30 sums in a chain": (lambda: (chain(30), chain(30)), {"proved", "undecided"}, ()),
    "30 sums, one in the exponent of the other": (
        lambda: (inside_out(30), inside_out(30)),
        {"proved", "undecided"},
        (),
    ),
    "icosahedron, shuffled": (
        lambda: (graph(ICOSAHEDRON), graph(ICOSAHEDRON, 1)),
        {"proved", "undecided"},
        (symmetric(S),),
    ),
    "12-cycle, shuffled": (lambda: (graph(CYCLE), graph(CYCLE, 1)), {"proved", "undecided"}, (symmetric(S),)),
    "a 12-cycle is two 6-cycles": (
        lambda: (graph(CYCLE), graph(TWO_CYCLES)),
        {"refuted", "undecided"},
        (symmetric(S),),
    ),
    "complete graph of 12, shuffled": (
        lambda: (graph(COMPLETE), graph(COMPLETE, 1)),
        {"proved", "undecided"},
        (symmetric(S),),
    ),
    "(a+b)**100000, one factor apart": (
        lambda: ((a + b) ** 100000, a * (a + b) ** 99999 + b * (a + b) ** 99999),
        {"proved", "sampled", "undecided"},
        (),
    ),
    "(a+b)**100000, a false end": (lambda: ((a + b) ** 100000, a**100000 + b**100000), {"refuted", "undecided"}, ()),
    "(a+b)**100000 in a sum": (
        lambda: (total((x[n] + a) ** 100000, n), total((a + x[n]) ** 100000 + 0 * b, n)),
        {"proved", "sampled", "undecided"},
        (),
    ),
    "10000 terms": (lambda: (_many(10000), _many(10000) + a), {"refuted", "undecided"}, ()),
}


def _many(count: int) -> Expr:
    return Add(*(x[at] * x[at + 1] for at in range(1, count)))


@pytest.mark.parametrize(("make", "allowed", "facts"), MONSTERS.values(), ids=MONSTERS)
def test_monster_gets_an_answer_in_time(
    make: Callable[[], tuple[Expr, Expr]], allowed: set[str], facts: tuple[object, ...]
) -> None:
    """It comes back within seconds, and never with the wrong answer."""
    lhs, rhs = make()
    begin = perf_counter()
    verdict = prove(lhs, rhs, assuming=facts, limits=Limits(seconds=2))

    assert (verdict.status in allowed, perf_counter() - begin < PATIENCE) == (True, True), str(verdict)[:300]


LIMITS = {
    "seconds": (Limits(seconds=0.001), "second"),
    "nodes": (Limits(nodes=20), "node"),
    "steps": (Limits(steps=20), "step"),
}


@pytest.mark.parametrize(("limits", "name"), LIMITS.values(), ids=LIMITS)
def test_exhausted_limit_is_named(limits: Limits, name: str) -> None:
    """A budget that runs out leaves the statement undecided, and the reason names the budget."""
    verdict = prove(graph(COMPLETE), graph(COMPLETE, 1), assuming=symmetric(S), limits=limits)

    assert (verdict.status, name in verdict.reason) == ("undecided", True), verdict.reason


@pytest.mark.parametrize(
    "call", [normalize, lambda e, **kw: differentiate(e, a, **kw)], ids=["normalize", "differentiate"]
)
def test_calls_without_a_verdict_raise_at_the_limit(call: Callable[..., Expr]) -> None:
    """Where no verdict can carry the news, an error of the family does."""
    with pytest.raises(LimitError, match="step"):
        call(graph(COMPLETE) * a, limits=Limits(steps=20))


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": 0},
        {"seconds": -1},
        {"nodes": -5},
        {"steps": 0},
        {"seconds": "1"},
        {"nodes": float("nan")},
        {"steps": None},
    ],
)
def test_limit_that_is_no_positive_number_is_refused(wrong: dict[str, Any]) -> None:
    """A budget is a positive number."""
    with pytest.raises(BadLimitError) as caught:
        _ = prove(a, b, limits=Limits(**wrong))

    assert next(iter(wrong)) in str(caught.value)


def test_engine_works_after_a_limit() -> None:
    """A call that ran out of its budget leaves nothing behind."""
    first = prove(graph(COMPLETE), graph(COMPLETE, 1), assuming=symmetric(S), limits=Limits(steps=20)).status
    second = prove(graph(CYCLE), graph(CYCLE, 1), assuming=symmetric(S)).status

    assert (first, second) == ("undecided", "proved")


def test_deep_expression_does_not_overflow_the_stack() -> None:
    """An expression nested a thousand deep is answered or refused in words, not with a RecursionError."""
    expr = a
    for _ in range(1000):
        expr = Add(1, Mul(expr, b, evaluate=False), evaluate=False)
    try:
        answer = prove(expr, Add(1, expr, evaluate=False), limits=Limits(seconds=2)).status
    except DeriveError:
        answer = "undecided"

    assert answer in {"refuted", "undecided"}


def test_tensor_of_twelve_axes() -> None:
    """A tensor of rank 12 in shuffled order is told from itself and from its transpose."""
    high = tensor("T", *[D] * 12)
    at = symbols("i0:12", integer=True)
    whole = Sum(high[at], *((index, 1, D) for index in at))
    turned = Sum(high[at[1:] + at[:1]], *((index, 1, D) for index in at))

    assert prove(whole, turned, limits=Limits(seconds=5)).status in {"proved", "undecided"}
