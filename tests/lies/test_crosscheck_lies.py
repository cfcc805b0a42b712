"""What the cross-check must find out: altered derivatives, closed forms and fits, and false theorems."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from numeric import fisher, svm
from numeric.crosscheck import theorems
from numeric.crosscheck.autodiff import LIBRARIES, Autodiff
from numeric.crosscheck.closed_forms import CLOSED_FORMS
from numeric.crosscheck.derivatives import DERIVATIVES, Derivative
from numeric.crosscheck.draws import bits
from numeric.crosscheck.fits import FITS, LIBRARY_FITS
from numeric.crosscheck.functions import named
from numeric.crosscheck.oracles import Oracle
from numeric.crosscheck.row import Tally
from numeric.differences import METHODS, Method, agrees, gradient
from tests.altered_functions import MISTAKES, changed


def label(one: Any) -> str:
    """Return how a check is called in a test."""
    return f"{one.topic} {one.name}" + (f" of {one.of}" if isinstance(one, Derivative) else f" by {one.against}")


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("one", DERIVATIVES, ids=label)
def test_an_altered_derivative_is_wrong(one: Derivative, mistake: str) -> None:
    """Every gradient and Hessian, with every mistake, is found to be wrong."""
    lie = replace(one, claimed=changed(named(one.topic, one.name), MISTAKES[mistake]))

    assert lie.decide().outcome == "wrong"


def test_a_missing_term_is_wrong() -> None:
    """The gradient of the loss is not that of the loss with a penalty, nor is one without its labels."""
    no_penalty = Derivative("logistic", "gradient", "penalised_loss", "w", bits)
    not_twice = Derivative("logistic", "penalised_hessian", "gradient", "w", bits)

    assert no_penalty.decide().outcome == "wrong"
    assert not_twice.decide().outcome == "wrong"


def test_a_derivative_by_another_argument_is_wrong() -> None:
    """The derivative by the penalty is the squared length, and not the loss."""
    assert Derivative("logistic", "loss", "penalised_loss", "penalty", bits).decide().outcome == "wrong"


@pytest.mark.parametrize("mistake", [name for name in MISTAKES if name != "one entry zero"])
@pytest.mark.parametrize("one", CLOSED_FORMS, ids=label)
def test_an_altered_closed_form_is_wrong(one: Oracle, mistake: str) -> None:
    """Every closed form, with every mistake, is contradicted by its oracle."""
    lie = replace(one, ours=lambda data: MISTAKES[mistake](np.asarray(one.ours(data))))

    assert lie.decide().outcome == "wrong"


@pytest.mark.parametrize("one", [*FITS, *LIBRARY_FITS], ids=label)
def test_an_altered_fit_is_wrong(one: Oracle) -> None:
    """A fit that stopped a tenth short of its oracle's is contradicted."""
    _ = pytest.importorskip(one.needs or "scipy")

    assert replace(one, ours=lambda data: 0.9 * one.ours(data)).decide().outcome == "wrong"


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_altered_derivative_is_contradicted_by_autodiff(mistake: str, library: str) -> None:
    """PyTorch and JAX find the same mistakes."""
    _ = pytest.importorskip(library)
    one = next(one for one in DERIVATIVES if (one.topic, one.name) == ("logistic", "hessian"))
    lie = replace(one, claimed=changed(named("logistic", "hessian"), MISTAKES[mistake]))

    assert Autodiff(lie, library).decide().outcome == "wrong"


def _half_dual(alpha: Any, y: Any, X: Any) -> Any:
    return np.sum(alpha) - np.sum(((alpha * y) @ X) ** 2) / 4


FALSE_THEOREMS: dict[str, Callable[[], Tally]] = {
    "the mistakes of a perceptron are at most R / gamma": lambda: theorems.mistake_bound(lambda R, gamma: R / gamma),
    "descent at a fifth above 2/L": lambda: theorems.descent(1.2),
    "logistic descent at ten times 2/L": lambda: theorems.logistic_descent(10.0),
    "stationarity beside the fit": lambda: theorems.stationary(1e-6),
    "no gap with multipliers too small": lambda: theorems.duality_gap(1 - 1e-3),
    "weak duality with half of the square": lambda: theorems.weak_duality(_half_dual),
    "the difference of the means is the best direction": lambda: theorems.fisher_direction(lambda _, a, b: b - a),
    "Hessians are negative": lambda: theorems.semidefinite_hessians(-1.0),
    "kernels are negative": lambda: theorems.semidefinite_kernels(-1.0),
}


@pytest.mark.parametrize("name", FALSE_THEOREMS)
def test_a_false_theorem_is_found_out(name: str) -> None:
    """Runs that break a claim are counted, and the row is wrong."""
    assert FALSE_THEOREMS[name]().outcome == "wrong"


def test_every_theorem_has_its_lie() -> None:
    """There is a false claim for each of them."""
    assert len(FALSE_THEOREMS) == len(theorems.THEOREMS)


def test_the_true_forms_of_the_lies_are_right() -> None:
    """The arguments that the lies put something else for are believed as they are."""
    assert theorems.weak_duality(svm.dual).outcome == "right"
    assert theorems.fisher_direction(fisher.direction).outcome == "right"


SMOOTH: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "logistic": (lambda x: np.log1p(np.exp(-x)), lambda x: -1 / (1 + np.exp(x))),
    "waves": (lambda x: np.sin(3 * x) * np.exp(x), lambda x: (3 * np.cos(3 * x) + np.sin(3 * x)) * np.exp(x)),
    "bell": (lambda x: np.exp(-(x**2)), lambda x: -2 * x * np.exp(-(x**2))),
    "power": (lambda x: x**7 - x, lambda x: 7 * x**6 - 1),
}


@pytest.mark.parametrize("method", [method for method in METHODS if method != "forward"])
@pytest.mark.parametrize("name", SMOOTH)
def test_a_millionth_is_noticed(name: str, method: Method) -> None:
    """A derivative of a smooth function that is wrong by a millionth is wrong; the right one is right."""
    f, slope = SMOOTH[name]
    for x in np.linspace(-2.3, 2.1, 23):
        found = gradient(f, x, method=method)
        assert agrees(slope(x), found).state == "right"
        assert agrees(slope(x) * (1 + 1e-6), found).state == "wrong"


def test_a_function_that_gives_noise_is_believed_nothing() -> None:
    """Values that change from call to call cannot show that a derivative is right, nor that a close one is wrong."""
    rng = np.random.default_rng(0)
    found = gradient(lambda x: x**2 + 1e-3 * rng.normal(), 1.0)

    assert agrees(2.0, found).state == "cannot tell"
    assert agrees(2.001, found).state == "cannot tell"
