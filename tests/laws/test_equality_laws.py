"""What must hold of `prove` and `normalize` for every expression: true rewrites are proved, mutants never are."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from sympy import Expr

from derive import normalize, prove
from tests.checked import recompute, status
from tests.evaluator import differ
from tests.fields import Real
from tests.maker import FACTS, FREE
from tests.strategies import expressions, logarithmic, mutated, rewritten, tied, worlds

law = settings(suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much))


@law
@given(rewritten(depth=3))
def test_rewrites_are_proved(pair: tuple[Expr, Expr]) -> None:
    """Whatever is reordered, renamed, distributed or merged stays provably the same, also to the recheck."""
    assert status(*pair, assuming=FACTS) == "proved"


@law
@given(tied())
def test_rewrites_of_near_symmetries_are_proved(pair: tuple[Expr, Expr]) -> None:
    """Sums of sigma(x_n - x_m) and the like are proved equal, though only relabelling brings their terms together."""
    assert prove(*pair).status == "proved"


@law
@given(logarithmic())
def test_logarithms_keep_their_value(pair: tuple[Expr, Expr]) -> None:
    """Those of positive expressions: no rewrite is refuted, and to 40 digits no point tells the normal form apart."""
    expr, _ = pair

    assert prove(*pair, FACTS).status != "refuted"
    assert differ(expr, normalize(expr), worlds(number=Real, large=2), FREE) is not True


@law
@given(mutated(depth=3))
def test_mutants_are_not_proved(pair: tuple[Expr, Expr]) -> None:
    """With one leaf altered, different values are not proved equal, from either side; a refutation has its numbers."""
    first, second = pair
    verdict = prove(first, second, FACTS)

    assert (verdict.status == "proved" and differ(first, second, worlds(), FREE) is True) is False
    assert (verdict.status == "refuted") == (verdict.counterexample is not None)
    assert prove(second, first, FACTS).status == verdict.status
    if verdict.counterexample is not None:
        recompute(verdict.counterexample, first, second)


@law
@given(expressions(depth=3))
def test_normal_form_is_final_and_has_the_same_value(expr: Expr) -> None:
    """The normal form of a normal form is itself, and no point tells it from the expression, modulo a prime."""
    once = normalize(expr)

    assert normalize(once) == once
    assert differ(expr, once, worlds(), FREE) is not True
