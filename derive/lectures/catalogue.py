"""The derivations by name, as data: title, lectures, and where the mathematics is; imported when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from derive.derivation import Derivation

LECTURES = {
    "l7": "Lecture 7: linear regression, logistic regression, perceptron",
    "m146": "ECE M146: the perceptron and its convergence",
    "cls": "Classification: perceptron, logistic and softmax regression",
    "cs4602": "CS 4602: linear classifiers, Fisher, support vector machines",
    "cse422": "CSE 422: linear models and the perceptron",
}
"""The five lectures by the short names that citations use."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One derivation: its name, title and lectures, and the function that derives it."""

    name: str
    title: str
    lectures: tuple[str, ...]
    module: str

    @property
    def function(self) -> str:
        """Return the name of the function in its module."""
        return self.name.replace("-", "_")

    def derive(self) -> Derivation:
        """Return the derivation, every link decided now."""
        return getattr(import_module(f"derive.lectures.{self.module}"), self.function)()


CATALOGUE = (
    Entry("simple-regression", "Simple linear regression in closed form", ("l7",), "regression"),
    Entry("normal-equations", "Least squares: the normal equations", ("l7", "cs4602", "cse422"), "regression"),
    Entry("lms", "The least-mean-squares update of a single example", ("cse422",), "regression"),
    Entry("gaussian-likelihood", "Maximum likelihood under Gaussian noise is least squares", ("cse422",), "regression"),
    Entry("least-squares-classifier", "The least-squares classifier in trace form", ("cs4602",), "regression"),
    Entry("gradient-descent", "Gradient descent on a quadratic descends for small steps", ("l7", "cls"), "descent"),
    Entry("sigmoid", "The sigmoid: derivative, symmetry, inverse", ("l7", "cls", "cse422"), "logistic"),
    Entry("naive-bayes-to-logistic", "Gaussian naive Bayes has a logistic posterior", ("l7",), "naive_bayes"),
    Entry(
        "logistic-likelihood",
        "The conditional log-likelihood of logistic regression",
        ("l7", "cls", "cse422"),
        "logistic",
    ),
    Entry("logistic-gradient", "The gradient of the logistic log-likelihood", ("l7", "cls", "cse422"), "logistic"),
    Entry("logistic-hessian", "The logistic log-likelihood is concave", ("l7", "cls"), "logistic"),
    Entry("logistic-regularized", "Logistic regression with a quadratic penalty", ("cls",), "logistic"),
    Entry("softmax-gradient", "The gradient of the softmax cross-entropy", ("cls",), "softmax"),
    Entry("softmax-hessian", "The softmax cross-entropy is convex", ("cls",), "softmax"),
    Entry("softmax-binary", "Softmax with two classes is logistic regression", ("cls",), "softmax"),
    Entry("softmax-reference", "Softmax with a reference class", ("l7",), "softmax"),
    Entry("perceptron-gradient", "The gradient of the perceptron criterion", ("l7", "cls", "cs4602"), "perceptron"),
    Entry("perceptron-update", "An update moves the score of its example", ("l7", "m146", "cls"), "perceptron"),
    Entry(
        "perceptron-labels",
        "The update with labels 0 and 1 is the update with labels -1 and 1",
        ("m146", "cse422"),
        "perceptron",
    ),
    Entry("perceptron-bound", "The perceptron makes at most (R/gamma)^2 mistakes", ("m146",), "convergence"),
    Entry(
        "perceptron-bound-any-start",
        "The perceptron from any start, at any learning rate, makes finitely many mistakes",
        ("l7", "m146"),
        "convergence",
    ),
    Entry("fisher", "Fisher's criterion and its maximiser", ("cs4602",), "projection"),
    Entry("svm-margin", "The margin is 2 over the norm of w", ("cs4602",), "svm"),
    Entry("svm-dual", "The dual of the hard-margin support vector machine", ("cs4602",), "svm"),
    Entry("svm-soft-dual", "The dual of the soft-margin support vector machine", ("cs4602",), "svm"),
    Entry("svm-kernel-dual", "The dual in a kernel", ("cs4602",), "svm"),
    Entry("svm-hinge", "The slack form is the hinge loss", ("cs4602",), "svm"),
    Entry("kernel-quadratic", "The feature map of the quadratic kernel", ("cs4602",), "kernels"),
    Entry("kernel-gaussian", "The Gaussian kernel is positive semidefinite", ("cs4602",), "kernels"),
    Entry("discriminants", "Discriminants that decide alike", ("cls",), "decisions"),
    Entry("metrics", "Precision, recall, F measures and rates", ("cls",), "rates"),
)
"""Every derivation that `derive list` shows, in the order of the subject."""

BY_NAME = {entry.name: entry for entry in CATALOGUE}
