"""Which range an index has: its own, the one of its place, or none that anybody could know."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Dummy, Idx, IndexedBase, KroneckerDelta, MatrixSymbol, Sum, Symbol, oo, symbols

from derive import prove, size, tensor
from derive.errors import DeriveError, IndexClashError, NameClashError, UnsupportedError
from derive.language.ranges import is_unknown, resolve
from derive.language.survey import survey
from derive.language.symbols import name_of, show, unrelated

N, M, D = size("N"), size("M"), size("D")
i, j, p, q = symbols("i j p q", integer=True)
x, y, A = map(IndexedBase, "xyA")
B = MatrixSymbol("B", N, D)


def total(body: Any, size_: Any = N, low: int = 1) -> Sum:
    """Return the sum over i."""
    return Sum(body, (i, low, size_))


FREE: dict[str, tuple[Any, str]] = {
    "the place of a sum": (x[p] * total(x[i]), "1..N"),
    "the widest of two sums": (x[p] + total(x[i]) + total(x[i], N, 0), "0..N"),
    "its own range": (x[Idx("p", (2, N))], "2..N"),
    "a size of its own follows the sums": (x[Idx("p", N)] + total(x[i]), "1..N"),
    "a declared shape": (IndexedBase("x", shape=(N,))[p], "0..N - 1"),
    "the rows of a matrix": (B[p, q], "0..N - 1"),
    "the other side of a delta": (total(KroneckerDelta(i, p) * y[p]), "1..N"),
}


@pytest.mark.parametrize("case", FREE)
def test_a_free_index_has_the_range_of_its_place(case: str) -> None:
    """The range is that of sums in the same place, else its own, else the declared one."""
    expr, expected = FREE[case]
    ranges = resolve(survey([(expr,)]))
    assert show(ranges.free[0, "p"]) == expected


def test_an_index_whose_range_nothing_shows() -> None:
    """It gets a range of its own, whose size no symbol of the user can be."""
    ranges = resolve(survey([(x[p] * Symbol("n_p"),)]))
    assert is_unknown(ranges.free[0, "p"])
    assert prove(x[p] * abs(Symbol("n_p")), x[p] * Symbol("n_p")).status != "proved"


def test_a_part_of_a_declared_range_is_no_clash() -> None:
    """The pairs i < j of a tensor of size N are evaluated, not proved; the reason says how to write them."""
    z = tensor("z", N)
    pairs = Sum(z[i] * z[j], (j, i + 1, N), (i, 1, N))
    verdict = prove(pairs, (Sum(z[i], (i, 1, N)) ** 2 - Sum(z[i] ** 2, (i, 1, N))) / 2)
    assert (verdict.status, "U[i, j]" in str(verdict.reason)) == ("sampled", True)
    assert prove(pairs, Sum(z[i], (i, 1, N)) ** 2 / 2).status == "refuted"


def test_an_assumption_keeps_its_explicit_range() -> None:
    """An equation for i in 1..3 is not one for 1..N; one that brings the size only follows the sums."""
    short = resolve(survey([(total(x[i]),), (x[Idx("k", (1, 3))],)]))
    whole = resolve(survey([(total(x[i]),), (x[Idx("k", N)],)]))
    assert (show(short.free[1, "k"]), show(whole.free[1, "k"])) == ("1..3", "1..N")


dummies = Dummy("i", integer=True), Dummy("i", integer=True)
plain = Symbol("i")

REFUSED: dict[str, tuple[Any, type[DeriveError]]] = {
    "one index, two sizes": (x[p] * y[p] * total(x[i]) * Sum(y[j], (j, 1, M)), IndexClashError),
    "an Idx under a sum of another size": (Sum(x[Idx("i", M)], (Idx("i", N), 0, N - 1)), IndexClashError),
    "a bound name with other assumptions": (Sum(x[i], (plain, 1, N)), NameClashError),
    "a sum without an end": (total(x[i], oo), UnsupportedError),
    "two sums without an end and a free index": (total(x[i], oo) + total(x[i], oo, 2) + x[p], UnsupportedError),
    "a sum to 5/2": (total(x[i], N / 2), UnsupportedError),
    "a delta with a foreign range": (total(KroneckerDelta(i, j, (1, 3)) * x[i]), UnsupportedError),
    "a name that the engine keeps": (Symbol("x/1") + x[i], NameClashError),
    "the mark of the engine": (Symbol("#") + 1, NameClashError),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_one_range_is_refused(case: str) -> None:
    """The error names the index."""
    expr, error = REFUSED[case]
    with pytest.raises(error):
        _ = prove(expr, expr + 1)


def test_dummies_of_one_name_are_two() -> None:
    """A dummy that is bound does not bind another, nor a symbol that is spelled like it."""
    one, other = dummies
    assert name_of(one) != name_of(other)
    both = Sum(x[one] * y[one], (one, 1, N))
    assert prove(Sum(x[one] * y[other], (one, 1, N)), both).status != "proved"
    assert prove(Sum(x[one] * y[Symbol("_i", integer=True)], (one, 1, N)), both).status != "proved"
    assert prove(both, Sum(x[other] * y[other], (other, 1, N))).status == "proved"


def test_dummy_sizes_of_one_name_are_two() -> None:
    """Sums to two dummies that print alike are different."""
    one, other = (Dummy("N", integer=True, positive=True) for _ in range(2))
    assert prove(total(x[i], one), total(x[i], other)).status != "proved"
    assert prove(total(2 * x[i], one), 2 * total(x[i], one)).status == "proved"


UNRELATED = {
    "N and M": ((1, N), (1, M), True),
    "N and N - 1": ((1, N), (1, N - 1), False),
    "a number and N": ((1, 3 + 0 * N), (1, N), False),
}


@pytest.mark.parametrize("case", UNRELATED)
def test_ranges_that_differ_by_more_than_a_number(case: str) -> None:
    """Only these are an error where they meet."""
    one, other, expected = UNRELATED[case]
    ranges = [tuple(N * 0 + end for end in where) for where in (one, other)]
    assert unrelated(*ranges) is expected
