"""Inequalities that are false or that lack a fact, and certificates that were altered: all are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sympy import Abs, Eq, Ge, Gt, Le, Lt, Max, Piecewise, Rational, Sum, Symbol, exp, log, sqrt, symbols
from sympy.core.relational import Relational

from derive import Limits, nonnegative, positive, prove, sigmoid, simplex, softplus, tensor
from derive.decide.cases import Cases
from derive.decide.certificate import Certificate, Part, Reason
from derive.decide.roots import Squares
from derive.decide.statement import Statement
from derive.facts import as_assumptions
from derive.language import as_expression
from tests.cases import K, N, X, a, alpha, b, d, dot, k, n, pr, total, u, w, x, y, z
from tests.checked import status

c = Symbol("c", real=True)
s, t, rate = symbols("s t lambda", positive=True)
q = tensor("q", K)
MARGIN = Ge(y[n] * (total(X[n, d] * w[d], d) + b), 1)
DUAL = total(alpha[n], n) - total(total(alpha[n] * y[n] * X[n, d], n) ** 2, d) / 2
BALANCED = Eq(total(alpha[n] * y[n], n), 0)
ENTROPY = total(pr[k] * log(pr[k] / q[k]), k)
SIMPLEX = (positive(pr), positive(q), Eq(total(pr[k], k), 1), Eq(total(q[k], k), 1))

m = Symbol("m", integer=True)
HUBER = Piecewise((a**2 / 2, Abs(a) <= 1), (Abs(a) - Rational(1, 2), True))
FALSE: dict[str, tuple[Relational, tuple[object, ...]]] = {
    "a form that is negative somewhere": (Ge(a**2 - 3 * a * b + b**2, 0), ()),
    "barely negative": (Ge(a**4 - 2 * a**2 + Rational(99, 100), 0), ()),
    "squares, strict": (Gt(a**2 + b**2, 0), ()),
    "a mean of roots, reversed": (Ge(sqrt(s * t), (s + t) / 2), ()),
    "Cauchy-Schwarz with norms, strict": (Lt(dot(u, w), sqrt(dot(u, u)) * sqrt(dot(w, w))), ()),
    "Cauchy-Schwarz with norms, reversed": (Ge(dot(u, w), sqrt(dot(u, u)) * sqrt(dot(w, w))), ()),
    "triangle with norms, reversed": (
        Ge(sqrt(total((u[d] + w[d]) ** 2, d)), sqrt(dot(u, u)) + sqrt(dot(w, w))),
        (),
    ),
    "a negative side below a root": (Le(sqrt(s), a), (Le(s, a**2),)),
    "a number and its reciprocal, strict": (Gt(s + 1 / s, 2), ()),
    "ridge without a direction": (Gt(total(total(X[n, d] * u[d], d) ** 2, n) + rate * dot(u, u), 0), ()),
    "a factor of unknown sign": (Le(a * c, b * c), (Le(a, b),)),
    "cancelling a factor of unknown sign": (Le(a, b), (Le(a * c, b * c),)),
    "cancelling a factor that may be zero": (Le(a, b), (Le(a * c, b * c), Ge(c, 0))),
    "dividing by an unknown sign": (Le(a / c, b / c), (Le(a, b),)),
    "a quotient of unknown sign": (Ge(a / c, 0), (Ge(a, 0),)),
    "squares of ordered numbers": (Le(a**2, b**2), (Le(a, b),)),
    "a chain that is not strict": (Lt(a, c), (Le(a, b), Le(b, c))),
    "a chain with a gap": (Le(a, c), (Le(a, b),)),
    "a fact the other way round": (Le(a, b), (Ge(a, b),)),
    "a fact for one index": (Le(x[n], y[n]), (Le(x[1], y[1]),)),
    "weights of unknown sign": (Le(total(alpha[n] * x[n], n), total(alpha[n] * y[n], n)), (Le(x[n], y[n]),)),
    "duality without feasible multipliers": (Le(DUAL, dot(w, w) / 2), (BALANCED, MARGIN)),
    "duality without balance": (Le(DUAL, dot(w, w) / 2), (nonnegative(alpha), MARGIN)),
    "duality without the margin": (Le(DUAL, dot(w, w) / 2), (nonnegative(alpha), BALANCED)),
    "duality, reversed": (Ge(DUAL, dot(w, w) / 2), (nonnegative(alpha), BALANCED, MARGIN)),
    "relative entropy of measures": (Ge(ENTROPY, 0), (positive(pr), positive(q))),
    "relative entropy, reversed": (
        Le(ENTROPY, 0),
        (positive(pr), positive(q), Eq(total(pr[k], k), 1), Eq(total(q[k], k), 1)),
    ),
    "Jensen without weights that sum to one": (
        Ge(total(pr[k] * z[k] ** 2, k), total(pr[k] * z[k], k) ** 2),
        (positive(pr),),
    ),
    "a tangent from above": (Le(exp(a), 1 + a), ()),
    "a tangent, strict": (Gt(exp(a), 1 + a), ()),
    "exponentials in the wrong order": (Ge(exp(a), exp(b)), (Le(a, b),)),
    "a logarithm below nothing": (Ge(log(s), 0), ()),
    "a sigmoid above one half": (Gt(sigmoid(a), Rational(1, 2)), ()),
    "softplus below its argument": (Le(softplus(a), a), ()),
    "triangle, reversed": (Ge(Abs(a + b), Abs(a) + Abs(b)), ()),
    "a sum of sizes below the size of the sum": (Le(total(Abs(x[n]), n), Abs(total(x[n], n))), ()),
    "a kernel that may be above one": (Le(exp(a * b - (a**2 + b**2) / 4), 1), ()),
    "a kernel that is below one half": (Le(exp(-((a - b) ** 2)), Rational(1, 2)), ()),
    "a positive part above another entry": (Ge(Max(x[n], 0), x[m]), ()),
    "a positive part below the size of another": (Le(Max(x[n], 0), Abs(x[m])), ()),
    "an entry and a symbol of its name": (Ge(Max(x[n], 0), Symbol("x[n]", real=True)), ()),
    "a symbol of its name that is assumed": (Ge(Max(x[n], -1), 0), (Ge(Symbol("x[n]", real=True), 0),)),
    "Huber below half of the square": (Le(HUBER, a**2 / 4), ()),
    "a step below a hinge that begins too late": (Le(Piecewise((1, a <= 0), (0, True)), Max(0, 1 - 2 * a) / 2), ()),
    "one case only": (Ge(a * Abs(a), 0), ()),
    "one case of a maximum": (Le(Max(a, b), a), ()),
    "hinge, strict": (Gt(Max(0, a), 0), ()),
    "one entry of a sum of both signs": (Le(x[n], total(x[n], n)), ()),
    "one known entry of a sum": (Le(log(x[n]) + x[n], log(x[n]) + total(x[n], n)), ()),
    "a size above one": (Gt(N, 1), ()),
    "probabilities below a half": (Le(pr[k], Rational(1, 2)), (simplex(pr),)),
}


@pytest.mark.parametrize(("goal", "facts"), FALSE.values(), ids=FALSE)
def test_false_inequality_is_not_proved(goal: Relational, facts: tuple[object, ...]) -> None:
    """An inequality that fails somewhere is refuted or left undecided."""
    assert status(goal, assuming=facts) in {"refuted", "undecided", "sampled"}


def certificate_of(goal: Relational, *facts: object) -> Any:
    """Return the certificate of a true inequality."""
    return prove(goal, assuming=facts).certificate


def chain() -> Any:
    """Return a certificate that rests on facts, one of them strict."""
    return certificate_of(Lt(a, c), Le(a, b), Lt(2 * b, 2 * c))


def squares() -> Any:
    """Return a certificate that rests on a square."""
    return certificate_of(Ge(a**2 + b**2, 2 * a * b))


def part(coefficient: object, kind: str, *about: object) -> Part:
    """Return a part made by hand."""
    return Part(coefficient, (), (Reason(kind, about),))  # type: ignore[arg-type]


def altered(certificate: Any, number: int, change: Callable[[Part], Part]) -> Any:
    """Return the certificate with one of its parts changed."""
    parts = list(certificate.parts)
    parts[number] = change(parts[number])
    return replace(certificate, parts=tuple(parts))


def claim(lhs: object, relation: str, rhs: object, *facts: object) -> Statement:
    """Return a statement."""
    return Statement(as_expression(lhs), as_expression(rhs), relation, as_assumptions(facts))


def by_hand(statement: Statement, *parts: Part, multiplier: object = 1) -> Certificate:
    """Return a certificate made by hand."""
    return Certificate(statement, as_expression(multiplier), parts, Limits())


FORGED: dict[str, Callable[[], Any]] = {
    "another coefficient": lambda: altered(chain(), 0, lambda p: replace(p, coefficient=p.coefficient + 1)),
    "a coefficient that is no fraction": lambda: altered(squares(), 0, lambda p: replace(p, coefficient=1.0)),
    "a part left out": lambda: replace(chain(), parts=chain().parts[1:]),
    "a part twice": lambda: replace(squares(), parts=squares().parts * 2),
    "another statement": lambda: replace(squares(), statement=claim(a**2 + b**2, ">=", 3 * a * b)),
    "a strict statement": lambda: replace(squares(), statement=claim(a**2 + b**2, ">", 2 * a * b)),
    "the statement, reversed": lambda: replace(squares(), statement=claim(2 * a * b, ">=", a**2 + b**2)),
    "an assumption left out": lambda: replace(chain(), statement=claim(a, "<", c, Lt(2 * b, 2 * c))),
    "a strict assumption made weak": lambda: replace(chain(), statement=claim(a, "<", c, Le(a, b), Le(2 * b, 2 * c))),
    "a negative weight": lambda: by_hand(claim(-(a**2), ">=", 0), part(Fraction(-1), "square", a)),
    "a fact that was not assumed": lambda: by_hand(claim(a, ">=", 0), part(Fraction(1), "fact", a)),
    "a sign that is not known": lambda: by_hand(claim(a, ">=", 0), part(Fraction(1), "sign", a)),
    "a written form without a sign": lambda: by_hand(claim(a, ">=", 0), part(Fraction(1), "written form", a)),
    "an equation that was not assumed": lambda: by_hand(claim(a, ">=", 0), part(Fraction(1), "equation", a)),
    "an unknown kind": lambda: by_hand(claim(a, ">=", 0), part(Fraction(1), "obvious", a)),
    "a square that is none": lambda: by_hand(claim(a * b, ">=", 0), part(Fraction(1), "square", sqrt(a) * sqrt(b))),
    "a root that needs more than the statement": lambda: by_hand(
        claim(a, ">=", 0), part(Fraction(1), "square", sqrt(a))
    ),
    "a logarithm that needs more": lambda: by_hand(
        claim(a - 1, ">=", log(a**2) / 2), part(Fraction(1), "log below its tangent", a)
    ),
    "a logarithm of a negative number": lambda: by_hand(
        claim(-s - 1, ">=", log(s)), part(Fraction(1), "log below its tangent", -s)
    ),
    "exponentials that are not ordered": lambda: by_hand(
        claim(exp(a), ">=", exp(b)), part(Fraction(1), "exp increases", a, b)
    ),
    "a maximum of something else": lambda: by_hand(
        claim(Max(a, b), ">=", c), part(Fraction(1), "maximum", Max(a, b), c)
    ),
    "a sum of terms of both signs": lambda: by_hand(
        claim(total(x[n], n), ">=", x[n]), part(Fraction(1), "sum of nonnegative terms", x[n], n)
    ),
    "a term of a sum at something that is no index": lambda: by_hand(
        claim(a, ">=", 0), part(Fraction(1), "sum of nonnegative terms", a, b)
    ),
    "a multiplier of unknown sign": lambda: by_hand(claim(a, ">=", 0), part(Fraction(1), "square", a), multiplier=a),
    "a multiplier that may be zero": lambda: by_hand(
        claim(a, ">=", 0), part(Fraction(1), "sign", a**2 * 0), multiplier=a**2 * 0
    ),
    "nothing at all": lambda: by_hand(claim(a, ">=", 0)),
    "a square taken for positive": lambda: by_hand(
        claim(total(x[n] ** 2, n), ">", 0), Part(Fraction(1), ((n, 1, N),), (Reason("square", (x[n],)),))
    ),
    "a sum that may be empty": lambda: by_hand(
        claim(Sum(exp(x[n]), (n, 2, N)), ">", 0), Part(Fraction(1), ((n, 2, N),), (Reason("sign", (exp(x[n]),)),))
    ),
    "text for an expression": lambda: by_hand(claim(a**2, ">=", 0), part(Fraction(1), "square", "a")),
    "a case left out": lambda: replace(triangle(), certificates=triangle().certificates[:1]),
    "one case twice": lambda: replace(triangle(), certificates=triangle().certificates[:1] * 2),
    "cases of something else": lambda: replace(triangle(), split=Abs(a)),
    "cases at one point of something else": lambda: replace(entries(), pointwise=False),
    "cases of nothing": lambda: Cases(claim(a, ">=", 0), a, ()),
    "squares of other sides": lambda: replace(lengths(), larger=lengths().larger + 1),
    "squares in another order": lambda: replace(lengths(), smaller=-lengths().smaller),
    "squares of a negative side": lambda: Squares(
        claim(a, "<=", -a - 1), a, -a - 1, certificate_of(Le(a**2, (a + 1) ** 2), Ge(a, 0)), Limits()
    ),
    "squares whose larger side is negative": lambda: Squares(
        claim(s, "<=", -s - 1), s, -s - 1, certificate_of(Le(s**2, (-s - 1) ** 2)), Limits()
    ),
}


def lengths() -> Any:
    """Return a certificate by squares of both sides."""
    return certificate_of(Le(dot(u, w), sqrt(dot(u, u)) * sqrt(dot(w, w))))


def entries() -> Any:
    """Return a certificate by cases for entries at free indices."""
    return certificate_of(Le(Abs(x[n] - x[m]), Abs(x[n]) + Abs(x[m])))


def triangle() -> Any:
    """Return a certificate by cases."""
    return certificate_of(Le(Abs(a + b), Abs(a) + Abs(b)))


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_forged_certificate_does_not_check(forge: Callable[[], Any]) -> None:
    """Whoever alters a certificate is found out by its own check."""
    assert forge().check() is False


@pytest.mark.parametrize("honest", [chain, squares, triangle, lengths, entries])
def test_honest_certificate_checks(honest: Callable[[], Any]) -> None:
    """The certificates that the forgers start from are good."""
    assert honest().check() is True


def test_parts_by_hand_can_check() -> None:
    """A certificate need not come from the search: this one, by hand, is good."""
    good = by_hand(claim(a**2 + 1, ">", 0), part(Fraction(1), "square", a), Part(Fraction(1), (), ()))

    assert good.check() is True
