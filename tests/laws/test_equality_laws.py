"""What must hold of `prove` and `normalize` for every expression: true rewrites are proved, mutants never are."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from sympy import Expr

from derive import normalize, prove
from tests.checked import checked, status
from tests.evaluator import differ
from tests.fields import Real
from tests.maker import FACTS, FREE
from tests.strategies import expressions, logarithmic, mutated, rewritten, tied, worlds

law = settings(suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much))


@law
@given(rewritten(depth=3))
def test_rewrites_are_proved(pair: tuple[Expr, Expr]) -> None:
    """Whatever is reordered, renamed, distributed, merged or multiplied by one stays provably the same."""
    assert status(*pair, assuming=FACTS) == "proved"


@law
@given(tied())
def test_rewrites_of_near_symmetries_are_proved(pair: tuple[Expr, Expr]) -> None:
    """Sums of sigma(x_n - x_m) and the like are proved equal, though only relabelling brings their terms together."""
    assert status(*pair) == "proved"


@law
@given(logarithmic())
def test_rewrites_of_logarithms_are_never_refuted(pair: tuple[Expr, Expr]) -> None:
    """Logarithms and roots of positive expressions keep their value; where no proof is found it is said."""
    assert status(*pair, assuming=FACTS) != "refuted"


@law
@given(mutated(depth=3))
def test_mutants_are_not_proved(pair: tuple[Expr, Expr]) -> None:
    """With one leaf altered, two expressions of different value are not proved equal."""
    verdict = checked(*pair, assuming=FACTS)

    assert (verdict.status == "proved" and differ(*pair, worlds(), FREE) is True) is False


@law
@given(mutated(depth=3))
def test_a_counterexample_is_one(pair: tuple[Expr, Expr]) -> None:
    """A verdict is refuted exactly where it carries a counterexample; `checked` computes that again."""
    verdict = checked(*pair, assuming=FACTS)

    assert (verdict.status == "refuted") == (verdict.counterexample is not None)


@law
@given(expressions(depth=3))
def test_normal_form_is_final(expr: Expr) -> None:
    """The normal form of a normal form is itself."""
    once = normalize(expr)

    assert normalize(once) == once


@law
@given(expressions(depth=3))
def test_normal_form_has_the_same_value(expr: Expr) -> None:
    """No point tells an expression from its normal form, modulo a prime."""
    assert differ(expr, normalize(expr), worlds(), FREE) is not True


@law
@given(logarithmic())
def test_normal_form_of_logarithms_has_the_same_value(pair: tuple[Expr, Expr]) -> None:
    """No point tells an expression with logarithms and roots from its normal form, to 40 digits."""
    expr, _ = pair

    assert differ(expr, normalize(expr), worlds(number=Real, large=2), FREE) is not True


@law
@given(rewritten(depth=3))
def test_equality_is_symmetric(pair: tuple[Expr, Expr]) -> None:
    """Which side is called left does not matter."""
    first, second = pair

    assert prove(first, second, assuming=FACTS).status == prove(second, first, assuming=FACTS).status


@law
@given(mutated(depth=2))
def test_refusal_is_symmetric(pair: tuple[Expr, Expr]) -> None:
    """A refused equality is refused the other way round."""
    first, second = pair

    assert prove(first, second, assuming=FACTS).status == prove(second, first, assuming=FACTS).status


@law
@given(expressions(depth=3))
def test_equality_is_reflexive(expr: Expr) -> None:
    """Everything equals itself."""
    assert status(expr, expr, assuming=FACTS) == "proved"
