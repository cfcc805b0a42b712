"""The direction of a quasi-Newton method: L-BFGS, started from the curvature at the first weights.

A step needs gradients only, and the first curvature takes care of the units of the features and of how they correlate.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from numeric.inputs import Floats

PAIRS = 12


@dataclass(slots=True, eq=False)
class Memory:
    """The last changes of weights and gradient, and a rough inverse of the curvature that they correct.

    >>> import numpy as np
    >>> H = np.array([[2.0, 1.0], [1.0, 3.0]])
    >>> memory, w = Memory(lambda g: g / 3), np.array([1.0, -1.0])
    >>> for _ in range(8):
    ...     w = w - memory.direction(w, H @ w)
    >>> bool(np.abs(w).max() < 1e-6)
    True
    """

    rough: Callable[[Floats], Floats]
    pairs: deque[tuple[Floats, Floats]] = field(default_factory=lambda: deque(maxlen=PAIRS))
    last: tuple[Floats, Floats] | None = None

    def direction(self, w: Floats, g: Floats) -> Floats:
        """Return the step for the gradient at these weights, which are remembered."""
        if self.last is not None:
            moved, bent = w - self.last[0], g - self.last[1]
            if moved @ bent > 0:
                self.pairs.append((moved, bent))
        self.last = w, g
        return self._two_loops(g)

    def _two_loops(self, g: Floats) -> Floats:
        rest, shares = g, list[float]()
        for moved, bent in reversed(self.pairs):
            shares.append(float(moved @ rest / (moved @ bent)))
            rest = rest - shares[-1] * bent
        step = self.rough(rest) * self._length()
        for (moved, bent), share in zip(self.pairs, reversed(shares), strict=True):
            step = step + (share - float(bent @ step / (moved @ bent))) * moved
        return step

    def _length(self) -> float:
        """Return by how much the rough inverse is too short, as the last pair shows it."""
        if not self.pairs:
            return 1.0
        moved, bent = self.pairs[-1]
        return float(moved @ bent / (bent @ self.rough(bent)))
