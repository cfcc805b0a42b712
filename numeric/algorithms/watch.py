"""The stopping rule of a descent, which also keeps the history and notices divergence."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from numeric.algorithms.result import Run
from numeric.inputs import Floats

BEYOND = 1e6
"""A loss this many times what it was at the start, and still growing, is on its way to infinity."""


@dataclass(slots=True)
class Watch:
    """What decides after each round whether a descent goes on, and remembers the best weights.

    It converges where the `size` of the gradient is at most `tol`, which `rule` puts into words. `diverges(w)` says why
    there is no minimum, once the weights show that.
    """

    loss: Callable[[Floats], float]
    gradient: Callable[[Floats], Floats]
    size: Callable[[Floats], float]
    tol: float
    max_iter: int
    rule: str
    diverges: Callable[[Floats], str] = lambda _: ""
    history: list[float] = field(default_factory=list[float])
    best: Floats = field(default_factory=lambda: np.empty(0))
    smallest: float = math.inf
    stopped: str = ""
    converged: bool = False

    def goes_on(self, w: Floats, slope: Floats | None = None) -> bool:
        """Return whether there is to be another round from these weights; the reason why not is kept."""
        value = self.loss(w)
        self.history.append(value)
        if value < self.smallest or not self.best.size:
            self.best, self.smallest = w, value
        self.stopped = self._divergence(w, value)
        if self.stopped:
            return False
        size = self.size(self.gradient(w) if slope is None else slope)
        if size <= self.tol:
            self.stopped, self.converged = self.rule, True
            return False
        if len(self.history) > self.max_iter:
            self.stopped = f"the limit of {self.max_iter} rounds is reached, and {size:.3g} is above {self.tol:g}"
            return False
        return True

    def _divergence(self, w: Floats, value: float) -> str:
        """Return in what way it diverges, empty if it does not."""
        grows = len(self.history) > 1 and value > self.history[-2]
        if not math.isfinite(value) or (grows and value > BEYOND * (abs(self.history[0]) + 1.0)):
            return f"it diverges: the loss went from {self.history[0]:.3g} to {value:.3g}; take a smaller rate"
        return self.diverges(w)

    def run(self) -> Run:
        """Return how it went."""
        return Run(len(self.history) - 1, self.converged, self.stopped, np.array(self.history))
