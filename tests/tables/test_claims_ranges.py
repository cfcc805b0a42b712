"""Which range an index has: its own, the one of its place, or none that anybody could know.

What a verdict takes an index to run over stands in its `assumptions`, and decides what is proved.
"""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Dummy, Eq, Idx, IndexedBase, KroneckerDelta, MatrixSymbol, Piecewise, Sum, Symbol, oo, symbols
from sympy import sign as sign_of

from derive import differentiate, gradient, one_hot, prove, simplex, size, tensor
from tests.checked import Rows, in_parts, offenders

N, M, D, K = size("N"), size("M"), size("D"), size("K")
i, j, p, q, n = symbols("i j p q n", integer=True)
x, y, A, bare = map(IndexedBase, ("x", "y", "A", "q"))
B, u = MatrixSymbol("B", N, D), MatrixSymbol("u", D, 1)
z, w, t = tensor("z", N), tensor("w", D), tensor("t", K)
d = symbols("d", integer=True)
a = Symbol("a", real=True)
one, other = Dummy("i", integer=True), Dummy("i", integer=True)
short, long = (Dummy("N", integer=True, positive=True) for _ in range(2))


def total(body: Any, last: Any = N, first: Any = 1, index: Any = i) -> Sum:
    """Return the sum over an index."""
    return Sum(body, (index, first, last))


# to turn, where it is not declared: the range is guessed from the sums around; such a place is to mean every integer,
# or to be asked for, and a declared range is not to be overridden by a sum.
TAKEN: dict[str, tuple[Any, tuple[str, ...]]] = {
    "the place of a sum": (x[p] * total(x[i]), ("p in 1..N",)),
    "the widest of two sums": (x[p] + total(x[i]) + total(x[i], N, 0), ("p in 0..N",)),
    "a size of its own follows the sums": (x[Idx("p", N)] + total(x[i]), ("p in 1..N",)),
    "the other side of a delta": (total(KroneckerDelta(i, p) * y[p]), ("p in 1..N",)),
    "a shifted place": ((x[p] - x[p - 1]) * total(x[i], N, 0), ("p in 1..N",)),
    "a declared shape": (IndexedBase("x", shape=(N,))[p], ("p in 0..N - 1",)),
    "the rows of a matrix": (B[p, q], ("p in 0..N - 1", "q in 0..D - 1")),
    "a range of its own": (x[Idx("p", (2, N))], ()),
    "nothing that shows it": (x[p] * Symbol("n_p"), ()),
}
PAIRS = (Sum(z[i] * z[j], (j, i + 1, N), (i, 1, N)), (total(z[i]) ** 2 - total(z[i] ** 2)) / 2)
DUMMIES = (total(x[one] * y[other], index=one), total(x[one] * y[one], index=one))
ALIKE = (total(x[one] * y[Symbol("_i", integer=True)], index=one), total(x[one] * y[one], index=one))
# What differs in a range or in a dummy is not the same; the bound names of one range are free to choose.
PARTS: Rows = {
    "an explicit range is not that of the sums": ((total(x[i]), N), Eq(x[Idx("k", (1, 3))], 1), "refuted"),
    "an index whose range nothing shows": ((x[p] * abs(Symbol("n_p")), x[p] * Symbol("n_p")), "refuted"),
    "a delta in a range": ((total(KroneckerDelta(i, p) * x[i]), x[p]), "proved"),
    "pairs i < j, evaluated": (PAIRS, "sampled"),
    "pairs i < j, wrong": ((Sum(z[i] * z[j], (j, i + 1, N), (i, 1, N)), total(z[i]) ** 2 / 2), "refuted"),
    "dummies of one name are two": (DUMMIES, "refuted"),
    "a dummy and a symbol spelled alike": (ALIKE, "refuted"),
    "bound dummies are one": ((total(x[one] * y[one], index=one), total(x[other] * y[other], index=other)), "proved"),
    "a size that is a dummy": ((total(2 * x[i], short), 2 * total(x[i], short)), "proved"),
}
PLAIN = Symbol("i")
# And names that could be mistaken; ranges that differ by a number only are none of these.
REFUSED: Rows = {
    "one index, two sizes": ((x[p] * y[p] * total(x[i]) * total(y[j], M, index=j), 1), "IndexClashError"),
    "an Idx under a sum of another size": ((Sum(x[Idx("i", M)], (Idx("i", N), 0, N - 1)), 1), "IndexClashError"),
    "a bound name with other assumptions": ((total(x[i], index=PLAIN), 1), "NameClashError"),
    "a sum without an end": ((total(x[i], oo), 1), "UnsupportedError"),
    "two sums without an end": ((total(x[i], oo) + total(x[i], oo, 2) + x[p], 1), "UnsupportedError"),
    "a sum to 5/2": ((total(x[i], N / 2), 1), "UnsupportedError"),
    "a delta with a foreign range": ((total(KroneckerDelta(i, j, (1, 3)) * x[i]), 1), "UnsupportedError"),
    "a name that the engine keeps": ((Symbol("x/1") + x[i], 1), "NameClashError"),
    "the mark of the engine": ((Symbol("#") + 1, 1), "NameClashError"),
    "N and N - 1 do not clash": ((x[p] * y[p] * total(x[i]), x[p] * y[p] * total(y[j], N - 1, index=j)), "refuted"),
}
# to turn, all of these: a declared shape says where an index runs and where a fact holds, whatever stands around. So
# each is false where the sum leaves out a place that the shape has, and the last ones where a range is empty.
PART = total(w[n] ** 2, D - 1, index=n)
GUESSED: dict[str, tuple[Any, ...]] = {
    "a derivative by a place that the sum leaves out": ((differentiate(PART, w[d]), 2 * w[d]), "proved"),
    "a gradient by a matrix": ((gradient(total(u[n, 0] ** 2, D - 1, index=n), u), 2 * u), "proved"),
    "a derivative at both ends": ((differentiate(w[0] + PART, w[d]), KroneckerDelta(0, d) + 2 * w[d]), "proved"),
    "a fact about 0..N-1, of 1..N": ((total(x[i]), N), Eq(x[Idx("k", N)], 1), "proved"),
    "a simplex without its first entry": ((total(t[n], K - 1, index=n), 1), simplex(t), "proved"),
    "a one-hot row without its last entry": ((total(t[n] ** 2, K - 2, 0, n), 1), one_hot(t), "proved"),
    "the sign of an index": ((sign_of(p) * bare[p], bare[p]), "proved"),
    "an index taken to be positive": ((Piecewise((bare[p], p > 0), (0, True)), bare[p]), "proved"),
    "an index times a square": (p * bare[p] ** 2 >= 0, "proved"),
    "a delta beside a declared range": ((total(KroneckerDelta(n, i) * z[n], N - 1, index=n), z[i]), "proved"),
    "a range that runs backwards": ((total(a, 0, N + 3, n), -a * (N + 2)), "proved"),
    "a count of a range that may be empty": ((total(1, N, 3, n), N - 2), "proved"),
}


def test_what_a_free_index_is_taken_to_run_over_is_told() -> None:
    """The range is that of sums in the same place, else its own, else the declared one."""
    assert {name: prove(expr, expr + 1).assumptions for name, (expr, _) in TAKEN.items()} == {
        name: expected for name, (_, expected) in TAKEN.items()
    }


@pytest.mark.parametrize("rows", in_parts(PARTS, REFUSED))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def test_pairs_of_a_triangle_say_how_they_are_written() -> None:
    """The reason names the way out."""
    pairs = Sum(z[i] * z[j], (j, i + 1, N), (i, 1, N))
    assert "U[i, j]" in prove(pairs, (total(z[i]) ** 2 - total(z[i] ** 2)) / 2).reason


def test_sizes_of_one_name_are_two() -> None:
    """Sums to two dummies that print alike are different."""
    assert prove(total(x[i], short), total(x[i], long)).status == "refuted"


def test_ranges_that_are_guessed() -> None:
    """What is taken from the sums around a place, against what was declared, without the second opinion."""
    for name, (sides, *facts, expected) in GUESSED.items():
        claim = sides if isinstance(sides, tuple) else (sides,)
        assert prove(*claim, assuming=facts).status == expected, name
