"""Lowered functions: numbers at every place of the declared axes, at small sizes too; or a refusal."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Idx, KroneckerDelta, Max, Min, Piecewise, Sum, exp, log, sign

from benchmarks.grammars.claims import Engine, judged
from benchmarks.grammars.slopes import A, D, Made, N, a, k, m, n, w, y

AXIS: Any = {"k": (0, N - 1)}
FROM_1: Any = {"k": (1, N - 1)}
PART = Sum(w[n] ** 2, (n, 1, N - 1))
LEFT = Sum(w[n], (n, 0, N - 2))
VALUES: dict[str, Made] = {
    "squares from 1": Made("lambdify", PART),
    "squares to N - 2": Made("lambdify", Sum(w[n] ** 2, (n, 0, N - 2))),
    "squares inside": Made("lambdify", Sum(w[n] ** 2, (n, 1, N - 2))),
    "products of two parts": Made("lambdify", PART * LEFT),
    "neighbours": Made("lambdify", Sum(w[n] * w[n + 1], (n, 0, N - 2))),
    "squared differences": Made("lambdify", Sum((w[n + 1] - w[n]) ** 2, (n, 0, N - 2))),
    "a stencil": Made("lambdify", Sum((w[n + 1] - 2 * w[n] + w[n - 1]) ** 2, (n, 1, N - 2))),
    "one tensor": Made("lambdify", Sum(w[n] * y[n - 1], (n, 1, N - 1))),
    "two axes from 1": Made("lambdify", Sum(A[n, m] * w[n], (n, 1, N - 1), (m, 0, D - 1))),
    "two axes, one column": Made("lambdify", Sum(A[n, 0] * w[n], (n, 1, N - 1))),
    "two axes to D - 2": Made("lambdify", Sum(A[n, m] * A[n, m + 1], (n, 0, N - 1), (m, 0, D - 2))),
    "a triangle": Made("lambdify", Sum(w[n] * y[m], (m, 0, n), (n, 0, N - 1))),
    "a delta at 1": Made("lambdify", Sum(KroneckerDelta(1, n) * w[n], (n, 0, N - 1))),
    "a padded neighbour": Made("lambdify", Sum(Piecewise((w[n + 1], n < N - 1), (0, True)), (n, 0, N - 1))),
    "signs of indices": Made("lambdify", Sum(sign(n) * w[n], (n, 0, N - 1))),
    "a maximum of indices": Made("lambdify", Sum(Max(n, 1) * w[n], (n, 0, N - 1))),
    "a minimum of indices": Made("lambdify", Sum(Min(n, 1) * w[n], (n, 0, N - 1))),
    "sizes of differences": Made("lambdify", Sum(Abs(n - m) * w[n] * y[m], (n, 0, N - 1), (m, 0, N - 1))),
    "a softmax from 1": Made("lambdify", log(1 + Sum(exp(w[n]), (n, 1, N - 1)))),
    "a count": Made("lambdify", a * Sum(1, (n, 2, N - 1))),
    "the last entry": Made("lambdify", w[N - 1] * LEFT),
}
OF_AN_INDEX: dict[str, Made] = {
    "an entry times a sum to N - 2": Made("lambdify", w[k] * LEFT, k, AXIS),
    "an entry times a sum from 1": Made("lambdify", w[k] * PART, k, AXIS),
    "an entry plus a sum from 1": Made("lambdify", w[k] + PART, k, AXIS),
    "an index over the axis": Made("lambdify", w[Idx("k", N)] * LEFT, Idx("k", N), AXIS),
    "an index from 1": Made("lambdify", w[Idx("k", (1, N - 1))] * LEFT, Idx("k", (1, N - 1)), FROM_1),
    "a sum of another axis": Made("lambdify", w[k] * Sum(A[k, m], (m, 1, D - 1)), k, AXIS),
    "a delta over a part": Made("lambdify", Sum(KroneckerDelta(n, k) * w[n], (n, 1, N - 1)) + 0 * w[k], k, AXIS),
    "an index as a number": Made("lambdify", sign(k) * w[k], k, AXIS),
    "a test of an index": Made("lambdify", Piecewise((w[k], k > 0), (y[k], True)), k, AXIS),
    "a sum that begins at the index": Made("lambdify", w[k] * Sum(y[n], (n, k, N - 1)), k, AXIS),
}
GRADIENTS: dict[str, Made] = {
    name: Made("lowered gradient", made.expr, k, AXIS) for name, made in VALUES.items() if made.expr.has(w)
}


@pytest.mark.parametrize("name", VALUES)
def test_the_value_of_a_lowered_sum(name: str) -> None:
    """Plain loops over the same arrays agree."""
    outcome = judged(VALUES[name], Engine())
    assert outcome.word in {"fine", "refused"}, str(outcome)


@pytest.mark.parametrize("name", OF_AN_INDEX)
def test_the_values_of_a_lowered_family(name: str) -> None:
    """There is one value for each place of the axis, and it is the right one."""
    outcome = judged(OF_AN_INDEX[name], Engine())
    assert outcome.word in {"fine", "refused"}, str(outcome)


@pytest.mark.parametrize("name", GRADIENTS)
def test_a_lowered_gradient(name: str) -> None:
    """Dual numbers agree, at the places that the sum leaves out too."""
    outcome = judged(GRADIENTS[name], Engine())
    assert outcome.word in {"fine", "refused"}, str(outcome)
