"""The algorithms of the lectures: each fits data and returns a small result; `.predict` applies it.

>>> from numeric import algorithms
>>> fit = algorithms.fit_least_squares([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
>>> fit.predict([[10.0]]).round(9)
array([21.])

What cannot be computed with is refused by an error that says where and why:

>>> algorithms.fit_least_squares([[0.0], [float("nan")]], [1.0, 2.0])
Traceback (most recent call last):
...
numeric.errors.NotFiniteError: 'NaN' in X[1, 0]: this is no finite number. Leave the example out, or fill the entry in.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numeric.algorithms.descent import decaying, descend, largest_rate
    from numeric.algorithms.fisher import fit_fisher
    from numeric.algorithms.least_squares import fit_least_squares, fit_line
    from numeric.algorithms.least_squares_classifier import fit_least_squares_classifier
    from numeric.algorithms.lms import fit_lms
    from numeric.algorithms.logistic import fit_logistic
    from numeric.algorithms.multiclass import one_vs_one, one_vs_rest
    from numeric.algorithms.naive_bayes import fit_naive_bayes
    from numeric.algorithms.perceptron import fit_perceptron
    from numeric.algorithms.softmax import fit_softmax
    from numeric.algorithms.svm import fit_svm
    from numeric.algorithms.voted import fit_voted_perceptron

_HOMES = {
    "descent": ("decaying", "descend", "largest_rate"),
    "fisher": ("fit_fisher",),
    "least_squares": ("fit_least_squares", "fit_line"),
    "least_squares_classifier": ("fit_least_squares_classifier",),
    "lms": ("fit_lms",),
    "logistic": ("fit_logistic",),
    "multiclass": ("one_vs_one", "one_vs_rest"),
    "naive_bayes": ("fit_naive_bayes",),
    "perceptron": ("fit_perceptron",),
    "softmax": ("fit_softmax",),
    "svm": ("fit_svm",),
    "voted": ("fit_voted_perceptron",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "decaying",
    "descend",
    "fit_fisher",
    "fit_least_squares",
    "fit_least_squares_classifier",
    "fit_line",
    "fit_lms",
    "fit_logistic",
    "fit_naive_bayes",
    "fit_perceptron",
    "fit_softmax",
    "fit_svm",
    "fit_voted_perceptron",
    "largest_rate",
    "one_vs_one",
    "one_vs_rest",
]


def __getattr__(name: str) -> object:
    """Load an algorithm when it is first named."""
    if name not in _HOME_OF:
        message = f"module 'numeric.algorithms' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"numeric.algorithms.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    """Return the algorithms, for those who look around with `dir`."""
    return sorted(__all__)
