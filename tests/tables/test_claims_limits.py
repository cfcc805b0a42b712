"""Nothing hangs: a monster gets its right answer, or an undecided that names the limit; no case waits for a clock."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from sympy import Add, Expr, Integer, Mul, Pow, Sum, exp, symbols

from derive import Limits, differentiate, normalize, prove, size, symmetric
from derive.decide.zeros import Zeros, equal_where
from derive.errors import BadLimitError, LimitError
from derive.statements import statement
from tests.cases import D, S, a, b, n, total, x

FEW = Limits(seconds=600, steps=20_000, nodes=5_000)
CYCLE = [(at, (at + 1) % 12) for at in range(12)]
TWO_CYCLES = [(at, (at + 1) % 6) for at in range(6)] + [(6 + at, 6 + (at + 1) % 6) for at in range(6)]
INDICES = symbols("i0:30", integer=True)
TEN = Integer(10)
TOWER = Pow(TEN, Pow(TEN, TEN, evaluate=False), evaluate=False)
MANY = Add(*(x[at] * x[at + 1] for at in range(1, 2000)))


def graph(edges: list[tuple[int, int]]) -> Expr:
    """Return the sum over all vertices of the product of S over the edges."""
    at = symbols("v0:12", integer=True)
    return Sum(Mul(*(S[at[first], at[second]] for first, second in edges)), *((index, 1, D) for index in at))


def inside_out(depth: int) -> Expr:
    """Return sums that cannot be taken apart: each holds the exponential of the next."""
    expr = x[n]
    for _ in range(depth):
        expr = Sum(exp(expr), (n, 1, size("N"))) * x[n]
    return expr


def deep(depth: int) -> Expr:
    """Return 1 + b (1 + b (...)), nested so deeply."""
    expr = a
    for _ in range(depth):
        expr = Add(1, Mul(expr, b, evaluate=False), evaluate=False)
    return expr


NESTED = Sum(Mul(*(x[index] for index in INDICES)), *((index, 1, size("N")) for index in INDICES))
LINKS = Mul(*(S[first, second] for first, second in pairwise(INDICES)))
CHAIN = Sum(LINKS, *((index, 1, D) for index in INDICES))
POWER = (a + b) ** 100000
DIGITS, STEPS = "undecided: limit reached: binary digits of a number = 20000", "undecided: limit reached: steps = 20000"
ALIGNED = "not tried: more than 48 ways to align the sums of both sides"
TRIVIAL = "the sides differ modulo a prime, but at no real point that was tried"
MONSTERS: dict[str, tuple[Any, Any, str]] = {
    "10**10**10 is itself": (TOWER, TOWER, DIGITS),
    "10**10**10 is its successor": (TOWER, Add(TOWER, 1, evaluate=False), DIGITS),
    "x to the 10**10**10": (Pow(a, TOWER, evaluate=False), b, DIGITS),
    "30 sums": (NESTED, total(x[n], n) ** 30, "proved: "),
    "30 sums, a false end": (NESTED, total(x[n], n) ** 29, "refuted: the normal forms differ"),
    "30 sums in a chain": (CHAIN, CHAIN, "proved: "),
    "30 sums, one in the exponent of the other": (inside_out(30), inside_out(30), "proved: "),
    "a 12-cycle is two 6-cycles": (
        graph(CYCLE),
        graph(TWO_CYCLES),
        f"undecided: the normal forms differ ({ALIGNED}); {TRIVIAL}",
    ),
    "a power, one factor apart": (POWER, a * (a + b) ** 99999 + b * (a + b) ** 99999, STEPS),
    "a power, a false end": (POWER, a**100000 + b**100000, "refuted: limit reached: steps = 20000"),
    "a power in a sum": (total((x[n] + a) ** 100000, n), total((a + x[n]) ** 100000, n) + 0 * b, STEPS),
    "2000 terms": (MANY, MANY + a, "refuted: limit reached: nodes = 5000"),
    "a thousand deep": (deep(1000), Add(1, deep(1000), evaluate=False), "undecided: limit reached: nesting depth"),
}


@pytest.mark.parametrize("case", MONSTERS)
def test_a_monster_gets_an_answer(case: str) -> None:
    """After so many steps, and never the wrong one."""
    lhs, rhs, text = MONSTERS[case]
    verdict = prove(lhs, rhs, symmetric(S), limits=FEW)
    assert f"{verdict.status}: {verdict.reason}" == text


SPENT = {
    "seconds = 1e-09": Limits(seconds=1e-9),
    "nodes = 20": Limits(nodes=20),
    "steps = 20": Limits(steps=20),
    "memory = 1000": Limits(memory=1000),
}
LONG = Mul(*(x[at] + a for at in range(1, 40)), evaluate=False)


def test_a_limit_that_is_reached_is_named() -> None:
    """It leaves the statement undecided; the next call knows nothing of it; an error of the family bears the news."""
    for name, limits in SPENT.items():
        verdict = prove(graph(CYCLE) * LONG, LONG * graph(CYCLE[::-1]), symmetric(S), limits=limits)
        assert (verdict.status, verdict.method, verdict.reason) == ("undecided", "limit", f"limit reached: {name}")
        assert prove(graph(CYCLE), graph(CYCLE[::-1]), symmetric(S)).status == "proved"
    for call in (normalize, lambda expr, **options: differentiate(expr, a, **options)):
        with pytest.raises(LimitError, match="step"):
            call(graph(CYCLE) * LONG, limits=Limits(steps=20))


def test_where_sides_are_equal_is_not_known_once_a_limit_is_reached() -> None:
    """No budget ends the call with an error; one that suffices names the place."""
    claim = statement(graph(CYCLE) * a, graph(CYCLE))
    for limits in SPENT.values():
        assert equal_where(claim, limits=limits) == Zeros()
    assert [str(zero.value) for zero in equal_where(statement(a * x[1], x[1])).at] == ["1", "0"]


WRONG: list[dict[str, Any]] = [
    *({"seconds": value} for value in (0, -1, "1", True, float("nan"))),
    *({"steps": value} for value in (0, 1.5, None)),
    *({"nodes": value} for value in (-5, float("nan"))),
    {"memory": 0},
]


def test_a_limit_is_a_positive_number() -> None:
    """And the limits are `Limits`."""
    for wrong in WRONG:
        with pytest.raises(BadLimitError) as caught:
            _ = Limits(**wrong)
        assert next(iter(wrong)) in str(caught.value)
    with pytest.raises(BadLimitError, match="no limits"):
        _ = prove(a, b, limits=3)  # pyright: ignore[reportArgumentType] # that is the point
