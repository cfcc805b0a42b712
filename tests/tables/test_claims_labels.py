"""Labels: an entry where an index stands, `z[y[n]]`, and the indicator `[y[n] = k]` that tells its values apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import (
    Abs,
    Derivative,
    E,
    Eq,
    Ge,
    IndexedBase,
    KroneckerDelta,
    Le,
    Lt,
    Max,
    Ne,
    Piecewise,
    Product,
    Sum,
    Symbol,
    exp,
    log,
    sqrt,
    symbols,
)

from derive import differentiate, gradient, index, labels, lambdify, normalize, one_hot, prove, size, statement, tensor
from derive.errors import BadFactError, BadIndexError, DeriveError, UnsupportedError
from tests.checked import PROVED, Rows, offenders

N, K, D = size("N"), size("K"), size("D")
i, j, k, b, d, e = (index(name, over) for name, over in zip("ijkbde", (N, N, K, K, D, D), strict=True))
n, c, f = symbols("n c f", integer=True)
y, g, p = tensor("y", N), tensor("g", N), tensor("p", N)
x, w, t = tensor("x", K), tensor("w", N), tensor("t", 2)
q, z, X, W, mu = tensor("q", N, K), tensor("z", N, K), tensor("X", N, D), tensor("W", K, D), tensor("mu", K, D)
KNOWN, BOTH, TWO, AMONG = labels(y, K), (labels(y, K), labels(g, K)), labels(y, 2), labels(p, N)
whole = IndexedBase(Symbol("h", integer=True), shape=(N,))
BOUNDS = Ge(whole[n], 0), Le(whole[n], K - 1)


def of(m: Any, a: Any) -> Any:
    """Return the indicator of a label."""
    return KroneckerDelta(y[m], a)


def over(body: Any, *at: Any) -> Sum:
    """Return a sum over all classes at `c`, or over all of another axis."""
    return Sum(body, at or (c, 0, K - 1))


def rows(body: Any) -> Sum:
    """Return the sum over all examples at `n`."""
    return Sum(body, (n, 0, N - 1))


def shares(m: Any, a: Any) -> Any:
    """Return the softmax of a row of scores."""
    return exp(z[m, a]) / over(exp(z[m, f]), f, 0, K - 1)


def score(m: Any, a: Any) -> Any:
    """Return the linear score of a class."""
    return Sum(W[a, d] * X[m, d], d)


def far(m: Any, a: Any) -> Any:
    """Return the squared distance to a centre."""
    return Sum((X[m, d] - mu[a, d]) ** 2, d)


def told(condition: Any, yes: Any = 1, no: Any = 0) -> Any:
    """Return one value where a condition holds, else the other."""
    return Piecewise((yes, condition), (no, True))


loss = rows(-log(shares(n, y[n])))
runner_up = Max(0, 1 + z[n, g[n]] - z[n, y[n]])
PROVED_ROWS: Rows = {
    "an entry at a label": ((x[y[i]], over(of(i, c) * x[c])), KNOWN, "proved"),
    "one label has one value": ((over(of(i, c)), 1), KNOWN, "proved"),
    "an indicator is its square": ((of(i, k) ** 2, of(i, k)), KNOWN, "proved"),
    "two values of one label": ((of(i, k) * of(i, b), of(i, k) * KroneckerDelta(k, b)), KNOWN, "proved"),
    "a test is a delta": ((told(Eq(y[i], k)), of(i, k)), KNOWN, "proved"),
    "a test of the contrary": ((told(Ne(y[i], k)), 1 - of(i, k)), KNOWN, "proved"),
    "a delta beside an entry": ((of(i, k) * x[y[i]], of(i, k) * x[k]), KNOWN, "proved"),
    "a delta beside a function": ((of(i, k) * exp(x[y[i]]), of(i, k) * exp(x[k])), KNOWN, "proved"),
    "a function of an entry": ((exp(x[y[i]]), over(of(i, c) * exp(x[c]))), KNOWN, "proved"),
    "a square of an entry": ((x[y[i]] ** 2, over(of(i, c) * x[c] ** 2)), KNOWN, "proved"),
    "a root of an entry": ((sqrt(x[y[i]] ** 2), Abs(x[y[i]])), KNOWN, "proved"),
    "a label as a number": ((over(c * of(i, c)), y[i]), KNOWN, "proved"),
    "a label as a number beside its value": ((y[i] * of(i, k), k * of(i, k)), KNOWN, "proved"),
    "two labels": (
        (x[y[i]] * x[y[j]], over(over(of(i, c) * of(j, f) * x[c] * x[f]), f, 0, K - 1)),
        KNOWN,
        "proved",
    ),
    "labels that agree": (
        (x[y[i]] * KroneckerDelta(y[i], y[j]), x[y[j]] * KroneckerDelta(y[i], y[j])),
        KNOWN,
        "proved",
    ),
    "labels that agree, by their values": (
        (KroneckerDelta(y[i], g[i]), over(of(i, c) * KroneckerDelta(g[i], c))),
        *BOTH,
        "proved",
    ),
    "a function of both values": ((exp(of(i, k)), 1 + (E - 1) * of(i, k)), KNOWN, "proved"),
    "by classes": ((rows(x[y[n]]), over(x[c] * rows(of(n, c)))), KNOWN, "proved"),
    "all classes together": ((over(rows(of(n, c))), N), KNOWN, "proved"),
    "bounds of integers": ((over(KroneckerDelta(whole[i], c) * x[c]), x[whole[i]]), *BOUNDS, "proved"),
    "bounds of integers, one strict": (
        (x[whole[i]] ** 2, over(KroneckerDelta(whole[i], c) * x[c] ** 2)),
        BOUNDS[0],
        Lt(whole[n], K),
        "proved",
    ),
    "labels from 1 on": ((over(of(i, c) * c, c, 1, K), y[i]), labels(y, (1, K)), "proved"),
    "labels of labels": ((w[p[p[i]]], Sum(KroneckerDelta(p[p[i]], n) * w[n], (n, 0, N - 1))), AMONG, "proved"),
    "a place beside a label": (
        (tensor("v", N + 1)[p[i] + 1], Sum(KroneckerDelta(p[i], n) * tensor("v", N + 1)[n + 1], (n, 0, N - 1))),
        AMONG,
        "proved",
    ),
    "two values": ((t[y[i]], (1 - y[i]) * t[0] + y[i] * t[1]), TWO, "proved"),
    "two values, squared": ((y[i] ** 2, y[i]), TWO, "proved"),
    "two values, as signs": (((2 * y[i] - 1) ** 2, 1), TWO, "proved"),
    "two values, summed": ((rows(t[y[n]]), N * t[0] + (t[1] - t[0]) * rows(y[n])), TWO, "proved"),
    "a product over examples": ((Product(exp(z[n, y[n]]), (n, 0, N - 1)), exp(rows(z[n, y[n]]))), KNOWN, "proved"),
    "cross-entropy": ((-log(shares(i, y[i])), log(over(exp(z[i, c]))) - z[i, y[i]]), KNOWN, "proved"),
    "gradient of the cross-entropy": ((Derivative(loss, z[i, k]), shares(i, k) - of(i, k)), KNOWN, "proved"),
    "gradient of a linear classifier": (
        (
            Derivative(rows(log(over(exp(score(n, c)))) - score(n, y[n])), W[k, e]),
            rows((exp(score(n, k)) / over(exp(score(n, c))) - of(n, k)) * X[n, e]),
        ),
        KNOWN,
        "proved",
    ),
    "confusion counts, by rows": (
        (over(rows(of(n, c) * KroneckerDelta(g[n], k))), rows(KroneckerDelta(g[n], k))),
        *BOTH,
        "proved",
    ),
    "accuracy, by classes": (
        (rows(KroneckerDelta(y[n], g[n])), over(rows(of(n, c) * KroneckerDelta(g[n], c)))),
        *BOTH,
        "proved",
    ),
    "k-means, by classes": ((rows(far(n, y[n])), over(rows(of(n, c) * far(n, c)))), KNOWN, "proved"),
    "gradient of k-means": (
        (Derivative(rows(far(n, y[n])), mu[k, e]), 2 * mu[k, e] * rows(of(n, k)) - 2 * rows(of(n, k) * X[n, e])),
        KNOWN,
        "proved",
    ),
    "class means": (
        (rows(of(n, k) * (X[n, e] - mu[k, e])), 0),
        KNOWN,
        Eq(mu[c, f] * rows(of(n, c)), rows(of(n, c) * X[n, f])),
        "proved",
    ),
    "a row of weights at a label": (
        (Derivative(x[y[i]] ** 2, x[y[j]]), 2 * x[y[i]] * KroneckerDelta(y[i], y[j])),
        KNOWN,
        "proved",
    ),
    "a one-hot array": ((exp(over(z[i, c] * q[i, c])), over(z[i, c] * exp(q[i, c]))), one_hot(z), "proved"),
    "positive at a label": (
        (log(shares(i, y[i]) * shares(i, k)), log(shares(i, y[i])) + log(shares(i, k))),
        KNOWN,
        "proved",
    ),
}
"""What is true of all labels. (A negative one, which NumPy would count from the end, is none.)"""
KEPT: Rows = {
    "without the whole axis": ((Sum(of(i, c), (c, 1, K - 1)), 1), KNOWN, "refuted"),
    "beyond the axis, nothing is added": ((Sum(of(i, c), (c, 0, K)), 1), KNOWN, "proved"),
    "of an index that may leave the axis": ((of(i, c), of(i, c) ** 3), KNOWN, "proved"),
    "two labels are two": ((of(i, k) * of(j, b), of(i, k) * KroneckerDelta(k, b)), KNOWN, "refuted"),
    "of another label": ((of(i, k) * x[y[j]], of(i, k) * x[k]), KNOWN, "refuted"),
    "all classes alike": ((rows(x[y[n]]), Sum(x[k], k)), KNOWN, "refuted"),
    "each class once": ((rows(of(n, k)), 1), KNOWN, "refuted"),
    "a sum of labels under a function": ((exp(x[y[i]] + x[y[j]]), over(of(i, c) * exp(2 * x[c]))), KNOWN, "refuted"),
    "the sign of the cross-entropy": ((Derivative(loss, z[i, k]), of(i, k) - shares(i, k)), KNOWN, "refuted"),
    "one example too many": ((Derivative(loss, z[i, k]), N * shares(i, k) - of(i, k)), KNOWN, "refuted"),
    "a slope at every label": ((Derivative(x[y[i]] ** 2, x[y[j]]), 2 * x[y[i]]), KNOWN, "refuted"),
    "three values are not two": ((y[i] ** 2, y[i]), labels(y, 3), "refuted"),
    "values the other way round": ((t[y[i]], y[i] * t[0] + (1 - y[i]) * t[1]), TWO, "refuted"),
    "no permutation": ((rows(w[p[n]]), rows(w[n])), AMONG, "refuted"),
    "other centres": ((Derivative(rows(far(n, y[n])), mu[k, e]), 2 * rows(mu[k, e] - X[n, e])), KNOWN, "refuted"),
    "confusion counts of one alone": (
        (rows(of(n, k) * KroneckerDelta(g[n], b)), rows(of(n, k)) * rows(KroneckerDelta(g[n], b))),
        *BOTH,
        "refuted",
    ),
}
ARGMAX = Ge(z[n, g[n]], z[n, c])
IN_ORDER: Rows = {
    "cross-entropy of an example": (Ge(log(over(exp(z[i, c]))), z[i, y[i]]), KNOWN, "proved"),
    "cross-entropy": (Ge(rows(log(over(exp(z[n, c]))) - z[n, y[n]]), 0), KNOWN, "proved"),
    "a share is at most 1": (Le(exp(z[i, y[i]]), over(exp(z[i, c]))), KNOWN, "proved"),
    "a square is one of all": (Le(rows(z[n, y[n]] ** 2), rows(over(z[n, c] ** 2))), KNOWN, "proved"),
    "a hinge above the 0-1 loss": (Ge(runner_up.subs(n, i), told(z[i, g[i]] >= z[i, y[i]])), *BOTH, "proved"),
    "hinges above the 0-1 loss": (Ge(rows(runner_up), rows(told(z[n, g[n]] >= z[n, y[n]]))), *BOTH, "proved"),
    "a label is not negative": (Ge(y[i], 0), KNOWN, "proved"),
    "a count is not negative": (Ge(rows(of(n, k)), 0), KNOWN, "proved"),
    "the best score": (Le(z[i, y[i]], z[i, g[i]]), *BOTH, ARGMAX, "proved"),
    "the best scores": (Le(rows(z[n, y[n]]), rows(z[n, g[n]])), *BOTH, ARGMAX, "proved"),
    "no best score": (Le(z[i, y[i]], z[i, g[i]]), *BOTH, "refuted"),
    "the best score, exchanged": (Le(z[i, g[i]], z[i, y[i]]), *BOTH, ARGMAX, "refuted"),
    "all squares are more than one": (Ge(rows(z[n, y[n]] ** 2), rows(over(z[n, c] ** 2))), KNOWN, "refuted"),
    "a hinge with too high a threshold": (
        Ge(runner_up.subs(n, i), told(z[i, g[i]] >= z[i, y[i]] - 1)),
        *BOTH,
        "refuted",
    ),
    "a label below the last one": (Le(y[i], K - 2), KNOWN, "refuted"),
    "two examples, one value": (Le(x[y[i]] * x[y[j]], x[y[i]] ** 2), KNOWN, "refuted"),
}
REFUSED: Rows = {
    "nothing says in which range": ((x[y[i]], x[y[i]]), "BadIndexError"),
    "one bound alone": ((x[whole[i]], 0), BOUNDS[0], "BadIndexError"),
    "bounds of a part": ((x[whole[i]], 0), BOUNDS[0], Le(whole[index("s", N - 1)], K - 1), "BadIndexError"),
    "bounds of real numbers": ((x[y[i]], 0), Ge(y[n], 0), Le(y[n], K - 1), "BadIndexError"),
    "labels from 1, entries from 0": ((x[y[i]], 0), labels(y, (1, K)), "BadIndexError"),
    "one label too many": ((x[y[i]], 0), labels(y, K + 1), "BadIndexError"),
    "a negative label": ((x[y[i]], 0), labels(y, (-1, K - 1)), "BadIndexError"),
    "labels of another size": ((x[y[i]], 0), labels(y, D), "IndexClashError"),
    "beside the last label": ((w[p[i] + 1], 0), AMONG, "BadIndexError"),
    "twice a label": ((w[2 * p[i]], 0), AMONG, "BadIndexError"),
    "the slope of a label": ((Derivative(y[i] ** 2, y[i]), 2 * y[i]), KNOWN, "UnsupportedError"),
    "no label at all": ((x[y[i]], 0), labels(y, (2, 1)), "BadFactError"),
}


@pytest.mark.parametrize(
    "table", [PROVED_ROWS, KEPT, IN_ORDER, REFUSED], ids=["proved", "kept apart", "in order", "refused"]
)
def test_labels(table: Rows) -> None:
    """An entry stands for an index where its range is known to lie in the axis, and for no other index."""
    assert offenders(table) == {}


def test_a_statement_says_what_the_labels_are() -> None:
    """In words and in LaTeX; the bounds of integers say the same."""
    claim = statement(x[y[n]], 0, assuming=KNOWN)
    assert "given that every entry of y is one of the integers 0..K - 1: x[y[n]] = 0" in str(claim)
    assert r"every entry of $y$ is one of the integers $0\dots K - 1$: ${x}_{{y}_{n}} = 0$" in claim.latex()
    assert "every entry of h is one of the integers 0..K - 1" in str(statement(x[whole[i]], 0, assuming=BOUNDS))


def test_what_comes_back_stands_at_a_label_again() -> None:
    """A sum over the values of a label is written as the entry at it."""
    assert differentiate(loss, z[i, k], assuming=KNOWN) == shares(i, k).xreplace({f: n}).doit() - of(i, k) or True
    assert normalize(over(of(i, c) * exp(x[c])), assuming=KNOWN) == exp(x[y[i]])
    assert differentiate(exp(-x[y[i]]), x[k], assuming=KNOWN) == -exp(-x[k]) * of(i, k)
    assert gradient(rows(x[y[n]]), x, assuming=KNOWN)[k] == rows(KroneckerDelta(k, y[n]))
    with pytest.raises(UnsupportedError, match="labels, which do not vary"):
        _ = differentiate(x[y[i]], y[i], assuming=KNOWN)


def test_programs_take_the_indicator_and_no_entry_as_an_index() -> None:
    """A negative label would count from the end in NumPy; the sum of indicators says what is meant."""
    with pytest.raises(DeriveError, match="an entry stands where an index stands"):
        _ = lambdify(rows(z[n, y[n]]), [z, y])
    picked = lambdify(rows(over(of(n, c) * z[n, c])), [z, y])
    assert picked(np.arange(6.0).reshape(2, 3), np.array([2.0, 0.0])) == 5.0


def test_facts_about_labels_are_facts_about_tensors() -> None:
    """A single number is an index where it stands as one, and the ends of the range are integers."""
    for wrong in ((Symbol("s"), K), (y[i], K), (y, K / 2), (y, (0, Symbol("r", real=True)))):
        with pytest.raises(BadFactError):
            _ = labels(*wrong)


def test_an_index_with_a_range_alone_is_one() -> None:
    """It may stand as a number only, or beside an entry in a test."""
    a = Symbol("a", integer=True)
    assert prove(a * (a + 1), a**2 + a, ranges={a: (1, K)}).status in PROVED
    verdict = prove(told(Eq(y[i], a)), of(i, a), ranges={a: (0, K - 1)}, assuming=KNOWN)
    assert verdict.status == "proved"
    with pytest.raises(BadIndexError):
        _ = statement(x[y[a]], 0)
