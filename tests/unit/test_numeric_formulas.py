"""The formulas of the lowered functions: each is a line of the derivation it names, and gradients are gradients."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from sympy import Derivative, Eq, IndexedBase, Sum, exp, log

from derive import differentiate, prove, sigmoid, symmetric
from derive.derivation import Derivation
from derive.errors import DeriveError
from derive.lectures import BY_NAME, projection, regression
from derive.lectures import logistic as logistic_lecture
from derive.lectures import naive_bayes as bayes_lecture
from derive.lectures import softmax as softmax_lecture
from numeric import fisher, least_squares, logistic, naive_bayes, simple_regression, softmax
from numeric.lowered import LoweredFunction

AS_WRITTEN: tuple[LoweredFunction, ...] = (
    fisher.within_scatter,
    fisher.criterion,
    fisher.gradient,
    least_squares.loss,
    least_squares.gradient,
    least_squares.hessian,
    least_squares.example_gradient,
    least_squares.log_likelihood,
    least_squares.outputs_loss,
    least_squares.outputs_gradient,
    least_squares.outputs_solution,
    logistic.probabilities,
    logistic.gradient,
    logistic.penalised_loss,
    logistic.penalised_gradient,
    logistic.penalised_hessian,
    naive_bayes.offset,
    simple_regression.loss,
    simple_regression.gradient_intercept,
    simple_regression.gradient_slope,
    simple_regression.slope,
    simple_regression.intercept,
    softmax.probabilities,
    softmax.loss,
    softmax.gradient,
    softmax.hessian,
)


@cache
def derived(name: str) -> Derivation:
    """Return a derivation, carried out once for all tests."""
    return BY_NAME[name].derive()


def lines(derivation: Derivation) -> Iterator[Any]:
    """Yield both sides of all steps."""
    for step in derivation.steps:
        yield from (side for side in (step.lhs, step.rhs) if side is not None)


def is_a_line(expr: Any, derivation: Derivation) -> bool:
    """Return whether the expression is proved equal to a side of a step, with the definitions put in."""
    steps = derivation.steps
    known = [Eq(step.lhs, step.rhs, evaluate=False) for step in steps if step.kind == "definition"]
    return any(proves(expr, side, tuple(known)) for side in lines(derivation))


def proves(expr: Any, side: Any, known: tuple[Any, ...]) -> bool:
    """Return whether two expressions are proved equal; those that cannot be compared are not."""
    try:
        return prove(expr, side, known).status == "proved"
    except DeriveError:
        return False


def name_of(function: LoweredFunction) -> str:
    """Return topic and name of a function, for the name of its test."""
    return f"{function.__module__.removeprefix('numeric.')}.{function.__name__}"


@pytest.mark.parametrize("function", AS_WRITTEN, ids=name_of)
def test_formulas_are_lines_of_their_derivation(function: LoweredFunction) -> None:
    """The expression that was lowered is proved equal to a line of the derivation that it names."""
    assert is_a_line(function.formula, derived(function.derivation.name))


def at_the_point(expr: Any) -> Any:
    """Return a formula of naive Bayes for one example, named as in the lecture."""
    point, label = IndexedBase("x"), bayes_lecture.i
    places = {naive_bayes.X[naive_bayes.n, label]: point[label], naive_bayes.feature: label}
    return expr.xreplace(places)


def joint(label: int, prior: Any) -> Any:
    """Return the logarithm of the joint density of a class, with the means of the lecture."""
    i, mu = bayes_lecture.i, bayes_lecture.mu
    means = {naive_bayes.center[i]: mu[i, label], bayes_lecture.prior_1: prior}
    return at_the_point(naive_bayes.log_joint.formula.xreplace(means))


def adapted() -> dict[LoweredFunction, Any]:
    """Return, for the functions that no line has by itself, what a line has of them."""
    w, x, d = logistic_lecture.w, projection.w, projection.d
    S_W, i, j, D = projection.S_W, projection.i, projection.j, projection.D
    spread = Sum(x[i] * S_W[i, j] * x[j], (i, 1, D), (j, 1, D))
    between = Sum(x[i] * fisher.between_scatter.formula * x[j], (i, 1, D), (j, 1, D))
    odds = joint(0, bayes_lecture.prior_0) - joint(1, bayes_lecture.prior_1)
    return {
        fisher.mean: Sum(x[d] * fisher.mean.formula, (d, 1, D)),
        fisher.between_scatter: between / spread,
        least_squares.solution: regression.X.T * (regression.y_column - regression.X * least_squares.solution.formula),
        least_squares.example_loss: Derivative(least_squares.example_loss.formula, regression.theta[regression.j]),
        logistic.loss: Derivative(logistic.loss.formula, w[logistic_lecture.j]),
        logistic.log_likelihood: Derivative(logistic.log_likelihood.formula, w[logistic_lecture.j]),
        logistic.hessian: -logistic.hessian.formula,
        naive_bayes.weights: at_the_point(naive_bayes.weights.formula),
        naive_bayes.posterior: at_the_point(naive_bayes.posterior.formula),
        naive_bayes.log_joint: 1 / (1 + exp(odds)),
    }


ADAPTED = adapted()


@pytest.mark.parametrize("function", ADAPTED, ids=name_of)
def test_formulas_stand_in_lines_of_their_derivation(function: LoweredFunction) -> None:
    """What is not a line by itself stands in one, such as a loss under a derivative."""
    assert is_a_line(ADAPTED[function], derived(function.derivation.name))


def test_correlation_is_the_line_with_its_definitions_put_in() -> None:
    """r is S_xy / (S_x S_y), where the covariance and the deviations are what the derivation defines."""
    steps = derived("simple-regression").steps
    defined = {step.lhs: step.rhs for step in steps if step.kind == "definition"}
    line = next(step.lhs for step in steps if step.reason == "the correlation coefficient r")
    moments = {name: defined[name] for name in (regression.S_xy, regression.S_x, regression.S_y)}
    means = [Eq(name, defined[name]) for name in (regression.x_bar, regression.y_bar)]
    assert prove(simple_regression.correlation.formula, line.xreplace(moments), means).status == "proved"


def test_direction_solves_the_equation_of_the_maximum() -> None:
    """S_W times Fisher's direction is the difference of the means."""
    verdict = prove(fisher.WITHIN * fisher.direction.formula, fisher.SECOND - fisher.FIRST)
    assert verdict.status == "proved"


def without_constant(expr: Any) -> Any:
    """Return a line about one point x for example i, the constants w_k0 left out: here they are a feature's weights."""
    w, x, i, d = softmax_lecture.w, softmax_lecture.x, softmax_lecture.i, softmax_lecture.d
    k, j = softmax_lecture.k, softmax_lecture.j
    return expr.xreplace({w[k, 0]: 0, w[j, 0]: 0, x[d]: x[i, d]})


def test_reference_probabilities_are_the_definition() -> None:
    """The probabilities with a class of reference are what the derivation defines, for weights without constant."""
    steps = derived("softmax-reference").steps
    defined = [without_constant(step.rhs) for step in steps if step.kind == "definition"]
    first, last = defined
    total = 1 - Sum(softmax.reference_probabilities.formula, (softmax_lecture.k, 1, softmax_lecture.R - 1))
    assert prove(softmax.reference_probabilities.formula, first).status == "proved"
    assert prove(total, last).status == "proved"


def test_reference_loss_is_minus_the_log_likelihood() -> None:
    """The loss is the cross-entropy of all classes, that of reference being chosen where no other is."""
    y, i, k = softmax_lecture.y, softmax_lecture.i, softmax_lecture.k
    ranges = (k, 1, softmax_lecture.R - 1)
    p = softmax.reference_probabilities.formula
    rest = (1 - Sum(y[i, k], ranges)) * log(1 - Sum(p, ranges))
    whole = -Sum(Sum(y[i, k] * log(p), ranges) + rest, (i, 1, softmax_lecture.N))
    assert prove(softmax.reference_loss.formula, whole).status == "proved"


SLOPES: dict[str, tuple[LoweredFunction, Any, LoweredFunction, tuple[Any, ...]]] = {
    "least squares": (least_squares.loss, regression.w[regression.j], least_squares.gradient, ()),
    "least squares, twice": (least_squares.gradient, regression.w[regression.i], least_squares.hessian, ()),
    "one example": (least_squares.example_loss, regression.theta[regression.j], least_squares.example_gradient, ()),
    "line, intercept": (simple_regression.loss, regression.beta0, simple_regression.gradient_intercept, ()),
    "line, slope": (simple_regression.loss, regression.beta1, simple_regression.gradient_slope, ()),
    "logistic": (logistic.loss, logistic_lecture.w[logistic_lecture.j], logistic.gradient, ()),
    "logistic, twice": (logistic.gradient, logistic_lecture.w[logistic_lecture.k], logistic.hessian, ()),
    "penalised": (logistic.penalised_loss, logistic_lecture.w[logistic_lecture.j], logistic.penalised_gradient, ()),
    "penalised, twice": (
        logistic.penalised_gradient,
        logistic_lecture.w[logistic_lecture.k],
        logistic.penalised_hessian,
        (),
    ),
    "softmax": (
        softmax.loss,
        softmax_lecture.w[softmax_lecture.ell, softmax_lecture.m],
        softmax.gradient,
        (
            Eq(
                Sum(softmax_lecture.y[softmax_lecture.i, softmax_lecture.k], (softmax_lecture.k, 1, softmax_lecture.K)),
                1,
            ),
        ),
    ),
    "softmax, twice": (softmax.gradient, softmax_lecture.w[softmax_lecture.q, softmax_lecture.r], softmax.hessian, ()),
    "class of reference": (
        softmax.reference_loss,
        softmax_lecture.w[softmax_lecture.ell, softmax_lecture.m],
        softmax.reference_gradient,
        (),
    ),
    "fisher": (fisher.criterion, projection.w[projection.k], fisher.gradient, (symmetric(projection.S_W),)),
}


@pytest.mark.parametrize("name", SLOPES)
def test_gradients_are_derivatives(name: str) -> None:
    """Each gradient and Hessian is the derivative of the function that it belongs to, at symbolic size."""
    function, by, gradient, facts = SLOPES[name]
    assert prove(differentiate(function.formula, by), gradient.formula, facts).status == "proved"


@pytest.mark.parametrize("topic", [logistic, softmax])
def test_both_at_once_are_both(topic: Any) -> None:
    """Loss and gradient in one call are the formulas of the two functions."""
    error, slope = topic.loss_and_gradient.formula
    assert (error, slope.expr, slope.indices) == (topic.loss.formula, topic.gradient.formula, topic.gradient.axes)


def test_every_function_has_its_origin_tested() -> None:
    """No formula of these topics is left out above."""
    elsewhere = (
        simple_regression.correlation,
        fisher.direction,
        softmax.reference_probabilities,
        softmax.reference_loss,
        softmax.reference_gradient,
        logistic.loss_and_gradient,
        softmax.loss_and_gradient,
    )
    tested = {*map(name_of, AS_WRITTEN), *map(name_of, ADAPTED), *map(name_of, elsewhere)}
    topics = (fisher, least_squares, logistic, naive_bayes, simple_regression, softmax)
    functions = [f for topic in topics for f in vars(topic).values() if isinstance(f, LoweredFunction)]
    assert {name_of(function) for function in functions} == tested


def test_a_false_line_is_noticed() -> None:
    """The gradient with its sign turned round is no line of the derivation of the least-squares error."""
    assert not is_a_line(-least_squares.gradient.formula, derived("normal-equations"))
    assert prove(softmax.loss.formula, sigmoid(softmax_lecture.s)).status != "proved"


def test_a_program_is_indented_alike_by_every_python() -> None:
    """Some versions keep the indentation that a docstring had where it was written."""
    assert "\n    `numeric.algorithms.fit_least_squares`" in least_squares.solution.source
