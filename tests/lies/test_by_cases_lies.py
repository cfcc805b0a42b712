"""Equations that hold in one case and not in the other, and what a case must not leave behind."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import Abs, Eq, Ge, IndexedBase, Max, Min, Piecewise, Sum, Symbol, cos, exp, log, sin, sqrt, symbols

from derive import differentiate, kernel, nonnegative, sigmoid, size, softplus, tensor
from derive.kernel.cases import KINKS, vanishes_by_cases
from derive.kernel.nodes import Call
from tests.checked import checked

N = size("N")
i, k = symbols("i k", integer=True)
x, w = map(IndexedBase, ("x", "w"))
a, b, c, z = symbols("a b c z", real=True)
p = Symbol("p", positive=True)
D = size("D")
d = Symbol("d", integer=True)
X, v = tensor("X", N, D), tensor("v", D)
HUBER = Piecewise((a**2 / 2, Abs(a) <= p), (p * (Abs(a) - p / 2), True))


def total(body: Any) -> Sum:
    """Return the sum over i."""
    return Sum(body, (i, 1, N))


def clipped(low: Any, high: Any) -> Any:
    """Return a residual that is cut off at two heights."""
    return Max(low, Min(high, w[i] - Sum(X[i, d] * v[d], (d, 1, D))))


FALSE: dict[str, tuple[Any, Any]] = {
    "stable softplus with the wrong sign": (Max(z, 0) + log(1 + exp(Abs(z))), softplus(z)),
    "stable softplus with a minimum": (Min(z, 0) + log(1 + exp(-Abs(z))), softplus(z)),
    "stable softplus without the maximum": (z + log(1 + exp(-Abs(z))), softplus(z)),
    "right for positive numbers only": (Abs(z), z),
    "right for negative numbers only": (Abs(z), -z),
    "right for one order only": (Max(a, b, c), Max(a, b)),
    "right but where both are negative": (Max(a, 0) + Max(b, 0), Max(a + b, 0)),
    "below a sum, right for positive entries": (Sum(Abs(x[i]), (i, 1, N)), Abs(Sum(x[i], (i, 1, N)))),
    "two indices, one sign": (Abs(x[i]) * x[k], x[i] * Abs(x[k])),
    "a root of a square without its absolute value": (sqrt(a**2 - 2 * a * b + b**2), a - b),
    "a root of what is nearly a square": (sqrt(a**2 + a * b + b**2), Abs(a + b)),
    "a sum of a cosine and a sine": (sin(a) ** 2 - cos(a) ** 2, 1),
    "sines of two angles": (sin(a) ** 2 + cos(b) ** 2, 1),
    "clipping at two heights": (Max(Min(a, p), -p), Min(Max(a, -2 * p), p)),
    "the derivative of Huber cut off on one side": (differentiate(HUBER, a), Max(-p, Min(2 * p, a))),
    "the derivative of Huber with a sign too few": (differentiate(HUBER, a), Max(-p, Min(p, -a))),
    "a clipped residual below a sum, cut off on one side": (total(clipped(-p, p)), total(clipped(-p, 2 * p))),
    "a clipped residual below a sum, of another entry": (total(clipped(-p, p) * x[i]), total(clipped(-p, p)) * x[k]),
    "a sigmoid of a size": (exp(Min(z, 0)) / (1 + exp(-Abs(z))), sigmoid(Abs(z))),
}


@pytest.mark.parametrize("case", FALSE)
def test_what_fails_in_one_case_is_refused(case: str) -> None:
    """It is refuted."""
    assert checked(Eq(*FALSE[case], evaluate=False)).status == "refuted"


def test_a_case_is_about_one_entry() -> None:
    """That x_i is at least zero in a case says nothing of x_k, nor of the entries in a sum."""
    assert checked(Abs(x[i]) * Abs(x[k]), Abs(x[i]) * x[k]).status == "refuted"
    lone = (x[i] + Abs(x[i])) * Sum(Abs(x[k]), (k, 1, N))
    assert checked(lone, (x[i] + Abs(x[i])) * Sum(x[k], (k, 1, N))).status == "refuted"


def test_an_assumption_beside_a_case_stays_what_it_is() -> None:
    """The fact is about w; the case about x."""
    assert checked(Abs(w[i]) + Abs(x[i]), w[i] + x[i], assuming=nonnegative(w)).status == "refuted"
    assert checked(Abs(a) + Abs(b), a + b, assuming=Ge(a, 0)).status == "refuted"


def test_nothing_is_left_of_a_case() -> None:
    """The ring knows as much after the cases as before."""
    ring = kernel.Ring()
    size_of_a = kernel.call(ring, "Abs", (kernel.entry(ring, "a"),))
    before = list(ring.positive), set(ring.own)
    assert vanishes_by_cases(ring, size_of_a, lambda _, poly: not poly) is False
    assert (ring.positive, ring.own) == before


def test_a_case_that_is_left_out_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the positive side alone, |z| = z would be proved; the second opinion would say that it is not so."""
    monkeypatch.setitem(KINKS, "Abs", lambda arguments: [(arguments[0],)])
    assert checked(Abs(z), z).method == "kernel and re-check disagree"


def test_a_root_of_a_complex_square_stays() -> None:
    """The root of (a + 1)^2 is the size of a + 1 for real a only."""
    for traits, name in ((frozenset[str](), "Abs"), (frozenset({"complex"}), "")):
        ring = kernel.Ring(traits={"a": traits})
        base = kernel.add(kernel.entry(ring, "a"), ring.constant(1))
        root = kernel.raise_to(ring, kernel.multiply(ring, base, base), Fraction(1, 2))
        calls = [atom.form.name for mono in root for atom, _ in mono.factors if isinstance(atom.form, Call)]
        assert calls == ([name] if name else [])
