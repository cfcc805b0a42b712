"""Which algorithms stand in the note of which derivation: functions that run, by the names they are imported by."""

from __future__ import annotations

from importlib import import_module

from derive.notes.model import Algorithm
from derive.notes.pseudocode import algorithm_of

DESCENT, LIKELIHOOD = "numeric.algorithms.descent", "numeric.algorithms.likelihood"
PERCEPTRON = "numeric.algorithms.perceptron.perceptron"
ALGORITHMS = {
    "lms": ("numeric.algorithms.lms.lms",),
    "gradient-descent": (f"{DESCENT}.batch_descent", f"{DESCENT}.sequential_descent"),
    "perceptron-gradient": (PERCEPTRON,),
    "perceptron-update": (PERCEPTRON,),
    "perceptron-bound": (PERCEPTRON,),
    "logistic-gradient": (f"{LIKELIHOOD}.gradient_ascent",),
    "logistic-hessian": (f"{LIKELIHOOD}.newton",),
    "softmax-gradient": (f"{LIKELIHOOD}.gradient_ascent",),
    "softmax-hessian": (f"{LIKELIHOOD}.newton",),
}
"""The algorithms that follow from each derivation. Of others no loop is plain enough to be read as pseudo-code."""


def algorithms_of(derivation: str) -> tuple[Algorithm, ...]:
    """Return the algorithms that follow from a derivation, as pseudo-code.

    >>> [algorithm.name for algorithm in algorithms_of("lms")]
    ['numeric.algorithms.lms.lms']
    """
    found = (name.rpartition(".") for name in ALGORITHMS.get(derivation, ()))
    return tuple(algorithm_of(getattr(import_module(module), name)) for module, _, name in found)
