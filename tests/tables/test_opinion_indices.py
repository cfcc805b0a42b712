"""Over what claims are evaluated: sizes, coincidences of free indices, and the ranges that they are taken to have."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
import sympy as sp
from sympy import Eq, KroneckerDelta, Sum, Symbol, exp

from derive.facts import symmetric
from tests.opinions import AGREES, CONTRADICTED, opinion

N, D = sp.symbols("N D", integer=True, positive=True)
i, j, k, o, m, n, p = sp.symbols("i j k o m n p", integer=True)
x, y, X, T = (sp.IndexedBase(name) for name in "xyXT")
A, B = sp.MatrixSymbol("A", N, N), sp.MatrixSymbol("B", N, N)
I_N, N_N, J_D = (i, 1, N), (n, 1, N), (j, 1, D)
total = Sum(x[i], I_N)
pairs = Sum(X[i, j], I_N, J_D)
tensor = Sum(X[i, j, k, o, m], *((index, 1, N) for index in (i, j, k, o, m)))


def apart(*indices: Symbol) -> sp.Expr:
    """Return 1 where all indices differ, else 0."""
    return sp.Mul(*(1 - KroneckerDelta(one, other) for one, other in combinations(indices, 2)))


def where(index: Any, *values: Any) -> Any:
    """Return what vanishes where an index has one of these values."""
    return sp.Mul(*(index - value for value in values))


even, odd = sp.symbols("even", integer=True, even=True, positive=True), sp.symbols("odd", odd=True, positive=True)
BETWEEN = [sp.Ge(N, 2), sp.Lt(N, 5)]
SIZES: dict[str, dict[str, tuple[Any, Any, object, str]]] = {
    "false at one size only": {
        f"N = {at}": (total, total + KroneckerDelta(N, at), (), CONTRADICTED) for at in (1, 2, 3, 4, 5, 9)
    },
    "false at one of two sizes only": {
        **{
            f"{which} = {at}": (pairs, pairs + KroneckerDelta(which, at), (), CONTRADICTED)
            for which in (D, N)
            for at in (1, 2, 3, 4)
        },
        "D = 5, beside another N": (
            pairs * KroneckerDelta(D, 5),
            pairs * KroneckerDelta(D, 5) * KroneckerDelta(N, 5),
            (),
            CONTRADICTED,
        ),
    },
    "assumed": {
        "false where two sizes are one": (total + D - D * KroneckerDelta(N, D), total + D, (), CONTRADICTED),
        "false where two sizes differ": (total * KroneckerDelta(N, D), total, (), CONTRADICTED),
        "two sizes that are one": (total * N, D * total, Eq(N, D), AGREES),
        "two sizes that are one, and more": (total * N, 3 * total, Eq(N, D), CONTRADICTED),
        "from 2 to 4": (where(N, 2, 3, 4) * total, 0, BETWEEN, AGREES),
        **{
            f"from 2 to 4, but {left}": (where(N, *{2, 3, 4} - {left}) * total, 0, BETWEEN, CONTRADICTED)
            for left in (2, 3, 4)
        },
        "an even size": (Sum(x[i] * (-1) ** even, (i, 1, even)), Sum(x[i], (i, 1, even)), (), AGREES),
        "an odd size": (Sum(x[i] * (-1) ** odd, (i, 1, odd)), -Sum(x[i], (i, 1, odd)), (), AGREES),
        "an even size of 6": (Sum(x[i], (i, 1, even)) * KroneckerDelta(even, 6), 0, (), CONTRADICTED),
        "an odd size of 1": (Sum(x[i], (i, 1, odd)) * KroneckerDelta(odd, 1), 0, (), CONTRADICTED),
        "no size is possible": (total, 0, [sp.Ge(N, 3), sp.Lt(N, 3)], "no point could be afforded"),
    },
    "too dear": {
        "a sum that is too long": (Sum(x[i], (i, 1, 10**12)), 0, (), "no point could be afforded"),
    },
    "loops": {
        "too dear for large sizes": (tensor, 5 * tensor - 4 * tensor.xreplace({i: p}), (), AGREES),
        "too deep for large sizes": (
            Sum(exp(Sum(T[i, j, k, o], *((q, 1, N) for q in (i, j, k, o))) + x[m]), (m, 1, N)),
            0,
            (),
            CONTRADICTED,
        ),
    },
}


@pytest.mark.parametrize("kind", SIZES)
def test_sizes(kind: str) -> None:
    """Each size from 1 to 5 and a large one is tried, any two alike and unlike, as far as assumptions allow."""
    found = {name: opinion(lhs, "==", rhs, facts) for name, (lhs, rhs, facts, _) in SIZES[kind].items()}
    assert {name: said for name, said in found.items() if said != SIZES[kind][name][3]} == {}


def partitions(indices: tuple[Symbol, ...]) -> list[list[list[Symbol]]]:
    """Return every way to put indices into blocks."""
    if not indices:
        return [[]]
    first, found = indices[0], []
    for blocks in partitions(indices[1:]):
        found += [[[first], *blocks]]
        found += [[*blocks[:at], [first, *blocks[at]], *blocks[at + 1 :]] for at in range(len(blocks))]
    return found


def test_coincidences() -> None:
    """What differs only where four free indices coincide in one particular way is contradicted, for each of the 15."""
    terms, found = sp.Add(*(x[index] for index in (i, j, k, o))), {}
    for blocks in partitions((i, j, k, o)):
        same = sp.Mul(*(KroneckerDelta(block[0], other) for block in blocks for other in block[1:]))
        found[str(blocks)] = opinion(terms + same * apart(*(block[0] for block in blocks)), "==", terms)
    assert len(found) == 15
    assert set(found.values()) == {CONTRADICTED}


shaped, square = sp.IndexedBase("shaped", shape=(N,)), sp.IndexedBase("square", shape=(N, N))
own = sp.Idx("i", (0, N))
# The indices of a context, where it is evaluated, what is declared, and what each of them runs over where N = 3.
RANGES: dict[str, tuple[Any, dict[Any, Any], dict[Any, tuple[int, ...]]]] = {
    "as given": (x[i] + total, {i: (2, 4)}, {i: (2, 3, 4)}),
    "as it brings along": (x[own] + Sum(x[n], N_N), {}, {own: (0, 1, 2, 3)}),
    "as its axis is given": (x[i] + total, {x: (1, N)}, {i: (1, 2, 3)}),
    "as its axis is given, however far a sum goes": (x[i] + Sum(x[n], (n, 2, N)), {x: (0, N)}, {i: (0, 1, 2, 3)}),
    "as one of two axes": (X[i, 2] + 1, {X: ((1, N), (0, D + 1))}, {i: (1, 2, 3)}),
    "a shifted one": (x[i + 1] + 2, {x: (1, N)}, {i: (0, 1, 2)}),
    "one that is shifted elsewhere": (x[i + 1] + x[i] + 2, {x: (1, N)}, {i: (1, 2)}),
    "as declared": (shaped[i] + 1, {}, {i: (0, 1, 2)}),
    "as declared, beside a part": (shaped[i] + Sum(shaped[n], (n, 1, N - 1)), {}, {i: (0, 1, 2)}),
    "as the rows of a product": ((A.T * B)[i, 0] + 1, {}, {i: (0, 1, 2)}),
    "as its columns": ((A.T * B)[0, j] + 1, {}, {j: (0, 1, 2)}),
}


@pytest.mark.parametrize("name", RANGES)
def test_what_an_index_runs_over(name: str) -> None:
    """What vanishes at these values is 0; where one is left out it is not."""
    context, given, runs = RANGES[name]
    facts, found = Eq(N, 3), {}
    for index, values in runs.items():
        for left in (None, values[0], values[-1]):
            claim = where(index, *(value for value in values if value != left)) * context
            found[index, left] = opinion(claim, "==", 0, facts, ranges=given)
    assert found == {key: AGREES if key[1] is None else CONTRADICTED for key in found}
    assert opinion(context, "==", 0, facts, ranges=given) == CONTRADICTED


ANY: dict[str, Any] = {
    "beside a sum": x[i] + total,
    "as a sum of the same base": x[i] + Sum(x[n], (n, 0, N)),
    "beside a delta": x[i] * Sum(KroneckerDelta(i, n), N_N) + x[i],
    "in two places": x[i] + y[i],
}


def test_an_index_that_nothing_declares_is_any_integer() -> None:
    """Whatever sums stand beside it: from below 0 to beyond the sizes."""
    found = {
        (name, at): opinion(where(i, *(value for value in range(-1, 5) if value != at)) * context, "==", 0, Eq(N, 3))
        for name, context in ANY.items()
        for at in (-1, 0, 4)
    }
    assert set(found.values()) == {CONTRADICTED}
    assert opinion(where(i, *range(-1, 5)) * x[i], "==", 0, Eq(N, 3)) == CONTRADICTED


TRIANGLE = {i: (1, j), j: (1, N)}
TIED: dict[str, tuple[Any, object, dict[Any, Any], str]] = {
    "a triangle": (T[i, j] * sp.Max(0, i - j), (), TRIANGLE, AGREES),
    "a triangle is no diagonal": (T[i, j] * (i - j), (), TRIANGLE, CONTRADICTED),
    "a triangle is no square": (T[i, j] * sp.Max(0, j - i), (), TRIANGLE, CONTRADICTED),
    "a square matrix": (where(i, 0, 1, 2) * square[i, j], [symmetric(square), Eq(N, 3)], {}, AGREES),
}


def test_ranges_that_hang_together() -> None:
    """A range may end at another index."""
    found = {name: opinion(claim, "==", 0, facts, ranges=given) for name, (claim, facts, given, _) in TIED.items()}
    assert {name: said for name, said in found.items() if said != TIED[name][3]} == {}


def test_nine_values_of_two_indices_are_all_tried() -> None:
    """So what fails at one of them only is contradicted."""
    for at in range(3):
        for to in range(3):
            claim = square[i, j] * (1 + KroneckerDelta(i, at) * KroneckerDelta(j, to))
            assert opinion(claim, "==", square[i, j], Eq(N, 3)) == CONTRADICTED
