"""The lectures on NumPy arrays: their functions, lowered from the proved formulas, and the algorithms they drive.

Each topic is a module that is loaded when it is first named, and each function is lowered when it is first called:

>>> import numpy as np
>>> import numeric
>>> X, y = np.array([[1.0, -2.0], [1.0, 0.5], [1.0, 3.0]]), np.array([0.0, 0.0, 1.0])
>>> numeric.logistic.gradient(np.zeros(2), X, y)
array([ 0.5 , -2.25])
>>> numeric.logistic.gradient.derivation.title
'The gradient of the logistic log-likelihood'

`.formula` is the expression in SymPy, `.source` the NumPy program made from it. An algorithm takes the data and returns
a result that says how it went:

>>> fit = numeric.algorithms.fit_logistic(X, y, penalty=0.5)
>>> print(fit.run)
converged after 5 iterations: the gradient is at most 1e-08 of its scale
>>> fit.predict(X)
array([0., 0., 1.])
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numeric import (
        algorithms,
        fisher,
        kernels,
        least_squares,
        logistic,
        metrics,
        naive_bayes,
        perceptron,
        runs,
        simple_regression,
        softmax,
        svm,
        verify,
    )
    from numeric.verify import verify_gradient

__all__ = [
    "algorithms",
    "fisher",
    "kernels",
    "least_squares",
    "logistic",
    "metrics",
    "naive_bayes",
    "perceptron",
    "runs",
    "simple_regression",
    "softmax",
    "svm",
    "verify",
    "verify_gradient",
]
TOPICS = (
    *("simple_regression", "least_squares", "logistic", "softmax", "naive_bayes"),
    *("fisher", "perceptron", "svm", "kernels"),
)
"""The modules of lowered functions, in the order of the subject."""


def __getattr__(name: str) -> ModuleType | Callable[..., Any]:
    """Load a topic when it is first named; `verify_gradient` is a function of `numeric.verify`."""
    if name not in __all__:
        message = f"module 'numeric' has no attribute {name!r}"
        raise AttributeError(message)
    if name == "verify_gradient":
        return import_module("numeric.verify").verify_gradient
    return import_module(f"numeric.{name}")


def __dir__() -> list[str]:
    """Return the topics, for those who look around with `dir`."""
    return sorted(__all__)
