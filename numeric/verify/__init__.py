"""Is this gradient right, for every size, and if not, what is wrong with it?

>>> import numpy as np
>>> from numeric import verify_gradient
>>> def loss(w, X, y):
...     return np.mean((X @ w - y) ** 2)
>>> def grad(w, X, y):
...     return 2 * X.T @ (X @ w - y) / len(y)
>>> X, y = np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.2]]), np.array([1.0, 0.0, 2.0])
>>> verify_gradient(loss, grad, np.array([0.3, -0.4]), X, y).verdict
'proved'

The rooms: `search` probes points, `reading` compares one slope, `ladder` measures it, `generate` makes inputs,
`diagnosis` explains, `tape` records how the loss is computed, `trace` proves, `sandbox` keeps foreign code apart.
"""

from numeric.verify.errors import BadInputsError, LossFailedError, NotCallableError, WrongGradientError
from numeric.verify.result import Confidence, Counterexample, Diagnosis, Verification, Where
from numeric.verify.verifying import verify_gradient

__all__ = [
    "BadInputsError",
    "Confidence",
    "Counterexample",
    "Diagnosis",
    "LossFailedError",
    "NotCallableError",
    "Verification",
    "WrongGradientError",
    "Where",
    "verify_gradient",
]
