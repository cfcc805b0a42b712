"""Work on a few examples at a time, where a copy of all of them would cost more than the work."""

from __future__ import annotations

from collections.abc import Iterator

from numeric.inputs import Floats

LENGTH = 512


def blocks(X: Floats) -> Iterator[Floats]:
    """Yield the rows in blocks, which are views.

    >>> import numpy as np
    >>> [len(rows) for rows in blocks(np.zeros((1000, 2)))]
    [512, 488]
    """
    return (X[at : at + LENGTH] for at in range(0, len(X), LENGTH))
