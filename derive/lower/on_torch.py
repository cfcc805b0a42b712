"""PyTorch's tensors: its functions by NumPy's names."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from types import SimpleNamespace
from typing import Any

from derive.functions import FUNCTIONS, SCIPY, Function
from derive.lower.generic import helpers
from derive.lower.library import Library
from derive.shorthands import SHORTHANDS


def _is_same(row: Function) -> bool:
    """Return whether PyTorch has NumPy's name for a function of one array; it has those of inverse functions too."""
    return bool(row.names.torch and row.names.numpy) and not (row.several or row.names.numpy.startswith(SCIPY))


def _is_special(row: Function) -> bool:
    """Return whether PyTorch has a function that is SciPy's."""
    return bool(row.names.torch) and row.names.numpy.startswith(SCIPY)


SAME = (
    *("einsum", "where", "isnan", "isinf", "less", "less_equal", "greater", "greater_equal", "not_equal"),
    *("logical_and", "logical_or", "logical_not", "broadcast_to", "zeros_like", "ones_like", "full_like", "arange"),
    "linalg",
    *(row.names.numpy for row in (*FUNCTIONS, *SHORTHANDS) if _is_same(row)),
)
"""What PyTorch calls as NumPy does."""


def library(torch: Any) -> Library:
    """Return PyTorch for generated programs, given its module."""
    names = _numpy(torch)

    def common_type(arrays: Sequence[Any]) -> Any:
        """Return the type of the floating tensors; whole numbers alone become doubles."""
        floating = [a.dtype for a in arrays if a.dtype.is_floating_point and a.ndim]
        floating = floating or [a.dtype for a in arrays if a.dtype.is_floating_point]
        return reduce(torch.promote_types, floating) if floating else torch.float64

    return Library(
        name="torch",
        namespace={"np": names, "math": math, **helpers(names), **_functions(torch)},
        array=torch.as_tensor,
        is_plain=torch.is_tensor,
        is_real=lambda value: not value.dtype.is_complex,
        common_type=common_type,
        cast=lambda value, dtype: value.to(dtype),
    )


def _numpy(torch: Any) -> SimpleNamespace:
    """Return a namespace with NumPy's names."""

    def total(x: Any, axis: int | None = None) -> Any:
        """Return the sum along an axis, or of all."""
        return torch.sum(x) if axis is None else torch.sum(x, dim=axis)

    return SimpleNamespace(
        **{name: getattr(torch, name) for name in SAME},
        sum=total,
        prod=lambda x, axis: torch.prod(x, dim=axis),
        max=lambda x, axis: torch.amax(x, dim=axis),
        mean=lambda x, axis: torch.mean(x, dim=axis),
        expand_dims=torch.unsqueeze,
        transpose=lambda x, order: x.permute(order),
        tensordot=lambda a, b, axes: torch.tensordot(a, b, dims=axes),
        vdot=lambda a, b: torch.sum(a * b),
        maximum=_of_two(torch, torch.maximum),
        minimum=_of_two(torch, torch.minimum),
        equal=torch.eq,
        inf=math.inf,
        nan=math.nan,
    )


def _of_two(torch: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of two tensors that takes a number for one of them."""

    def applied(x: Any, y: Any) -> Any:
        """Return the function of two tensors."""
        like = x if torch.is_tensor(x) else y
        return function(torch.as_tensor(x, dtype=like.dtype), torch.as_tensor(y, dtype=like.dtype))

    return applied


def _functions(torch: Any) -> dict[str, Any]:
    return {
        **{row.names.in_programs: getattr(torch, row.names.torch) for row in FUNCTIONS if _is_special(row)},
        "softplus": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
        "sigmoid_slope": lambda x: torch.sigmoid(x) * torch.sigmoid(-x),
        "heaviside": lambda x, middle=0.5: torch.heaviside(x, torch.as_tensor(middle, dtype=x.dtype)),
        "gamma_function": lambda x: torch.exp(torch.lgamma(x)),
        "polygamma": torch.polygamma,
    }
