"""Which range an index has: its own, the one of its place, or none that anybody could know.

Over what an index runs stands in the statement of a verdict, with what says so, and decides what is proved.
"""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Dummy, Eq, Idx, IndexedBase, KroneckerDelta, MatrixSymbol, Piecewise, Sum, Symbol, oo, symbols
from sympy import sign as sign_of

from derive import differentiate, gradient, one_hot, prove, simplex, size, tensor
from derive.statements.ranges import narrowest
from derive.statements.sentence import described
from tests.checked import Rows, in_parts, offenders

N, M, D, K = size("N"), size("M"), size("D"), size("K")
i, j, p, q, n = symbols("i j p q n", integer=True)
x, y, A, bare = map(IndexedBase, ("x", "y", "A", "q"))
B, u = MatrixSymbol("B", N, D), MatrixSymbol("u", D, 1)
z, w, t = tensor("z", (1, N)), tensor("w", D), tensor("t", K)
of_rows, of_other = tensor("x", (1, N)), tensor("y", (1, M))
d = symbols("d", integer=True)
a = Symbol("a", real=True)
one, other = Dummy("i", integer=True), Dummy("i", integer=True)
short, long = (Dummy("N", integer=True, positive=True) for _ in range(2))


def total(body: Any, last: Any = N, first: Any = 1, index: Any = i) -> Sum:
    """Return the sum over an index."""
    return Sum(body, (index, first, last))


# The limits of a sum are its own. What they show of an index that nothing declares is the narrowest range that may have
# been meant: a refutation must hold there too.
SAID: dict[str, tuple[Any, tuple[str, ...], str | None]] = {
    "beside a sum": (x[p] * total(x[i]), ("p in Z: any integer",), "p in 1..N"),
    "beside two sums": (x[p] + total(x[i]) + total(x[i], N, 0), ("p in Z: any integer",), "p in 1..N"),
    "the other side of a delta": (total(KroneckerDelta(i, p) * y[p]), ("p in Z: any integer",), "p in 1..N"),
    "nothing that shows it": (x[p] * Symbol("n_p"), ("p in Z: any integer",), None),
    "a range of its own": (x[Idx("p", N)] + total(x[i]), ("p in 0..N - 1: its own range",), None),
    "a range of its own, with ends": (x[Idx("p", (2, N))], ("p in 2..N: its own range",), None),
    "a declared shape": (z[p], ("p in 1..N: the axis of z",), None),
    "a size": (w[p], ("p in 0..D - 1: the axis of w",), None),
    "a shifted place": (z[p] - z[p - 1], ("p in 2..N: the axis of z",), None),
    "the rows of a matrix": (B[p, q], ("p in 0..N - 1: the axis of B", "q in 0..D - 1: the axis of B"), None),
}
PAIRS = (Sum(z[i] * z[j], (j, i + 1, N), (i, 1, N)), (total(z[i]) ** 2 - total(z[i] ** 2)) / 2)
DUMMIES = (total(x[one] * y[other], index=one), total(x[one] * y[one], index=one))
ALIKE = (total(x[one] * y[Symbol("_i", integer=True)], index=one), total(x[one] * y[one], index=one))
# What differs in a range or in a dummy is not the same; the bound names of one range are free to choose.
PARTS: Rows = {
    "an explicit range is not that of the sums": ((total(x[i]), N), Eq(x[Idx("k", (1, 3))], 1), "refuted"),
    "an index whose range nothing shows": ((x[p] * abs(Symbol("n_p")), x[p] * Symbol("n_p")), "refuted"),
    "a delta in a range": ((total(KroneckerDelta(i, p) * z[i]), z[p]), "proved"),
    "a delta, and nothing that says its range": ((total(KroneckerDelta(i, p) * x[i]), x[p]), "undecided"),
    "pairs i < j": (PAIRS, "proved"),
    "pairs i < j, wrong": ((Sum(z[i] * z[j], (j, i + 1, N), (i, 1, N)), total(z[i]) ** 2 / 2), "refuted"),
    "dummies of one name are two": (DUMMIES, "refuted"),
    "a dummy and a symbol spelled alike": (ALIKE, "refuted"),
    "bound dummies are one": ((total(x[one] * y[one], index=one), total(x[other] * y[other], index=other)), "proved"),
    "a size that is a dummy": ((total(2 * x[i], short), 2 * total(x[i], short)), "proved"),
}
PLAIN = Symbol("i")
# And names that could be mistaken; ranges that differ by a number only are none of these.
REFUSED: Rows = {
    "one index, two sizes": ((of_rows[p] * of_other[p], 1), "IndexClashError"),
    "one index, two ranges": ((z[Idx("p", N)] * x[Idx("p", M)], 1), "IndexClashError"),
    "a property of no axis": ((total(bare[i]), 1), simplex(bare), "BadFactError"),
    "a sum beyond an axis": ((total(w[i], D), 1), "BadIndexError"),
    "a bound name with other assumptions": ((total(x[i], index=PLAIN), 1), "NameClashError"),
    "a sum without an end": ((total(x[i], oo), 1), "UnsupportedError"),
    "two sums without an end": ((total(x[i], oo) + total(x[i], oo, 2) + x[p], 1), "UnsupportedError"),
    "a sum to 5/2": ((total(x[i], N / 2), 1), "UnsupportedError"),
    "a delta with a foreign range": ((total(KroneckerDelta(i, j, (1, 3)) * x[i]), 1), "UnsupportedError"),
    "a name that the engine keeps": ((Symbol("x/1") + x[i], 1), "NameClashError"),
    "the mark of the engine": ((Symbol("#") + 1, 1), "NameClashError"),
    "N and N - 1 do not clash": ((x[p] * y[p] * total(x[i]), x[p] * y[p] * total(y[j], N - 1, index=j)), "refuted"),
}
PART = total(w[n] ** 2, D - 1, index=n)
KEPT = total(2 * w[n] * KroneckerDelta(n, d), D - 1, index=n)
# A declared shape says where an index runs and where a fact holds, whatever stands around; and no index is positive
# because it is an index.
DECLARED: Rows = {
    "a derivative by a place that the sum leaves out": ((differentiate(PART, w[d]), 2 * w[d]), "refuted"),
    "a derivative that keeps what the sum leaves out": ((differentiate(PART, w[d]), KEPT), "proved"),
    "a gradient by a matrix": ((gradient(total(u[n, 0] ** 2, D - 1, index=n), u), 2 * u), "refuted"),
    "a derivative at both ends": ((differentiate(w[0] + PART, w[d]), KroneckerDelta(0, d) + 2 * w[d]), "refuted"),
    "a derivative at both ends, kept": ((differentiate(w[0] + PART, w[d]), KroneckerDelta(0, d) + KEPT), "proved"),
    "a fact about 0..N-1, of 1..N": ((total(x[i]), N), Eq(x[Idx("k", N)], 1), "refuted"),
    "a simplex": ((total(t[n], K - 1, 0, n), 1), simplex(t), "proved"),
    "a simplex without its first entry": ((total(t[n], K - 1, index=n), 1), simplex(t), "refuted"),
    "a one-hot row": ((total(t[n] ** 2, K - 1, 0, n), 1), one_hot(t), "proved"),
    "a one-hot row without its last entry": ((total(t[n] ** 2, K - 2, 0, n), 1), one_hot(t), "refuted"),
    "the sign of an index": ((sign_of(p) * bare[p], bare[p]), "refuted"),
    "an index taken to be positive": ((Piecewise((bare[p], p > 0), (0, True)), bare[p]), "refuted"),
    "an index that is positive": ((Piecewise((z[p], p > 0), (0, True)), z[p]), "proved"),
    "an index times a square": (p * bare[p] ** 2 >= 0, "refuted"),
    "a delta beside a declared range": ((total(KroneckerDelta(n, i) * z[n], N - 1, index=n), z[i]), "refuted"),
    "a range that runs backwards": ((total(a, 0, N + 3, n), -a * (N + 2)), "refuted"),
    "a range that runs backwards is empty": ((total(a, 0, N + 3, n), 0), "proved"),
    "a count of a range that may be empty": ((total(1, N, 3, n), N - 2), "proved for N >= 2"),
    "a range that must not be empty": ((total(a, N, 3, n), a * (N - 2)), "proved for N >= 2"),
    "two sizes that must not be small": (
        (total(1, N, 3, n) * total(1, M, 3, n), (N - 2) * (M - 2)),
        "proved for M >= 2 and N >= 2",
    ),
}


def test_over_what_a_free_index_runs_is_said() -> None:
    """Its own range, else the axis of its place, else all integers; and the narrowest range beside these."""
    for expr, expected, shown in SAID.values():
        claim: Any = prove(expr, expr + 1).statement
        assert tuple(f"{described(each, claim)}: {each.source}" for each in claim.indices) == expected
        narrow = narrowest(claim)
        assert (None if narrow is None else described(narrow.indices[0], narrow)) == shown


@pytest.mark.parametrize("rows", in_parts(PARTS, REFUSED, DECLARED))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def test_a_range_that_ends_at_a_square_says_how_it_is_written() -> None:
    """The reason names the way out."""
    squares = Sum(x[j], (j, 1, i**2), (i, 1, N))
    assert "U[i, j]" in prove(squares, Sum(x[j], (j, 2, i**2), (i, 1, N)) + N * x[1]).reason


def test_sizes_of_one_name_are_two() -> None:
    """Sums to two dummies that print alike are different."""
    assert prove(total(x[i], short), total(x[i], long)).status == "refuted"
