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

from numeric.algorithms.descent import decaying, descend, largest_rate
from numeric.algorithms.fisher import fit_fisher
from numeric.algorithms.least_squares import fit_least_squares, fit_least_squares_classifier, fit_line
from numeric.algorithms.likelihood import fit_logistic, fit_softmax
from numeric.algorithms.lms import fit_lms
from numeric.algorithms.multiclass import one_vs_one, one_vs_rest
from numeric.algorithms.naive_bayes import fit_naive_bayes
from numeric.algorithms.perceptron import fit_perceptron, fit_voted_perceptron
from numeric.algorithms.svm import fit_svm

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
