"""What a library of arrays must offer, so that generated programs run on its arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.functions import FUNCTIONS, SCIPY


@dataclass(frozen=True, slots=True)
class Library:
    """A library: the names that a program finds, and what is done to arguments before it runs.

    `symbolic` is set where shapes hold letters: then nothing can depend on the sizes.
    """

    name: str
    namespace: Mapping[str, Any]
    array: Callable[[Any], Any]
    is_plain: Callable[[Any], bool]
    is_real: Callable[[Any], bool]
    common_type: Callable[[Sequence[Any]], Any]
    cast: Callable[[Any, Any], Any]
    symbolic: bool = False


SPECIAL = {
    row.names.in_programs: row.names.numpy.removeprefix(SCIPY) for row in FUNCTIONS if row.names.numpy.startswith(SCIPY)
}
"""The functions of SciPy that a program may call, by the names it has for them."""
HELPERS = (
    *("softplus", "sigmoid_slope", "peak", "log_total", "others", "log_complement", "xlogy", "xlog1py"),
    *("logdet", "eye", "positions", "diagonal", "coincidence", "coincide", "squared_distances", "heaviside"),
    "polygamma",
    *SPECIAL,
)
"""The functions beside NumPy's that a program may call; those of `runtime.py` for NumPy's arrays."""
