"""Whether a gradient is right, for every size, and if not, what is wrong with it.

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

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numeric.verify.errors import BadInputsError, LossFailedError, NotCallableError, WrongGradientError
    from numeric.verify.result import Confidence, Counterexample, Diagnosis, Verification, Where
    from numeric.verify.verifying import verify_gradient

HOMES = {
    "BadInputsError": "errors",
    "Confidence": "result",
    "Counterexample": "result",
    "Diagnosis": "result",
    "LossFailedError": "errors",
    "NotCallableError": "errors",
    "Verification": "result",
    "Where": "result",
    "WrongGradientError": "errors",
    "verify_gradient": "verifying",
}
"""In which module a public name lives: it is loaded when it is first named."""

__all__ = [
    "BadInputsError",
    "Confidence",
    "Counterexample",
    "Diagnosis",
    "LossFailedError",
    "NotCallableError",
    "Verification",
    "Where",
    "WrongGradientError",
    "verify_gradient",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    if name not in HOMES:
        message = f"module 'numeric.verify' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"numeric.verify.{HOMES[name]}"), name)
