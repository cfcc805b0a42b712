"""Derivatives from values: each comes with a bound on its own error, and is compared by that bound alone.

No step is fixed: a ladder of steps relative to each coordinate shows how fast the quotients settle and where rounding
takes over, and the error that is reported comes from both.

>>> import numpy as np
>>> found = gradient(lambda x: np.sum(np.exp(x) * x), np.array([0.0, 1.0]))
>>> found.value.round(9)
array([1.        , 5.43656366])
>>> bool((found.error < 1e-10).all())
True

Three answers are possible, and a rough estimate never becomes "right":

>>> agrees(np.array([1.0, 2 * np.e]), found).state
'right'
>>> agrees(np.array([1.0, 2 * np.e * (1 + 1e-6)]), found).state
'wrong'
>>> drowned = gradient(lambda x: 1e14 + np.sum(x**2), np.array([1.0]))
>>> print(agrees(2.0, drowned))
cannot tell at [0]: the estimate is too rough, with an error of 2e+00 at a size of 2e+00
"""

from numeric.differences.derivatives import METHODS, Method, along, gradient, hessian, jacobian
from numeric.differences.estimate import Agreement, Estimate, NotAnalyticError, NotScalarError, State, agrees
from numeric.differences.spot import noise_of, units

__all__ = [
    "METHODS",
    "Agreement",
    "Estimate",
    "Method",
    "NotAnalyticError",
    "NotScalarError",
    "State",
    "agrees",
    "along",
    "gradient",
    "hessian",
    "jacobian",
    "noise_of",
    "units",
]
