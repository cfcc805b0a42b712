"""What inequalities follow from facts, from equations that are no rules and from functions, and how it was found."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from typing import Any

import pytest
from sympy import Abs, Eq, Ge, Le, Lt, Max, Min, Rational, exp, log, sqrt, symbols

from derive import Limits, nonnegative, prove, sign, simplex, tensor
from derive.decide.ground import stand_on
from derive.decide.search import proofs
from derive.decide.statement import statement
from derive.errors import BeyondKernelError, UndefinedError
from derive.kernel import LimitReached, NoDerivativeError, Undefined, UnstableLabelError
from tests.cases import K, N, k, m, n, pr, total, x
from tests.checked import checked

a, b, c = symbols("a b c", real=True)
s, t = symbols("s t", positive=True)
e = symbols("e", nonnegative=True)
q, y, z = tensor("q", N), tensor("y", N), tensor("z", K)
SHARES = Eq(exp(a) + exp(b), 1)
RECIPROCALS = Eq(1 / s + 1 / t, 1)

FOLLOWS: dict[str, tuple[Any, tuple[object, ...], str]] = {
    "a reciprocal of two that add up to 1": (Lt(1 / s, 1), (RECIPROCALS,), "proved"),
    "a product of numbers whose reciprocals add up to 1": (Ge(s * t, s + t), (RECIPROCALS,), "proved"),
    "a share": (Le(exp(a), 1), (SHARES,), "proved"),
    "a square of a share": (Le(exp(2 * a), exp(a)), (SHARES,), "proved"),
    "a square of a share, the other way": (Ge(exp(2 * a), exp(a)), (SHARES,), "open"),
    "a product of shares": (Le(exp(a) * exp(b), Rational(1, 4)), (SHARES,), "proved"),
    "smallest and largest": (Le(Min(a, b, c), Max(a, b, c)), (), "proved"),
    "largest and smallest": (Le(Max(a, b, c), Min(a, b, c)), (), "refuted"),
    "a largest one, weighted": (Ge(s * Max(a, b, c), s * b), (), "proved"),
    "a largest one, with any weight": (Ge(x[m] * Max(a, b, c), x[m] * b), (), "refuted"),
    "largest ones below a sum": (Ge(total(Max(x[n], q[n], y[n]), n), total(q[n], n)), (), "proved"),
    "smallest ones below a sum": (Le(total(Min(x[n], q[n], y[n]), n), total(q[n], n)), (), "proved"),
    "smallest ones below a sum, the other way": (Ge(total(Min(x[n], q[n], y[n]), n), total(q[n], n)), (), "refuted"),
    "sizes, weighted": (Ge(total(q[n] * Abs(x[n]), n), total(q[n] * x[n], n)), (nonnegative(q),), "proved"),
    "sizes, weighted, from below": (
        Ge(total(q[n] * Abs(x[n]), n), -total(q[n] * x[n], n)),
        (nonnegative(q),),
        "proved",
    ),
    "sizes, with any weights": (Ge(total(q[n] * Abs(x[n]), n), total(q[n] * x[n], n)), (), "refuted"),
    "a tangent of exp elsewhere": (Ge(exp(a), exp(b) * (1 + a - b)), (), "proved"),
    "a mean of exponentials": (Ge(total(exp(x[n]), n) / N, exp(total(x[n], n) / N)), (), "proved"),
    "a tangent of log elsewhere": (Le(log(s), log(t) + s / t - 1), (), "proved"),
    "a tangent of log at a product": (Le(log(s) + log(t), s * t - 1), (), "proved"),
    "log of a mean": (Ge(log((s + t) / 2), (log(s) + log(t)) / 2), (), "proved"),
    "three facts multiplied": (Ge(a * b * c, 1), (Ge(a, 1), Ge(b, 1), Ge(c, 1)), "proved"),
    "logarithms of more": (Le(log(s) - log(t), log(s + e) - log(t)), (), "proved"),
    "logarithms of more, strictly": (Lt(log(s), log(s + e)), (), "refuted"),
    "exponentials of more, twice": (Le(exp(a) + exp(b), exp(a + s) + exp(b + t)), (), "proved"),
    "an entry of a sum of exponentials": (Le(exp(x[n]), total(exp(x[m]), m)), (), "proved"),
    "an entry of a sum of squares": (Le(x[n] ** 2, total(x[m] ** 2, m)), (), "proved"),
    "a weighted mean below a bound": (Le(total(pr[k] * z[k], k), a), (simplex(pr), Le(z[k], a)), "proved"),
    "a sign times a number": (Le(y[n] * a, Abs(a)), (sign(y),), "proved"),
    "a root of a product": (Le(sqrt(s * t), (s + t) / 2), (), "proved"),
    "a root of a sum": (Le(sqrt(s + t), sqrt(s) + sqrt(t)), (), "proved"),
    "an odd power as a weight": (Ge(s**3 * a**2 + s**3, 2 * s**3 * a), (), "proved"),
    "halves of odd powers": (Ge(s**3 + s, 2 * s**2), (), "proved"),
    "quartics with mixed terms": (Ge(a**4 + b**4 + c**4, a * b * c * (a + b + c)), (), "proved"),
    "a half between two others": (Ge(a**4 + a**2 * b**2 + b**4, a**3 * b + a * b**3), (), "proved"),
    "a sign at one place": (Le(x[1] ** 2 * y[1], x[1] ** 2), (sign(y),), "proved"),
    "a sign at the last place": (Le(x[m] ** 2 * y[N], x[m] ** 2), (sign(y),), "proved"),
    "multiples of logarithms": (Le(s, t), (Le(3 * log(s), 3 * log(t)),), "proved"),
    "multiples of logarithms, the other way": (Le(t, s), (Le(3 * log(s), 3 * log(t)),), "refuted"),
}


@pytest.mark.parametrize("case", FOLLOWS)
def test_what_follows_is_proved_and_nothing_else(case: str) -> None:
    """Open is what is neither proved nor refuted, for want of points that satisfy the equation, or of a certificate."""
    goal, facts, expected = FOLLOWS[case]
    verdict = checked(goal, assuming=facts)
    assert verdict.status in ({"sampled", "undecided", "refuted"} if expected == "open" else {expected})
    assert verdict.certificate is None or verdict.certificate.check()


FOUND: dict[str, tuple[Any, tuple[object, ...], str, int]] = {
    "a number that is positive": (s * exp(a), (), "sign", 1),
    "nothing": (a - a + 0 * b, (), "sign", 0),
    "what a fact says": (b - a, (Le(a, b),), "sign", 1),
    "a sum of positive numbers": (total(exp(x[n]), n), (), "sign", 1),
    "a square": (a**2 - 2 * a * b + b**2, (), "facts and squares", 1),
    "two squares": (a**2 + b**2 + c**2 - 2 * a * b, (), "facts and squares", 2),
    "two facts": (b + c - 2 * a, (Le(a, b), Le(a, c)), "facts and squares", 2),
}


@pytest.mark.parametrize("case", FOUND)
def test_the_first_proof_is_the_simplest(case: str) -> None:
    """A sign before a program, and no more parts than are needed."""
    goal, facts, method, count = FOUND[case]
    claim = statement(goal, 0, ">=", facts)
    assert not isinstance(claim, bool)
    first = next(islice(proofs(stand_on(claim, Limits())), 1))
    assert (first.method, len(first.combination)) == (method, count)


STOPS: dict[str, tuple[Exception, str]] = {
    "a limit": (LimitReached("steps", 7), "limit reached: steps = 7"),
    "nesting": (RecursionError(), "limit reached: nesting depth"),
    "no stable label": (UnstableLabelError(), "a sum has no stable normal form"),
    "no derivative": (NoDerivativeError("floor"), "the derivative of floor is not known"),
    "beyond the kernel": (
        BeyondKernelError("floor(x)", reason="it has steps", way_out="leave it out"),
        "'floor(x)': it has steps. Leave it out.",
    ),
    "never defined": (Undefined(), "one side divides by 0 or takes log 0 everywhere"),
    "undefined": (
        UndefinedError("1/0", reason="a division by 0", way_out="leave it out"),
        "'1/0': a division by 0. Leave it out.",
    ),
}


@pytest.mark.parametrize("case", STOPS)
def test_what_stopped_the_kernel_is_said(monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    """It begins the reason of the verdict, whatever evaluation finds."""
    stop, reason = STOPS[case]

    def gives_up(*_: object) -> None:
        raise stop

    monkeypatch.setattr(import_module("derive.decide.prove"), "decide_equality", gives_up)
    assert prove(a + b, b + a).reason.startswith(reason)
    assert prove(a, b).reason.startswith(reason)
