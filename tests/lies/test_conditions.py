"""Side conditions: they ride along with a proof, and where one can never hold there is no proof."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import Add, Eq, Expr, Mul, Pow, exp, log, sqrt

from derive import positive, prove, sigmoid
from derive.errors import AmbiguousTruthError, DeriveError
from derive.verdict import Verdict
from tests.cases import N, a, alpha, b, m, n, total, x, y
from tests.checked import checked, status

NOTHING = sigmoid(a) + sigmoid(-a) - 1
BALANCE = total(alpha[n] * y[n], n)

NEVER = {
    "a sum over all pairs divides by x_n - x_n": (total(x[n] * x[m] / (x[n] - x[m]), n, m), 0, ()),
    "the same without a numerator": (total(1 / (x[n] - x[m]), n, m), 0, ()),
    "a denominator that is zero in disguise": (b / NOTHING, 2 * b / NOTHING, ()),
    "the same on both sides": (b / NOTHING, b / NOTHING, ()),
    "a denominator that a fact makes zero": (a / BALANCE, b / BALANCE, (Eq(BALANCE, 0),)),
    "a logarithm of something negative": (log(-exp(a)), log(-exp(a)) + 0 * a, ()),
    "a logarithm of minus a square": (log(-(x[n] ** 2)) - log(-(x[n] ** 2) * 2), -log(2), ()),
    "a root of something negative": (sqrt(-exp(a)) ** 2 + sqrt(-exp(a)), -exp(a) + sqrt(-exp(a)), ()),
}


def answer(lhs: Expr, rhs: Expr | int, facts: tuple[object, ...] = ()) -> str:
    """Return the status, or the reason why the statement cannot be read."""
    try:
        return prove(lhs, rhs, assuming=facts).status
    except DeriveError as error:
        return error.reason


@pytest.mark.parametrize(("lhs", "rhs", "facts"), NEVER.values(), ids=NEVER)
def test_condition_that_never_holds_proves_nothing(lhs: Expr, rhs: Expr | int, facts: tuple[object, ...]) -> None:
    """An expression that is nowhere defined is refused in words or left unproved, also beside itself."""
    assert answer(lhs, rhs, facts) != "proved"


def test_division_by_zero_as_written() -> None:
    """1/(a - a) is refused in words or left unproved, never proved equal to itself."""
    zero = Add(a, Mul(-1, a, evaluate=False), evaluate=False)
    quotient = Pow(zero, -1, evaluate=False)

    assert answer(quotient, quotient) != "proved"


RIDES_ALONG = {
    "a denominator": ((a**2 - b**2) / (a - b), a + b, {a, b}),
    "the argument of a logarithm": (log(exp(a) * b), a + log(b), {b}),
    "a denominator that is a sum": (total(x[n], n) ** 2 / total(x[m], m), total(x[n], n), {x}),
}


@pytest.mark.parametrize(("lhs", "rhs", "names"), RIDES_ALONG.values(), ids=RIDES_ALONG)
def test_condition_rides_along(lhs: Expr, rhs: Expr, names: set[Expr]) -> None:
    """A proof that rests on a denominator or a logarithm says so."""
    verdict = checked(lhs, rhs)

    told = " ".join(str(condition) for condition in verdict.conditions)
    assert (verdict.status, [name for name in names if str(name) not in told]) == ("proved", [])


DISCHARGED = {
    "1 + e^a is positive": (exp(a) / (1 + exp(a)), sigmoid(a), ()),
    "a sum of exponentials is positive": (log(total(exp(x[n] + a), n)), a + log(total(exp(x[n]), n)), ()),
    "a positive denominator": (x[n] * y[m] / (x[n] + x[m]), y[m] - x[m] * y[m] / (x[n] + x[m]), (positive(x),)),
    "a size is not zero": (total(x[n] + 1 / N, n), total(x[n], n) + 1, ()),
}


@pytest.mark.parametrize(("lhs", "rhs", "facts"), DISCHARGED.values(), ids=DISCHARGED)
def test_condition_that_always_holds_is_not_mentioned(lhs: Expr, rhs: Expr, facts: tuple[object, ...]) -> None:
    """What is positive by itself or by a fact needs no condition."""
    verdict = checked(lhs, rhs, assuming=facts)

    assert (verdict.status, verdict.conditions) == ("proved", ())


HARD_BUT_TRUE = {
    "nested roots": (sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2)),
    "roots of squares": (sqrt(x[n] ** 2) * sqrt(y[n] ** 2), sqrt(x[n] ** 2 * y[n] ** 2)),
    "an exponential of an exponential": (exp(exp(a) + exp(b)), exp(exp(a)) * exp(exp(b))),
    "logarithms of numbers": (log(6), log(2) + log(3)),
    "a logarithm of a square": (log((a * b) ** 2), log(a**2) + log(b**2)),
}


@pytest.mark.parametrize(("lhs", "rhs"), HARD_BUT_TRUE.values(), ids=HARD_BUT_TRUE)
def test_true_but_hard_is_never_refuted(lhs: Expr, rhs: Expr) -> None:
    """What cannot be proved is sampled or left undecided, and says why."""
    verdict = checked(lhs, rhs)

    assert (verdict.status == "refuted", verdict.status == "proved" or verdict.reason != "") == (False, True)


def test_agreement_at_points_is_not_a_proof() -> None:
    """A verdict by random points is sampled and not proved, also where every point agrees."""
    verdict = checked(sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2))

    by_points = any(word in verdict.method + verdict.reason for word in ("random", "sample", "point", "ball"))
    assert (verdict.status == "sampled") == by_points


@pytest.mark.parametrize(
    "use", [bool, lambda v: v and 1, lambda v: not v, lambda v: 1 if v else 0], ids=["bool", "and", "not", "if"]
)
def test_verdict_is_not_a_boolean(use: Callable[[Verdict], object]) -> None:
    """`if verdict:` raises, also for a proof: the caller must ask which of four answers it is."""
    verdict = prove(a + b, b + a)

    with pytest.raises(AmbiguousTruthError, match="status"):
        _ = use(verdict)


def test_sampled_and_undecided_are_words() -> None:
    """The status is one of four words."""
    statuses = {status(lhs, rhs) for lhs, rhs in HARD_BUT_TRUE.values()}

    assert statuses <= {"proved", "sampled", "undecided"}
