"""JAX's arrays: its own NumPy, and functions that can be traced."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from derive.lower.generic import helpers
from derive.lower.library import SPECIAL, Library


def library(jax: Any) -> Library:
    """Return JAX for generated programs, given its module."""
    numbers = jax.numpy

    def common_type(arrays: Sequence[Any]) -> Any:
        """Return the type of the floating arrays; whole numbers alone become floats."""
        floating = [a.dtype for a in arrays if numbers.issubdtype(a.dtype, numbers.floating)]
        return numbers.result_type(*floating) if floating else numbers.result_type(float)

    return Library(
        name="jax",
        namespace={"np": numbers, "math": math, **helpers(numbers), **_functions(jax)},
        array=numbers.asarray,
        is_plain=lambda value: isinstance(value, jax.Array),
        is_real=lambda value: not numbers.issubdtype(value.dtype, numbers.complexfloating),
        common_type=common_type,
        cast=lambda value, dtype: value.astype(dtype),
    )


def _functions(jax: Any) -> dict[str, Any]:
    special = jax.scipy.special
    return {
        **{name: getattr(special, scipy) for name, scipy in SPECIAL.items()},
        "polygamma": special.polygamma,
        "softplus": jax.nn.softplus,
        "sigmoid_slope": lambda x: jax.nn.sigmoid(x) * jax.nn.sigmoid(-x),
        "heaviside": lambda x, middle=0.5: jax.numpy.heaviside(x, middle),
    }
