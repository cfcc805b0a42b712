"""The formulas of the lowered functions: each is a line of the derivation it names, and gradients are gradients."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from sympy import Derivative, Eq, Sum, exp, log

import numeric
from derive import differentiate, prove, sigmoid, symmetric
from derive.derivation import Derivation
from derive.errors import DeriveError
from derive.lectures import BY_NAME, projection, regression
from derive.lectures import logistic as logistic_lecture
from derive.lectures import naive_bayes as bayes_lecture
from derive.lectures import perceptron as perceptron_lecture
from derive.lectures import softmax as softmax_lecture
from derive.lectures import svm as svm_lecture
from numeric import fisher, least_squares, logistic, naive_bayes, perceptron, simple_regression, softmax, svm
from numeric.lowered import LoweredFunction

pytestmark = pytest.mark.slow  # derivations are carried out, and 50 formulas proved to be lines of them
WHOLE: dict[ModuleType, str] = {
    fisher: "within_scatter criterion gradient",
    least_squares: "loss gradient hessian log_likelihood example_gradient outputs_loss outputs_gradient"
    " outputs_solution",
    logistic: "probabilities gradient penalised_loss penalised_gradient penalised_hessian",
    naive_bayes: "offset",
    simple_regression: "loss gradient_intercept gradient_slope slope intercept",
    softmax: "probabilities loss gradient hessian",
}
AS_WRITTEN: list[LoweredFunction] = [getattr(topic, name) for topic, names in WHOLE.items() for name in names.split()]


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


def test_formulas_are_lines_of_their_derivation() -> None:
    """The expression that was lowered is proved equal to a line of the derivation that it names."""
    others = [name_of(each) for each in AS_WRITTEN if not is_a_line(each.formula, derived(each.derivation.name))]
    assert others == []


def at_the_point(expr: Any) -> Any:
    """Return a formula of naive Bayes for one example, named as in the lecture."""
    point, label = bayes_lecture.x, bayes_lecture.i
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


def test_formulas_stand_in_lines_of_their_derivation() -> None:
    """What is not a line by itself stands in one, such as a loss under a derivative."""
    others = [name_of(each) for each in ADAPTED if not is_a_line(ADAPTED[each], derived(each.derivation.name))]
    assert others == []


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
    weights, x, i, d = softmax_lecture.against, softmax_lecture.x, softmax_lecture.i, softmax_lecture.d
    places: dict[Any, Any] = {softmax_lecture.point[d]: x[i, d]}
    for label in (softmax_lecture.k, softmax_lecture.j):
        places |= {weights[label, 0]: 0, weights[label, d]: softmax.weights[label, d]}
    return expr.xreplace(places)


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
    y, i, k = softmax.labels, softmax_lecture.i, softmax_lecture.k
    ranges = (k, 1, softmax_lecture.R - 1)
    p = softmax.reference_probabilities.formula
    rest = (1 - Sum(y[i, k], ranges)) * log(1 - Sum(p, ranges))
    whole = -Sum(Sum(y[i, k] * log(p), ranges) + rest, (i, 1, softmax_lecture.N))
    assert prove(softmax.reference_loss.formula, whole).status == "proved"


_LOGISTIC, _SOFTMAX = logistic_lecture.w, softmax_lecture.w
_BY = {
    "w": regression.w[regression.j],
    "w, twice": regression.w[regression.i],
    "logistic": _LOGISTIC[logistic_lecture.j],
    "logistic, twice": _LOGISTIC[logistic_lecture.k],
    "softmax": _SOFTMAX[softmax_lecture.ell, softmax_lecture.m],
    "softmax, twice": _SOFTMAX[softmax_lecture.q, softmax_lecture.r],
}
_ONE_HOT = Eq(
    Sum(softmax_lecture.y[softmax_lecture.i, softmax_lecture.k], (softmax_lecture.k, 1, softmax_lecture.K)), 1
)
SLOPES: tuple[tuple[LoweredFunction, Any, LoweredFunction, tuple[Any, ...]], ...] = (
    (least_squares.loss, _BY["w"], least_squares.gradient, ()),
    (least_squares.gradient, _BY["w, twice"], least_squares.hessian, ()),
    (least_squares.example_loss, regression.theta[regression.j], least_squares.example_gradient, ()),
    (simple_regression.loss, regression.beta0, simple_regression.gradient_intercept, ()),
    (simple_regression.loss, regression.beta1, simple_regression.gradient_slope, ()),
    (logistic.loss, _BY["logistic"], logistic.gradient, ()),
    (logistic.gradient, _BY["logistic, twice"], logistic.hessian, ()),
    (logistic.penalised_loss, _BY["logistic"], logistic.penalised_gradient, ()),
    (logistic.penalised_gradient, _BY["logistic, twice"], logistic.penalised_hessian, ()),
    (softmax.loss, _BY["softmax"], softmax.gradient, (_ONE_HOT,)),
    (softmax.gradient, _BY["softmax, twice"], softmax.hessian, ()),
    (softmax.reference_loss, softmax.weights[softmax_lecture.ell, softmax_lecture.m], softmax.reference_gradient, ()),
    (fisher.criterion, projection.w[projection.k], fisher.gradient, (symmetric(projection.S_W),)),
)


def test_gradients_are_derivatives() -> None:
    """Each gradient and Hessian is the derivative of the function that it belongs to, at symbolic size."""
    status = {
        f"{name_of(slope)} of {name_of(function)}": prove(
            differentiate(function.formula, by), slope.formula, facts
        ).status
        for function, by, slope, facts in SLOPES
    }
    assert {name: told for name, told in status.items() if told != "proved"} == {}


def test_both_at_once_are_both() -> None:
    """Loss and gradient in one call are the formulas of the two functions."""
    for topic in (logistic, softmax):
        error, slope = topic.loss_and_gradient.formula
        assert (error, slope.expr, slope.indices) == (topic.loss.formula, topic.gradient.formula, topic.gradient.axes)


def test_machines_and_perceptrons_have_the_formulas_of_the_lecture() -> None:
    """The dual in a kernel, the criterion of a set, and its gradient; with another sign they are refuted."""
    kernel = svm.kernel_dual.formula
    assert is_a_line(kernel, derived("svm-kernel-dual"))
    assert prove(kernel, -kernel).status == "refuted"
    assert svm.dual.formula == svm_lecture.DUAL
    assert perceptron.criterion_on.formula == perceptron_lecture.CRITERION
    assert prove(perceptron.gradient_on.formula, -perceptron_lecture.DIRECTION).status == "proved"
    assert prove(perceptron.gradient_on.formula, perceptron_lecture.DIRECTION).status == "refuted"


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


def test_a_lowered_function_looks_like_a_function() -> None:
    """It has a name, a module, a docstring, a signature, takes arguments by name, and shows where it comes from."""
    function = logistic.gradient
    assert (function.__name__, function.__module__) == ("gradient", "numeric.logistic")
    assert str(inspect.signature(function)) == "(w, X, y)"
    assert (inspect.getdoc(function) or "").startswith("Return the gradient of the cross-entropy error")
    assert repr(function) == "<lowered function gradient(w, X, y) from logistic-gradient>"
    assert function.derivation.lectures == ("l7", "cls", "cse422")
    assert (len(function.args), len(function.axes)) == (3, 1)
    assert "def gradient(" in function.source
    assert function.function is function.function
    w, X, y = np.zeros(1), np.ones((2, 1)), np.array([0.0, 1.0])
    assert function(y=y, X=X, w=w) == function(w, X, y)
    with pytest.raises(TypeError, match="'v'"):
        function(w, X, y, v=y)


def test_functions_keep_the_dtype_and_the_shape() -> None:
    """float32 stays float32; a gradient has the shape of the weights; one example or one feature is enough."""
    for dtype in (np.float32, np.float64):
        for N, D in ((1, 1), (3, 2), (2, 4)):
            X, w, y = np.ones((N, D), dtype), np.ones(D, dtype), np.ones(N, dtype)
            W, Y = np.ones((3, D), dtype), np.eye(3, dtype=dtype)[np.zeros(N, int)]
            values = {
                least_squares.gradient: ((w, X, y), w.shape),
                logistic.loss: ((w, X, y), ()),
                logistic.hessian: ((w, X), w.shape * 2),
                softmax.probabilities: ((W, X), Y.shape),
                softmax.gradient: ((W, X, Y), W.shape),
                softmax.hessian: ((W, X), W.shape * 2),
                fisher.mean: ((X,), w.shape),
            }
            found = {function: function(*arrays) for function, (arrays, _) in values.items()}
            assert {f: (np.shape(value), value.dtype) for f, value in found.items()} == {
                f: (shape, dtype) for f, (_, shape) in values.items()
            }


def test_nothing_is_paid_for_what_is_not_used() -> None:
    """`import numeric` loads neither NumPy nor SymPy; its attributes load what they need."""
    program = "import sys, numeric; assert not {'numpy', 'sympy', 'scipy'} & set(sys.modules); numeric.fisher.mean"
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)  # noqa: S603 -- our own program
    assert (done.returncode, done.stderr) == (0, "")
    assert "logistic" in dir(numeric)
    with pytest.raises(AttributeError, match="no attribute 'logistics'"):
        _ = numeric.logistics
