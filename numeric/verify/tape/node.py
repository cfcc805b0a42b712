"""Arrays that remember how they were computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from derive.errors import DeriveError
from numeric.verify.tape.site import Site, here

Array = NDArray[Any]
Pull = Callable[[Array], Array]
"""Takes the slope of the loss by the result to the slope by an argument."""


class UntapedError(DeriveError):
    """The loss uses an operation that the record does not know."""


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """One argument of an operation: where it came from, and how slopes flow back to it.

    `local` is the derivative entry by entry where the operation works so, else None. For a product, `factor` is the
    other operand, and `pull_with` makes the pull with another value in its place.
    """

    source: Taped
    pull: Pull
    local: Array | None = None
    factor: Any = None
    pull_with: Callable[[Array], Pull] | None = None


class Taped(np.lib.mixins.NDArrayOperatorsMixin):
    """An array with the operation that made it and links to what it was made from."""

    __slots__ = ("links", "name", "order", "site", "value")
    __array_priority__ = 1000

    def __init__(self, value: Any, name: str, links: tuple[Link, ...] = ()) -> None:
        """Keep the value and where it came from; `order` is later than that of every source."""
        self.value = np.asarray(value)
        self.name, self.links = name, links
        self.site: Site = here() if links else Site(())
        self.order: int = 1 + max((link.source.order for link in links), default=0)

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of the value."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """Return the number of axes."""
        return self.value.ndim

    @property
    def size(self) -> int:
        """Return the number of entries."""
        return self.value.size

    @property
    def dtype(self) -> Any:
        """Return the type of the entries."""
        return self.value.dtype

    @property
    def T(self) -> Any:
        """Return the transpose."""
        return self.transpose()

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Record a universal function."""
        from numeric.verify.tape.rules import apply_ufunc  # noqa: PLC0415 -- the rules are written with this class

        return apply_ufunc(function, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Record any other function of NumPy."""
        from numeric.verify.tape.rules import apply_function  # noqa: PLC0415 -- the rules are written with this class

        del types
        return apply_function(function, args, options)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Refuse to forget the record."""
        raise UntapedError("an array", reason="the loss takes it out of NumPy's hands", way_out="no way is needed")

    __float__ = __int__ = __index__ = __array__

    def __bool__(self) -> bool:
        """Return the truth of the value: the record is that of the branch taken."""
        return bool(self.value)

    def __len__(self) -> int:
        """Return the length of the first axis."""
        return len(self.value)

    def __iter__(self) -> Iterator[Any]:
        """Yield the parts along the first axis."""
        return (self[n] for n in range(len(self.value)))

    def __getitem__(self, key: Any) -> Taped:
        """Return a part."""

        def _pull(slope: Array) -> Array:
            whole = np.zeros(self.shape)
            np.add.at(whole, key, slope)
            return whole

        return Taped(self.value[key], "part", (Link(self, _pull),))

    def __getattr__(self, name: str) -> Any:
        """Return a method that NumPy has as a function too, such as `sum`."""
        from numeric.verify.tape.rules import METHODS  # noqa: PLC0415 -- the rules are written with this class

        if name not in METHODS:
            raise AttributeError(name)
        return lambda *args, **options: METHODS[name](self, *args, **options)


def record(
    loss: Callable[..., Any], params: dict[str, Array], build: Callable[[dict[str, Any]], tuple[Any, ...]]
) -> Any:
    """Return the loss at these parameters with its record, and the recorded parameters by name.

    Raises `UntapedError` where the loss does what the record does not know.
    """
    from numeric.verify.tape.opaque import recording  # noqa: PLC0415 -- it is written with the class of this module

    leaves = {name: Taped(np.asarray(value, float), name) for name, value in params.items()}
    try:
        with recording(loss):
            result = loss(*build(leaves))
    except UntapedError:
        raise
    except Exception as error:
        raise UntapedError(
            str(error)[:80], reason="the loss fails on recorded arrays", way_out="no way is needed"
        ) from error
    if not isinstance(result, Taped) or result.size != 1:
        raise UntapedError("loss", reason="its result has no record", way_out="no way is needed")
    return result, leaves
